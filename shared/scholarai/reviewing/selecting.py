"""Chooses which quotes a review shows: those that bear on the question, differ, and are of many papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# What a reader reads to the end; every paper that has something keeps its best quote, though, and of many papers the best have
# some more. This, the share and the two bounds below were chosen with the half of benchmarks/review.py's questions that rules are
# chosen with, by the experts' passages that are quoted and by how many quotes there are.
MOST_QUOTES, MORE_QUOTES = 50, 10
# What the relevance of its paper counts for a quote; its own counts the rest.
PAPER_SHARE = 0.6
# Relevance below which a paper has nothing to say, and a further quote of a paper is not worth reading.
LEAST_RELEVANCE, LEAST_OF_FURTHER = 0.45, 0.55
# So few quotes are no review, and what bears less is shown, too, down to this relevance.
FEW_QUOTES, LEAST_OF_FEW = 8, 0.4
# Likeness above which two quotes say the same to a reader; a guess from reading.
SAME = 0.85
# Weights of a quote's likeness to one that was chosen, and of each that its paper has already, beside its relevance, which is
# 1 at most: J. Carbonell, J. Goldstein, "The use of MMR", 1998, with a summand for the papers. Guesses.
LIKENESS_WEIGHT, PAPER_WEIGHT = 0.4, 0.06


def select(
    relevance: Sequence[float],
    vectors: NDArray[np.float32],
    papers: Sequence[Hashable],
    most: int = MOST_QUOTES,
    more: int = MORE_QUOTES,
) -> list[int]:
    """Return the rows of the quotes to show in the order of their choice: first each paper's best, then what adds most.

    A paper whose best quote does not bear on the question has none; the best quote of all is always shown.

    Args:
        relevance: How much each quote bears on the question, from 0 to 1.
        vectors: Shape (n, d), unit rows.
        papers: The paper of each quote.
        most: Quotes to show.
        more: Quotes to show beside the best of each paper, if that makes more.
    """
    best = _best_of_each(relevance, papers)
    chosen = list(best.values())
    likeness = vectors @ vectors.T
    count = Counter(papers[row] for row in chosen)
    left = [
        row
        for row in range(len(papers))
        if row not in chosen and papers[row] in best and relevance[row] >= LEAST_OF_FEW
    ]
    while left and len(chosen) < max(most, len(best) + more):
        closest = likeness[:, chosen].max(axis=1)
        least = LEAST_OF_FEW if len(chosen) < FEW_QUOTES else LEAST_OF_FURTHER
        left = [row for row in left if closest[row] < SAME and relevance[row] >= least]
        worth = {
            row: relevance[row] - LIKENESS_WEIGHT * float(closest[row]) - PAPER_WEIGHT * count[papers[row]]
            for row in left
        }
        if worth:
            row = max(worth, key=lambda row: (worth[row], -row))
            chosen.append(row)
            left.remove(row)
            count[papers[row]] += 1
    return chosen


def _best_of_each(relevance: Sequence[float], papers: Sequence[Hashable]) -> dict[Hashable, int]:
    """Return the row of the best quote of each paper that bears on the question, best first."""
    best: dict[Hashable, int] = {}
    for row in sorted(range(len(papers)), key=lambda row: -relevance[row]):
        least = LEAST_OF_FEW if len(best) < FEW_QUOTES else LEAST_RELEVANCE
        if not best or relevance[row] >= least:
            best.setdefault(papers[row], row)
    return best
