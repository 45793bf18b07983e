"""Sends prompts in Ollama's own protocol, in which a request sets the context window."""

from __future__ import annotations

import base64
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any

from scholarai.adapters.models.endpoint import LENGTH, STOP, Piece, fault_of_end
from scholarai.adapters.models.faults import CallFailedError
from scholarai.adapters.models.http.connection import LIST_S, Connection
from scholarai.adapters.models.http.faults import stream_failed
from scholarai.adapters.models.http.messages import Events, streamed, whole_text, with_system
from scholarai.adapters.models.http.windows import WindowFor, check_read, fitted, tokens_at_most
from scholarai.prompting.prompt import Prompt, ReplyPrompt

_PATH = "/api/chat"
_ENDS = {"stop": STOP, "length": LENGTH}
# Windows grow in such steps, so that the server does not load the model again for each question.
_STEP = 4_096
# Minutes that a model stays loaded after a question; loading one takes seconds to minutes.
_KEPT = "15m"
# What servers say of their models, each asked once.
_SHOWN: dict[tuple[str, str], dict[str, Any]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class OllamaEndpoint:
    """Implements `Endpoint`."""

    connection: Connection
    window_set: int = 0

    def stream(self, prompt: Prompt, model: str, timeout_s: float) -> Generator[Piece, None, None]:
        window_for = self._windows(model)
        prompt = fitted(prompt, window_for, self.connection.server)
        events = self.connection.stream(_PATH, self._body(prompt, model, stream=True), timeout_s)
        yield from streamed(prompt, self.connection.server, events, self._texts, window_for)

    def whole(self, prompt: Prompt, model: str, timeout_s: float) -> Piece:
        window_for = self._windows(model)
        prompt = fitted(prompt, window_for, self.connection.server)
        reply = self.connection.post(_PATH, self._body(prompt, model, stream=False), timeout_s)
        piece = self._ended(reply)
        check_read(prompt, piece.tokens, self.connection.server, window_for)
        text = whole_text(prompt, _content(reply))
        return Piece(text=text, finish=piece.finish, tokens=piece.tokens, model=piece.model)

    def fault(self, finish: str | None, *, has_text: bool) -> CallFailedError | None:
        return fault_of_end(finish, has_text=has_text, forbidden=frozenset())

    def window(self, model: str) -> int | None:
        """Return how many tokens the model reads and writes at most, where it is set or the server tells; it is asked once."""
        if self.window_set:
            return self.window_set
        lengths = [
            value for name, value in _pairs(self._shown(model).get("model_info")) if name.endswith(".context_length")
        ]
        return next((value for value in lengths if isinstance(value, int) and value > 0), None)

    def takes_images(self, model: str) -> bool | None:
        capabilities = self._shown(model).get("capabilities")
        return "vision" in capabilities if isinstance(capabilities, list) else None

    def _shown(self, model: str) -> dict[str, Any]:
        known = (self.connection.server.base_url, model)
        if known not in _SHOWN:
            try:
                _SHOWN[known] = self.connection.post("/api/show", {"model": model}, LIST_S)
            except CallFailedError:
                return {}
        return _SHOWN[known]

    def models(self) -> list[str]:
        """Return the names of the models that are pulled."""
        rows = self.connection.get("/api/tags", LIST_S).get("models")
        return [str(row.get("name", "")) for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []

    def _texts(self, events: Events, ends: list[Piece]) -> Generator[str, None, None]:
        """Yield the texts of a stream; `ends` gets what its end tells."""
        for event in events:
            if event.get("error"):
                raise stream_failed(self.connection.server, event["error"])
            if text := _content(event):
                yield text
            if event.get("done"):
                ends.append(self._ended(event))

    def _ended(self, reply: Mapping[str, Any]) -> Piece:
        if reply.get("error"):
            raise stream_failed(self.connection.server, reply["error"])
        reason, model = reply.get("done_reason", "stop"), reply.get("model")
        read, written = reply.get("prompt_eval_count"), reply.get("eval_count")
        return Piece(
            finish=_ENDS.get(reason, str(reason)) if reply.get("done") else None,
            tokens=(read, written if isinstance(written, int) else 0) if isinstance(read, int) else None,
            model=model if isinstance(model, str) and model else None,
        )

    def _body(self, prompt: Prompt, model: str, *, stream: bool) -> dict[str, Any]:
        asked: dict[str, Any] = {"role": "user", "content": prompt.user}
        if prompt.images:
            asked["images"] = [base64.b64encode(image).decode() for image in prompt.images]
        body: dict[str, Any] = {
            "model": model,
            "messages": [*with_system(prompt), asked],
            "stream": stream,
            "keep_alive": _KEPT,
            # Newer versions then refuse what does not fit; older ones know nothing of it.
            "truncate": False,
            "shift": False,
            "options": {
                "num_ctx": self._room(prompt, model),
                "num_predict": prompt.max_output_tokens,
                "temperature": prompt.temperature,
            },
        }
        if isinstance(prompt, ReplyPrompt):
            body["format"] = prompt.schema()
        return body

    def _windows(self, model: str) -> WindowFor:
        return lambda _prompt_tokens, _reply_tokens: self.window(model)

    def _room(self, prompt: Prompt, model: str) -> int:
        """Return the window to ask for: with room for the prompt and its reply, in steps, and no more than the model has."""
        needed = tokens_at_most(prompt) + prompt.max_output_tokens
        stepped = -(-needed // _STEP) * _STEP
        return min(stepped, self.window(model) or stepped)


def _content(reply: Mapping[str, Any]) -> str:
    message = reply.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    return content if isinstance(content, str) else ""


def _pairs(info: Any) -> list[tuple[str, Any]]:
    return list(info.items()) if isinstance(info, dict) else []
