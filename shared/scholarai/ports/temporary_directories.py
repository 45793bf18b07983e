"""Temporary directories for files that are worked on."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol


class TemporaryDirectories(Protocol):
    def folder(self) -> AbstractContextManager[Path]:
        """Yield a new, empty directory; it is removed with its files when the body ends.

        Raises:
            TransientError: If none can be made now.
        """
        ...

    def sweep(self) -> int:
        """Remove the directories that killed processes left and return how many; those in use stay."""
        ...
