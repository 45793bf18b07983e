"""Reads the title page: title, authors, abstract and keywords."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from scholarai.domain.content import Author
from scholarai.parsing.layout import DocumentInfo, PageLayout
from scholarai.parsing.pdf.front.abstract import ABSTRACT, find_abstract
from scholarai.parsing.pdf.front.authors import has_affiliation, is_phrase, names_in, read_authors
from scholarai.parsing.pdf.front.group_predicates import is_marked, is_real_start, is_running_text
from scholarai.parsing.pdf.front.thresholds import CREDITS
from scholarai.parsing.pdf.front.title import read_title, title_rows, title_text
from scholarai.parsing.pdf.layout.columns import SIDEBAR
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.structure.heading import Heading
from scholarai.parsing.pdf.text.labels import CAPTION
from scholarai.parsing.pdf.text.names import split_names

_KEYWORDS = re.compile(
    r"(?:additional\s+)?(?:key\s?-?words(?:\s+and\s+phrases)?|index(?:ed)?\s+terms)\s*[.:\u2014\u2013-]*\s*",
    re.IGNORECASE,
)


@dataclass(slots=True, eq=False)
class Front:
    """The metadata on the title page, with the groups of title and abstract; groups in `taken` are not part of the body."""

    title: str | None = None
    title_groups: list[Group] = field(default_factory=list)
    authors: tuple[Author, ...] = ()
    abstract_groups: list[Group] = field(default_factory=list)
    abstract_skip: int = 0
    taken: set[Group] = field(default_factory=set)
    keywords: tuple[str, ...] = ()


def read_front(
    groups: Sequence[Group],
    headings: Sequence[Heading],
    metrics: Metrics,
    page: PageLayout,
    info: DocumentInfo,
) -> Front:
    """Return the metadata on the title page, given the paper's groups in reading order.

    What stands on the pages before it is a cover, which names authors only where the title page names none.
    """
    own = [group for group in groups if group.page_number >= page.page_number]
    front = _read_front(own, headings, metrics, page, info)
    if len(own) < len(groups):
        front.taken |= {*groups[: len(groups) - len(own)]}
        front.authors = front.authors or _read_front(groups, headings, metrics, page, info).authors
    return front


def _read_front(
    groups: Sequence[Group],
    headings: Sequence[Heading],
    metrics: Metrics,
    page: PageLayout,
    info: DocumentInfo,
) -> Front:
    front = Front()
    first = groups[0].page_number if groups else page.page_number
    on_page = [group for group in groups if group.page_number == first]
    front.title_groups, front.title = read_title(on_page, info, metrics.size)
    start = _after(groups, front.title_groups)
    starts = {heading.group for heading in headings if heading.group not in front.title_groups}
    sections = {h.group for h in _like_later_sections(headings, first) if _heads_text(groups, h.group)}
    front.abstract_groups, front.abstract_skip = find_abstract(groups, start, starts, sections, metrics)
    end = _end_of_credits(groups, start, starts, sections, front)
    front.taken = {*groups[:end], *front.abstract_groups, *_repeats(groups[end:], groups[start:end])}
    stated = split_names(info.author) if info.author else ()
    titled = [row for group in front.title_groups for row in group.rows]
    title = title_rows(front.title_groups)
    below = titled[titled.index(title[-1]) + 1 :] if title else []
    above = groups[: groups.index(front.title_groups[0])] if front.title_groups else ()
    rows, printed_above = [*below, *_credit_rows(groups[start:end])], _credit_rows(above)
    # Some journals print their name below the title once more, and the authors in the margin.
    own = [row for row in rows if not any(row.text in other.text for other in printed_above)]
    margin = [row for group in on_page for row in group.rows if row.column == SIDEBAR]
    text = " ".join(group.text for group in groups[end:])
    front.authors = (
        read_authors(own, page.links, stated, printed_above, text)
        or read_authors(margin, page.links)
        or read_authors(rows, page.links)
    )
    last = title[1:][-1:]
    if not front.authors and names_in(last) and not is_phrase(last[0].text, text):
        front.title, front.authors = title_text([Group(title[:-1])]), read_authors(last, page.links)
    front.keywords = _keywords(groups[: start + CREDITS.keyword_groups]) or _stated_keywords(info)
    return front


def _credit_rows(groups: Sequence[Group]) -> list[Row]:
    """Return the rows that may name authors: no captions, and nothing of a sidebar."""
    named = [group for group in groups if not CAPTION.match(group.text)]
    return [row for group in named for row in group.rows if row.column != SIDEBAR]


def _repeats(groups: Sequence[Group], authors: Sequence[Group]) -> set[Group]:
    """Return the groups that say again what the title page says of the authors, as the first page of a supplement does."""
    said = {_letters(group.text) for group in authors}
    return {group for group in groups if len(group.rows) <= CREDITS.repeated_rows and _letters(group.text) in said}


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text))


def _after(groups: Sequence[Group], title: Sequence[Group]) -> int:
    return next((index + 1 for index in range(len(groups) - 1, -1, -1) if groups[index] in title), 0) if title else 0


def _like_later_sections(headings: Sequence[Heading], page_number: int) -> list[Heading]:
    """Return the headings of the title page in the look of several later ones, as where no abstract comes first."""
    later = Counter(heading.look for heading in headings if heading.group.page_number > page_number)
    first = [heading for heading in headings if heading.group.page_number == page_number and not heading.run_in]
    return [heading for heading in first if later[heading.look] >= CREDITS.later_headings]


def _heads_text(groups: Sequence[Group], group: Group) -> bool:
    """Tell whether a group is no person or place, and sentences follow it."""
    people = any(" " in name for name in split_names(group.text)) or len(names_in(group.rows)) > 1
    if people or has_affiliation(group.text) or is_marked(group):
        return False
    following = next(iter(groups[groups.index(group) + 1 :]), None)
    return following is not None and is_running_text(following.text) and following.text.rstrip().endswith((".", ":"))


def _end_of_credits(groups: Sequence[Group], start: int, starts: set[Group], sections: set[Group], front: Front) -> int:
    first_abstract = front.abstract_groups[0] if front.abstract_groups else None
    for index in range(start, len(groups)):
        group = groups[index]
        if group is first_abstract or ABSTRACT.fullmatch(group.text.strip(" .:")) or _KEYWORDS.match(group.text):
            return index
        if (
            (group in starts and is_real_start(group))
            or (group in sections and first_abstract is None)
            or len(group.text) > CREDITS.paragraph_characters
            or group.page_number != groups[0].page_number
        ):
            return index
    return len(groups)


def _keywords(groups: Sequence[Group]) -> tuple[str, ...]:
    for index, group in enumerate(groups):
        match = _KEYWORDS.match(group.text)
        if match is None:
            continue
        text = group.text[match.end() :] or (groups[index + 1].text if index + 1 < len(groups) else "")
        text = re.sub(r"(?<=[a-zß-ÿ])- (?=[a-zß-ÿ])", "", text)
        if CREDITS.least_characters < len(text) < CREDITS.most_characters:
            parts = re.split(r"(?:(?<!\s)\s++)?+[;•\u00b7|]\s*+|(?<!\s)\s++[\u2013\u2014-]\s++", text)
            parts = parts if len(parts) > 1 else [part.strip() for part in text.split(",")]
            return tuple(part.strip(" .") for part in parts if part.strip(" ."))
    return ()


def _stated_keywords(info: DocumentInfo) -> tuple[str, ...]:
    return tuple(part.strip() for part in re.split(r"[;,]", info.keywords) if part.strip())
