"""The middle steps of a review: they pick and ground quotes from each paper, and plan sections that use all of them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from scholarai.domain.ids import ChunkId
from scholarai.domain.paper import Failure
from scholarai.domain.review import Candidate, Decomposition, Notice, ReviewedPaper, ReviewQuote
from scholarai.domain.review_outputs import Planned, Quoted, Reranked
from scholarai.ports.reviews import LibraryPaper, PickedQuote
from scholarai.reviewing import candidates, planning, schedule
from scholarai.reviewing.filters import passes
from scholarai.reviewing.joining import join_passages
from scholarai.reviewing.labels import with_labels
from scholarai.services.reviews.accounting import left_out, retracted, silent_papers
from scholarai.services.reviews.best_passages import best_passages, searchable
from scholarai.services.reviews.cited_works import CitedWorks
from scholarai.services.reviews.describing import described, holding
from scholarai.services.reviews.finding_steps import candidate_of
from scholarai.services.reviews.job import Job, ReviewEndsError, StepResult, gone_notice
from scholarai.services.reviews.paper_cache import CachedPaper, as_evidence
from scholarai.services.reviews.reading_list import CLOSEST, KEPT, reading_list
from scholarai.services.reviews.writing import PaperPassages, PickedQuotes

# As ai2-scholarqa-lib does (https://github.com/allenai/ai2-scholarqa-lib): shorter quotes say nothing.
_FEWEST_CHARACTERS = 10
# Papers that only quotes lead to, what is looked at in each, and what each may say. Guesses: a hint, not a second review.
PAPERS_FOLLOWED = 5
PASSAGES_FOLLOWED = 4
QUOTES_FOLLOWED = 2


def pick_quotes(job: Job) -> StepResult:
    """Pick quotes from the next papers, all at once, and keep those that the papers really say."""
    ranked = job.ranked()
    first = schedule.place_of(job.step) * schedule.PAPERS_PER_STEP
    wanted = ranked.papers[first : first + schedule.PAPERS_PER_STEP]
    opened = _opened(job, wanted)
    sure = True
    if job.writer is None:
        items, picked, sure = _best(job, opened, ranked.passages[0].score)
    else:
        items = [joined(passages_of(paper, ranked.passages), cached) for paper, cached in opened]
        picked = job.writer.pick_quotes(job.review.request.question, items)
    found: list[ReviewQuote] = []
    given = 0
    for (_, cached), item, quotes in zip(opened, items, picked.quotes, strict=True):
        given += len(quotes)
        found += _grounded(cached, item, quotes, job.review.request.question)
    found = CitedWorks(catalog=job.tools.catalog, owner=job.review.owner).named(found, [s for _, s in opened])
    dropped = given - len(found)
    return StepResult(
        outputs={job.step: Quoted(quotes=tuple(found), dropped=dropped, sure=sure)},
        counts={"papers": len(opened), "quotes": len(found), "not_in_paper": dropped, "unread": picked.unread},
        notices=(*gone_notice(len(wanted) - len(opened)), *_unread_notice(picked.unread)),
    )


def plan(job: Job) -> StepResult:
    """Number the quotes, plan the sections, and make the plan sound."""
    ranked = job.ranked()
    outputs = _all_quoted(job, ranked)
    quoted = [quote for output in outputs for quote in output.quotes]
    there = job.papers([quote.citation.paper_id for quote in quoted])
    kept = [quote for quote in quoted if quote.citation.paper_id in there]
    if not kept:
        raise _nothing("no_quotes", "No paper has a sentence that bears on the question.")
    followed, more = follow(job, kept, ranked.papers)
    quotes = tuple(_numbered(quote, number) for number, quote in enumerate((*kept, *more), start=1))
    cited = {quote.citation.paper_id for quote in quotes}
    papers = with_labels([paper for paper in (*ranked.papers, *followed) if paper.paper_id in cited])
    question = job.review.request.question
    if job.writer is None:
        sound = reading_list(question, quotes, papers)
    else:
        proposed = job.writer.plan(question, quotes, papers)
        sound = planning.make_sound(proposed, [quote.number for quote in quotes])
    if not sound.sections:
        raise _nothing("no_plan", "The quotes could not be put into sections.")
    silent, unlisted = silent_papers(job, ranked.papers, cited)
    planned = Planned(plan=sound, quotes=quotes, papers=papers, silent=silent, unlisted=unlisted)
    unsure = not job.asks_model and not any(output.sure for output in outputs)
    return StepResult(
        outputs={"plan": planned},
        counts={
            "quotes": len(quotes),
            "papers": len(papers),
            "sections": len(sound.sections),
            "followed": len({quote.citation.paper_id for quote in more}),
        },
        following=schedule.steps_after_plan(sound.sections, job.course),
        notices=(
            *gone_notice(len({quote.citation.paper_id for quote in quoted} - set(there))),
            *left_out(job),
            *retracted(job.papers(sorted(cited)).values()),
            *((CLOSEST,) if unsure else ()),
        ),
        change=lambda review: holding(
            replace(review, title=sound.title), [paper.paper_id for paper in (*followed, *silent)]
        ),
    )


def _best(
    job: Job, opened: Sequence[tuple[ReviewedPaper, CachedPaper]], best: float
) -> tuple[list[PaperPassages], PickedQuotes, bool]:
    """Return the papers with their best passages, the sentences of each worth listing, and whether any may well answer.

    A paper whose best passage bears too little on the question, beside that of all papers, has none.
    """
    query = job.tools.passages().query(job.review.request.question)
    items, picks, sure = [], [], False
    for paper, cached in opened:
        found = None
        if candidates.bears(paper.relevance, best):
            found = best_passages(job, searchable(job, cached), query, most=KEPT)
            sure = sure or found.sure
        items.append(PaperPassages(paper=paper, passages=() if found is None else found.evidence))
        picks.append(() if found is None else found.quotes)
    return items, PickedQuotes(quotes=tuple(picks)), sure


def _all_quoted(job: Job, ranked: Reranked) -> list[Quoted]:
    names = [f"quotes-{n + 1}" for n in range(-(-len(ranked.papers) // schedule.PAPERS_PER_STEP))]
    return list(job.read_all(Quoted, names).values())


def passages_of(paper: ReviewedPaper, passages: Sequence[Candidate], limit: int | None = None) -> PaperPassages:
    """Return a paper with its passages, best first, numbered from 1."""
    own = {item.chunk_id: item for item in passages if item.paper_id == paper.paper_id}
    chosen: list[ChunkId] = [chunk_id for chunk_id in paper.passages if chunk_id in own][:limit]
    return PaperPassages(
        paper=paper, passages=tuple(as_evidence(n, own[chunk_id]) for n, chunk_id in enumerate(chosen, start=1))
    )


def joined(item: PaperPassages, cached: CachedPaper | None) -> PaperPassages:
    """Return the paper with passages that repeat nothing, as a model is shown them."""
    return item if cached is None else replace(item, passages=join_passages(item.passages, cached.content.text()))


def follow(
    job: Job, quotes: Sequence[ReviewQuote], known: Sequence[ReviewedPaper]
) -> tuple[list[ReviewedPaper], list[ReviewQuote]]:
    """Return the papers of the library that quotes cite and that had no say yet, with quotes of their own.

    Filters and named papers count for them, too. What they have for the question is picked by rules: they come
    recommended, and a few sentences are enough.
    """
    asked = job.review.request
    filters = job.read(Decomposition, "decompose").filters
    have = {paper.paper_id for paper in known}
    cited = dict.fromkeys(work.paper_id for quote in quotes for work in quote.cites if work.paper_id)
    named = [paper_id for paper_id in cited if asked.paper_ids is None or paper_id in asked.paper_ids]
    wanted = [paper_id for paper_id in named if paper_id not in have][:PAPERS_FOLLOWED]
    question = asked.question
    papers: list[ReviewedPaper] = []
    found: list[ReviewQuote] = []
    for paper in job.papers(wanted).values():
        if not passes(paper.metadata, filters):
            continue
        cached, passages = job.tools.papers.open(paper), _passages_followed(job, paper)
        if cached is None or not passages:
            continue
        reviewed = described(paper, 0.0, tuple(item.chunk_id for item in passages))
        item = passages_of(reviewed, passages)
        picked = job.tools.picker().pick(question, item.passages, limit=QUOTES_FOLLOWED)
        papers.append(reviewed)
        found += _grounded(cached, item, picked, question)
    return papers, found


def _passages_followed(job: Job, paper: LibraryPaper) -> list[Candidate]:
    question = job.review.request.question
    hits = job.tools.find.run(
        job.review.owner,
        [paper.id],
        question,
        question,
        vector_limit=PASSAGES_FOLLOWED,
        word_limit=PASSAGES_FOLLOWED,
    )
    return [candidate_of(hit, hits.vector) for hit in hits.by_vector or hits.by_words]


def _opened(job: Job, wanted: Sequence[ReviewedPaper]) -> list[tuple[ReviewedPaper, CachedPaper]]:
    there = job.papers([paper.paper_id for paper in wanted])
    opened = []
    for paper in wanted:
        cached = job.tools.papers.open(there[paper.paper_id]) if paper.paper_id in there else None
        if cached is not None:
            opened.append((paper, cached))
    return opened


def _grounded(
    cached: CachedPaper, item: PaperPassages, quotes: Sequence[PickedQuote], question: str
) -> list[ReviewQuote]:
    evidence = {piece.number: piece for piece in item.passages}
    found: dict[tuple[int | None, int | None], ReviewQuote] = {}
    for quote in quotes:
        if quote.number not in evidence or len(quote.text.strip()) < _FEWEST_CHARACTERS:
            continue
        citation = cached.ground(quote.text, evidence[quote.number], question=question)
        if citation is not None:
            key = (citation.start, citation.end)
            found.setdefault(key, ReviewQuote(number=0, citation=citation, place=citation.text))
    return list(found.values())


def _numbered(quote: ReviewQuote, number: int) -> ReviewQuote:
    return replace(quote, number=number, citation=replace(quote.citation, number=number))


def _unread_notice(count: int) -> tuple[Notice, ...]:
    if not count:
        return ()
    return (Notice(code="papers_unread", detail="The model gave no usable quotes for some papers.", count=count),)


def _nothing(code: str, message: str) -> ReviewEndsError:
    failure = Failure(code=code, message=message, action="Ask in other words, or add papers.", retryable=False)
    return ReviewEndsError("failed", failure, again=True)
