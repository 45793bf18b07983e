"""From a question to the passages of one paper that may answer it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from scholarai.domain.chat import Evidence
from scholarai.domain.ids import PaperId
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.passages import Span, best_passages
from scholarai.retrieval.ranking import Ranking, rank_sentences

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector


def search_paper(
    index: PaperIndex, paper_id: PaperId, question: str, vector: Vector | None, *, k: int
) -> tuple[Evidence, ...]:
    """Return the `k` best passages of a paper, best first, numbered from 1, each of at most 2,000 characters.

    Without a vector the words decide alone. A paper without text has no passages.
    """
    ranking = rank_sentences(index, question, vector)
    spans = islice(best_passages(index, ranking.sentences), k)
    return tuple(passage(index, paper_id, span, ranking, number=number) for number, span in enumerate(spans, start=1))


def passage(index: PaperIndex, paper_id: PaperId, span: Span, ranking: Ranking, *, number: int) -> Evidence:
    """Return a run of sentences as evidence, named after the chunk of its best sentence."""
    start, end = int(index.starts[span.first]), int(index.ends[span.last])
    best = span.first + int(ranking.sentences[span.first : span.last + 1].argmax())
    chunk = index.chunks[int(index.chunk_of[best])]
    return Evidence(
        number=number,
        paper_id=paper_id,
        chunk_id=chunk.id,
        text=index.text[start:end],
        score=span.worth,
        start=start,
        end=end,
        section_path=chunk.section_path,
        page_numbers=pages_between(index, start, end),
    )


def pages_between(index: PaperIndex, start: int, end: int) -> tuple[int, ...]:
    """Return the pages that a range of the text stands on, in order; empty for papers without pages."""
    pages: set[int] = set()
    for block in index.blocks_between(start, end):
        lines = [
            line.page_number
            for line in block.lines
            if block.start + line.start < end and block.start + line.end > start
        ]
        if not lines and block.page_number is not None:
            lines = [block.page_number]
        pages.update(lines)
    return tuple(sorted(pages))
