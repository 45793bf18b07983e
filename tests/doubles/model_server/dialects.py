"""What each protocol asks and answers, on the side of the server."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

MODEL = "tiny:1b"
# As the server counts: neither generous nor exact.
CHARACTERS_PER_TOKEN = 4
DIMENSIONS = 768


@dataclass(frozen=True, slots=True)
class Answer:
    """A text, in a stream in three pieces; `finish` is the end in OpenAI's words, `read` what the server says it read."""

    text: str
    finish: str | None = "stop"
    read: int | None = None
    usage: bool = True


class Dialect:
    """What one protocol asks and answers."""

    # Whether a request without `stream` is one for a stream.
    streams = False

    def prompt(self, body: Mapping[str, Any]) -> str:
        return "\n".join(_text(message["content"]) for message in body["messages"])

    def schema(self, body: Mapping[str, Any]) -> Mapping[str, Any] | None:
        raise NotImplementedError

    def room(self, _body: Mapping[str, Any], window: int) -> int:
        return window

    def whole(self, reply: Answer, read: int) -> dict[str, Any]:
        raise NotImplementedError

    def stream(self, reply: Answer, read: int) -> Iterator[bytes]:
        raise NotImplementedError


class OpenAi(Dialect):
    def schema(self, body: Mapping[str, Any]) -> Mapping[str, Any] | None:
        shape = body.get("response_format", {})
        return shape["json_schema"]["schema"] if shape.get("type") == "json_schema" else None

    def whole(self, reply: Answer, read: int) -> dict[str, Any]:
        message = {"role": "assistant", "content": reply.text}
        choice = {"index": 0, "message": message, "finish_reason": reply.finish}
        return self._object("chat.completion", [choice]) | (self._usage(reply, read) if reply.usage else {})

    def stream(self, reply: Answer, read: int) -> Iterator[bytes]:
        for piece in _pieces(reply.text):
            choice = {"index": 0, "delta": {"content": piece}, "finish_reason": None}
            yield _event(self._object("chat.completion.chunk", [choice]))
        yield b": keep-alive\n\n"
        if reply.finish is not None:
            yield _event(
                self._object("chat.completion.chunk", [{"index": 0, "delta": {}, "finish_reason": reply.finish}])
            )
        if reply.usage:
            yield _event(self._object("chat.completion.chunk", []) | self._usage(reply, read))
        yield b"data: [DONE]\n\n"

    def _object(self, kind: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
        return {"id": "1", "object": kind, "created": 0, "model": MODEL, "choices": choices}

    def _usage(self, reply: Answer, read: int) -> dict[str, Any]:
        written = len(reply.text) // CHARACTERS_PER_TOKEN
        usage = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
        return {"usage": usage | {"prompt_tokens_details": {"cached_tokens": read // 2}}}


class Ollama(Dialect):
    streams = True

    def schema(self, body: Mapping[str, Any]) -> Mapping[str, Any] | None:
        found = body.get("format")
        return found if isinstance(found, dict) else None

    def room(self, body: Mapping[str, Any], window: int) -> int:
        asked: int = body.get("options", {}).get("num_ctx", 2_048)
        return min(asked, window)

    def whole(self, reply: Answer, read: int) -> dict[str, Any]:
        end = {"done": True, "done_reason": reply.finish, "eval_count": len(reply.text) // CHARACTERS_PER_TOKEN}
        return self._message(reply.text) | end | ({"prompt_eval_count": read} if reply.usage else {})

    def stream(self, reply: Answer, read: int) -> Iterator[bytes]:
        for piece in _pieces(reply.text):
            yield json.dumps(self._message(piece) | {"done": False}).encode() + b"\n"
        if reply.finish is not None:
            yield json.dumps(self.whole(reply, read) | self._message("")).encode() + b"\n"

    def _message(self, text: str) -> dict[str, Any]:
        message = {"role": "assistant", "content": text}
        return {"model": MODEL, "created_at": "2026-01-01T00:00:00Z", "message": message}


_ANTHROPIC_ENDS = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal"}


class Anthropic(Dialect):
    def prompt(self, body: Mapping[str, Any]) -> str:
        return f"{body.get('system', '')}\n{super().prompt(body)}"

    def schema(self, body: Mapping[str, Any]) -> Mapping[str, Any] | None:
        tools = body.get("tools")
        return tools[0]["input_schema"] if tools else None

    def whole(self, reply: Answer, read: int) -> dict[str, Any]:
        return self._message(reply, read) | {
            "content": [_block(reply.text)],
            "stop_reason": _ANTHROPIC_ENDS.get(reply.finish or "", reply.finish),
        }

    def stream(self, reply: Answer, read: int) -> Iterator[bytes]:
        yield _named_event({"type": "message_start", "message": self._message(Answer(""), read)})
        yield _named_event({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})
        for piece in _pieces(reply.text):
            delta = {"type": "text_delta", "text": piece}
            yield _named_event({"type": "content_block_delta", "index": 0, "delta": delta})
        yield _named_event({"type": "content_block_stop", "index": 0})
        if reply.finish is not None:
            end: dict[str, Any] = {
                "stop_reason": _ANTHROPIC_ENDS.get(reply.finish, reply.finish),
                "stop_sequence": None,
            }
            written = {"output_tokens": len(reply.text) // CHARACTERS_PER_TOKEN}
            yield _named_event({"type": "message_delta", "delta": end, "usage": written})
        yield _named_event({"type": "message_stop"})

    def _message(self, reply: Answer, read: int) -> dict[str, Any]:
        usage = {"input_tokens": read // 2, "cache_read_input_tokens": read - read // 2}
        usage["output_tokens"] = len(reply.text) // CHARACTERS_PER_TOKEN
        message: dict[str, Any] = {"id": "1", "type": "message", "role": "assistant", "model": MODEL, "content": []}
        return {**message, "stop_reason": None, "stop_sequence": None, "usage": usage}


def _block(text: str) -> dict[str, Any]:
    """Return a text, or the call of the tool where it is JSON."""
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if isinstance(value, dict):
        return {"type": "tool_use", "id": "1", "name": "reply", "input": value}
    return {"type": "text", "text": text}


def _text(message: str | list[dict[str, Any]]) -> str:
    if isinstance(message, str):
        return message
    return "\n".join(part["text"] for part in message if part["type"] == "text")


def _pieces(text: str) -> list[str]:
    step = max(1, -(-len(text) // 3))
    return [text[at : at + step] for at in range(0, len(text), step)]


def _event(value: object) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def _named_event(value: dict[str, Any]) -> bytes:
    return f"event: {value['type']}\n".encode() + _event(value)
