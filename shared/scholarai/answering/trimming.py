"""Trims passages to the sentences that bear on a question, so that more of the answer fits into a prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from scholarai.domain.chat import Evidence
from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.search import pages_between

# Characters of an excerpt's marks and place. A gap of at most this length is shown, since another excerpt would cost more.
FRAME_CHARACTERS = 80
# Blocks of which a single sentence says little.
_WHOLE_KINDS = frozenset({"table", "equation", "code", "theorem", "caption"})
# "It was slower.", "To counteract this effect, we scale." and "Therefore we scale." need the sentence before them.
_POINTS_BACK = re.compile(
    r"(?:This|These|Those|It|They|Such|Both|He|She)\b(?! (?:paper|study|work|article|review)\b)"
    r"|(?:To|By|For|With|In|Under|Given|Despite|Because of|Due to|Based on|As a result of) (?:\w+ ){0,2}(?:this|these|that|those|such)\b"
    r"(?! (?:paper|study|work|article|review|section|end)\b)"
    r"|(?:Therefore|Thus|Hence|Consequently|Otherwise|As a result|The former|The latter|The same)\b"
)


class Part(Value, frozen=True, kw_only=True):
    """A sentence of a passage, or a whole table or the like; `start` and `end` count in the paper's text.

    `opens` tells whether it begins a block; `starts` are the places of its sentences.
    """

    start: int
    end: int
    opens: bool
    section: str
    pages: tuple[int, ...]
    starts: tuple[int, ...]


class Passage(Value, frozen=True, kw_only=True):
    """A passage with its parts in their order, and how much each one bears on the question."""

    piece: Evidence
    parts: tuple[Part, ...]
    worth: tuple[float, ...]


def parts_of(index: PaperIndex, piece: Evidence) -> tuple[Part, ...]:
    """Return the parts of a passage; headings lie between parts and are none themselves."""
    titles: Mapping[str, str] = {section.id: section.title for section in index.content.sections}
    low, high = map(int, np.searchsorted(index.starts, [piece.start, piece.end]))
    parts: list[Part] = []
    for block in index.blocks_between(piece.start, piece.end):
        sentences = [n for n in range(low, high) if block.start <= index.starts[n] < block.end]
        together = [sentences] if block.kind in _WHOLE_KINDS else [[number] for number in sentences]
        for run in together if sentences and block.kind != "heading" else ():
            start, end = int(index.starts[run[0]]), int(index.ends[run[-1]])
            parts.append(
                Part(
                    start=start,
                    end=end,
                    opens=bool(index.opens[run[0]]),
                    section=titles.get(block.section_id or "", ""),
                    pages=pages_between(index, start, end),
                    starts=tuple(index.starts[run].tolist()),
                )
            )
    return tuple(parts)


def trimmed(passages: Sequence[Passage], characters: int) -> list[Evidence]:
    """Return the excerpts of the passages that fit into `characters`, marks included, best first.

    The best part of each paper is taken first, then the best of all. A sentence that refers back comes with the one before it.
    The best part is returned even where nothing fits.
    """
    kept: list[frozenset[int]] = [frozenset() for _ in passages]
    for at, number in _order(passages):
        if number in kept[at]:
            continue
        wider = kept[at] | _with_needed(passages[at], number)
        cost = _length(passages[at], wider) - _length(passages[at], kept[at])
        if cost > characters and any(kept):
            continue
        kept[at] = wider
        characters -= cost
    found = [
        (max(passage.worth[number] for number in run), _narrowed(passage, run))
        for passage, numbers in zip(passages, kept, strict=True)
        for run in _runs(passage, numbers)
    ]
    return [piece for _, piece in sorted(found, key=lambda one: -one[0])]


def _order(passages: Sequence[Passage]) -> list[tuple[int, int]]:
    """Return (passage, part) for each part, best first, the best one of each paper before all others.

    A part of two passages counts in the first one.
    """
    places: dict[tuple[PaperId, int], tuple[int, int]] = {}
    for at, passage in enumerate(passages):
        for number, part in enumerate(passage.parts):
            places.setdefault((passage.piece.paper_id, part.start), (at, number))
    order = sorted(places.values(), key=lambda place: -passages[place[0]].worth[place[1]])
    first: dict[PaperId, tuple[int, int]] = {}
    for place in order:
        first.setdefault(passages[place[0]].piece.paper_id, place)
    return list(dict.fromkeys((*first.values(), *order)))


def _with_needed(passage: Passage, number: int) -> set[int]:
    """Return a part, with the one before it where it refers to that."""
    part = passage.parts[number]
    text = passage.piece.text[part.start - passage.piece.start : part.end - passage.piece.start]
    return {number - 1, number} if number and not part.opens and _POINTS_BACK.match(text) else {number}


def _runs(passage: Passage, numbers: frozenset[int]) -> Iterator[list[int]]:
    """Yield runs of parts that are shown as one excerpt: the gaps between them are short."""
    run: list[int] = []
    for number in sorted(numbers):
        if run and passage.parts[number].start - passage.parts[run[-1]].end > FRAME_CHARACTERS:
            yield run
            run = []
        run.append(number)
    if run:
        yield run


def _length(passage: Passage, numbers: frozenset[int]) -> int:
    """Return the number of characters that the parts take in a prompt."""
    runs = [(passage.parts[run[0]].start, passage.parts[run[-1]].end) for run in _runs(passage, numbers)]
    return sum(end - start + FRAME_CHARACTERS for start, end in runs)


def _narrowed(passage: Passage, run: Sequence[int]) -> Evidence:
    """Return the passage cut to a run of its parts, with their section, the first and the last one where there are several."""
    piece, parts = passage.piece, passage.parts[run[0] : run[-1] + 1]
    start, end = parts[0].start, parts[-1].end
    titles = [part.section for part in parts if part.section]
    section_path = piece.section_path
    if titles and not titles[0] == titles[-1] == (section_path or ("",))[-1]:
        section_path = (titles[0],) if titles[0] == titles[-1] else (f"{titles[0]} – {titles[-1]}",)
    return replace(
        piece,
        text=piece.text[start - piece.start : end - piece.start],
        start=start,
        end=end,
        section_path=section_path,
        page_numbers=tuple(sorted({page for part in parts for page in part.pages})) or piece.page_numbers,
        ratings=tuple((at, rating) for at, rating in piece.ratings if start <= at < end),
        pinned_by=None,
        named=(),
    )
