"""What a server refuses is left out, a model that ran out of tokens gets more, and both are remembered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from doubles.model_server import MODEL, Answer, Failure, ModelServer, Raw, Scripted
from unit.models.gemini_calls import ask, failing, text
from unit.models.test_http_models import answerer, generated, writer

from scholarai.adapters.models.chat_models import WritingModel
from scholarai.domain.errors import ScholarError
from scholarai.domain.limits import THINKING_TOKENS
from scholarai.ports.models import UnusableAnswerError
from scholarai.prompting.prompt import Prompt
from scholarai.prompting.replies import Scores
from scholarai.prompting.reranking import rerank_prompt

PROMPT = Prompt(system="", user="Why?", max_output_tokens=100)
SCORES = rerank_prompt("Why?", ["One passage."])
GOOD = '{"scores": [{"id": 1, "score": 7}]}'
GOOD_SCORES = Scores.model_validate(json.loads(GOOD))


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def refusal(message: str, status: int = 400) -> Failure:
    return Failure(status, body=json.dumps({"error": {"message": message, "type": "invalid_request_error"}}))


def model(server: ModelServer, name: str, **env: str) -> WritingModel:
    return writer(server, name.partition("/")[0], SCHOLARAI_MODEL=name, **env)


def hosted(server: ModelServer) -> dict[str, str]:
    """Return settings by which the double is not taken for a server of this machine."""
    url = server.url.replace("127.0.0.1", "0.0.0.0")
    return {"SCHOLARAI_OPENAI_BASE_URL": f"{url}/v1", "SCHOLARAI_ANTHROPIC_BASE_URL": url, "OLLAMA_HOST": url}


def bodies(server: ModelServer) -> list[dict[str, Any]]:
    return [dict(body) for body in generated(server)]


@pytest.mark.parametrize(
    ("name", "field", "message"),
    [
        ("openai/gpt-5-mini", "reasoning_effort", "Unrecognized request argument supplied: reasoning_effort"),
        ("openrouter/o3", "reasoning_effort", "Unsupported value: 'reasoning_effort' does not support 'low'."),
        (
            "vllm/qwen3",
            "reasoning_effort",
            '{"loc": ["body", "reasoning_effort"], "msg": "Extra inputs not permitted"}',
        ),
        ("vllm/qwen3", "temperature", "Unsupported parameter: 'temperature' is not supported. Use reasoning_effort."),
        ("openai/own", "temperature", "temperature is deprecated for this model"),
        ("vllm/own", "top_k", "top_k is unknown"),
        ("openai/own", "top_p", "Unsupported value: 'top_p' does not support 0.9 with this model."),
        ("ollama/qwen3:8b", "think", '"qwen3:8b" does not support thinking'),
        ("anthropic/claude-opus-5", "output_config", "This model does not support the effort parameter."),
    ],
)
def test_a_field_that_is_refused_is_left_out_from_then_on(
    server: ModelServer, name: str, field: str, message: str
) -> None:
    server.thinks = True
    made = model(server, name, SCHOLARAI_TOP_P="0.9", SCHOLARAI_TOP_K="30")
    server.script(refusal(message), Answer("So."), Answer("So again."))

    assert [made.generate(PROMPT).text for _ in range(2)] == ["So.", "So again."]
    first, second, third = bodies(server)
    assert field in first
    assert second == {key: value for key, value in first.items() if key != field}
    assert third == second


def test_a_field_is_refused_for_its_model_alone(server: ModelServer) -> None:
    server.script(refusal("reasoning_effort is unknown"))
    model(server, "openai/gpt-5-mini").generate(PROMPT)
    model(server, "openai/gpt-6").generate(PROMPT)

    assert ["reasoning_effort" in body for body in bodies(server)] == [True, False, True]


def test_other_refusals_are_not_asked_again(server: ModelServer) -> None:
    server.script(refusal("The image could not be read."))

    with pytest.raises(ScholarError, match="model_request_refused"):
        model(server, "openai/gpt-5-mini").generate(PROMPT)
    assert len(bodies(server)) == 1


def test_a_refusal_that_goes_on_is_an_error_and_nothing_is_remembered(server: ModelServer) -> None:
    server.script(*[refusal("no reasoning, no format")] * 2, Answer("So."))
    made = model(server, "openai/gpt-5-mini")

    with pytest.raises(ScholarError, match="model_request_refused"):
        made.generate(PROMPT)
    made.generate(PROMPT)

    assert ["reasoning_effort" in body for body in bodies(server)] == [True, False, True]


def test_a_limit_of_another_name_is_found(server: ModelServer) -> None:
    server.script(*[refusal("max_completion_tokens: Extra inputs are not permitted", 422)] * 2, Answer("So."))
    model(server, "openai/own", **hosted(server)).generate(PROMPT)

    *_, last = bodies(server)
    assert (last["max_tokens"], "max_completion_tokens" in last) == (100, False)


def test_room_that_is_more_than_the_model_has_is_left_out(server: ModelServer) -> None:
    server.script(refusal("max_tokens is too large: 2148. This model supports at most 2000 tokens."), Answer("So."))
    model(server, "openrouter/own", **hosted(server)).generate(PROMPT)

    assert [_limit(body) for body in bodies(server)] == [100 + THINKING_TOKENS, 100]


@pytest.mark.parametrize(
    ("name", "is_hosted", "room"),
    [
        ("openai/gpt-5-mini", True, THINKING_TOKENS),
        ("openai/own", True, THINKING_TOKENS),
        ("openai/own", False, 0),
        ("vllm/own", True, 0),
        ("vllm/Qwen/Qwen3-8B", False, THINKING_TOKENS),
        ("ollama/own", False, 0),
        ("anthropic/claude-sonnet-5", True, THINKING_TOKENS),
        ("anthropic/claude-sonnet-4-5", True, THINKING_TOKENS),
    ],
)
def test_a_limit_has_room_for_thoughts(server: ModelServer, name: str, is_hosted: bool, room: int) -> None:
    model(server, name, **(hosted(server) if is_hosted else {})).generate(PROMPT)

    assert _limit(bodies(server)[0]) == 100 + room


@pytest.mark.parametrize("name", ["openai/gpt-5-mini", "vllm/own", "ollama/own", "anthropic/claude-sonnet-5"])
def test_a_model_that_only_thought_is_asked_once_more_with_more_room_from_then_on(
    server: ModelServer, name: str
) -> None:
    server.window = 60_000
    made = model(server, name, **hosted(server))
    server.script(Answer("", finish="length"), Answer("So."), Answer("So again."))

    said = [made.generate(PROMPT) for _ in range(2)]

    limits = [_limit(body) for body in bodies(server)]
    assert [one.text for one in said] == ["So.", "So again."]
    assert limits[1] >= 100 + 4 * THINKING_TOKENS > limits[0]
    assert limits[2] == limits[1]
    assert said[0].usage.input_tokens > said[1].usage.input_tokens


def _limit(body: dict[str, Any]) -> int:
    names = ("max_completion_tokens", "max_tokens")
    found = [body[name] for name in names if name in body] or [body["options"]["num_predict"]]
    return int(found[0])


@pytest.mark.parametrize("fault", [Answer("", finish="length"), Answer("", finish="stop"), Answer("So", finish=None)])
def test_useless_replies_are_paid_for_twice_at_most_and_counted(server: ModelServer, fault: Scripted) -> None:
    server.script(*[fault] * 9)

    with pytest.raises(ScholarError) as caught:
        model(server, "openai/gpt-5-mini", SCHOLARAI_FALLBACK_MODEL="openai/other").generate(PROMPT)

    assert len(bodies(server)) == 2
    assert caught.value.usage is not None
    assert caught.value.usage.input_tokens == 2 * (len("Why?") // 4)


def test_an_empty_reply_and_a_malformed_one_are_two_paid_calls(server: ModelServer) -> None:
    server.script(Answer("", finish="length"), Answer("no JSON"), Answer(GOOD))

    with pytest.raises(UnusableAnswerError, match="model_malformed") as caught:
        model(server, "openai/gpt-5-mini").reply(SCORES)

    assert len(bodies(server)) == 2
    assert caught.value.usage.output_tokens == len("no JSON") // 4


def test_a_prompt_that_was_cut_is_counted(server: ModelServer) -> None:
    server.script(Answer("So.", read=1))

    with pytest.raises(ScholarError, match="prompt_truncated") as caught:
        model(server, "openai/own").generate(Prompt(system="", user="Why is it so?"))
    assert caught.value.usage is not None
    assert caught.value.usage.input_tokens == 1


@pytest.mark.parametrize(
    "refusals",
    [
        ["'response_format' of type 'json_schema' is not supported with this model"],
        ["This response_format type is unavailable now", "response_format is unknown"],
    ],
)
def test_json_is_asked_for_in_the_ways_that_a_server_knows(server: ModelServer, refusals: list[str]) -> None:
    made = model(server, "openai/deepseek-chat")
    server.script(*map(refusal, refusals), Answer(GOOD), Answer(GOOD))

    assert [made.reply(SCORES).reply for _ in range(2)] == [GOOD_SCORES, GOOD_SCORES]
    first, *_, later = bodies(server)
    assert first["response_format"]["json_schema"]["strict"] is True
    assert first["messages"][-1]["content"] == SCORES.user
    assert later.get("response_format") == ({"type": "json_object"} if len(refusals) == 1 else None)
    assert later["messages"][-1]["content"].endswith('{"scores": [{"id": 1, "score": 1}]}')


def test_claude_keeps_to_a_schema_and_older_models_call_a_tool(server: ModelServer) -> None:
    for name in ("claude-opus-5-5", "claude-3-5-haiku-20241022", "claude-opus-4-5"):
        server.script(*([refusal("output_config: Extra inputs are not permitted")] if "4-5" in name else []))
        server.script(Answer(GOOD))
        assert model(server, f"anthropic/{name}").reply(SCORES).reply == GOOD_SCORES

    newest, older, refused, told = bodies(server)
    assert "maximum" not in json.dumps(newest["output_config"]["format"])
    assert "tools" not in newest
    assert "output_config" not in older
    assert older["tool_choice"] == told["tool_choice"] == {"type": "tool", "name": "reply"}
    assert "format" in refused["output_config"]
    assert "output_config" not in told


@pytest.mark.parametrize(
    "said",
    [
        f"Here you are:\n```json\n{GOOD}\n```\nAnything else?",
        f"<think>a score {{from 0 to 10}}, say {{}}</think>{GOOD}",
        f"a score {{}}?\n</think>\n\n{GOOD}",
        f'{GOOD}\n{{"scores": []}}',
        f'{{"type": "object"}} fits, so: {GOOD}',
    ],
    ids=["preamble and fence", "thoughts", "the end of thoughts", "two answers", "the schema first"],
)
@pytest.mark.parametrize("name", ["vllm/qwen3", "ollama/qwen3", "anthropic/own"])
def test_the_first_whole_json_is_taken_without_a_second_call(server: ModelServer, name: str, said: str) -> None:
    server.script(Answer(said))

    assert model(server, name).reply(SCORES).reply == GOOD_SCORES
    assert len(bodies(server)) == 1


@pytest.mark.parametrize("provider", ["vllm", "ollama"])
@pytest.mark.parametrize("cut", [1, 3, 8])
@pytest.mark.parametrize(
    "thoughts", ["<think>\nHm.\n</think>", "<thinking>Hm.</thinking>", "[THINK]Hm.[/THINK]", "Hm.</think>", "", "<thin"]
)
def test_thoughts_leave_a_stream_wherever_it_is_cut(
    server: ModelServer, provider: str, thoughts: str, cut: int
) -> None:
    said = f"{thoughts}\n\nThe kettle boils."
    pieces = [said[at : at + cut] for at in range(0, len(said), cut)]
    server.script(Raw(b"".join(_chunk(provider, piece) for piece in pieces) + _end(provider), "text/event-stream"))

    expected = "The kettle boils." if thoughts != "<thin" else said
    assert text(ask(answerer(server, provider, SCHOLARAI_MODEL=f"{provider}/qwen3"))).strip() == expected


def _chunk(provider: str, piece: str) -> bytes:
    if provider == "ollama":
        return json.dumps({"message": {"content": piece}, "done": False}).encode() + b"\n"
    return b"data: " + json.dumps({"choices": [{"delta": {"content": piece}}]}).encode() + b"\n\n"


def _end(provider: str) -> bytes:
    if provider == "ollama":
        return b'{"done": true, "done_reason": "stop"}'
    return b'data: {"choices": [{"delta": {}, "finish_reason": "stop"}]}'


def test_an_end_of_thoughts_is_text_where_the_model_is_not_known_to_think(server: ModelServer) -> None:
    server.script(Answer("Qwen ends with </think>, they say."))

    assert text(ask(answerer(server, "vllm"))) == "Qwen ends with </think>, they say."


@pytest.mark.parametrize("finish", ["stop", "length"])
def test_only_thoughts_are_no_answer(server: ModelServer, finish: str) -> None:
    server.script(*[Answer("<think>Hm, a kettle", finish=finish)] * 9)

    _, error = failing(answerer(server, "vllm"))

    assert error.code == {"stop": "model_empty", "length": "model_out_of_tokens"}[finish]
    assert len(bodies(server)) == 2


def test_settings_of_sampling_are_sent_where_the_protocol_has_them(server: ModelServer) -> None:
    env = {"SCHOLARAI_TOP_P": "0.9", "SCHOLARAI_TOP_K": "30"}
    for name in ("openai/own", "vllm/own", "ollama/own", "anthropic/own"):
        model(server, name, **env).generate(PROMPT)

    openai, vllm, ollama, anthropic = bodies(server)
    assert (openai["top_p"], "top_k" in openai) == (0.9, False)
    assert (vllm["top_p"], vllm["top_k"], vllm["temperature"]) == (0.9, 30, 0.2)
    assert (ollama["options"]["top_p"], ollama["options"]["top_k"]) == (0.9, 30)
    assert not {"top_p", "top_k", "temperature"} & anthropic.keys()


@pytest.mark.parametrize(
    ("provider", "thinks", "told"), [("ollama", True, True), ("ollama", False, False), ("vllm", True, None)]
)
def test_how_much_to_think_is_told_to_models_that_do(
    server: ModelServer, provider: str, thinks: bool, told: bool | None
) -> None:
    server.thinks = thinks
    made = model(server, f"{provider}/qwen3")
    made.generate(PROMPT)
    made.generate(Prompt(system="", user="Why?", effort="medium"))

    low, medium = ([body.get("think"), body.get("reasoning_effort")] for body in bodies(server))
    expected = {
        True: [["low", None], ["medium", None]],
        False: [[None, None]] * 2,
        None: [[None, "low"], [None, "medium"]],
    }
    assert [low, medium] == expected[told]


def test_the_model_of_the_double_is_asked_as_before(server: ModelServer) -> None:
    model(server, f"vllm/{MODEL}").generate(PROMPT)

    [body] = bodies(server)
    assert body == {
        "model": MODEL,
        "messages": [{"role": "user", "content": "Why?"}],
        "max_tokens": 100,
        "temperature": 0.2,
    }
