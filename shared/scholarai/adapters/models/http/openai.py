"""Sends prompts in OpenAI's chat completions protocol: OpenAI, OpenRouter, LM Studio, vLLM, llama.cpp and others."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from scholarai.adapters.models.adapting import Asking
from scholarai.adapters.models.capabilities import needs_of, temperature_for
from scholarai.adapters.models.endpoint import LENGTH, STOP, Piece
from scholarai.adapters.models.faults import misconfigured
from scholarai.adapters.models.http.connection import LIST_S
from scholarai.adapters.models.http.faults import stream_failed
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
from scholarai.adapters.models.vendors import Vendor
from scholarai.prompting.prompt import Prompt, ReplyPrompt

_ENDS = {"stop": STOP, "eos": STOP, "end_turn": STOP, "length": LENGTH, "max_tokens": LENGTH}
# Older and newer name of one field.
_OTHER_LIMIT = {"max_completion_tokens": "max_tokens", "max_tokens": "max_completion_tokens"}
# How servers call a model's window in their lists of models: LM Studio, vLLM, OpenRouter, llama.cpp.
_WINDOW_NAMES = ("loaded_context_length", "max_model_len", "context_length", "n_ctx")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAiEndpoint(HttpEndpoint):
    vendor: Vendor

    path: ClassVar[str] = "/chat/completions"
    forbidden: ClassVar[frozenset[str]] = frozenset({"content_filter", "safety"})

    def body(self, asking: Asking, model: str, *, streamed: bool) -> dict[str, Any]:
        prompt = asking.prompt
        way = asking.way("schema", "json")
        limit, other = self.vendor.limit_name, _OTHER_LIMIT[self.vendor.limit_name]
        if "room" not in asking.sent and not asking.may("limit"):
            limit = other
        body: dict[str, Any] = {
            "model": model,
            "messages": [*with_system(prompt), {"role": "user", "content": _user(prompt, asking.user(way))}],
            limit: prompt.max_output_tokens,
        }
        if needs_of(model).thinks and asking.may("effort"):
            body["reasoning_effort"] = prompt.effort
        temperature = temperature_for(model, prompt)
        if temperature is not None and asking.may("temperature"):
            body["temperature"] = temperature
        if self.sampling.top_p is not None and asking.may("top_p"):
            body["top_p"] = self.sampling.top_p
        if self.sampling.top_k is not None and self.vendor.takes_top_k and asking.may("top_k"):
            body["top_k"] = self.sampling.top_k
        if way:
            body["response_format"] = _format(prompt, way)
        if streamed:
            body["stream"] = True
            if asking.may("usage"):
                body["stream_options"] = {"include_usage": True}
        return body

    def read(self, events: Events) -> Iterator[Piece]:
        finish = tokens = model = None
        cached = 0
        for event in events:
            self._check(event)
            choice = next(iter(rows_of(event.get("choices"))), {})
            usage = object_of(event.get("usage"))
            finish, model = _finish(choice) or finish, _name(event) or model
            tokens = _tokens(usage) or tokens
            cached = positive(object_of(usage.get("prompt_tokens_details")).get("cached_tokens")) or cached
            # What a server calls reasoning stands beside the content, and is left out.
            message = choice.get("delta") or choice.get("message")
            if text := text_of(object_of(message).get("content")):
                yield Piece(text=text)
        yield Piece(finish=finish, tokens=tokens, cached=cached, model=model)

    def window(self, model: str) -> int | None:
        return self.window_set or _window(self._row(model), self.window_assumed) or self._slot(model)

    def takes_images(self, model: str) -> bool | None:
        return _sees(self._row(model))

    def models(self) -> list[str]:
        return [str(row.get("id", "")) for row in self._listed(LIST_S)]

    def _row(self, model: str) -> dict[str, Any]:
        """Return what the server's list says of a model; nothing of OpenAI's own, whose list holds names alone."""

        def ask() -> dict[str, Any]:
            rows = self._listed(ASK_S)
            return next((row for row in rows if row.get("id") == model), rows[0] if len(rows) == 1 else {})

        if not self.vendor.tells_window and self.connection.server.base_url == self.vendor.base_url:
            return {}
        return self.ask_once("row", model, ask)

    def _slot(self, model: str) -> int | None:
        """Return the window that llama.cpp's server tells of itself, where its list is too old to tell it."""
        if not self.vendor.tells_properties:
            return None
        told = self.ask_once("props", model, lambda: self._get("/props", ASK_S))
        return positive(object_of(told.get("default_generation_settings")).get("n_ctx"))

    def _listed(self, timeout_s: float) -> list[dict[str, Any]]:
        path = self.vendor.models_path
        reply = self._get(path, timeout_s) if path.startswith("/api/") else self.connection.get(path, timeout_s)
        return rows_of(reply.get("data"))

    def _get(self, path: str, timeout_s: float) -> dict[str, Any]:
        """Return what the server says beside its OpenAI-like part."""
        server = self.connection.server
        beside = replace(server, base_url=server.base_url.removesuffix("/v1"))
        return replace(self.connection, server=beside).get(path, timeout_s)

    def _check(self, reply: Mapping[str, Any]) -> None:
        error = reply.get("error")
        if not error:
            return
        # LM Studio answers unknown paths with 200.
        if "endpoint" in str(error).lower():
            server = self.connection.server
            raise misconfigured(
                f"{server.base_url} does not know {self.path}",
                f"Check {server.setting}; such addresses often end in /v1.",
            )
        raise stream_failed(self.connection.server, error)


def _window(row: Mapping[str, Any], assumed: int) -> int | None:
    told = {**object_of(row.get("meta")), **row}
    most = positive(row.get("max_context_length"))
    found = next((value for name in _WINDOW_NAMES if (value := positive(told.get(name)))), None)
    return found or (min(most, assumed) or None if most else None)


def _sees(row: Mapping[str, Any]) -> bool | None:
    """Return whether a model reads images, as llama.cpp and OpenRouter (modalities) or LM Studio (type) say."""
    modalities = object_of(row.get("architecture")).get("input_modalities")
    if isinstance(modalities, list):
        return "image" in modalities
    return {"vlm": True, "llm": False}.get(str(row.get("type")))


def _user(prompt: Prompt, text: str) -> str | list[dict[str, Any]]:
    if not prompt.images:
        return text
    images = (base64.b64encode(image).decode() for image in prompt.images)
    pictures = [{"type": "image_url", "image_url": {"url": f"data:image/png;base64,{image}"}} for image in images]
    return [*pictures, {"type": "text", "text": text}]


def _format(prompt: Prompt, way: str) -> dict[str, Any]:
    if way == "json" or not isinstance(prompt, ReplyPrompt):
        return {"type": "json_object"}
    shape = {"name": prompt.reply.__name__, "strict": True, "schema": prompt.schema()}
    return {"type": "json_schema", "json_schema": shape}


def _finish(choice: Mapping[str, Any]) -> str | None:
    reason = choice.get("finish_reason")
    return _ENDS.get(reason, reason) if isinstance(reason, str) else None


def _tokens(usage: Mapping[str, Any]) -> tuple[int, int] | None:
    read, written = usage.get("prompt_tokens"), usage.get("completion_tokens")
    return (read, written if isinstance(written, int) else 0) if isinstance(read, int) else None


def _name(reply: Mapping[str, Any]) -> str | None:
    name = reply.get("model")
    return name if isinstance(name, str) and name else None
