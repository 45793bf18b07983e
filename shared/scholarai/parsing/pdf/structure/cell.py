"""The cells and lines of a printed table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from scholarai.domain.content import Box

# A year may be the head of a column.
_VALUE = re.compile(r"(?!(?:19|20)\d\d$)(?:[-+−±~≈<>≤≥=(\[$*]*\s*\.?\d|[-–—−]+$|n\.?/?a\.?$)", re.IGNORECASE)
_FACTOR = re.compile(r"\d[+×]$")
_UNFINISHED = tuple("-–—−±+=×/,&([")
_OPENING = ("(", "[")


@dataclass(frozen=True, slots=True)
class Cell:
    """Text between wide gaps, its words with their ends, and the first and last of the columns that it is in."""

    text: str
    box: Box
    words: tuple[tuple[str, float, float], ...]
    columns: tuple[int, int] = (0, 0)

    @property
    def is_value(self) -> bool:
        """Tell whether it is a number, or a dash in place of one."""
        return _VALUE.match(self.text) is not None

    @property
    def is_open(self) -> bool:
        """Tell whether it ends inside brackets."""
        return self.text.count("(") + self.text.count("[") > self.text.count(")") + self.text.count("]")

    @property
    def is_unfinished(self) -> bool:
        """Tell whether the cell ends in a sign that another value must follow, unlike "6+" and "1.6×"."""
        return len(self.text) > 1 and self.text.endswith(_UNFINISHED) and _FACTOR.search(self.text) is None


@dataclass(slots=True)
class Line:
    """The cells on one baseline, from left to right; `seam` tells whether the line above is in another part of the table."""

    page_number: int
    size: float
    bold: bool
    cells: list[Cell] = field(default_factory=list)
    seam: bool = False

    @property
    def middle(self) -> float:
        return median((cell.box.y0 + cell.box.y1) / 2 for cell in self.cells)

    @property
    def top(self) -> float:
        return min(cell.box.y0 for cell in self.cells)

    @property
    def bottom(self) -> float:
        return max(cell.box.y1 for cell in self.cells)

    def at(self, column: int) -> Cell | None:
        """Return the cell that begins in a column."""
        return next((cell for cell in self.cells if cell.columns[0] == column), None)


def goes_on_behind(above: Cell, below: Cell) -> bool:
    """Tell whether a value goes on with the one above it: this ends in a sign, or has no brackets and the other begins with one."""
    return above.is_unfinished or (below.text.startswith(_OPENING) and not above.text.startswith(_OPENING))


def joined(cells: Sequence[Cell]) -> Cell:
    """Return cells as one, in the given order."""
    return Cell(
        " ".join(cell.text for cell in cells),
        Box(
            min(cell.box.x0 for cell in cells),
            min(cell.box.y0 for cell in cells),
            max(cell.box.x1 for cell in cells),
            max(cell.box.y1 for cell in cells),
        ),
        tuple(word for cell in cells for word in cell.words),
        (min(cell.columns[0] for cell in cells), max(cell.columns[1] for cell in cells)),
    )
