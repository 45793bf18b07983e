"""Shows a model whole papers instead of passages, if they are short enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from msgspec import structs

from scholarai.domain.chat import Evidence, Usage
from scholarai.prompting.prompt import ChatLimits, Prompt
from scholarai.retrieval.search import pages_between
from scholarai.services.chat.answers import AnswerStream
from scholarai.services.library.open_papers import OpenPaper

# Of a paper with the ids of its sentences; numbers and formulas take more tokens than prose does. A guess on the safe side.
_LEAST_CHARACTERS_PER_TOKEN = 3


def whole_papers(papers: Sequence[OpenPaper], most_tokens: int) -> tuple[Evidence, ...]:
    """Return the text of papers in order, as one excerpt per chunk; nothing if they are longer than `most_tokens`.

    Bibliography entries are left out: questions that name one are answered from passages.
    """
    if not fits_whole(sum(len(paper.index.text) for paper in papers), most_tokens):
        return ()
    runs = ((paper, *run) for paper in papers for run in _runs(paper))
    return tuple(_excerpt(number, *run) for number, run in enumerate(runs, start=1))


def fits_whole(characters: int, most_tokens: int) -> bool:
    """Tell whether papers of so many characters together are shown whole."""
    return characters <= most_tokens * _LEAST_CHARACTERS_PER_TOKEN


def with_whole_papers(
    stream: AnswerStream, limits: ChatLimits, prompt: Callable[[Sequence[Evidence]], Prompt]
) -> AnswerStream:
    """Return a stream that asks with whole papers first, if they fit the limits and the tokens left for the day.

    A question that names places of a paper keeps its passages, which are these places.

    Args:
        stream: The stream that asks with passages.
        limits: How many tokens the papers may have together.
        prompt: Makes the prompt from excerpts that are whole papers.
    """
    if stream.answerer.verbatim or any(item.named for item in stream.request.evidence):
        return stream
    excerpts = whole_papers(list(stream.papers.values()), limits.whole_tokens)
    tokens = sum(len(item.text) for item in excerpts) // _LEAST_CHARACTERS_PER_TOKEN
    if not excerpts or not stream.may_spend(Usage(input_tokens=tokens)):
        return stream
    return structs.replace(stream, whole=replace(stream.request, evidence=excerpts, prompt=prompt(excerpts)))


def overlapping(excerpts: Sequence[Evidence], passages: Sequence[Evidence]) -> tuple[int, ...]:
    """Return the numbers of the excerpts that overlap a passage, in the order of the passages."""
    numbers = (
        excerpt.number
        for passage in passages
        for excerpt in excerpts
        if excerpt.paper_id == passage.paper_id and excerpt.start < passage.end and passage.start < excerpt.end
    )
    return tuple(dict.fromkeys(numbers))


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
