"""Sends prompts in the protocol of Anthropic's Messages API."""

from __future__ import annotations

import base64
import json
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from scholarai.adapters.models.endpoint import LENGTH, STOP, Piece, fault_of_end
from scholarai.adapters.models.faults import CallFailedError
from scholarai.adapters.models.http.connection import LIST_S, Connection
from scholarai.adapters.models.http.faults import stream_failed
from scholarai.adapters.models.http.messages import turns_of
from scholarai.adapters.models.http.reach import measured_window
from scholarai.adapters.models.http.windows import WindowFor, check_read, fitted
from scholarai.config_choice import usual_address
from scholarai.prompting.prompt import Prompt, ReplyPrompt

VERSION = "2023-06-01"
_PATH = "/v1/messages"
_ENDS = {"end_turn": STOP, "stop_sequence": STOP, "tool_use": STOP, "max_tokens": LENGTH}
_FORBIDDEN = frozenset({"refusal"})
# The tool that the model must call with its reply where JSON is asked for.
_TOOL = "reply"
# The protocol counts tokens of the input in three parts: uncached, written to the cache, read from the cache.
_READ = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnthropicEndpoint:
    """Implements `Endpoint`."""

    connection: Connection
    window_set: int = 0

    def stream(self, prompt: Prompt, model: str, timeout_s: float) -> Generator[Piece, None, None]:
        window_for = self._windows(model, timeout_s)
        prompt = fitted(prompt, window_for, self.connection.server)
        told: dict[str, Any] = {}
        finish = None
        with closing(self.connection.stream(_PATH, {**_body(prompt, model), "stream": True}, timeout_s)) as events:
            for event in events:
                if event.get("type") == "error":
                    raise stream_failed(self.connection.server, event.get("error"))
                message = event.get("message") if event.get("type") == "message_start" else event
                told |= _told(message if isinstance(message, dict) else {})
                delta = event.get("delta")
                delta = delta if isinstance(delta, dict) else {}
                finish = delta.get("stop_reason") or finish
                if delta.get("type") == "text_delta" and isinstance(delta.get("text"), str):
                    yield Piece(text=delta["text"])
        tokens = _tokens(told)
        check_read(prompt, tokens, self.connection.server, window_for)
        ended = _ENDS.get(finish, finish) if finish else None
        yield Piece(finish=ended, tokens=tokens, cached=_cached(told), model=told.get("model"))

    def whole(self, prompt: Prompt, model: str, timeout_s: float) -> Piece:
        window_for = self._windows(model, timeout_s)
        prompt = fitted(prompt, window_for, self.connection.server)
        reply = self.connection.post(_PATH, _body(prompt, model), timeout_s)
        told = _told(reply)
        tokens = _tokens(told)
        check_read(prompt, tokens, self.connection.server, window_for)
        reason = reply.get("stop_reason")
        return Piece(
            text=_text(reply),
            finish=_ENDS.get(reason, reason) if isinstance(reason, str) else None,
            tokens=tokens,
            cached=_cached(told),
            model=told.get("model"),
        )

    def fault(self, finish: str | None, *, has_text: bool) -> CallFailedError | None:
        return fault_of_end(finish, has_text=has_text, forbidden=_FORBIDDEN)

    def models(self) -> list[str]:
        """Return the names of the models that the key may use."""
        rows = self.connection.get("/v1/models", LIST_S).get("data")
        return [str(row.get("id", "")) for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []

    def window(self, _model: str) -> int | None:
        """Return the window that is set; the protocol does not report any."""
        return self.window_set or None

    def _windows(self, model: str, timeout_s: float) -> WindowFor:
        def count(text: str) -> int | None:
            prompt = Prompt(system="", user=text, max_output_tokens=1)
            tokens = _tokens(_told(self.connection.post(_PATH, _body(prompt, model), timeout_s)))
            return tokens[0] if tokens else None

        def window_for(prompt_tokens: int, reply_tokens: int) -> int | None:
            base_url = self.connection.server.base_url
            # The service itself refuses what does not fit.
            if self.window_set or base_url == usual_address("anthropic"):
                return self.window_set or None
            return measured_window((base_url, model), prompt_tokens, reply_tokens, count)

        return window_for

    def takes_images(self, _model: str) -> bool | None:
        """Return None: the service does not report it, and all its models read images."""
        return None


def _body(prompt: Prompt, model: str) -> dict[str, Any]:
    images = [
        {
            "type": "image",
            "source": {"type": "base64", "media_type": "image/png", "data": base64.b64encode(image).decode()},
        }
        for image in prompt.images
    ]
    body: dict[str, Any] = {
        "model": model,
        "max_tokens": prompt.max_output_tokens,
        "messages": [*_turns(prompt), {"role": "user", "content": [*images, {"type": "text", "text": prompt.user}]}],
    }
    if prompt.system:
        body["system"] = prompt.system
    if isinstance(prompt, ReplyPrompt):
        body["tools"] = [{"name": _TOOL, "description": "Gives the reply.", "input_schema": prompt.schema()}]
        body["tool_choice"] = {"type": "tool", "name": _TOOL}
    return body


def _turns(prompt: Prompt) -> list[dict[str, Any]]:
    """Return the turns before a request; the prefix is marked to be cached while questions follow each other."""
    turns = turns_of(prompt)
    if prompt.prefix:
        turns[0]["content"] = [{"type": "text", "text": prompt.prefix, "cache_control": {"type": "ephemeral"}}]
    return turns


def _text(reply: Mapping[str, Any]) -> str:
    """Return the text of a reply, or the input of its tool call as JSON."""
    blocks = reply.get("content")
    parts = [block for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []
    calls = [json.dumps(part.get("input")) for part in parts if part.get("type") == "tool_use"]
    texts = [part["text"] for part in parts if part.get("type") == "text" and isinstance(part.get("text"), str)]
    return calls[0] if calls else "".join(texts)


def _told(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the model and the counts that a message names; later ones replace earlier ones."""
    usage = message.get("usage")
    counts = {
        name: value for name, value in (usage if isinstance(usage, dict) else {}).items() if isinstance(value, int)
    }
    model = message.get("model")
    return counts | ({"model": model} if isinstance(model, str) and model else {})


def _tokens(told: Mapping[str, Any]) -> tuple[int, int] | None:
    if "input_tokens" not in told:
        return None
    return sum(told.get(name, 0) for name in _READ), told.get("output_tokens", 0)


def _cached(told: Mapping[str, Any]) -> int:
    cached: int = told.get(_READ[-1], 0)
    return cached
