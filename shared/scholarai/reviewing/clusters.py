"""Groups quotes by subject into groups of similar size, without a language model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Quotes to a section, about; and how many sections a reader follows. Guesses.
QUOTES_PER_SECTION = 6
MOST_CLUSTERS = 6
_ROUNDS = 25


def group(vectors: NDArray[np.float32], most: int) -> list[list[int]]:
    """Return groups of at most `most` rows, largest first; each group's rows in order of closeness to its middle.

    k-means on the sphere with centres that begin far apart, so the same rows always give the same groups; a row whose
    group is full goes to the next nearest. A row alone joins the nearest group that has room, else gets the nearest row.

    Args:
        vectors: Shape (n, d), unit rows, n at least 1.
        most: At least 1; more groups than usual are made where they are needed for it.
    """
    wanted = max(-(-len(vectors) // most), min(MOST_CLUSTERS, round(len(vectors) / QUOTES_PER_SECTION)))
    centres = vectors[_far_apart(vectors, wanted)]
    nearest = np.full(len(vectors), -1, dtype=np.intp)
    for _ in range(_ROUNDS):
        moved = _placed(vectors @ centres.T, most)
        if (moved == nearest).all():
            break
        nearest = moved
        centres = np.stack([middle(vectors[nearest == place], centres[place]) for place in range(len(centres))])
    groups = [np.flatnonzero(nearest == place) for place in range(len(centres))]
    found = [_by_closeness(vectors, rows) for rows in _without_single(vectors, groups, most) if len(rows)]
    return sorted(found, key=lambda rows: (-len(rows), rows[0]))


def middle(rows: NDArray[np.float32], otherwise: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean direction of unit rows; `otherwise` where they have none."""
    mean = rows.sum(axis=0)
    length = float(np.linalg.norm(mean))
    found: NDArray[np.float32] = mean / length if length else otherwise
    return found


def _placed(likeness: NDArray[np.float32], most: int) -> NDArray[np.intp]:
    """Return the group of each row, the surest rows first; columns that coincide would leave too little room."""
    place = np.full(len(likeness), -1, dtype=np.intp)
    room = [most] * likeness.shape[1]
    for row, column in zip(
        *np.unravel_index(np.argsort(-likeness, axis=None, kind="stable"), likeness.shape), strict=True
    ):
        if place[row] < 0 and room[column]:
            place[row] = column
            room[column] -= 1
    return place


def _without_single(
    vectors: NDArray[np.float32], given: Sequence[NDArray[np.intp]], most: int
) -> list[NDArray[np.intp]]:
    """Return the groups with each row that is alone moved to the nearest group with room, or joined by the nearest row."""
    groups = list(given)
    for place, rows in enumerate(groups):
        if len(rows) != 1 or most == 1:
            continue
        near = np.argsort(-(vectors @ vectors[rows[0]]), kind="stable").tolist()
        owner = {int(row): at for at, own in enumerate(groups) for row in own if at != place}
        host = next((owner[row] for row in near if row in owner and len(groups[owner[row]]) < most), None)
        guest = next((row for row in near if row in owner and len(groups[owner[row]]) > 2), None)
        if host is not None:
            groups[host], groups[place] = np.append(groups[host], rows), rows[:0]
        elif guest is not None:
            groups[owner[guest]] = groups[owner[guest]][groups[owner[guest]] != guest]
            groups[place] = np.append(rows, guest)
    return groups


def _by_closeness(vectors: NDArray[np.float32], rows: NDArray[np.intp]) -> list[int]:
    closeness = vectors[rows] @ middle(vectors[rows], vectors[rows[0]])
    return [int(row) for row in rows[np.argsort(-closeness, kind="stable")]]


def _far_apart(vectors: NDArray[np.float32], wanted: int) -> list[int]:
    """Return rows far from each other, the most usual one first; never the same row twice."""
    chosen = [int((vectors @ middle(vectors, vectors[0])).argmax())]
    while len(chosen) < min(wanted, len(vectors)):
        closest = (vectors @ vectors[chosen].T).max(axis=1)
        closest[chosen] = np.inf
        chosen.append(int(closest.argmin()))
    return chosen
