"""Fills cells without a language model: with a passage of the paper that may answer, or with nothing."""

from __future__ import annotations

from collections.abc import Mapping

from scholarai.domain.table_spec import AskedColumn
from scholarai.domain.tables import FilledCell
from scholarai.reviewing.figures import figure_beside
from scholarai.services.library.passages import Query
from scholarai.services.reviews.best_passages import best_passages
from scholarai.services.reviews.job import Job
from scholarai.services.reviews.writing import DraftCell
from scholarai.services.tables.asking import AskedPaper, grounded

# Sentences among which one with a figure is looked for where a number is asked for. A guess.
_SENTENCES = 3


def cells_by_search(job: Job, asked: AskedPaper, queries: Mapping[str, Query]) -> list[FilledCell]:
    """Return the cells of a paper in the order of its columns."""
    return [_candidate(job, asked, column, queries[column.id]) for column in asked.columns]


def _candidate(job: Job, asked: AskedPaper, column: AskedColumn, query: Query) -> FilledCell:
    found = best_passages(job, asked.opened, query, most=_SENTENCES)
    if not found.sure:
        return FilledCell(value="")
    drafts = [DraftCell(value=" ".join(one.text.split()), quote=one.text, number=one.number) for one in found.quotes]
    if column.kind == "number":
        drafts.sort(key=lambda draft: figure_beside(query.text, draft.value) is None)
    cells = (grounded(asked, column, draft, found.evidence) for draft in drafts)
    return next(
        (FilledCell(value=cell.value, citations=cell.citations, candidate=True) for cell in cells if cell.citations),
        FilledCell(value=""),
    )
