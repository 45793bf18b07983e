"""Finds the best passages of one paper for a question without a language model: for cells of tables, and for reading lists."""

from __future__ import annotations

from collections import Counter

from scholarai.domain.chat import Evidence
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.values import Value
from scholarai.ports.reviews import PickedQuote
from scholarai.retrieval.index import index_paper
from scholarai.services.library.open_papers import OpenPaper
from scholarai.services.library.passages import Query
from scholarai.services.reviews.job import Job
from scholarai.services.reviews.paper_cache import CachedPaper

# Passages of a paper among which its best sentences are chosen, and sentences that are looked at. Guesses.
_PASSAGES, _SENTENCES = 6, 18


class BestPassages(Value, frozen=True, kw_only=True):
    """Sentences of a paper, best first, and the passages that they stand in; `sure`: they may well answer."""

    quotes: tuple[PickedQuote, ...]
    evidence: tuple[Evidence, ...]
    sure: bool


def best_passages(job: Job, paper: OpenPaper, query: Query, *, most: int) -> BestPassages:
    """Return at most `most` sentences of a paper for a question, each paragraph's best before any paragraph's second."""
    found = query.search(paper, k=_PASSAGES)
    picked = job.tools.picker().pick(query.text, found.evidence, limit=_SENTENCES)
    seen: Counter[tuple[int, int]] = Counter()
    turns = []
    for quote in picked:
        text = found.evidence[quote.number - 1].text
        paragraph = quote.number, text.count(BLOCK_SEPARATOR, 0, max(0, text.find(quote.text)))
        turns.append(seen[paragraph])
        seen[paragraph] += 1
    quotes = [quote for _, quote in sorted(zip(turns, picked, strict=True), key=lambda one: one[0])]
    return BestPassages(quotes=tuple(quotes[:most]), evidence=found.evidence, sure=not found.weak)


def searchable(job: Job, cached: CachedPaper) -> OpenPaper:
    """Return a cached paper as one that can be searched."""
    about = cached.paper
    chunks = job.tools.contents.read_chunks(about.id, about.generation)
    return OpenPaper(
        paper_id=about.id,
        generation=about.generation,
        title=about.metadata.title or about.filename,
        origins=(),
        index=index_paper(cached.content, chunks),
        space=chunks.space,
    )
