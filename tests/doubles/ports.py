"""Ports for the servers that tests start."""

from __future__ import annotations

import random
import socket
from pathlib import Path

# Below it are ports that well-known servers, and browsers that refuse some, have claims to.
_FIRST = 12_000
_RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
# The lowest port that Linux gives to a caller who asks for any, by default; other systems begin higher.
_DEFAULT_END = 32_768
_TRIES = 100


def free_port() -> int:
    """Return a port of this machine that nobody listens on.

    It is none of those that the system gives to outgoing connections: one of them could take it before the server starts.

    Raises:
        OSError: If none of a hundred ports is free.
    """
    end = int(_RANGE.read_text().split()[0]) if _RANGE.exists() else _DEFAULT_END
    ports = range(_FIRST, end) if end - _FIRST > _TRIES else range(_FIRST, _DEFAULT_END)
    # Of the system, since tests seed the generator of the process, and those that run side by side would ask for the same.
    for port in random.SystemRandom().sample(ports, _TRIES):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no port is free")
