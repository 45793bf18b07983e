"""Splits a tabular environment into cells, and finds its head, the lines that it repeats on each page, and its notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from scholarai.parsing.grids import Grid, SourceCell, grid_of, has_text, span_of
from scholarai.parsing.latex.nodes import Nodes, arguments, source_of
from scholarai.parsing.rich_text import Rich, one_line

_ROW_ENDS = {"\\", "tabularnewline", "cr"}
_RULES = {"hline", "toprule", "midrule", "bottomrule", "specialrule", "Xhline", "hhline"}
# Each ends the lines of its name: a longtable's on its first page, on every page, and below them.
_PARTS = {"endfirsthead", "endhead", "endfoot", "endlastfoot"}
_NO_TEXT = {"cline", "cmidrule", "addlinespace", "caption", "label", "tablecaption", "enddata", "noalign", "rowcolor", "arrayrulecolor",
            "tablewidth", "tabletypesize", "tablecomments", "tablenotetext", "rotate", "colnumbers", "decimals"}  # fmt: skip
_NUMBER = re.compile(r"-?\d+")
MOST_CELLS = 20_000
# A guess: a rule further down divides the body.
_MOST_HEAD_ROWS = 6


@dataclass(slots=True)
class _Cell:
    nodes: list[Any] = field(default_factory=list)
    rows: int = 1
    columns: int = 1


@dataclass(slots=True)
class _Row:
    """The cells between two ends of rows; `ruled` tells whether a rule over the whole width stands above them."""

    cells: list[_Cell] = field(default_factory=lambda: [_Cell()])
    ruled: bool = False


def read_grid(node: Any, text: Callable[[Nodes], Rich]) -> Grid:
    """Return the cells of a tabular environment; `text` gives the text of a cell's nodes."""
    # In AASTeX, \tablenum sets the number of the table; in siunitx, it is a number in a cell.
    split = _Splitter({"tablenum"} if node.environmentname.startswith("deluxetable") else ())
    split.visit(node.nodelist)
    head, body, foot = ([_read(row, text) for row in rows] for rows in split.parts())
    body, notes = _without_notes(_joined_rules(body))
    header = len(head) or _head_length(body)
    rows = [cells for cells, _ in [*head, *body, *foot]]
    return grid_of(_upward_spans_turned(rows), header_rows=header, notes=notes, covered_are_given=True)


class _Splitter:
    """Collects the rows of one environment."""

    def __init__(self, silent: Collection[str]) -> None:
        self._silent = _NO_TEXT.union(silent)
        self._rows = [_Row()]
        self._ended: dict[str, list[_Row]] = {}
        self._cells = 0

    def visit(self, nodes: Nodes) -> None:
        for child in nodes:
            if self._cells > MOST_CELLS:
                return
            name = getattr(child, "macroname", None)
            if getattr(child, "specials_chars", None) == "&":
                self._rows[-1].cells.append(_Cell())
                self._cells += 1
            elif name is not None:
                self._macro(child, name)
            else:
                self._rows[-1].cells[-1].nodes.append(child)

    def parts(self) -> tuple[list[_Row], list[_Row], list[_Row]]:
        """Return the rows of the head, the body and the foot, each as it is printed once."""
        head = self._ended.get("endfirsthead") or self._ended.get("endhead") or []
        return head, self._rows, self._ended.get("endlastfoot") or self._ended.get("endfoot") or []

    def _macro(self, node: Any, name: str) -> None:
        if name in _ROW_ENDS:
            self._rows.append(_Row())
        elif name in _RULES:
            self._rows[-1].ruled = True
        elif name in _PARTS:
            self._end_part(name)
        elif name == "tablehead" and arguments(node):
            self.visit(arguments(node)[0].nodelist)
            self._end_part("endhead")
        elif name == "startdata":
            self._rows = [_Row()]
        elif name in {"multicolumn", "multirow"}:
            self._span(node, name)
        elif name not in self._silent:
            self._rows[-1].cells[-1].nodes.append(node)

    def _end_part(self, name: str) -> None:
        self._ended[name] = [row for row in self._rows if any(cell.nodes for cell in row.cells)]
        self._rows = [_Row()]

    def _span(self, node: Any, name: str) -> None:
        given = [argument for argument in node.nodeargd.argnlist if argument is not None]
        cell = self._rows[-1].cells[-1]
        if name == "multicolumn":
            cell.columns = span_of(source_of(given[0]).strip())
        else:
            count = next((found for one in given if (found := _NUMBER.fullmatch(source_of(one).strip()))), None)
            cell.rows = int(count.group()) if count else 1
        inner = getattr(given[-1], "nodelist", None)
        self.visit([given[-1]] if inner is None else inner)


_Read = tuple[list[SourceCell], bool]


def _read(row: _Row, text: Callable[[Nodes], Rich]) -> _Read:
    return [SourceCell(one_line(text(cell.nodes)), cell.rows, cell.columns) for cell in row.cells], row.ruled


def _joined_rules(rows: Sequence[_Read]) -> list[_Read]:
    """Return the rows without empty ones; a rule above an empty row stands above the next one."""
    joined: list[_Read] = []
    ruled = False
    for cells, own in rows:
        ruled = ruled or own
        if any(has_text(cell.text) for cell in cells):
            joined.append((cells, ruled))
            ruled = False
    return joined


def _without_notes(rows: list[_Read]) -> tuple[list[_Read], list[Rich]]:
    """Return the rows, and apart from them the texts over all columns below the last rule."""
    last = max((index for index, (_, ruled) in enumerate(rows) if ruled and index), default=len(rows))
    width = max((sum(cell.columns for cell in cells) for cells, _ in rows), default=0)
    below = [cells for cells, _ in rows[last:]]
    if width < 2 or not all(len(cells) == 1 and cells[0].columns >= width for cells in below):
        return rows, []
    return rows[:last], [cells[0].text for cells in below]


def _head_length(rows: Sequence[_Read]) -> int:
    """Return how many rows stand above the first rule inside a table, 0 if these are no head."""
    first = 1 + sum(1 for _ in takewhile(lambda row: not row[1], rows[1:]))
    return first if first <= min(_MOST_HEAD_ROWS, len(rows) // 2) else 0


def _upward_spans_turned(given: Sequence[Sequence[SourceCell]]) -> list[list[SourceCell]]:
    r"""Return the rows with each cell of `\multirow{-3}`, written in its last row, in its first one."""
    rows = [list(cells) for cells in given]
    for index, cells in enumerate(rows):
        for place, cell in enumerate(cells):
            first = index + cell.rows + 1
            if cell.rows < 0:
                cells[place] = SourceCell((), columns=cell.columns)
                if first >= 0 and place < len(rows[first]) and not has_text(rows[first][place].text):
                    rows[first][place] = SourceCell(cell.text, -cell.rows, cell.columns)
                else:
                    cells[place] = SourceCell(cell.text, columns=cell.columns)
    return rows
