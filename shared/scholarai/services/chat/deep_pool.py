"""Keeps the passages that the searches of a deeper answer found, each once, and chooses the best."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from scholarai.answering.trimming import Part, Passage, parts_of, trimmed
from scholarai.domain.chat import Evidence
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper
from scholarai.retrieval.search import Found
from scholarai.services.library.open_papers import OpenPaper, Reading
from scholarai.services.library.passages import FindPassages

# Passages of one paper for one search, and of all papers together. Guesses.
PER_SEARCH, PER_SEARCH_OF_SEVERAL = 12, 24
# From this relevance on, of ten, a passage bears on the question. A guess.
USEFUL = 4.0
# What a point of relevance adds to the logarithm of how likely a sentence answers. With .4, 1.5 and 100 the judge
# finds .790, .867 and .841 of the evidence (58 questions of CL-SciSumm, 8,000 characters); whole passages .816.
RELEVANCE_WEIGHT = 1.5
# A passage counts as the same as another one that has this share of it. A guess.
_SAME = 0.5
# A number in a summary that is not in its passage was made up.
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


class Item(Struct, kw_only=True):
    """A passage with its rank in the search that found it, and its `relevance` and `summary` once it was weighed."""

    piece: Evidence
    rank: int
    strength: float
    parts: tuple[Part, ...]
    relevance: float | None = None
    summary: str = ""

    @property
    def useful(self) -> bool:
        return self.relevance is not None and self.relevance >= USEFUL


class Pool(Struct, kw_only=True):
    """Searches papers and keeps what was found; `lexical` is True once a paper was searched by words alone.

    `rated` has, for each search of a paper, the log likelihood that a found sentence answers, by the sentence's start.
    """

    find: FindPassages
    reading: Reading
    items: list[Item] = field(default_factory=list)
    lexical: bool = False
    rated: dict[PaperId, list[dict[int, float]]] = field(default_factory=dict)

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
                ratings = dict(rating for piece in found.evidence for rating in piece.ratings)
                self.rated.setdefault(opened.paper_id, []).append(ratings)
                for rank, piece in enumerate(found.evidence):
                    self._add(opened, piece, rank, found)
        return len(self.items) - before

    def strongest(self, papers: Sequence[Paper], most: int) -> list[Paper]:
        """Return the papers with the best passages, in the order of the papers."""
        strength: dict[PaperId, float] = {}
        for item in self.items:
            strength[item.piece.paper_id] = max(item.strength, strength.get(item.piece.paper_id, -math.inf))
        best = set(sorted(strength, key=lambda paper_id: -strength[paper_id])[:most])
        return [paper for paper in papers if paper.id in best]

    def unweighed(self, most: int) -> list[Item]:
        """Return the first passages that are not weighed yet: the best of every search before the second best of any."""
        return sorted((item for item in self.items if item.relevance is None), key=_order)[:most]

    def useful(self) -> list[Item]:
        """Return the passages that bear on the question, most relevant first."""
        return sorted((item for item in self.items if item.useful), key=_order)

    def best(self, characters: int) -> tuple[Evidence, ...]:
        """Return the passages to answer from, numbered, as many as fit: those that the question names, useful ones, others.

        The others fill the room up as in a quick answer, since the model that weighs may err. If not all useful passages fit,
        or not all others, only their sentences that bear most on the question are returned.
        """
        pinned, useful = [item for item in self.items if item.piece.pinned_by], self.useful()
        shown = _fitting(pinned, characters)
        relevant = [item for item in useful if not item.piece.pinned_by]
        rest = [*relevant, *self._others()]
        if _length(item.piece for item in relevant) <= characters - _length(shown):
            shown += [item.piece for item in relevant]
            rest = rest[len(relevant) :]
        return _numbered([*shown, *self._filling(rest, characters - _length(shown))])

    def _others(self) -> list[Item]:
        """Return the passages that are neither useful nor pinned, by the searches that found them."""
        others = (item for item in self.items if not (item.useful or item.piece.pinned_by))
        return sorted(others, key=_by_search)

    def _filling(self, rest: Sequence[Item], left: int) -> Iterable[Evidence]:
        """Return passages whole if all fit into so many characters, and otherwise the best of their sentences."""
        if _length(item.piece for item in rest) <= left:
            return [item.piece for item in rest]
        passages = [Passage(piece=item.piece, parts=item.parts, worth=self._worth(item)) for item in rest]
        return trimmed(passages, left) if left > 0 else ()

    def nearest(self) -> tuple[Evidence, ...]:
        """Return all passages, best first, to be shown with a refusal."""
        return _numbered(item.piece for item in sorted(self.items, key=_order))

    def _add(self, opened: OpenPaper, piece: Evidence, rank: int, found: Found) -> None:
        same = next((item for item in self.items if _is_same(item.piece, piece)), None)
        if same is None:
            parts = parts_of(opened.index, piece)
            self.items.append(Item(piece=piece, rank=rank, strength=found.strength, parts=parts))
        else:
            same.rank, same.strength = min(same.rank, rank), max(same.strength, found.strength)

    def _worth(self, item: Item) -> tuple[float, ...]:
        """Return for each part of a passage how likely it answers the question and the best fitting of the other searches."""
        first, *others = self.rated[item.piece.paper_id]
        weight = 0.0 if item.relevance is None else RELEVANCE_WEIGHT * (item.relevance - USEFUL)
        return tuple(
            weight + _rating(first, part) + max((_rating(other, part) for other in others), default=0.0)
            for part in item.parts
        )


def grounded_summary(summary: str, passage: str) -> str:
    """Return a summary in one line, or an empty text if it has a number that is not in its passage."""
    made_up = set(_NUMBER.findall(summary)) - set(_NUMBER.findall(passage))
    return "" if made_up else " ".join(summary.split())


def _rating(ratings: Mapping[int, float], part: Part) -> float:
    """Return the best rating of a part's sentences, or the lowest rating of the search if none was rated."""
    return max(
        (ratings[start] for start in part.starts if start in ratings), default=min(ratings.values(), default=0.0)
    )


def _by_search(item: Item) -> tuple[int, float]:
    return (item.rank, -item.strength)


def _order(item: Item) -> tuple[float, int, float]:
    return (-(item.relevance or 0.0), *_by_search(item))


def _is_same(one: Evidence, other: Evidence) -> bool:
    common = min(one.end, other.end) - max(one.start, other.start)
    return one.paper_id == other.paper_id and common >= _SAME * (other.end - other.start)


def _fitting(items: Sequence[Item], characters: int) -> list[Evidence]:
    """Return the first passages, as many as fit, but one at least."""
    chosen: list[Evidence] = []
    for piece in (item.piece for item in items):
        characters -= len(piece.text)
        if characters < 0 and chosen:
            break
        chosen.append(piece)
    return chosen


def _length(pieces: Iterable[Evidence]) -> int:
    return sum(len(piece.text) for piece in pieces)


def _numbered(pieces: Iterable[Evidence]) -> tuple[Evidence, ...]:
    return tuple(replace(piece, number=number) for number, piece in enumerate(pieces, start=1))
