"""Sends requests to Zotero, in turn and with retries, and reads the key for them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol
from urllib.parse import urlencode

import scholarai
from scholarai.adapters.http_client import shared_client
from scholarai.adapters.literature.attempts import Exchange, Expected, Reply, bounded_reply, exchanged
from scholarai.adapters.literature.rate_limiter import Gate, Limits
from scholarai.domain.errors import ConflictError

WEB_URL = "https://api.zotero.org"
# Zotero names no rate; it says `Backoff` and 429. A guess below what its own program sends.
WEB_LIMITS = Limits(requests=10, daily=50_000)
# The program on this machine has no limits (https://www.zotero.org/support/dev/web_api/v3/local_api).
LOCAL_LIMITS = Limits(requests=500, daily=10_000_000)
# All versions of a library of 100,000 items have 2 MB; fifty items have some hundred kilobytes. A guess far above both.
MOST_REPLY_BYTES = 32 * 1024 * 1024
_TIMEOUT_S = 30.0
_VERSION = "3"


class Send(Protocol):
    """Sends one request."""

    def __call__(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes | None, timeout_s: float
    ) -> Reply | None:
        """Return the reply, whatever its status; None if the server was not reached or its reply broke off."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoteroClient:
    """`base_url` is where the paths of libraries begin; `key` goes into a header and nowhere else.

    `server_id` names the database of the program that gave the key: requests to another one fail.
    """

    base_url: str
    gate: Gate
    send: Send
    key: str = field(default="", repr=False)
    server_id: str = ""
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def get(self, path: str, query: Mapping[str, str] | None = None, *, expected: Expected = "items") -> Reply:
        """Return the reply to a question: 200, 304, a redirect, or a 4xx that says something about the question.

        Raises:
            TransientError: If Zotero stays busy or unreachable, or its replies stay malformed.
            ConflictError: If it refuses the key or the access.
        """
        return self._exchanged("GET", path, query or {}, None, {}, expected)

    def post(self, path: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        """Send what is to be written and return the reply; the same request may arrive several times."""
        return self._exchanged("POST", path, {}, body, {"content-type": "application/json", **headers}, "json")

    def _exchanged(
        self,
        method: str,
        path: str,
        query: Mapping[str, str],
        body: bytes | None,
        headers: Mapping[str, str],
        expected: Expected,
    ) -> Reply:
        address = f"{self.base_url}/{path}{'?' if query else ''}{urlencode(query)}"
        sent = {**self._identity(), **headers}
        exchange = Exchange(gate=self.gate, now=self.now, expected=expected)
        try:
            return exchanged(exchange, lambda: self.send(method, address, sent, body, _TIMEOUT_S), self.sleep)
        except ConflictError:
            raise ConflictError(
                "zotero_refused",
                "Zotero refuses the access",
                action="Allow other applications to communicate with Zotero in its settings, or set the key again.",
            ) from None

    def _identity(self) -> dict[str, str]:
        given = {"zotero-api-key": self.key, "zotero-server-id": self.server_id}
        known = {name: value for name, value in given.items() if value}
        return {"user-agent": f"ScholarAI/{scholarai.__version__}", "zotero-api-version": _VERSION, **known}


def over_http(
    method: str, address: str, headers: Mapping[str, str], body: bytes | None, timeout_s: float
) -> Reply | None:
    """Implements `Send`; follows no redirect."""
    import httpx2

    try:
        with shared_client().stream(
            method, address, headers=dict(headers), content=body, timeout=timeout_s
        ) as response:
            return bounded_reply(response, timeout_s=timeout_s, most_bytes=MOST_REPLY_BYTES)
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError):
        return None


# Keys have 24 letters and digits; a file of more bytes is another one.
_MOST_KEY_BYTES = 1_024


def read_key(file: Path) -> str:
    """Return the key in a file, without the white space around it.

    Raises:
        ConflictError: If the file cannot be read, or holds something else.
    """
    try:
        with file.open("rb") as opened:
            data = opened.read(_MOST_KEY_BYTES + 1)
    except OSError as error:
        raise _unusable(f"the key file of Zotero cannot be read: {error.strerror or 'unknown error'}") from None
    key = data.decode("ascii", "replace").strip()
    if len(data) > _MOST_KEY_BYTES or not (key.isascii() and key.isalnum()):
        raise _unusable("the key file of Zotero holds no key")
    return key


def _unusable(detail: str) -> ConflictError:
    return ConflictError(
        "zotero_key_file",
        detail,
        action="Put the key of zotero.org/settings/keys alone into the file that SCHOLARAI_ZOTERO_KEY_FILE names.",
    )
