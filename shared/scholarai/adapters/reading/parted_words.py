"""Parts words as they are printed, where the white space between them is set at 0 pt, or takes no room."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import groupby

from scholarai.domain.content import Box
from scholarai.parsing.layout import RawLine, Span

# Wider white is between cells or columns.
_WIDEST_SPACE_EMS = 1.0
# Letters that overlap more are no neighbours.
_OVERLAP_EMS = 0.2
_SAME_BASELINE_PT = 0.5
# A blank takes a fifth of an em and more.
_NARROW_EMS = 0.08
# Letters that are set apart have less white between them than words, and MuPDF takes some of it for blanks: "FI G U R E 1".
_LETTER_SPACE_EMS = 0.2
_LEAST_GAPS = 2
_CAPITALS = re.compile(r"[A-Z]{1,3}")
_SPACED_LETTERS = re.compile(r"\b[A-Z]{1,3} [A-Z]{1,3} [A-Z]{1,3}\b")
# MuPDF parts words at plain blanks and at those that do not break, not at blanks of other widths.
_WORD = re.compile(r"[^ \t\n\r\f\v\xa0]+")


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


def closed_up(line: RawLine) -> RawLine:
    """Return a line without the blanks that take no room behind hyphens or between letters: Wiley sets compounds and labels so."""
    text = "".join([span.text for span in line.spans])
    if "- " not in text and not _SPACED_LETTERS.search(text):
        return line
    words = list(_WORD.finditer(text))
    if len(line.extents) != 2 * len(words):
        return line
    gaps = [after - before for before, after in zip(line.extents[1:-1:2], line.extents[2::2], strict=True)]
    size = line.spans[0].style.size_pt
    closed = _between_letters([word[0] for word in words], gaps, size)
    closed |= {
        index
        for index, gap in enumerate(gaps)
        if len(words[index][0]) > 1 and words[index][0].endswith("-") and gap < _NARROW_EMS * size
    }
    blanks = {at for index in closed for at in range(words[index].end(), words[index + 1].start())}
    ends = {end for index in closed for end in (2 * index + 1, 2 * index + 2)}
    extents = tuple([extent for at, extent in enumerate(line.extents) if at not in ends])
    return without(line._replace(extents=extents), blanks) if closed else line


def _between_letters(words: Sequence[str], gaps: Sequence[float], size: float) -> set[int]:
    """Return the gaps inside words in capitals whose letters are set apart: those around the word are much wider."""
    narrow = [
        gap < _LETTER_SPACE_EMS * size
        and _CAPITALS.fullmatch(word) is not None
        and _CAPITALS.fullmatch(after) is not None
        for gap, word, after in zip(gaps, words, words[1:], strict=False)
    ]
    found: set[int] = set()
    for is_narrow, group in groupby(range(len(gaps)), key=narrow.__getitem__):
        run = [*group]
        around = [gaps[at] for at in (run[0] - 1, run[-1] + 1) if 0 <= at < len(gaps)]
        if is_narrow and len(run) >= _LEAST_GAPS and all(gap > 2 * max(gaps[at] for at in run) for gap in around):
            found.update(run)
    return found


def without(line: RawLine, places: Container[int]) -> RawLine:
    """Return a line without the characters at some places of its text."""
    spans = []
    start = 0
    for span in line.spans:
        kept = [character for at, character in enumerate(span.text, start) if at not in places]
        spans.append(span._replace(text="".join(kept)))
        start += len(span.text)
    return line._replace(spans=tuple(spans))


def _hull(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> Box:
    return Box(min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))
