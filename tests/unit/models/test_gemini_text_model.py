"""Gemini's texts in one piece: JSON fits its schema or is an error, and nothing is repaired."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from doubles.gemini_server import Answer, Cut, Empty, Failure, Garbage, GeminiServer
from pydantic import BaseModel, ConfigDict, Field

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.gemini.json_shape import misfit
from scholarai.adapters.models.gemini.text_model import GeminiTextModel, gemini_text_model
from scholarai.config import Settings
from scholarai.domain.errors import ModelRefusedError, TransientError
from scholarai.prompting.prompt import Prompt


class Item(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1)
    kind: str = Field(pattern="^[ab]$", default="a")
    weight: float | None = None


class Plan(BaseModel):
    title: str
    items: list[Item] = Field(max_length=2)
    done: bool = False


SCHEMA = Plan.model_json_schema()
GOOD = {"title": "t", "items": [{"name": "n", "weight": 1.5}]}


@pytest.fixture(scope="module")
def running() -> Iterator[GeminiServer]:
    with GeminiServer() as server:
        yield server


@pytest.fixture
def server(running: GeminiServer) -> GeminiServer:
    running.reset()
    return running


@pytest.fixture
def model(server: GeminiServer) -> GeminiTextModel:
    settings = Settings.from_env({"GEMINI_API_KEY": "key", "SCHOLARAI_GEMINI_BASE_URL": server.url})
    return gemini_text_model(settings, calls=Calls(timeout_s=10, sleep=lambda _: None))


def prompt(schema: dict[str, object] | None = None) -> Prompt:
    return Prompt(system="s", user="Plan it.", response_schema=schema, max_output_tokens=100)


def test_a_text_comes_whole_with_its_usage(server: GeminiServer, model: GeminiTextModel) -> None:
    server.script(Answer("All of it."))

    generation = model.generate(prompt())

    assert (generation.text, generation.finish) == ("All of it.", "stop")
    assert generation.usage.model == "gemini-3.8-flash"
    assert generation.usage.input_tokens > 0


@pytest.mark.parametrize("ascii_only", [True, False])
def test_no_text_holds_what_nobody_sees(server: GeminiServer, model: GeminiTextModel, ascii_only: bool) -> None:
    hidden = {"title": "a\u202e plan\x07", "items": [{"name": "b\u200bees"}]}
    server.script(Answer("All\u202e of it."), Answer(json.dumps(hidden, ensure_ascii=ascii_only)))

    assert model.generate(prompt()).text == "All of it."
    assert model.generate(prompt(SCHEMA)).data == {"title": "a plan", "items": [{"name": "bees"}]}


def test_replies_without_text_are_paid_for_twice_at_most(server: GeminiServer, model: GeminiTextModel) -> None:
    server.script(*[Empty(candidate=True, finish="STOP")] * 9)

    with pytest.raises(TransientError, match="model_empty"):
        model.generate(prompt())
    assert len(server.requests) == 2


def test_a_text_at_its_limit_says_so(server: GeminiServer, model: GeminiTextModel) -> None:
    server.script(Answer("As much as", finish="MAX_TOKENS"))

    assert model.generate(prompt()).finish == "length"


def test_json_that_fits_comes_parsed(server: GeminiServer, model: GeminiTextModel) -> None:
    server.script(Answer(json.dumps(GOOD)))

    assert model.generate(prompt(SCHEMA)).data == GOOD
    config = server.requests[0].body["generationConfig"]
    assert config["responseMimeType"] == "application/json"
    assert config["responseJsonSchema"]["title"] == "Plan"


@pytest.mark.parametrize(
    "reply", ["not json", "[1]", '{"title": "t"}', '{"title": 3, "items": []}', '{"title": "t", "items": [{}, {}, {}]}']
)
def test_json_that_does_not_fit_is_asked_for_once_more(
    server: GeminiServer, model: GeminiTextModel, reply: str
) -> None:
    server.script(Answer(reply), Answer(json.dumps(GOOD)))

    generation = model.generate(prompt(SCHEMA))

    first, second = (asked.body["contents"] for asked in server.requests)
    assert generation.data == GOOD
    assert generation.usage.input_tokens > len(first)
    assert [content["role"] for content in second] == ["user", "model", "user"]
    assert second[1]["parts"] == [{"text": reply}]


def test_json_cut_off_at_its_limit_gets_twice_the_room(server: GeminiServer, model: GeminiTextModel) -> None:
    server.script(Answer('{"title": "t", "it', finish="MAX_TOKENS"), Answer(json.dumps(GOOD)))

    model.generate(prompt(SCHEMA))

    before, after = (asked.body["generationConfig"]["maxOutputTokens"] for asked in server.requests)
    assert after - before == 100


def test_json_that_never_fits_is_an_error(server: GeminiServer, model: GeminiTextModel) -> None:
    server.script(Answer("no"), Answer("never"))

    with pytest.raises(TransientError, match="model_malformed"):
        model.generate(prompt(SCHEMA))
    assert len(server.requests) == 2


def test_faults_are_survived_and_refusals_are_not(server: GeminiServer, model: GeminiTextModel) -> None:
    server.script(Failure(500), Cut(), Garbage(), Answer("From the fallback."))
    assert model.generate(prompt()).usage.model == "gemini-3.5-flash-lite"

    server.script(Answer("", finish="PROHIBITED_CONTENT"))
    with pytest.raises(ModelRefusedError):
        model.generate(prompt())


def test_the_server_answers_schemas_by_itself(model: GeminiTextModel) -> None:
    Plan.model_validate({**model.generate(prompt(SCHEMA)).data, "items": []})


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (GOOD, ""),
        ({**GOOD, "items": [{"name": "n", "weight": None}]}, ""),
        ({**GOOD, "done": 1}, "$.done is not of type boolean"),
        ({**GOOD, "title": True}, "$.title is not of type string"),
        ({**GOOD, "items": [{"name": ""}]}, "$.items[0].name is outside minLength or maxLength"),
        ({**GOOD, "items": [{"name": "n", "weight": "heavy"}]}, "$.items[0].weight fits none of the allowed shapes"),
        ({**GOOD, "items": [{"name": "n", "size": 1}]}, "$.items[0] has members that the schema does not know"),
        ({"title": "t"}, "$ lacks items"),
        (7, "$ is not of type object"),
    ],
)
def test_a_misfit_is_named_with_its_place(value: object, wrong: str) -> None:
    assert misfit(value, SCHEMA) == wrong


def test_whole_numbers_are_numbers_and_numbers_are_bounded() -> None:
    schema = {"type": "number", "minimum": 0, "maximum": 1}

    assert misfit(1, schema) == ""
    assert misfit(2, schema) == "$ is outside minimum or maximum"
    assert misfit("x", {"enum": ["a", "b"]}) == "$ is none of ['a', 'b']"
