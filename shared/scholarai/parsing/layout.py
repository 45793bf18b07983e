"""The layout of a PDF page as plain values, independent of the library that read it."""

from __future__ import annotations

from typing import NamedTuple

from scholarai.domain.content import Box, Matrix

RECOGNIZED = "recognised"
"""The name of the font of text that was recognised from a picture."""


class Style(NamedTuple):
    """The typographic style of a run of characters.

    `painted` is False for text that is neither filled nor stroked, `drawn` for text that is invisible on the rendered page.
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
    """Spans of one line in the PDF, with the extents of its words.

    `extents` holds the low and the high end of each whitespace-separated word in turn, along the line: x unless
    `vertical`, else y. It is empty where the reader could not tell. A slanted line has the direction (0, 0).
    """

    spans: tuple[Span, ...]
    box: Box
    extents: tuple[float, ...]
    direction: tuple[int, int] = (1, 0)

    @property
    def vertical(self) -> bool:
        return self.direction[0] == 0


class Graphic(NamedTuple):
    """A painted area: an image, or a path with its fill colour if known."""

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
    """Whether the text comes from OCR."""
    links: tuple[tuple[Box, str], ...] = ()
    """Web links: their area and target."""
    more_text: bool = False
    """Whether the file holds text of this page that its rendering does not show."""
    to_pdf: Matrix | None = None
    """As `domain.content.Page` has it."""


class DocumentInfo(NamedTuple):
    """The PDF's metadata; `repaired` tells whether its structure had to be repaired."""

    title: str = ""
    author: str = ""
    keywords: str = ""
    subject: str = ""
    repaired: bool = False
