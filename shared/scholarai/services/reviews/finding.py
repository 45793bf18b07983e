"""The first steps of a review: they judge the question, add works from beyond the library, and find the passages to read."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

import numpy as np
from msgspec.structs import replace

from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Failure
from scholarai.domain.review import Candidate, Decomposition, FoundBy, Notice, Review, ReviewedPaper
from scholarai.domain.review_outputs import Fetched, Reranked, Retrieved, Sought
from scholarai.ports.reviews import LibraryPaper
from scholarai.ports.stores import ChunkHit
from scholarai.retrieval.bm25 import index_units, number_terms
from scholarai.retrieval.terms import question_terms, searchable, terms
from scholarai.reviewing import candidates, chain
from scholarai.reviewing.papers import with_labels, year_printed
from scholarai.reviewing.question import is_harmful, is_open, narrowed, take_apart
from scholarai.services.literature.adding import AddedWork
from scholarai.services.literature.discovering import LOOKED_AT, open_works
from scholarai.services.reviews.job import Fetching, Job, ReviewEndsError, StepResult, described, gone_notice, holding
from scholarai.services.reviews.writing import Understood

_log = logging.getLogger(__name__)

# Chunks by words that are looked through for the first papers that vectors did not find. A guess: a paper has many.
_WORD_CHUNKS = 200
# No work is begun later than this after the first: with three places of one work (adapters/literature/open_files.py bounds
# each) the step ends before its function does.
_BEGIN_S = 100.0
# How long the papers may take to be read. A guess: ten papers of thirty pages on a small machine.
_ARRIVE_S = 300.0
# Waits between two looks. A step that waits occupies a worker of the local server, which reads papers meanwhile. A guess.
_LOOK_S = 4.0
_UNREAD = frozenset({"uploaded", "extracting"})


def understand(job: Job) -> StepResult:
    """Refuse questions that get no review, and take the others apart; check first, without a model, that there are papers.

    Filters of the question may narrow those of the request but not widen them.
    """
    request = job.review.request
    papers = job.tools.catalog.select(job.review.owner, request.filters)
    if not papers and not is_open(request.filters) and not request.fetch:
        raise _nothing_passes()
    named = set(request.paper_ids) if request.paper_ids is not None else None
    left = [paper_id for paper_id in papers if named is None or paper_id in named]
    if not left and not request.fetch:
        raise (_nothing_passes() if papers and not is_open(request.filters) else _empty())
    if job.writer is not None:
        understood = job.writer.understand(request.question)
    elif is_harmful(request.question):
        reason = "The question asks for instructions to do harm."
        understood = Understood(decomposition=take_apart(request.question), verdict="harmful", reason=reason)
    else:
        understood = Understood(decomposition=take_apart(request.question))
    if understood.verdict != "fine":
        raise ReviewEndsError(
            "refused",
            Failure(
                code=f"question_{understood.verdict}",
                message=understood.reason or "The question cannot be answered by a literature review.",
                action="Ask another question.",
                retryable=False,
            ),
        )
    apart = replace(understood.decomposition, filters=narrowed(request.filters, understood.decomposition.filters))
    return StepResult(outputs={"decompose": apart}, counts={"papers": len(left)})


def retrieve(job: Job) -> StepResult:
    """Search by meaning and by words among the papers that pass the filters."""
    wanted = job.read(Decomposition, "decompose")
    paper_ids = paper_ids_asked(job)
    most = job.review.request.n_retrieval or candidates.VECTOR_PASSAGES
    hits = job.tools.find.find(
        job.review.owner,
        paper_ids,
        wanted.rewritten,
        wanted.keywords,
        vector_limit=most,
        word_limit=_WORD_CHUNKS if job.tools.embedder() is not None else most,
    )
    lexical = hits.vector is None
    vector = hits.vector
    if vector is not None:
        nearest = [hit.chunk.vectors.matrix.mean(axis=0) for hit in hits.by_vector if hit.chunk.vectors is not None]
        vector = candidates.towards(vector, nearest)
    by_words = [candidate_of(hit, vector, "words") for hit in hits.by_words]
    by_vector = [candidate_of(hit, vector) for hit in hits.by_vector]
    if not by_vector:
        by_vector, by_words = by_words, []
    long_vector = [item for item in by_vector if candidates.is_long_enough(item.text)]
    long_words = [item for item in by_words if candidates.is_long_enough(item.text)]
    joined = candidates.join(long_vector, long_words, most=most)
    if not joined:
        raise _nothing_relevant()
    counts = {
        "by_vector": len(by_vector),
        "by_words": len(by_words),
        "too_short": len(by_vector) + len(by_words) - len(long_vector) - len(long_words),
        "candidates": len(joined),
    }
    return StepResult(
        outputs={"retrieve": Retrieved(candidates=joined, lexical=lexical)},
        counts=counts,
        change=lambda review: holding(review, [item.paper_id for item in joined]),
    )


def rerank(job: Job) -> StepResult:
    """Order the candidates by meaning and words together, keep the best, and say which papers they are of."""
    wanted = job.read(Decomposition, "decompose")
    retrieved = job.read(Retrieved, "retrieve").candidates
    papers = job.papers([item.paper_id for item in retrieved])
    there = [item for item in retrieved if item.paper_id in papers]
    most = chain.MOST_READ_BY_MODEL if job.asks_model else candidates.MOST_READ
    request = job.review.request
    ranked = candidates.threshold(
        in_order(there, papers, wanted), most=most, count=request.n_rerank, share=request.threshold
    )
    if not ranked:
        raise _nothing_relevant()
    reviewed = with_labels(
        [
            dated(job, papers[paper_id], described(papers[paper_id], relevance, passages))
            for paper_id, (relevance, passages) in candidates.by_paper(ranked).items()
        ]
    )
    gone = len({item.paper_id for item in retrieved}) - len({item.paper_id for item in there})
    return StepResult(
        outputs={"rerank": Reranked(passages=ranked, papers=reviewed)},
        counts={"candidates": len(there), "passages": len(ranked), "papers": len(reviewed)},
        following=chain.steps_after_ranking(len(reviewed), job.course),
        notices=gone_notice(gone),
    )


def in_order(
    passages: Sequence[Candidate], papers: Mapping[PaperId, LibraryPaper], wanted: Decomposition
) -> tuple[Candidate, ...]:
    """Return the candidates best first: by BM25 of title and passage over the candidates, and by the passage's cosine."""
    texts = [terms(f"{papers[item.paper_id].metadata.title or ''} {item.text}") for item in passages]
    spans = np.array([(place, place + 1) for place in range(len(texts))], dtype=np.intp).reshape(-1, 2)
    asked = question_terms(searchable(f"{wanted.rewritten} {wanted.keywords}"))
    words = index_units(number_terms(texts), spans).scores(dict.fromkeys(asked, 1.0))
    scores = [{place: float(score) for place, score in enumerate(words)}]
    cosines = {place: item.cosine for place, item in enumerate(passages) if item.cosine is not None}
    return candidates.fuse(passages, [*scores, cosines] if cosines else scores)


def paper_ids_asked(job: Job) -> Sequence[PaperId] | None:
    """Return the papers that the request names and that pass its filters and the question's; None: all of the library."""
    request = job.review.request
    wanted = job.read(Decomposition, "decompose")
    if is_open(wanted.filters):
        return request.paper_ids
    passing = job.tools.catalog.select(job.review.owner, wanted.filters)
    named = None if request.paper_ids is None else set(request.paper_ids)
    left = [paper_id for paper_id in passing if named is None or paper_id in named]
    if not left:
        raise _nothing_passes()
    return left


def candidate_of(hit: ChunkHit, vector: object, found_by: FoundBy = "vector") -> Candidate:
    """Return a found chunk as a passage that may matter."""
    chunk = hit.chunk.chunk
    cosine = None
    if vector is not None and hit.chunk.vectors is not None:
        matrix = hit.chunk.vectors.matrix
        query = np.asarray(vector, dtype=np.float32)
        cosine = float((matrix @ query).max()) if matrix.shape[1] == len(query) else None
    return Candidate(
        paper_id=hit.paper_id,
        generation=hit.generation,
        chunk_id=chunk.id,
        score=hit.score,
        found_by=found_by,
        text=chunk.text,
        start=chunk.start,
        end=chunk.end,
        section_path=chunk.section_path,
        page_numbers=chunk.page_numbers,
        cosine=cosine,
    )


def dated(job: Job, paper: LibraryPaper, reviewed: ReviewedPaper) -> ReviewedPaper:
    """Return the paper with the year of its first page if no other source has one."""
    cached = None if reviewed.year else job.tools.papers.open(paper)
    return reviewed if cached is None else replace(reviewed, year=year_printed(cached.content.text()))


def _empty() -> ReviewEndsError:
    return ReviewEndsError(
        "failed",
        Failure(
            code="library_empty",
            message="There is no readable paper to review.",
            action="Upload papers, or wait until they are extracted.",
            retryable=True,
        ),
    )


def _nothing_passes() -> ReviewEndsError:
    return ReviewEndsError(
        "failed",
        Failure(
            code="nothing_passes_filters",
            message="No paper passes the filters of the request and of its question.",
            action="Widen years, venues, authors or fields.",
            retryable=False,
        ),
    )


def _nothing_relevant() -> ReviewEndsError:
    return ReviewEndsError(
        "failed",
        Failure(
            code="nothing_relevant",
            message="No passage of the papers has to do with the question.",
            action="Ask in other words, or add papers.",
            retryable=False,
        ),
    )


def seek(job: Job) -> StepResult:
    """Choose the works with an open PDF that fit the question best and that the library lacks."""
    fetching = _fetching(job)
    request = job.review.request
    works: tuple[str, ...] = ()
    if fetching is not None:
        discovered = fetching.discover.search_allowed(job.review.owner, request.question, limit=LOOKED_AT)
        works = open_works(discovered.works, request.fetch)
    return StepResult(outputs={job.step: Sought(works=works)}, counts={"works": len(works)})


def fetch(job: Job) -> StepResult:
    """Add the chosen works with their files; a retry adds none twice."""
    fetching = _fetching(job)
    works = job.read(Sought, "seek").works
    done = () if fetching is None else tuple(_added(job, fetching, works))
    papers = tuple(
        dict.fromkeys(work.paper_id for work in done if work.paper_id and work.outcome in {"added", "there"})
    )
    return StepResult(
        outputs={job.step: Fetched(papers=papers)},
        counts={"works": len(works), "fetched": len(papers)},
        notices=_missed(done, len(works)),
        change=lambda review: _asking_for(review, papers),
    )


def arrive(job: Job) -> StepResult:
    """Wait a little until the fetched papers are read; where some are not, this step follows once more, for a limited time."""
    fetching = _fetching(job)
    papers = job.read(Fetched, "fetch").papers
    unread = [] if fetching is None else _unread(fetching, papers)
    begun = [step.started_at for step in job.review.steps if chain.kind_of(step.name) == "arrive" and step.started_at]
    may_wait = not begun or job.tools.clock.now() < min(begun) + timedelta(seconds=_ARRIVE_S)
    if fetching is not None and unread and may_wait:
        fetching.sleep(_LOOK_S)
        unread = _unread(fetching, papers)
        if unread:
            return StepResult(
                outputs={}, counts={"unread": len(unread)}, following=chain.steps_after_waiting(job.review.steps)
            )
    return StepResult(outputs={}, counts={"papers": len(papers) - len(unread), "unread": len(unread)})


def _fetching(job: Job) -> Fetching | None:
    return job.tools.fetching() if job.tools.fetching is not None else None


def _added(job: Job, fetching: Fetching, works: tuple[str, ...]) -> Iterator[AddedWork]:
    """Add works while there is time."""
    until = job.tools.clock.now() + timedelta(seconds=_BEGIN_S)
    for work in works:
        if job.tools.clock.now() >= until:
            return
        yield fetching.add.asked_for(job.review.owner, work)


def _missed(done: tuple[AddedWork, ...], wanted: int) -> tuple[Notice, ...]:
    """Return the notice on works whose file could not be fetched; the section on works beyond the library names them."""
    reasons = Counter(work.detail or "It has no open file." for work in done if work.outcome not in {"added", "there"})
    if len(done) < wanted:
        reasons["There was no time left."] += wanted - len(done)
    if not reasons:
        return ()
    why = " ".join(f"{reason} ({count})" if count > 1 else reason for reason, count in reasons.items())
    detail = f"Open PDFs from beyond the library could not be read: {why}"
    return (Notice(code="works_not_fetched", detail=detail, count=reasons.total()),)


def _asking_for(review: Review, papers: tuple[PaperId, ...]) -> Review:
    """Return the review with the papers among those that it is of; one of the whole library has them anyway."""
    request = review.request
    if request.paper_ids is not None:
        request = replace(request, paper_ids=tuple(dict.fromkeys((*request.paper_ids, *papers))))
    return holding(replace(review, request=request), papers)


def _unread(fetching: Fetching, papers: tuple[PaperId, ...]) -> list[PaperId]:
    stored = (fetching.add.papers.get(paper_id) for paper_id in papers)
    return [paper.id for paper in stored if paper is not None and not paper.deleting and paper.status in _UNREAD]
