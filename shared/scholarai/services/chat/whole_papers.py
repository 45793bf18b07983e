"""Divides whole papers into the excerpts that a model is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scholarai.domain.chat import Evidence
from scholarai.retrieval.search import pages_between
from scholarai.services.library.open_papers import OpenPaper

# Of a paper with the ids of its sentences; numbers and formulas take more tokens than prose does. A guess on the safe side.
_LEAST_CHARACTERS_PER_TOKEN = 3


def whole_papers(papers: Sequence[OpenPaper], most_tokens: int) -> tuple[Evidence, ...]:
    """Return the text of papers in order, as one excerpt per chunk; nothing if they are longer than `most_tokens`.

    Bibliography entries are left out.
    """
    runs = ((paper, *run) for paper in papers for run in _runs(paper))
    excerpts = tuple(_excerpt(number, *run) for number, run in enumerate(runs, start=1))
    return excerpts if fits_whole(sum(len(item.text) for item in excerpts), most_tokens) else ()


def fits_whole(characters: int, most_tokens: int) -> bool:
    """Tell whether papers of so many characters together are shown whole."""
    return characters <= most_tokens * _LEAST_CHARACTERS_PER_TOKEN


def _runs(paper: OpenPaper) -> Iterator[tuple[int, int]]:
    """Yield the first and the last sentence of each stretch that one chunk holds; nothing is left out within a stretch."""
    index = paper.index
    broken = (~index.follows).cumsum()
    keys = zip(index.chunk_of.tolist(), broken.tolist(), strict=True)
    for _, group in groupby(enumerate(keys), key=lambda item: item[1]):
        numbers = [number for number, _ in group]
        yield numbers[0], numbers[-1]


def _excerpt(number: int, paper: OpenPaper, first: int, last: int) -> Evidence:
    index = paper.index
    start, end = int(index.starts[first]), int(index.ends[last])
    chunk = index.chunks[int(index.chunk_of[first])]
    return Evidence(
        number=number,
        paper_id=paper.paper_id,
        chunk_id=chunk.id,
        text=index.text[start:end],
        score=0.0,
        start=start,
        end=end,
        section_path=chunk.section_path,
        page_numbers=pages_between(index, start, end) or chunk.page_numbers,
    )
