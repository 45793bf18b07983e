"""The passages that were found for an answer that looks more than once, each kept once, the best ones first."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from msgspec import Struct, field

from scholarai.domain.chat import Evidence
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper
from scholarai.services.library.each_paper import Reading
from scholarai.services.library.passages import FindPassages

# Passages of one paper for one search, and of all papers together. Guesses.
PER_SEARCH, PER_SEARCH_OF_SEVERAL = 12, 24
# From this relevance of ten on a passage bears on the question.
USEFUL = 4.0
# Of a passage, that another one holds already: then it is the same one.
_SAME = 0.5


class Item(Struct, kw_only=True):
    """A passage with its rank in the search that found it; `relevance` and `summary` once it was weighed."""

    piece: Evidence
    rank: int
    strength: float
    weak: bool
    relevance: float | None = None
    summary: str = ""

    @property
    def useful(self) -> bool:
        return self.relevance is not None and self.relevance >= USEFUL


class Pool(Struct, kw_only=True):
    """Searches papers and keeps what was found; `lexical` once a paper was searched by its words alone."""

    find: FindPassages
    reading: Reading
    items: list[Item] = field(default_factory=list)
    lexical: bool = False

    def search(self, papers: Sequence[Paper], texts: Sequence[str]) -> int:
        """Search each paper for each text, and return how many passages are new.

        Raises:
            TransientError: If no paper can be reached.
        """
        queries = [self.find.query(text) for text in texts]
        k = max(2, min(PER_SEARCH, PER_SEARCH_OF_SEVERAL // max(len(papers), 1)))
        before = len(self.items)
        for opened in self.reading.over(papers):
            for query in queries:
                found = query.search(opened, k=k)
                self.lexical = self.lexical or not query.compares(opened)
                for rank, piece in enumerate(found.evidence):
                    self._add(piece, rank, strength=found.strength.value, weak=found.weak)
        return len(self.items) - before

    def strongest(self, papers: Sequence[Paper], most: int) -> list[Paper]:
        """Return the papers whose passages are strongest, in their own order."""
        strength: dict[PaperId, float] = {}
        for item in self.items:
            strength[item.piece.paper_id] = max(item.strength, strength.get(item.piece.paper_id, -math.inf))
        best = set(sorted(strength, key=lambda paper_id: -strength[paper_id])[:most])
        return [paper for paper in papers if paper.id in best]

    def unweighed(self, most: int) -> list[Item]:
        """Return the first passages that were not weighed yet: the best of every search before the second best of any."""
        return sorted((item for item in self.items if item.relevance is None), key=_order)[:most]

    def useful(self) -> list[Item]:
        """Return the passages that bear on the question, most relevant first."""
        return sorted((item for item in self.items if item.useful), key=_order)

    def best(self, characters: int) -> tuple[Evidence, ...]:
        """Return the passages to answer from, numbered, as many as fit: pinned ones, useful ones, then by the searches.

        The last ones fill what a quick answer would fill, too, since a model that weighs may err. Nothing comes back where no
        weighed passage is useful, or where none was weighed and all searches were weak.
        """
        pinned = [item for item in self.items if item.piece.pinned_by]
        useful = self.useful()
        weighed = any(item.relevance is not None for item in self.items)
        if not pinned and not (useful if weighed else [item for item in self.items if not item.weak]):
            return ()
        others = sorted((item for item in self.items if not item.weak), key=_by_search)
        return _fitting([*pinned, *useful, *others], characters)

    def nearest(self) -> tuple[Evidence, ...]:
        """Return all passages, best first, to be shown with a refusal."""
        return _numbered(item.piece for item in sorted(self.items, key=_order))

    def _add(self, piece: Evidence, rank: int, *, strength: float, weak: bool) -> None:
        same = next((item for item in self.items if _is_same(item.piece, piece)), None)
        if same is None:
            self.items.append(Item(piece=piece, rank=rank, strength=strength, weak=weak))
        else:
            same.rank, same.strength, same.weak = min(same.rank, rank), max(same.strength, strength), same.weak and weak


def _by_search(item: Item) -> tuple[int, float]:
    return (item.rank, -item.strength)


def _order(item: Item) -> tuple[float, int, float]:
    return (-(item.relevance or 0.0), *_by_search(item))


def _is_same(one: Evidence, other: Evidence) -> bool:
    common = min(one.end, other.end) - max(one.start, other.start)
    return one.paper_id == other.paper_id and common >= _SAME * (other.end - other.start)


def _fitting(items: Sequence[Item], characters: int) -> tuple[Evidence, ...]:
    chosen: list[Evidence] = []
    seen: set[tuple[PaperId, int]] = set()
    for piece in (item.piece for item in items):
        if (piece.paper_id, piece.start) in seen:
            continue
        characters -= len(piece.text)
        if characters < 0 and chosen:
            break
        seen.add((piece.paper_id, piece.start))
        chosen.append(piece)
    return _numbered(chosen)


def _numbered(pieces: Iterable[Evidence]) -> tuple[Evidence, ...]:
    return tuple(replace(piece, number=number) for number, piece in enumerate(pieces, start=1))
