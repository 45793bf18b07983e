"""Gemini's answers stream, survive what passes, end in named errors, and say which model wrote them at what cost."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from doubles.gemini_server import Answer, Blocked, Cut, Empty, Failure, Garbage, GeminiServer, Parts, Reply, Slow
from doubles.gemini_server.server import BAD_KEY
from google.oauth2.credentials import Credentials

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.gemini.answerer import GeminiAnswerer, gemini_answerer
from scholarai.config import Settings
from scholarai.domain.errors import ModelRefusedError, ScholarError, TransientError
from scholarai.ports.models import AnswerDelta, AnswerRequest
from scholarai.prompting.prompt import Prompt, Turn

KEY = "AIza-secret-key"
SECRET = "the paper's secret sentence"
CALLS_A_TOOL = Parts(({"functionCall": {"name": "search", "args": {}}},))


@pytest.fixture(scope="module")
def running() -> Iterator[GeminiServer]:
    with GeminiServer() as server:
        yield server


@pytest.fixture
def server(running: GeminiServer) -> GeminiServer:
    running.reset()
    return running


class Waits:
    """A clock that only moves when somebody sleeps, or asks to."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.now = 0.0

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def calls(self, timeout_s: float = 60.0) -> Calls:
        return Calls(timeout_s=timeout_s, clock=lambda: self.now, sleep=self.sleep, chance=lambda: 1.0)


@pytest.fixture
def waits() -> Waits:
    return Waits()


def settings(server: GeminiServer, **env: str) -> Settings:
    return Settings.from_env({"GEMINI_API_KEY": KEY, "SCHOLARAI_GEMINI_BASE_URL": server.url, **env})


@pytest.fixture
def answerer(server: GeminiServer, waits: Waits) -> GeminiAnswerer:
    return gemini_answerer(settings(server), calls=waits.calls())


def request(user: str = f"Question about {SECRET}?", **prompt: Any) -> AnswerRequest:
    return AnswerRequest(question="?", evidence=(), prompt=Prompt(system="Be exact.", user=user, **prompt))


def ask(answerer: GeminiAnswerer) -> list[AnswerDelta]:
    return list(answerer.answer(request()))


def text(deltas: list[AnswerDelta]) -> str:
    """Return the text of the last attempt."""
    begun = max((n for n, delta in enumerate(deltas) if delta.restart), default=0)
    return "".join(delta.text for delta in deltas[begun:])


def failing(answerer: GeminiAnswerer) -> tuple[list[AnswerDelta], ScholarError]:
    """Return what an answer yields before its error, and the error."""
    deltas: list[AnswerDelta] = []
    with pytest.raises(ScholarError) as caught:
        deltas.extend(answerer.answer(request()))
    return deltas, caught.value


def models_asked(server: GeminiServer) -> list[str]:
    return [asked.model for asked in server.requests]


def test_an_answer_comes_in_pieces_and_ends_with_its_usage(server: GeminiServer, answerer: GeminiAnswerer) -> None:
    server.script(Answer("One two three four five six.", thought_tokens=5, model_version="gemini-3.8-flash-002"))

    *pieces, last = ask(answerer)

    assert len(pieces) == 3
    assert text(pieces) == "One two three four five six."
    assert last.usage is not None
    assert last.usage.model == "gemini-3.8-flash-002"
    assert last.usage.output_tokens == 7 + 5
    assert last.usage.cost_usd > 0


def test_the_first_piece_comes_before_the_last_is_written(server: GeminiServer, answerer: GeminiAnswerer) -> None:
    server.script(Slow(0.2, Answer("One two three."), between_pieces=True))

    stream = answerer.answer(request())

    assert next(stream).text == "One t"
    stream.close()  # type: ignore[attr-defined]  # a reader that leaves


def test_instructions_history_and_images_are_sent_apart_from_the_request(
    server: GeminiServer, answerer: GeminiAnswerer
) -> None:
    history = (Turn(role="user", text="before"), Turn(role="assistant", text="answered"))

    list(answerer.answer(request("now", history=history, images=(b"\x89PNG",), temperature=0.5)))

    body = server.requests[0].body
    assert body["systemInstruction"]["parts"] == [{"text": "Be exact."}]
    assert [content["role"] for content in body["contents"]] == ["user", "model", "user"]
    assert body["contents"][2]["parts"][0]["inlineData"].keys() == {"data", "mime_type"}
    assert body["contents"][2]["parts"][1] == {"text": "now"}
    assert body["generationConfig"]["temperature"] == 0.5


def test_the_key_travels_in_a_header_and_never_in_the_address(server: GeminiServer, answerer: GeminiAnswerer) -> None:
    ask(answerer)

    assert server.requests[0].headers["x-goog-api-key"] == KEY


@pytest.mark.parametrize(
    "fault",
    [
        Failure(500),
        Failure(503),
        Failure(503, text_body="<html>busy</html>"),
        Failure(429),
        Cut(),
        Garbage(),
        Empty(),
        Empty(candidate=True),
        Empty(candidate=True, finish="OTHER"),
        Answer("", finish="STOP"),
    ],
    ids=str,
)
def test_a_passing_failure_is_retried(server: GeminiServer, answerer: GeminiAnswerer, fault: Reply) -> None:
    server.script(fault, Answer("Recovered."))

    assert text(ask(answerer)) == "Recovered."
    assert models_asked(server) == ["gemini-3.8-flash"] * 2


def test_waits_grow_and_a_retry_delay_is_honoured(server: GeminiServer, answerer: GeminiAnswerer, waits: Waits) -> None:
    server.script(Failure(500), Failure(429, retry_delay_s=7.5), Answer("Recovered."))

    ask(answerer)

    assert waits.slept == [0.5, 7.5]


def test_a_proxys_retry_after_is_honoured_too(server: GeminiServer, answerer: GeminiAnswerer, waits: Waits) -> None:
    server.script(Failure(429, text_body="slow down", retry_after_s=4), Answer("Recovered."))

    ask(answerer)

    assert waits.slept == [4.0]


def test_after_three_failures_the_fallback_answers_and_says_so(server: GeminiServer, answerer: GeminiAnswerer) -> None:
    server.script(*[Failure(503)] * 3, Answer("From the fallback."))

    deltas = ask(answerer)

    assert text(deltas) == "From the fallback."
    assert deltas[-1].usage is not None
    assert deltas[-1].usage.model == "gemini-3.5-flash-lite"
    assert models_asked(server) == ["gemini-3.8-flash"] * 3 + ["gemini-3.5-flash-lite"]


@pytest.mark.parametrize(
    "fault",
    [
        Failure(429, retry_delay_s=50),
        Failure(429, per_day=True),
        Failure(404),
        Answer("", finish="MAX_TOKENS"),
        Answer("", finish="RECITATION"),
    ],
    ids=["a delay past the deadline", "the day's quota", "a model shut down", "only thoughts", "recitation"],
)
def test_what_the_same_model_cannot_cure_goes_to_the_fallback_at_once(
    server: GeminiServer, answerer: GeminiAnswerer, waits: Waits, fault: Reply
) -> None:
    server.script(fault, Answer("From the fallback."))

    assert text(ask(answerer)) == "From the fallback."
    assert models_asked(server) == ["gemini-3.8-flash", "gemini-3.5-flash-lite"]
    assert waits.slept == []


def test_when_everything_fails_the_attempts_end_in_a_transient_error(
    server: GeminiServer, answerer: GeminiAnswerer
) -> None:
    server.script(*[Failure(429, retry_delay_s=2)] * 20)

    with pytest.raises(TransientError) as caught:
        ask(answerer)

    assert caught.value.code == "model_busy"
    assert caught.value.retry_after_s == 2
    assert len(server.requests) == 6


def test_all_attempts_share_one_deadline(server: GeminiServer, waits: Waits) -> None:
    server.script(*[Failure(429, retry_delay_s=3)] * 20)
    answerer = gemini_answerer(settings(server), calls=waits.calls(timeout_s=10))

    with pytest.raises(TransientError):
        ask(answerer)

    assert waits.now <= 10


def test_silence_ends_in_a_timeout(server: GeminiServer) -> None:
    server.script(Slow(3.0))
    answerer = gemini_answerer(
        settings(server, SCHOLARAI_FALLBACK_MODEL="gemini-3.8-flash"), calls=Calls(timeout_s=0.3)
    )

    with pytest.raises(TransientError, match="model_timeout"):
        ask(answerer)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Blocked("SAFETY"), "model_blocked_request"),
        (Blocked("PROHIBITED_CONTENT"), "model_blocked_request"),
        (Answer("", finish="SAFETY"), "model_blocked_answer"),
        (Answer("Half an ans", finish="SAFETY"), "model_blocked_answer"),
        (Failure(400), "model_request_refused"),
    ],
)
def test_a_refusal_is_not_tried_again(server: GeminiServer, answerer: GeminiAnswerer, fault: Reply, code: str) -> None:
    server.script(fault)

    with pytest.raises(ModelRefusedError) as caught:
        ask(answerer)

    assert caught.value.code == code
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "fault", [Cut("The beginning"), Answer("The beginning", finish=None)], ids=["cut", "just ends"]
)
def test_a_reply_that_breaks_off_is_begun_anew_once_and_then_by_the_fallback(
    server: GeminiServer, answerer: GeminiAnswerer, fault: Reply
) -> None:
    server.script(fault, fault, Answer("From the fallback."))

    deltas = ask(answerer)

    assert text(deltas) == "From the fallback."
    assert sum(delta.restart for delta in deltas) == 2
    assert models_asked(server) == ["gemini-3.8-flash"] * 2 + ["gemini-3.5-flash-lite"]


def test_a_reply_that_recites_is_begun_anew_by_the_fallback(server: GeminiServer, answerer: GeminiAnswerer) -> None:
    server.script(Answer("Half a known text", finish="RECITATION"), Answer("From the fallback."))

    assert text(ask(answerer)) == "From the fallback."
    assert models_asked(server) == ["gemini-3.8-flash", "gemini-3.5-flash-lite"]


def test_replies_that_break_off_again_and_again_end_after_three(server: GeminiServer, answerer: GeminiAnswerer) -> None:
    server.script(*[Cut("The beginning")] * 20)

    deltas, error = failing(answerer)

    assert (error.code, len(server.requests)) == ("stream_broken", 3)
    assert deltas[-1].restart


@pytest.mark.parametrize(
    "fault",
    [
        Empty(),
        Empty(candidate=True, finish="STOP"),
        Empty(candidate=True, finish="MALFORMED_FUNCTION_CALL"),
        CALLS_A_TOOL,
    ],
    ids=["nothing", "no content", "a call gone wrong", "a call alone"],
)
def test_replies_without_text_are_paid_for_twice_at_most(
    server: GeminiServer, answerer: GeminiAnswerer, fault: Reply
) -> None:
    server.script(*[fault] * 20)

    _, error = failing(answerer)

    assert (error.code, len(server.requests)) == ("model_empty", 2)


def test_a_fault_that_costs_nothing_takes_no_paid_call_away(server: GeminiServer, answerer: GeminiAnswerer) -> None:
    server.script(Failure(503), Empty(), Answer("Recovered."))

    assert text(ask(answerer)) == "Recovered."


def test_failed_attempts_are_counted_in_what_an_answer_took(server: GeminiServer, answerer: GeminiAnswerer) -> None:
    server.script(Answer("Half", finish="RECITATION"), Answer("Four letters make a token."))

    *_, last = ask(answerer)

    assert last.usage is not None
    assert last.usage.output_tokens == 1 + 7
    assert last.usage.model == "gemini-3.5-flash-lite"


def test_what_was_spent_is_known_before_the_error(server: GeminiServer, answerer: GeminiAnswerer) -> None:
    server.script(*[Answer("Half", finish="RECITATION")] * 2)

    deltas, error = failing(answerer)

    assert error.code == "model_recitation"
    assert deltas[-1].usage is not None
    assert deltas[-1].usage.output_tokens == 2


def test_a_request_may_leave_less_time_than_the_settings(
    server: GeminiServer, answerer: GeminiAnswerer, waits: Waits
) -> None:
    server.script(*[Failure(429, retry_delay_s=3)] * 20)

    with pytest.raises(TransientError):
        list(answerer.answer(replace(request(), timeout_s=7.0)))

    assert waits.now <= 7


def test_a_reader_who_has_enough_ends_the_call(server: GeminiServer, answerer: GeminiAnswerer) -> None:
    server.script(Slow(0.2, Answer("word " * 400, pieces=200), between_pieces=True))
    stream = answerer.answer(request())
    next(stream)

    begun = time.monotonic()
    stream.close()  # type: ignore[attr-defined]  # what a reader does who has enough

    assert time.monotonic() - begun < 2.0  # the rest would take forty seconds


def test_an_answer_at_its_length_limit_is_kept(server: GeminiServer, answerer: GeminiAnswerer) -> None:
    server.script(Answer("As much as fitted", finish="MAX_TOKENS"))

    deltas = ask(answerer)

    assert (text(deltas), deltas[-1].finish) == ("As much as fitted", "length")


def test_a_wrong_key_is_reported_once_and_blames_the_operator(server: GeminiServer, waits: Waits) -> None:
    answerer = gemini_answerer(settings(server, GEMINI_API_KEY=BAD_KEY), calls=waits.calls())

    with pytest.raises(TransientError, match="model_misconfigured") as caught:
        ask(answerer)

    assert "key" in caught.value.action
    assert len(server.requests) == 1


def test_neither_errors_nor_logs_hold_the_key_or_the_prompt(
    server: GeminiServer, answerer: GeminiAnswerer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.script(*[Failure(500, message=f"failed on: {SECRET}")] * 3, *[Garbage(f"{{{SECRET}")] * 3)

    with pytest.raises(TransientError) as caught:
        ask(answerer)

    shown = (
        repr(answerer)
        + "".join(traceback.format_exception(caught.value))
        + caplog.text
        + repr([r.__dict__ for r in caplog.records])
    )
    assert KEY not in shown
    assert SECRET not in shown


def test_vertex_is_asked_in_its_project_and_location(server: GeminiServer, waits: Waits) -> None:
    vertex = settings(server, GEMINI_API_KEY="", SCHOLARAI_VERTEX_LOCATION="global", GOOGLE_CLOUD_PROJECT="lab")
    answerer = gemini_answerer(vertex, credentials=Credentials(token="t"), calls=waits.calls())
    server.script(Answer("From Vertex."))

    assert text(ask(answerer)) == "From Vertex."
    assert server.requests[0].location == "global"
    assert server.requests[0].headers["authorization"] == "Bearer t"


def test_prices_can_be_set(server: GeminiServer, waits: Waits) -> None:
    own = settings(server, SCHOLARAI_MODEL_PRICES="gemini-3.8-flash=0:1000000")
    server.script(Answer("Four letters make a token."))

    *_, last = ask(gemini_answerer(own, calls=waits.calls()))

    assert last.usage is not None
    assert last.usage.cost_usd == last.usage.output_tokens == 7


def test_the_server_answers_by_itself_from_the_excerpts(server: GeminiServer, answerer: GeminiAnswerer) -> None:
    prompt = '<excerpt-1f id="4" place="p. 2">\nThe genome of the virus is about 31 kb long.\n</excerpt-1f>\n<question-1f>How long is the genome?</question-1f>'

    deltas = list(answerer.answer(request(prompt)))

    assert '<cite id="4">The genome of the virus is about 31 kb long.</cite>' in text(deltas)


def test_prices_change_on_the_day_that_was_announced() -> None:
    from scholarai.adapters.models.prices import cost_usd

    before = cost_usd("gemini-3.8-flash", 1_000_000, 1_000_000, on=date(2026, 12, 31), overrides={})
    after = cost_usd("gemini-3.8-flash", 1_000_000, 1_000_000, on=date(2027, 1, 1), overrides={})

    assert (before, after) == (4.5, 9.0)
    assert cost_usd("gemini-3.5-flash-lite-001", 1_000_000, 0, on=date(2027, 1, 1), overrides={}) == 0.3
    assert cost_usd("some-other-model", 1_000_000, 0, on=date(2027, 1, 1), overrides={}) == 0.0
