"""The HTTP side: paths, scripts, and the record of what was asked."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from doubles.gemini_server import content
from doubles.model_server.dialects import (
    CHARACTERS_PER_TOKEN,
    DIMENSIONS,
    MODEL,
    Answer,
    Anthropic,
    Dialect,
    Ollama,
    OpenAi,
)
from doubles.serving import Quiet, Serving


@dataclass(frozen=True, slots=True)
class Failure:
    """A status with headers and a body."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = '{"error": {"message": "scripted failure"}}'
    content_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes as they are, sent with status 200, over and over if `forever`, after a pause each; the connection ends after them."""

    data: bytes
    content_type: str = "application/json"
    forever: bool = False
    pause_s: float = 0.0


Scripted = Answer | Failure | Raw


@dataclass(frozen=True, slots=True)
class Request:
    path: str
    body: dict[str, Any]
    headers: dict[str, str]


Cut = Literal["", "window", "room", "half"]


class ModelServer(Serving):
    """Serves until closed; `requests` holds everything that was asked, `window` is what the servers tell and keep to."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.window = 8_192
        self.tells_window = True
        self.sees = False
        self.thinks = False
        # Of Ollama's model, as its Modelfile has them.
        self.parameters = ""
        self.tells_read = True
        self.characters_per_token: float = CHARACTERS_PER_TOKEN
        # What is too long is refused, or cut and nothing is said: to the window (as Ollama did), to what is beside the reply, or
        # to a half (as llama.cpp did).
        self.cuts: Cut = ""
        self.was_cut = False
        self._script: deque[Scripted] = deque()
        self._vectors: deque[list[list[float]]] = deque()
        super().__init__(_Handler)

    def script(self, *replies: Scripted) -> None:
        """Answer the next requests for a text with `replies`."""
        self._script.extend(replies)

    def script_vectors(self, *vectors: list[list[float]]) -> None:
        """Answer the next requests for vectors with `vectors`."""
        self._vectors.extend(vectors)

    def next_vectors(self, texts: list[str]) -> list[list[float]]:
        """Return what is scripted, else vectors of the texts' words that are not unit vectors."""
        if self._vectors:
            return self._vectors.popleft()
        return [[3 * value for value in content.vector(text, DIMENSIONS)] for text in texts]

    def next_reply(self, prompt: str, schema: Mapping[str, Any] | None) -> Scripted:
        if self._script:
            return self._script.popleft()
        text = json.dumps(content.instance(dict(schema))) if schema else content.answer(prompt)
        return Answer(text)


def _most(body: Mapping[str, Any]) -> int:
    """Return how many tokens a reply may have, 0 where the caller does not say."""
    options = body.get("options") or {}
    return int(body.get("max_tokens") or body.get("max_completion_tokens") or options.get("num_predict") or 0)


class _Handler(Quiet):
    double: ModelServer
    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        self._record({})
        match self.path.partition("?")[0]:
            case "/v1/models":
                row = {"id": MODEL, "object": "model", "created": 0, "owned_by": "double", "type": "model"}
                row |= {
                    "display_name": "Tiny",
                    "created_at": "2026-01-01T00:00:00Z",
                    "architecture": {"input_modalities": ["text", *(["image"] if self.double.sees else [])]},
                }
                row |= {"max_model_len": self.double.window} if self.double.tells_window else {}
                self._json({"object": "list", "data": [row], "has_more": False, "first_id": MODEL, "last_id": MODEL})
            case "/api/v0/models":
                kind = "vlm" if self.double.sees else "llm"
                loaded = {"state": "loaded", "loaded_context_length": self.double.window}
                row = loaded if self.double.tells_window else {"state": "not-loaded", "max_context_length": 131_072}
                self._json({"data": [{"id": MODEL, "type": kind, **row}]})
            case "/props":
                self._json({"default_generation_settings": {"n_ctx": self.double.window}, "total_slots": 1})
            case "/api/tags":
                self._json({"models": [{"name": MODEL, "model": MODEL}]})
            case _:
                self._send(404, b'{"error": "not found"}', "application/json")

    def do_POST(self) -> None:
        body = json.loads(self.sent())
        self._record(body)
        match self.path:
            case "/v1/chat/completions":
                self._generate(body, OpenAi())
            case "/api/chat":
                self._generate(body, Ollama())
            case "/v1/messages":
                self._generate(body, Anthropic())
            case "/api/show":
                info = {"general.architecture": "llama", "llama.context_length": self.double.window}
                able = {"vision": self.double.sees, "thinking": self.double.thinks}
                self._json(
                    {
                        "model_info": info,
                        "parameters": self.double.parameters,
                        "capabilities": ["completion", *(name for name, is_able in able.items() if is_able)],
                    }
                )
            case "/v1/embeddings" | "/api/embed":
                self._embed(body)
            case _:
                # As LM Studio does.
                self._json({"error": f"Unexpected endpoint or method. (POST {self.path})"})

    def _embed(self, body: dict[str, Any]) -> None:
        vectors = self.double.next_vectors([body["input"]] if isinstance(body["input"], str) else body["input"])
        if self.path == "/api/embed":
            return self._json({"model": MODEL, "embeddings": vectors})
        # OpenAI's rows are numbered, and may come in any order.
        rows = [{"object": "embedding", "index": n, "embedding": row} for n, row in enumerate(vectors)][::-1]
        return self._json(
            {"object": "list", "model": MODEL, "data": rows, "usage": {"prompt_tokens": 1, "total_tokens": 1}}
        )

    def _record(self, body: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.double.requests.append(Request(self.path, body, headers))

    def _generate(self, body: dict[str, Any], dialect: Dialect) -> None:
        prompt = dialect.prompt(body)
        reply = self.double.next_reply(prompt, dialect.schema(body))
        match reply:
            case Failure():
                self._send(reply.status, reply.body.encode(), reply.content_type, reply.headers)
            case Raw():
                self._raw(reply)
            case Answer():
                self._answer(body, dialect, reply, int(len(prompt) / self.double.characters_per_token))

    def _answer(self, body: dict[str, Any], dialect: Dialect, reply: Answer, sent: int) -> None:
        room = dialect.room(body, self.double.window)
        self.double.was_cut = sent > room
        if sent > room and not self.double.cuts:
            self._send(
                400, b'{"error": {"message": "the request exceeds the available context size"}}', "application/json"
            )
            return
        kept = {"room": room - _most(body), "half": room // 2}.get(self.double.cuts, room)
        read = (sent if sent <= room else kept) if reply.read is None else reply.read
        reply = replace(reply, usage=reply.usage and self.double.tells_read)
        if body.get("stream", dialect.streams):
            data = b"".join(dialect.stream(reply, read))
            self._send(200, data, "application/x-ndjson" if dialect.streams else "text/event-stream")
        else:
            self._json(dialect.whole(reply, read))

    def _raw(self, reply: Raw) -> None:
        self.send_response(200)
        self.send_header("Content-Type", reply.content_type)
        self.end_headers()
        self.wfile.write(reply.data)
        while reply.forever:
            time.sleep(reply.pause_s)
            self.wfile.write(reply.data)

    def _json(self, value: object) -> None:
        self._send(200, json.dumps(value).encode(), "application/json")

    def _send(self, status: int, data: bytes, content_type: str, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)
