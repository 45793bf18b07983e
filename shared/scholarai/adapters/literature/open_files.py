"""Fetches open PDFs from public addresses only, since a service or a redirect could name any address."""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

import scholarai
from scholarai.adapters.literature.rate_limiter import Gate, Limits, Verdict
from scholarai.domain.errors import PaperFaultError, ScholarError, TransientError
from scholarai.domain.formats import format_of

if TYPE_CHECKING:
    import httpx2

    from scholarai.ports.turns import HostTurns

MOST_REDIRECTS = 5
# Bounds one fetch with its redirects, also one that trickles. A guess.
FETCH_S = 120.0
_CONNECT_S = 10.0
_HTTPS_PORT = 443
_PDF = format_of("pdf")
# The least distance of requests to one host, which arXiv asks for.
_PACE = Limits(requests=1, period_s=3.0, at_once=1)
_ACTION = "Download it yourself and upload it."

Resolve = Callable[[str], Sequence[str]]


def resolve(host: str) -> Sequence[str]:
    """Return the IP addresses of a host."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, _HTTPS_PORT, type=socket.SOCK_STREAM)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFiles:
    """Implements `ports.literature.OpenFiles`.

    Each host is resolved once and the connection goes to the address that was checked, so that a name server cannot return
    another one afterwards. Proxies of the environment are not used, since they would resolve names themselves.
    """

    gates: dict[str, Gate]
    turns: HostTurns | None = None
    contact: str = ""
    resolve: Resolve = resolve
    transport: httpx2.BaseTransport | None = None
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def fetch(self, address: str, target: Path, *, max_bytes: int) -> int:
        import httpx2

        end = self.now() + FETCH_S
        try:
            with httpx2.Client(trust_env=False, follow_redirects=False, transport=self.transport) as client:
                for _ in range(MOST_REDIRECTS + 1):
                    with self._response(client, address, end) as response:
                        if response.is_redirect:
                            address = urljoin(address, response.headers.get("location", ""))
                            continue
                        return self._written(response, target, max_bytes, end)
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.CookieConflict):
            raise _unreachable() from None
        raise _fault("file_redirects", f"its address redirects more than {MOST_REDIRECTS} times")

    @contextmanager
    def _response(self, client: httpx2.Client, address: str, end: float) -> Iterator[httpx2.Response]:
        import httpx2

        host, ip = self._judged(address)
        self._wait_for_turn(host, end)
        shown = f"[{ip}]" if ":" in ip else ip
        contact = f"mailto:{self.contact}" if self.contact else "no contact set"
        request = client.build_request(
            "GET",
            httpx2.URL(address).copy_with(host=shown),
            headers={
                "host": host,
                "user-agent": f"ScholarAI/{scholarai.__version__} ({contact})",
                "accept": "application/pdf",
            },
            timeout=httpx2.Timeout(max(1.0, end - self.now()), connect=_CONNECT_S),
            extensions={"sni_hostname": host},
        )
        response = client.send(request, stream=True)
        try:
            yield response
        finally:
            response.close()

    def _judged(self, address: str) -> tuple[str, str]:
        """Return the host of a URL, and an IP address of it that may be connected to."""
        try:
            parts = urlsplit(address)
            host, port = (parts.hostname or "").rstrip("."), parts.port
        except ValueError:
            raise _forbidden() from None
        if parts.scheme != "https" or not host or port not in {None, _HTTPS_PORT} or parts.username is not None:
            raise _forbidden()
        try:
            found = [host] if _is_ip(host) else list(self.resolve(host.encode("idna").decode()))
        except (OSError, UnicodeError):
            raise _unreachable() from None
        # All of them: a name with a private address beside a public one is an attack.
        if not found or not all(map(is_public, found)):
            raise _forbidden()
        return host, found[0]

    def _wait_for_turn(self, host: str, end: float) -> None:
        gate, caller = self.gates.setdefault(host, Gate(host, _PACE)), object()
        while (wait_s := gate.enter(self.now(), caller)) > 0:
            if self.now() + wait_s > end:
                gate.give_up(caller)
                raise _unreachable()
            self.sleep(wait_s)
        self._wait_for_others(gate, host, end)
        # Only the pace is enforced here: one failed file says little about the next one of the same host.
        gate.leave(self.now(), caller, Verdict(answered=True))

    def _wait_for_others(self, gate: Gate, host: str, end: float) -> None:
        """Wait for the turn among all processes that fetch from the host."""
        if self.turns is None:
            return
        try:
            self.sleep(self.turns.reserve(host, gate.pace, most_wait_s=end - self.now()))
        except ScholarError:
            gate.withdraw()
            raise

    def _written(self, response: httpx2.Response, target: Path, max_bytes: int, end: float) -> int:
        _require_success(response)
        if int(response.headers.get("content-length") or 0) > max_bytes:
            raise _too_large(max_bytes)
        size, start = 0, b""
        with target.open("wb") as file:
            for part in response.iter_bytes():
                size += len(part)
                start = (start + part)[: _PDF.marks_within] if len(start) < _PDF.marks_within else start
                if size > max_bytes:
                    raise _too_large(max_bytes)
                if self.now() > end:
                    raise _unreachable()
                if len(start) >= _PDF.marks_within and not _PDF.is_marked(start):
                    break
                file.write(part)
        if not _PDF.is_marked(start):
            raise _fault("file_no_pdf", "what stands at its open address is no PDF")
        return size


# Of other uses, though `ipaddress` calls them global: site-local, documentation, and the former 6to4 relays; the registries of
# special-purpose addresses at iana.org.
_NOT_PUBLIC = tuple(ipaddress.ip_network(network) for network in ("fec0::/10", "3fff::/20", "192.88.99.0/24"))


def is_public(address: str) -> bool:
    """Tell whether an IP address is on the public internet, not of this machine, its network, or a cloud's metadata."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo or (None, None))[1]
        # NAT64 carries IPv4 addresses, private ones too, https://www.rfc-editor.org/rfc/rfc6052
        if ip in ipaddress.ip_network("64:ff9b::/96"):
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    other = ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback
    return ip.is_global and not other and not any(ip in network for network in _NOT_PUBLIC)


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _require_success(response: httpx2.Response) -> None:
    if response.status_code == 200:
        return
    if response.status_code in {408, 425, 429} or response.status_code >= 500:
        raise _unreachable()
    raise _fault("file_refused", f"its open address refuses the file (HTTP {response.status_code})")


def _fault(code: str, detail: str) -> ScholarError:
    return PaperFaultError(code, detail, action=_ACTION)


def _forbidden() -> ScholarError:
    return _fault("file_not_public", "its address is no public https address")


def _too_large(max_bytes: int) -> ScholarError:
    return _fault("too_large", f"the file is larger than the {max_bytes} bytes that are read")


def _unreachable() -> ScholarError:
    return TransientError("file_unreachable", "its open address did not answer in time", action="Add it again later.")
