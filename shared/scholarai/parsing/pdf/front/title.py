"""Finds the title among the groups of the first page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.parsing.layout import DocumentInfo
from scholarai.parsing.pdf.front.group_predicates import is_running_text
from scholarai.parsing.pdf.front.thresholds import TITLES
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.text.characters import alphanumeric
from scholarai.parsing.pdf.text.titles import is_section_name, split_title

_NO_TITLE = re.compile(
    r"(?:arxiv:|draft|preprint|submitted|accepted|published|received|doi\b|https?:|www\.|vol(?:ume)?\.?\s|issn|research article|"
    r"original (?:article|paper|research)|review article|journal of|proceedings of|open access|article$|letter$|\d+$)",
    re.IGNORECASE,
)
# A day below a title; a title of two lines may end with one, too: `Deaths from influenza up to / 31 March 2020`.
_DAY = re.compile(
    r"(?:(?:revised|updated|version of|last changed|date)[:,]?\s)?\s*(?:"
    r"\d{1,2}(?:st|nd|rd|th|\.)?[ -]{1,2}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?,?[ -]{1,2}\d{2,4}|"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s\d{1,2},\s\d{4}|\d{4}-\d{2}-\d{2})\.?",
    re.IGNORECASE,
)
_ASKS_FOR_DAY = re.compile(
    r"\b(?:to|of|on|until|since|by|from|in|before|after|and|the|between|through|till)$", re.IGNORECASE
)


def title_groups(groups: Sequence[Group], info: DocumentInfo) -> list[Group]:
    """Return the groups of the title: those that match the file's metadata, else those in the largest type."""
    likely = [group for group in groups if _may_be_title(group)]
    if not likely:
        return []
    stated = alphanumeric(info.title)
    matching = (
        group
        for group in likely
        if len(stated) > TITLES.stated_characters and _begins(stated, alphanumeric(group.text))
    )
    found = [next(matching, None) or _largest(likely)]
    for group in groups[groups.index(found[0]) + 1 :]:
        if not _continues_title(found[-1], group, stated, alphanumeric(title_text(found) or "")):
            break
        found.append(group)
    return found


def _may_be_title(group: Group) -> bool:
    """Tell whether a group may be a title: it has words, and is no notice, section name or paragraph."""
    text = group.text
    if group.first.vertical or sum(map(str.isalpha, text)) < TITLES.letters or len(text) >= TITLES.characters:
        return False
    if _NO_TITLE.match(text) or is_section_name(split_title(text.strip()).title):
        return False
    return not (text.endswith(".") and len(text) > TITLES.sentence_characters and is_running_text(text))


def _largest(likely: Sequence[Group]) -> Group:
    """Return the first group in the largest type, except a word or two in capitals above a title, which name its kind."""
    first = next(group for group in likely if group.size > max(other.size for other in likely) - TITLES.largest_pt)
    if first.text.isupper() and first.text.count(" ") < TITLES.kind_words:
        others = [g for g in likely if g is not first and _is_second_title(g, first)]
        first = max(others, key=lambda group: group.size, default=first)
    return first


def _is_second_title(group: Group, first: Group) -> bool:
    large = group.size > TITLES.second_size_share * first.size
    return large and group.text.count(" ") > TITLES.second_words


def _begins(stated: str, printed: str) -> bool:
    return len(printed) > TITLES.printed_characters and (
        stated.startswith(printed[: TITLES.same_begin_characters]) or printed.startswith(stated)
    )


def _continues_title(above: Group, group: Group, stated: str, so_far: str) -> bool:
    if len(stated) > TITLES.stated_characters and stated.startswith(
        so_far + alphanumeric(group.text)[: TITLES.same_next_characters]
    ):
        return True
    same = abs(above.size - group.size) < TITLES.same_size_pt and above.first.bold == group.first.bold
    return (
        same
        and above.first.style.font == group.first.style.font
        and group.gap < TITLES.apart_leadings
        and above.size > TITLES.size_pt
        and len(group.text) > TITLES.next_characters
    )


def title_text(groups: Sequence[Group]) -> str | None:
    """Return the text of the title's groups, None if they have none."""
    rows = [row for group in groups for row in group.rows]
    while len(rows) > 1 and _DAY.fullmatch(rows[-1].text.strip()) and not _ASKS_FOR_DAY.search(rows[-2].text.strip()):
        rows.pop()
    text = ""
    for row in rows:
        piece = _without_note_mark(row)
        text = text[:-1] + piece if text.endswith("-") and piece[:1].islower() else f"{text} {piece}"
    return " ".join(text.split()).strip(" *\u2217†") or None


def _without_note_mark(row: Row) -> str:
    """Return a title row's text without the raised mark of a footnote."""
    last = row.runs[-1]
    text = row.text[last.start : last.end].strip()
    if (
        len(row.runs) > 1
        and (last.raised or last.style.size_pt < TITLES.mark_size_share * row.size)
        and len(text) <= TITLES.mark_characters
        and not text.isalnum()
    ):
        return row.printed[: last.start]
    return row.printed
