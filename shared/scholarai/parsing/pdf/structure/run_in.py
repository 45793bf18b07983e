"""Run-in headings: the phrase in other type that a paragraph begins with."""

from __future__ import annotations

import re

from scholarai.parsing.layout import Style
from scholarai.parsing.pdf.layout.columns import SIDEBAR
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.groups import CAPTION, Group
from scholarai.parsing.pdf.structure.heading import Heading, Look, relative_size
from scholarai.parsing.pdf.text.titles import parted

# White behind a run-in title: TeX puts half an em to one, which is wider than the spaces of the same row.
_LEAST_GAP = 0.42
_WIDER = 1.35
_TITLE_WORDS = 8
_TITLE_WORD = re.compile(r"[^\W\d_]{3,}|[\u2e80-\u9fff]{2,}")
_DASHES = "\u2014\u2013"
_MOST_CHARACTERS = 130


def run_in_heading(group: Group, metrics: Metrics) -> Heading | None:
    """Return the phrase that a paragraph begins with, when it titles the paragraph.

    TeX sets a paragraph's title in other type with an em of white behind it, journals with a number before it or a
    dash after it. A bold phrase without any of these is emphasis.
    """
    first = group.first
    if (
        len(first.runs) < 2
        or first.vertical
        or first.column == SIDEBAR
        or abs(first.size - metrics.size) > 0.12 * metrics.size
    ):
        return None
    phrase, index, tail = _leading_phrase(group)
    if not 2 < len(phrase) <= _MOST_CHARACTERS or CAPTION.match(phrase):
        return None
    number, title, stop = parted(phrase)
    if not title[:1].isalnum() or (title[0].islower() and not number) or sum(map(str.isalpha, title)) < 3:
        return None
    if not (number and (stop or len(number) > 1)) and not _apart(
        group.rows[index], tail, italic=_is_italic(group.first)
    ):
        return None
    if not _TITLE_WORD.search(title) or sum(map(str.isalpha, title)) < 0.7 * len(title.replace(" ", "")):
        return None
    style = first.runs[0].style
    return Heading(
        group=group,
        title=title.rstrip(".:\u2014\u2013- "),
        number=number,
        look=Look(relative_size(first, metrics), style.bold, style.italic, False, False, True),
        stop=stop,
        run_in=len(phrase),
    )


def _leading_phrase(group: Group) -> tuple[str, int, str]:
    """Return the words in distinct type that a group begins with, the row they end in, and what of them is in it."""
    lead = group.first.runs[0].style
    numbered = parted(group.first.text)
    number_end = len(group.first.text) - len(numbered.title) if numbered.number else 0
    if number_end and not _distinct(lead):
        # An upright number before an italic title.
        lead = next((run.style for run in group.first.runs if run.end > number_end), lead)
    if not _distinct(lead):
        return "", 0, ""
    done = ""
    for index, row in enumerate(group.rows[:3]):
        tail = ""
        for run in row.runs:
            piece = row.text[run.start : run.end]
            same = _kind(run.style) == _kind(lead) or (index == 0 and run.end <= number_end + 1)
            if not same and any(c.isalnum() for c in piece):
                plain = not run.style.bold if lead.bold else not run.style.italic
                return (f"{done}{tail}".strip(), index, tail.strip()) if plain else ("", 0, "")
            tail = row.text[: run.end]
        done = f"{done}{tail}".removesuffix("-") if tail.endswith("-") else f"{done}{tail} "
    return "", 0, ""


def _is_italic(row: Row) -> bool:
    first = row.runs[0].style
    return first.italic and not first.bold


def _distinct(style: Style) -> bool:
    return style.bold or style.italic or style.small_caps


def _kind(style: Style) -> tuple[bool, bool, bool]:
    return style.bold, style.italic, style.small_caps


def _apart(row: Row, phrase: str, *, italic: bool) -> bool:
    """Tell whether white wider than the row's spaces, or a dash, follows a phrase at its start.

    An italic phrase with its own full stop is a title too: emphasis ends before the stop.
    """
    if not phrase:
        return False
    if row.text[len(phrase) : len(phrase) + 2].strip()[:1] in tuple(_DASHES) or phrase.endswith(tuple(_DASHES)):
        return True
    if italic and phrase.endswith((".", ":")) and phrase.count(" ") < _TITLE_WORDS:
        return True
    words = phrase.count(" ") + 1
    gaps = [b - a for a, b in zip(row.extents[1::2], row.extents[2::2], strict=False)]
    if words - 1 >= len(gaps):
        return False
    spaces = sorted(gaps[: words - 1] + gaps[words:])
    usual = spaces[len(spaces) // 2] if spaces else 0.33 * row.size
    return gaps[words - 1] > max(_LEAST_GAP * row.size, _WIDER * usual)
