"""A gunicorn worker that gives a call a thread only once all of its headers have arrived."""

from __future__ import annotations

import contextlib
import time
from socket import SHUT_RDWR, SHUT_WR, socket
from typing import Any

from gunicorn.workers.gthread import _DEFER, ThreadWorker

# A guess: nginx allows 60 s, but callers on this machine have no slow connection.
HEADERS_S = 10.0
# The parser's own bounds, of lines and of their number, hold from here on.
HEADERS_BYTES = 256 * 1024
# How long what a caller still sends is read, so that it receives the answer; as in gunicorn.
LINGER_S = 2.0
_PIECE_BYTES = 64 * 1024


class PatientWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Takes headers as they arrive, and closes connections in threads, so that the accepting loop never waits."""

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
    """Read what has arrived and tell whether all headers are there: None while some are missing, False if they never come."""
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
    """Shut down the sending side, and read what the caller still sends for at most `linger_s` seconds."""
    deadline = time.monotonic() + linger_s
    with contextlib.suppress(OSError):  # the caller has gone, or sends on
        connection.shutdown(SHUT_WR)
        while (left := deadline - time.monotonic()) > 0:
            connection.settimeout(left)
            if not connection.recv(_PIECE_BYTES):
                break
    with contextlib.suppress(OSError):
        connection.shutdown(SHUT_RDWR)
