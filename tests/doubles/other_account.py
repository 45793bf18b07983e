"""Another account of this machine, which only root can act as."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

NOBODY = 65534
needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can act as another account"
)


def run_as_nobody(command: Sequence[str]) -> str:
    """Run a program as another account and return what it prints."""
    ended = subprocess.run(
        command, user=NOBODY, group=NOBODY, extra_groups=[], capture_output=True, text=True, check=False
    )
    return ended.stdout


@contextmanager
def as_nobody() -> Iterator[None]:
    """Act as another account in this process, whose sockets and files are then that account's."""
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
