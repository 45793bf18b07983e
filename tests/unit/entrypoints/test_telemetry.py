"""Spans and metrics reach a collector before the answer ends, and hold nothing that anybody wrote."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from doubles.collector import Collector

from scholarai.entrypoints import telemetry
from scholarai.entrypoints.telemetry import delivered, followed, spanned, traced
from scholarai.ports.callers import traceparent

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"
UNSAMPLED = f"00-{TRACE}-00f067aa0ba902b7-00"
SECRET = "what is the meaning of whales"


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    yield made
    made.close()


@pytest.fixture
def logger(collector: Collector) -> Iterator[logging.Logger]:
    found = logging.getLogger("scholarai")
    level = found.level
    found.setLevel(logging.INFO)
    telemetry.begin({telemetry.ENDPOINT: collector.url}, "chat")
    yield found
    telemetry.end()
    found.setLevel(level)


def test_a_span_is_sent_when_its_work_ends_below_the_caller_s_trace(
    logger: logging.Logger, collector: Collector
) -> None:
    with traced({"traceparent": PARENT}), spanned("chat POST"):
        pass

    (span,) = collector.spans()
    assert (span.name, span.trace_id.hex(), span.parent_span_id.hex()) == ("chat POST", TRACE, "00f067aa0ba902b7")


def test_each_process_has_a_name_of_its_own_so_that_sums_do_not_mix(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "gcp.project_id=papers-of-ours")
    for _ in range(2):
        telemetry.begin({telemetry.ENDPOINT: collector.url}, "chat")
        with spanned("chat POST"):
            pass
        telemetry.end()

    senders = collector.senders()
    assert {(one["service.name"], one["gcp.project_id"]) for one in senders} == {("scholarai-chat", "papers-of-ours")}
    assert len({one["service.instance.id"] for one in senders}) == 2


class AskedAtOnce(dict[str, str]):
    """Environment variables that two threads read at the same moment, if they can."""

    meeting = threading.Barrier(2)

    def get(self, key: str, default: str = "") -> str:  # type: ignore[override]
        with suppress(threading.BrokenBarrierError):
            self.meeting.wait(timeout=0.2)
        return super().get(key, default)


def test_first_calls_at_the_same_time_start_one_exporter(collector: Collector) -> None:
    environment = AskedAtOnce({telemetry.ENDPOINT: collector.url})
    handlers = logging.getLogger("scholarai").handlers
    before = len(handlers)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: telemetry.begin(environment, "chat"), range(2)))
    added = len(handlers) - before
    telemetry.end()

    assert added == 1
    assert len(handlers) == before


def test_what_a_message_starts_is_a_trace_of_its_own_that_points_at_the_sender_s(
    logger: logging.Logger, collector: Collector
) -> None:
    with delivered("review", PARENT):
        pass

    (span,) = collector.spans()
    assert span.trace_id.hex() != TRACE
    assert [link.trace_id.hex() for link in span.links] == [TRACE]


def test_messages_carry_the_span_that_they_are_sent_in(logger: logging.Logger, collector: Collector) -> None:
    with traced({"traceparent": PARENT}), spanned("chat POST"):
        carried = traceparent()

    (span,) = collector.spans()
    assert carried == f"00-{TRACE}-{span.span_id.hex()}-01"


def test_without_a_collector_messages_carry_the_caller_s_trace() -> None:
    with traced({"traceparent": PARENT}), spanned("chat POST"):
        assert traceparent() == PARENT


def test_the_caller_decides_whether_spans_are_taken(logger: logging.Logger, collector: Collector) -> None:
    with traced({"traceparent": UNSAMPLED}), spanned("chat POST"):
        pass

    assert collector.spans() == []


def test_log_lines_are_counted(logger: logging.Logger, collector: Collector) -> None:
    with spanned("chat POST"):
        for tokens in (10, 20):
            logger.info(
                "model called", extra={"model": "m", "input_tokens": tokens, "output_tokens": 1, "cost_usd": 0.5}
            )
        logger.info("request answered", extra={"function": "chat", "method": "POST", "status": 200, "duration_ms": 7})

    sums = collector.sums()
    assert sums["scholarai.model.input_tokens"] == 30
    assert sums["scholarai.model.cost"] == 1.0
    assert sums["scholarai.request.duration"] == 1


def test_a_line_that_lacks_a_field_is_counted_without_it(logger: logging.Logger, collector: Collector) -> None:
    with spanned("chat POST"):
        logger.info("answer saved", extra={"state": "failed"})

    assert collector.sums()["scholarai.answers"] == 1


def test_a_span_notes_its_lines_by_opentelemetry_s_names(logger: logging.Logger, collector: Collector) -> None:
    with spanned("chat POST"):
        logger.info("model called", extra={"model": "m", "input_tokens": 3, "output_tokens": 1, "cost_usd": 0.5})

    (event,) = collector.spans()[0].events
    assert {"gen_ai.request.model", "gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens"} <= {
        attribute.key for attribute in event.attributes
    }


def test_nothing_that_anybody_wrote_leaves(logger: logging.Logger, collector: Collector) -> None:
    def fail() -> None:
        with spanned("chat POST"):
            logger.info("request refused", extra={"code": "c", "http_status": 400, "question": SECRET})
            logger.info("something about %s", SECRET)
            raise ValueError(SECRET)

    with pytest.raises(ValueError, match=SECRET):
        fail()

    assert collector.spans()[0].attributes[0].value.string_value == "ValueError"
    assert not any(SECRET.encode() in body for body in collector.bodies)


def test_a_stream_s_span_is_sent_before_its_last_word(logger: logging.Logger, collector: Collector) -> None:
    stream = followed(iter(["a", "b", "done"]), "stream", is_last=lambda word: word == "done")

    sent_by = [(word, len(collector.spans())) for word in stream]

    assert sent_by == [("a", 0), ("b", 0), ("done", 1)]


def test_a_collector_that_is_away_costs_an_answer_little(collector: Collector) -> None:
    collector.close()
    telemetry.begin({telemetry.ENDPOINT: collector.url}, "chat")
    try:
        with spanned("chat POST"):
            done = True
    finally:
        telemetry.end()

    assert done


def test_without_an_endpoint_nothing_of_opentelemetry_s_sdk_is_loaded() -> None:
    script = (
        "import sys\nfrom scholarai.entrypoints import telemetry\ntelemetry.begin({}, 'chat')\n"
        "with telemetry.spanned('x'):\n    pass\n"
        "assert not [name for name in sys.modules if name.startswith('opentelemetry')]"
    )

    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
