"""Opens a paper for the questions of a table, and finds the passages that may answer."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.domain.chat import Evidence
from scholarai.domain.review import ReviewedPaper
from scholarai.domain.table_spec import AskedColumn
from scholarai.domain.tables import FilledCell
from scholarai.domain.values import Value
from scholarai.ports.reviews import LibraryPaper
from scholarai.services.library.open_papers import OpenPaper
from scholarai.services.library.passages import Query
from scholarai.services.reviews.best_passages import searchable
from scholarai.services.reviews.describing import described
from scholarai.services.reviews.job import Job
from scholarai.services.reviews.paper_cache import CachedPaper
from scholarai.services.reviews.report_steps import grounded_cell
from scholarai.services.reviews.writing import DraftCell


class AskedPaper(Value, frozen=True, kw_only=True, eq=False):
    """A paper ready for questions, and the columns that it is asked for."""

    paper: ReviewedPaper
    cached: CachedPaper
    opened: OpenPaper
    columns: tuple[AskedColumn, ...]


def asked_paper(job: Job, paper: LibraryPaper, columns: tuple[AskedColumn, ...]) -> AskedPaper | None:
    """Return a paper ready for questions, None when it has just gone."""
    cached = job.tools.papers.open(paper)
    if cached is None:
        return None
    return AskedPaper(paper=described(paper, 0.0, ()), cached=cached, opened=searchable(job, cached), columns=columns)


def queries(job: Job, columns: Sequence[AskedColumn]) -> dict[str, Query]:
    """Return the questions of columns by the columns' ids; each is embedded once for all papers of a step."""
    return {column.id: job.tools.passages().query(question_of(column)) for column in columns}


def question_of(column: AskedColumn) -> str:
    return column.question or column.name


def in_turn(found: Sequence[Sequence[Evidence]], most: int) -> list[Evidence]:
    """Return the passages of several searches, the best of each before the second best of any, each once."""
    longest = max(map(len, found), default=0)
    ranked = [pieces[rank] for rank in range(longest) for pieces in found if rank < len(pieces)]
    distinct = {(one.start, one.end): one for one in reversed(ranked)}
    return list(distinct.values())[::-1][:most]


def grounded(asked: AskedPaper, column: AskedColumn, draft: DraftCell | None, pieces: Sequence[Evidence]) -> FilledCell:
    """Return a cell with its evidence; empty without any that the paper really has."""
    cell = grounded_cell(draft, question_of(column), asked.cached, {piece.number: piece for piece in pieces})
    return FilledCell(value=cell.value, citations=cell.citations, doubts=cell.doubts)
