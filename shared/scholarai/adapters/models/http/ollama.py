"""Sends prompts in Ollama's own protocol, in which a request sets the context window."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scholarai.adapters.models.adapting import Asking
from scholarai.adapters.models.capabilities import needs_of, temperature_for
from scholarai.adapters.models.endpoint import LENGTH, STOP, Piece
from scholarai.adapters.models.http.connection import LIST_S
from scholarai.adapters.models.http.faults import stream_failed
from scholarai.adapters.models.http.fitting import tokens_at_most
from scholarai.adapters.models.http.protocol import (
    ASK_S,
    Events,
    HttpEndpoint,
    object_of,
    positive,
    rows_of,
    text_of,
    with_system,
)
from scholarai.prompting.prompt import Prompt, ReplyPrompt

OLLAMA_VECTORS = "/api/embed"
_ENDS = {"stop": STOP, "length": LENGTH}
# Windows grow in such steps, so that the server does not load the model again for each question.
_STEP = 4_096
# Minutes that a model stays loaded after a question; loading one takes seconds to minutes.
_KEPT = "15m"
# The line of a model's parameters that sets its window.
_WINDOW_LINE = re.compile(r"^num_ctx\s+(\d+)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class OllamaEndpoint(HttpEndpoint):
    path: ClassVar[str] = "/api/chat"

    def body(self, asking: Asking, model: str, *, streamed: bool) -> dict[str, Any]:
        prompt, way = asking.prompt, asking.way("schema", "json")
        asked: dict[str, Any] = {"role": "user", "content": asking.user(way)}
        if prompt.images:
            asked["images"] = [base64.b64encode(image).decode() for image in prompt.images]
        options = {
            "num_ctx": self._room(prompt, model),
            "num_predict": prompt.max_output_tokens,
            "temperature": temperature_for(model, prompt),
            "top_p": self.sampling.top_p,
            "top_k": self.sampling.top_k,
        }
        body: dict[str, Any] = {
            "model": model,
            "messages": [*with_system(prompt), asked],
            "stream": streamed,
            "keep_alive": _KEPT,
            # Newer versions then refuse what does not fit; older ones know nothing of it.
            "truncate": False,
            "shift": False,
            "options": {name: value for name, value in options.items() if value is not None},
        }
        if self._thinks(model) and asking.may("effort"):
            body["think"] = prompt.effort
        if way:
            body["format"] = prompt.schema() if way == "schema" and isinstance(prompt, ReplyPrompt) else "json"
        return body

    def read(self, events: Events) -> Iterator[Piece]:
        for event in events:
            if event.get("error"):
                raise stream_failed(self.connection.server, event["error"])
            if text := text_of(object_of(event.get("message")).get("content")):
                yield Piece(text=text)
            if event.get("done"):
                yield _ended(event)

    def window(self, model: str) -> int | None:
        info = object_of(self._shown(model).get("model_info"))
        lengths = (positive(value) for name, value in info.items() if name.endswith(".context_length"))
        return self.window_set or next((length for length in lengths if length), None)

    def window_of(self, body: Mapping[str, Any], _model: str) -> int | None:
        window: int = body["options"]["num_ctx"]
        return window

    def usual_window(self, model: str) -> int | None:
        """Return the context window with which the model is loaded by default, if that is set.

        Its largest window needs more memory and time than most users' machines have.
        """
        line = _WINDOW_LINE.search(str(self._shown(model).get("parameters", "")))
        return self.window_set or (int(line[1]) if line else None)

    def takes_images(self, model: str) -> bool | None:
        capabilities = self._shown(model).get("capabilities")
        return "vision" in capabilities if isinstance(capabilities, list) else None

    def models(self) -> list[str]:
        return [str(row.get("name", "")) for row in rows_of(self.connection.get("/api/tags", LIST_S).get("models"))]

    def _thinks(self, model: str) -> bool:
        capabilities = self._shown(model).get("capabilities")
        return "thinking" in capabilities if isinstance(capabilities, list) else needs_of(model).thinks

    def _shown(self, model: str) -> dict[str, Any]:
        return self.ask_once("show", model, lambda: self.connection.post("/api/show", {"model": model}, ASK_S))

    def _room(self, prompt: Prompt, model: str) -> int:
        """Return the window to ask for: with room for the prompt and its reply, in steps, and no more than the model has."""
        needed = tokens_at_most(prompt) + prompt.max_output_tokens
        stepped = -(-needed // _STEP) * _STEP
        return min(stepped, self.window(model) or stepped)


def _ended(reply: Mapping[str, Any]) -> Piece:
    reason, model = reply.get("done_reason", "stop"), reply.get("model")
    read, written = reply.get("prompt_eval_count"), reply.get("eval_count")
    return Piece(
        finish=_ENDS.get(reason, str(reason)),
        tokens=(read, written if isinstance(written, int) else 0) if isinstance(read, int) else None,
        model=model if isinstance(model, str) and model else None,
    )
