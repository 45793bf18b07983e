"""Chooses the passages that a review reads: joins and orders the results of its searches, and merges neighbours before a prompt shows them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from scholarai.domain.chat import Evidence
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.review import Candidate

if TYPE_CHECKING:
    from numpy.typing import NDArray

# What ai2-scholarqa-lib retrieves and keeps (https://github.com/allenai/ai2-scholarqa-lib).
VECTOR_PASSAGES = 256
KEYWORD_PAPERS = 20
FEWEST_WORDS = 20
RERANKED = 50
# The best passages of all are read, and the best two of every paper that bears on the question. ai2-scholarqa-lib reads only the
# best 50: in collections of 20 to 60 whole papers, that left out papers that state what is asked, because a few long papers
# had most of the 50 passages, and because more papers bear on the question than 50 passages can come from.
BEST_READ, READ_OF_EACH = 25, 2
# The most passages that are read if many papers bear; a model reads fewer (chain.MOST_READ_BY_MODEL).
MOST_READ = 100
# A share of the best passage's score: passages below it have too little to do with the question. A cautious guess, checked by
# benchmarks/review.py: it drops none of the passages that experts cite there.
LEAST_SHARE = 0.2
# The same for a passage that is quoted without a model to judge it. In 25 questions of benchmarks/review.py, 2 of the 126
# experts' passages that were read are below it.
BEARING_SHARE = 0.42
# From this relevance of ten on a passage is read, as in answers. A guess.
USEFUL = 4.0
HIGHEST = 10.0
# J. Rocchio, "Relevance feedback in information retrieval", 1971. Of 3 to 10 passages and weights of .3 to 1, all but 10 passages
# with a weight above .3 read the same experts' passages in benchmarks/review.py, more than without in both halves of its questions.
PASSAGES, WEIGHT = 5, 0.5

# A sentence that reports what others found has a reference and such a word outside of its brackets, and none for the paper's own work.
_REFERENCE = re.compile(r"\b(?:19|20)\d\d[a-z]?\)|\[\d[\d,; –-]*\]|\(\d[\d, –-]*\)")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_OTHERS = re.compile(
    r"\b(?:stud(?:y|ies)|trials?|authors?|researchers?|investigators?|et al|finding|reported|show[ns]?|showed|found|suggest(?:s|ed)|demonstrated"
    r"|explored|provided|described|proposed|gave)\b",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:we|our|(?:this|in the|present|current) (?:paper|article|study|work|trial))\b", re.IGNORECASE)
_SIGNPOST = re.compile(
    r"\b(?:is|are) (?:structured|organi[sz]ed|arranged|divided) (?:as follows|into sections)", re.IGNORECASE
)


def join(
    by_vector: Sequence[Candidate], by_words: Sequence[Candidate], *, most: int = VECTOR_PASSAGES
) -> tuple[Candidate, ...]:
    """Return at most `most` passages found by vector, and the best one found by words of each of the first papers not among them."""
    papers = {item.paper_id for item in by_vector}
    kept = list(_distinct(by_vector))[:most]
    new: dict[PaperId, Candidate] = {}
    for item in by_words:
        if item.paper_id not in papers and len(new) < KEYWORD_PAPERS:
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


def threshold(
    ranked: Sequence[Candidate], *, most: int = MOST_READ, count: int | None = None, share: float | None = None
) -> tuple[Candidate, ...]:
    """Return those of the ranked passages to read, in their order: the best ones, and the best two of each paper that bears.

    They are RERANKED as far as so many have enough to do with the question, and up to `most` where more papers bear on it.

    Args:
        ranked: The passages, best first.
        most: The most that are read of their own accord.
        count: How many are read instead, as far as so many have enough to do with the question.
        share: Of the best passage's score, which a passage needs to have enough to do with the question; None: LEAST_SHARE.
    """
    least = (LEAST_SHARE if share is None else share) * ranked[0].score if ranked else 0.0
    places = [place for place, item in enumerate(ranked) if item.score >= least]
    bearing = [place for place in _best_of_each(ranked) if ranked[place].score >= least]
    wanted = list(dict.fromkeys((*places[:BEST_READ], *bearing)))[: most if count is None else count]
    filled = list(dict.fromkeys((*wanted, *places)))[: max(RERANKED, len(wanted)) if count is None else count]
    return tuple(ranked[place] for place in sorted(filled))


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


def is_aside(sentence: str) -> bool:
    """Tell whether a sentence reports the work of others, or how its paper is arranged: it says little on the paper itself."""
    if _SIGNPOST.search(sentence):
        return True
    others = _REFERENCE.search(sentence) and _OTHERS.search(_BRACKETS.sub(" ", sentence))
    return bool(others) and not _OWN.search(sentence)


def _best_of_each(ranked: Sequence[Candidate]) -> list[int]:
    """Return the places of the first passages of each paper that bears on the question."""
    count: Counter[PaperId] = Counter()
    places = []
    for place, item in enumerate(ranked):
        if count[item.paper_id] < READ_OF_EACH and bears(item.score, ranked[0].score):
            places.append(place)
            count[item.paper_id] += 1
    return places


def _distinct(items: Sequence[Candidate]) -> tuple[Candidate, ...]:
    return tuple({(item.paper_id, item.chunk_id): item for item in reversed(items)}.values())[::-1]


def worth_reading(ranked: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return the passages that bear on the question, most relevant first, and behind them those that were not weighed.

    The score of a weighed one is a tenth of its relevance. Where no weighed one bears, all come back as they are: a model may err.
    """
    useful = [item for item in ranked if (item.relevance or 0.0) >= USEFUL]
    if not useful:
        return tuple(ranked)
    scored = [replace(item, score=round((item.relevance or 0.0) / HIGHEST, 6)) for item in useful]
    scored.sort(key=lambda item: -item.score)
    least = scored[-1].score
    others = [replace(item, score=round(min(item.score, least), 6)) for item in ranked if item.relevance is None]
    return (*scored, *sorted(others, key=lambda item: -item.score))


def interleaved(searches: Sequence[Sequence[Candidate]], most: int) -> tuple[Candidate, ...]:
    """Interleave the passages of several searches by rank, without repeats."""
    longest = max(map(len, searches), default=0)
    in_turn = [items[rank] for rank in range(longest) for items in searches if rank < len(items)]
    distinct = {(item.paper_id, item.chunk_id): item for item in reversed(in_turn)}
    return tuple(distinct.values())[::-1][:most]


def towards(vector: NDArray[np.float32], nearest: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return the vector moved to the first of the nearest ones, unit length; unchanged where there are none of its dimension.

    `nearest` are vectors of passages, nearest first, of any length above 0.
    """
    alike = [_unit(row) for row in nearest if len(row) == len(vector)][:PASSAGES]
    return _unit(vector + WEIGHT * _unit(np.mean(alike, axis=0))) if alike else vector


def _unit(row: NDArray[np.float32]) -> NDArray[np.float32]:
    length = float(np.linalg.norm(row))
    return (row / length).astype(np.float32) if length > 0 else row


def join_passages(passages: Sequence[Evidence], text: str) -> tuple[Evidence, ...]:
    """Return the passages in the order of the paper, numbered from 1; those that overlap, or follow each other in a section, are one.

    One whose words are not those of its range, such as a table beside the paragraph that mentions it, stays as it is.

    All are of one paper, whose `text` their ranges count in.
    """
    joined: list[Evidence] = []
    apart: list[Evidence] = []
    for piece in sorted(passages, key=_place):
        before = joined[-1] if joined else None
        if piece.text != text[piece.start : piece.end]:
            apart.append(piece)
        elif before is None or not _follows(piece, before):
            joined.append(piece)
        elif piece.end > before.end:
            joined[-1] = replace(
                before,
                text=text[before.start : piece.end],
                end=piece.end,
                score=max(before.score, piece.score),
                page_numbers=tuple(dict.fromkeys((*before.page_numbers, *piece.page_numbers))),
            )
    ordered = sorted((*joined, *apart), key=_place)
    return tuple(replace(piece, number=number) for number, piece in enumerate(ordered, start=1))


def _place(piece: Evidence) -> tuple[int, int]:
    return piece.start, piece.end


def _follows(piece: Evidence, before: Evidence) -> bool:
    """Tell whether a passage overlaps the one before it, or goes on in the same section."""
    if piece.start < before.end:
        return True
    return piece.start <= before.end + len(BLOCK_SEPARATOR) and piece.section_path == before.section_path
