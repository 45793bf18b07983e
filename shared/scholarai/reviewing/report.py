"""Corrects the plan of a report, assembles its written sections, and numbers its citations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from scholarai.domain.chat import Citation, TextSection
from scholarai.domain.review import (
    ComparisonTable,
    FollowedQuote,
    PlannedSection,
    Report,
    ReviewedPaper,
    ReviewPlan,
    ReviewQuote,
    ReviewSection,
)
from scholarai.domain.review_outputs import Planned
from scholarai.domain.verdicts import TRUE_VERDICTS

TITLE_WORDS = 15
# What the prompt asks for; the quotes of further sections go to the last one.
MOST_SECTIONS = 7


def make_sound(plan: ReviewPlan, quotes: Sequence[int]) -> ReviewPlan:
    """Return the plan with the sections that can be written, in order; it has none if no section has a quote.

    Numbers that no quote has are dropped, sections of one name are joined, and quotes that no section has go to the last one.
    """
    known = set(quotes)
    joined: dict[str, PlannedSection] = {}
    for section in plan.sections:
        numbers = tuple(dict.fromkeys(number for number in section.quotes if number in known))
        name = " ".join(section.name.split())
        before = joined.get(name.casefold())
        if before is not None:
            joined[name.casefold()] = replace(before, quotes=tuple(dict.fromkeys((*before.quotes, *numbers))))
        elif name and numbers:
            joined[name.casefold()] = replace(section, name=name, quotes=numbers)
    sections = list(joined.values())[:MOST_SECTIONS]
    if sections:
        used = {number for section in sections for number in section.quotes}
        left = tuple(number for number in quotes if number not in used)
        sections[-1] = replace(sections[-1], quotes=(*sections[-1].quotes, *left))
    return replace(plan, title=" ".join(plan.title.split()[:TITLE_WORDS]), sections=tuple(sections))


def assemble(planned: Planned, sections: Sequence[ReviewSection], made: Mapping[str, ComparisonTable]) -> Report:
    """Return the first version of a report."""
    written = tuple(replace(section, table=made.get(section.id)) for section in sections)
    return Report(
        title=planned.plan.title,
        sections=written,
        unlisted=planned.unlisted,
        **accounted(written, planned),
    )


def accounted(sections: Sequence[ReviewSection], planned: Planned) -> dict[str, Any]:
    """Return the fields of a report that list its papers: cited ones, those in which nothing was found, works that quotes cite in turn."""
    cited = cited_papers(sections, planned.papers)
    return {
        "papers": cited,
        "silent": (*(paper for paper in planned.papers if paper not in cited), *planned.silent),
        "followed": followed_quotes(sections, planned.quotes),
    }


def cited_papers(sections: Sequence[ReviewSection], papers: Sequence[ReviewedPaper]) -> tuple[ReviewedPaper, ...]:
    """Return those of the papers that the sections and their tables cite, in their order."""
    cited = {citation.paper_id for section in sections for citation in citations_of(section)}
    return tuple(paper for paper in papers if paper.paper_id in cited)


def followed_quotes(sections: Sequence[ReviewSection], quotes: Sequence[ReviewQuote]) -> tuple[FollowedQuote, ...]:
    """Return those of the quotes that the sections use and that cite works themselves."""
    used = {(c.paper_id, c.start, c.end) for section in sections for c in citations_of(section)}
    return tuple(
        FollowedQuote(
            paper_id=quote.citation.paper_id,
            start=quote.citation.start or 0,
            end=quote.citation.end or 0,
            works=quote.cites,
        )
        for quote in quotes
        if quote.cites and (quote.citation.paper_id, quote.citation.start, quote.citation.end) in used
    )


def with_sentences(section: ReviewSection, tldr: Sequence[TextSection], text: Sequence[TextSection]) -> ReviewSection:
    """Return the section with these sentences, and with what follows from them."""
    lead = {citation.number: citation for part in tldr for citation in part.citations}
    papers = {citation.paper_id for part in (*tldr, *text) for citation in part.citations}
    return replace(
        section,
        tldr=" ".join(part.text.strip() for part in tldr),
        tldr_parts=tuple(tldr),
        lead=tuple(lead.values()),
        text=tuple(text),
        sources=len(papers),
    )


def citations_of(section: ReviewSection) -> list[Citation]:
    """Return every citation of a section, those of its lead first and those of its table last."""
    rows = section.table.rows if section.table is not None else ()
    cells = [citation for row in rows for cell in row.cells for citation in cell.citations]
    return [*section.lead, *(citation for part in section.text for citation in part.citations), *cells]


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """The citations of a report in order, and the number of each place, from 1."""

    citations: tuple[Citation, ...]
    numbers: dict[tuple[str, int | None, int | None, str], int]

    def of(self, citation: Citation) -> int:
        return self.numbers[place_of(citation)]


def number_citations(report: Report) -> Numbered:
    numbers: dict[tuple[str, int | None, int | None, str], int] = {}
    citations: list[Citation] = []
    for citation in _all(report.sections):
        if place_of(citation) not in numbers:
            numbers[place_of(citation)] = len(numbers) + 1
            citations.append(citation)
    return Numbered(citations=tuple(citations), numbers=numbers)


def place_of(citation: Citation) -> tuple[str, int | None, int | None, str]:
    """Return the key of a citation's place; a false quote of a place has another key than the true one."""
    told_apart = "" if citation.start is not None and citation.verdict in TRUE_VERDICTS else citation.quote
    return citation.paper_id, citation.start, citation.end, told_apart


def _all(sections: Sequence[ReviewSection]) -> Iterator[Citation]:
    for section in sections:
        yield from citations_of(section)
