"""A formula as rows of signs with their scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

# A sign with its subscript and superscript; a sign is a string or a tuple such as ("frac", row, row).
Row = tuple[tuple[Any, ...], ...]


class UnreadableError(Exception):
    """The formula has drawings or commands that are no mathematics."""


@dataclass
class Atom:
    """A sign, as long as its scripts may still grow; parts of a tuple may be rows of atoms."""

    sign: Any
    below: list[Atom] = field(default_factory=list)
    above: list[Atom] = field(default_factory=list)


def frozen(row: Sequence[Atom]) -> Row:
    """Return atoms as values that can be compared."""
    return tuple((_sign(atom.sign), frozen(atom.below), frozen(atom.above)) for atom in row)


def _sign(sign: Any) -> Any:
    if isinstance(sign, tuple):
        return tuple(
            frozen(part) if part and isinstance(part, list) and isinstance(part[0], Atom) else _sign(part)
            for part in sign
        )
    return tuple(_sign(part) for part in sign) if isinstance(sign, list) else sign
