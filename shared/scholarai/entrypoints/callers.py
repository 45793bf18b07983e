"""Checks callers: who calls, how often one owner may call, and how large and how slow a body may be."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from socket import SHUT_RD
from typing import IO, TYPE_CHECKING, Protocol, cast

from flask import request
from msgspec import Struct

from scholarai.domain.errors import InvalidRequestError, LimitReachedError
from scholarai.domain.ids import OwnerId
from scholarai.domain.limits import MIB
from scholarai.ports.callers import TokenVerifier

if TYPE_CHECKING:
    from socket import socket

    from flask import Flask
    from werkzeug.wrappers import Request


# An ID token of Identity Platform is about 1 KiB; custom claims add at most 1,000 bytes.
_TOKEN_CHARACTERS = 8_192
# A guess: on a poor line, 64 KiB or a piece of an upload takes a tenth of it.
READ_S = 10.0
# How long a body that nobody wants is read, so that a caller who is still sending it gets to see the answer. A guess.
DISCARD_S = 2.0
# Bytes of such a body that are read at once. A guess.
_PIECE_BYTES = MIB
# Owners whose calls are counted. A guess; the one who has not called for the longest is forgotten first: that bucket is full.
_OWNERS = 10_000


class Identity(Protocol):
    def owner_of(self, authorization: str | None, *, costs: bool = False) -> OwnerId:
        """Return the owner that the Authorization header names; `costs` says that the call costs money.

        Raises:
            InvalidRequestError: With status 401 if it names nobody, and 403 if that user may not cause costs yet.
            TransientError: If the token could not be checked.
        """
        ...


def identity_of(verifier: TokenVerifier | None, default_owner: str, *, verified_email: bool = True) -> Identity:
    """Return how callers are identified: by tokens if there is a verifier, else as the one local user.

    With `verified_email`, only users whose e-mail address is verified may make calls that cost money.
    """
    if verifier is None:
        return LocalUser(OwnerId(default_owner))
    return BearerIdentity(verifier, verified_email=verified_email)


class LocalUser(Struct, frozen=True):
    """Identifies every caller of a local server as its one user."""

    owner: OwnerId

    def owner_of(self, authorization: str | None, *, costs: bool = False) -> OwnerId:  # noqa: ARG002  - the one user needs no proof
        return self.owner


class BearerIdentity(Struct, frozen=True):
    """Identifies callers by `Authorization: Bearer <ID token>`."""

    verifier: TokenVerifier
    verified_email: bool = True

    def owner_of(self, authorization: str | None, *, costs: bool = False) -> OwnerId:
        account = self.verifier.verify(bearer_token(authorization))
        if costs and self.verified_email and not account.email_verified:
            raise InvalidRequestError(
                "email_not_verified",
                "your e-mail address is not verified yet",
                action="Open the link in the letter that was sent to you, then sign in again.",
                status=403,
            )
        return account.owner


def bearer_token(authorization: str | None) -> str:
    """Return the token of an Authorization header.

    Raises:
        InvalidRequestError: With status 401 if there is none.
    """
    scheme, _, token = (authorization or "").partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token or len(token) > _TOKEN_CHARACTERS:
        raise InvalidRequestError(
            "unauthenticated", "an ID token is needed as `Authorization: Bearer`", action="Sign in.", status=401
        )
    return token


class Rates:
    """Limits the calls of each owner by a token bucket that holds `per_minute` calls and fills in a minute; 0 sets no limit.

    Each instance counts by itself: the limit keeps one user, or a runaway loop, from taking up a whole instance. Daily
    limits are counted for all instances together (`services.spending`).
    """

    def __init__(self, per_minute: int, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._left: OrderedDict[OwnerId, tuple[float, float]] = OrderedDict()

    def take(self, owner: OwnerId) -> None:
        """Count one call.

        Raises:
            LimitReachedError: If the owner has none left; `retry_after_s` says when the next one is allowed.
        """
        if not self._per_minute:
            return
        with self._lock:
            now = self._monotonic()
            left, at = self._left.pop(owner, (float(self._per_minute), now))
            left = min(float(self._per_minute), left + (now - at) * self._per_minute / 60)
            allowed = left >= 1
            self._left[owner] = (left - 1 if allowed else left, now)
            if len(self._left) > _OWNERS:
                self._left.popitem(last=False)
        if not allowed:
            raise LimitReachedError(
                "too_many_calls",
                f"one user may make {self._per_minute} calls a minute",
                action="Wait a moment.",
                retry_after_s=(1 - left) * 60 / self._per_minute,
            )


class BoundedBody:
    """The body of a request, each read of which is bounded in time and memory.

    functions-framework reads every body without a size after our answer is made, even after a 401, 404 or 413. The bytes
    of such a read are thrown away, unless `unsized_bytes` says how many of them to return.
    """

    def __init__(self, request: Request, *, unsized_bytes: int) -> None:
        self._body = request.stream
        self._chunked = request.content_length is None and "Transfer-Encoding" in request.headers
        self._left = request.content_length or 0
        self._connection: socket | None = request.environ.get("gunicorn.socket")
        self._unsized_bytes = unsized_bytes
        self._late = False

    def read(self, size: int = -1) -> bytes:
        """Return the next `size` bytes; fewer at the end.

        Raises:
            InvalidRequestError: With status 408 if they do not arrive within `READ_S` seconds, and 400 if the body ends early.
        """
        if not (self._left or self._chunked) or self._late:
            return b""
        if size < 0 and not self._unsized_bytes:
            self._discard()
            return b""
        size = self._unsized_bytes if size < 0 else size
        with self._no_longer_than(READ_S):
            data = self._read(size)
        if self._late:
            raise InvalidRequestError("body_too_slow", f"the body took more than {READ_S:.0f} s to come", status=408)
        if len(data) < size and self._left > 0:
            raise _cut()
        return data

    def _discard(self) -> None:
        with contextlib.suppress(InvalidRequestError), self._no_longer_than(DISCARD_S):
            while self._read(_PIECE_BYTES) and not self._late:
                pass

    def _read(self, size: int) -> bytes:
        try:
            data = self._body.read(size)
        except _breaks():
            raise _cut() from None
        self._left = max(0, self._left - len(data))
        return data

    @contextlib.contextmanager
    def _no_longer_than(self, seconds: float) -> Iterator[None]:
        """Stop the body's reading of the connection after so long; a socket's own timeout starts again with each byte."""
        if self._connection is None:
            yield
            return
        timer = threading.Timer(seconds, self._give_up, (self._connection,))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _give_up(self, connection: socket) -> None:
        self._late = True
        with contextlib.suppress(OSError):  # the caller has gone
            connection.shutdown(SHUT_RD)


def bound_body(request: Request, *, unsized_bytes: int = 0) -> None:
    """Replace the request's body, of which nothing may have been read yet, by a bounded one."""
    request.stream = cast("IO[bytes]", BoundedBody(request, unsized_bytes=unsized_bytes))


def bound_bodies(app: Flask, *, unsized_bytes: int = 0) -> None:
    """Bound the body of every request to this application, whichever handler answers it."""
    app.before_request(lambda: bound_body(request, unsized_bytes=unsized_bytes))


def _breaks() -> tuple[type[Exception], ...]:
    """Return the exceptions of a body that breaks off or is wrongly encoded; imported once one was raised."""
    from werkzeug.exceptions import ClientDisconnected

    if "gunicorn" not in sys.modules:  # there is none on Windows
        return ClientDisconnected, OSError
    from gunicorn.http.errors import ParseException

    return ClientDisconnected, OSError, ParseException


def _cut() -> InvalidRequestError:
    return InvalidRequestError("upload_cut", "the connection ended before all of the body came", status=400)
