"""The steps of the depths normal and deep: they weigh passages, search again for what is missing, and check the sentences of a report."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from scholarai.citations.chosen_quotes import named_words
from scholarai.domain.chat import Evidence, TextSection
from scholarai.domain.depth import OPINION_WORDS, STOP_WORDS, StopReason
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.review import Candidate, Decomposition, Notice, ReviewedPaper, ReviewQuote, ReviewSection
from scholarai.domain.review_outputs import Planned, Reranked
from scholarai.domain.sentences import ShownExcerpts
from scholarai.ports.reviews import LibraryPaper
from scholarai.prompting import review as prompts
from scholarai.prompting.deeper import Finding, missing_prompt, weigh_prompt
from scholarai.prompting.second_reading import Claim, second_reading_prompt
from scholarai.reviewing import candidates, chain
from scholarai.reviewing.candidates import interleaved, worth_reading
from scholarai.reviewing.papers import with_labels
from scholarai.reviewing.report import with_sentences
from scholarai.services.chat.deep_pool import grounded_summary
from scholarai.services.chat.second_reading import with_opinions
from scholarai.services.reviews.calls import Ask, BoundedAsks
from scholarai.services.reviews.finding import candidate_of, dated, paper_ids_asked
from scholarai.services.reviews.job import Job, StepResult, as_evidence, described, gone_notice, holding
from scholarai.services.reviews.quoting import numbered
from scholarai.services.reviews.reporting import cited
from scholarai.services.reviews.writing import DraftSentence

# Summaries that the model is shown when it says what is missing, as in answers.
_SUMMARIES = 24
# Passages of one further search, by meaning and by words. A guess.
_PER_SEARCH = 12
# Sentences of a review that evidence is looked for, passages of a search for one, and those that are shown for a section. Guesses.
SENTENCES_LOOKED_AT = 24
_PER_SENTENCE, _PER_SECTION = 3, 12
# Opinions under which new evidence does not count.
_REJECTED = frozenset({"not", "contradicted"})


def weigh(job: Job) -> StepResult:
    """Weigh the passages, and keep those that bear on the question."""
    ranked = job.ranked()
    there = job.papers([item.paper_id for item in ranked.passages])
    passages = [item for item in ranked.passages if item.paper_id in there]
    bounded = job.bounded_asks(reserve_usd=_cost_to_write(job, len(ranked.papers)))
    weighed = passages if bounded is None else _weighed(job, bounded, passages)
    return _ranked(job, ranked, worth_reading(weighed), weighed, bounded)


def look_again(job: Job) -> StepResult:
    """Ask what the passages leave open, search for it once in other words, and weigh what that finds."""
    ranked = job.ranked()
    there = job.papers([item.paper_id for item in ranked.passages])
    passages = tuple(item for item in ranked.passages if item.paper_id in there)
    bounded = job.bounded_asks(reserve_usd=_cost_to_write(job, len(ranked.papers)))
    missing, new = ((), []) if bounded is None else _search_for_missing(job, bounded, passages)
    weighed = [] if bounded is None else _weighed(job, bounded, new)
    read = passages
    if any(item.relevance is not None for item in weighed):
        read = worth_reading((*passages, *(item for item in weighed if item.relevance is not None)))
    result = _ranked(job, ranked, read, weighed, bounded)
    return dataclasses.replace(result, texts=tuple(missing))


def _search_for_missing(
    job: Job, bounded: BoundedAsks, passages: Sequence[Candidate]
) -> tuple[tuple[str, ...], list[Candidate]]:
    """Return what the model says is missing, and the new passages that searches for it find."""
    wanted = job.read(Decomposition, "decompose")
    titles = _titles(job)
    found_so_far = [
        Finding(summary=item.summary, paper=titles.get(item.paper_id, "")) for item in passages if item.summary
    ]
    prompt = missing_prompt(
        job.review.request.question, found_so_far[:_SUMMARIES], [wanted.rewritten, wanted.keywords], {}
    )
    (reply,) = bounded.ask(bounded.models.plans, [Ask(kind="missing", name="missing", prompt=prompt)])
    if reply is None:
        return (), []
    tidy = dict.fromkeys(" ".join(text.split())[:QUESTION_CHARACTERS] for text in (*reply.searches, *reply.missing))
    searches = [text for text in tidy if text][: bounded.bounds.sub_questions]
    known = {(item.paper_id, item.chunk_id) for item in job.read(Reranked, "rerank").passages}
    searched = [_search(job, text) for text in searches]
    new = [[item for item in items if (item.paper_id, item.chunk_id) not in known] for items in searched]
    return tuple(reply.missing), list(interleaved(new, chain.MISSING_PASSAGES))


def _search(job: Job, text: str) -> list[Candidate]:
    """Return the passages that a search finds, those by meaning and by words in turn."""
    hits = job.tools.find.find(
        job.review.owner, paper_ids_asked(job), text, text, vector_limit=_PER_SEARCH, word_limit=_PER_SEARCH
    )
    ways = (
        [candidate_of(hit, hits.vector) for hit in hits.by_vector],
        [candidate_of(hit, hits.vector, "words") for hit in hits.by_words],
    )
    long_enough = [[item for item in way if candidates.is_long_enough(item.text)] for way in ways]
    return list(interleaved(long_enough, 2 * _PER_SEARCH))


def _weighed(job: Job, bounded: BoundedAsks, passages: Sequence[Candidate]) -> list[Candidate]:
    """Return the passages with their relevance and summary where the bounds left room for it."""
    size = chain.WEIGHED_AT_ONCE
    parts = [passages[at : at + size] for at in range(0, len(passages), size)]
    titles = _titles(job)
    asks = []
    for part in parts:
        names = " ".join(
            dict.fromkeys(item.paper_id for item in part)
        )  # so that the call is forgotten with any of them
        pieces = [as_evidence(number, item) for number, item in enumerate(part, start=1)]
        prompt = weigh_prompt(job.review.request.question, pieces, titles)
        asks.append(Ask(kind="weigh", name=names, prompt=prompt))
    replies = bounded.ask(bounded.models.weighs, asks)
    weighed: list[Candidate] = []
    for part, reply in zip(parts, replies, strict=True):
        by_number = {} if reply is None else {item.id: item for item in reversed(reply.passages)}
        for number, item in enumerate(part, start=1):
            weight = by_number.get(number)
            if weight is None:
                weighed.append(item)
            else:
                summary = grounded_summary(weight.summary, item.text)
                weighed.append(replace(item, relevance=weight.relevance, summary=summary))
    return weighed


def _ranked(
    job: Job, before: Reranked, read: Sequence[Candidate], weighed: Sequence[Candidate], bounded: BoundedAsks | None
) -> StepResult:
    papers = _papers(job, read, {paper.paper_id: paper for paper in before.papers})
    gone = len({paper.paper_id for paper in before.papers} - set(job.papers([p.paper_id for p in before.papers])))
    stopped = None if bounded is None else bounded.stopped
    counts = {
        "weighed": sum(item.relevance is not None for item in weighed),
        "passages": len(read),
        "papers": len(papers),
    }
    return StepResult(
        outputs={job.step: Reranked(passages=tuple(read), papers=papers)},
        counts=counts,
        following=chain.steps_after_ranking(len(papers), job.course, after=chain.kind_of(job.step)),
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
    """Return what readers must know where a bound ended a step early."""
    if stopped is None:
        return ()
    detail = f"Nothing more was weighed, searched for or checked because {STOP_WORDS[stopped]}."
    return (Notice(code="looked_no_further", detail=detail),)


def _cost_to_write(job: Job, papers: int) -> float:
    """Return what the steps that the review needs are expected to cost still, so that optional calls leave them enough."""
    price = job.tools.price_per_token() or (0.0, 0.0)
    tokens = chain.expected_tokens(papers)["review"]
    return chain.cost_of(tokens, price) + chain.cost_of(chain.MOST_TOKENS, price)


def _titles(job: Job) -> dict[PaperId, str]:
    """Return the titles of the papers in which passages were found."""
    return {paper.paper_id: paper.title for paper in job.read(Reranked, "rerank").papers}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Looked:
    """What a second look made of a section: new quotes by the place of their sentence, and the places that were looked at.

    Places count in `parts`: the sentences of the section's summary, then those of its text.
    """

    section: ReviewSection
    parts: tuple[TextSection, ...]
    places: Sequence[int] = ()
    quotes: Mapping[int, Sequence[ReviewQuote]] = field(default_factory=dict)


def check(job: Job) -> StepResult:
    """Give uncited sentences evidence or remove them, and have each sentence with quotes read a second time."""
    planned = job.read(Planned, "plan")
    names = [f"section-{n + 1}" for n in range(len(planned.plan.sections))]
    written = job.read_all(ReviewSection, names)
    bounded = job.bounded_asks()
    if bounded is None:
        return StepResult(outputs={})
    looked = _second_look(job, bounded, list(written.values()), planned)
    quotes = [quote for section in looked for own in section.quotes.values() for quote in own]
    known = {quote.number: quote for quote in (*planned.quotes, *quotes)}
    drafts = [_with_evidence(job, section, known, planned) for section in looked]
    question = job.review.request.question
    read = _read_again(bounded, question, [section.section.id for section in looked], [parts for parts, _ in drafts])
    checked = [_kept(section, new, parts) for section, (_, new), parts in zip(looked, drafts, read, strict=True)]
    counts = _counts(looked, checked)
    removed = counts["removed"]
    detail = "Sentences for which no evidence was found in the papers were removed."
    notices = (Notice(code="uncited_removed", detail=detail, count=removed),) if removed else ()
    return StepResult(
        outputs={**dict(zip(written, checked, strict=True)), "plan": _extended(planned, looked)},
        counts=counts,
        notices=(*notices, *stop_notice(bounded.stopped)),
        stopped=bounded.stopped,
    )


def _second_look(job: Job, bounded: BoundedAsks, sections: Sequence[ReviewSection], planned: Planned) -> list[_Looked]:
    """Search the papers of the review for each sentence without a quote, and ask which sentence of theirs says it."""
    there = job.papers([paper.paper_id for paper in planned.papers])
    parts = [(*section.summary, *section.text) for section in sections]
    places = _uncited(parts)
    stated = [[own[place].text for place in wanted] for own, wanted in zip(parts, places, strict=True)]
    shown = [_passages_like(job, list(there), texts) for texts in stated]
    wanted = [n for n, own in enumerate(places) if own and shown[n]]
    asks = []
    for n in wanted:  # a call is named by the papers, too, so that it is forgotten with any of them
        name = " ".join((sections[n].id, *dict.fromkeys(piece.paper_id for piece in shown[n])))
        asks.append(Ask(kind="evidence", name=name, prompt=prompts.evidence_prompt(stated[n], shown[n])))
    replies = dict(zip(wanted, bounded.ask(bounded.models.weighs, asks), strict=True))
    looked: list[_Looked] = []
    last = max((quote.number for quote in planned.quotes), default=0)
    for n, section in enumerate(sections):
        reply = replies.get(n)
        if reply is not None:
            named = {item.id: item.sentences for item in reversed(reply.found)}
            quotes = _quotes(job, there, shown[n], named, list(zip(places[n], stated[n], strict=True)), last)
            last += sum(map(len, quotes.values()))
            looked.append(_Looked(section=section, parts=parts[n], places=places[n], quotes=quotes))
        else:  # without a reply nothing is known, unless nothing in the papers is like any of the sentences
            looked.append(_Looked(section=section, parts=parts[n], places=() if shown[n] else places[n]))
    return looked


def _uncited(sections: Sequence[Sequence[TextSection]]) -> list[list[int]]:
    """Return the places of each section's sentences without a quote, the first ones of the review."""
    left = SENTENCES_LOOKED_AT
    places: list[list[int]] = []
    for parts in sections:
        own = [place for place, part in enumerate(parts) if part.uncited][:left]
        left -= len(own)
        places.append(own)
    return places


def _quotes(
    job: Job,
    there: Mapping[PaperId, LibraryPaper],
    shown: Sequence[Evidence],
    named: Mapping[int, str],
    sentences: Sequence[tuple[int, str]],
    last: int,
) -> dict[int, list[ReviewQuote]]:
    """Return the quotes of each sentence by its place, numbered on from the last one before."""
    quotes: dict[int, list[ReviewQuote]] = {}
    for at, (place, text) in enumerate(sentences, start=1):
        grounded = _grounded(job, there, shown, named.get(at, ""), text)
        quotes[place] = [numbered(quote, last + k) for k, quote in enumerate(grounded, start=1)]
        last += len(grounded)
    return quotes


def _passages_like(job: Job, paper_ids: Sequence[PaperId], sentences: Sequence[str]) -> list[Evidence]:
    """Return passages that are like the sentences, as excerpts."""
    results: list[Sequence[Candidate]] = []
    for sentence in sentences:
        text = sentence[:QUESTION_CHARACTERS]
        hits = job.tools.find.find(
            job.review.owner, paper_ids, text, text, vector_limit=_PER_SENTENCE, word_limit=_PER_SENTENCE
        )
        results += [[candidate_of(hit, hits.vector) for hit in way] for way in (hits.by_vector, hits.by_words)]
    return [as_evidence(number, item) for number, item in enumerate(interleaved(results, _PER_SECTION), start=1)]


def _grounded(
    job: Job, there: Mapping[PaperId, LibraryPaper], shown: Sequence[Evidence], named: str, sentence: str
) -> list[ReviewQuote]:
    evidence = {piece.number: piece for piece in shown}
    texts = ShownExcerpts(texts={number: piece.text for number, piece in evidence.items()})
    quotes = []
    for words in named_words(named, None, texts):
        piece = evidence[words.number]
        paper = job.tools.papers.open(there[piece.paper_id]) if piece.paper_id in there else None
        citation = None if paper is None else paper.ground(words.text, piece, question=sentence)
        if citation is not None:
            quotes.append(ReviewQuote(number=0, citation=citation, place=citation.text))
    return quotes


def _with_evidence(
    job: Job, looked: _Looked, quotes: Mapping[int, ReviewQuote], planned: Planned
) -> tuple[list[TextSection], frozenset[int]]:
    """Return the section's sentences with new citations, and the places of those that have them."""
    papers = {paper.paper_id: paper for paper in planned.papers}
    question = job.review.request.question
    parts = list(looked.parts)
    for place, own in looked.quotes.items():
        if own:
            draft = DraftSentence(text=parts[place].text, quotes=tuple(quote.number for quote in own))
            parts[place] = cited(draft, quotes, question, papers)
    new = frozenset(place for place, own in looked.quotes.items() if own)
    return parts, new


def _read_again(
    bounded: BoundedAsks, question: str, ids: Sequence[str], sections: Sequence[Sequence[TextSection]]
) -> list[list[TextSection]]:
    """Return the sentences with a second opinion on each that quotes something, where the bounds left room for it."""
    claims = [_claims(parts) for parts in sections]
    wanted = [n for n, own in enumerate(claims) if own]
    asks = [
        Ask(kind="check", name=ids[n], prompt=second_reading_prompt(question, list(claims[n].values()))) for n in wanted
    ]
    replies = dict(zip(wanted, bounded.ask(bounded.models.judges, asks), strict=True))
    read = []
    for n, parts in enumerate(sections):
        reply = replies.get(n)
        read.append(list(parts if reply is None else with_opinions(parts, claims[n], reply)))
    return read


def _claims(parts: Sequence[TextSection]) -> dict[int, Claim]:
    """Return the sentences that quote something, by their place."""
    claims: dict[int, Claim] = {}
    for at, part in enumerate(parts):
        cited = tuple(dict.fromkeys(citation.text for citation in part.citations if citation.text))
        if cited:
            claims[at] = Claim(text=part.text.strip(), before=parts[at - 1].text.strip() if at else "", cited=cited)
    return claims


def _kept(looked: _Looked, new: frozenset[int], parts: Sequence[TextSection]) -> ReviewSection:
    """Return the section without the sentences that have no evidence, or only evidence that the second reading rejects.

    A section's text never becomes empty: where nothing would be left, its sentences stay, marked as they were.
    """
    begin = len(looked.section.summary)
    gone = {place for place in looked.places if place not in new or parts[place].second_opinion in _REJECTED}
    tldr = [part for place, part in enumerate(parts[:begin]) if place not in gone]
    text = [part for place, part in enumerate(parts[begin:], begin) if place not in gone]
    if not text:
        text = [looked.parts[place] if place in gone else part for place, part in enumerate(parts[begin:], begin)]
    return with_sentences(looked.section, tldr, text)


def _counts(looked: Sequence[_Looked], checked: Sequence[ReviewSection]) -> dict[str, int]:
    kept = [part for section in checked for part in (*section.summary, *section.text)]
    opinions = Counter(part.second_opinion for part in kept)
    uncited = sum(part.uncited for one in looked for part in one.parts)
    removed = sum(len(one.parts) for one in looked) - len(kept)
    left = sum(part.uncited for part in kept)
    return {
        "uncited": uncited,
        "evidenced": uncited - removed - left,
        "removed": removed,
        **{opinion: opinions[opinion] for opinion in OPINION_WORDS},
    }


def _extended(planned: Planned, looked: Sequence[_Looked]) -> Planned:
    """Return the plan with the quotes that were found, so that changes of the report may use them."""
    new = [[quote for found in one.quotes.values() for quote in found] for one in looked]
    sections = tuple(
        replace(section, quotes=(*section.quotes, *(quote.number for quote in own)))
        for section, own in zip(planned.plan.sections, new, strict=False)
    )
    rest = planned.plan.sections[len(sections) :]
    plan = replace(planned.plan, sections=(*sections, *rest))
    return replace(planned, plan=plan, quotes=(*planned.quotes, *(quote for own in new for quote in own)))
