"""Sends JSON to a model's server and reads its replies, whole or line by line, within bounds."""

from __future__ import annotations

import json
from collections.abc import Collection, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scholarai.adapters.http_client import shared_client
from scholarai.adapters.models.faults import CallFailedError, failed, misconfigured
from scholarai.adapters.models.http.faults import Server, connection_refused, from_status, no_http, no_tls

if TYPE_CHECKING:
    import httpx2

# A guess: replies to our prompts have some kilobytes, and whatever is longer is no answer.
MOST_REPLY_BYTES = 8 * 1024 * 1024
# A guess: a server that accepts no connection for so long counts as down.
CONNECT_S = 10.0
# What a server may take to list its models, which somebody waits for. A guess.
LIST_S = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """One server, and the headers of each request to it. All methods raise CallFailedError."""

    server: Server
    headers: Mapping[str, str] = field(default_factory=dict)

    def get(self, path: str, timeout_s: float) -> dict[str, Any]:
        """Return what the server says at a path."""
        with self._translated_errors(), self._response("GET", path, None, timeout_s) as response:
            return _object(_body(response))

    def post(self, path: str, body: Mapping[str, Any], timeout_s: float) -> dict[str, Any]:
        """Return the reply to a body."""
        with self._translated_errors(), self._response("POST", path, body, timeout_s) as response:
            return _object(_body(response))

    def events(
        self, path: str, body: Mapping[str, Any], timeout_s: float, sent: Collection[str] = ()
    ) -> Generator[dict[str, Any], None, None]:
        """Yield the objects of a reply as they come: server-sent events, one a line, or a single one.

        `sent` are parts of the request that it can do without (`adapting.PARTS`).
        """
        with self._translated_errors(), self._response("POST", path, body, timeout_s, sent) as response:
            lines = _lines(response)
            for line in lines:
                data = line.removeprefix("data:").strip()
                # Event names, comments that keep the connection alive, and the end of OpenAI's streams.
                if not data.startswith("{"):
                    continue
                try:
                    yield _object(data.encode())
                except ValueError:
                    if data != line.strip():
                        raise
                    yield _object("\n".join([line, *lines]).encode())

    @contextmanager
    def _response(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        timeout_s: float,
        sent: Collection[str] = (),
    ) -> Iterator[httpx2.Response]:
        import httpx2

        timeout = httpx2.Timeout(timeout_s, connect=min(CONNECT_S, timeout_s))
        address = f"{self.server.base_url}{path}"
        with shared_client().stream(
            method, address, json=body, headers=dict(self.headers), timeout=timeout
        ) as response:
            if response.is_redirect:
                raise misconfigured(
                    f"{self.server.name} redirects to another address",
                    f"Set {self.server.setting} to the address itself.",
                )
            if response.status_code != 200:
                raise from_status(self.server, path, response.status_code, response.headers, _body(response), sent)
            if "html" in response.headers.get("content-type", ""):
                raise misconfigured(
                    f"{self.server.base_url} answers with a web page, not as a model",
                    f"Check {self.server.setting}; such addresses often end in /v1.",
                )
            yield response

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Raise the client's errors as CallFailedError. Their messages are dropped: they may hold the prompt or the key."""
        import httpx2

        failure: CallFailedError
        try:
            yield
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            failure = no_tls(self.server) if "SSL" in str(error) else connection_refused(self.server)
        except httpx2.TimeoutException:
            failure = failed("model_timeout", f"{self.server.name} did not answer in time")
        except (httpx2.InvalidURL, httpx2.UnsupportedProtocol):
            failure = misconfigured(f"{self.server.base_url} is no address", f"Check {self.server.setting}.")
        except httpx2.HTTPError:
            failure = no_http(self.server)
        except (ValueError, RecursionError):
            failure = failed("model_malformed", f"the answer of {self.server.name} could not be read", is_paid=True)
        else:
            return
        raise failure from None


def _body(response: httpx2.Response) -> bytes:
    parts, size = [], 0
    for part in response.iter_bytes():
        size += len(part)
        _bound(size)
        parts.append(part)
    return b"".join(parts)


def _lines(response: httpx2.Response) -> Iterator[str]:
    """Yield the lines of a reply; neither a line nor all of them may be longer than a reply may be."""
    size, rest = 0, b""
    for part in response.iter_bytes():
        size += len(part)
        _bound(size)
        *lines, rest = (rest + part).split(b"\n")
        yield from (line.decode("utf-8", "replace") for line in lines)
    yield rest.decode("utf-8", "replace")


def _bound(size: int) -> None:
    if size > MOST_REPLY_BYTES:
        raise failed("model_malformed", "the model's answer does not end", is_paid=True)


def _object(data: bytes) -> dict[str, Any]:
    value = json.loads(data)
    if not isinstance(value, dict):
        raise failed("model_malformed", "the model's answer is no object", is_paid=True)
    return value
