"""Finds the abstract, with or without a heading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from scholarai.parsing.pdf.front.authors import has_affiliation
from scholarai.parsing.pdf.front.group_predicates import is_marked, is_real_start, is_running_text
from scholarai.parsing.pdf.front.thresholds import ABSTRACTS
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.text.labels import CAPTION

_ABSTRACT_NAME = (
    "abstract|r[eé]sum[eé]|zusammenfassung|kurzfassung|resumen|resumo|riassunto|sommario|sammanfattning|resumé|samenvatting|"
    r"streszczenie|abstrakt|özet|аннотация|摘\s?要|概\s?要|要\s?旨|要\s?約|초록|(?:ال)?ملخص|תקציר"
)
_ABSTRACT_ALONE = re.compile(rf"(?:{_ABSTRACT_NAME}|a b s t r a c t)\W*", re.IGNORECASE)
ABSTRACT = re.compile(rf"(?:summary|{_ABSTRACT_NAME}|a b s t r a c t)", re.IGNORECASE)
_ABSTRACT_RUN_IN = re.compile(rf"(?:summary|{_ABSTRACT_NAME})\s*(?:[.:\u2014\u2013-]+|(?=\s[A-Z]))\s*", re.IGNORECASE)
_AFTER_ABSTRACT = re.compile(
    r"(?:key\s?-?words?|index terms|pacs|msc\b|jel\b|ccs\b|acm\b|20\d\d (?:acm|mathematics)|general terms|categories and|"
    r"subject\s+(?:class|head)|mathematics subject|received|accepted|published|doi\b|digital object|author summary|"
    r"introduction|1\.?\s+introduction|contents|acknowledg|nomenclature|highlights|unified astronomy|funding|correspond|"
    r"©|copyright|\(c\)|article (?:history|info)|to cite|how to cite|citation:|significance|plain language)",
    re.IGNORECASE,
)
_PERMISSION = re.compile(
    r"permission (?:is|to)\b|this (?:is an )?open[- ]access|all rights reserved|licen[cs]ed under|©|\(c\)|copyright|"
    r"redistribution and use|the (?:following|above) copyright",
    re.IGNORECASE,
)
# The headings of a structured abstract, run-in or on separate rows.
_STRUCTURED = re.compile(
    r"(?:motivation|background|objectives?|purpose|aims?|context|design|setting|methods?(?: and (?:results|findings))?|"
    r"(?:principal )?(?:results|findings)|conclusions?|interpretation|significance|availability(?: and implementation)?|contact|"
    r"supplementary information|funding|trial registration)\s*(?:[:.\u2014]|$)",
    re.IGNORECASE,
)


def find_abstract(
    groups: Sequence[Group], start: int, starts: set[Group], sections: set[Group], metrics: Metrics
) -> tuple[list[Group], int]:
    """Return the groups of the abstract, and the length of the heading at the start of their text.

    Args:
        groups: All groups, in reading order.
        start: Index of the first group after the title.
        starts: The groups that look like headings.
        sections: Those on the title page that look like sections of later pages.
        metrics: The body's type.
    """
    near = [index for index in range(len(groups)) if groups[index].page_number <= groups[0].page_number + 1]
    for index in near:
        text = groups[index].text.strip()
        if _names_abstract(text, groups, index, starts):
            return _abstract_from(groups, index + 1, starts, metrics), 0
        match = _ABSTRACT_RUN_IN.match(text)
        if match and len(text) > match.end() + ABSTRACTS.run_in_characters and text[match.end()].isupper():
            return _abstract_from(groups, index, starts, metrics), match.end()
    return _unnamed_abstract(groups, start, starts, sections, metrics), 0


def _names_abstract(text: str, groups: Sequence[Group], index: int, starts: set[Group]) -> bool:
    if _ABSTRACT_ALONE.fullmatch(text):
        return True
    return bool(re.fullmatch(r"summary\W*", text, re.IGNORECASE)) and _summary_is_abstract(groups, index, starts)


def _summary_is_abstract(groups: Sequence[Group], index: int, starts: set[Group]) -> bool:
    """Tell whether `Summary` is the abstract, since an introduction follows soon, and not a first section."""
    following = [group for group in groups[index + 1 : index + 1 + ABSTRACTS.introduction_groups] if group in starts]
    return bool(following) and "introduction" in following[0].text.lower()


def _abstract_from(groups: Sequence[Group], index: int, starts: set[Group], metrics: Metrics) -> list[Group]:
    found = _column_of_abstract(groups, index, starts, metrics)
    return found + _in_next_column(groups, found, metrics)


def _in_next_column(groups: Sequence[Group], found: Sequence[Group], metrics: Metrics) -> list[Group]:
    """Return the part of an abstract at the top of the next column, if its type is not that of the body."""
    if not found or _is_like_body(found[0], metrics):
        return []
    last = found[-1]
    beside = [g for g in groups if g.page_number == last.page_number and g.first.column > last.first.column]
    column = [g for g in beside if g.first.column == beside[0].first.column] if beside else []
    return [*takewhile(lambda group: group not in found and _is_alike(group, last), column)]


def _is_like_body(group: Group, metrics: Metrics) -> bool:
    return abs(group.size - metrics.size) <= ABSTRACTS.body_size_pt and not group.first.bold


def _is_alike(group: Group, other: Group) -> bool:
    return abs(group.size - other.size) <= ABSTRACTS.same_size_pt and group.first.bold == other.first.bold


def _column_of_abstract(groups: Sequence[Group], index: int, starts: set[Group], metrics: Metrics) -> list[Group]:
    found: list[Group] = []
    length = 0
    for group in groups[index:]:
        if found and (_ends_abstract(group, found, starts) or length > ABSTRACTS.most_characters):
            break
        if (
            not found
            and (group in starts and len(group.text) < ABSTRACTS.heading_characters)
            and not _ABSTRACT_RUN_IN.match(group.text)
        ):
            break
        if (group is not groups[index] and _is_note(group, metrics)) or is_marked(group) or CAPTION.match(group.text):
            continue
        found.append(group)
        length += len(group.text)
    return found


def _is_note(group: Group, metrics: Metrics) -> bool:
    """Tell whether a group is a footnote of the title page between two parts of its text."""
    return (
        group.gap > ABSTRACTS.note_leadings
        and group.size < ABSTRACTS.note_size_share * metrics.size
        and len(group.text) < ABSTRACTS.note_characters
        and not group.first.text[:1].islower()
    )


def _ends_abstract(group: Group, found: Sequence[Group], starts: set[Group]) -> bool:
    first = found[0]
    if _STRUCTURED.match(group.text) and abs(group.size - first.size) < ABSTRACTS.same_size_pt:
        return False
    if group in starts or _AFTER_ABSTRACT.match(group.text):
        return True
    if abs(group.size - first.size) > ABSTRACTS.same_size_pt or group.first.bold != first.last.bold:
        return True
    moved = (group.first.page_number, group.first.column) != (found[-1].last.page_number, found[-1].last.column)
    if moved:
        ended = found[-1].text.rstrip().endswith((".", "!", "?"))
        return ended or group.first.spanning != first.first.spanning
    return group.gap > ABSTRACTS.apart_leadings


def _unnamed_abstract(
    groups: Sequence[Group], start: int, starts: set[Group], sections: set[Group], metrics: Metrics
) -> list[Group]:
    """Return the long, set-off paragraph between authors and first heading, as in physics journals."""
    for index in range(start, min(len(groups), start + ABSTRACTS.unnamed_groups)):
        group = groups[index]
        if group in sections or (group in starts and is_real_start(group)):
            break
        if (
            len(group.text) < (ABSTRACTS.inset_characters if _is_inset(group) else ABSTRACTS.characters)
            or not is_running_text(group.text)
            or _PERMISSION.match(group.text)
            or group.page_number != groups[start].page_number
        ):
            continue
        apart = (
            group.first.spanning
            or abs(group.size - metrics.size) > ABSTRACTS.body_size_pt
            or group.first.bold
            or _followed(groups, index, starts)
        )
        return _abstract_from(groups, index, starts, metrics)[: ABSTRACTS.paragraphs] if apart else []
    return []


def _is_inset(group: Group) -> bool:
    """Tell whether a paragraph is indented on both sides, as abstracts in physics journals are."""
    inset = min(row.x0 for row in group.rows) - group.first.left, group.first.right - max(r.x1 for r in group.rows)
    return (
        min(inset) > ABSTRACTS.inset_ems * group.size
        and group.text.rstrip().endswith(".")
        and not has_affiliation(group.text)
    )


def _followed(groups: Sequence[Group], index: int, starts: set[Group]) -> bool:
    """Tell whether a heading or keywords directly follow the paragraph."""
    following = groups[index + 1 : index + 1 + ABSTRACTS.following_groups]
    return any(group in starts or _AFTER_ABSTRACT.match(group.text) for group in following)
