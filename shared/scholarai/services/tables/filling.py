"""The step that fills cells of a table: some papers at a time, and each cell with a verified quote."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from scholarai.domain.table_spec import AskedColumn, TableSpec
from scholarai.domain.tables import FilledCell, FilledRow
from scholarai.reviewing import schedule
from scholarai.reviewing.table_rows import known_rows, pending, row_name
from scholarai.reviewing.tables import is_filled
from scholarai.services.reviews.job import Job, StepResult
from scholarai.services.tables.asking import AskedPaper, asked_paper, queries
from scholarai.services.tables.by_model import cells_by_model
from scholarai.services.tables.by_search import cells_by_search


def fill(job: Job) -> StepResult:
    """Fill cells of the next papers; what is missing is looked up in each step, since the table may change meanwhile."""
    spec = job.review.table or TableSpec(paper_ids=(), columns=())
    stored = job.read_all(FilledRow, [row_name(paper_id) for paper_id in spec.paper_ids])
    rows = known_rows(job.review, stored.values())
    left = pending(spec, rows)
    now = left[: schedule.TABLE_PAPERS_PER_STEP]
    there = job.papers([paper_id for paper_id, _ in now])
    asked = [asked_paper(job, there[paper_id], columns) for paper_id, columns in now if paper_id in there]
    readable = [one for one in asked if one is not None]
    found = {one.paper.paper_id: (one, cells) for one, cells in zip(readable, _cells(job, spec, readable), strict=True)}
    filled = [
        _row(rows.get(paper_id) or FilledRow(paper_id=paper_id), columns, found.get(paper_id))
        for paper_id, columns in now
    ]
    cells = [row.cells[column.id] for row, (_, columns) in zip(filled, now, strict=True) for column in columns]
    return StepResult(
        outputs={row_name(row.paper_id): row for row in filled},
        counts={"papers": len(now), "cells": len(cells), "filled": sum(map(is_filled, cells))},
        following=(schedule.cells_after(job.review.steps, asks_model=job.asks_model),)
        if len(left) > len(now)
        else None,
    )


def _cells(job: Job, spec: TableSpec, papers: Sequence[AskedPaper]) -> list[list[FilledCell]]:
    asked = queries(job, spec.asked)
    if job.asks is None:
        return [cells_by_search(job, one, asked) for one in papers]
    return cells_by_model(job.asks, papers, asked)


def _row(
    before: FilledRow, columns: Sequence[AskedColumn], found: tuple[AskedPaper, Sequence[FilledCell]] | None
) -> FilledRow:
    if found is None:
        unread = {column.id: FilledCell(value="", error="paper_unread") for column in columns}
        return replace(before, cells={**before.cells, **unread})
    asked, cells = found
    new = {column.id: cell for column, cell in zip(columns, cells, strict=True)}
    return replace(before, title=asked.paper.title, cells={**before.cells, **new})
