"""Calls over HTTP: what comes back, as text or as events, and what went wrong, as one kind of error."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Any, TypeVar

import httpx2

T = TypeVar("T")

Token = str | Callable[[], str] | None
"""An ID token, or what returns one for each call; None for a server on this machine."""
_POLL_S = 0.5


class ApiError(Exception):
    """The server refused a call, or could not be reached.

    Attributes:
        status: HTTP status, 0 where no answer came.
        code: Stable name of the problem, `unreachable` where no answer came.
        detail: One sentence for a person.
        action: What can be done about it, or empty.
        retryable: Whether trying again can help.
        retry_after_s: When that makes sense, where the server says so.
    """

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after_s: float | None = None) -> None:
        self.status = status
        self.code = str(problem.get("code") or f"http_{status}")
        self.detail = str(problem.get("detail") or problem.get("title") or "")
        self.action = str(problem.get("action") or "")
        self.retryable = bool(problem.get("retryable", False))
        self.retry_after_s = retry_after_s
        super().__init__(f"{self.code}: {self.detail}")


class Transport:
    """Sends calls to one server.

    Every method raises ApiError for an answer of 400 or more, and where no answer comes in time.
    """

    def __init__(self, base_url: str, token: Token, timeout_s: float) -> None:
        self._token = token
        self._http = httpx2.Client(base_url=base_url, timeout=timeout_s, follow_redirects=True)

    def close(self) -> None:
        self._http.close()

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        query: Mapping[str, Any] | None = None,
        key: str | None = None,
    ) -> str:
        """Return the text of an answer; `key` makes a repeated call the same call."""
        given = {name: value for name, value in (query or {}).items() if value is not None}
        with self._sent(method, path, json=body, params=given, headers=self._headers(key)) as response:
            response.read()
            return response.text

    def file(self, path: str, query: Mapping[str, Any]) -> bytes:
        """Return the bytes of a file."""
        given = {name: value for name, value in query.items() if value is not None}
        with self._sent("GET", path, params=given, headers=self._headers(None)) as response:
            return response.read()

    def events(self, path: str, body: object, *, key: str | None = None) -> Iterator[tuple[str, str]]:
        """Yield the name and the data of each event of a stream as it comes; an `error` event is raised."""
        name = ""
        with self._sent("POST", path, json=body, headers=self._headers(key)) as response:
            for line in response.iter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    data = line.removeprefix("data: ")
                    if name == "error":
                        raise ApiError(response.status_code, json.loads(data))
                    yield name, data

    def send_file(self, method: str, url: str, pieces: Iterator[bytes], headers: Mapping[str, str]) -> None:
        """Send a body to an address that the server named; it carries its own permission, so no token goes with it."""
        with self._sent(method, url, content=pieces, headers=dict(headers)):
            pass

    def _headers(self, key: str | None) -> dict[str, str]:
        token = self._token() if callable(self._token) else self._token
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return headers | ({"Idempotency-Key": key} if key else {})

    def _sent(self, method: str, url: str, **about: Any) -> _Sent:
        return _Sent(self._http, method, url, about)


class _Sent:
    """An answer that is open while the body runs, with every fault as an ApiError."""

    def __init__(self, http: httpx2.Client, method: str, url: str, about: dict[str, Any]) -> None:
        self._stream = http.stream(method, url, **about)

    def __enter__(self) -> httpx2.Response:
        try:
            response = self._stream.__enter__()
        except httpx2.TransportError as error:
            raise _unreachable(error) from error
        if response.status_code >= httpx2.codes.BAD_REQUEST:
            try:
                response.read()
                raise _refused(response)
            finally:
                self._stream.__exit__(None, None, None)
        return response

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.__exit__(kind, error, trace)
        if isinstance(error, httpx2.TransportError):
            raise _unreachable(error) from error


def _unreachable(error: httpx2.TransportError) -> ApiError:
    return ApiError(0, {"code": "unreachable", "detail": f"no answer from the server: {error}", "retryable": True})


def _refused(response: httpx2.Response) -> ApiError:
    try:
        problem = response.json()
    except ValueError:  # a proxy between us and the server answers in its own words
        problem = {}
    wait = response.headers.get("Retry-After", "")
    return ApiError(
        response.status_code, problem if isinstance(problem, dict) else {}, float(wait) if wait.isdigit() else None
    )


def new_key() -> str:
    """Return a key under which a call that is sent again is the same call."""
    return uuid.uuid4().hex


def wait_for(
    look: Callable[[], T],
    on_progress: Callable[[T], None],
    is_over: Callable[[T], bool],
    *,
    timeout_s: float,
    late: str,
) -> T:
    """Look until what is found is over, and return it.

    Args:
        look: Asks the server; called every half second.
        on_progress: Gets each thing that was found.
        is_over: Tells whether to look no more.
        timeout_s: Seconds until `ApiError` with the code `timeout`.
        late: What is then said, such as "the paper is not read".
    """
    deadline = time.monotonic() + timeout_s
    while True:
        found = look()
        on_progress(found)
        if is_over(found):
            return found
        if time.monotonic() > deadline:
            detail = f"{late} after {timeout_s:.0f} s"
            raise ApiError(0, {"code": "timeout", "detail": detail, "retryable": True})
        time.sleep(_POLL_S)
