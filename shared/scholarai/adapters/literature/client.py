"""Sends all requests to outside services, in turn, with our identity, from the cache where that is fresh enough; makes their clients."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, cast
from urllib.parse import urlencode, urlsplit

import scholarai
from scholarai.adapters.http_client import shared_client
from scholarai.adapters.literature.attempts import (
    DEADLINE_S,
    Exchange,
    Expected,
    Reply,
    bounded_reply,
    exchanged,
    text_of,
)
from scholarai.adapters.literature.rate_limiter import Gate, Limits
from scholarai.config import Settings
from scholarai.domain.plugins import left_out, load
from scholarai.domain.service_names import PLUGGED_IN, ROWS, ServiceName
from scholarai.ports.clock import Clock
from scholarai.ports.literature import LiteratureService

if TYPE_CHECKING:
    from scholarai.adapters.literature.cache import ReplyCache
    from scholarai.ports.turns import HostTurns

# A reply of a service has some kilobytes, a page of search results some hundred. A guess far above both.
MOST_REPLY_BYTES = 16 * 1024 * 1024
_TIMEOUT_S = 30.0
_LEAST_TIMEOUT_S = 1.0


class Transport(Protocol):
    """Sends one GET request."""

    def __call__(self, address: str, headers: Mapping[str, str], timeout_s: float) -> Reply | None:
        """Return the reply, whatever its status; None if the host was not reached or its reply broke off."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """A host with its limits, and the headers and secrets of each request; secrets are never cached."""

    name: str
    base_url: str
    limits: Limits
    headers: Mapping[str, str] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict)


class Gates:
    """The gates of this process by host, so that all users of one host share its pace."""

    def __init__(self) -> None:
        self._gates: dict[str, Gate] = {}
        self._lock = threading.Lock()

    def gate_for(self, host: Host) -> Gate:
        name = urlsplit(host.base_url).netloc
        with self._lock:
            return self._gates.setdefault(name, Gate(host.name, host.limits))


@dataclass(frozen=True, slots=True, kw_only=True)
class LiteratureClient:
    """Sends requests to hosts. `contact` is the e-mail address at which services can reach the operator, or empty.

    `turns` are shared with other processes, where there are any. A call may take `deadline_s` until its last attempt, which
    has at least a second.
    """

    transport: Transport
    gates: Gates
    contact: str = ""
    cache: ReplyCache | None = None
    turns: HostTurns | None = None
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    deadline_s: float = DEADLINE_S

    def json(self, host: Host, path: str, query: Mapping[str, str] | None = None) -> dict[str, Any] | None:
        """Return the object at a path of a host; None where there is nothing (404).

        Raises:
            TransientError, LimitReachedError, ConflictError: As `Exchange.steps` says.
        """
        reply = self._reply(host, path, query or {}, "json")
        return None if reply is None else cast("dict[str, Any]", json.loads(text_of(reply)))

    def xml(self, host: Host, path: str, query: Mapping[str, str]) -> str | None:
        """Return the XML at a path of a host as text; None where there is nothing."""
        reply = self._reply(host, path, query, "xml")
        return None if reply is None else text_of(reply)

    def _reply(self, host: Host, path: str, query: Mapping[str, str], expected: Expected) -> Reply | None:
        asked = f"{host.base_url}{path}{'?' if query else ''}{urlencode(query)}"
        kept = None if self.cache is None else self.cache.find(asked)
        if kept is not None and kept.is_fresh:
            return kept.reply
        headers = {**self._identity(), **host.headers, **({} if kept is None else kept.conditions())}
        secret = f"{'&' if query else '?'}{urlencode(host.secrets)}" if host.secrets else ""
        reply = self._exchanged(self.gates.gate_for(host), f"{asked}{secret}", headers, expected)
        if reply.status == 304 and kept is not None and self.cache is not None:
            self.cache.renew(asked)
            return kept.reply
        if reply.status != 200:
            return None
        if self.cache is not None:
            self.cache.keep(asked, reply)
        return reply

    def _exchanged(self, gate: Gate, address: str, headers: Mapping[str, str], expected: Expected) -> Reply:
        end = self.now() + self.deadline_s
        exchange = Exchange(
            gate=gate,
            turns=self.turns,
            host=urlsplit(address).netloc,
            now=self.now,
            expected=expected,
            deadline_s=self.deadline_s,
        )
        return exchanged(exchange, lambda: self.transport(address, headers, self._timeout_s(end)), self.sleep)

    def _timeout_s(self, end: float) -> float:
        return min(_TIMEOUT_S, max(end - self.now(), _LEAST_TIMEOUT_S))

    def _identity(self) -> dict[str, str]:
        """Return the headers that identify us, in the form that Crossref asks for."""
        contact = f"mailto:{self.contact}" if self.contact else "no contact set"
        return {"user-agent": f"ScholarAI/{scholarai.__version__} ({contact})", "accept-encoding": "gzip"}


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpService:
    """A service behind one host; its classes have the methods of `ports.literature.LiteratureService`."""

    name: ServiceName
    client: LiteratureClient
    host: Host
    clock: Clock


def over_http(address: str, headers: Mapping[str, str], timeout_s: float) -> Reply | None:
    """Implements `Transport`. Redirects are followed within the host alone, twice at most; the reply is bounded."""
    import httpx2

    try:
        for _ in range(3):
            with shared_client().stream("GET", address, headers=dict(headers), timeout=timeout_s) as response:
                target = response.headers.get("location", "")
                if response.is_redirect and urlsplit(str(response.url.join(target))).netloc == urlsplit(address).netloc:
                    address = str(response.url.join(target))
                    continue
                return bounded_reply(response, timeout_s=timeout_s, most_bytes=MOST_REPLY_BYTES)
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError):
        return None
    return None


def make_services(
    settings: Settings, client: LiteratureClient, clock: Clock
) -> Mapping[ServiceName, LiteratureService]:
    """Return all services; the caller decides which of them may be asked, and for what.

    One of another package that cannot be made is left out with a warning.
    """
    services: dict[ServiceName, LiteratureService] = {}
    for row in ROWS:
        try:
            services[row.name] = load(row.maker)(client, settings, clock)
        except Exception as error:
            if row.name not in PLUGGED_IN:
                raise
            left_out("scholarai.literature", row.name, f"{type(error).__name__}: {error}")
    return services
