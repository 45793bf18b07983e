"""Plain values of a printed page: what parsing knows of a PDF, whatever library read it."""

from __future__ import annotations

from typing import NamedTuple

from scholarai.domain.content import Box


class Style(NamedTuple):
    """How a run of characters is set.

    `painted` is False for text that is neither filled nor stroked, `drawn` for text of which the drawn page shows nothing.
    """

    font: str
    size_pt: float
    bold: bool = False
    italic: bool = False
    mono: bool = False
    small_caps: bool = False
    color: int = 0
    alpha: int = 255
    painted: bool = True
    drawn: bool = True


class Span(NamedTuple):
    """Characters of one style on one line; `raised` marks a superscript. `box` is x0, y0, x1, y1 as a plain tuple."""

    text: str
    style: Style
    box: tuple[float, float, float, float]
    baseline_pt: float
    raised: bool = False


class RawLine(NamedTuple):
    """Spans that the PDF sets as one line, with the extents of its words.

    `extents` holds low and high end of each whitespace-separated word in turn, along the line: x where `vertical`
    is False, else y. Empty where the reader could not tell. A slanted line has the direction (0, 0).
    """

    spans: tuple[Span, ...]
    box: Box
    extents: tuple[float, ...]
    direction: tuple[int, int] = (1, 0)

    @property
    def vertical(self) -> bool:
        return self.direction[0] == 0


class Graphic(NamedTuple):
    """A painted area: an image, or a path with its fill colour where it is known."""

    box: Box
    image: bool = False
    fill: int | None = None


class PageLayout(NamedTuple):
    """One displayed page: crop box and rotation applied, origin top left, y down."""

    page_number: int
    width_pt: float
    height_pt: float
    lines: tuple[RawLine, ...]
    graphics: tuple[Graphic, ...] = ()
    recognized: bool = False
    """Whether the text came from character recognition."""
    links: tuple[tuple[Box, str], ...] = ()
    """Web links: their area and target."""
    more_text: bool = False
    """Whether the file has letters for this page that are not printed on it."""


class DocumentInfo(NamedTuple):
    """What the file says about itself beside its pages."""

    title: str = ""
    author: str = ""
    keywords: str = ""
    subject: str = ""
    repaired: bool = False
