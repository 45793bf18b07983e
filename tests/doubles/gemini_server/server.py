"""The HTTP side: paths, authentication, recording, and the wire form of replies."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any, Self

from doubles.gemini_server import content
from doubles.gemini_server.replies import Answer, Blocked, Cut, Empty, Failure, Garbage, Parts, Reply, Slow, Vectors

# The key that the server knows to be wrong; it takes any other.
BAD_KEY = "bad-key"
_PATH = re.compile(
    r"^/(?P<version>v1|v1beta|v1beta1)/(?:projects/(?P<project>[^/]+)/locations/(?P<location>[^/]+)/publishers/google/)?"
    r"models/(?P<model>[^/:]+):(?P<method>\w+)$"
)
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


class GeminiServer:
    """Serves until closed; `requests` holds everything asked, `script` says what comes next."""

    def __init__(self, *, port: int = 0, latency_s: float = 0.0) -> None:
        self.requests: list[Request] = []
        self.latency_s = latency_s
        self.missing_models: set[str] = set()
        self.writer: Callable[[dict[str, Any]], Reply | None] | None = None
        self._scripts: dict[str, deque[Reply]] = {"generate": deque(), "embed": deque()}
        self._lock = threading.Lock()
        handler = type("Handler", (_Handler,), {"gemini": self})
        self._http = _HttpServer(("127.0.0.1", port), handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def script(self, *replies: Reply) -> None:
        """Answer the next generate requests, streamed or not, with `replies`."""
        self._scripts["generate"].extend(replies)

    def script_embeddings(self, *replies: Reply) -> None:
        """Answer the next embedding requests with `replies`."""
        self._scripts["embed"].extend(replies)

    def reset(self) -> None:
        """Forget requests, scripts and the writer."""
        self.writer = None
        self.requests.clear()
        self.missing_models.clear()
        for script in self._scripts.values():
            script.clear()

    def next_reply(self, request: Request) -> Reply | None:
        """Return what is scripted, else what `writer` says to the body of a generate request, if there is one."""
        embeds = request.method in _EMBED_METHODS
        with self._lock:
            script = self._scripts["embed" if embeds else "generate"]
            if script:
                return script.popleft()
        return None if embeds or self.writer is None else self.writer(request.body)

    def record(self, request: Request) -> None:
        with self._lock:
            self.requests.append(request)

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def serve(self) -> None:
        """Serve in this thread until interrupted."""
        self._http.serve_forever()


_EMBED_METHODS = {"embedContent", "batchEmbedContents", "predict"}


class _HttpServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Say nothing: a client that hangs up in mid-answer is part of the tests; anything else fails the client."""


class _Handler(BaseHTTPRequestHandler):
    gemini: GeminiServer
    protocol_version = "HTTP/1.1"
    # Header and body leave in two writes; without this each answer waits 40 ms for an acknowledgement.
    disable_nagle_algorithm = True

    def log_message(self, *_: object) -> None:
        """Say nothing: requests are recorded."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        path, _, _ = self.path.partition("?")
        match = _PATH.match(path)
        if match is None:
            return self._fail(Failure(404, message=f"unknown path {path}"))
        request = Request(
            model=match["model"],
            method=match["method"],
            body=body,
            headers={name.lower(): value for name, value in self.headers.items()},
            location=match["location"],
            version=match["version"],
            at_s=time.monotonic(),
        )
        self.gemini.record(request)
        time.sleep(self.gemini.latency_s)
        refusal = _refusal(request, self.gemini.missing_models)
        if refusal is not None:
            return self._fail(refusal)
        return self._reply(request, self.gemini.next_reply(request))

    def _reply(self, request: Request, reply: Reply | None) -> None:
        streams = request.method == "streamGenerateContent"
        match reply:
            case Failure():
                self._fail(reply)
            case Garbage():
                self._send(200, reply.body.encode())
            case Cut() if not (reply.text and streams):
                self._break()
            case Vectors():
                self._embed(request, reply)
            case _ if streams:
                self._stream(request, reply)
            case _:
                self._answer(request, reply)

    def _answer(self, request: Request, reply: Reply | None) -> None:
        if isinstance(reply, Slow):
            time.sleep(reply.seconds)
            reply = reply.then
        if request.method in _EMBED_METHODS:
            self._embed(request, Vectors())
        elif request.method == "countTokens":
            self._json({"totalTokens": content.tokens(_prompt(request.body))})
        elif request.method == "generateContent":
            self._json(_merged(list(_events(request, reply))))
        else:
            self._fail(Failure(404, message=f"unknown method {request.method}"))

    def _stream(self, request: Request, reply: Reply | None) -> None:
        pause = 0.0
        if isinstance(reply, Slow):
            time.sleep(reply.seconds)
            pause = reply.seconds if reply.between_pieces else 0.0
            reply = reply.then
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for index, event in enumerate(_events(request, reply)):
            time.sleep(pause if index else 0)
            line = f"data: {json.dumps(event)}\r\n\r\n".encode()
            self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
            self.wfile.flush()
        if isinstance(reply, Cut):
            return self._break()
        self.wfile.write(b"0\r\n\r\n")
        return None

    def _embed(self, request: Request, odd: Vectors) -> None:
        texts, dimensions = _texts_to_embed(request)
        dimensions = odd.dimensions or dimensions
        vectors = [content.vector(text, dimensions) for text in texts]
        vectors = (vectors + vectors)[: len(vectors) + odd.count]
        if odd.value is not None:
            vectors = [[odd.value] * dimensions for _ in vectors]
        match request.method:
            case "batchEmbedContents":
                self._json({"embeddings": [{"values": values} for values in vectors]})
            case "embedContent":
                self._json({"embedding": {"values": vectors[0]}} if vectors else {})
            case "predict":
                self._json({"predictions": [{"embeddings": {"values": values}} for values in vectors]})

    def _json(self, value: Any) -> None:
        self._send(200, json.dumps(value).encode())

    def _fail(self, failure: Failure) -> None:
        headers = {} if failure.retry_after_s is None else {"Retry-After": str(failure.retry_after_s)}
        if failure.text_body is not None:
            self._send(failure.status, failure.text_body.encode(), {"Content-Type": "text/html", **headers})
        else:
            self._send(failure.status, json.dumps(_error(failure)).encode(), headers)

    def _send(self, status: int, body: bytes, headers: Mapping[str, str] = MappingProxyType({})) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json; charset=UTF-8", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _break(self) -> None:
        self.close_connection = True
        self.wfile.flush()
        self.connection.close()


def _refusal(request: Request, missing_models: set[str]) -> Failure | None:
    if request.location is None:
        key = request.headers.get("x-goog-api-key")
        if not key:
            return Failure(403, message="Method doesn't allow unregistered callers")
        if key == BAD_KEY:
            return Failure(400, reason="API_KEY_INVALID", message="API key not valid. Please pass a valid API key.")
    elif not request.headers.get("authorization", "").startswith("Bearer "):
        return Failure(401, message="Request is missing required authentication credential")
    if request.model in missing_models:
        return Failure(404, message=f"models/{request.model} is not found for API version v1")
    return None


def _events(request: Request, reply: Reply | None) -> Iterator[dict[str, Any]]:
    """Yield the events of a stream; together they are the whole answer."""
    prompt = _prompt(request.body)
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


def _merged(events: list[dict[str, Any]]) -> dict[str, Any]:
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
        "totalTokenCount": asked + written + thought_tokens,
        **({"thoughtsTokenCount": thought_tokens} if thought_tokens else {}),
    }


def _prompt(body: dict[str, Any]) -> str:
    whole = [body.get("systemInstruction", {}), *body.get("contents", [])]
    return "\n".join(part.get("text", "") for message in whole for part in message.get("parts", []))


def _texts_to_embed(request: Request) -> tuple[list[str], int]:
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


def _error(failure: Failure) -> dict[str, Any]:
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
