"""Sends prompts in the protocol of Anthropic's Messages API."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scholarai.adapters.models.adapting import Asking
from scholarai.adapters.models.capabilities import needs_of, version_in
from scholarai.adapters.models.endpoint import LENGTH, STOP, Piece
from scholarai.adapters.models.http.connection import LIST_S
from scholarai.adapters.models.http.faults import stream_failed
from scholarai.adapters.models.http.protocol import Events, HttpEndpoint, object_of, rows_of, text_of, turns_of
from scholarai.prompting.prompt import Prompt, ReplyPrompt

# platform.claude.com/docs/en/api/versioning, 2026-11-27. It has no temperature, top_p and top_k any more.
VERSION = "2026-10-21"
_ENDS = {
    "end_turn": STOP,
    "stop_sequence": STOP,
    "tool_use": STOP,
    "max_tokens": LENGTH,
    "model_context_window_exceeded": LENGTH,
}
# The first models that keep to a schema in `output_config`. Older ones, and other servers of this protocol, are made to call a
# tool with the reply instead, which the newest models refuse.
_KEEPS_SCHEMAS = (4, 5)
_TOOL = "reply"
# What schemas in `output_config` may not have; replies are checked against it afterwards.
_BOUNDS = frozenset({"minimum", "maximum", "minItems", "maxItems"})
# The protocol counts tokens of the input in three parts: uncached, written to the cache, read from the cache.
_READ = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnthropicEndpoint(HttpEndpoint):
    """The protocol does not report windows."""

    path: ClassVar[str] = "/v1/messages"
    forbidden: ClassVar[frozenset[str]] = frozenset({"refusal"})

    def body(self, asking: Asking, model: str, *, streamed: bool) -> dict[str, Any]:
        prompt = asking.prompt
        keeps_schemas = (version_in(model, "claude") or (0, 0)) >= _KEEPS_SCHEMAS
        way = asking.way(*(("schema", "tool") if keeps_schemas else ("tool",)))
        images = [
            {
                "type": "image",
                "source": {"type": "base64", "media_type": "image/png", "data": base64.b64encode(image).decode()},
            }
            for image in prompt.images
        ]
        asked = {"role": "user", "content": [*images, {"type": "text", "text": asking.user(way)}]}
        body: dict[str, Any] = {
            "model": model,
            "max_tokens": prompt.max_output_tokens,
            "messages": [*_turns(prompt), asked],
        }
        if prompt.system:
            body["system"] = prompt.system
        if streamed:
            body["stream"] = True
        config: dict[str, Any] = {}
        if version_in(model, "claude") and needs_of(model).thinks and asking.may("effort"):
            config["effort"] = prompt.effort
        if way == "schema" and isinstance(prompt, ReplyPrompt):
            config["format"] = {"type": "json_schema", "schema": _unbounded(prompt.schema())}
        if config:
            body["output_config"] = config
        if way == "tool" and isinstance(prompt, ReplyPrompt):
            body["tools"] = [{"name": _TOOL, "description": "Gives the reply.", "input_schema": prompt.schema()}]
            body["tool_choice"] = {"type": "tool", "name": _TOOL}
        return body

    def read(self, events: Events) -> Iterator[Piece]:
        told: dict[str, Any] = {}
        finish = None
        for event in events:
            if event.get("type") == "error":
                raise stream_failed(self.connection.server, event.get("error"))
            # A whole reply is what `message_start` brings, with its content.
            message = object_of(event.get("message")) or event
            delta = object_of(event.get("delta"))
            if counts := _counts_of(message):
                told |= counts
                yield Piece(tokens=_tokens(told), cached=_cached(told), model=told.get("model"))
            finish = delta.get("stop_reason") or message.get("stop_reason") or finish
            text = delta.get("text") if delta.get("type") == "text_delta" else _text(message)
            if isinstance(text, str) and text:
                yield Piece(text=text)
        ended = _ENDS.get(finish, finish) if isinstance(finish, str) else None
        yield Piece(finish=ended, tokens=_tokens(told), cached=_cached(told), model=told.get("model"))

    def models(self) -> list[str]:
        return [str(row.get("id", "")) for row in rows_of(self.connection.get("/v1/models", LIST_S).get("data"))]


def _turns(prompt: Prompt) -> list[dict[str, Any]]:
    """Return the turns before a request; the prefix is marked to be cached while questions follow each other."""
    turns = turns_of(prompt)
    if prompt.prefix:
        turns[0]["content"] = [{"type": "text", "text": prompt.prefix, "cache_control": {"type": "ephemeral"}}]
    return turns


def _unbounded(part: Any) -> Any:
    if isinstance(part, Mapping):
        return {name: _unbounded(value) for name, value in part.items() if name not in _BOUNDS}
    return part


def _text(message: Mapping[str, Any]) -> str:
    """Return the text of a reply, or the input of its tool call as JSON."""
    blocks = rows_of(message.get("content"))
    calls = [json.dumps(block.get("input")) for block in blocks if block.get("type") == "tool_use"]
    return calls[0] if calls else text_of(blocks)


def _counts_of(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the model and the counts that a message names; later ones replace earlier ones."""
    counts = {name: value for name, value in object_of(message.get("usage")).items() if isinstance(value, int)}
    model = message.get("model")
    return counts | ({"model": model} if isinstance(model, str) and model else {})


def _tokens(told: Mapping[str, Any]) -> tuple[int, int] | None:
    if "input_tokens" not in told:
        return None
    return sum(told.get(name, 0) for name in _READ), told.get("output_tokens", 0)


def _cached(told: Mapping[str, Any]) -> int:
    cached: int = told.get(_READ[-1], 0)
    return cached
