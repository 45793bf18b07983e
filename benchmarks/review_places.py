"""Where experts' passages stand in the order in which a review reads, and what a better order could read at most."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from review_library import OWNER, Passage, holds

from scholarai.domain.ids import PaperId, ReviewId
from scholarai.domain.review import Candidate, Decomposition
from scholarai.domain.review_outputs import Reranked, Retrieved

KEPT = 50
# Lengths of the list that is read, beside today's.
LENGTHS = (40, KEPT, 60, 75, 100, 150, 200)


@dataclass(frozen=True, kw_only=True)
class Places:
    """What became of one question's experts' passages.

    Attributes:
        places: Of each passage in the order of reading, from 1; None where the search did not bring it.
        papers: Whether any passage of each passage's paper was read.
        read: How many passages were read.
        found: How many the search brought.
        spread: How many papers are among those read.
    """

    id: str
    places: tuple[int | None, ...]
    papers: tuple[bool, ...]
    read: int
    found: int
    spread: int

    def share(self, length: int) -> float:
        return sum(place is not None and place <= length for place in self.places) / len(self.places)

    @property
    def missed(self) -> list[tuple[int | None, bool]]:
        pairs = zip(self.places, self.papers, strict=True)
        return [(place, paper) for place, paper in pairs if place is None or place > self.read]


def places_of(row: dict[str, Any], passages: Sequence[Passage], review_id: ReviewId) -> Places:
    """Return where the passages of a question's experts stand in its review, which has read and not ended."""
    from scholarai import bootstrap
    from scholarai.domain.values import from_json
    from scholarai.services.reviews.finding import in_order

    backend = bootstrap.process.backend()
    stored = backend.reviews.read_outputs(review_id, ["decompose", "retrieve", "rerank"])
    found = from_json(Retrieved, stored["retrieve"]).candidates
    papers = backend.catalog.describe(OWNER, [item.paper_id for item in found])
    order = in_order(found, papers, from_json(Decomposition, stored["decompose"]))
    read = from_json(Reranked, stored["rerank"]).passages
    spread: set[PaperId] = {item.paper_id for item in read}
    gold = [passage for passage in passages if row["question_id"] in passage.questions]
    return Places(
        id=row["question_id"],
        places=tuple(_place(passage, order) for passage in gold),
        papers=tuple(passage.paper_id in spread for passage in gold),
        read=len(read),
        found=len(order),
        spread=len(spread),
    )


def _place(passage: Passage, order: Sequence[Candidate]) -> int | None:
    return next((n for n, item in enumerate(order, start=1) if holds(item.text, passage.text)), None)


def print_places(found: Sequence[Places]) -> None:
    """Print a line per question, those with most missed first, and what orders and lengths could read."""
    kept = [one for one in found if one.places]
    for one in sorted(kept, key=lambda one: (-len(one.missed) / len(one.places), one.id)):
        missed = " ".join(f"{place or 'not found'}{'' if paper else '*'}" for place, paper in one.missed)
        print(
            f"{one.id}: {len(one.places) - len(one.missed)} of {len(one.places)} read among {one.read} of {one.found}"
            f" passages of {one.spread} papers{'; missed at ' + missed if missed else ''}"
        )
    print("(* no passage of its paper was read)")
    perfect = [min(one.read, sum(place is not None for place in one.places)) / len(one.places) for one in kept]
    print(f"all that the search brings, mean over questions: {statistics.mean(perfect):.3f}")
    for length in LENGTHS:
        print(f"the first {length}: {statistics.mean(one.share(length) for one in kept):.3f}")
