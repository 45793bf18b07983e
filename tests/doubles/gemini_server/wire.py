"""The wire form of requests and replies: a stream's events, texts to embed, usage, errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from doubles.gemini_server import content
from doubles.gemini_server.replies import Answer, Blocked, Cut, Empty, Failure, Parts, Reply

_STATUS_NAMES = {
    400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE", 504: "DEADLINE_EXCEEDED",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it came; `location` is None for the API-key form of the paths."""

    model: str
    method: str
    body: dict[str, Any]
    headers: dict[str, str] = field(repr=False)
    location: str | None = None
    version: str = "v1"
    at_s: float = 0.0


def events_of(request: Request, reply: Reply | None) -> Iterator[dict[str, Any]]:
    """Yield the events of a stream; together they are the whole answer."""
    prompt = prompt_of(request.body)
    match reply:
        case Blocked():
            yield {"promptFeedback": {"blockReason": reply.reason}, "usageMetadata": _usage(prompt, "", 0)}
            return
        case Empty():
            candidate = {"index": 0, **({"finishReason": reply.finish} if reply.finish else {})}
            yield {"candidates": [candidate] if reply.candidate else [], "usageMetadata": _usage(prompt, "", 0)}
            return
        case Cut():
            yield {"candidates": [{"content": {"role": "model", "parts": [{"text": reply.text}]}, "index": 0}]}
            return
        case Parts():
            candidate = {"content": {"role": "model", "parts": [dict(part) for part in reply.parts]}, "index": 0}
            finish = {"finishReason": reply.finish} if reply.finish else {}
            yield {"candidates": [candidate | finish], "usageMetadata": _usage(prompt, "", 0)}
            return
        case Answer():
            answer = reply
        case _:
            answer = Answer(_own_answer(request.body, prompt))
    size = max(1, -(-len(answer.text) // answer.pieces))
    pieces = [answer.text[start : start + size] for start in range(0, len(answer.text), size)] or [""]
    for index, piece in enumerate(pieces):
        last = index == len(pieces) - 1
        candidate = {"content": {"role": "model", "parts": [{"text": piece}]}, "index": 0}
        if last and answer.finish is not None:
            candidate["finishReason"] = answer.finish
        yield {
            "candidates": [candidate],
            "modelVersion": answer.model_version or request.model,
            **({"usageMetadata": _usage(prompt, answer.text, answer.thought_tokens)} if last else {}),
        }


def merged(events: list[dict[str, Any]]) -> dict[str, Any]:
    texts = [
        part["text"]
        for event in events
        for candidate in event.get("candidates", [])
        for part in candidate.get("content", {}).get("parts", [])
        if "text" in part
    ]
    whole = dict(events[-1])
    if texts:
        whole["candidates"] = [
            {**whole["candidates"][0], "content": {"role": "model", "parts": [{"text": "".join(texts)}]}}
        ]
    return whole


def _own_answer(body: dict[str, Any], prompt: str) -> str:
    config = body.get("generationConfig", {})
    schema = config.get("responseJsonSchema") or config.get("responseSchema")
    return json.dumps(content.instance(schema)) if schema else content.answer(prompt)


def _usage(prompt: str, text: str, thought_tokens: int) -> dict[str, int]:
    asked, written = content.tokens(prompt), content.tokens(text)
    return {
        "promptTokenCount": asked,
        "candidatesTokenCount": written,
        "cachedContentTokenCount": asked // 2,
        "totalTokenCount": asked + written + thought_tokens,
        **({"thoughtsTokenCount": thought_tokens} if thought_tokens else {}),
    }


def prompt_of(body: dict[str, Any]) -> str:
    whole = [body.get("systemInstruction", {}), *body.get("contents", [])]
    return "\n".join(part.get("text", "") for message in whole for part in message.get("parts", []))


def texts_to_embed(request: Request) -> tuple[list[str], int]:
    body = request.body
    match request.method:
        case "batchEmbedContents":
            parts = body["requests"]
            sizes = [part.get("outputDimensionality") for part in parts]
            return [_text(part["content"]) for part in parts], _size(sizes)
        case "predict":
            texts = [instance["content"] for instance in body["instances"]]
            return texts, _size([body.get("parameters", {}).get("outputDimensionality")])
        case _:
            config = body.get("embedContentConfig", body)
            return [_text(body["content"])], _size([config.get("outputDimensionality")])


def _size(sizes: list[int | None]) -> int:
    return next((size for size in sizes if size), content.FULL_DIMENSIONS)


def _text(value: dict[str, Any]) -> str:
    """Return what becomes one vector: all parts of one content together."""
    return "".join(part.get("text", "") for part in value["parts"])


def error_of(failure: Failure) -> dict[str, Any]:
    details: list[dict[str, Any]] = []
    if failure.reason:
        details.append({"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": failure.reason})
    if failure.per_day:
        quota = "GenerateRequestsPerDayPerProjectPerModel-FreeTier"
        details.append({"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": quota}]})
    if failure.retry_delay_s is not None:
        delay = f"{failure.retry_delay_s}s"
        details.append({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay})
    return {
        "error": {
            "code": failure.status,
            "message": failure.message,
            "status": _STATUS_NAMES.get(failure.status, "UNKNOWN"),
            "details": details,
        }
    }
