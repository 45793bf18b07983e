"""Our double of model servers speaks what the makers' own packages read and write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import anthropic
import ollama
import openai
import pytest
from doubles.model_server import MODEL, Answer, Failure, ModelServer

ASKED: list[Any] = [{"role": "user", "content": "What boils?"}]
SCHEMA = {"type": "object", "properties": {"boils": {"type": "boolean"}}, "required": ["boils"]}
TEXT = "The kettle boils."


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


class TestOpenAi:
    @pytest.fixture
    def client(self, server: ModelServer) -> openai.OpenAI:
        return openai.OpenAI(base_url=f"{server.url}/v1", api_key="key", max_retries=0)

    def test_whole(self, server: ModelServer, client: openai.OpenAI) -> None:
        server.script(Answer(TEXT, finish="length"))

        reply = client.chat.completions.create(model=MODEL, messages=ASKED)

        assert (reply.choices[0].message.content, reply.choices[0].finish_reason) == (TEXT, "length")
        assert reply.usage is not None
        assert reply.usage.prompt_tokens > 0

    def test_streamed(self, server: ModelServer, client: openai.OpenAI) -> None:
        server.script(Answer(TEXT))

        pieces = list(
            client.chat.completions.create(
                model=MODEL, messages=ASKED, stream=True, stream_options={"include_usage": True}
            )
        )

        assert "".join(piece.choices[0].delta.content or "" for piece in pieces if piece.choices) == TEXT
        assert pieces[-1].usage is not None

    def test_json(self, client: openai.OpenAI) -> None:
        shape: Any = {"type": "json_schema", "json_schema": {"name": "Boils", "schema": SCHEMA}}

        reply = client.chat.completions.create(model=MODEL, messages=ASKED, response_format=shape)

        assert reply.choices[0].message.content == '{"boils": true}'

    def test_models_and_faults(self, server: ModelServer, client: openai.OpenAI) -> None:
        server.script(Failure(429))

        assert [model.id for model in client.models.list()] == [MODEL]
        with pytest.raises(openai.RateLimitError):
            client.chat.completions.create(model=MODEL, messages=ASKED)


class TestOllama:
    @pytest.fixture
    def client(self, server: ModelServer) -> ollama.Client:
        return ollama.Client(host=server.url)

    def test_whole(self, server: ModelServer, client: ollama.Client) -> None:
        server.script(Answer(TEXT, finish="length"))

        reply = client.chat(MODEL, ASKED)

        assert (reply.message.content, reply.done_reason) == (TEXT, "length")
        assert reply.prompt_eval_count

    def test_streamed(self, server: ModelServer, client: ollama.Client) -> None:
        server.script(Answer(TEXT))

        pieces = list(client.chat(MODEL, ASKED, stream=True))

        assert "".join(piece.message.content or "" for piece in pieces) == TEXT
        assert (pieces[-1].done, bool(pieces[-1].eval_count)) == (True, True)

    def test_json(self, client: ollama.Client) -> None:
        assert client.chat(MODEL, ASKED, format=SCHEMA).message.content == '{"boils": true}'

    def test_models_and_faults(self, server: ModelServer, client: ollama.Client) -> None:
        server.script(Failure(404, body='{"error": "model \'other\' not found"}'))

        assert [model.model for model in client.list().models] == [MODEL]
        assert (client.show(MODEL).modelinfo or {})["llama.context_length"] == server.window
        with pytest.raises(ollama.ResponseError, match="not found"):
            client.chat("other", ASKED)


class TestAnthropic:
    @pytest.fixture
    def client(self, server: ModelServer) -> anthropic.Anthropic:
        return anthropic.Anthropic(base_url=server.url, api_key="key", max_retries=0)

    def test_whole(self, server: ModelServer, client: anthropic.Anthropic) -> None:
        server.script(Answer(TEXT, finish="length"))

        reply = client.messages.create(model=MODEL, max_tokens=9, messages=ASKED)

        assert [(block.type, getattr(block, "text", "")) for block in reply.content] == [("text", TEXT)]
        assert reply.stop_reason == "max_tokens"
        assert reply.usage.cache_read_input_tokens

    def test_streamed(self, server: ModelServer, client: anthropic.Anthropic) -> None:
        server.script(Answer(TEXT))

        with client.messages.stream(model=MODEL, max_tokens=9, messages=ASKED) as stream:
            assert "".join(stream.text_stream) == TEXT
            assert stream.get_final_message().usage.output_tokens == len(TEXT) // 4

    def test_json(self, client: anthropic.Anthropic) -> None:
        tool: Any = {"name": "reply", "description": "Gives the reply.", "input_schema": SCHEMA}

        reply = client.messages.create(
            model=MODEL, max_tokens=9, messages=ASKED, tools=[tool], tool_choice={"type": "tool", "name": "reply"}
        )

        assert [getattr(block, "input", None) for block in reply.content] == [{"boils": True}]

    def test_models_and_faults(self, server: ModelServer, client: anthropic.Anthropic) -> None:
        server.script(Failure(529))

        assert [model.id for model in client.models.list()] == [MODEL]
        with pytest.raises(anthropic.InternalServerError):
            client.messages.create(model=MODEL, max_tokens=9, messages=ASKED)
