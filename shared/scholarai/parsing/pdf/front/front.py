"""The title page: title, authors, abstract, keywords, identifiers, year, venue."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from scholarai.domain.content import Author
from scholarai.parsing.layout import DocumentInfo, PageLayout
from scholarai.parsing.pdf.front.authors import has_place, read_authors
from scholarai.parsing.pdf.layout.columns import SIDEBAR
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.groups import CAPTION, Group
from scholarai.parsing.pdf.structure.heading import Heading
from scholarai.parsing.pdf.text.characters import squash
from scholarai.parsing.pdf.text.names import split_names
from scholarai.parsing.pdf.text.titles import is_section_name, parted

_ABSTRACT_NAME = (
    "abstract|r[eé]sum[eé]|zusammenfassung|kurzfassung|resumen|resumo|riassunto|sommario|sammanfattning|resumé|samenvatting|"
    r"streszczenie|abstrakt|özet|аннотация|摘\s?要|概\s?要|要\s?旨|要\s?約|초록|(?:ال)?ملخص|תקציר"
)
_ABSTRACT_ALONE = re.compile(rf"(?:{_ABSTRACT_NAME})\W*", re.IGNORECASE)
_ABSTRACT = re.compile(rf"(?:summary|{_ABSTRACT_NAME})", re.IGNORECASE)
_ABSTRACT_RUN_IN = re.compile(rf"(?:summary|{_ABSTRACT_NAME})\s*(?:[.:\u2014\u2013-]+|(?=\s[A-Z]))\s*", re.IGNORECASE)
_AFTER_ABSTRACT = re.compile(
    r"(?:key\s?-?words?|index terms|pacs|msc\b|jel\b|ccs\b|acm\b|20\d\d (?:acm|mathematics)|general terms|categories and|"
    r"subject\s+(?:class|head)|mathematics subject|received|accepted|published|doi\b|digital object|author summary|"
    r"introduction|1\.?\s+introduction|contents|acknowledg|nomenclature|highlights|unified astronomy|funding|correspond|"
    r"©|copyright|\(c\)|article (?:history|info)|to cite|how to cite|citation:|significance|plain language)",
    re.IGNORECASE,
)
_KEYWORDS = re.compile(
    r"(?:additional\s+)?(?:key\s?-?words(?:\s+and\s+phrases)?|index\s+terms)\s*[.:\u2014\u2013-]*\s*", re.IGNORECASE
)
_NO_TITLE = re.compile(
    r"(?:arxiv:|draft|preprint|submitted|accepted|published|received|doi\b|https?:|www\.|vol(?:ume)?\.?\s|issn|research article|"
    r"original (?:article|paper|research)|review article|journal of|proceedings of|open access|article$|letter$|\d+$)",
    re.IGNORECASE,
)
# The parts of a structured abstract, run in or on rows of their own.
_STRUCTURED = re.compile(
    r"(?:motivation|background|objectives?|purpose|aims?|context|design|setting|methods?(?: and (?:results|findings))?|"
    r"(?:principal )?(?:results|findings)|conclusions?|interpretation|significance|availability(?: and implementation)?|contact|"
    r"supplementary information|funding|trial registration)\s*(?:[:.\u2014]|$)",
    re.IGNORECASE,
)
# A title in the file's own words is trusted from this many letters on: guesses, as the other lengths.
_STATED_TITLE = 12
_TITLE_LETTERS = 6
_LONGEST_TITLE = 400
_TITLE_SENTENCE = 120
_LEAST_ABSTRACT = 280
_LEAST_INSET_ABSTRACT = 80
_MOST_ABSTRACT = 6_000


@dataclass(slots=True, eq=False)
class Front:
    """What the title page says; `title_groups`, `abstract_groups` and `before_body` are the groups that it took."""

    title: str | None = None
    title_groups: list[Group] = field(default_factory=list)
    authors: tuple[Author, ...] = ()
    abstract_groups: list[Group] = field(default_factory=list)
    abstract_skip: int = 0
    before_body: set[Group] = field(default_factory=set)
    keywords: tuple[str, ...] = ()


def read_front(
    groups: Sequence[Group],
    headings: Sequence[Heading],
    metrics: Metrics,
    page: PageLayout,
    info: DocumentInfo,
) -> Front:
    """Return what the title page says, its groups in reading order."""
    front = Front()
    on_page = [group for group in groups if group.page_number == page.page_number]
    front.title_groups = _title_groups(on_page, info)
    front.title = _title_text(front.title_groups) or info.title.strip() or None
    start = _after(groups, front.title_groups)
    starts = {heading.group for heading in headings if heading.group not in front.title_groups}
    _find_abstract(front, groups, start, starts, metrics)
    end = _end_of_credits(groups, start, starts, front)
    front.before_body = set(groups[:end])
    rows = [
        row
        for group in groups[start:end]
        for row in group.rows
        if not CAPTION.match(group.text) and row.column != SIDEBAR
    ]
    stated = split_names(info.author) if info.author else ()
    front.authors = read_authors(rows, page.links, stated)
    front.keywords = _keywords(groups[: start + 60]) or _stated_keywords(info)
    return front


def _title_groups(groups: Sequence[Group], info: DocumentInfo) -> list[Group]:
    likely = [group for group in groups if _may_be_title(group)]
    if not likely:
        return []
    stated = squash(info.title)
    told = (group for group in likely if len(stated) > _STATED_TITLE and _begins(stated, squash(group.text)))
    found = [next(told, None) or _largest(likely)]
    for group in groups[groups.index(found[0]) + 1 :]:
        if not _continues_title(found[-1], group, stated, squash(_title_text(found) or "")):
            break
        found.append(group)
    return found


def _may_be_title(group: Group) -> bool:
    """Tell whether a group may be a title: words, no notice, no section's name, no paragraph."""
    text = group.text
    if group.first.vertical or sum(map(str.isalpha, text)) < _TITLE_LETTERS or len(text) >= _LONGEST_TITLE:
        return False
    if _NO_TITLE.match(text) or is_section_name(parted(text.strip()).title):
        return False
    return not (text.endswith(".") and len(text) > _TITLE_SENTENCE and _is_running_text(text))


def _largest(likely: Sequence[Group]) -> Group:
    """Return the first group in the largest type; a word or two in capitals above a title name its kind."""
    first = next(group for group in likely if group.size > max(other.size for other in likely) - 0.4)
    if first.text.isupper() and first.text.count(" ") < 2:
        others = [g for g in likely if g is not first and g.size > 0.75 * first.size and g.text.count(" ") > 2]
        first = max(others, key=lambda group: group.size, default=first)
    return first


def _begins(stated: str, printed: str) -> bool:
    return len(printed) > 8 and (stated.startswith(printed[:40]) or printed.startswith(stated))


def _continues_title(above: Group, group: Group, stated: str, so_far: str) -> bool:
    if len(stated) > _STATED_TITLE and stated.startswith(so_far + squash(group.text)[:20]):
        return True
    same = abs(above.size - group.size) < 0.3 and above.first.bold == group.first.bold
    return (
        same
        and above.first.style.font == group.first.style.font
        and group.gap < 1.9
        and above.size > 11
        and len(group.text) > 2
    )


def _title_text(groups: Sequence[Group]) -> str | None:
    rows = [row for group in groups for row in group.rows]
    text = ""
    for row in rows:
        piece = _without_note_mark(row)
        text = text[:-1] + piece if text.endswith("-") and piece[:1].islower() else f"{text} {piece}"
    return " ".join(text.split()).strip(" *\u2217†") or None


def _without_note_mark(row: Row) -> str:
    """Return a title row's text without the raised mark that points at a note."""
    last = row.runs[-1]
    text = row.text[last.start : last.end].strip()
    if (
        len(row.runs) > 1
        and (last.raised or last.style.size_pt < 0.75 * row.size)
        and len(text) <= 2
        and not text.isalnum()
    ):
        return row.text[: last.start]
    return row.text


def _after(groups: Sequence[Group], title: Sequence[Group]) -> int:
    return next((index + 1 for index in range(len(groups) - 1, -1, -1) if groups[index] in title), 0) if title else 0


def _find_abstract(front: Front, groups: Sequence[Group], start: int, starts: set[Group], metrics: Metrics) -> None:
    near = [index for index in range(len(groups)) if groups[index].page_number <= groups[0].page_number + 1]
    for index in near:
        group = groups[index]
        text = group.text.strip()
        if _ABSTRACT_ALONE.fullmatch(text) or (
            re.fullmatch(r"summary\W*", text, re.IGNORECASE) and _summary_is_abstract(groups, index, starts)
        ):
            front.abstract_groups = _abstract_from(groups, index + 1, starts, metrics)
            return
        match = _ABSTRACT_RUN_IN.match(text)
        if match and len(text) > match.end() + 40 and text[match.end()].isupper():
            front.abstract_groups = _abstract_from(groups, index, starts, metrics)
            front.abstract_skip = match.end()
            return
    front.abstract_groups = _unnamed_abstract(groups, start, starts, metrics)


def _summary_is_abstract(groups: Sequence[Group], index: int, starts: set[Group]) -> bool:
    """`Summary` is an abstract where an introduction follows it soon, a first section where not."""
    following = [group for group in groups[index + 1 : index + 8] if group in starts]
    return bool(following) and "introduction" in following[0].text.lower()


def _abstract_from(groups: Sequence[Group], index: int, starts: set[Group], metrics: Metrics) -> list[Group]:
    found: list[Group] = []
    length = 0
    for group in groups[index:]:
        if found and (_ends_abstract(group, found, starts) or length > _MOST_ABSTRACT):
            break
        if not found and (group in starts and len(group.text) < 100) and not _ABSTRACT_RUN_IN.match(group.text):
            break
        if (group is not groups[index] and _is_note(group, metrics)) or _is_marked(group) or CAPTION.match(group.text):
            continue
        found.append(group)
        length += len(group.text)
    return found


def _is_note(group: Group, metrics: Metrics) -> bool:
    """Tell whether a group is a footnote of the title page that stands between two parts of its text."""
    return (
        group.gap > 1.4
        and group.size < 0.93 * metrics.size
        and len(group.text) < 250
        and not group.first.text[:1].islower()
    )


def _is_marked(group: Group) -> bool:
    """Tell whether a group begins with a raised mark, as affiliations and notes do."""
    first = group.first
    lead = first.runs[0]
    return (lead.raised or lead.style.size_pt < 0.8 * first.size) and len(first.text[: lead.end].strip()) <= 3


def _ends_abstract(group: Group, found: Sequence[Group], starts: set[Group]) -> bool:
    first = found[0]
    if _STRUCTURED.match(group.text) and abs(group.size - first.size) < 0.35:
        return False
    if group in starts or _AFTER_ABSTRACT.match(group.text):
        return True
    if abs(group.size - first.size) > 0.35 or group.first.bold != first.last.bold:
        return True
    moved = (group.first.page_number, group.first.column) != (found[-1].last.page_number, found[-1].last.column)
    if moved:
        ended = found[-1].text.rstrip().endswith((".", "!", "?"))
        return ended or group.first.spanning != first.first.spanning
    return group.gap > 2.3


def _unnamed_abstract(groups: Sequence[Group], start: int, starts: set[Group], metrics: Metrics) -> list[Group]:
    """Return the long paragraph between authors and first heading that is set apart, as physics journals have it."""
    for index in range(start, min(len(groups), start + 14)):
        group = groups[index]
        if group in starts and _is_real_start(group):
            break
        if (
            len(group.text) < (_LEAST_INSET_ABSTRACT if _is_inset(group) else _LEAST_ABSTRACT)
            or not _is_running_text(group.text)
            or group.page_number != groups[start].page_number
        ):
            continue
        apart = (
            group.first.spanning
            or abs(group.size - metrics.size) > 0.25
            or group.first.bold
            or _followed(groups, index, starts)
        )
        return _abstract_from(groups, index, starts, metrics)[:3] if apart else []
    return []


def _is_inset(group: Group) -> bool:
    """Tell whether a paragraph is set in from both edges, as the abstracts of physics journals are."""
    inset = min(row.x0 for row in group.rows) - group.first.left, group.first.right - max(r.x1 for r in group.rows)
    return min(inset) > 1.2 * group.size and group.text.rstrip().endswith(".") and not has_place(group.text)


def _is_running_text(text: str) -> bool:
    """Tell sentences from lists of names and places, whose words begin with capitals."""
    words = [word for word in text.split(" ") if word[:1].isalpha()]
    return sum(word[0].islower() for word in words) > 0.55 * len(words)


def _followed(groups: Sequence[Group], index: int, starts: set[Group]) -> bool:
    """Tell whether a heading or keywords come right after the paragraph."""
    following = groups[index + 1 : index + 4]
    return any(group in starts or _AFTER_ABSTRACT.match(group.text) for group in following)


def _end_of_credits(groups: Sequence[Group], start: int, starts: set[Group], front: Front) -> int:
    first_abstract = front.abstract_groups[0] if front.abstract_groups else None
    for index in range(start, len(groups)):
        group = groups[index]
        if group is first_abstract or _ABSTRACT.fullmatch(group.text.strip(" .:")) or _KEYWORDS.match(group.text):
            return index
        if (
            (group in starts and _is_real_start(group))
            or len(group.text) > 1_500
            or group.page_number != groups[0].page_number
        ):
            return index
    return len(groups)


def _is_real_start(group: Group) -> bool:
    text = group.text.strip()
    if _is_marked(group) or has_place(text):
        return False
    return is_section_name(parted(text).title) or bool(
        re.match(
            r"(?:\d+|[IVX]+)\.?\s+(?:[A-ZÀ-Þ][A-Za-zß-ÿ]{2}|[\u0370-\uffff]{2})|introduction|summary|statement of need|background|motivation",
            text,
            re.IGNORECASE,
        )
    )


def _keywords(groups: Sequence[Group]) -> tuple[str, ...]:
    for index, group in enumerate(groups):
        match = _KEYWORDS.match(group.text)
        if match is None:
            continue
        text = group.text[match.end() :] or (groups[index + 1].text if index + 1 < len(groups) else "")
        text = re.sub(r"(?<=[a-zß-ÿ])- (?=[a-zß-ÿ])", "", text)
        if 3 < len(text) < 800:
            parts = re.split(r"\s*[;•\u00b7|]\s*|\s+[\u2013\u2014-]\s+", text)
            parts = parts if len(parts) > 1 else re.split(r"\s*,\s*", text)
            return tuple(part.strip(" .") for part in parts if part.strip(" ."))
    return ()


def _stated_keywords(info: DocumentInfo) -> tuple[str, ...]:
    return tuple(part.strip() for part in re.split(r"[;,]", info.keywords) if part.strip())
