"""Reads terms in rows and columns: matrices between brackets, and cases after a brace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from scholarai.parsing.pdf.equations.lines import row_latex
from scholarai.parsing.pdf.equations.marks import Part, UncertainError, hull
from scholarai.parsing.pdf.equations.thresholds import GRIDS, LINES

_ENVIRONMENTS = {("(", ")"): "pmatrix", ("[", "]"): "bmatrix", (r"\{", r"\}"): "Bmatrix"}
_SIZED = ("\\bigl", "\\bigr", "\\Bigl", "\\Bigr", "\\biggl", "\\biggr", "\\Biggl", "\\Biggr")


def with_grids(parts: Sequence[Part]) -> list[Part]:
    """Return the parts with each matrix or list of cases as one."""
    left = sorted(parts, key=lambda part: part.x0)
    for opening in reversed([part for part in left if part.kind == "open" and part.baseline is None]):
        closing = _closing(left, opening)
        end = closing.x0 if closing is not None else max(part.x1 for part in left)
        inside = [part for part in left if part is not closing and _is_between(part, opening, end)]
        rows = lines_of(inside) if inside else []
        if len(rows) < 2:
            continue
        made = _grid(opening, closing, rows)
        gone = {opening, *inside} | ({closing} if closing is not None else set())
        left = sorted([*(part for part in left if part not in gone), made], key=lambda part: part.x0)
    return left


def _is_between(part: Part, opening: Part, end: float) -> bool:
    return opening.x1 <= part.center <= end and opening.y0 <= part.middle <= opening.y1


def _closing(parts: Sequence[Part], opening: Part) -> Part | None:
    """Return the closing bracket that matches an opening one of the same height."""
    depth = 0
    for part in parts:
        if part.x0 <= opening.x0 or not _same_span(part, opening):
            continue
        if part.kind == "open":
            depth += 1
        elif part.kind == "close":
            if depth == 0:
                return part
            depth -= 1
    return None


def _same_span(part: Part, other: Part) -> bool:
    drift = GRIDS.same_span_ems * (other.y1 - other.y0)
    return part.baseline is None and abs(part.y0 - other.y0) < drift and abs(part.y1 - other.y1) < drift


def lines_of(parts: Sequence[Part]) -> list[list[Part]]:
    """Return parts line by line, from top to bottom.

    Raises:
        UncertainError: If the lines are closer than lines can be, or reach into each other.
    """
    size = max(part.size_pt for part in parts)
    if not size:  # nothing but brackets and operators
        return [list(parts)]
    levels = _levels(parts, size)
    if any(b - a < LINES.least_leading_ems * size for a, b in pairwise(levels)):
        raise UncertainError
    if len(levels) == 1:
        return [list(parts)]
    lines: list[list[Part]] = [[] for _ in levels]
    for part in parts:
        nearest = min(range(len(levels)), key=lambda index: abs(levels[index] - part.middle))
        lines[nearest].append(part)
    for above, below in pairwise(lines):
        if hull(above)[3] > hull(below)[1] + LINES.row_overlap_ems * size:
            raise UncertainError
    return lines


def _levels(parts: Sequence[Part], size_pt: float) -> list[float]:
    """Return the heights of the axes of lines, from top to bottom, by the parts in the largest type."""
    main = [part for part in parts if part.size_pt > (1 - LINES.same_size_share) * size_pt]
    axes = [part.middle if part.baseline is None else part.baseline - LINES.axis_ems * size_pt for part in main]
    axes.sort()
    return [axes[0]] + [b for a, b in pairwise(axes) if b - a > LINES.bar_drift_ems * size_pt]


def _grid(opening: Part, closing: Part | None, rows: Sequence[Sequence[Part]]) -> Part:
    columns = _columns(rows)
    cells = [[[p for p in row if x0 <= p.center <= x1] for x0, x1 in columns] for row in rows]
    body = r" \\ ".join(" & ".join(row_latex(cell) if cell else "" for cell in row) for row in cells)
    if closing is None:
        name = "cases" if _bare(opening) == r"\{" and len(columns) <= 2 else None
        _check_left(cells)
    else:
        name = _ENVIRONMENTS.get((_bare(opening), _bare(closing)))
        _check_centered(cells, columns)
    if name is None:
        raise UncertainError
    x1 = max(part.x1 for row in rows for part in row)
    return replace(
        opening,
        latex=rf"\begin{{{name}}} {body} \end{{{name}}}",
        kind="sign",
        x1=x1 if closing is None else closing.x1,
        tall=False,
    )


def _bare(bracket: Part) -> str:
    sign = bracket.latex
    for prefix in _SIZED:
        if sign.startswith(prefix):
            return sign.removeprefix(prefix)
    return sign


def _columns(rows: Sequence[Sequence[Part]]) -> list[tuple[float, float]]:
    """Return the extents of the columns: what white space in every row parts."""
    parts = sorted((part for row in rows for part in row), key=lambda part: part.x0)
    size = max(part.size_pt for part in parts)
    columns = [(parts[0].x0, parts[0].x1)]
    for part in parts[1:]:
        x0, x1 = columns[-1]
        if part.x0 - x1 > GRIDS.column_gap_ems * size:
            columns.append((part.x0, part.x1))
        else:
            columns[-1] = (x0, max(x1, part.x1))
    return columns


def _check_left(cells: Sequence[Sequence[Sequence[Part]]]) -> None:
    """Raise unless the cells of each column begin at one place."""
    for column in zip(*cells, strict=True):
        starts = [hull(cell)[0] for cell in column if cell]
        size = max(part.size_pt for cell in column for part in cell)
        if max(starts) - min(starts) > GRIDS.edge_drift_ems * size:
            raise UncertainError


def _check_centered(cells: Sequence[Sequence[Sequence[Part]]], columns: Sequence[tuple[float, float]]) -> None:
    """Raise unless the cells of each column are centred in it."""
    for column, (x0, x1) in zip(zip(*cells, strict=True), columns, strict=True):
        for cell in filter(None, column):
            left, _, right, _ = hull(cell)
            size = max(part.size_pt for part in cell)
            if abs((left + right) - (x0 + x1)) / 2 > GRIDS.edge_drift_ems * size:
                raise UncertainError
