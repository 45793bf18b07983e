"""The HTTP side: paths, authentication, and the record of what was asked."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from doubles.gemini_server import content
from doubles.gemini_server.replies import Answer, Cut, Failure, Garbage, Reply, Slow, Vectors
from doubles.gemini_server.wire import Request, error_of, events_of, merged, prompt_of, texts_to_embed
from doubles.serving import Quiet, Serving

# The key that the server knows to be wrong; it takes any other.
BAD_KEY = "bad-key"
_PATH = re.compile(
    r"^/(?P<version>v1|v1beta|v1beta1)/(?:projects/(?P<project>[^/]+)/locations/(?P<location>[^/]+)/publishers/google/)?"
    r"models/(?P<model>[^/:]+):(?P<method>\w+)$"
)


class GeminiServer(Serving):
    """Serves until closed; `requests` holds everything asked, `script` says what comes next."""

    def __init__(self, *, port: int = 0, latency_s: float = 0.0) -> None:
        self.requests: list[Request] = []
        self.latency_s = latency_s
        self.missing_models: set[str] = set()
        self.writer: Callable[[dict[str, Any]], Reply | None] | None = None
        self._scripts: dict[str, deque[Reply]] = {"generate": deque(), "embed": deque()}
        self._lock = threading.Lock()
        super().__init__(_Handler, port)

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


_EMBED_METHODS = {"embedContent", "batchEmbedContents", "predict"}


class _Handler(Quiet):
    double: GeminiServer
    protocol_version = "HTTP/1.1"
    # Header and body leave in two writes; without this each answer waits 40 ms for an acknowledgement.
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        body = json.loads(self.sent() or b"{}")
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
        self.double.record(request)
        time.sleep(self.double.latency_s)
        refusal = _refusal(request, self.double.missing_models)
        if refusal is not None:
            return self._fail(refusal)
        return self._reply(request, self.double.next_reply(request))

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
            self._json({"totalTokens": content.tokens(prompt_of(request.body))})
        elif request.method == "generateContent":
            self._json(merged(list(events_of(request, reply))))
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
        for index, event in enumerate(events_of(request, reply)):
            time.sleep(pause if index else 0)
            if index and isinstance(reply, Answer) and reply.rest is not None:
                reply.rest.wait()
            line = f"data: {json.dumps(event)}\r\n\r\n".encode()
            self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
            self.wfile.flush()
        if isinstance(reply, Cut):
            return self._break()
        self.wfile.write(b"0\r\n\r\n")
        return None

    def _embed(self, request: Request, odd: Vectors) -> None:
        texts, dimensions = texts_to_embed(request)
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
            self._send(failure.status, json.dumps(error_of(failure)).encode(), headers)

    def _send(self, status: int, body: bytes, headers: Mapping[str, str] = MappingProxyType({})) -> None:
        self.send(status, body, {"Content-Type": "application/json; charset=UTF-8", **headers})

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
