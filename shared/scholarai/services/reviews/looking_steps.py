"""The steps between the search and the quotes: they weigh the passages and search again for what is missing."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from scholarai.domain.depth import STOP_WORDS, StopReason
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.review import Candidate, Decomposition, Notice, ReviewedPaper
from scholarai.domain.review_outputs import Reranked
from scholarai.prompting.missing import Finding, missing_prompt
from scholarai.prompting.weigh import weigh_prompt
from scholarai.reviewing import candidates, schedule
from scholarai.reviewing.labels import with_labels
from scholarai.reviewing.looking import interleaved, worth_reading
from scholarai.services.chat.deep_pool import grounded_summary
from scholarai.services.reviews.calls import Ask
from scholarai.services.reviews.describing import described, holding
from scholarai.services.reviews.finding_steps import candidate_of, dated, paper_ids_asked
from scholarai.services.reviews.job import Job, StepResult, gone_notice
from scholarai.services.reviews.looking import Looking, cost_to_write, looking_of
from scholarai.services.reviews.paper_cache import as_evidence

# Summaries that the model is shown when it says what is missing, as in answers.
_SUMMARIES = 24
# Passages of one further search, by meaning and by words. A guess.
_PER_SEARCH = 12


def weigh(job: Job) -> StepResult:
    """Weigh the passages, and keep those that bear on the question."""
    found = job.ranked()
    there = job.papers([item.paper_id for item in found.passages])
    passages = [item for item in found.passages if item.paper_id in there]
    looking = looking_of(job, reserve_usd=cost_to_write(job, len(found.papers)))
    weighed = passages if looking is None else _weighed(job, looking, passages)
    return _ranked(job, found, worth_reading(weighed), weighed, looking)


def look_again(job: Job) -> StepResult:
    """Ask what the passages leave open, search for it once in other words, and weigh what that finds."""
    found = job.ranked()
    there = job.papers([item.paper_id for item in found.passages])
    passages = tuple(item for item in found.passages if item.paper_id in there)
    looking = looking_of(job, reserve_usd=cost_to_write(job, len(found.papers)))
    missing, new = ((), []) if looking is None else _found_anew(job, looking, passages)
    weighed = [] if looking is None else _weighed(job, looking, new)
    read = passages
    if any(item.relevance is not None for item in weighed):
        read = worth_reading((*passages, *(item for item in weighed if item.relevance is not None)))
    result = _ranked(job, found, read, weighed, looking)
    return dataclasses.replace(result, texts=tuple(missing))


def _found_anew(job: Job, looking: Looking, passages: Sequence[Candidate]) -> tuple[tuple[str, ...], list[Candidate]]:
    """Return what the model finds missing, and the passages that searches for it find beside those already weighed."""
    wanted = job.read(Decomposition, "decompose")
    titles = _titles(job)
    found_so_far = [
        Finding(summary=item.summary, paper=titles.get(item.paper_id, "")) for item in passages if item.summary
    ]
    prompt = missing_prompt(
        job.review.request.question, found_so_far[:_SUMMARIES], [wanted.rewritten, wanted.keywords], {}
    )
    (reply,) = looking.ask(looking.models.plans, [Ask(kind="missing", name="missing", prompt=prompt)])
    if reply is None:
        return (), []
    tidy = dict.fromkeys(" ".join(text.split())[:QUESTION_CHARACTERS] for text in (*reply.searches, *reply.missing))
    searches = [text for text in tidy if text][: looking.bounds.sub_questions]
    known = {(item.paper_id, item.chunk_id) for item in job.read(Reranked, "rerank").passages}
    found = [_search(job, text) for text in searches]
    new = [[item for item in items if (item.paper_id, item.chunk_id) not in known] for items in found]
    return tuple(reply.missing), list(interleaved(new, schedule.MISSING_PASSAGES))


def _search(job: Job, text: str) -> list[Candidate]:
    """Return the passages that a search finds, those by meaning and by words in turn."""
    hits = job.tools.find.run(
        job.review.owner, paper_ids_asked(job), text, text, vector_limit=_PER_SEARCH, word_limit=_PER_SEARCH
    )
    ways = (
        [candidate_of(hit, hits.vector) for hit in hits.by_vector],
        [candidate_of(hit, hits.vector, "words") for hit in hits.by_words],
    )
    long_enough = [[item for item in way if candidates.is_long_enough(item.text)] for way in ways]
    return list(interleaved(long_enough, 2 * _PER_SEARCH))


def _weighed(job: Job, looking: Looking, passages: Sequence[Candidate]) -> list[Candidate]:
    """Return the passages with their relevance and summary where the bounds left room for it."""
    size = schedule.WEIGHED_AT_ONCE
    parts = [passages[at : at + size] for at in range(0, len(passages), size)]
    replies = looking.ask(looking.models.weighs, [_weigh_ask(job, part) for part in parts])
    weighed: list[Candidate] = []
    for part, reply in zip(parts, replies, strict=True):
        told = {} if reply is None else {item.id: item for item in reversed(reply.passages)}
        for number, item in enumerate(part, start=1):
            said = told.get(number)
            summary = "" if said is None else grounded_summary(said.summary, item.text)
            weighed.append(item if said is None else replace(item, relevance=said.relevance, summary=summary))
    return weighed


def _weigh_ask(job: Job, part: Sequence[Candidate]) -> Ask:  # type: ignore[type-arg]  # of passages weighed
    """Return the request; its name has the papers' ids, so that it is forgotten with any of them."""
    names = " ".join(dict.fromkeys(item.paper_id for item in part))
    pieces = [as_evidence(number, item) for number, item in enumerate(part, start=1)]
    return Ask(kind="weigh", name=names, prompt=weigh_prompt(job.review.request.question, pieces, _titles(job)))


def _ranked(
    job: Job, before: Reranked, read: Sequence[Candidate], weighed: Sequence[Candidate], looking: Looking | None
) -> StepResult:
    papers = _papers(job, read, {paper.paper_id: paper for paper in before.papers})
    gone = len({paper.paper_id for paper in before.papers} - set(job.papers([p.paper_id for p in before.papers])))
    stopped = None if looking is None else looking.stopped
    counts = {
        "weighed": sum(item.relevance is not None for item in weighed),
        "passages": len(read),
        "papers": len(papers),
    }
    return StepResult(
        outputs={job.step: Reranked(passages=tuple(read), papers=papers)},
        counts=counts,
        following=schedule.steps_after_ranking(len(papers), job.course, after=schedule.kind_of(job.step)),
        notices=(*gone_notice(gone), *stop_notice(stopped)),
        change=lambda review: holding(review, [paper.paper_id for paper in papers]),
        stopped=stopped,
    )


def _papers(job: Job, read: Sequence[Candidate], known: Mapping[PaperId, ReviewedPaper]) -> tuple[ReviewedPaper, ...]:
    """Return the papers of the passages, most relevant first."""
    by_paper = candidates.by_paper(read)
    there = job.papers([paper_id for paper_id in by_paper if paper_id not in known])
    papers = []
    for paper_id, (relevance, passages) in by_paper.items():
        if paper_id in known:
            papers.append(replace(known[paper_id], relevance=relevance, passages=passages))
        elif paper_id in there:
            papers.append(dated(job, there[paper_id], described(there[paper_id], relevance, passages)))
    return with_labels(papers)


def stop_notice(stopped: StopReason | None) -> tuple[Notice, ...]:
    """Return what readers must know where a bound ended a step of looking."""
    if stopped is None:
        return ()
    detail = f"Nothing more was weighed, searched for or checked because {STOP_WORDS[stopped]}."
    return (Notice(code="looked_no_further", detail=detail),)


def _titles(job: Job) -> dict[PaperId, str]:
    """Return the titles of the papers in which passages were found."""
    return {paper.paper_id: paper.title for paper in job.read(Reranked, "rerank").papers}
