"""Detects text that does not show on the drawn page, by the ink that is drawn where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from scholarai.domain.content import Box
from scholarai.parsing.layout import RawLine, Span

Rectangle = tuple[float, float, float, float]

# Letters that a page must hold in doubtful ink before it is drawn to look: fewer tell nothing, and drawing costs as much as
# reading. A guess.
LEAST_LETTERS = 10
# Levels of 255. Ink that differs less from its background, or is more transparent, or is lighter, is doubtful; ink that differs
# less once it is drawn is not seen: 0.9 grey on white differs by 25.
DOUBTFUL_CONTRAST = 48
DOUBTFUL_ALPHA = 128
LIGHT = 200
SEEN_CONTRAST = 30
# Share of a line's rows of pixels in which ink must change from letter to letter: an underline is one ink, letters are not.
INKED_ROWS = 0.15
# Backgrounds smaller than a short word, in points, cover none; with more backgrounds than these on a page all its text is doubtful.
_LEAST_WIDTH_PT, _LEAST_HEIGHT_PT = 8, 3
_MOST_FILLS = 300
_DOTS_PER_POINT = 100 / 72
_MOST_PIXELS = 4_000_000
_WHITE = 0xFFFFFF
_OPAQUE = 255


class Fill(NamedTuple):
    """A filled area, drawn when `after` lines of the page were; the colour is 0xRRGGBB."""

    after: int
    box: Box
    color: int


class _Doubt(NamedTuple):
    line: int
    span: int


def shown(page: Any, lines: Sequence[RawLine], fills: Sequence[Fill]) -> Sequence[RawLine]:
    """Return the lines, with each span of which the drawn page shows nothing marked as not `drawn`.

    `lines` are in the order of drawing.
    """
    backgrounds = _Backgrounds(fills)
    doubts = [
        _Doubt(at, number)
        for at, line in enumerate(lines)
        for number, span in enumerate(line.spans)
        if backgrounds.doubt(span, at)
    ]
    if sum(map(_letters, (lines[at].spans[number] for at, number in doubts))) < LEAST_LETTERS:
        return lines
    picture = _Picture(page)
    told = list(lines)
    for at, number in doubts:
        line = told[at]
        span = line.spans[number]
        if _letters(span) and not picture.shows(span.box, vertical=line.vertical):
            unseen = span._replace(style=span.style._replace(drawn=False))
            told[at] = line._replace(spans=(*line.spans[:number], unseen, *line.spans[number + 1 :]))
    return told


class _Backgrounds:
    """What is painted under and over the lines of a page."""

    def __init__(self, fills: Sequence[Fill]) -> None:
        self._fills = [fill for fill in fills if _is_large(fill.box)]
        self._too_many = len(self._fills) > _MOST_FILLS
        x0, y0, x1, y1 = zip(*(fill.box for fill in self._fills), strict=True) if self._fills else ((0,),) * 4
        self._hull = min(x0), min(y0), max(x1), max(y1)

    def doubt(self, span: Span, at: int) -> bool:
        """Tell whether a span of line `at` may not show, by its own colours and those of the areas around it."""
        style = span.style
        if not self._fills and style.alpha == _OPAQUE and not style.color:  # as nearly always, so looked at first
            return False
        if not style.painted or not style.alpha:
            return False
        if self._too_many or style.alpha < DOUBTFUL_ALPHA or min(_channels(style.color)) >= LIGHT:
            return True
        return self._hides(span, at)

    def _hides(self, span: Span, at: int) -> bool:
        """Tell whether a span has nearly the colour of its background, or an area is painted over it."""
        x, y = (span.box[0] + span.box[2]) / 2, (span.box[1] + span.box[3]) / 2
        if not _holds(self._hull, x, y):
            return False
        around = [fill for fill in self._fills if _holds(fill.box, x, y)]
        under = [fill.color for fill in around if fill.after <= at]
        background = under[-1] if under else _WHITE
        return len(under) < len(around) or _contrast(span.style.color, background) < DOUBTFUL_CONTRAST


class _Picture:
    """A page as it is drawn."""

    def __init__(self, page: Any) -> None:
        area = page.rect.width * page.rect.height
        self._zoom = min(_DOTS_PER_POINT, (_MOST_PIXELS / max(area, 1)) ** 0.5)
        drawn = page.get_pixmap(dpi=round(72 * self._zoom), alpha=False)
        self._zoom = drawn.width / page.rect.width
        # The array looks into the pixmap's memory, which goes with the pixmap.
        self._drawn = drawn
        rows = np.frombuffer(drawn.samples_mv, dtype=np.uint8).reshape(drawn.height, drawn.stride)
        self._pixels = rows[:, : drawn.width * drawn.n].reshape(drawn.height, drawn.width, drawn.n)

    def shows(self, box: Rectangle, *, vertical: bool) -> bool:
        """Tell whether ink changes along the text in a box of the displayed page."""
        x0, y0, x1, y1 = (max(round(end * self._zoom), 0) for end in box)
        pixels = self._pixels[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)]
        if not pixels.size:
            return False
        along = 0 if vertical else 1
        change = (pixels.max(axis=along).astype(int) - pixels.min(axis=along)).max(axis=-1)
        return bool((change >= SEEN_CONTRAST).mean() >= INKED_ROWS)


def _letters(span: Span) -> int:
    return sum(map(str.isalpha, span.text))


def _is_large(box: Rectangle) -> bool:
    return box[2] - box[0] >= _LEAST_WIDTH_PT and box[3] - box[1] >= _LEAST_HEIGHT_PT


def _holds(box: Rectangle, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _channels(color: int) -> tuple[int, int, int]:
    return color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF


def _contrast(one: int, other: int) -> int:
    return max(abs(a - b) for a, b in zip(_channels(one), _channels(other), strict=True))
