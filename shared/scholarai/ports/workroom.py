"""Where files lie for as long as somebody works on them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol


class Workroom(Protocol):
    def folder(self) -> AbstractContextManager[Path]:
        """Give an empty folder, nobody else's, for as long as the body runs; with the body it ends, and all that is in it.

        Raises:
            TransientError: If none can be made now.
        """
        ...

    def sweep(self) -> int:
        """Remove the folders of processes that were killed in mid-work and return how many; those in use are left alone."""
        ...
