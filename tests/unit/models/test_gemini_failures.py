"""What passes is retried, what the model cannot cure goes to the fallback, and every attempt is bounded and counted."""

from __future__ import annotations

import pytest
from doubles.gemini_server import Answer, Blocked, Cut, Empty, Failure, Garbage, GeminiServer, Parts, Reply, Slow
from unit.models.gemini_calls import Waits, ask, failing, models_asked, settings, text

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.chat_models import StreamingAnswerer
from scholarai.adapters.models.gemini.model import gemini_answerer
from scholarai.domain.errors import ModelRefusedError, TransientError

CALLS_A_TOOL = Parts(({"functionCall": {"name": "search", "args": {}}},))


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
def test_a_passing_failure_is_retried(server: GeminiServer, answerer: StreamingAnswerer, fault: Reply) -> None:
    server.script(fault, Answer("Recovered."))

    assert text(ask(answerer)) == "Recovered."
    assert models_asked(server) == ["gemini-3.8-flash"] * 2


def test_waits_grow_and_a_retry_delay_is_honoured(
    server: GeminiServer, answerer: StreamingAnswerer, waits: Waits
) -> None:
    server.script(Failure(500), Failure(429, retry_delay_s=7.5), Answer("Recovered."))

    ask(answerer)

    assert waits.slept == [0.5, 7.5]


def test_a_proxys_retry_after_is_honoured_too(server: GeminiServer, answerer: StreamingAnswerer, waits: Waits) -> None:
    server.script(Failure(429, text_body="slow down", retry_after_s=4), Answer("Recovered."))

    ask(answerer)

    assert waits.slept == [4.0]


def test_after_three_failures_the_fallback_answers_and_says_so(
    server: GeminiServer, answerer: StreamingAnswerer
) -> None:
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
        Answer("", finish="RECITATION"),
    ],
    ids=["a delay past the deadline", "the day's quota", "a model shut down", "recitation"],
)
def test_what_the_same_model_cannot_cure_goes_to_the_fallback_at_once(
    server: GeminiServer, answerer: StreamingAnswerer, waits: Waits, fault: Reply
) -> None:
    server.script(fault, Answer("From the fallback."))

    assert text(ask(answerer)) == "From the fallback."
    assert models_asked(server) == ["gemini-3.8-flash", "gemini-3.5-flash-lite"]
    assert waits.slept == []


def test_when_everything_fails_the_attempts_end_in_a_transient_error(
    server: GeminiServer, answerer: StreamingAnswerer
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
def test_a_refusal_is_not_tried_again(
    server: GeminiServer, answerer: StreamingAnswerer, fault: Reply, code: str
) -> None:
    server.script(fault)

    with pytest.raises(ModelRefusedError) as caught:
        ask(answerer)

    assert caught.value.code == code
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "fault", [Cut("The beginning"), Answer("The beginning", finish=None)], ids=["cut", "just ends"]
)
def test_a_reply_that_breaks_off_is_begun_anew_once(
    server: GeminiServer, answerer: StreamingAnswerer, fault: Reply
) -> None:
    server.script(fault, Answer("Recovered."))

    deltas = ask(answerer)

    assert text(deltas) == "Recovered."
    assert sum(delta.restart for delta in deltas) == 1
    assert models_asked(server) == ["gemini-3.8-flash"] * 2


def test_a_reply_that_recites_is_begun_anew_by_the_fallback(server: GeminiServer, answerer: StreamingAnswerer) -> None:
    server.script(Answer("Half a known text", finish="RECITATION"), Answer("From the fallback."))

    assert text(ask(answerer)) == "From the fallback."
    assert models_asked(server) == ["gemini-3.8-flash", "gemini-3.5-flash-lite"]


def test_replies_that_break_off_again_end_after_two(server: GeminiServer, answerer: StreamingAnswerer) -> None:
    server.script(*[Cut("The beginning")] * 20)

    deltas, error = failing(answerer)

    assert (error.code, len(server.requests)) == ("stream_broken", 2)
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
    server: GeminiServer, answerer: StreamingAnswerer, fault: Reply
) -> None:
    server.script(*[fault] * 20)

    _, error = failing(answerer)

    assert (error.code, len(server.requests)) == ("model_empty", 2)


def test_a_fault_that_costs_nothing_takes_no_paid_call_away(server: GeminiServer, answerer: StreamingAnswerer) -> None:
    server.script(Failure(503), Empty(), Answer("Recovered."))

    assert text(ask(answerer)) == "Recovered."


def test_failed_attempts_are_counted_in_what_an_answer_took(server: GeminiServer, answerer: StreamingAnswerer) -> None:
    server.script(Answer("Half", finish="RECITATION"), Answer("Four letters make a token."))

    *_, last = ask(answerer)

    assert last.usage is not None
    assert last.usage.output_tokens == 1 + 7
    assert last.usage.model == "gemini-3.5-flash-lite"


def test_what_was_spent_is_known_before_the_error(server: GeminiServer, answerer: StreamingAnswerer) -> None:
    server.script(*[Answer("Half", finish="RECITATION")] * 2)

    deltas, error = failing(answerer)

    assert error.code == "model_recitation"
    assert deltas[-1].usage is not None
    assert deltas[-1].usage.output_tokens == 2
