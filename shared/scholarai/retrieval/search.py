"""Finds the passages of one paper that may answer a question."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from scholarai.domain.chat import Evidence
from scholarai.domain.content import BLOCK_SEPARATOR, Block
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.domain.values import Value
from scholarai.retrieval.cues import Cue, find_cues
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.ranking import Ranking, Span, Weights, best_passages, log_shares, rank_sentences, worth_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.places import Place
    from scholarai.retrieval.units import Scores
    from scholarai.retrieval.vectors import Vector

# Windows whose cosines are averaged to compare papers: one alone may be an accident; and the weight of their mean beside the share of
# the question that the paper covers.
TOP_WINDOWS, DENSE_WEIGHT = 3, 1.6
# Passages that are shown for one place that a question names.
PASSAGES_PER_CUE = 3
# Of so many passages, the last one is of a section that none was taken from: it holds an answer more often than the next best would.
LEAST_ELSEWHERE = 10
# Sentences that may answer best, of which every one is in a passage.
ANSWERING = 3
# A place whose sentences have less than this share of its characters (at most of a passage's) is shown as it stands. A guess.
LEAST_SENTENCES = 0.2
# Where the best sentence has less of the question's own words than this, by their rarity, the search is not sure. Chosen on 120
# questions that people asked of 20 papers: .15 of those that their paper answers are below it, .65 of the others.
LEAST_COVERED = 0.5


class SearchedPaper(Value, frozen=True, kw_only=True, eq=False):
    """A paper to be searched."""

    paper_id: PaperId
    index: PaperIndex


class Found(Value, frozen=True, kw_only=True):
    """What was found in one paper for a question.

    `evidence` is numbered from 1, pinned passages first. `strength` compares papers for one question. `missing` are places that the question names and the paper
    does not have. `weak` means that the search is not sure of any of it. `also` are forms of the question's words that were searched,
    too, and `absent` those words of which the paper has no form.
    """

    evidence: tuple[Evidence, ...]
    strength: float
    weak: bool = False
    missing: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


def search_paper(
    paper: SearchedPaper, question: str, vector: Vector | None, *, k: int, weights: Weights | None = None
) -> Found:
    """Return `k` passages of a paper, each of at most `CHUNK_CHARACTERS`: those at named places, then the best.

    Behind them come further ones for those of the `ANSWERING` best sentences that are in none of them.

    Without a vector, words alone decide. A paper without text has no passages.

    Raises:
        DimensionMismatchError: If the question was embedded in another space than the paper.
    """
    ranking = rank_sentences(paper.index, question, vector, weights)
    search = _Search(paper, ranking)
    missing = [cue.text for cue in find_cues(question) if not search.pin(cue) and cue.sure]
    search.fill(k)
    evidence = tuple(_numbered(item, number) for number, item in enumerate(search.evidence, start=1))
    nearest = float(np.sort(ranking.dense)[-TOP_WINDOWS:].mean()) if len(ranking.dense) else 0.0
    return Found(
        evidence=evidence,
        strength=ranking.covered + DENSE_WEIGHT * nearest,
        weak=ranking.covered < LEAST_COVERED and not any(item.pinned_by for item in evidence),
        missing=tuple(dict.fromkeys(missing)),
        also=ranking.forms.also,
        absent=ranking.forms.absent,
    )


class _Search:
    """Collects the evidence of one paper for one question."""

    def __init__(self, paper: SearchedPaper, ranking: Ranking) -> None:
        self._paper = paper
        self._index = paper.index
        self.ranking = ranking
        starts = paper.index.starts.tolist()
        # A heading answers nothing.
        self._answering = np.where(paper.index.facts.heading > 0, -np.inf, ranking.answering)
        shares = log_shares(ranking.answering).round(3).tolist()
        self._ratings = tuple(zip(starts, shares, strict=True))
        self._starts: list[int] = starts
        self._titles: dict[str, str] = {section.id: section.title for section in paper.index.content.sections}
        self._used = np.zeros(len(paper.index.starts), dtype=bool)
        self._worth = worth_of(paper.index, ranking.sentences)
        self.evidence: list[Evidence] = []

    def pin(self, cue: Cue) -> bool:
        """Add the passages at a named place, and tell whether the paper has such a place."""
        from scholarai.retrieval.places import find_places  # few questions name one

        places = self._described(cue) if cue.kind.startswith("described") else find_places(self._index.content, cue)
        for place in places:
            if place.whole:
                self.evidence.append(self._whole(place))
        searched = [place for place in places if not place.whole]
        before = len(self.evidence)
        for span in islice(self._within([(place.start, place.end) for place in searched]), PASSAGES_PER_CUE):
            passage = self._passage(span, pinned_by=cue.text)
            self.evidence.append(replace(passage, named=_named(passage, searched)))
        if searched and _is_little(self.evidence[before:], searched):
            listed = self._whole(replace(searched[0], end=_end_of_run(searched)))
            self.evidence[before:] = [replace(listed, named=_named(listed, searched))]
        return bool(places)

    def _described(self, cue: Cue) -> list[Place]:
        """Return the places of the figures or tables that a cue may mean, the captions first."""
        from scholarai.retrieval.described import described_floats
        from scholarai.retrieval.places import float_places, mentions

        content = self._index.content
        items = described_floats(self._index, cue, self.ranking.dense)
        parts = [list(float_places(content, cue, item)) for item in items]
        told = [place for item in items[:1] for place in mentions(content, cue, item)]
        return [*(own[0] for own in parts if own), *(place for own in parts[:1] for place in own[1:]), *told]

    def fill(self, k: int) -> None:
        """Add the best passages up to `k`, the last one of a section that has none, and behind them those of the best sentences."""
        del self.evidence[k:]
        self._add(k - len(self.evidence) - (k >= LEAST_ELSEWHERE), self._worth)
        titles = self._index.facts.title_of
        taken = np.isin(titles, titles[self._used])
        for span in islice(best_passages(self._index, self._worth, used=taken), max(k - len(self.evidence), 0)):
            self._used[span.first : span.last + 1] = True
            self.evidence.append(self._passage(span))
        self._add(k - len(self.evidence), self._worth)
        for place in np.argsort(-self._answering, kind="stable")[:ANSWERING]:
            if not self._used[place]:
                certain = self._worth.copy()
                certain[place] = certain.sum()
                self._add(1, certain)

    def _add(self, count: int, worth: Scores) -> None:
        for span in islice(best_passages(self._index, worth, used=self._used), max(count, 0)):
            self.evidence.append(self._passage(span))

    def _within(self, ranges: list[tuple[int, int]]) -> Iterator[Span]:
        """Yield the best passages inside ranges of the text; without a sentence inside, those of the sentences that touch them."""
        starts, ends = self._index.starts, self._index.ends
        inside, touching = np.zeros(len(self._used), dtype=bool), np.zeros(len(self._used), dtype=bool)
        for start, end in ranges:
            inside |= (starts >= start) & (ends <= end)
            touching |= (starts < end) & (ends > start)
        outside: NDArray[np.bool_] = ~(inside if inside.any() else touching) | self._used
        for span in best_passages(self._index, self._worth, used=outside):
            self._used[span.first : span.last + 1] = True
            yield span

    def _passage(self, span: Span, *, pinned_by: str | None = None) -> Evidence:
        best = span.first + int(self.ranking.sentences[span.first : span.last + 1].argmax())
        start, end = int(self._index.starts[span.first]), int(self._index.ends[span.last])
        return self._evidence(start, end, int(self._index.chunk_of[best]), score=span.worth, pinned_by=pinned_by)

    def _whole(self, place: Place) -> Evidence:
        """Return a place as it stands, cut to the length of a passage."""
        index = self._index
        end = min(place.end, place.start + CHUNK_CHARACTERS)
        touching = (index.starts < end) & (index.ends > place.start)
        self._used |= touching
        evidence = self._evidence(
            place.start,
            end,
            self._chunk_around(place),
            score=float(np.exp(self.ranking.sentences[touching]).sum()),
            pinned_by=place.cue.text,
        )
        # A question about the title page asks for a part of it only.
        return evidence if place.cue.kind == "front" else replace(evidence, named=place.named or ((place.start, end),))

    def _chunk_around(self, place: Place) -> int:
        """Return the smallest chunk that holds a place, else the last one that begins before its end."""
        chunks = self._index.chunks
        holding = [n for n, chunk in enumerate(chunks) if chunk.start <= place.start and place.end <= chunk.end]
        if holding:
            return min(holding, key=lambda n: chunks[n].end - chunks[n].start)
        return max((n for n, chunk in enumerate(chunks) if chunk.start < place.end), default=0)

    def _evidence(self, start: int, end: int, chunk_number: int, *, score: float, pinned_by: str | None) -> Evidence:
        chunk = self._index.chunks[chunk_number]
        blocks = tuple(self._index.blocks_between(start, end))
        return Evidence(
            number=len(self.evidence) + 1,
            paper_id=self._paper.paper_id,
            chunk_id=chunk.id,
            text=self._index.text[start:end],
            score=score,
            start=start,
            end=end,
            section_path=self._sections(blocks) or chunk.section_path,
            page_numbers=_pages(blocks, start, end) or chunk.page_numbers,
            pinned_by=pinned_by,
            ratings=self._rated(start, end),
        )

    def _sections(self, blocks: Sequence[Block]) -> tuple[str, ...]:
        """Return the first and the last section of a passage over several sections, nothing for one section."""
        found = dict.fromkeys(
            self._titles.get(block.section_id or "", "") for block in blocks if block.kind != "heading"
        )
        named = [title for title in found if title]
        return (f"{named[0]} – {named[-1]}",) if len(named) > 1 else ()

    def _rated(self, start: int, end: int) -> tuple[tuple[int, float], ...]:
        part = slice(bisect_left(self._starts, start), bisect_left(self._starts, end))
        return tuple(self._ratings[n] for n in range(len(self._starts))[part] if np.isfinite(self._answering[n]))


def pages_between(index: PaperIndex, start: int, end: int) -> tuple[int, ...]:
    """Return the pages that a range of the text stands on, in order; empty for papers without pages."""
    return _pages(index.blocks_between(start, end), start, end)


def _pages(blocks: Iterable[Block], start: int, end: int) -> tuple[int, ...]:
    pages: set[int] = set()
    for block in blocks:
        low, high = start - block.start, end - block.start
        lines = {line.page_number for line in block.lines if line.start < high and line.end > low}
        pages |= lines or ({block.page_number} if block.page_number is not None else set())
    return tuple(sorted(pages))


def _numbered(item: Evidence, number: int) -> Evidence:
    return item if item.number == number else replace(item, number=number)


def _is_little(found: Sequence[Evidence], places: Sequence[Place]) -> bool:
    """Tell whether the places have hardly any sentences: a list of references has none but its heading."""
    there = sum(place.end - place.start for place in places)
    return sum(len(piece.text) for piece in found) < LEAST_SENTENCES * min(there, CHUNK_CHARACTERS)


def _end_of_run(places: Sequence[Place]) -> int:
    """Return where the places end that follow the first one without a gap."""
    end = places[0].end
    for place in places[1:]:
        if place.start > end + len(BLOCK_SEPARATOR):
            break
        end = place.end
    return end


def _named(passage: Evidence, places: Sequence[Place]) -> tuple[tuple[int, int], ...]:
    """Return the parts of a passage that stand at the places."""
    ranges = [part for place in places for part in place.named or ((place.start, place.end),)]
    cut = ((max(start, passage.start), min(end, passage.end)) for start, end in ranges)
    return tuple((start, end) for start, end in cut if start < end)
