"""Models behind HTTP, each protocol on the double: answers, texts, JSON, and every way in which a server can fail."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest
from doubles.model_server import MODEL, Answer, Failure, ModelServer, Raw, Scripted
from unit.models.gemini_calls import ask, failing, text

from scholarai.adapters.models.chat_models import StreamingAnswerer, WritingModel
from scholarai.adapters.models.http import connection
from scholarai.adapters.models.registry import chosen_provider
from scholarai.config import Settings, SettingsError
from scholarai.domain.errors import ScholarError
from scholarai.ports.models import AnswerRequest
from scholarai.prompting.prompt import Prompt, Turn
from scholarai.prompting.replies import Scores
from scholarai.prompting.reranking import rerank_prompt

KEY = "sk-secret-key"
PROTOCOLS = ("openai", "ollama", "anthropic")
# More than any window of the double.
LONG = "The kettle boils after ninety seconds, as the table shows. " * 1_200


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture(params=PROTOCOLS)
def protocol(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def settings(server: ModelServer, protocol: str, **env: str) -> Settings:
    addresses = {
        "SCHOLARAI_OPENAI_BASE_URL": f"{server.url}/v1",
        "SCHOLARAI_OPENAI_API_KEY": KEY,
        "OLLAMA_HOST": server.url,
        "ANTHROPIC_API_KEY": KEY,
        "SCHOLARAI_ANTHROPIC_BASE_URL": server.url,
    }
    return Settings.from_env({**addresses, "SCHOLARAI_MODEL": f"{protocol}/{MODEL}", **env})


def answerer(server: ModelServer, protocol: str, **env: str) -> StreamingAnswerer:
    made = chosen_provider(settings(server, protocol, **env)).answerer()
    assert isinstance(made, StreamingAnswerer)
    return made


def writer(server: ModelServer, protocol: str, **env: str) -> WritingModel:
    made = chosen_provider(settings(server, protocol, **env)).text_model()
    assert isinstance(made, WritingModel)
    return made


def generated(server: ModelServer) -> list[dict[str, object]]:
    """Return the bodies of the requests for a text."""
    return [request.body for request in server.requests if "messages" in request.body]


def test_an_answer_streams_and_ends_with_its_usage(server: ModelServer, protocol: str) -> None:
    server.script(Answer("The kettle boils."))

    deltas = ask(answerer(server, protocol))

    assert [delta.text for delta in deltas[:-1]] == ["The ke", "ttle b", "oils."]
    assert deltas[-1].finish == "stop"
    assert deltas[-1].usage is not None
    assert deltas[-1].usage.model == MODEL
    assert deltas[-1].usage.input_tokens > 5
    assert deltas[-1].usage.output_tokens == len("The kettle boils.") // 4


def test_an_answer_at_its_limit_says_so(server: ModelServer, protocol: str) -> None:
    server.script(Answer("The kettle", finish="length"))

    assert ask(answerer(server, protocol))[-1].finish == "length"


def test_system_turns_and_bounds_arrive(server: ModelServer, protocol: str) -> None:
    prompt = Prompt(
        system="Be exact.",
        user="And now?",
        history=(Turn(role="user", text="Before?"), Turn(role="model", text="Then.")),
        max_output_tokens=77,
    )
    writer(server, protocol).generate(prompt)

    [body] = generated(server)
    said = json.dumps(body)
    order = [said.index(words) for words in ("Before?", "Then.", "And now?")]
    assert order == sorted(order)
    assert "Be exact." in said
    assert '"role": "assistant"' in said
    assert ": 77" in said


def test_a_reply_has_the_shape_that_was_asked_for(server: ModelServer, protocol: str) -> None:
    prompt = rerank_prompt("Why?", ["One passage.", "Another."])
    server.script(Answer('{"scores": [{"id": 1, "score": 7}]}'))

    assert writer(server, protocol).reply(prompt).reply == Scores.model_validate({"scores": [{"id": 1, "score": 7}]})
    assert "scores" in json.dumps(generated(server)[0])


def test_a_server_that_ignores_the_shape_is_asked_once_more_and_then_told_of(
    server: ModelServer, protocol: str
) -> None:
    server.script(Answer("Certainly, here you are."), Answer("As I said."))

    with pytest.raises(ScholarError) as caught:
        writer(server, protocol).reply(rerank_prompt("Why?", ["One passage."]))

    assert caught.value.code == "model_malformed"
    assert len(generated(server)) == 2


@pytest.mark.parametrize("protocol", ["vllm", "ollama"])
def test_thoughts_and_fences_are_no_part_of_a_reply(server: ModelServer, protocol: str) -> None:
    said = '<think>\nHm, a score.\n</think>\n\n```json\n{"scores": []}\n```'
    server.script(Answer(said), Answer("<think>Let me see.</think>The kettle boils."), Answer("<b>It</b> boils."))

    assert writer(server, protocol).reply(rerank_prompt("Why?", ["One."])).reply.scores == []
    assert text(ask(answerer(server, protocol))) == "The kettle boils."
    assert text(ask(answerer(server, protocol))) == "<b>It</b> boils."


_TOO_LONG = '{"error": {"message": "This model\'s maximum context length is 4096 tokens."}}'
# llama.cpp's server, of a path.
_NO_PATH = '{"error": {"message": "File Not Found", "type": "not_found_error", "code": 404}}'
_NO_MODEL = '{"error": "model \'tiny:1b\' not found"}'


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Failure(401), "model_misconfigured"),
        (Failure(402), "model_misconfigured"),
        (Failure(404, body=_NO_MODEL), "model_missing"),
        (Failure(404, body="Not Found"), "model_misconfigured"),
        (Failure(404, body=_NO_PATH), "model_misconfigured"),
        (Failure(501), "model_misconfigured"),
        (Failure(400, body='{"error": "No models loaded. Please load a model in the developer page."}'), "model_missing"),
        (Failure(400, body="<center>The plain HTTP request was sent to HTTPS port</center>"), "model_misconfigured"),
        (Failure(400, body="Client sent an HTTP request to an HTTPS server."), "model_misconfigured"),
        (Failure(400, body=_TOO_LONG), "prompt_too_long"),
        (Failure(400, body='{"error": {"type": "exceed_context_size_error"}}'), "prompt_too_long"),
        (Failure(400, body='{"error": {"message": "prompt is too long: 210000 tokens > 200000 maximum"}}'), "prompt_too_long"),
        (Failure(400), "model_request_refused"),
        (Failure(429), "model_busy"),
        (Failure(529), "model_unavailable"),
        (Raw(b"<!doctype html><title>Sign in</title>", "text/html; charset=utf-8"), "model_misconfigured"),
        (Answer("", finish="stop"), "model_empty"),
        (Answer("The kettle", finish=None), "stream_broken"),
        (Answer("The kettle boils.", read=1), "prompt_truncated"),
    ],
    ids=lambda value: str(getattr(value, "status", value))[:40],
)  # fmt: skip
def test_each_fault_has_its_name(server: ModelServer, protocol: str, fault: Scripted, code: str) -> None:
    server.script(*[fault] * 3)
    made = answerer(server, protocol, SCHOLARAI_MODEL_TIMEOUT_S="30")

    _, error = failing(made)

    assert error.code == code
    assert error.action
    assert KEY not in f"{error.detail} {error.action}"


def test_an_unknown_path_is_named_where_it_is_answered_with_200(server: ModelServer) -> None:
    server.script(Raw(b'{"error": "Unexpected endpoint or method. (POST /chat/completions)"}'))

    _, error = failing(answerer(server, "lmstudio"))

    assert error.code == "model_misconfigured"
    assert "/v1" in error.action


@pytest.mark.parametrize("data", [b'{"choices": [', b"[1, 2]", b'{"choices": 7}', b"[" * 100_000, b"\xff\xfe\x00"])
def test_what_is_no_reply_is_named(server: ModelServer, protocol: str, data: bytes) -> None:
    server.script(*[Raw(data)] * 3)

    with pytest.raises(ScholarError) as caught:
        writer(server, protocol, SCHOLARAI_MODEL_TIMEOUT_S="30").generate(Prompt(system="", user="Why?"))

    assert caught.value.code in {"model_malformed", "model_empty"}


def test_a_stream_without_end_is_ended(server: ModelServer, protocol: str) -> None:
    server.script(*[Raw(b": still here\n" * 1_000, "text/event-stream", forever=True)] * 3)

    _, error = failing(answerer(server, protocol, SCHOLARAI_MODEL_TIMEOUT_S="4"))

    assert error.code in {"model_malformed", "model_timeout"}


def test_a_large_reply_is_not_kept(server: ModelServer, protocol: str) -> None:
    server.script(*[Raw(b" " * (connection.MOST_REPLY_BYTES + 1))] * 3)

    with pytest.raises(ScholarError) as caught:
        writer(server, protocol, SCHOLARAI_MODEL_TIMEOUT_S="30").generate(Prompt(system="", user="Why?"))

    assert caught.value.code == "model_malformed"


@pytest.mark.parametrize("protocol", ["openai", "lmstudio", "vllm", "ollama", "anthropic"])
def test_where_nothing_answers_one_is_told_what_to_start(protocol: str) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}"
    env = {"OLLAMA_HOST": address, "SCHOLARAI_OPENAI_BASE_URL": address, "SCHOLARAI_ANTHROPIC_BASE_URL": address}
    chosen = Settings.from_env(
        {**env, "ANTHROPIC_API_KEY": KEY, "SCHOLARAI_MODEL": f"{protocol}/{MODEL}", "SCHOLARAI_MODEL_TIMEOUT_S": "30"}
    )

    with pytest.raises(ScholarError, match="nothing answers") as caught:
        list(
            chosen_provider(chosen)
            .answerer()
            .answer(AnswerRequest(question="?", evidence=(), prompt=Prompt(system="", user="?")))
        )

    assert "Start" in caught.value.action


def test_a_missing_model_says_how_it_is_pulled(server: ModelServer) -> None:
    server.script(*[Failure(404, body=_NO_MODEL)] * 3)

    _, error = failing(answerer(server, "ollama"))

    assert f"ollama pull {MODEL}" in error.action


@pytest.mark.parametrize("protocol", ["lmstudio", "vllm", "ollama"])
def test_a_prompt_is_fitted_into_the_window_that_the_server_tells(server: ModelServer, protocol: str) -> None:
    passages = [f"<excerpt>{n}. {LONG[:6_000]}</excerpt>" for n in range(9)]
    prompt = Prompt(
        system="Be exact.",
        user="\n\n".join([*passages, "Why?"]),
        history=(Turn(role="user", text="Earlier turn"),),
        spare=tuple(passages[1:]),
        max_output_tokens=500,
    )
    server.cuts = "window"
    writer(server, protocol).generate(prompt)

    said = json.dumps(generated(server)[0])
    assert "<excerpt>0." in said
    assert "<excerpt>1." in said
    assert "<excerpt>8." not in said
    assert "Earlier turn" not in said
    assert "Why?" in said


@pytest.mark.parametrize("protocol", ["lmstudio", "vllm", "ollama"])
def test_a_question_that_does_not_fit_by_itself_is_not_sent(server: ModelServer, protocol: str) -> None:
    with pytest.raises(ScholarError) as caught:
        writer(server, protocol).generate(Prompt(system="", user=LONG))

    assert caught.value.code == "prompt_too_long"
    assert generated(server) == []


def test_a_window_grows_with_the_prompt(server: ModelServer) -> None:
    server.window = 32_768
    writer(server, "ollama").generate(Prompt(system="", user=LONG[:20_000], max_output_tokens=500))
    writer(server, "ollama").generate(Prompt(system="", user="Why?", max_output_tokens=500))

    windows = [body["options"]["num_ctx"] for body in generated(server)]  # type: ignore[index]
    assert windows[0] > windows[1] == 4_096
    assert windows[0] % 4_096 == 0


@pytest.mark.parametrize(
    ("env", "asks"),
    [
        ({"SCHOLARAI_MODEL": "olama/llama3.1:8b"}, "ollama"),
        ({"SCHOLARAI_MODEL": "ollama/"}, "ollama/NAME"),
        ({"SCHOLARAI_MODEL": "openai/gpt"}, "SCHOLARAI_OPENAI_API_KEY"),
        ({"SCHOLARAI_MODEL": "anthropic/claude"}, "ANTHROPIC_API_KEY"),
    ],
)
def test_a_setting_that_cannot_work_is_named_at_the_start(env: dict[str, str], asks: str) -> None:
    with pytest.raises(SettingsError, match=asks):
        chosen_provider(Settings.from_env(env))


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("127.0.0.1:11434", "http://127.0.0.1:11434"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("http://gpu.lab:9000/", "http://gpu.lab:9000"),
        ("https://ollama.lab", "https://ollama.lab:443"),
        ("[::1]:7000", "http://[::1]:7000"),
    ],
)
def test_ollamas_address_is_read_as_ollama_reads_it(given: str, address: str) -> None:
    from scholarai.adapters.models.http.provider import Ollama

    assert Ollama(Settings.from_env({"OLLAMA_HOST": given, "SCHOLARAI_MODEL": "ollama/a/b:c"})).base_url == address


def test_nothing_leaves_for_a_server_of_this_machine(server: ModelServer) -> None:
    own = chosen_provider(settings(server, "ollama"))
    other = chosen_provider(settings(server, "ollama", OLLAMA_HOST="gpu.lab"))

    assert own.recipient is None
    assert other.recipient is not None
    assert other.recipient.company == "gpu.lab"


def test_a_fallback_of_the_same_provider_stands_in(server: ModelServer, protocol: str) -> None:
    server.script(*[Failure(503)] * 3)
    made = answerer(server, protocol, SCHOLARAI_FALLBACK_MODEL=f"{protocol}/small")

    assert text(ask(made))
    assert [body["model"] for body in generated(server)] == [MODEL, MODEL, MODEL, "small"]
