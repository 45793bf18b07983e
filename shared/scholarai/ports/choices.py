"""Where a choice of the owner of a machine is kept."""

from __future__ import annotations

from typing import Protocol, TypeVar

T = TypeVar("T")


class ChoiceStore(Protocol[T]):
    """One choice, with its keys. Nobody but the owner of the machine's account may read what is kept."""

    def read(self) -> T | None:
        """Return the choice, None where none was made.

        Raises:
            ConflictError: If what is kept cannot be understood.
        """
        ...

    def write(self, choice: T) -> None:
        """Keep a choice instead of the one before, wholly or not at all."""
        ...
