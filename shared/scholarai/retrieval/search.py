"""Finds the passages of one paper that may answer a question."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.chat import Evidence
from scholarai.domain.content import BLOCK_SEPARATOR, Block
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.domain.values import Value
from scholarai.retrieval.cues import Cue, find_cues
from scholarai.retrieval.features import NAMES
from scholarai.retrieval.gate import Strength, measure_strength
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.overview import Aspect, aspect_of, overview_ranges
from scholarai.retrieval.ranking import (
    FLATTER,
    MEASURED,
    Network,
    Ranking,
    Span,
    Weights,
    best_passages,
    log_shares,
    rank_sentences,
    worth_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.places import Place
    from scholarai.retrieval.vectors import Matrix, Vector

# Passages that are shown for one place that a question names.
PASSAGES_PER_CUE = 3
# A place whose sentences have less than this share of its characters (at most of a passage's) is shown as it stands. A guess.
LEAST_SENTENCES = 0.2
# A paper of at most this many characters, ten passages, is shown whole when the question is about the whole. A guess.
WHOLE_CHARACTERS = 10 * CHUNK_CHARACTERS
# Share of the passages that are not pinned which the hand-set weights choose. With networks that were not trained on the paper, hit@10
# is .961 without and .967 with three of ten (mean of four sets); .2 and .4, sharpness from .6 to 1.0, and a mean of both scores
# give .963 to .967 (2026-11-23). With the next sentence it is .969, with a passage of another section as well .980 (2026-11-24).
OTHERS_SHARE = 0.3
# Weight of the next sentence's words beside a sentence's own hand-set score; .2 to .8 give .967 to .969.
NEXT_SENTENCE = 0.5
_NEXT = NAMES.index("after")
# Share of the passages for the overview of a paper that is longer than that; the others are those that fit the question best.
OVERVIEW_SHARE = 0.7


class SearchedPaper(Value, frozen=True, kw_only=True, eq=False):
    """A paper with its embedding model (None: no vectors) and that model's calibration vectors."""

    paper_id: PaperId
    index: PaperIndex
    model: str | None = None
    calibration: Matrix | None = None


class Found(Value, frozen=True, kw_only=True):
    """What was found in one paper for a question.

    `evidence` is numbered from 1, pinned passages first. `missing` are places that the question names and the paper
    does not have. `weak` means that none of it supports an answer.
    """

    evidence: tuple[Evidence, ...]
    strength: Strength
    missing: tuple[str, ...] = ()

    @property
    def weak(self) -> bool:
        return self.strength.weak and not any(item.pinned_by for item in self.evidence)


def search_paper(
    paper: SearchedPaper,
    question: str,
    vector: Vector | None,
    *,
    k: int,
    weights: Weights = MEASURED,
    network: Network | None = None,
) -> Found:
    """Return at most `k` passages of a paper, each of at most `CHUNK_CHARACTERS`: those at named places, then the best.

    Without a vector, words alone decide. A paper without text has no passages.

    Raises:
        DimensionMismatchError: If the question was embedded in another space than the paper.
    """
    search = _Search(paper, rank_sentences(paper.index, question, vector, weights, network))
    missing = [cue.text for cue in find_cues(question) if not search.pin(cue) and cue.sure]
    aspect = aspect_of(question)
    if aspect is not None and not search.evidence:
        search.pin_overview(k, aspect)
    search.fill(k)
    evidence = tuple(_numbered(item, number) for number, item in enumerate(search.evidence[:k], start=1))
    strength = measure_strength(paper.index, search.ranking, question, model=paper.model, calibration=paper.calibration)
    return Found(evidence=evidence, strength=strength, missing=tuple(dict.fromkeys(missing)))


class _Search:
    """Collects the evidence of one paper for one question."""

    def __init__(self, paper: SearchedPaper, ranking: Ranking) -> None:
        self._paper = paper
        self._index = paper.index
        self.ranking = ranking
        starts = paper.index.starts.tolist()
        self._ratings = tuple(zip(starts, log_shares(ranking.answering).round(3).tolist(), strict=True))
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

    def pin_overview(self, k: int, aspect: Aspect) -> None:
        """Add the whole paper where it fits, else the ranges that stand for it."""
        ends = self._index.ends
        if len(ends) and ends[-1] - self._index.starts[0] <= min(WHOLE_CHARACTERS, k * CHUNK_CHARACTERS):
            spans = best_passages(self._index, worth_of(self._index, np.zeros(len(ends))), used=self._used)
            self.evidence += sorted(
                (self._passage(span, pinned_by="the paper") for span in spans), key=lambda item: item.start
            )
            return
        for place in islice(overview_ranges(self._index.content, aspect), int(k * OVERVIEW_SHARE)):
            for span in islice(self._within([place]), 1):
                self.evidence.append(self._passage(span, pinned_by="the paper"))

    def fill(self, k: int) -> None:
        """Add passages up to `k`: most by the whole score, then some by the hand-set score and one of a section that has none.

        Where the learned score misses an answer, the hand-set score finds it more often than the next passages by the whole
        score do, and the best passage of another section more often than a third passage by the hand-set score.
        """
        wanted = max(k - len(self.evidence), 0)
        others = int(OTHERS_SHARE * wanted)
        for span in islice(best_passages(self._index, self._worth, used=self._used), wanted - others):
            self.evidence.append(self._passage(span))
        if others:
            elsewhere = int(others > 1)
            by_hand = self._by_hand()
            self.evidence += islice(by_hand, others - elsewhere)
            self.evidence += islice(self._elsewhere(), elsewhere)
            self.evidence += islice(by_hand, max(k - len(self.evidence), 0))

    def _by_hand(self) -> Iterator[Evidence]:
        """Yield the best passages by the hand-set score and the words of each sentence's next one."""
        score = self.ranking.first + NEXT_SENTENCE * self.ranking.rows[:, _NEXT]
        for span in best_passages(self._index, worth_of(self._index, score, FLATTER), used=self._used):
            yield self._passage(replace(span, worth=float(self._worth[span.first : span.last + 1].sum())))

    def _elsewhere(self) -> Iterator[Evidence]:
        """Yield the best passages of the sections from which none was taken yet."""
        sections = self._index.section_of
        taken = np.zeros(1 + sections.max(initial=0), dtype=bool)
        taken[sections[self._used]] = True
        for span in best_passages(self._index, self._worth, used=taken[sections]):
            self._used[span.first : span.last + 1] = True
            yield self._passage(span)

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
        return self._ratings[bisect_left(self._starts, start) : bisect_left(self._starts, end)]


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
