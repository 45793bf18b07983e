"""What a review is without a language model: a reading list, the best papers first, each with its best passages word for word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import shorten

from msgspec.structs import replace

from scholarai.domain.chat import Evidence
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.review import EXTRACTIVE, Notice, PlannedSection, ReviewedPaper, ReviewPlan, ReviewQuote
from scholarai.domain.values import Value
from scholarai.ports.reviews import PickedQuote, QuotePicker
from scholarai.retrieval.index import index_paper
from scholarai.reviewing.report import citations_of
from scholarai.services.library.open_papers import OpenPaper
from scholarai.services.library.passages import Query
from scholarai.services.reviews.job import CachedPaper, Job
from scholarai.services.reviews.writing import Brief, Draft, DraftSentence

# Passages of a paper among which its best sentences are chosen, and sentences that are looked at. Guesses.
_PASSAGES, _SENTENCES = 6, 18
# Passages that are shown of a paper at first, and those that are kept for one who asks for more. Guesses.
SHOWN, KEPT = 3, 6
# A sentence that is less likely to answer than this share of the paper's best is not shown at first. A guess: judged by hand for
# three questions to 19 papers (2026-11-30), it leaves out sentences beside the point, and few that answer.
_NEAR_SHARE = 0.2
# Passages of a section that somebody adds. A guess.
_ADDED = 6
_TITLE_CHARACTERS = 160
CLOSEST = Notice(code="closest", detail="No passage of these papers answers clearly; these come closest.")


class BestPassages(Value, frozen=True, kw_only=True):
    """Sentences of a paper, best first, and the passages that they stand in; `sure`: they may well answer."""

    quotes: tuple[PickedQuote, ...]
    evidence: tuple[Evidence, ...]
    sure: bool


def best_passages(job: Job, paper: OpenPaper, query: Query, *, most: int) -> BestPassages:
    """Return at most `most` sentences of a paper for a question, each paragraph's best before any paragraph's second."""
    searched = query.search(paper, k=_PASSAGES)
    picked = job.tools.picker().pick(query.text, searched.evidence, limit=_SENTENCES)
    seen: Counter[tuple[int, int]] = Counter()
    turns = []
    for quote in picked:
        text = searched.evidence[quote.number - 1].text
        paragraph = quote.number, text.count(BLOCK_SEPARATOR, 0, max(0, text.find(quote.text)))
        turns.append(seen[paragraph])
        seen[paragraph] += 1
    quotes = [quote for _, quote in sorted(zip(turns, picked, strict=True), key=lambda pair: pair[0])]
    return BestPassages(quotes=tuple(quotes[:most]), evidence=searched.evidence, sure=not searched.weak)


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


def reading_list(question: str, quotes: Sequence[ReviewQuote], papers: Sequence[ReviewedPaper]) -> ReviewPlan:
    """Return a section for each quoted paper, in the papers' order, with its first quotes, none far worse than its best."""
    sections = []
    for paper in papers:
        own = [quote for quote in quotes if quote.citation.paper_id == paper.paper_id]
        least = _NEAR_SHARE * max((quote.score for quote in own), default=0.0)
        shown = [quote.number for quote in own if quote.score >= least][:SHOWN]
        if shown:
            sections.append(PlannedSection(name=paper.title, format="list", quotes=tuple(shown)))
    title = shorten(question, _TITLE_CHARACTERS, placeholder=" …")
    return ReviewPlan(title=title, sections=tuple(sections))


def quotes_alone(brief: Brief, picker: QuotePicker) -> Draft:
    """Return a section as its quotes, word for word; of one that is changed, those that the change wants."""
    sentences = [
        DraftSentence(text=f"“{' '.join(quote.place.split())}”", quotes=(quote.number,))
        for quote in _wanted(brief, picker)
    ]
    return Draft(tldr=(), sentences=tuple(sentences), model=EXTRACTIVE)


def _wanted(brief: Brief, picker: QuotePicker) -> Sequence[ReviewQuote]:
    if brief.action == "add":
        return _fitting(f"{brief.section.name} {brief.instruction}", brief.quotes, picker)
    if brief.action == "shorten":
        return brief.quotes[: max(1, len(brief.quotes) // 2)]
    if brief.action == "expand" and brief.before is not None:
        papers = {citation.paper_id for citation in citations_of(replace(brief.before, table=None))}
        return [quote for quote in brief.quotes if quote.citation.paper_id in papers]
    return brief.quotes


def _fitting(wish: str, quotes: Sequence[ReviewQuote], picker: QuotePicker) -> Sequence[ReviewQuote]:
    """Return the quotes that fit a wish best, the first ones where none does."""
    if not quotes:
        return quotes
    first = quotes[0].citation
    text = BLOCK_SEPARATOR.join(quote.place for quote in quotes)
    piece = Evidence(
        number=1, paper_id=first.paper_id, chunk_id=first.chunk_id, text=text, score=0.0, start=0, end=len(text)
    )
    picked = picker.pick(wish, [piece], limit=_ADDED)
    fitting = {quote.number: quote for sentence in picked for quote in quotes if sentence.text in quote.place}
    return list(fitting.values())[:_ADDED] or quotes[:_ADDED]
