"""Joins the words of lines that MuPDF parts, since the white space between them is set at 0 pt."""

from __future__ import annotations

from scholarai.domain.content import Box
from scholarai.parsing.layout import RawLine, Span

# Wider white is between cells or columns.
_WIDEST_SPACE_EMS = 1.0
# Letters that overlap more are no neighbours.
_OVERLAP_EMS = 0.2
_SAME_BASELINE_PT = 0.5


def joined_words(line: RawLine, following: RawLine) -> RawLine | None:
    """Return two lines between which the file sets a space as one; None where they are not beside one another."""
    last, first = line.spans[-1], following.spans[0]
    if line.direction != (1, 0) or following.direction != (1, 0):
        return None
    gap, size = following.box.x0 - line.box.x1, max(last.style.size_pt, first.style.size_pt)
    level = abs(last.baseline_pt - first.baseline_pt) < _SAME_BASELINE_PT
    if not level or not -_OVERLAP_EMS * size < gap < _WIDEST_SPACE_EMS * size:
        return None
    if last.style is first.style and last.raised == first.raised:
        text = f"{last.text.rstrip()} {first.text.lstrip()}"
        middle: tuple[Span, ...] = (last._replace(text=text, box=_hull(last.box, first.box)),)
    else:
        middle = (last._replace(text=f"{last.text.rstrip()} "), first)
    spans = (*line.spans[:-1], *middle, *following.spans[1:])
    return line._replace(
        spans=spans, box=Box(*_hull(line.box, following.box)), extents=(*line.extents, *following.extents)
    )


def _hull(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> Box:
    return Box(min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))
