"""Outside services are asked politely: paced, after failures by one caller alone, and never twice for the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from doubles.literature import FakeInternet

from scholarai.adapters.literature.attempts import Reply
from scholarai.adapters.literature.cache import OLDEST_S, ReplyCache
from scholarai.adapters.literature.client import Host
from scholarai.adapters.literature.rate_limiter import BREAK_AFTER, OPEN_S, Gate, Limits, Verdict
from scholarai.domain.errors import ConflictError, LimitReachedError, TransientError

HOST = Host(name="Here", base_url="https://here.example", limits=Limits(requests=2, at_once=2, daily=100))
FINE = Reply(status=200, headers={"content-type": "application/json"}, body=b'{"a": 1}')


def busy(**headers: str) -> Reply:
    return Reply(status=429, headers={name.replace("_", "-"): value for name, value in headers.items()})


def test_requests_keep_the_pace_of_the_host() -> None:
    internet = FakeInternet()
    internet.put("here.example", "/x", {"a": 1})
    client = internet.client()

    for _ in range(5):
        client.json(HOST, "/x")

    assert internet.time.seconds >= 1_000 + 4 * 0.5


def test_a_host_that_allows_less_is_asked_more_slowly() -> None:
    internet = FakeInternet()
    internet.put("here.example", "/x", {"a": 1}, x_rate_limit_limit="1", x_rate_limit_interval="10s")
    client = internet.client()

    for _ in range(3):
        client.json(HOST, "/x")

    assert internet.time.seconds >= 1_000 + 20


def test_retry_after_is_obeyed_in_seconds_and_as_a_date_of_the_hosts_own_clock() -> None:
    dated = busy(date="Mon, 01 Jan 2001 00:00:00 GMT", retry_after="Mon, 01 Jan 2001 00:00:20 GMT")
    internet = FakeInternet()
    internet.script("here.example", "/x", busy(retry_after="7"), dated, FINE)

    found = internet.client().json(HOST, "/x")

    assert found == {"a": 1}
    assert internet.time.seconds >= 1_027


def test_a_host_that_wants_hours_is_not_waited_for() -> None:
    internet = FakeInternet()
    internet.script("here.example", "/x", busy(retry_after="7200"))

    with pytest.raises(TransientError) as failed:
        internet.client().json(HOST, "/x")

    assert failed.value.code == "service_busy"
    assert failed.value.retry_after_s == pytest.approx(7200)
    assert len(internet.asked) == 1


@pytest.mark.parametrize(
    "reply",
    [
        Reply(status=200, headers={"content-type": "text/html"}, body=b"<!doctype html><p>Maintenance"),
        Reply(status=200, headers={}, body=b'{"message": {"title": ["Half an ans'),
        Reply(status=200, headers={}, body=b"[1, 2]"),
        Reply(status=200, headers={}, body=b"[" * 100_000),
        Reply(status=503, headers={}, body=b""),
        None,
    ],
)
def test_what_is_no_answer_is_asked_for_again(reply: Reply | None) -> None:
    internet = FakeInternet()
    internet.script("here.example", "/x", reply, FINE)

    assert internet.client().json(HOST, "/x") == {"a": 1}


def test_an_answer_in_another_encoding_is_read() -> None:
    internet = FakeInternet()
    internet.put("here.example", "/x", '{"name": "Müller"}'.encode("latin-1"), content_type="application/json")

    assert internet.client().json(HOST, "/x") == {"name": "Müller"}


def test_a_host_that_keeps_failing_is_left_alone_for_a_while() -> None:
    internet = FakeInternet()
    internet.script("here.example", "/x", None)
    client = internet.client()
    for _ in range(2):
        with pytest.raises(TransientError):
            client.json(HOST, "/x")
    assert len(internet.asked) == BREAK_AFTER

    with pytest.raises(TransientError) as failed:
        client.json(HOST, "/x")
    assert failed.value.code == "service_unavailable"
    assert len(internet.asked) == BREAK_AFTER

    internet.put("here.example", "/x", {"a": 1})
    internet.time.sleep(OPEN_S + 30)
    assert client.json(HOST, "/x") == {"a": 1}


def test_after_a_failure_one_caller_alone_tries_again() -> None:
    gate = Gate("Here", Limits(requests=10, at_once=3))
    for caller in "abc":
        while gate.enter(now := gate_time(gate), caller) > 0:
            pass
    for caller in "abc":
        gate.leave(now, caller, Verdict(answered=False, wait_s=1.0))

    entered = [caller for caller in "cab" if gate.enter(now + 5, caller) == 0]

    assert entered == ["a"]


_TIMES: dict[Gate, float] = {}


def gate_time(gate: Gate) -> float:
    _TIMES[gate] = _TIMES.get(gate, 0.0) + 1.0
    return _TIMES[gate]


def test_a_refused_key_is_said_and_not_tried_again() -> None:
    internet = FakeInternet()
    internet.script("here.example", "/x", Reply(status=403, headers={}))

    with pytest.raises(ConflictError) as failed:
        internet.client().json(HOST, "/x")

    assert failed.value.code == "service_refused"
    assert len(internet.asked) == 1


def test_the_requests_of_a_day_end() -> None:
    internet = FakeInternet()
    internet.put("here.example", "/x", {"a": 1})
    client = internet.client()
    host = Host(name="Here", base_url="https://here.example", limits=Limits(requests=2, daily=3))
    for _ in range(3):
        client.json(host, "/x")

    with pytest.raises(LimitReachedError) as failed:
        client.json(host, "/x")

    assert failed.value.code == "service_budget"


def test_each_request_says_who_asks_and_a_key_is_in_no_file(tmp_path: Path) -> None:
    internet = FakeInternet()
    internet.put("here.example", "/x", {"a": 1})
    host = Host(name="Here", base_url="https://here.example", limits=HOST.limits, secrets={"api_key": "s3cret"})

    internet.client(cache=ReplyCache(folder=tmp_path)).json(host, "/x", {"q": "1"})

    address, headers = internet.asked[0]
    assert "mailto:reader@example.org" in headers["user-agent"]
    assert address.endswith("?q=1&api_key=s3cret")
    assert not any(b"s3cret" in file.read_bytes() for file in tmp_path.iterdir())


def test_an_answer_is_kept_for_a_day_and_then_asked_for_on_condition(tmp_path: Path) -> None:
    time = [1_000_000.0]
    cache = ReplyCache(folder=tmp_path, clock=lambda: time[0])
    internet = FakeInternet()
    internet.script(
        "here.example",
        "/x",
        Reply(status=200, headers={"etag": '"1"'}, body=b'{"a": 1}'),
        Reply(status=304, headers={}),
    )
    client = internet.client(cache=cache)

    found = [client.json(HOST, "/x"), client.json(HOST, "/x")]
    time[0] += 2 * 86_400
    found += [client.json(HOST, "/x"), client.json(HOST, "/x")]

    assert found == [{"a": 1}] * 4
    assert len(internet.asked) == 2
    assert internet.asked[1][1]["if-none-match"] == '"1"'


def test_the_cache_forgets_what_is_old_and_stays_within_its_size(tmp_path: Path) -> None:
    time = [1_000_000.0]
    cache = ReplyCache(folder=tmp_path, clock=lambda: time[0], most_bytes=2_000)
    for number in range(20):
        time[0] += 1
        cache.keep(f"https://here.example/{number}", Reply(status=200, headers={}, body=b"x" * 200))
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 2_000
    assert cache.find("https://here.example/19") is not None
    assert cache.find("https://here.example/0") is None

    time[0] += OLDEST_S + 1

    assert cache.find("https://here.example/19") is None


def test_a_file_of_the_cache_that_a_crash_cut_is_asked_for_again(tmp_path: Path) -> None:
    cache = ReplyCache(folder=tmp_path)
    cache.keep("https://here.example/x", FINE)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:20])

    assert cache.find("https://here.example/x") is None
