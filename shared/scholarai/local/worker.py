"""A gunicorn worker whose threads wait for nobody: a call gets a thread once all of its headers have come."""

from __future__ import annotations

import contextlib
import time
from socket import SHUT_RDWR, SHUT_WR, socket
from typing import Any

from gunicorn.workers.gthread import _DEFER, ThreadWorker

# What nginx gives a caller is 60 s; on this machine there is no line to be slow. A guess.
HEADERS_S = 10.0
# The parser's own bounds, of lines and of their number, hold from here on.
HEADERS_BYTES = 256 * 1024
# What a caller is still sending is read this long, so that it gets to see the answer; as gunicorn does.
LINGER_S = 2.0
_PIECE_BYTES = 64 * 1024


class PatientWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Takes headers as they come, and ends connections in the threads, since the loop that accepts serves everybody."""

    def handle(self, conn: Any) -> Any:
        """Serve one request of a connection; tell whether to keep it, or to come back when more of it arrived."""
        arrived = _arrived(conn)
        if arrived is None:
            return _DEFER
        kept = arrived and super().handle(conn)
        if not kept:
            _part(conn.sock, LINGER_S if arrived else 0)
        return kept


def _arrived(conn: Any) -> bool | None:
    """Take what has come and tell whether all headers are there; None while some are missing, False when they never come."""
    conn.init()
    conn.data_ready = True
    head = conn.parser.unreader.take_buffered()
    now = time.monotonic()
    conn.headers_due = getattr(conn, "headers_due", None) or now + HEADERS_S
    conn.sock.setblocking(False)
    try:
        piece = conn.sock.recv(_PIECE_BYTES)
        ended = not piece
    except BlockingIOError:
        piece, ended = b"", False
    except OSError:
        return False
    head += piece
    conn.parser.unreader.unread(head)
    if b"\r\n\r\n" in head or len(head) > HEADERS_BYTES:
        conn.headers_due = None
        return True
    return False if ended or now > conn.headers_due else None


def _part(connection: socket, linger_s: float) -> None:
    """Say that nothing more will come, and read what the caller is still sending for `linger_s` seconds at most."""
    deadline = time.monotonic() + linger_s
    with contextlib.suppress(OSError):  # the caller has gone, or sends on
        connection.shutdown(SHUT_WR)
        while (left := deadline - time.monotonic()) > 0:
            connection.settimeout(left)
            if not connection.recv(_PIECE_BYTES):
                break
    with contextlib.suppress(OSError):
        connection.shutdown(SHUT_RDWR)
