"""Finds the passages of one paper that may answer a question."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from scholarai.domain.chat import Evidence
from scholarai.domain.content import BLOCK_SEPARATOR, Block, Chunk, Figure, Table
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.domain.values import Value
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.place_names import Cue, find_cues
from scholarai.retrieval.places import OTHER_KIND, Place, find_places, float_places, mentions, number_of
from scholarai.retrieval.ranking import Ranking, Weights, log_shares, rank_sentences
from scholarai.retrieval.terms import question_terms, terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.bm25 import Scores
    from scholarai.retrieval.vectors import Vector


# Windows whose cosines are averaged to compare papers: one alone may be an accident; and the weight of their mean beside the share of
# the question that the paper covers.
TOP_WINDOWS, DENSE_WEIGHT = 3, 1.6
# Passages that are shown for one place that a question names, and figures or tables for one that it describes.
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
# A sentence's worth grows with its score as exp(SHARPNESS * score) and with the root of its length; a passage is worth this share more
# for each of its ends that is a paragraph's. With 1.9 and .05 benchmarks/retrieval.py finds .489 at 1 instead of .525.
SHARPNESS = 1.2
LENGTH_POWER = 0.5
PARAGRAPH_BONUS = 0.1


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
    paper: SearchedPaper,
    question: str,
    vector: Vector | None,
    *,
    k: int,
    weights: Weights | None = None,
    match: Callable[[Sequence[str]], Sequence[float]] | None = None,
) -> Found:
    """Return `k` passages of a paper, each of at most `CHUNK_CHARACTERS`: those at named places, then the best.

    Behind them come further ones for those of the `ANSWERING` best sentences that are in none of them.

    Without a vector, words alone decide. `match` tells how closely sentences match the question. A paper without text has no passages.

    Raises:
        DimensionMismatchError: If the question was embedded in another space than the paper.
    """
    ranking = rank_sentences(paper.index, question, vector, weights, match)
    search = _Search(paper, ranking)
    missing = [cue.text for cue in find_cues(question) if not search.pin(cue) and cue.sure]
    search.fill(k)
    evidence = tuple(replace(item, number=number) for number, item in enumerate(search.evidence, start=1))
    nearest = float(np.sort(ranking.dense)[-TOP_WINDOWS:].mean()) if len(ranking.dense) else 0.0
    return Found(
        evidence=evidence,
        strength=ranking.covered + DENSE_WEIGHT * nearest,
        weak=ranking.covered < LEAST_COVERED and not any(item.pinned_by for item in evidence),
        missing=tuple(dict.fromkeys(missing)),
        also=ranking.forms.also,
        absent=ranking.forms.absent,
    )


def evidence_at(
    index: PaperIndex,
    paper_id: PaperId,
    start: int,
    end: int,
    *,
    chunk: Chunk | None = None,
    score: float = 1.0,
    pinned_by: str | None = None,
) -> Evidence:
    """Return a range of a paper's text as evidence; its number is 1.

    `chunk` is the smallest one that holds the range unless given, or the last one that begins before its end.
    """
    if chunk is None:
        holding = [one for one in index.chunks if one.start <= start and end <= one.end]
        before = [one for one in index.chunks if one.start < end] or index.chunks
        chunk = min(holding, key=lambda one: one.end - one.start) if holding else before[-1]
    return Evidence(
        number=1,
        paper_id=paper_id,
        chunk_id=chunk.id,
        text=index.text[start:end],
        score=score,
        start=start,
        end=end,
        section_path=_sections(index, tuple(index.blocks_between(start, end))) or chunk.section_path,
        page_numbers=pages_between(index, start, end) or chunk.page_numbers,
        pinned_by=pinned_by,
    )


def pages_between(index: PaperIndex, start: int, end: int) -> tuple[int, ...]:
    """Return the page numbers of a range of the text, in order; empty for papers without pages."""
    pages: set[int] = set()
    for block in index.blocks_between(start, end):
        low, high = start - block.start, end - block.start
        lines = {line.page_number for line in block.lines if line.start < high and line.end > low}
        pages |= lines or ({block.page_number} if block.page_number is not None else set())
    return tuple(sorted(pages))


def _sections(index: PaperIndex, blocks: Sequence[Block]) -> tuple[str, ...]:
    """Return the first and the last section of a passage over several sections, nothing for one section."""
    titles: dict[str | None, str] = {section.id: section.title for section in index.content.sections}
    named = dict.fromkeys(titles.get(block.section_id, "") for block in blocks if block.kind != "heading")
    several = [title for title in named if title]
    return (f"{several[0]} – {several[-1]}",) if len(several) > 1 else ()


class _Search:
    """Collects the evidence of one paper for one question."""

    def __init__(self, paper: SearchedPaper, ranking: Ranking) -> None:
        self._paper = paper
        self._index = paper.index
        self._ranking = ranking
        self._starts: list[int] = paper.index.starts.tolist()
        self._shares: list[float] = log_shares(ranking.answering).round(3).tolist()
        self._used = np.zeros(len(paper.index.starts), dtype=bool)
        self._worth = worth_of(paper.index, ranking.sentences)
        self.evidence: list[Evidence] = []

    def pin(self, cue: Cue) -> bool:
        """Add the passages at a named place, and tell whether the paper has such a place."""
        places = self._described(cue) if cue.kind.startswith("described") else find_places(self._index.content, cue)
        self.evidence += [self._whole(place) for place in places if place.whole]
        searched = [place for place in places if not place.whole]
        if not searched:
            return bool(places)
        spans = islice(self._within(searched), PASSAGES_PER_CUE)
        passages = [_with_places(self._passage(span, pinned_by=cue.text), searched) for span in spans]
        there = sum(place.end - place.start for place in searched)
        if sum(len(piece.text) for piece in passages) < LEAST_SENTENCES * min(there, CHUNK_CHARACTERS):
            # A list of references has no sentences but its heading.
            end = searched[0].end
            for place in searched[1:]:
                end = place.end if place.start <= end + len(BLOCK_SEPARATOR) else end
            passages = [_with_places(self._whole(replace(searched[0], end=end)), searched)]
        self.evidence += passages
        return True

    def _described(self, cue: Cue) -> list[Place]:
        """Return the places of the figures or tables that a cue may mean: the captions of the best ones, then what tells of the first."""
        content, asked = self._index.content, set(question_terms(cue.value))
        items: Sequence[Figure | Table] = content.tables if cue.kind == "described_table" else content.figures
        rated: list[tuple[float, Figure | Table, list[Place]]] = []
        for item in items:
            if item.block_id and number_of(item.label) and not OTHER_KIND.match(item.label):
                places = list(float_places(content, cue, item))
                words = {term for place in places for term in terms(self._index.text[place.start : place.end])}
                touched = np.zeros(len(self._used), dtype=bool)
                for place in places:
                    touched |= (self._index.starts < place.end) & (self._index.ends > place.start)
                if touched.any() and (asked & words or len(self._ranking.dense)):
                    rated.append((float(self._ranking.answering[touched].max()), item, places))
        rated.sort(key=lambda one: -one[0])
        first = [*rated[0][2][1:], *mentions(content, cue, *_kind_and_number(rated[0][1]))] if rated else []
        return [*(places[0] for _, _, places in rated[:PASSAGES_PER_CUE]), *first]

    def fill(self, k: int) -> None:
        """Add the best passages up to `k`, the last one of a section that has none, and behind them those of the best sentences."""
        del self.evidence[k:]
        self._add(k - len(self.evidence) - (k >= LEAST_ELSEWHERE), self._worth)
        sections = self._index.section_of
        taken = np.isin(sections, sections[self._used])
        for span in islice(best_passages(self._index, self._worth, used=taken), max(k - len(self.evidence), 0)):
            self._used[span.first : span.last + 1] = True
            self.evidence.append(self._passage(span))
        self._add(k - len(self.evidence), self._worth)
        # A heading answers nothing.
        answering = np.where(self._index.heading > 0, -np.inf, self._ranking.answering)
        for number in np.argsort(-answering, kind="stable")[:ANSWERING]:
            if not self._used[number]:
                certain = self._worth.copy()
                certain[number] = certain.sum()
                self._add(1, certain)

    def _add(self, count: int, worth: Scores) -> None:
        for span in islice(best_passages(self._index, worth, used=self._used), max(count, 0)):
            self.evidence.append(self._passage(span))

    def _within(self, places: Sequence[Place]) -> Iterator[Span]:
        """Yield the best passages inside places; without a sentence inside, those of the sentences that touch them."""
        starts, ends = self._index.starts, self._index.ends
        inside, touching = np.zeros(len(self._used), dtype=bool), np.zeros(len(self._used), dtype=bool)
        for place in places:
            inside |= (starts >= place.start) & (ends <= place.end)
            touching |= (starts < place.end) & (ends > place.start)
        outside: NDArray[np.bool_] = ~(inside if inside.any() else touching) | self._used
        for span in best_passages(self._index, self._worth, used=outside):
            self._used[span.first : span.last + 1] = True
            yield span

    def _passage(self, span: Span, *, pinned_by: str | None = None) -> Evidence:
        index = self._index
        best = span.first + int(self._ranking.sentences[span.first : span.last + 1].argmax())
        evidence = evidence_at(
            index,
            self._paper.paper_id,
            int(index.starts[span.first]),
            int(index.ends[span.last]),
            chunk=index.chunks[int(index.chunk_of[best])],
            score=span.worth,
            pinned_by=pinned_by,
        )
        return self._rated(evidence)

    def _whole(self, place: Place) -> Evidence:
        """Return a place as it stands, cut to the length of a passage."""
        index, end = self._index, min(place.end, place.start + CHUNK_CHARACTERS)
        touching = (index.starts < end) & (index.ends > place.start)
        self._used |= touching
        score = float(np.exp(self._ranking.sentences[touching]).sum())
        named = place.named or ((place.start, end),)
        evidence = evidence_at(index, self._paper.paper_id, place.start, end, score=score, pinned_by=place.cue.text)
        return self._rated(replace(evidence, named=named))

    def _rated(self, evidence: Evidence) -> Evidence:
        """Return evidence with the log-likelihoods of its sentences."""
        low, high = bisect_left(self._starts, evidence.start), bisect_left(self._starts, evidence.end)
        numbers = [number for number in range(low, high) if not self._index.heading[number]]
        return replace(evidence, ratings=tuple((self._starts[number], self._shares[number]) for number in numbers))


def _kind_and_number(item: Figure | Table) -> tuple[str, str]:
    return "table" if isinstance(item, Table) else "figure", number_of(item.label)


def _with_places(passage: Evidence, places: Sequence[Place]) -> Evidence:
    """Return a passage with those of its parts that stand at the places."""
    ranges = [part for place in places for part in place.named or ((place.start, place.end),)]
    cut = ((max(start, passage.start), min(end, passage.end)) for start, end in ranges)
    return replace(passage, named=tuple((start, end) for start, end in cut if start < end))


class Span(Value, frozen=True, kw_only=True):
    """Sentences `first` to `last`, both included, and what they are worth together."""

    first: int
    last: int
    worth: float


def worth_of(index: PaperIndex, scores: Scores) -> Scores:
    """Return what each sentence adds to the worth of a passage; the scores have the standard deviation 1."""
    return np.asarray(np.exp(SHARPNESS * scores) * (index.ends - index.starts) ** LENGTH_POWER)


def best_passages(index: PaperIndex, worth: Scores, *, used: NDArray[np.bool_] | None = None) -> Iterator[Span]:
    """Yield passages of at most `CHUNK_CHARACTERS`, those worth most first, until no sentence is left.

    Each is a run of unused neighbouring sentences: of the longest from each sentence on, and the longest that end a paragraph, the one
    worth most. So passages are as long as they may be, and a good sentence comes with its surroundings. A longer sentence is one, too.

    `worth` is what each sentence adds to a passage, above 0. No passage holds the sentences `used`, changed in place as passages
    are yielded.
    """
    count = len(worth)
    used = np.zeros(count, dtype=bool) if used is None else used
    numbers = np.arange(count + 1)
    by_length = np.searchsorted(index.ends, index.starts + CHUNK_CHARACTERS, side="right")
    furthest = np.clip(by_length, numbers[1:], _next(~index.follows)[1:])
    closes = np.concatenate([[False], index.opens[1:], [True]])[: count + 1]
    paragraph_end = np.maximum.accumulate(np.where(closes, numbers, 0))
    while not used.all():
        ends = np.where(used, numbers[:-1], np.minimum(furthest, _next(used)[:-1]))
        ends = np.stack([ends, np.maximum(paragraph_end[ends], numbers[:-1])])
        # Used sentences count 0: in sums with one that is worth far more, the others would be lost to rounding.
        sums = np.concatenate([[0.0], np.where(used, 0.0, worth).cumsum()])
        totals = (sums[ends] - sums[:-1]) * (1 + PARAGRAPH_BONUS * closes[ends]) * (1 + PARAGRAPH_BONUS * index.opens)
        row, first = divmod(int(np.where(ends > numbers[:-1], totals, -1.0).argmax()), count)
        last = int(ends[row, first]) - 1
        used[first : last + 1] = True
        yield Span(first=first, last=last, worth=float(totals[row, first]))


def _next(marks: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return for each position, and for the end, the first marked position at or after it; the end where there is none."""
    positions = np.append(np.where(marks, np.arange(len(marks)), len(marks)), len(marks))
    return np.asarray(np.minimum.accumulate(positions[::-1])[::-1])
