"""The middle steps of a review: they quote from each paper, follow what quotes cite, and plan sections that use all quotes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from textwrap import shorten

from msgspec.structs import replace

from scholarai.domain.content import Reference
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.notices import warning
from scholarai.domain.paper import Failure
from scholarai.domain.review import Candidate, CitedWork, Decomposition, Filters, Notice, ReviewedPaper, ReviewQuote
from scholarai.domain.review_outputs import Planned, Quoted
from scholarai.ports.reviews import LibraryPaper, PickedQuote
from scholarai.reviewing import candidates, chain, report
from scholarai.reviewing.candidates import join_passages
from scholarai.reviewing.papers import with_labels
from scholarai.reviewing.question import is_open, passes
from scholarai.services.reviews.finding import candidate_of, paper_ids_asked
from scholarai.services.reviews.job import (
    CachedPaper,
    Job,
    ReviewEndsError,
    StepResult,
    as_evidence,
    described,
    gone_notice,
    holding,
)
from scholarai.services.reviews.without_model import CLOSEST, KEPT, best_passages, reading_list, searchable
from scholarai.services.reviews.writing import PaperPassages, PickedQuotes

# As ai2-scholarqa-lib does (https://github.com/allenai/ai2-scholarqa-lib): shorter quotes say nothing.
_FEWEST_CHARACTERS = 10
# Papers that only quotes lead to, what is looked at in each, and what each may say. Guesses: a hint, not a second review.
PAPERS_FOLLOWED = 5
PASSAGES_FOLLOWED = 4
QUOTES_FOLLOWED = 2
# A quote that cites more is a list of literature. A guess.
_WORKS_PER_QUOTE = 6
_RAW_CHARACTERS = 120
# Papers without a say that a report names; of a large library the rest is counted. A guess.
LISTED = 200
# Retracted papers that a notice names, the others are counted; and how much of a title. Guesses.
_NAMED = 20
_TITLE_CHARACTERS = 160


def pick_quotes(job: Job) -> StepResult:
    """Pick quotes from the next papers at the same time, and keep those that stand in them."""
    ranked = job.ranked()
    question = job.review.request.question
    first = chain.place_of(job.step) * chain.PAPERS_PER_STEP
    wanted = ranked.papers[first : first + chain.PAPERS_PER_STEP]
    opened = _opened(job, wanted)
    sure = True
    if job.writer is None:
        items, picked, sure = _best(job, opened, ranked.passages[0].score)
    else:
        items = [joined(passages_of(paper, ranked.passages), cached) for paper, cached in opened]
        picked = job.writer.pick_quotes(question, items)
    quotes: list[ReviewQuote] = []
    for (_, cached), item, own in zip(opened, items, picked.quotes, strict=True):
        quotes += _grounded(cached, item, own, question)
    quotes = _with_cited_works(job, quotes, [cached for _, cached in opened])
    dropped = sum(map(len, picked.quotes)) - len(quotes)
    unread = Notice(
        code="papers_unread", detail="The model gave no usable quotes for some papers.", count=picked.unread
    )
    return StepResult(
        outputs={job.step: Quoted(quotes=tuple(quotes), dropped=dropped, sure=sure)},
        counts={"papers": len(opened), "quotes": len(quotes), "not_in_paper": dropped, "unread": picked.unread},
        notices=(*gone_notice(len(wanted) - len(opened)), *((unread,) if picked.unread else ())),
    )


def plan(job: Job) -> StepResult:
    """Number the quotes, plan the sections, and make the plan sound."""
    ranked = job.ranked()
    names = [f"quotes-{n + 1}" for n in range(-(-len(ranked.papers) // chain.PAPERS_PER_STEP))]
    outputs = job.read_all(Quoted, names).values()
    quoted = [quote for output in outputs for quote in output.quotes]
    there = job.papers([quote.citation.paper_id for quote in quoted])
    kept = [quote for quote in quoted if quote.citation.paper_id in there]
    if not kept:
        raise _nothing("no_quotes", "No paper has a sentence that bears on the question.")
    followed, more = _follow(job, kept, ranked.papers)
    quotes = tuple(numbered(quote, number) for number, quote in enumerate((*kept, *more), start=1))
    cited = {quote.citation.paper_id for quote in quotes}
    papers = with_labels([paper for paper in (*ranked.papers, *followed) if paper.paper_id in cited])
    question = job.review.request.question
    if job.writer is None:
        sound = reading_list(question, quotes, papers)
    else:
        proposed = job.writer.plan(question, quotes, papers)
        sound = report.make_sound(proposed, [quote.number for quote in quotes])
    if not sound.sections:
        raise _nothing("no_plan", "The quotes could not be put into sections.")
    silent, unlisted = _silent_papers(job, ranked.papers, cited)
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
        following=chain.steps_after_plan(sound.sections, job.course),
        notices=(
            *gone_notice(len({quote.citation.paper_id for quote in quoted} - set(there))),
            *_left_out(job),
            *_retracted(job.papers(sorted(cited)).values()),
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
        best_of_paper = None
        if candidates.bears(paper.relevance, best):
            best_of_paper = best_passages(job, searchable(job, cached), query, most=KEPT)
            sure = sure or best_of_paper.sure
        items.append(PaperPassages(paper=paper, passages=() if best_of_paper is None else best_of_paper.evidence))
        picks.append(() if best_of_paper is None else best_of_paper.quotes)
    return items, PickedQuotes(quotes=tuple(picks)), sure


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


def _follow(
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
    followed: list[ReviewQuote] = []
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
        followed += _grounded(cached, item, picked, question)
    return papers, followed


def _passages_followed(job: Job, paper: LibraryPaper) -> list[Candidate]:
    question = job.review.request.question
    hits = job.tools.find.find(
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
    grounded: dict[tuple[int | None, int | None], ReviewQuote] = {}
    for quote in quotes:
        if quote.number not in evidence or len(quote.text.strip()) < _FEWEST_CHARACTERS:
            continue
        citation = cached.ground(quote.text, evidence[quote.number], question=question)
        if citation is not None:
            key = (citation.start, citation.end)
            grounded.setdefault(key, ReviewQuote(number=0, citation=citation, place=citation.text, score=quote.score))
    return list(grounded.values())


def numbered(quote: ReviewQuote, number: int) -> ReviewQuote:
    return replace(quote, number=number, citation=replace(quote.citation, number=number))


def _nothing(code: str, message: str) -> ReviewEndsError:
    failure = Failure(code=code, message=message, action="Ask in other words, or add papers.", retryable=False)
    return ReviewEndsError("failed", failure, again=True)


def _with_cited_works(job: Job, quotes: Sequence[ReviewQuote], papers: Sequence[CachedPaper]) -> list[ReviewQuote]:
    """Return the quotes with the works that they cite, from the reference lists; those that the library has with their ids."""
    cached = {paper.paper.id: paper for paper in papers}
    references = [tuple(_references(quote, cached[quote.citation.paper_id])) for quote in quotes]
    titles = {reference.title for own in references for reference in own if reference.title}
    known = job.tools.catalog.titled(job.review.owner, sorted(titles)) if titles else {}
    return [
        replace(quote, cites=tuple(CitedWork(name=_name(one), paper_id=known.get(one.title or "")) for one in own))
        for quote, own in zip(quotes, references, strict=True)
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


def _silent_papers(
    job: Job, read: Sequence[ReviewedPaper], quoted: Collection[PaperId]
) -> tuple[tuple[ReviewedPaper, ...], int]:
    """Return the papers in which nothing was found, those that were read first, and how many more there are."""
    known = {paper.paper_id: paper for paper in read}
    silent = [paper_id for paper_id in dict.fromkeys((*known, *_searched(job))) if paper_id not in quoted]
    there = job.papers(silent[:LISTED])
    listed = [known.get(name) or described(there[name], 0.0, ()) for name in silent[:LISTED] if name in there]
    return with_labels(listed), max(0, len(silent) - LISTED)


def _left_out(job: Job) -> tuple[Notice, ...]:
    """Return what to say of papers that the request names and that were not looked at."""
    named = job.review.request.paper_ids
    filters = job.read(Decomposition, "decompose").filters
    unreadable = len(named or ()) - len(job.papers(named or ()))
    filtered = len(named or ()) - unreadable - len(set(named or ()) & set(_searched(job)))
    unjudged = 0
    if named is None and not is_open(filters):
        unjudged = job.tools.catalog.judged(job.review.owner, filters).unjudged.papers
    notices = (
        Notice(
            code="papers_unreadable",
            detail="Papers that were asked for are not read yet, or were deleted.",
            count=unreadable,
        ),
        Notice(code="papers_filtered", detail="Papers that were asked for do not pass the filters.", count=filtered),
        Notice(
            code="papers_unjudged",
            detail="Papers were left out since what the filters ask for is not known of them.",
            count=unjudged,
        ),
    )
    return tuple(notice for notice in notices if notice.count > 0)


def _retracted(papers: Iterable[LibraryPaper]) -> tuple[Notice, ...]:
    """Return what readers must know of the cited papers that were retracted, withdrawn or doubted."""
    warned = [(paper.metadata.title or paper.filename, warning(paper.notices)) for paper in papers]
    lines = [f"“{shorten(title, _TITLE_CHARACTERS, placeholder=' …')}” is {why}." for title, why in warned if why]
    if not lines:
        return ()
    detail = " ".join(("Papers that are cited here were retracted, withdrawn or doubted.", *lines[:_NAMED]))
    return (Notice(code="papers_retracted", detail=detail, count=len(lines)),)


def _searched(job: Job) -> Sequence[PaperId]:
    asked = paper_ids_asked(job)
    return job.tools.catalog.select(job.review.owner, Filters()) if asked is None else asked
