"""What servers do wrong, in each protocol: busy, redirecting, endless, half a reply, without TLS, or full in words of their own."""

from __future__ import annotations

import dataclasses
import json
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from doubles.model_server import Answer, Failure, ModelServer, Raw
from unit.models.gemini_calls import Waits, ask, failing, request, text
from unit.models.test_http_models import PROTOCOLS, answerer, writer

from scholarai.domain.errors import ScholarError
from scholarai.prompting.prompt import Prompt

# A chunk of text in each protocol, and half of one.
CHUNKS = {
    "openai": b'data: {"choices": [{"index": 0, "delta": {"content": "word "}}]}\n\n',
    "ollama": b'{"message": {"role": "assistant", "content": "word "}, "done": false}\n',
    "anthropic": b'data: {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "word "}}\n\n',
}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture(params=PROTOCOLS)
def protocol(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def chunk(protocol: str) -> bytes:
    return CHUNKS[protocol]


@pytest.mark.parametrize(
    ("headers", "waited"), [({"retry-after": "7"}, 7.0), ({"retry-after": "soon"}, 0.5), ({}, 0.5)]
)
def test_a_busy_server_is_asked_again_when_it_says(
    server: ModelServer, protocol: str, headers: dict[str, str], waited: float, waits: Waits
) -> None:
    server.script(Failure(429, headers), Answer("The kettle boils."))

    made = dataclasses.replace(answerer(server, protocol), calls=waits.calls())

    assert text(ask(made)) == "The kettle boils."
    assert waits.slept == [waited]


def test_a_redirect_to_another_host_is_not_followed(server: ModelServer, protocol: str) -> None:
    with ModelServer() as other:
        server.script(*[Failure(307, {"location": f"{other.url}/v1/chat/completions"})] * 3)

        _, error = failing(answerer(server, protocol))

        assert error.code == "model_misconfigured"
        assert other.requests == []


def test_a_text_without_end_is_ended(server: ModelServer, protocol: str) -> None:
    server.script(*[Raw(chunk(protocol) * 500, "text/event-stream", forever=True)] * 3)

    _, error = failing(answerer(server, protocol, SCHOLARAI_MODEL_TIMEOUT_S="3"))

    assert error.code in {"model_malformed", "model_timeout", "stream_broken"}


def test_a_stream_that_ends_in_the_middle_of_a_chunk_is_broken(server: ModelServer, protocol: str) -> None:
    whole = chunk(protocol)
    server.script(*[Raw(whole + whole[: len(whole) // 2], "text/event-stream")] * 3)

    _, error = failing(answerer(server, protocol, SCHOLARAI_MODEL_TIMEOUT_S="30"))

    assert error.code == "stream_broken"


WHOLE = {
    "openai": {"choices": [{"message": {"content": "The kettle boils."}, "finish_reason": "stop"}]},
    "ollama": {"message": {"content": "The kettle boils."}, "done": True, "done_reason": "stop"},
    "anthropic": {
        "type": "message",
        "content": [{"type": "text", "text": "The kettle boils."}],
        "stop_reason": "end_turn",
    },
}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("content_type", ["application/json", "text/event-stream"])
def test_a_whole_reply_in_the_place_of_a_stream_is_read(
    server: ModelServer, protocol: str, content_type: str, indent: int | None
) -> None:
    server.script(Raw(json.dumps(WHOLE[protocol], indent=indent).encode(), content_type))

    assert text(ask(answerer(server, protocol))) == "The kettle boils."


EVENTS: dict[str, list[object]] = {
    "openai": [
        {"choices": [{"delta": {"role": "assistant", "content": "The kettle boils."}}]},
        {"choices": [{"delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": {"prompt_tokens": 90, "completion_tokens": 5}},
    ],
    "anthropic": [
        {"type": "message_start", "message": {"model": "m", "content": [], "usage": {"input_tokens": 90}}},
        {"type": "ping"},
        {"type": "content_block_delta", "delta": {"type": "thinking_delta", "thinking": "Hm."}},
        {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "The kettle boils."}},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 5}},
    ],
}


@pytest.mark.parametrize("protocol", EVENTS)
@pytest.mark.parametrize("ends", ["\n\n", "\r\n\r\n", "\n: kept alive\nid: 7\nretry: 10\n\n"])
@pytest.mark.parametrize("space", ["", " "])
def test_events_are_read_as_proxies_write_them(server: ModelServer, protocol: str, ends: str, space: str) -> None:
    said = ends.join(f"event: x\r\ndata:{space}{json.dumps(event)}" for event in EVENTS[protocol])
    server.script(Raw(f": hello\n\n{said}".encode(), "text/event-stream"))

    deltas = ask(answerer(server, protocol))

    assert text(deltas) == "The kettle boils."
    assert deltas[-1].usage is not None
    assert (deltas[-1].usage.input_tokens, deltas[-1].usage.output_tokens) == (90, 5)


def test_a_text_in_parts_is_read_without_its_thoughts(server: ModelServer) -> None:
    content = [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}, {"type": "text", "text": "So."}]
    reply = {"choices": [{"message": {"content": content}, "finish_reason": "stop"}]}
    server.script(Raw(json.dumps(reply).encode()))

    assert writer(server, "openai").generate(Prompt(system="", user="Why?")).text == "So."


@pytest.mark.parametrize(
    "data", [b"", b"data: [DONE]\n\n", b'data: {"choices": [{"del', b'{"choices"', b"\n\n\n", b": only this"]
)
def test_a_stream_without_a_text_is_paid_for_twice_at_most(server: ModelServer, protocol: str, data: bytes) -> None:
    server.script(*[Raw(data, "text/event-stream")] * 9)

    deltas, error = failing(answerer(server, protocol, SCHOLARAI_FALLBACK_MODEL=f"{protocol}/small"))

    assert error.code in {"model_empty", "model_malformed"}
    assert text(deltas) == ""
    assert len([1 for request in server.requests if "messages" in request.body]) == 2


def test_a_stream_that_breaks_off_is_paid_for_twice_at_most_and_estimated(server: ModelServer, protocol: str) -> None:
    server.script(*[Raw(chunk(protocol) * 40, "text/event-stream")] * 9)

    deltas, error = failing(answerer(server, protocol, SCHOLARAI_FALLBACK_MODEL=f"{protocol}/small"))

    assert error.code == "stream_broken"
    assert len([1 for request in server.requests if "messages" in request.body]) == 2
    assert deltas[-1].usage is not None
    assert deltas[-1].usage.output_tokens == 2 * 50


def test_a_call_that_is_stopped_is_estimated(server: ModelServer, protocol: str) -> None:
    server.script(Raw(chunk(protocol) * 1_000, "text/event-stream"))
    stream = answerer(server, protocol, SCHOLARAI_MODEL_PRICES="tiny:1b=1:1").answer(request("Why is it so? " * 30))

    for _ in range(40):
        delta = next(stream)
    stream.close()  # type: ignore[attr-defined]  # a reader who has enough

    assert delta.usage is not None
    assert (delta.usage.input_tokens, delta.usage.output_tokens) == ((len("Be exact.") + 14 * 30) // 4, 50)


@pytest.mark.parametrize(
    ("vendor", "words"),
    [
        ("vllm", "This model's maximum context length is 4096 tokens. However, you requested 5021 tokens."),
        ("openai", '{"error": {"message": "Your input is too long.", "code": "context_length_exceeded"}}'),
        ("ollama", '{"error": "the input length exceeds the context length"}'),
        ("lmstudio", "Trying to keep the first 5021 tokens when context the overflows. However, the model is loaded with context length of 4096"),
        ("lmstudio", "The number of tokens to keep from the initial prompt is greater than the context length."),
        ("llamacpp", "request (5021 tokens) exceeds the available context size (4096 tokens), try increasing it"),
        ("openrouter", "This endpoint's maximum context length is 4096 tokens."),
        ("anthropic", "input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000"),
        ("anthropic", "prompt is too long: 210000 tokens > 200000 maximum"),
    ],
)  # fmt: skip
def test_a_full_window_is_understood_in_each_server_s_words(server: ModelServer, vendor: str, words: str) -> None:
    server.script(Failure(400, body=words))

    _, error = failing(answerer(server, vendor))

    assert error.code == "prompt_too_long"


def test_https_where_there_is_none_is_named(server: ModelServer, protocol: str) -> None:
    address = server.url.replace("http://", "https://")
    env = {"OLLAMA_HOST": address, "SCHOLARAI_OPENAI_BASE_URL": address, "SCHOLARAI_ANTHROPIC_BASE_URL": address}

    with pytest.raises(ScholarError, match="model_misconfigured") as caught:
        writer(server, protocol, **env).generate(Prompt(system="", user="Why?"))

    assert "http://" in caught.value.action


def test_http_where_tls_is_spoken_is_named(server: ModelServer, protocol: str) -> None:
    with _answering_with_tls() as address:
        env = {"OLLAMA_HOST": address, "SCHOLARAI_OPENAI_BASE_URL": address, "SCHOLARAI_ANTHROPIC_BASE_URL": address}

        with pytest.raises(ScholarError, match="model_unreachable") as caught:
            writer(server, protocol, **env, SCHOLARAI_MODEL_TIMEOUT_S="30").generate(Prompt(system="", user="Why?"))

    assert "https://" in caught.value.action


@contextmanager
def _answering_with_tls() -> Iterator[str]:
    """Listen, and answer whatever comes with a TLS alert, as OpenSSL's servers do to plain HTTP."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_refuse_all, args=(listening,), daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def _refuse_all(listening: socket.socket) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with suppress(OSError):
        while True:
            connection, _ = listening.accept()
            incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
            with connection, suppress(ssl.SSLError):
                incoming.write(connection.recv(65_536))
                try:
                    context.wrap_bio(incoming, outgoing, server_side=True).do_handshake()
                finally:
                    connection.sendall(outgoing.read())
