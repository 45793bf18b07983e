"""Finds the abstract, with or without a heading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from scholarai.parsing.pdf.front.authors import has_affiliation
from scholarai.parsing.pdf.front.group_predicates import is_marked, is_real_start, is_running_text
from scholarai.parsing.pdf.front.thresholds import ABSTRACTS
from scholarai.parsing.pdf.layout.columns import SIDEBAR
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.text.labels import CAPTION, PAGE_TURN

_ABSTRACT_NAME = (
    "abstract|r[eé]sum[eé]|zusammenfassung|kurzfassung|resumen|resumo|riassunto|sommario|sammanfattning|resumé|samenvatting|"
    r"streszczenie|abstrakt|özet|аннотация|摘\s?要|概\s?要|要\s?旨|要\s?約|초록|(?:ال)?ملخص|תקציר"
)
# The heading of what stands beside an abstract, often on the same row.
_HISTORY = r"a\s?r\s?t\s?i\s?c\s?l\s?e\s+(?:h\s?i\s?s\s?t\s?o\s?r\s?y|i\s?n\s?f\s?o)\W*"
_ABSTRACT_ALONE = re.compile(
    rf"(?:{_HISTORY})?(?:{_ABSTRACT_NAME}|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t)\W*(?:\d{{2,4}} words\W*)?(?:{_HISTORY})?",
    re.IGNORECASE,
)
ABSTRACT = re.compile(rf"(?:summary|{_ABSTRACT_NAME}|a b s t r a c t)", re.IGNORECASE)
# A square in a symbol font, which may stand before the name, is the letter I or n of others.
_ABSTRACT_RUN_IN = re.compile(
    rf"(?:[■▪●]\s*|[In]\s)?[\[【]?(?:(?i:summary|synopsis|{_ABSTRACT_NAME}))\s*(?:[\]】.:：\u2014\u2013-]+|(?=\s[A-Z])|(?<=要)(?=\s?[\u3040-\u9fff]{{6}}))\s*"
)
_AFTER_ABSTRACT = re.compile(
    r"[\u3010\[]?(?:key\s?-?words?|关键词|關鍵詞|キーワード|index terms|pacs|msc\b|jel\b|ccs\b|acm\b|20\d\d (?:acm|mathematics)|general terms|categories and|"
    r"subject\s+(?:class|head)|mathematics subject|received|accepted|published|doi\b|digital object|author summary|"
    r"introduction|1\.?\s+introduction|abbreviations|contents|acknowledg|nomenclature|highlights|unified astronomy|funding|correspond|"
    r"©|copyright|\(c\)|(?:19|20)\d\d the authors?\b|article (?:history|info)|to cite|how to cite|citation:|significance|plain language)",
    re.IGNORECASE,
)
_PERMISSION = re.compile(
    r"permission (?:is|to)\b|this (?:is an )?open[- ]access|all rights reserved|licen[cs]ed under|©|\(c\)|copyright|"
    r"redistribution and use|the (?:\w+ )?copyright|hal is a multi-?disciplinary",
    re.IGNORECASE,
)
# The names of the parts of a structured abstract, run-in or on rows of their own; the first of them are what one begins with.
_OPENING = (
    "importance|context|motivation|rationale|(?:study )?(?:questions?|objectives?|purpose|aims?|goals?|hypothes[ei]s)|"
    "background(?: (?:and|&) (?:objectives?|aims?|purpose))?|aims? and objectives?|introduction"
)
_PARTS = (
    rf"(?:{_OPENING}|(?:study )?(?:design|settings?|participants|patients|subjects|population|selection|eligibility criteria)"
    "(?:(?:,? and|,|/) (?:design|settings?|participants|patients|subjects|interventions?|methods?|population)){0,3}|"
    "data (?:sources?|extraction|synthesis)(?: and (?:synthesis|analysis|study selection))?|search (?:strategy|methods)|review methods|"
    "(?:materials?|patients|subjects|participants) (?:and|&) methods?|method(?:s|ology)?(?:(?: and |/)(?:materials|results|(?:principal )?findings|analysis|design))?|"
    "interventions?|exposures?|(?:main|primary)?\\s?outcomes?(?:(?: and)? measures?)?|measurements?(?: and main results)?|"
    "(?:main |key |principal )?(?:results?|findings)|limitations?|conclusions?(?:(?: and |/)(?:relevance|implications|significance))?|"
    "interpretation|significance|relevance|discussion|implications|availability(?: and implementation)?|contact|"
    "supplementary information|funding|(?:clinical )?(?:trial )?registration(?: number)?)"
)
_PART = re.compile(_PARTS, re.IGNORECASE)
_OPENING_PART = re.compile(rf"(?:{_OPENING})\b", re.IGNORECASE)
_LATER_PART = re.compile(rf"[.!?)]\s+{_PARTS}\s*:", re.IGNORECASE)
# What stands beside an abstract, between its heading and its text.
_BESIDE = re.compile(rf"{_HISTORY}|key\s?-?words|received|revised|accepted|published", re.IGNORECASE)
_RIGHTS = re.compile(
    r"(?:^|(?<=[.!?)\]])\s+)(?:©|\(c\)|copyright\b|r(?=\s(?:19|20)\d\d\s)|(?:(?:19|20)\d\d\s)?(?:published by|elsevier|the authors?[.,]))[^\n]{0,300}(?:\n\n[^\n]{0,200})?$",
    re.IGNORECASE,
)


def without_rights(text: str) -> str:
    """Return an abstract's text without the notice of its copyright at the end."""
    return _RIGHTS.sub("", text).rstrip()


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
    near = [index for index, group in enumerate(groups) if _may_name_abstract(group, groups[0].page_number)]
    for index in near:
        text = groups[index].text.strip()
        if _names_abstract(text, groups, index, starts, sections):
            return _abstract_from(groups, _beside(groups, index) or index + 1, starts, metrics), 0
        match = _ABSTRACT_RUN_IN.match(text)
        if match and len(text) > match.end() + ABSTRACTS.run_in_characters and not text[match.end()].islower():
            return _abstract_from(groups, index, starts, metrics), match.end()
    for index in range(start, len(groups)):
        if groups[index].page_number != groups[0].page_number:
            break
        if _begins_parts(groups, index):
            return _abstract_from(groups, index, starts, metrics), 0
    return _unnamed_abstract(groups, start, starts, sections, metrics), 0


def _may_name_abstract(group: Group, first: int) -> bool:
    """Tell whether a group stands on the first two pages, or is the bare name of an abstract behind a manuscript's pages of notices."""
    after = group.page_number - first
    return after <= 1 or (
        after <= ABSTRACTS.pages_of_notices and _ABSTRACT_ALONE.fullmatch(group.text.strip()) is not None
    )


def _names_abstract(text: str, groups: Sequence[Group], index: int, starts: set[Group], sections: set[Group]) -> bool:
    if _ABSTRACT_ALONE.fullmatch(text):
        return True
    if not re.fullmatch(r"(?:1\.?\s)?summary\W*", text, re.IGNORECASE):
        return False
    # A summary is no first section where an introduction follows soon, or where the sections have another look.
    following = [group for group in groups[index + 1 :] if group in starts]
    near = (
        following[:1] if following[:1] and following[0] in groups[: index + 1 + ABSTRACTS.introduction_groups] else []
    )
    return any("introduction" in group.text.lower() for group in near) or (
        groups[index] not in sections and len(following) >= ABSTRACTS.later_headings
    )


def _beside(groups: Sequence[Group], index: int) -> int | None:
    """Return the index of the text beside the name of an abstract, if that stands in the margin or is read later."""
    name = groups[index].first
    for at, group in enumerate(groups):
        top = group.first
        level = top.page_number == name.page_number and abs(top.y0 - name.y0) < name.size
        apart = name.column == SIDEBAR != top.column or at < index
        if apart and level and is_running_text(group.text):
            return at
    return None


def _abstract_from(groups: Sequence[Group], index: int, starts: set[Group], metrics: Metrics) -> list[Group]:
    found = _column_of_abstract(groups, index, starts, metrics)
    return found + _in_next_column(groups, found, metrics)


def _in_next_column(groups: Sequence[Group], found: Sequence[Group], metrics: Metrics) -> list[Group]:
    """Return the part of an abstract at the top of the next column, if its type is not that of the body."""
    if not found or _is_like_body(found[0], metrics):
        return []
    last = found[-1]
    if last.first.spanning:
        return []
    beside = [g for g in groups if g.page_number == last.page_number and g.first.column > last.first.column]
    column = [g for g in beside if g.first.column == beside[0].first.column] if beside else []
    return [*takewhile(lambda group: group not in found and _is_alike(group, last), column)]


def _is_like_body(group: Group, metrics: Metrics) -> bool:
    return abs(group.size - metrics.size) <= ABSTRACTS.body_size_pt and not group.first.bold


def _is_alike(group: Group, other: Group) -> bool:
    return _has_size(group, other) and group.first.bold == other.first.bold


def _begins_parts(groups: Sequence[Group], index: int) -> bool:
    """Tell whether a structured abstract without a name begins with a group: a run-in name, and another one soon after it."""
    text = groups[index].text
    if not _OPENING_PART.match(text) or not _is_part(groups[index]):
        return False
    following = groups[index + 1 : index + 1 + ABSTRACTS.following_groups]
    return _LATER_PART.search(text) is not None or any(_is_part(g) and not _is_part_name(g) for g in following)


def _is_part(group: Group) -> bool:
    """Tell whether a group begins with the run-in name of a part: before punctuation, in its own type, or in capitals."""
    match = _PART.match(group.text)
    if match is None or len(group.text) < match.end() + ABSTRACTS.run_in_characters:
        return False
    name, rest = match[0], group.text[match.end() :]
    edges = {run.end for run in group.first.runs[:-1]}
    return (
        rest.lstrip()[:1] in {":", ".", "\u2014", "\u2013", "-"}
        or not edges.isdisjoint({match.end(), match.end() + 1})
        or (name.isupper() and rest[:2].strip().isupper())
    )


def _part_of(group: Group) -> str:
    match = _PART.match(group.text)
    return match[0].lower() if match else ""


def _is_part_name(group: Group) -> bool:
    """Tell whether a group is the name of a part on a row of its own."""
    return _PART.fullmatch(group.text.strip(" .:")) is not None


def _column_of_abstract(groups: Sequence[Group], index: int, starts: set[Group], metrics: Metrics) -> list[Group]:
    found: list[Group] = []
    names: list[Group] = []
    texts: list[Group] = []
    length = 0
    for group, goes_on in _following(groups, index):
        if length > ABSTRACTS.most_characters:
            break
        if _is_next_name(group, names, texts):
            names.append(group)
            found.append(group)
            continue
        named = found[-1:] == names[-1:] and bool(texts) and _has_size(group, texts[0])
        if texts and not named and not goes_on and _ends_abstract(group, texts, starts):
            break
        if not texts and _is_beside_name(group, groups[max(index - 1, 0)]):
            continue
        if (group is not groups[index] and _is_note(group, metrics)) or is_marked(group) or CAPTION.match(group.text):
            continue
        found.append(group)
        texts.append(group)
        length += len(group.text)
    return found if texts else []


def _following(groups: Sequence[Group], index: int) -> Iterator[tuple[Group, bool]]:
    """Yield the groups that may be of an abstract, and whether a notice says of one that the text of the page before goes on."""
    below_text = goes_on = False
    for group in groups[index:]:
        if turn := PAGE_TURN.fullmatch(group.text.strip()):
            below_text = turn["breaks_off"] is not None
            goes_on = not below_text
        elif not below_text and not group.first.column == SIDEBAR != groups[index].first.column:
            yield group, goes_on
            goes_on = False


def _is_beside_name(group: Group, name: Group) -> bool:
    """Tell whether a group is printed beside the name of an abstract: dates, keywords, or a note that ends left of the name."""
    if len(group.text) < ABSTRACTS.heading_characters and _BESIDE.match(group.text):
        return True
    return group.page_number == name.page_number and max(row.x1 for row in group.rows) < name.first.x0


def _has_size(group: Group, other: Group) -> bool:
    return abs(group.size - other.size) <= ABSTRACTS.same_size_pt


def _is_next_name(group: Group, names: Sequence[Group], texts: Sequence[Group]) -> bool:
    """Tell whether a group names the next part: where the abstract began with such a name, in its look and not yet named."""
    if not _is_part_name(group) or (texts and not names):
        return False
    alike = not names or (_is_alike(group, names[0]) and group.first.italic == names[0].first.italic)
    return alike and all(name.text.lower() != group.text.lower() for name in names)


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
    if _is_part(group) and _has_size(group, first) and _part_of(group) not in map(_part_of, found):
        return False
    if group in starts or _AFTER_ABSTRACT.match(group.text):
        return True
    if not _has_size(group, first) or group.first.bold != first.last.bold:
        return True
    moved = (group.first.page_number, group.first.column) != (found[-1].last.page_number, found[-1].last.column)
    if moved and _is_below(group, found[-1]):
        return False
    if moved:
        ended = found[-1].text.rstrip().endswith((".", "!", "?"))
        return ended or group.first.spanning != first.first.spanning
    return group.gap > ABSTRACTS.apart_leadings


def _is_below(group: Group, above: Group) -> bool:
    """Tell whether a group stands directly below another one, at its left edge: a last short line is told to be of a column."""
    step = group.first.baseline - above.last.baseline
    near = group.page_number == above.page_number and 0 < step < ABSTRACTS.below_ems * group.size
    return near and abs(group.first.x0 - min(row.x0 for row in above.rows)) < ABSTRACTS.below_ems * group.size


def _unnamed_abstract(
    groups: Sequence[Group], start: int, starts: set[Group], sections: set[Group], metrics: Metrics
) -> list[Group]:
    """Return the long, set-off paragraph between authors and first heading, as in physics journals."""
    passed = 0
    for index in range(start, len(groups)):
        group = groups[index]
        passed += not has_affiliation(group.text)
        if passed > ABSTRACTS.unnamed_groups or group in sections or (group in starts and is_real_start(group)):
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
        first = index
        while first > start and _is_alike(groups[first - 1], group) and _is_below(groups[first], groups[first - 1]):
            first -= 1
        most = index - first + ABSTRACTS.paragraphs
        return _abstract_from(groups, first, starts, metrics)[:most] if apart else []
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
