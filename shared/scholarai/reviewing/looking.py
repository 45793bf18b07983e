"""How far a review looks beyond its first search: the bounds of each depth, and which weighed passages are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from scholarai.domain.depth import Depth, DepthBounds
from scholarai.domain.review import Candidate
from scholarai.reviewing.candidates import MOST_READ_BY_MODEL
from scholarai.reviewing.schedule import MISSING_PASSAGES

# Of weighing, searching again and checking together; what the review's own steps take is bounded by its budget. `looking_s` is that
# of one step, well below the time that the platform leaves it. Guesses: a deep review may take twice what a quick one does.
REVIEW_BOUNDS: Mapping[Depth, DepthBounds] = {
    "normal": DepthBounds(
        calls=10, tokens=200_000, looking_s=120.0, passages=MOST_READ_BY_MODEL, rounds=0, sub_questions=0
    ),
    "deep": DepthBounds(
        calls=48,
        tokens=800_000,
        looking_s=240.0,
        passages=MOST_READ_BY_MODEL + MISSING_PASSAGES,
        rounds=1,
        sub_questions=4,
    ),
}
# From this relevance of ten on a passage is read, as in answers. A guess.
USEFUL = 4.0
HIGHEST = 10.0


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


def interleaved(found: Sequence[Sequence[Candidate]], most: int) -> tuple[Candidate, ...]:
    """Return the best passages of several searches: the best of each before the second best of any, none twice."""
    longest = max(map(len, found), default=0)
    in_turn = [items[rank] for rank in range(longest) for items in found if rank < len(items)]
    distinct = {(item.paper_id, item.chunk_id): item for item in reversed(in_turn)}
    return tuple(distinct.values())[::-1][:most]
