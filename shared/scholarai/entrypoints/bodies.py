"""How much of a call's body is kept, and how long its caller may take to send it."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from socket import SHUT_RD
from typing import IO, TYPE_CHECKING, cast

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.limits import MIB

if TYPE_CHECKING:
    from socket import socket

    from flask import Flask
    from werkzeug.wrappers import Request

# A guess: on a poor line 64 KiB, or a piece of an upload, take a tenth of it.
READ_S = 10.0
# How long what nobody wants is read, so that a caller who is still sending gets to see the answer. A guess.
DISCARD_S = 2.0
# What gunicorn takes from a connection at once.
_PIECE_BYTES = MIB


class BoundedBody:
    """The body of a request, every read of which ends in time and takes no more memory than it names.

    functions-framework reads every body without naming a size, after our answer is made: after a 401, 404 or 413, too.
    What such a read finds is thrown away, unless `unsized_bytes` says how much of it to return.
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
            InvalidRequestError: If they do not come within `READ_S` seconds, or the body ends before it should.
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
        """End what is read from the connection after a while; a socket's own timeout begins again with each byte."""
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
    """Put a bounded body in the place of the request's own, of which nothing may have been read."""
    request.stream = cast("IO[bytes]", BoundedBody(request, unsized_bytes=unsized_bytes))


def bound_bodies(app: Flask, *, unsized_bytes: int = 0) -> None:
    """Bound the body of every request to this application, whatever answers it."""
    from flask import request

    app.before_request(lambda: bound_body(request, unsized_bytes=unsized_bytes))


def _breaks() -> tuple[type[Exception], ...]:
    """Return what reading raises where a body breaks off or is wrongly encoded; asked only when something was raised."""
    from werkzeug.exceptions import ClientDisconnected

    if "gunicorn" not in sys.modules:  # there is none on Windows
        return ClientDisconnected, OSError
    from gunicorn.http.errors import ParseException

    return ClientDisconnected, OSError, ParseException


def _cut() -> InvalidRequestError:
    return InvalidRequestError("upload_cut", "the connection ended before all of the body came", status=400)
