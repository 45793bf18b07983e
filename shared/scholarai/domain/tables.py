"""The cells of a table of papers by questions, as they are stored and as they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from msgspec import field

from scholarai.domain.chat import Citation, Doubt
from scholarai.domain.ids import PaperId
from scholarai.domain.plugins import load
from scholarai.domain.review import Review, TableCell
from scholarai.domain.table_spec import TableSpec
from scholarai.domain.values import Value

# A candidate is a passage that may answer, found without a model; where nothing was found nothing is said of the paper.
CellState = Literal["pending", "filled", "candidate", "not_found", "failed"]
# Why a cell has no value though its paper was asked.
CellError = Literal["model_failed", "paper_unread"]


class FilledCell(TableCell, frozen=True, kw_only=True):
    """A cell as it is kept; with an `error` it may be asked for again. A `candidate` was found without a model, and not judged."""

    candidate: bool = False
    error: CellError | None = None


class FilledRow(Value, frozen=True, kw_only=True):
    """What was found in one paper, by the ids of the columns; of a `deleted` paper no cell is kept."""

    paper_id: PaperId
    title: str = ""
    cells: Mapping[str, FilledCell] = field(default_factory=dict)
    deleted: bool = False


class Operand(Value, frozen=True, kw_only=True):
    """A number that a computed cell used: its column, and the citations of its cell."""

    column_id: str
    value: float
    citations: tuple[Citation, ...]


class ShownCell(Value, frozen=True, kw_only=True):
    """A cell as its readers see it; `number` is the figure in its value, `operands` are what a computed one used.

    The value of a candidate is a sentence of the paper; its number is a figure in it beside what the column asks for.
    """

    column_id: str
    state: CellState
    value: str = ""
    number: float | None = None
    citations: tuple[Citation, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    operands: tuple[Operand, ...] = ()
    error: str | None = None


class ShownRow(Value, frozen=True, kw_only=True):
    """A paper with its cells, in the order of the columns; `label` is author and year."""

    paper_id: PaperId
    label: str
    title: str
    year: int | None = None
    deleted: bool = False
    cells: tuple[ShownCell, ...] = ()


class ShownTable(Value, frozen=True, kw_only=True):
    """A table with its rows, in the order of its papers."""

    shown_by: ClassVar[str] = "scholarai.exporting.tables:table"
    review: Review
    spec: TableSpec
    rows: tuple[ShownRow, ...]

    def to_records(self) -> list[dict[str, Any]]:
        """Return a dict per paper, which `pandas.DataFrame` takes: paper, title, year, and each column with its pages and quotes."""
        return list(load("scholarai.exporting.tables:records")(self))
