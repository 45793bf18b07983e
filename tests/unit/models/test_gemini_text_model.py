"""Gemini's texts in one piece: JSON fits its class or is an error, and nothing is repaired."""

from __future__ import annotations

import json

import pytest
from doubles.gemini_server import Answer, Cut, Empty, Failure, Garbage, GeminiServer
from msgspec.structs import replace
from pydantic import Field

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.chat_models import WritingModel
from scholarai.adapters.models.gemini.model import gemini_text_model
from scholarai.config import Settings
from scholarai.domain.errors import ModelRefusedError, TransientError
from scholarai.domain.limits import THINKING_TOKENS
from scholarai.ports.models import UnusableAnswerError
from scholarai.prompting.prompt import Prompt, ReplyPrompt
from scholarai.prompting.replies import Reply


class Item(Reply):
    name: str = Field(min_length=1)
    weight: float | None = None


class Plan(Reply):
    title: str
    items: list[Item] = Field(max_length=2)
    done: bool = False


GOOD = {"title": "t", "items": [{"name": "n", "weight": 1.5}]}
GOOD_PLAN = Plan(title="t", items=[Item(name="n", weight=1.5)])
PLAN_IT = ReplyPrompt(system="s", user="Plan it.", reply=Plan, max_output_tokens=100)
PROMPT = Prompt(system="s", user="Plan it.", max_output_tokens=100)


@pytest.fixture
def model(server: GeminiServer) -> WritingModel:
    settings = Settings.from_env({"GEMINI_API_KEY": "key", "SCHOLARAI_GEMINI_BASE_URL": server.url})
    return gemini_text_model(settings, calls=Calls(timeout_s=10, sleep=lambda _: None))


def test_a_text_comes_whole_with_its_usage(server: GeminiServer, model: WritingModel) -> None:
    server.script(Answer("All of it."))

    generation = model.generate(PROMPT)

    assert (generation.text, generation.finish) == ("All of it.", "stop")
    assert generation.usage.model == "gemini-3.8-flash"
    assert generation.usage.input_tokens > 0


@pytest.mark.parametrize("ascii_only", [True, False])
def test_no_text_holds_what_nobody_sees(server: GeminiServer, model: WritingModel, ascii_only: bool) -> None:
    hidden = {"title": "a\u202e plan\x07", "items": [{"name": "b\u200bees"}]}
    server.script(Answer("All\u202e of it."), Answer(json.dumps(hidden, ensure_ascii=ascii_only)))

    assert model.generate(PROMPT).text == "All of it."
    assert model.reply(PLAN_IT).reply == Plan(title="a plan", items=[Item(name="bees")])


def test_replies_without_text_are_paid_for_twice_at_most(server: GeminiServer, model: WritingModel) -> None:
    server.script(*[Empty(candidate=True, finish="STOP")] * 9)

    with pytest.raises(TransientError, match="model_empty"):
        model.generate(PROMPT)
    assert len(server.requests) == 2


def test_a_text_at_its_limit_says_so(server: GeminiServer, model: WritingModel) -> None:
    server.script(Answer("As much as", finish="MAX_TOKENS"))

    assert model.generate(PROMPT).finish == "length"


def test_json_that_fits_comes_parsed(server: GeminiServer, model: WritingModel) -> None:
    server.script(Answer(json.dumps(GOOD)))

    assert model.reply(PLAN_IT).reply == GOOD_PLAN
    config = server.requests[0].body["generationConfig"]
    assert config["responseMimeType"] == "application/json"
    assert config["responseJsonSchema"] == PLAN_IT.schema()


@pytest.mark.parametrize(
    "reply",
    [
        "not json",
        "[1]",
        '{"title": "t"}',
        '{"title": 3, "items": []}',
        '{"title": "t", "items": [{}, {}, {}]}',
    ],
)
def test_json_that_does_not_fit_is_asked_for_once_more(server: GeminiServer, model: WritingModel, reply: str) -> None:
    server.script(Answer(reply), Answer(json.dumps(GOOD)))

    replied = model.reply(PLAN_IT)

    first, second = (asked.body["contents"] for asked in server.requests)
    assert replied.reply == GOOD_PLAN
    assert replied.usage.input_tokens > len(first)
    assert [content["role"] for content in second] == ["user", "model", "user"]
    assert second[1]["parts"] == [{"text": reply}]


def test_json_nested_too_deep_is_asked_for_once_more(server: GeminiServer, model: WritingModel) -> None:
    server.script(Answer("[" * 100_000), Answer(json.dumps(GOOD)))

    assert model.reply(PLAN_IT).reply == GOOD_PLAN


def test_json_cut_off_at_its_limit_gets_twice_the_room(server: GeminiServer, model: WritingModel) -> None:
    server.script(Answer('{"title": "t", "it', finish="MAX_TOKENS"), Answer(json.dumps(GOOD)))

    model.reply(PLAN_IT)

    before, after = (asked.body["generationConfig"]["maxOutputTokens"] for asked in server.requests)
    assert after - before == 100


def test_json_that_never_fits_is_an_error(server: GeminiServer, model: WritingModel) -> None:
    server.script(Answer("no"), Answer("never"))

    with pytest.raises(UnusableAnswerError, match="model_malformed") as raised:
        model.reply(PLAN_IT)
    assert len(server.requests) == 2
    assert raised.value.usage.output_tokens > 1


def test_what_was_wrong_is_said_within_bounds(server: GeminiServer, model: WritingModel) -> None:
    server.script(Answer(json.dumps(GOOD | {"x" * 5_000: 1})), Answer(json.dumps(GOOD)))

    model.reply(PLAN_IT)

    said = server.requests[1].body["contents"][-1]["parts"][0]["text"]
    assert said.startswith("Your answer cannot be used: xxx")
    assert len(said) < 500


def test_faults_are_survived_and_refusals_are_not(server: GeminiServer, model: WritingModel) -> None:
    server.script(Failure(500), Cut(), Garbage(), Answer("From the fallback."))
    assert model.generate(PROMPT).usage.model == "gemini-3.5-flash-lite"

    server.script(Answer("", finish="PROHIBITED_CONTENT"))
    with pytest.raises(ModelRefusedError):
        model.generate(PROMPT)


def config_of(server: GeminiServer, name: str, prompt: Prompt = PROMPT, **env: str) -> dict[str, object]:
    settings = Settings.from_env({"GEMINI_API_KEY": "key", "SCHOLARAI_GEMINI_BASE_URL": server.url, **env})
    gemini_text_model(settings, models=[name]).generate(prompt)
    config: dict[str, object] = server.requests[-1].body["generationConfig"]
    return config


@pytest.mark.parametrize(
    ("name", "thinking", "temperature"),
    [
        ("gemini-3.8-flash", {"thinking_level": "LOW"}, None),
        ("models/gemini-3-pro-preview", {"thinking_level": "LOW"}, None),
        ("gemini-flash-latest", {"thinking_level": "LOW"}, None),
        ("gemini-4-pro", {"thinking_level": "LOW"}, None),
        ("gemini-2.5-flash-lite", {"thinking_budget": 1_024}, 0.2),
        ("models/gemini-2.5-pro", {"thinking_budget": 1_024}, 0.2),
        ("gemini-2.0-flash", None, 0.2),
        ("gemma-3-27b-it", None, 0.2),
    ],
)
def test_each_model_is_told_how_much_to_think_in_its_own_way(
    server: GeminiServer, name: str, thinking: dict[str, object] | None, temperature: float | None
) -> None:
    config = config_of(server, name)

    assert config.get("thinkingConfig") == thinking
    assert config.get("temperature") == temperature
    assert config["maxOutputTokens"] == 100 + THINKING_TOKENS


def test_more_effort_gets_more_room(server: GeminiServer) -> None:
    config = config_of(server, "gemini-3.8-flash", replace(PROMPT, effort="medium"))

    assert config["thinkingConfig"] == {"thinking_level": "MEDIUM"}
    assert config["maxOutputTokens"] == 100 + 4 * THINKING_TOKENS


def test_sampling_is_sent_as_it_is_set(server: GeminiServer) -> None:
    config = config_of(server, "gemini-3.8-flash", SCHOLARAI_TOP_P="0.9", SCHOLARAI_TOP_K="30")

    assert (config["topP"], config["topK"]) == (0.9, 30)


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ("Thinking level is not supported for this model.", "thinkingConfig"),
        ("The thinking budget (1024) is invalid.", "thinkingConfig"),
        ("response_json_schema: unknown keyword", "responseJsonSchema"),
    ],
)
def test_what_the_service_refuses_is_left_out_from_then_on(
    server: GeminiServer, model: WritingModel, message: str, field: str
) -> None:
    server.script(Failure(400, message=message), Answer(json.dumps(GOOD)), Answer(json.dumps(GOOD)))

    assert [model.reply(PLAN_IT).reply for _ in range(2)] == [GOOD_PLAN, GOOD_PLAN]
    assert [field in request.body["generationConfig"] for request in server.requests] == [True, False, False]
    assert "responseMimeType" in server.requests[-1].body["generationConfig"]


def test_a_model_that_only_thought_gets_more_room_and_both_calls_are_counted(
    server: GeminiServer, model: WritingModel
) -> None:
    server.script(Answer("", finish="MAX_TOKENS", thought_tokens=2_148), Answer("So."))

    said = model.generate(PROMPT)

    limits = [request.body["generationConfig"]["maxOutputTokens"] for request in server.requests]
    assert limits == [100 + THINKING_TOKENS, 100 + 4 * THINKING_TOKENS]
    assert said.usage.output_tokens == 2_148 + 1
    assert [request.model for request in server.requests] == ["gemini-3.8-flash"] * 2


def test_what_failed_calls_took_comes_with_the_error(server: GeminiServer, model: WritingModel) -> None:
    server.script(*[Answer("", finish="MAX_TOKENS", thought_tokens=2_000)] * 2)

    with pytest.raises(TransientError, match="model_out_of_tokens") as raised:
        model.generate(PROMPT)
    assert raised.value.usage is not None
    assert raised.value.usage.output_tokens == 4_000
