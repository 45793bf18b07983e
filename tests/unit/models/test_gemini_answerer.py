"""Gemini's answers stream, survive what passes, end in named errors, and say which model wrote them at what cost."""

from __future__ import annotations

import logging
import time
import traceback
from datetime import date

import pytest
from doubles.gemini_server import Answer, Failure, Garbage, GeminiServer, Slow
from doubles.gemini_server.server import BAD_KEY
from google.oauth2.credentials import Credentials
from msgspec.structs import replace
from unit.models.gemini_calls import KEY, SECRET, Waits, ask, request, settings, text

from scholarai.adapters.models.chat_models import StreamingAnswerer
from scholarai.adapters.models.gemini.model import gemini_answerer
from scholarai.domain.errors import TransientError
from scholarai.prompting.prompt import Turn


def test_an_answer_comes_in_pieces_and_ends_with_its_usage(server: GeminiServer, answerer: StreamingAnswerer) -> None:
    server.script(Answer("One two three four five six.", thought_tokens=5, model_version="gemini-3.8-flash-002"))

    *pieces, last = ask(answerer)

    assert len(pieces) == 3
    assert text(pieces) == "One two three four five six."
    assert last.usage is not None
    assert last.usage.model == "gemini-3.8-flash-002"
    assert last.usage.output_tokens == 7 + 5
    assert last.usage.cost_usd > 0


def test_the_first_piece_comes_before_the_last_is_written(server: GeminiServer, answerer: StreamingAnswerer) -> None:
    server.script(Slow(0.2, Answer("One two three."), between_pieces=True))

    stream = answerer.answer(request())

    assert next(stream).text == "One t"
    stream.close()  # type: ignore[attr-defined]  # a reader that leaves


def test_instructions_history_and_images_are_sent_apart_from_the_request(
    server: GeminiServer, answerer: StreamingAnswerer
) -> None:
    history = (Turn(role="user", text="before"), Turn(role="assistant", text="answered"))

    list(answerer.answer(request("now", history=history, images=(b"\x89PNG",), temperature=0.5)))

    body = server.requests[0].body
    assert body["systemInstruction"]["parts"] == [{"text": "Be exact."}]
    assert [content["role"] for content in body["contents"]] == ["user", "model", "user"]
    assert body["contents"][2]["parts"][0]["inlineData"].keys() == {"data", "mime_type"}
    assert body["contents"][2]["parts"][1] == {"text": "now"}
    assert body["generationConfig"].keys() == {"maxOutputTokens", "thinkingConfig"}


def test_the_key_travels_in_a_header_and_never_in_the_address(
    server: GeminiServer, answerer: StreamingAnswerer
) -> None:
    ask(answerer)

    assert server.requests[0].headers["x-goog-api-key"] == KEY


def test_a_request_may_leave_less_time_than_the_settings(
    server: GeminiServer, answerer: StreamingAnswerer, waits: Waits
) -> None:
    server.script(*[Failure(429, retry_delay_s=3)] * 20)

    with pytest.raises(TransientError):
        list(answerer.answer(replace(request(), timeout_s=7.0)))

    assert waits.now <= 7


def test_a_reader_who_has_enough_ends_the_call(server: GeminiServer, answerer: StreamingAnswerer) -> None:
    server.script(Slow(0.2, Answer("word " * 400, pieces=200), between_pieces=True))
    stream = answerer.answer(request())
    next(stream)

    begun = time.monotonic()
    stream.close()  # type: ignore[attr-defined]  # what a reader does who has enough

    assert time.monotonic() - begun < 20.0  # the rest would take forty seconds


def test_an_answer_at_its_length_limit_is_kept(server: GeminiServer, answerer: StreamingAnswerer) -> None:
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
    server: GeminiServer, answerer: StreamingAnswerer, caplog: pytest.LogCaptureFixture
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


def test_the_server_answers_by_itself_from_the_excerpts(server: GeminiServer, answerer: StreamingAnswerer) -> None:
    prompt = '<paper-1f title="Viruses">\n== 4 == p. 2\n[4.1] The genome of the virus is about 31 kb long.\n</paper-1f>\n<question-1f>How long is the genome?</question-1f>'

    deltas = list(answerer.answer(request(prompt)))

    assert '<cite id="4">The genome of the virus is about 31 kb long.</cite>' in text(deltas)


def test_prices_change_on_the_day_that_was_announced() -> None:
    from scholarai.adapters.models.prices import cost_usd

    before = cost_usd("gemini-3.8-flash", 1_000_000, 1_000_000, on=date(2026, 12, 31), overrides={})
    after = cost_usd("gemini-3.8-flash", 1_000_000, 1_000_000, on=date(2027, 1, 1), overrides={})

    assert (before, after) == (4.5, 9.0)
    assert cost_usd("gemini-3.5-flash-lite-001", 1_000_000, 0, on=date(2027, 1, 1), overrides={}) == 0.3
    assert cost_usd("some-other-model", 1_000_000, 0, on=date(2027, 1, 1), overrides={}) == 0.0
