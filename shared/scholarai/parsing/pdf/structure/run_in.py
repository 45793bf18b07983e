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
from scholarai.parsing.pdf.structure.thresholds import GROUPS, HEADINGS, RUN_IN
from scholarai.parsing.pdf.text.labels import CAPTION
from scholarai.parsing.pdf.text.titles import begins_title, is_abbreviations, leading_end_matter, letters, split_title

_TITLE_WORD = re.compile(r"[^\W\d_]{3,}|[\u2e80-\u9fff]{2,}")
_WORD = re.compile(r"[^\W\d_]{2}")
# One letter may be a word, but no Greek one: that is a sign within a title, as in "Contacts between Aδ afferents".
_LETTER = re.compile(r"[^\W\d_\u0370-\u03ff]|[^\W\d_]{2}")
# A full stop that ends a title, not one behind an initial or an abbreviation.
_STOP = re.compile(r"(?<=[^\W\d_]{4})\.(?=\s[A-Z])")
_DASHES = "\u2014\u2013"
_TEX_FONT = re.compile(r"(?:CM|SF|LM|EC)[A-Z]*\d|LMRoman|Nimbus|TeXGyre")


def run_in_heading(group: Group, metrics: Metrics) -> Heading | None:
    """Return the phrase at the start of a paragraph, if it is the paragraph's heading.

    TeX puts an em of white space after a run-in heading; journals put a number before it or a dash after it. A bold phrase
    without any of these is emphasis, unless a sentence follows it and others are so too, which makes it `unsure`. What
    journals print behind the text has its name before a full stop or a colon, in whatever type.
    """
    first = group.first
    if len(first.runs) == len(group.rows) == 1 or first.vertical or first.column == SIDEBAR:
        return None
    named = leading_end_matter(first.text)
    if abs(first.size - metrics.size) > RUN_IN.size_share * metrics.size and not (named and first.runs[0].style.bold):
        return None
    if named:
        return _heading(group, metrics, title=named["name"], stop=named["stop"], end=named.end("stop"))
    phrase = _leading_phrase(group)
    if not RUN_IN.least_characters < len(phrase.text) <= RUN_IN.characters or CAPTION.match(phrase.text):
        return None
    number, title, stop = split_title(phrase.text)
    sure = _is_counted(number, stop) or _apart(phrase, italic=_is_italic(first))
    worded = _is_worded(title, numbered=bool(number)) and not (number and _hangs(group))
    if not worded or not (sure or _begins_sentence(phrase, first)):
        return None
    title = title.rstrip(".:\u2014\u2013- ")
    return _heading(group, metrics, title=title, number=number, stop=stop, end=len(phrase.text), unsure=not sure)


def _heading(
    group: Group, metrics: Metrics, *, title: str, stop: str, end: int, number: str | None = None, unsure: bool = False
) -> Heading:
    style = group.first.runs[0].style
    look = Look(relative_size(group.first, metrics), style.bold, style.italic, False, False, True)
    return Heading(group=group, title=title, number=number, look=look, stop=stop, run_in=end, unsure=unsure)


def _is_counted(number: str | None, stop: str) -> bool:
    """Tell whether a number is a section's: with a full stop behind it, or of several characters."""
    return number is not None and (bool(stop) or len(number) > 1)


def _begins_sentence(phrase: _Phrase, first: Row) -> bool:
    """Tell whether a phrase is bold, and a new sentence in regular type follows.

    Without a full stop the name of a genus is no heading, nor the label of a list such as that of authors' roles, nor a phrase in
    one of TeX's fonts: its headings have a gap behind them.
    """
    following = phrase.row.text[len(phrase.tail) :].lstrip()
    stopped = phrase.text.endswith(".")
    short = phrase.text.count(" ") < (RUN_IN.stopped_words if stopped else RUN_IN.title_words)
    begins = following[:1].isupper() or not following
    style = first.runs[0].style
    unmarked = phrase.text[-1:].isalnum() and not (style.italic or first.cells or _TEX_FONT.match(style.font))
    return style.bold and short and begins and (stopped or unmarked)


def _hangs(group: Group) -> bool:
    """Tell whether all rows but the first begin further right, as those of a list's items do."""
    edge = group.first.x0 + GROUPS.hanging_ems * group.size
    return len(group.rows) > 1 and all(row.x0 > edge for row in group.rows[1:])


def _is_worded(title: str, *, numbered: bool) -> bool:
    """Tell whether a phrase has the wording of a title: words, capitalized unless a number precedes them, whole brackets, and no equals sign."""
    begins = title[:1].isdecimal() or begins_title(title) or (numbered and title[:1].isalpha())
    if (
        title.endswith("=")
        or title.count("(") != title.count(")")
        or not begins
        or letters(title) < RUN_IN.least_letters
        or is_abbreviations(title)
    ):
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
    """Tell whether words in regular type come after a place in the first row.

    A title may end with mathematics, as in "Paths to x₁", and one in italics with the upright name of a genus.
    """
    first = rows[0]
    short = first.text[-1].isalpha() and first.x1 < first.right - HEADINGS.alone_short_ems * first.size
    return not (len(rows) == 1 and short) and any(
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
    """Return the weight, slope and case of a style. Slope is ignored in bold type, where the name of a genus is italic."""
    return style.bold, style.italic and not style.bold, style.small_caps


def _apart(phrase: _Phrase, *, italic: bool) -> bool:
    """Tell whether a gap wider than the row's spaces, or a dash, follows a phrase.

    An italic phrase that includes a full stop is a heading too: emphasis ends before the stop.
    """
    row, words = phrase.row, phrase.tail
    if not words:
        return False
    if row.text[len(words) : len(words) + 2].strip()[:1] in tuple(_DASHES) or words.endswith(tuple(_DASHES)):
        return True
    if italic and words.endswith((".", ":")) and words.count(" ") < RUN_IN.stopped_words:
        return True
    place = words.count(" ")
    gaps = [b - a for a, b in zip(row.extents[1::2], row.extents[2::2], strict=False)]
    if place >= len(gaps):
        return False
    spaces = sorted(gaps[:place] + gaps[place + 1 :])
    usual = spaces[len(spaces) // 2] if spaces else RUN_IN.usual_space_ems * row.size
    return gaps[place] > max(RUN_IN.least_gap_ems * row.size, RUN_IN.wider_share * usual)
