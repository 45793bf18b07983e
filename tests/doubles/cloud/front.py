"""The load balancer: one address for every call of the API, each handed to an instance of its function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse

from doubles.cloud.instances import Function
from doubles.serving import Quiet, Serving

from scholarai.domain.errors import NotFoundError
from scholarai.entrypoints.operations import MethodNotAllowedError
from scholarai.entrypoints.routes import allowed_methods, find

_CALL_S = 300.0
_HOP = frozenset({"connection", "keep-alive", "transfer-encoding", "host"})
_CHUNK = 64 * 1024


class Front(Serving):
    """Listens on a port of this machine, a free one unless told, until it is closed."""

    def __init__(self, functions: Mapping[str, Function], port: int = 0) -> None:
        # How often a call of a function broke off, and how.
        self.broken: Counter[str] = Counter()
        self.functions = functions
        super().__init__(_Handler, port)
        self.start()


class _Handler(Quiet):
    double: Front
    # The end of an answer is the end of the connection, so streams need no framing.
    protocol_version = "HTTP/1.0"

    def _forward(self) -> None:
        body = self.sent()
        instance = self.double.functions[_function_of(self.command, self.path.partition("?")[0])].next()
        headers = {name: value for name, value in self.headers.items() if name.lower() not in _HOP}
        connection = HTTPConnection("127.0.0.1", instance.port, timeout=_CALL_S)
        try:
            instance.start()
            connection.request(
                self.command, self.path, body=body or None, headers={**headers, "Host": self.headers["Host"]}
            )
            self._answer(connection.getresponse())
        except (ConnectionError, HTTPException) as error:
            self.double.broken[f"{instance.name}: {type(error).__name__}"] += 1
            self.send_error(502)
        finally:
            connection.close()

    def _answer(self, response: HTTPResponse) -> None:
        self.send_response(response.status)
        for name, value in response.getheaders():
            if name.lower() not in _HOP:
                self.send_header(name, value)
        self.end_headers()
        while data := response.read1(_CHUNK):
            self.wfile.write(data)
            self.wfile.flush()

    do_GET = do_POST = do_PATCH = do_DELETE = do_OPTIONS = do_HEAD = _forward  # noqa: N815  - the server's names


def _function_of(method: str, path: str) -> str:
    try:
        return find(method, path).operation.function
    except (NotFoundError, MethodNotAllowedError):
        return "chat" if allowed_methods(path, "chat") and not allowed_methods(path, "status") else "status"
