"""Tells which account of this machine opened a loopback connection, where the system says so: on Linux."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

_TABLES = {socket.AF_INET: Path("/proc/net/tcp"), socket.AF_INET6: Path("/proc/net/tcp6")}
# Columns of a row behind its two addresses (proc_pid_net(5)).
_UID, _INODE = 4, 6
# The kernel may skip a row while others come and go (a guess: three times in a row is no accident).
_LOOKS = 3


def account_of(connection: socket.socket) -> int | None:
    """Return the user id of the process that holds the other end of a connection.

    None where the system does not tell: not on Linux, or if the other end is in another network namespace (containers,
    forwarded ports) or was closed already: the kernel lists such an end as root's, without an inode.
    """
    if sys.platform != "linux":
        return None
    try:
        theirs, ours = connection.getpeername(), connection.getsockname()
        for _ in range(_LOOKS):
            for family, table in _TABLES.items():
                if (found := _holder(table.read_text("ascii"), _row(family, theirs, ours))) is not None:
                    return found
    except OSError:  # the caller has gone, or the system hides the tables
        pass
    return None


def tells_accounts() -> bool:
    """Tell whether this system says whose a connection is, by trying it on one of our own."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        connection, _ = server.accept()
        with connection:
            return account_of(connection) is not None


def _row(family: socket.AddressFamily, theirs: tuple[str, int], ours: tuple[str, int]) -> str:
    """Return how a table begins a connection; an IPv6 socket may have an IPv4 address, too (::ffff:127.0.0.1)."""
    return f" {_written(family, *theirs[:2])} {_written(family, *ours[:2])} "


def _written(family: socket.AddressFamily, host: str, port: int) -> str:
    """Return an address as the kernel prints it: each 32 bits as a number in the machine's byte order."""
    if family == socket.AF_INET6 and ":" not in host:
        host = f"::ffff:{host}"
    packed = socket.inet_pton(family, host)
    words = (int.from_bytes(packed[n : n + 4], sys.byteorder) for n in range(0, len(packed), 4))
    return f"{''.join(f'{word:08X}' for word in words)}:{port:04X}"


def _holder(table: str, row: str) -> int | None:
    _, found, after = table.partition(row)
    columns = after.partition("\n")[0].split()
    return int(columns[_UID]) if found and columns[_INODE] != "0" else None


def own_account() -> int | None:
    """Return the user id of this process; None on Windows, which has none."""
    return None if sys.platform == "win32" else os.geteuid()
