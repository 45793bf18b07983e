"""Removes the text of a deleted paper from what a review stored, and keeps the reference to the paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from scholarai.domain.chat import Citation, TextSection
from scholarai.domain.ids import PaperId
from scholarai.domain.review import (
    Candidate,
    CitedWork,
    ComparisonTable,
    Report,
    ReviewedPaper,
    ReviewQuote,
    ReviewSection,
)
from scholarai.domain.review_outputs import ModelCall, Planned, Quoted, Reranked, Retrieved, Tables
from scholarai.domain.tables import FilledRow
from scholarai.reviewing.report import with_sentences

Owned = TypeVar("Owned", Candidate, Citation)

GONE = "source deleted"
QUOTATION_GONE = "A quotation stood here; its source was deleted."
# The error of a model's answer that quoted the paper: what it took stays in the ledger, what it said does not.
ANSWER_GONE = "source_deleted"
# So many words in a row are the paper's and no turn of speech. A guess.
_RUN = 8
_WORD = re.compile(r"\w+")

Left: TypeAlias = Retrieved | Reranked | Quoted | Planned | ReviewSection | Tables | Report | FilledRow | ModelCall


class GonePaper:
    """A deleted paper, and those of its words that a review kept."""

    def __init__(self, paper_id: PaperId, left: Sequence[Left]) -> None:
        self.paper_id = paper_id
        self._left = left

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        texts = {text for value in self._left for text in _texts_of(value, self.paper_id)}
        return tuple(f" {_words(text)} " for text in sorted(texts) if text)

    def speaks_in(self, text: str, *, cited: bool = False) -> bool:
        """Tell whether a text repeats the paper; one of few words only where it cites the paper."""
        words = _words(text).split()
        if len(words) < _RUN and not (cited and words):
            return False
        runs = (f" {' '.join(words[at : at + _RUN])} " for at in range(max(1, len(words) - _RUN + 1)))
        return any(run in known for run in runs for known in self._texts)


def forget(value: Left, gone: GonePaper) -> Left:
    """Return what is left without the paper's text: no quote of it, no box, no passage, no row of a table.

    Sentences stay unless they repeat the paper; the paper stays as a reference that is marked as deleted. The same value
    comes back where nothing was said of the paper.
    """
    return _WITHOUT[type(value)](value, gone)


def _texts_of(value: Left, paper_id: PaperId) -> Iterator[str]:
    """Yield what a value holds of the paper, letter for letter."""
    match value:
        case Retrieved(candidates=passages) | Reranked(passages=passages):
            yield from (item.text for item in _of_paper(passages, paper_id))
        case Quoted(quotes=quotes) | Planned(quotes=quotes):
            own = _of_paper([quote.citation for quote in quotes], paper_id)
            yield from (quote.place for quote in quotes if quote.citation in own)
            yield from _quotations(own)
        case ReviewSection():
            for part in (*value.summary, *value.text):
                yield from _quotations(_of_paper(part.citations, paper_id))
        case FilledRow(paper_id=owner) if owner == paper_id:
            yield from _quotations([citation for cell in value.cells.values() for citation in cell.citations])
        case Report():
            yield from chain.from_iterable(_texts_of(section, paper_id) for section in value.sections)
        case _:
            return


def _of_paper(items: Sequence[Owned], paper_id: PaperId) -> list[Owned]:
    return [item for item in items if item.paper_id == paper_id]


def _quotations(citations: Sequence[Citation]) -> Iterator[str]:
    for citation in citations:
        yield from (citation.quote, citation.text)


def _passages(items: Sequence[Candidate], gone: GonePaper) -> tuple[Candidate, ...]:
    return tuple(
        replace(item, text="", section_path=(), summary="") if item.paper_id == gone.paper_id else item
        for item in items
    )


def _paper(paper: ReviewedPaper, gone: GonePaper) -> ReviewedPaper:
    return replace(paper, deleted=True) if paper.paper_id == gone.paper_id else paper


def _quote(quote: ReviewQuote, gone: GonePaper) -> ReviewQuote:
    if quote.citation.paper_id == gone.paper_id:
        return replace(quote, citation=_citation(quote.citation, gone), place="", cites=())
    return replace(quote, cites=_works(quote.cites, gone))


def _works(works: Sequence[CitedWork], gone: GonePaper) -> tuple[CitedWork, ...]:
    return tuple(replace(work, paper_id=None) if work.paper_id == gone.paper_id else work for work in works)


def _citation(citation: Citation, gone: GonePaper) -> Citation:
    if citation.paper_id != gone.paper_id:
        return citation
    return Citation(
        number=citation.number,
        paper_id=citation.paper_id,
        chunk_id=citation.chunk_id,
        quote="",
        verdict="not_found",
        label=GONE,
        similarity=0.0,
    )


def _retrieved(value: Retrieved, gone: GonePaper) -> Retrieved:
    return replace(value, candidates=_passages(value.candidates, gone))


def _reranked(value: Reranked, gone: GonePaper) -> Reranked:
    papers = tuple(_paper(paper, gone) for paper in value.papers)
    return replace(value, passages=_passages(value.passages, gone), papers=papers)


def _quoted(value: Quoted, gone: GonePaper) -> Quoted:
    return replace(value, quotes=tuple(_quote(quote, gone) for quote in value.quotes))


def _planned(value: Planned, gone: GonePaper) -> Planned:
    papers, silent = (tuple(_paper(paper, gone) for paper in group) for group in (value.papers, value.silent))
    return replace(value, quotes=tuple(_quote(quote, gone) for quote in value.quotes), papers=papers, silent=silent)


def _tables(value: Tables, gone: GonePaper) -> Tables:
    kept = {name: _table(table, gone) for name, table in value.tables.items()}
    return replace(value, tables={name: table for name, table in kept.items() if table is not None})


def _sentence(part: TextSection, gone: GonePaper) -> TextSection:
    citations = tuple(_citation(citation, gone) for citation in part.citations)
    if gone.speaks_in(part.text, cited=citations != part.citations):
        return TextSection(text=QUOTATION_GONE, citations=citations)
    return replace(part, citations=citations)


def _section(section: ReviewSection, gone: GonePaper) -> ReviewSection:
    before = (section.summary, section.text)
    after = [tuple(_sentence(part, gone) for part in parts) for parts in before]
    left = section if tuple(after) == before else with_sentences(section, *after)
    return replace(left, table=None if section.table is None else _table(section.table, gone))


def _table(table: ComparisonTable, gone: GonePaper) -> ComparisonTable | None:
    rows = tuple(row for row in table.rows if row.paper_id != gone.paper_id)
    return replace(table, rows=rows) if rows else None


def _report(report: Report, gone: GonePaper) -> Report:
    return replace(
        report,
        sections=tuple(_section(section, gone) for section in report.sections),
        papers=tuple(_paper(paper, gone) for paper in report.papers),
        silent=tuple(_paper(paper, gone) for paper in report.silent),
        followed=tuple(
            replace(item, works=_works(item.works, gone)) for item in report.followed if item.paper_id != gone.paper_id
        ),
    )


def _filled_row(row: FilledRow, gone: GonePaper) -> FilledRow:
    return replace(row, cells={}, deleted=True) if row.paper_id == gone.paper_id else row


def _call(call: ModelCall, gone: GonePaper) -> ModelCall:
    about = gone.paper_id in call.name.split()  # calls about papers bear their ids
    if call.data and (about or any(gone.speaks_in(text) for text in _strings(call.data))):
        return replace(call, data={}, error=ANSWER_GONE)
    return call


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


_WITHOUT: Mapping[type[Left], Callable[[Any, GonePaper], Left]] = {
    Retrieved: _retrieved,
    Reranked: _reranked,
    Quoted: _quoted,
    Planned: _planned,
    ReviewSection: _section,
    Tables: _tables,
    Report: _report,
    FilledRow: _filled_row,
    ModelCall: _call,
}
