"""Keeps a file whose room on the disk is used for deleting from a full disk, which needs some room, too."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from scholarai.adapters.private_files import private
from scholarai.domain.limits import MIB

# What the write-ahead log takes while a long paper is deleted, whose rows are overwritten with zeros; a guess.
_MOST_BYTES = 32 * MIB
_LEAST_BYTES = MIB


class Reserve:
    """A file of up to 32 MiB in a data folder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "reserve"

    @contextlib.contextmanager
    def given_up(self) -> Iterator[None]:
        """Delete the file while the body runs if the disk is full, and make it again afterwards, as large as it can be."""
        size_bytes = 0
        with contextlib.suppress(OSError):  # no folder, no file, or none that can be removed
            if self._free() < _MOST_BYTES:
                size_bytes = self._file.stat().st_size
                self._file.unlink()
        try:
            yield
        finally:
            if size_bytes:
                self._take(min(size_bytes, self._free() - _LEAST_BYTES))

    def keep(self) -> None:
        """Make the file, or make it larger, with at most half of the free room."""
        with contextlib.suppress(OSError):
            if self._file.stat().st_size < _MOST_BYTES < self._free():
                self._file.unlink()
        self._take(min(_MOST_BYTES, self._free() // 2))

    def _take(self, size_bytes: int) -> None:
        with contextlib.suppress(OSError):  # the file is there, or another program was faster
            if size_bytes >= _LEAST_BYTES:
                with open(self._file, "xb", opener=private) as file:
                    try:
                        _allocate(file.fileno(), size_bytes)
                    except OSError:
                        self._file.unlink()

    def _free(self) -> int:
        return shutil.disk_usage(self._file.parent).free


def _allocate(descriptor: int, size_bytes: int) -> None:
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(descriptor, 0, size_bytes)
        return
    for _ in range(0, size_bytes, _LEAST_BYTES):
        os.write(descriptor, bytes(_LEAST_BYTES))
