"""Fills cells with a language model: one call asks for all columns of a paper, and each answer must quote its proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scholarai.domain.chat import Evidence
from scholarai.domain.table_spec import AskedColumn
from scholarai.domain.tables import FilledCell
from scholarai.domain.values import Value
from scholarai.reviewing.joining import join_passages
from scholarai.reviewing.schedule import COLUMNS_PER_CALL
from scholarai.services.library.passages import Query
from scholarai.services.reviews.calls import Asks
from scholarai.services.reviews.model_writer import drafted_cells, row_ask
from scholarai.services.reviews.writing import PaperPassages
from scholarai.services.tables.asking import AskedPaper, grounded, in_turn, question_of

# Passages that are searched for a column, and those of one request: two for each of its columns. Guesses.
_PER_COLUMN = 4
_PER_CALL = 2 * COLUMNS_PER_CALL
_FAILED = FilledCell(value="", error="model_failed")


class _Request(Value, frozen=True, kw_only=True, eq=False):
    """Some columns of a paper, with the passages that may answer."""

    asked: AskedPaper
    columns: tuple[AskedColumn, ...]
    pieces: tuple[Evidence, ...]


def cells_by_model(asks: Asks, papers: Sequence[AskedPaper], queries: Mapping[str, Query]) -> list[list[FilledCell]]:
    """Return the cells of each paper in the order of its columns; all requests are made at the same time.

    Raises:
        BudgetSpentError, LimitReachedError, TransientError: Like `Asks.run`.
    """
    requests = [request for asked in papers for request in _requests(asked, queries)]
    outcomes = asks.run(
        [
            row_ask(
                "cells",
                PaperPassages(paper=request.asked.paper, passages=request.pieces),
                [_said(column) for column in request.columns],
            )
            for request in requests
        ]
    )
    cells: dict[str, list[FilledCell]] = {asked.paper.paper_id: [] for asked in papers}
    for request, outcome in zip(requests, outcomes, strict=True):
        own = cells[request.asked.paper.paper_id]
        if outcome.reply is None:
            own += [_FAILED] * len(request.columns)
            continue
        drafts = drafted_cells(outcome.reply, len(request.columns), request.pieces)
        own += [
            grounded(request.asked, column, draft, request.pieces)
            for column, draft in zip(request.columns, drafts, strict=True)
        ]
    return list(cells.values())


def _requests(asked: AskedPaper, queries: Mapping[str, Query]) -> list[_Request]:
    groups = [asked.columns[at : at + COLUMNS_PER_CALL] for at in range(0, len(asked.columns), COLUMNS_PER_CALL)]
    return [_Request(asked=asked, columns=columns, pieces=_pieces(asked, columns, queries)) for columns in groups]


def _pieces(asked: AskedPaper, columns: Sequence[AskedColumn], queries: Mapping[str, Query]) -> tuple[Evidence, ...]:
    found = [queries[column.id].search(asked.opened, k=_PER_COLUMN).evidence for column in columns]
    return join_passages(in_turn(found, _PER_CALL), asked.cached.content.text())


def _said(column: AskedColumn) -> str:
    """Return what the column asks; its name is a part of the question where the user gave none."""
    question = question_of(column)
    name = "" if question.startswith(column.name.removesuffix(" …")) else f"{column.name}: "
    form = " Begin with the figure and its unit." if column.kind == "number" else ""
    return f"{name}{question}{form}"
