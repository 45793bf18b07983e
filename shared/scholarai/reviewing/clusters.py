"""Groups quotes by what they are about, without a language model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Quotes to a section, about; and how many sections a reader follows. Guesses.
QUOTES_PER_SECTION = 5
MOST_CLUSTERS = 6
_ROUNDS = 25


def group(vectors: NDArray[np.float32]) -> list[list[int]]:
    """Return groups of rows, largest first; each group's rows in order of closeness to its middle.

    k-means on the sphere with centres that begin far apart, so the same rows always give the same groups.

    Args:
        vectors: Shape (n, d), unit rows.
    """
    count = len(vectors)
    wanted = max(1, min(MOST_CLUSTERS, round(count / QUOTES_PER_SECTION)))
    centres = vectors[_far_apart(vectors, wanted)]
    nearest = np.zeros(count, dtype=np.intp)
    for _ in range(_ROUNDS):
        moved = (vectors @ centres.T).argmax(axis=1)
        if (moved == nearest).all() and _ > 0:
            break
        nearest = moved
        centres = np.stack([_middle(vectors[nearest == place], centres[place]) for place in range(len(centres))])
    groups = []
    for place in range(len(centres)):
        rows = np.flatnonzero(nearest == place)
        closeness = vectors[rows] @ centres[place]
        groups.append([int(rows[i]) for i in np.argsort(-closeness, kind="stable")])
    return sorted((rows for rows in groups if rows), key=lambda rows: (-len(rows), rows[0]))


def distinctive_terms(groups: Sequence[Sequence[Sequence[str]]], *, count: int) -> list[list[str]]:
    """Return for each group of texts, given as terms, those that stand in many of its texts and in few of the others."""
    everywhere = Counter(term for texts in groups for terms in texts for term in set(terms))
    total = sum(len(texts) for texts in groups)
    found = []
    for texts in groups:
        inside = Counter(term for terms in texts for term in set(terms))
        worth = {
            term: (hits / len(texts)) * float(np.log1p(total / everywhere[term]))
            for term, hits in inside.items()
            if len(term) > 2 and not term.isdigit()
        }
        found.append(sorted(worth, key=lambda term: (-worth[term], term))[:count])
    return found


def _far_apart(vectors: NDArray[np.float32], wanted: int) -> list[int]:
    middle = _middle(vectors, vectors[0])
    chosen = [int((vectors @ middle).argmax())]
    while len(chosen) < wanted:
        closest = (vectors @ vectors[chosen].T).max(axis=1)
        chosen.append(int(closest.argmin()))
    return list(dict.fromkeys(chosen))


def _middle(rows: NDArray[np.float32], otherwise: NDArray[np.float32]) -> NDArray[np.float32]:
    if not len(rows):
        return otherwise
    mean = rows.mean(axis=0)
    length = float(np.linalg.norm(mean))
    middle: NDArray[np.float32] = mean / length if length else otherwise
    return middle
