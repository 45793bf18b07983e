"""Sends prompts in OpenAI's chat completions protocol: OpenAI, OpenRouter, LM Studio, vLLM, llama.cpp and others."""

from __future__ import annotations

import base64
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scholarai.adapters.models.endpoint import LENGTH, STOP, Piece, fault_of_end
from scholarai.adapters.models.faults import CallFailedError, failed, misconfigured
from scholarai.adapters.models.http.connection import LIST_S, Connection
from scholarai.adapters.models.http.faults import stream_failed
from scholarai.adapters.models.http.messages import Events, streamed, whole_text, with_system
from scholarai.adapters.models.http.reach import measured_window
from scholarai.adapters.models.http.windows import WindowFor, check_read, fitted
from scholarai.adapters.models.registry import Vendor
from scholarai.prompting.prompt import Prompt, ReplyPrompt

_PATH = "/chat/completions"
_ENDS = {"stop": STOP, "eos": STOP, "end_turn": STOP, "length": LENGTH, "max_tokens": LENGTH}
_FORBIDDEN = frozenset({"content_filter", "safety"})
# How servers call a model's window in their lists of models.
_WINDOW_NAMES = ("loaded_context_length", "max_model_len", "context_length", "n_ctx")
# What servers' lists say of their models, each asked once.
_ROWS: dict[tuple[str, str], dict[str, Any]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAiEndpoint:
    """Implements `Endpoint`."""

    connection: Connection
    vendor: Vendor
    window_set: int = 0

    def stream(self, prompt: Prompt, model: str, timeout_s: float) -> Generator[Piece, None, None]:
        window_for = self._windows(model, timeout_s)
        prompt = fitted(prompt, window_for, self.connection.server)
        body = {**self._body(prompt, model), "stream": True, "stream_options": {"include_usage": True}}
        events = self.connection.stream(_PATH, body, timeout_s)
        yield from streamed(prompt, self.connection.server, events, self._texts, window_for)

    def whole(self, prompt: Prompt, model: str, timeout_s: float) -> Piece:
        window_for = self._windows(model, timeout_s)
        prompt = fitted(prompt, window_for, self.connection.server)
        reply = self.connection.post(_PATH, self._body(prompt, model), timeout_s)
        self._check(reply)
        tokens = _tokens(reply)
        check_read(prompt, tokens, self.connection.server, window_for)
        choice = _choice(reply)
        text = whole_text(prompt, _content(choice.get("message")))
        return Piece(text=text, finish=_finish(choice), tokens=tokens, cached=_cached(reply), model=_name(reply))

    def fault(self, finish: str | None, *, has_text: bool) -> CallFailedError | None:
        return fault_of_end(finish, has_text=has_text, forbidden=_FORBIDDEN)

    def window(self, model: str) -> int | None:
        """Return how many tokens the model reads and writes at once, where it is set or the server tells; it is asked once."""
        return self.window_set or _window(self._row(model))

    def takes_images(self, model: str) -> bool | None:
        return _sees(self._row(model))

    def _row(self, model: str) -> dict[str, Any]:
        """Return what the server's list says of a model; nothing of OpenAI's own, whose list holds names alone."""
        server = self.connection.server
        if self._is_openai:
            return {}
        known = (server.base_url, model)
        if known not in _ROWS:
            try:
                rows = self._listed(self.vendor.models_path)
            except CallFailedError:
                return {}
            own = [row for row in rows if row.get("id") == model] or (rows if len(rows) == 1 else [])
            _ROWS[known] = own[0] if own else {}
        return _ROWS[known]

    def models(self) -> list[str]:
        """Return the names of the models that the server has."""
        return [str(row.get("id", "")) for row in self._listed(self.vendor.models_path)]

    @property
    def _is_openai(self) -> bool:
        """Tell whether this is OpenAI's own service, which tells no windows and refuses what does not fit."""
        return not self.vendor.tells_window and self.connection.server.base_url == self.vendor.base_url

    def _windows(self, model: str, timeout_s: float) -> WindowFor:
        def count(text: str) -> int | None:
            prompt = Prompt(system="", user=text, max_output_tokens=1)
            reply = self.connection.post(_PATH, self._body(prompt, model), timeout_s)
            self._check(reply)
            tokens = _tokens(reply)
            return tokens[0] if tokens else None

        def window_for(prompt_tokens: int, reply_tokens: int) -> int | None:
            told = self.window(model)
            if told is not None or self._is_openai:
                return told
            return measured_window((self.connection.server.base_url, model), prompt_tokens, reply_tokens, count)

        return window_for

    def _listed(self, path: str) -> list[dict[str, Any]]:
        server = self.connection.server
        # LM Studio tells windows beside its OpenAI-like part.
        base = server.base_url.removesuffix("/v1") if path.startswith("/api/") else server.base_url
        rows = replace(self.connection, server=replace(server, base_url=base)).get(path, LIST_S).get("data")
        return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []

    def _texts(self, events: Events, ends: list[Piece]) -> Generator[str, None, None]:
        """Yield the texts of a stream; `ends` gets what its end tells."""
        finish = tokens = model = None
        cached = 0
        for event in events:
            self._check(event)
            choice = _choice(event, required=False)
            finish, tokens, model = _finish(choice) or finish, _tokens(event) or tokens, _name(event) or model
            cached = _cached(event) or cached
            if text := _content(choice.get("delta")):
                yield text
        ends.append(Piece(finish=finish, tokens=tokens, cached=cached, model=model))

    def _body(self, prompt: Prompt, model: str) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": model,
            "messages": [*with_system(prompt), {"role": "user", "content": _user(prompt)}],
            self.vendor.limit_name: prompt.max_output_tokens,
        }
        if self.vendor.takes_temperature:
            body["temperature"] = prompt.temperature
        if isinstance(prompt, ReplyPrompt):
            shape = {"name": prompt.reply.__name__, "schema": prompt.schema()}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
        return body

    def _check(self, reply: Mapping[str, Any]) -> None:
        error = reply.get("error")
        if not error:
            return
        # LM Studio answers unknown paths with 200.
        if "endpoint" in str(error).lower():
            server = self.connection.server
            raise misconfigured(
                f"{server.base_url} does not know {_PATH}", f"Check {server.setting}; such addresses often end in /v1."
            )
        raise stream_failed(self.connection.server, error)


def _window(row: Mapping[str, Any]) -> int | None:
    meta = row.get("meta")
    told = {**(meta if isinstance(meta, dict) else {}), **row}
    found = (told.get(name) for name in _WINDOW_NAMES)
    return next((value for value in found if isinstance(value, int) and value > 0), None)


def _sees(row: Mapping[str, Any]) -> bool | None:
    """Return whether a model reads images, as llama.cpp and OpenRouter (modalities) or LM Studio (type) say."""
    architecture = row.get("architecture")
    modalities = architecture.get("input_modalities") if isinstance(architecture, dict) else None
    if isinstance(modalities, list):
        return "image" in modalities
    return {"vlm": True, "llm": False}.get(str(row.get("type")))


def _user(prompt: Prompt) -> str | list[dict[str, Any]]:
    if not prompt.images:
        return prompt.user
    images = (base64.b64encode(image).decode() for image in prompt.images)
    pictures = [{"type": "image_url", "image_url": {"url": f"data:image/png;base64,{image}"}} for image in images]
    return [*pictures, {"type": "text", "text": prompt.user}]


def _choice(reply: Mapping[str, Any], *, required: bool = True) -> dict[str, Any]:
    choices = reply.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        return choices[0]
    if required:
        raise failed("model_malformed", "the model's answer could not be read")
    return {}


def _content(message: Any) -> str:
    """Return a message's text; what a server calls reasoning stands beside it and is left out."""
    content = message.get("content") if isinstance(message, dict) else None
    return content if isinstance(content, str) else ""


def _finish(choice: Mapping[str, Any]) -> str | None:
    reason = choice.get("finish_reason")
    return _ENDS.get(reason, reason) if isinstance(reason, str) else None


def _tokens(reply: Mapping[str, Any]) -> tuple[int, int] | None:
    usage = reply.get("usage")
    if not isinstance(usage, dict) or not isinstance(usage.get("prompt_tokens"), int):
        return None
    written = usage.get("completion_tokens")
    return usage["prompt_tokens"], written if isinstance(written, int) else 0


def _cached(reply: Mapping[str, Any]) -> int:
    usage = reply.get("usage")
    details = usage.get("prompt_tokens_details") if isinstance(usage, dict) else None
    cached = details.get("cached_tokens") if isinstance(details, dict) else None
    return cached if isinstance(cached, int) else 0


def _name(reply: Mapping[str, Any]) -> str | None:
    name = reply.get("model")
    return name if isinstance(name, str) and name else None
