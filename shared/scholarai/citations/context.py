"""Shows the quotes of an answer of extracts in their paragraphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec.structs import replace

from scholarai.citations.boxes import PageLocator
from scholarai.citations.words import GroundingText
from scholarai.domain.chat import Citation, TextSection
from scholarai.domain.ids import PaperId

# Characters of context shown on each side of a quote: about two lines of the page. A guess.
MOST_AROUND = 240


class Paper(Protocol):
    """A paper that is quoted."""

    @property
    def grounding(self) -> GroundingText: ...
    @property
    def locator(self) -> PageLocator: ...


def in_context(citation: Citation, text: str, locator: PageLocator) -> Citation:
    """Return the citation with the rest of its paragraph, as far as `MOST_AROUND` allows; a row of a table with the table's head."""
    if citation.start is None or citation.end is None:
        return citation
    first, last = locator.paragraph(citation.start)
    head = text.find("\n", first, citation.start)
    if head >= 0 and locator.in_table([(citation.start, citation.end)]):
        above = " ".join(text[first:head].split())
        skipped = " …" if text[head : citation.start].strip() else ""
        return replace(citation, before=f"{above[:MOST_AROUND]}{skipped}", after="")
    before = " ".join(text[first : citation.start].split())
    after = " ".join(text[citation.end : max(last, citation.end)].split())
    if len(before) > MOST_AROUND:
        before = f"… {before[-MOST_AROUND:].partition(' ')[2]}"
    elif before[:1].islower():  # a paragraph that began on the page before
        before = f"… {before}"
    if len(after) > MOST_AROUND:
        after = f"{after[:MOST_AROUND].rpartition(' ')[0]} …"
    elif after and text[last:].lstrip()[:1].islower():
        after = f"{after} …"
    return replace(citation, before=before, after=after)


def without_repetition(sections: Sequence[TextSection], papers: Mapping[PaperId, Paper]) -> tuple[TextSection, ...]:
    """Return the sections with the text between two successive citations of one paragraph shown only once."""
    shown: list[Citation] = []
    for citation in (citation for section in sections for citation in section.citations):
        paper = papers[citation.paper_id]
        if not shown or not _follows(shown[-1], citation, paper):
            shown.append(citation)
            continue
        between = paper.grounding.text[shown[-1].end : citation.start]
        shown[-1] = replace(shown[-1], after=" ".join(between.split()))
        shown.append(replace(citation, before=""))
    by_number = {citation.number: citation for citation in shown}
    return tuple(
        replace(section, citations=tuple(by_number[citation.number] for citation in section.citations))
        for section in sections
    )


def _follows(first: Citation, second: Citation, paper: Paper) -> bool:
    return (
        first.paper_id == second.paper_id
        and first.start is not None
        and first.end is not None
        and second.start is not None
        and first.end <= second.start
        and paper.locator.paragraph(first.start) == paper.locator.paragraph(second.start)
    )
