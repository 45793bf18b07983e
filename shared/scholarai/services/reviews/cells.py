"""The step of a table: it fills the cells of some papers, with a model or without one, each with a verified quote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from scholarai.domain.chat import Evidence
from scholarai.domain.review import ReviewedPaper
from scholarai.domain.table_spec import AskedColumn, TableSpec
from scholarai.domain.tables import FilledCell, FilledRow
from scholarai.domain.values import Value
from scholarai.ports.reviews import LibraryPaper
from scholarai.reviewing import chain
from scholarai.reviewing.candidates import is_aside, join_passages
from scholarai.reviewing.numbers import figure_beside
from scholarai.reviewing.tables import is_filled, known_rows, pending, row_name
from scholarai.services.library.open_papers import OpenPaper
from scholarai.services.library.passages import Query
from scholarai.services.reviews.calls import Asks
from scholarai.services.reviews.job import CachedPaper, Job, StepResult, described
from scholarai.services.reviews.reporting import grounded_cell
from scholarai.services.reviews.without_model import best_passages, searchable
from scholarai.services.reviews.writing import DraftCell, PaperPassages, drafted_cells, row_ask

# Sentences among which a cell without a model is chosen. A guess.
_SENTENCES = 3
# Passages that are searched for a column, and those of one request: two for each of its columns. Guesses.
_PER_COLUMN = 4
_PER_CALL = 2 * chain.COLUMNS_PER_CALL


class _AskedPaper(Value, frozen=True, kw_only=True, eq=False):
    """A paper that is open for questions, and the columns that it is asked for."""

    paper: ReviewedPaper
    cached: CachedPaper
    opened: OpenPaper
    columns: tuple[AskedColumn, ...]


def fill(job: Job) -> StepResult:
    """Fill cells of the next papers; what is missing is looked up in each step, since the table may change meanwhile."""
    spec = job.review.table or TableSpec(paper_ids=(), columns=())
    stored = job.read_all(FilledRow, [row_name(paper_id) for paper_id in spec.paper_ids])
    rows = known_rows(job.review, stored.values())
    left = pending(spec, rows)
    batch = left[: chain.TABLE_PAPERS_PER_STEP]
    there = job.papers([paper_id for paper_id, _ in batch])
    opened = [_open(job, there[paper_id], columns) for paper_id, columns in batch if paper_id in there]
    papers = {paper.paper.paper_id: paper for paper in opened if paper is not None}
    # Each question is embedded once for all papers of a step.
    queries = {column.id: job.tools.passages().query(_question(column)) for column in spec.asked}
    if job.asks is None:
        cells = {paper_id: _cells_by_search(job, paper, queries) for paper_id, paper in papers.items()}
    else:
        cells = dict(zip(papers, _cells_by_model(job.asks, list(papers.values()), queries), strict=True))
    filled, new = [], []
    for paper_id, columns in batch:
        row = rows.get(paper_id) or FilledRow(paper_id=paper_id)
        if paper_id in papers:
            row = replace(row, title=papers[paper_id].paper.title)
        own = cells.get(paper_id) or [FilledCell(value="", error="paper_unread")] * len(columns)
        named = {column.id: cell for column, cell in zip(columns, own, strict=True)}
        filled.append(replace(row, cells={**row.cells, **named}))
        new += own
    more = (chain.cells_after(job.review.steps, asks_model=job.asks_model),) if len(left) > len(batch) else None
    return StepResult(
        outputs={row_name(row.paper_id): row for row in filled},
        counts={"papers": len(batch), "cells": len(new), "filled": sum(map(is_filled, new))},
        following=more,
    )


def _open(job: Job, paper: LibraryPaper, columns: tuple[AskedColumn, ...]) -> _AskedPaper | None:
    """Return a paper ready for questions, None when it has just gone."""
    cached = job.tools.papers.open(paper)
    if cached is None:
        return None
    return _AskedPaper(paper=described(paper, 0.0, ()), cached=cached, opened=searchable(job, cached), columns=columns)


def _question(column: AskedColumn) -> str:
    return column.question or column.name


def _cells_by_search(job: Job, asked: _AskedPaper, queries: Mapping[str, Query]) -> list[FilledCell]:
    """Return a candidate for each column, the best sentence of the paper, or an empty cell where the search is not sure.

    Sentences on the work of others, and for a number those without one beside what is asked for, come after the rest.
    """
    cells = []
    for column in asked.columns:
        query = queries[column.id]
        best = best_passages(job, asked.opened, query, most=_SENTENCES)
        drafts = [
            DraftCell(value=" ".join(quote.text.split()), quote=quote.text, number=quote.number)
            for quote in best.quotes
        ]
        drafts.sort(key=lambda draft: is_aside(draft.value))
        if column.kind == "number":
            with_number = [draft for draft in drafts if figure_beside(query.text, draft.value) is not None]
            drafts = [*with_number, *(draft for draft in drafts if draft not in with_number)]
        verified = (_grounded(asked, column, draft, best.evidence) for draft in drafts if best.sure)
        cell = next((cell for cell in verified if cell.citations), FilledCell(value=""))
        cells.append(replace(cell, doubts=(), candidate=bool(cell.citations)))
    return cells


def _cells_by_model(asks: Asks, papers: Sequence[_AskedPaper], queries: Mapping[str, Query]) -> list[list[FilledCell]]:
    """Return the cells of each paper in the order of its columns; all requests are made at the same time.

    Raises:
        BudgetSpentError, LimitReachedError, TransientError: Like `Asks.run`.
    """
    size = chain.COLUMNS_PER_CALL
    requests = [
        (asked, asked.columns[at : at + size], _pieces(asked, asked.columns[at : at + size], queries))
        for asked in papers
        for at in range(0, len(asked.columns), size)
    ]
    outcomes = asks.ask_all(
        [
            row_ask("cells", PaperPassages(paper=asked.paper, passages=pieces), list(map(_as_asked, columns)))
            for asked, columns, pieces in requests
        ]
    )
    cells: dict[str, list[FilledCell]] = {asked.paper.paper_id: [] for asked in papers}
    for (asked, columns, pieces), outcome in zip(requests, outcomes, strict=True):
        if outcome.reply is None:
            cells[asked.paper.paper_id] += [FilledCell(value="", error="model_failed")] * len(columns)
            continue
        drafts = drafted_cells(outcome.reply, len(columns), pieces)
        cells[asked.paper.paper_id] += [
            _grounded(asked, column, draft, pieces) for column, draft in zip(columns, drafts, strict=True)
        ]
    return list(cells.values())


def _pieces(asked: _AskedPaper, columns: Sequence[AskedColumn], queries: Mapping[str, Query]) -> tuple[Evidence, ...]:
    """Return the passages for some columns, joined: the best of each column before the second best of any, each once."""
    by_column = [queries[column.id].search(asked.opened, k=_PER_COLUMN).evidence for column in columns]
    longest = max(map(len, by_column), default=0)
    in_turn = [pieces[rank] for rank in range(longest) for pieces in by_column if rank < len(pieces)]
    distinct = {(piece.start, piece.end): piece for piece in reversed(in_turn)}
    return join_passages(list(distinct.values())[::-1][:_PER_CALL], asked.cached.content.text())


def _as_asked(column: AskedColumn) -> str:
    """Return what a model is asked for a column; its name is a part of the question where the user gave none."""
    question = _question(column)
    name = "" if question.startswith(column.name.removesuffix(" …")) else f"{column.name}: "
    form = " Begin with the figure and its unit." if column.kind == "number" else ""
    return f"{name}{question}{form}"


def _grounded(
    asked: _AskedPaper, column: AskedColumn, draft: DraftCell | None, pieces: Sequence[Evidence]
) -> FilledCell:
    """Return a cell with its evidence; empty without any that the paper really has."""
    cell = grounded_cell(draft, _question(column), asked.cached, {piece.number: piece for piece in pieces})
    return FilledCell(value=cell.value, citations=cell.citations, doubts=cell.doubts)
