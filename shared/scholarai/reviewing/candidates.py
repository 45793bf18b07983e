"""From what two searches found to the passages that a review reads: no doubles, nothing short, the best of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.review import Candidate

# As ai2-scholarqa-lib does (https://github.com/allenai/ai2-scholarqa-lib): what it retrieves and keeps.
VECTOR_PASSAGES = 256
KEYWORD_PAPERS = 20
FEWEST_WORDS = 20
RERANKED = 50
# Passages that a paper is sure to have read, as far as half of all that are read suffice: ten long papers have hundreds of passages
# on a subject, and those of two would leave none of the others. Where papers have one passage each, as in benchmarks/review.py, the
# same ones are read. A guess.
SURE_OF_EACH, SURE_SHARE = 2, 0.5
# Of the best passage's score; one below it has too little to do with the question. A guess on the safe side, checked by
# benchmarks/review.py: it drops none of the passages that experts cite there.
LEAST_SHARE = 0.2
# Of the best passage's score, for one that is quoted without a model to judge it. Among 25 questions of benchmarks/review.py
# 2 of the 126 experts' passages that were read are below it.
BEARING_SHARE = 0.42


def join(by_vector: Sequence[Candidate], by_words: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return all passages by vector, and by words the best one of each of the first papers that vectors did not find."""
    found = {(item.paper_id, item.chunk_id) for item in by_vector}
    papers = {item.paper_id for item in by_vector}
    kept = list(_distinct(by_vector))[:VECTOR_PASSAGES]
    new: dict[PaperId, Candidate] = {}
    for item in by_words:
        if item.paper_id not in papers and (item.paper_id, item.chunk_id) not in found and len(new) < KEYWORD_PAPERS:
            new.setdefault(item.paper_id, item)
    return (*kept, *new.values())


def is_long_enough(text: str) -> bool:
    """Tell a passage from a heading, a label or a stray line."""
    return len(text.split()) > FEWEST_WORDS


def fuse(candidates: Sequence[Candidate], scores: Sequence[Mapping[int, float]]) -> tuple[Candidate, ...]:
    """Return the candidates by the mean of several scores, best first, ties in their order.

    Args:
        candidates: What was found.
        scores: One mapping per way of scoring, from a candidate's place to its score; each is brought to the range from
            0 to 1 first, and a candidate that it does not know gets 0.
    """
    total = dict.fromkeys(range(len(candidates)), 0.0)
    for way in scores:
        low, high = min(way.values(), default=0.0), max(way.values(), default=0.0)
        for place, score in way.items():
            total[place] += ((score - low) / (high - low) if high > low else 1.0) / len(scores)
    order = sorted(total, key=lambda place: (-total[place], place))
    return tuple(replace(candidates[place], score=round(total[place], 6)) for place in order)


def threshold(ranked: Sequence[Candidate], *, keep: int = RERANKED) -> tuple[Candidate, ...]:
    """Return those of the ranked passages to read, in their order: with enough to do with the question, and of many papers."""
    least = LEAST_SHARE * ranked[0].score if ranked else 0.0
    places = [place for place, item in enumerate(ranked) if item.score >= least]
    count: Counter[PaperId] = Counter()
    sure = []
    for place in places:
        paper_id = ranked[place].paper_id
        if count[paper_id] < SURE_OF_EACH:
            sure.append(place)
        count[paper_id] += 1
    first = dict.fromkeys((*sure[: int(SURE_SHARE * keep)], *places))
    return tuple(ranked[place] for place in sorted(list(first)[:keep]))


def bears(score: float, best: float) -> bool:
    """Tell whether a passage bears on the question, going by the best passage of all."""
    return score >= BEARING_SHARE * best


def by_paper(ranked: Sequence[Candidate]) -> dict[PaperId, tuple[float, tuple[ChunkId, ...]]]:
    """Return each paper's relevance, that of its best passage, and its passages best first; best papers first."""
    passages: defaultdict[PaperId, list[ChunkId]] = defaultdict(list)
    best: dict[PaperId, float] = {}
    for item in ranked:
        best.setdefault(item.paper_id, item.score)
        passages[item.paper_id].append(item.chunk_id)
    return {paper_id: (best[paper_id], tuple(passages[paper_id])) for paper_id in best}


def _distinct(items: Sequence[Candidate]) -> tuple[Candidate, ...]:
    return tuple({(item.paper_id, item.chunk_id): item for item in reversed(items)}.values())[::-1]
