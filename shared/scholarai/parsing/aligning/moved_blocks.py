"""Finds the blocks that stand elsewhere in the PDF than in its source: floats, footnotes, sorted bibliographies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scholarai.parsing.aligning.matching import Gap, matched

# A block of which less was found in order stands elsewhere, or its words agreed by chance; less is asked of blocks that
# seldom move, since formulas are words on one side alone. Guesses.
_LEAST_IN_ORDER = 0.5
_LEAST_AT_HOME = 0.2
# A block of which less was found elsewhere is not placed: entries of bibliographies are worded by styles. A guess.
_LEAST_ELSEWHERE = 0.3
# Runs of words vote for a place: how long they are, for how many places one may vote, how many votes a place needs.
_RUN = 3
_MOST_PLACES = 8
_LEAST_VOTES = 2
# How far the votes for one place may drift apart beside a quarter of the block, for its formulas.
_DRIFT = 12


class WordRange(NamedTuple):
    """The words of a block from `low` to before `high`; `floats` says that it often stands elsewhere in print."""

    low: int
    high: int
    floats: bool


def find_moved(words: Sequence[str], others: Sequence[str], found: dict[int, int], blocks: Sequence[WordRange]) -> None:
    """Search once more for the blocks of which little was found in order, among the words that no other block has.

    Args:
        words: The source's.
        others: The PDF's.
        found: Which index of `words` is which of `others`; changed in place.
        blocks: Those that may be placed so, none empty.
    """
    lost = [block for block in blocks if _is_lost(block, found)]
    for low, high, _ in lost:
        for at in range(low, high):
            found.pop(at, None)
    taken = set(found.values())
    free = [at for at in range(len(others)) if at not in taken]
    left = [others[at] for at in free]
    places = _places_of_runs(left)
    for low, high, _ in lost:
        window = _window(words[low:high], places)
        if window is None:
            continue
        again = {
            at: free[other]
            for at, other in matched(words, left, Gap(low, high, max(window[0], 0), min(window[1], len(left)))).items()
            if free[other] not in taken
        }
        if len(again) >= _LEAST_ELSEWHERE * (high - low):
            found |= again
            taken.update(again.values())


def _is_lost(block: WordRange, found: Mapping[int, int]) -> bool:
    share = sum(at in found for at in range(block.low, block.high)) / (block.high - block.low)
    return share < (_LEAST_IN_ORDER if block.floats else _LEAST_AT_HOME)


def _places_of_runs(words: Sequence[str]) -> Mapping[tuple[str, ...], list[int]]:
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, run in _runs(words):
        places[run].append(at)
    return {run: found for run, found in places.items() if len(found) <= _MOST_PLACES}


def _runs(words: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    return ((at, tuple(words[at : at + _RUN])) for at in range(len(words) - _RUN + 1))


def _window(block: Sequence[str], places: Mapping[tuple[str, ...], list[int]]) -> tuple[int, int] | None:
    """Return the range in which the most runs of a block stand as far apart as in the block."""
    votes = sorted((place - at, at) for at, run in _runs(block) for place in places.get(run, ()))
    drift = _DRIFT + len(block) // 4
    best, first = (0, 0), 0
    for last, (shift, _) in enumerate(votes):
        while shift - votes[first][0] > drift:
            first += 1
        best = max(best, (first, last + 1), key=lambda pair: pair[1] - pair[0])
    chosen = votes[slice(*best)]
    if len(chosen) < _LEAST_VOTES:
        return None
    return chosen[0][0], chosen[-1][0] + len(block)
