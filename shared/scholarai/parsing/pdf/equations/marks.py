"""What is painted where a displayed equation stands, and the parts that formulas are put together from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple


class Glyph(NamedTuple):
    """A printed glyph: its name in its font ("summationdisplay"), its origin on the baseline, its ink x0, y0, x1, y1."""

    name: str
    font: str
    size_pt: float
    x: float
    baseline: float
    ink: tuple[float, float, float, float]


class Rule(NamedTuple):
    """A thin horizontal bar, such as that of a fraction."""

    x0: float
    y0: float
    x1: float
    y1: float


class Marks(NamedTuple):
    """The glyphs and rules of a page, in points from its top left."""

    glyphs: tuple[Glyph, ...]
    rules: tuple[Rule, ...]


class UncertainError(Exception):
    """The layout can be read in more than one way, or in none."""


Kind = Literal["sign", "letter", "operator", "word", "accent", "radical", "piece", "open", "close", "text"]


@dataclass(slots=True, eq=False, kw_only=True)
class Part:
    """A piece of a formula that is set as one: a symbol, a fraction, a root, a letter with its accent.

    `baseline` is None for what is centred on the axis of the line, such as fractions and large brackets. `size_pt` is the
    type size of its main letters, 0 where it does not tell. `face` is the alphabet of an upright letter.
    """

    latex: str
    kind: Kind
    x0: float
    y0: float
    x1: float
    y1: float
    baseline: float | None
    size_pt: float
    face: str = ""
    below: str = ""
    above: str = ""
    tall: bool = False

    @property
    def middle(self) -> float:
        return (self.y0 + self.y1) / 2

    @property
    def baseline_pt(self) -> float:
        """The baseline of a part that has one."""
        return self.y1 if self.baseline is None else self.baseline

    @property
    def center(self) -> float:
        return (self.x0 + self.x1) / 2


def hull(parts: Iterable[Part]) -> tuple[float, float, float, float]:
    """Return x0, y0, x1, y1 of all the parts, of which there is at least one."""
    boxes = [(part.x0, part.y0, part.x1, part.y1) for part in parts]
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)
