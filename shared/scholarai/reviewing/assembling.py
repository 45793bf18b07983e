"""Assembles written sections into a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from scholarai.domain.chat import Citation, TextSection
from scholarai.domain.review import ComparisonTable, FollowedQuote, Report, ReviewedPaper, ReviewQuote, ReviewSection
from scholarai.domain.review_outputs import Planned


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
    """Return what a report says of its papers: which its sections cite, which have nothing, what quotes cite in turn."""
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
