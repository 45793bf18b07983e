"""Names the works that quotes themselves cite, from the reference list, and finds those that the library has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from scholarai.domain.content import Reference
from scholarai.domain.ids import OwnerId
from scholarai.domain.review import CitedWork, ReviewQuote
from scholarai.ports.reviews import LibraryCatalog
from scholarai.services.reviews.paper_cache import CachedPaper

# A quote that cites more is a list of literature. A guess.
_WORKS_PER_QUOTE = 6
_RAW_CHARACTERS = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedWorks:
    """Follows the citations inside quotes for one owner."""

    catalog: LibraryCatalog
    owner: OwnerId

    def named(self, quotes: Sequence[ReviewQuote], papers: Sequence[CachedPaper]) -> list[ReviewQuote]:
        """Return the quotes with the works that they cite."""
        cached = {paper.paper.id: paper for paper in papers}
        references = [tuple(_references(quote, cached[quote.citation.paper_id])) for quote in quotes]
        titles = {reference.title for found in references for reference in found if reference.title}
        known = self.catalog.titled(self.owner, sorted(titles)) if titles else {}
        return [
            replace(
                quote,
                cites=tuple(
                    CitedWork(name=_name(reference), paper_id=known.get(reference.title or "")) for reference in found
                ),
            )
            for quote, found in zip(quotes, references, strict=True)
        ]


def _references(quote: ReviewQuote, cached: CachedPaper) -> Iterator[Reference]:
    """Yield the references whose markers stand inside the quote."""
    start, end = quote.citation.start or 0, quote.citation.end or 0
    blocks = {block.id: block for block in cached.content.blocks if block.start < end and block.end > start}
    by_id = {reference.id: reference for reference in cached.content.references}
    wanted = dict.fromkeys(
        reference_id
        for span in cached.content.cite_spans
        if span.block_id in blocks
        and start <= blocks[span.block_id].start + span.start
        and blocks[span.block_id].start + span.end <= end
        for reference_id in span.reference_ids
    )
    for reference_id in list(wanted)[:_WORKS_PER_QUOTE]:
        if reference_id in by_id:
            yield by_id[reference_id]


def _name(reference: Reference) -> str:
    """Return how a reader finds the work: authors and year and title, or the entry as printed."""
    raw = " ".join(reference.raw.split())
    if not reference.title:
        return raw if len(raw) <= _RAW_CHARACTERS else f"{raw[:_RAW_CHARACTERS].rsplit(' ', 1)[0]}…"
    authors = reference.authors
    who = "" if not authors else authors[0] if len(authors) == 1 else f"{authors[0]} et al."
    when = str(reference.year) if reference.year else ""
    before = ", ".join(part for part in (who, when) if part)
    return f"{before}: {reference.title}" if before else reference.title
