"""Finds what to show next to a reader who asks for more: the paragraph of what was shown, definitions, the section's lead."""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterator, Sequence

import numpy as np

from scholarai.answering.quotable import Sentence, quotable_sentences
from scholarai.answering.turns import GONE_ON_FROM
from scholarai.domain.chat import Evidence
from scholarai.domain.content import Block
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.values import Value
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.search import pages_between
from scholarai.retrieval.traits import TRAITS, answers_nothing
from scholarai.retrieval.words import terms

# Worth of a sentence by its relation to those shown, and the factor for each sentence between them. Guesses; the order is meant.
_SAME_PARAGRAPH, _DEFINITION, _LEAD, _NEXT_PARAGRAPH, _PARAGRAPH_BEFORE = 1.0, 0.8, 0.6, 0.5, 0.3
_FADING = 0.8
# Factor of a sentence that was shown as context of a quote.
_SEEN_BESIDE = 0.4
# Factor of a sentence that gives a reason where one is asked for.
_REASON = 5.0
_DEFINITIONS = 2
# Most terms of a definition's subject.
_SUBJECT = 8
_DEFINES = lazy_pattern(
    r"\b(?:is|are) (?:an?|the|defined|called|known)\b|\brefers? to\b|\bdefined as\b|\bstands? for\b|\b(?:means|denotes?)\b",
    re.IGNORECASE,
)
_RUNNING = frozenset({"paragraph", "list_item", "theorem"})


class Anchor(Value, frozen=True, kw_only=True):
    """The range of a shown sentence in the paper's text."""

    start: int
    end: int


def widen(
    paper_id: PaperId,
    index: PaperIndex,
    anchors: Sequence[Anchor],
    *,
    shown: Container[str],
    beside: Container[str],
    why: bool,
) -> list[Evidence]:
    """Return passages that continue from what was shown, each with ratings of its new sentences; none where nothing is new.

    Args:
        paper_id: The paper's id.
        index: The paper.
        anchors: The sentences shown last, the most relevant first.
        shown: The sentences shown in the whole conversation.
        beside: The sentences shown as their context.
        why: Whether a reason is asked for.
    """
    widening = _Widening(index, shown, beside, why=why)
    for anchor in anchors:
        widening.around(anchor)
    widening.define(anchors)
    passages = [_evidence(paper_id, index, run, widening.worth) for run in _runs(index, widening.worth)]
    return passages if any(_is_new(one) for one in quotable_sentences(passages)) else []


class _Widening:
    """Collects the worth of a paper's sentences by their numbers; that of sentences shown before is 0."""

    def __init__(self, index: PaperIndex, shown: Container[str], beside: Container[str], *, why: bool) -> None:
        self._index, self._shown, self._beside, self._why = index, shown, beside, why
        self.worth: dict[int, float] = {}

    def around(self, anchor: Anchor) -> None:
        """Rate the paragraph around a sentence, its neighbours in the section, and the section's lead."""
        blocks = self._index.content.blocks
        here = next((n for n, block in enumerate(blocks) if block.end > anchor.start), None)
        if here is None:
            return
        running = _running_beside(blocks, here)
        at = int(np.searchsorted(self._index.starts, anchor.start, side="right")) - 1
        self._rate(blocks[here], _SAME_PARAGRAPH, at)
        for places, worth in (
            (running[:1], _LEAD),
            ([n for n in running if n > here], _NEXT_PARAGRAPH),
            ([n for n in running if n < here][::-1], _PARAGRAPH_BEFORE),
        ):
            new = next((n for n in places if self._has_new(blocks[n])), None)
            if new is not None:
                self._rate(blocks[new], worth, self._sentences(blocks[new]).start)

    def define(self, anchors: Sequence[Anchor]) -> None:
        """Rate sentences that define terms of those shown."""
        text = self._index.text
        asked = {term for anchor in anchors for term in terms(text[anchor.start : anchor.end])}
        means = self._index.facts.traits[:, TRAITS.index("meaning")] > 0
        found: list[tuple[int, int]] = []
        for n in np.flatnonzero(means).tolist():
            sentence = text[self._index.starts[n] : self._index.ends[n]]
            defines = _DEFINES.search(sentence)
            subject = terms(sentence[: defines.start()])[:_SUBJECT] if defines else []
            if subject and asked.issuperset(subject) and sentence not in self._shown:
                found.append((-len(subject), n))
        for _, n in sorted(found)[:_DEFINITIONS]:
            self._add(n, _DEFINITION)

    def _rate(self, block: Block, worth: float, at: int) -> None:
        for n in self._sentences(block):
            self._add(n, worth * _FADING ** abs(n - at))

    def _add(self, n: int, worth: float) -> None:
        sentence = self._index.text[self._index.starts[n] : self._index.ends[n]]
        if sentence in self._shown:
            worth = 0.0
        elif sentence in self._beside:
            worth *= _SEEN_BESIDE
        if self._why and self._index.facts.traits[n, TRAITS.index("reason")]:
            worth *= _REASON
        self.worth[n] = max(worth, self.worth.get(n, 0.0))

    def _has_new(self, block: Block) -> bool:
        index = self._index
        return any(index.text[index.starts[n] : index.ends[n]] not in self._shown for n in self._sentences(block))

    def _sentences(self, block: Block) -> range:
        first, last = np.searchsorted(self._index.starts, [block.start, block.end])
        return range(int(first), int(last))


def _runs(index: PaperIndex, worth: dict[int, float]) -> Iterator[list[int]]:
    """Yield runs of neighbouring sentences of one block, at most as long as a passage, those worth most first."""
    runs: list[list[int]] = []
    for n in sorted(worth):
        fits = runs and n == runs[-1][-1] + 1 and index.ends[n] - index.starts[runs[-1][0]] <= CHUNK_CHARACTERS
        if fits and not index.opens[n]:
            runs[-1].append(n)
        else:
            runs.append([n])
    yield from sorted(runs, key=lambda run: -max(worth[n] for n in run))


def _evidence(paper_id: PaperId, index: PaperIndex, run: Sequence[int], worth: dict[int, float]) -> Evidence:
    start, end = int(index.starts[run[0]]), int(index.ends[run[-1]])
    chunk = index.chunks[int(index.chunk_of[run[0]])]
    return Evidence(
        number=0,
        paper_id=paper_id,
        chunk_id=chunk.id,
        text=index.text[start:end],
        score=max(worth[n] for n in run),
        start=start,
        end=end,
        section_path=chunk.section_path,
        page_numbers=pages_between(index, start, end) or chunk.page_numbers,
        pinned_by=GONE_ON_FROM,
        ratings=tuple((int(index.starts[n]), math.log(worth[n])) for n in run if worth[n] > 0),
    )


def _is_new(sentence: Sentence) -> bool:
    return sentence.rating is not None and not answers_nothing(sentence.text)


def _running_beside(blocks: Sequence[Block], here: int) -> list[int]:
    """Return the indices of the running-text blocks in the section of a block."""
    section = blocks[here].section_id
    return [n for n, block in enumerate(blocks) if block.section_id == section and block.kind in _RUNNING]
