"""Disks of their own for a test: small ones, and a folder seen through a mount that cannot be written; only root can make them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(place: Path, mib: int) -> Iterator[Path]:
    """Mount an empty disk of so many MiB while the body runs."""
    place.mkdir()
    with _mounted(["mount", "-t", "tmpfs", "-o", f"size={mib}m", "tmpfs", place], place):
        yield place


@contextmanager
def unwritable(folder: Path, place: Path) -> Iterator[Path]:
    """Show the folder at `place`, where nobody can write it, while the body runs."""
    place.mkdir()
    with _mounted(["mount", "--bind", "-o", "ro", folder, place], place):
        yield place


def fill(disk: Path) -> None:
    """Leave no byte free."""
    with (disk / "filled").open("ab", buffering=0) as file:
        for size_bytes in (2**16, 1):
            try:
                while file.write(bytes(size_bytes)) == size_bytes:
                    pass
            except OSError:
                continue


@contextmanager
def _mounted(command: list[str | Path], place: Path) -> Iterator[None]:
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root can mount a disk")
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"no disk can be mounted here: {made.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)
