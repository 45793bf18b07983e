"""Finds run-in headings: phrases in other type at the start of a paragraph."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from scholarai.parsing.layout import Style
from scholarai.parsing.pdf.layout.columns import SIDEBAR
from scholarai.parsing.pdf.layout.mathematics import is_math_font
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.structure.heading import Heading, Look, relative_size
from scholarai.parsing.pdf.structure.thresholds import GROUPS, RUN_IN
from scholarai.parsing.pdf.text.labels import CAPTION
from scholarai.parsing.pdf.text.titles import letters, split_title

_TITLE_WORD = re.compile(r"[^\W\d_]{3,}|[\u2e80-\u9fff]{2,}")
_LETTER, _WORD = re.compile(r"[^\W\d_]"), re.compile(r"[^\W\d_]{2}")
# A full stop that ends a title, not one behind an initial or an abbreviation.
_STOP = re.compile(r"(?<=[^\W\d_]{4})\.(?=\s[A-Z])")
_DASHES = "\u2014\u2013"


def run_in_heading(group: Group, metrics: Metrics) -> Heading | None:
    """Return the phrase at the start of a paragraph, if it is the paragraph's heading.

    TeX puts an em of white space after a run-in heading; journals put a number before it or a dash after it. A bold phrase
    without any of these is emphasis, unless it ends with a full stop and others do so too, which makes it `unsure`.
    """
    first = group.first
    if len(first.runs) < 2 or first.vertical or first.column == SIDEBAR:
        return None
    if abs(first.size - metrics.size) > RUN_IN.size_share * metrics.size:
        return None
    phrase = _leading_phrase(group)
    if not RUN_IN.least_characters < len(phrase.text) <= RUN_IN.characters or CAPTION.match(phrase.text):
        return None
    number, title, stop = split_title(phrase.text)
    sure = _is_counted(number, stop) or _apart(phrase, italic=_is_italic(first))
    if not _is_worded(title, numbered=bool(number)) or not (sure or _is_stopped(phrase, first)):
        return None
    style = first.runs[0].style
    if number and _hangs(group):
        return None
    return Heading(
        group=group,
        title=title.rstrip(".:\u2014\u2013- "),
        number=number,
        look=Look(relative_size(first, metrics), style.bold, style.italic, False, False, True),
        stop=stop,
        run_in=len(phrase.text),
        unsure=not sure,
    )


def _is_counted(number: str | None, stop: str) -> bool:
    """Tell whether a number is a section's: with a full stop behind it, or of several characters."""
    return number is not None and (bool(stop) or len(number) > 1)


def _is_stopped(phrase: _Phrase, first: Row) -> bool:
    """Tell whether a phrase is bold with a full stop, and a new sentence in regular type follows."""
    following = phrase.row.text[len(phrase.tail) :].lstrip()
    words = phrase.text.count(" ") + 1
    return (
        first.runs[0].style.bold
        and phrase.text.endswith(".")
        and words <= RUN_IN.title_words
        and (following[:1].isupper() or not following)
    )


def _hangs(group: Group) -> bool:
    """Tell whether all rows but the first begin further right, as those of a list's items do."""
    edge = group.first.x0 + GROUPS.hanging_ems * group.size
    return len(group.rows) > 1 and all(row.x0 > edge for row in group.rows[1:])


def _is_worded(title: str, *, numbered: bool) -> bool:
    """Tell whether a phrase has the wording of a title: words, capitalized unless a number precedes them."""
    if not title[:1].isalnum() or (title[0].islower() and not numbered) or letters(title) < RUN_IN.least_letters:
        return False
    return bool(_TITLE_WORD.search(title)) and letters(title) >= RUN_IN.letters_share * len(title.replace(" ", ""))


class _Phrase(NamedTuple):
    """The words in distinct type at the start of a group, the row in which they end, and their part in that row."""

    text: str
    row: Row
    tail: str


def _leading_phrase(group: Group) -> _Phrase:
    """Return the phrase at the start of a group, without text if no regular type follows it."""
    nothing = _Phrase("", group.first, "")
    numbered = split_title(group.first.text)
    number_end = len(group.first.text) - len(numbered.title) if numbered.number else 0
    lead = _lead(group.first, number_end)
    if not _distinct(lead):
        return nothing
    done = ""
    for index, row in enumerate(group.rows[: RUN_IN.rows]):
        end, other = _phrase_end(row, lead, number_end + 1 if index == 0 else 0)
        tail = row.text[:end]
        if other is not None:
            if not _text_follows(group.rows[index:], end, lead):
                return nothing
            plain = not other.bold if lead.bold else not other.italic
            # The sentence that follows may begin in the same type, as the name of a genus does.
            if stop := _STOP.search(tail):
                tail = tail[: stop.end()]
            return _Phrase(f"{done}{tail}".strip(), row, tail.strip()) if plain else nothing
        done = f"{done}{tail}".removesuffix("-") if tail.endswith("-") else f"{done}{tail} "
    return nothing


def _text_follows(rows: Sequence[Row], end: int, lead: Style) -> bool:
    """Tell whether words in regular type come after a place in the first row: a title may end with mathematics, as in "Paths to x₁"."""
    return any(
        _kind(run.style) != _kind(lead)
        and not (run.raised or run.lowered or is_math_font(run.style.font))
        and (_WORD if run.style.italic else _LETTER).search(row.text[run.start : run.end])
        for index, row in enumerate(rows)
        for run in row.runs
        if index or run.start >= end
    )


def _lead(row: Row, number_end: int) -> Style:
    """Return the style at the start of a row, or of its title after an upright number."""
    lead = row.runs[0].style
    if number_end and not _distinct(lead):
        return next((run.style for run in row.runs if run.end > number_end), lead)
    return lead


def _phrase_end(row: Row, lead: Style, number_end: int) -> tuple[int, Style | None]:
    """Return the end of the phrase in a row, and the style after it; None if the whole row belongs to it."""
    end = 0
    for run in row.runs:
        same = _kind(run.style) == _kind(lead) or run.end <= number_end
        if not same and any(c.isalnum() for c in row.text[run.start : run.end]):
            return end, run.style
        end = run.end
    return end, None


def _is_italic(row: Row) -> bool:
    first = row.runs[0].style
    return first.italic and not first.bold


def _distinct(style: Style) -> bool:
    return style.bold or style.italic or style.small_caps


def _kind(style: Style) -> tuple[bool, bool, bool]:
    return style.bold, style.italic, style.small_caps


def _apart(phrase: _Phrase, *, italic: bool) -> bool:
    """Tell whether a gap wider than the row's spaces, or a dash, follows a phrase.

    An italic phrase that includes a full stop is a heading too: emphasis ends before the stop.
    """
    row, words = phrase.row, phrase.tail
    if not words:
        return False
    if row.text[len(words) : len(words) + 2].strip()[:1] in tuple(_DASHES) or words.endswith(tuple(_DASHES)):
        return True
    if italic and words.endswith((".", ":")) and words.count(" ") < RUN_IN.title_words:
        return True
    place = words.count(" ")
    gaps = [b - a for a, b in zip(row.extents[1::2], row.extents[2::2], strict=False)]
    if place >= len(gaps):
        return False
    spaces = sorted(gaps[:place] + gaps[place + 1 :])
    usual = spaces[len(spaces) // 2] if spaces else RUN_IN.usual_space_ems * row.size
    return gaps[place] > max(RUN_IN.least_gap_ems * row.size, RUN_IN.wider_share * usual)
