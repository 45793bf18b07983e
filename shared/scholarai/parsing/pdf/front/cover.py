"""Finds the page on which a paper begins, behind the cover that a publisher, a repository or a series puts before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from scholarai.parsing.finishing import is_references_title
from scholarai.parsing.pdf.front.abstract import ABSTRACT
from scholarai.parsing.pdf.front.group_predicates import is_real_start
from scholarai.parsing.pdf.front.thresholds import COVERS
from scholarai.parsing.pdf.front.title import may_be_title
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.thresholds import PAGES
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.structure.heading import Heading
from scholarai.parsing.pdf.text.characters import alphanumeric
from scholarai.parsing.pdf.text.titles import split_title

# Sentences on covers: ResearchGate's print the title larger than the paper does, the Royal Society of Chemistry's print none.
_COVER = re.compile(
    r"this is an accepted manuscript, which has been|author profiles for this publication at", re.IGNORECASE
)
_CONTENTS_LINE = re.compile(r"[.\s]\d+$")


def article_page(groups: Sequence[Group], headings: Sequence[Heading], metrics: Metrics) -> int:
    """Return the number of the page with a paper's own title: the first one, unless that is a cover.

    A cover has neither abstract nor section, and a page soon after it prints in large type the title that the cover names;
    or it holds a notice alone, or says what it is.
    """
    first = groups[0].page_number if groups else 1
    starts = {heading.group for heading in headings}
    before: list[Group] = []
    for number in range(first, PAGES.title_pages):
        on_page = [group for group in groups if group.page_number == number]
        following = [group for group in groups if group.page_number == number + 1]
        if following and any(_COVER.search(group.text) for group in on_page):
            return number + 1
        if any(_begins_paper(group, starts) for group in on_page):
            return first
        before += on_page
        short = sum(len(group.text) for group in before) < COVERS.page_characters
        if following and short and not any(map(may_be_title, before)):
            return number + 1
        if _names(before, _large(following, metrics)):
            return number + 1
    return first


def _begins_paper(group: Group, starts: set[Group]) -> bool:
    """Tell whether a group is the heading of an abstract or of a section. That of references is not: covers tell their number under it."""
    named = ABSTRACT.fullmatch(group.text.strip(" .:")) is not None or (group in starts and is_real_start(group))
    return named and not is_references_title(group.text)


def _large(groups: Iterable[Group], metrics: Metrics) -> list[Group]:
    """Return the groups of a page that may be a title: in type larger than the body's, and no numbered section."""
    large = [group for group in groups if group.size > COVERS.larger_share * metrics.size and not group.first.vertical]
    return [group for group in large if split_title(group.text.strip()).number is None]


def _names(before: Iterable[Group], titles: Sequence[Group]) -> bool:
    """Tell whether pages name the title on the next one, which is in the largest type there; contents name sections."""
    before = [group for group in before if len(group.text) < COVERS.notice_characters]
    rows = [row.text for group in before for row in group.rows if not _CONTENTS_LINE.search(row.text)]
    said = alphanumeric(" ".join(rows))
    own = alphanumeric(max(before, key=lambda group: group.size, default=Group([])).text)
    largest = max((group.size for group in titles), default=0.0)
    if largest < COVERS.smaller_share * max((group.size for group in before), default=0.0):
        return False
    for title in titles:
        text = alphanumeric(title.text)[: COVERS.same_characters]
        # A running head shortens the title of the page before.
        shortened = own.startswith(text) and len(own) > len(text) < COVERS.same_characters
        if (
            title.size > COVERS.title_share * largest
            and len(text) >= COVERS.title_characters
            and text in said
            and not shortened
        ):
            return True
    return False
