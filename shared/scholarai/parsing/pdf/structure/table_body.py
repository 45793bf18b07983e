"""Groups the lines of a table below its head by row: by rules, by white space, and by cells that go on in the next line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from math import inf
from statistics import median

from scholarai.parsing.pdf.structure.cell import Cell, Line, goes_on_behind, joined
from scholarai.parsing.pdf.structure.cell_thresholds import CELLS


def is_ruled(above: Line, below: Line, rules: Iterable[float]) -> bool:
    """Tell whether a rule, of which the heights are given, is between two lines."""
    return any(above.middle < y < below.middle for y in rules)


def body_rows(lines: Sequence[Line], full: Sequence[float], columns: Sequence[tuple[float, float]]) -> list[list[Line]]:
    """Return the lines of the body by row; a name centred beside several rows is in the first of them."""
    lines = _with_names_between(lines)
    named = list(map(_without_name, _between_rules(lines, full)))
    names = {id(band[0]): name for band, name in named if name is not None}
    rows = _rows([band for band, _ in named], columns, len(names))
    return [[_begun(names.get(id(row[0])), row[0]), *row[1:]] for row in rows]


def _with_names_between(lines: Sequence[Line]) -> list[Line]:
    """Return lines with each name that stands half a line below one without a name, and above another one, in the first of them."""
    found = list(lines[:1])
    for line, below in zip_longest(lines[1:], lines[2:]):
        above = found[-1]
        alone = below is not None and [cell.columns for cell in line.cells] == [(0, 0)]
        if alone and _is_halfway(above, line, below) and not (above.at(0) or below.at(0)):
            found[-1] = _begun(line.cells[0], above)
        else:
            found.append(line)
    return found


def _is_halfway(above: Line, line: Line, below: Line) -> bool:
    most = CELLS.half_line_ems * line.size
    return line.middle - above.middle < most and below.middle - line.middle < most


def _without_name(band: list[Line]) -> tuple[list[Line], Cell | None]:
    """Return the lines between two rules without the only cell of their first column, and this, if it is centred beside them."""
    named = [(at, cell) for at, line in enumerate(band) if (cell := line.at(0)) is not None]
    if len(named) != 1 or named[0][0] == 0 or named[0][1].columns != (0, 0):
        return band, None
    at, name = named[0]
    off = (name.box.y0 + name.box.y1 - band[0].middle - band[-1].middle) / 2
    if abs(off) > CELLS.half_line_ems * band[at].size / 2 or band[-1].middle - band[0].middle < band[at].size:
        return band, None
    rest = replace(band[at], cells=[cell for cell in band[at].cells if cell is not name])
    return [*band[:at], *([rest] if rest.cells else []), *band[at + 1 :]], name


def _begun(name: Cell | None, line: Line) -> Line:
    return line if name is None else replace(line, cells=[name, *line.cells])


def _rows(bands: list[list[Line]], columns: Sequence[tuple[float, float]], names: int) -> list[list[Line]]:
    """Return lines by row, given those between two rules and beside how many of these a name is centred."""
    lines = [line for band in bands for line in band]
    several = [band for band in bands if len(band) > 1]
    one_each = 2 * names <= len(several) and len(bands) > max(CELLS.least_bands, CELLS.grid_share * len(lines))
    if (one_each or _hold_text(bands)) and 2 * sum(map(_stacks_values, several)) <= len(several):
        return bands
    step = _row_step(bands, columns)
    rows: list[list[Line]] = []
    for band in bands:
        for index, line in enumerate(band):
            if index and (line.seam or _goes_on(rows[-1], line, step, columns)):
                rows[-1].append(line)
            else:
                rows.append([line])
    return rows


def _between_rules(lines: Sequence[Line], full: Sequence[float]) -> list[list[Line]]:
    bands: list[list[Line]] = []
    for line in lines:
        above = bands[-1][-1] if bands else None
        if above is None or (not _goes_on_over(above, line) if line.seam else is_ruled(above, line, full)):
            bands.append([])
        bands[-1].append(line)
    return bands


def _hold_text(bands: Sequence[Sequence[Line]]) -> bool:
    """Tell whether the lines between two rules are text of one row: few values, in cells that do not all have as many lines.

    Rules below heads, of which each page of a long table has some, are too few to tell.
    """
    several = [band for band in bands if len(band) > 1]
    cells = [cell for band in bands for line in band for cell in line.cells if cell.columns[0] > 0]
    pages = 1 + sum(line.seam for band in bands for line in band)
    if len(bands) <= CELLS.least_bands * pages or sum(c.is_value for c in cells) > CELLS.text_values_share * len(cells):
        return False
    return sum(map(_is_ragged, several)) >= CELLS.ragged_share * len(several)


def _is_ragged(band: Sequence[Line]) -> bool:
    columns = {cell.columns for line in band for cell in line.cells}
    return min(len(band[0].cells), len(band[-1].cells)) < len(columns)


def _stacks_values(lines: Sequence[Line]) -> bool:
    """Tell whether values stand below each other, so that the lines are rows of their own."""
    return any(
        cell.is_value
        and not cell.is_open
        and (other := below.at(cell.columns[0])) is not None
        and other.is_value
        and not (_leaves_columns(above, below) and _may_go_on(above, below, cell, other))
        for above, below in pairwise(lines)
        for cell in above.cells
        if cell.columns[0] > 0
    )


def _leaves_columns(above: Line, below: Line) -> bool:
    """Tell whether a line goes on with few of the cells above it, and begins none."""
    few = len(below.cells) <= CELLS.wrapped_cells_share * len(above.cells)
    return few and len(above.cells) >= CELLS.wrapped_cells and all(above.at(cell.columns[0]) for cell in below.cells)


def _may_go_on(above: Line, below: Line, cell: Cell, other: Cell) -> bool:
    """Tell whether a value may go on in the next line of the same row, which has few of its cells."""
    return _is_inner(above, below) or goes_on_behind(cell, other)


def _is_inner(above: Line, below: Line) -> bool:
    """Tell whether a line has so few cells, and none that begins a row, that finished values may stand below each other in one row."""
    begins = below.at(above.cells[0].columns[0]) is not None
    return not begins and len(below.cells) <= CELLS.inner_share * len(above.cells)


def _row_step(bands: Sequence[Sequence[Line]], columns: Sequence[tuple[float, float]]) -> float:
    """Return the least distance of two rows, where lines of one row are nearer to each other; else 0."""
    pairs = [pair for band in bands for pair in _neighbours(band)]
    steps = sorted(below.middle - above.middle for above, below in pairs)
    text = _is_running_text(pairs, columns)
    least = 1 if text else CELLS.step_share * len(steps)
    most = CELLS.wrapped_ems * bands[0][0].size if text else inf
    jumps = [
        (min(after, most) / before, (after + before) / 2)
        for index, (before, after) in enumerate(pairwise(steps), 1)
        if before > 0 and min(index, len(steps) - index) >= least
    ]
    jump, border = max(jumps, default=(0.0, 0.0))
    if jump < (CELLS.text_jump if text else CELLS.step_jump):
        return 0.0
    near = [pair for pair in pairs if pair[1].middle - pair[0].middle < border]
    if text and sum(map(_gains_cells, near)) > CELLS.gaining_share * len(near):
        return 0.0
    if all(len(below.cells) == len(columns) for _, below in near):
        return 0.0  # white space divides groups of rows: no line lacks a cell
    return border if 2 * sum(_stacks_plain_values(pair) or _hold_measures(*pair) for pair in near) < len(near) else 0.0


def _is_running_text(pairs: Sequence[tuple[Line, Line]], columns: Sequence[tuple[float, float]]) -> bool:
    """Tell whether most cells go on with the text above them, so that few lines begin a row."""
    both = [(above.at(cell.columns[0]), cell) for above, below in pairs for cell in below.cells]
    wrapped = sum(above is not None and not _had_room(above, cell, columns[cell.columns[0]]) for above, cell in both)
    return wrapped > CELLS.wrapped_share * len(both)


def _gains_cells(lines: Sequence[Line]) -> bool:
    """Tell whether a line has a cell where the line above has none: cells of one row of text begin in its first line."""
    above, below = lines
    return any(above.at(cell.columns[0]) is None for cell in below.cells)


def _stacks_plain_values(lines: Sequence[Line]) -> bool:
    """Tell whether values stand below each other, and none in brackets below one without, as an interval or a share may."""
    above, below = lines
    both = [(cell, other) for cell in above.cells if (other := below.at(cell.columns[0])) is not None]
    goes_on = any(_is_bracketed(other) and not _is_bracketed(cell) for cell, other in both)
    return not goes_on and _stacks_values(lines)


def _hold_measures(above: Line, below: Line) -> bool:
    """Tell whether two cells or more of each of two lines are a word with its number, such as "RMSE 0.505"."""
    both = [(cell, other) for cell in above.cells if (other := below.at(cell.columns[0])) is not None]
    return sum(_is_measure(cell) and _is_measure(other) for cell, other in both) > 1


def _is_measure(cell: Cell) -> bool:
    return cell.text[-1].isdecimal() and not cell.is_value and len(cell.words) == 2


def _is_bracketed(cell: Cell) -> bool:
    return cell.text.startswith(("(", "["))


def row_distance(lines: Sequence[Line], columns: Sequence[tuple[float, float]]) -> float:
    """Return the least distance of two rows below the head, 0 if lines of one row may be as far apart."""
    step = _row_step([lines] if lines else [], columns)
    if step or len(lines) < CELLS.least_bands:
        return step
    usual = median([below.middle - above.middle for above, below in _neighbours(lines)] or [0.0])
    return CELLS.same_distance_share * usual if usual > CELLS.leading_ems * lines[0].size else 0.0


def _neighbours(lines: Sequence[Line]) -> list[tuple[Line, Line]]:
    """Return each line with the next one in its part of the table."""
    return [(above, below) for above, below in pairwise(lines) if not below.seam]


def _goes_on(row: Sequence[Line], line: Line, step: float, columns: Sequence[tuple[float, float]]) -> bool:
    """Tell whether a line goes on with the row above it."""
    above = row[-1]
    distance = line.middle - above.middle
    if distance <= CELLS.wrapped_ems * line.size and _asks_for_more(row, line):
        return True
    if step:
        return distance < step
    if distance < CELLS.half_line_ems * line.size:
        return not _stacks_values([above, line])
    if distance > CELLS.wrapped_ems * line.size or _hold_measures(above, line):
        return False
    few = _leaves_columns(row[0], line) and all(above.at(cell.columns[0]) for cell in line.cells)
    if line.at(0) is not None and len(line.cells) > 1 and not few and not _is_in_brackets_below(above, line):
        return False
    loose = few and _is_inner(row[0], line)
    return all(
        _is_wrapped(above.at(cell.columns[0]), cell, columns[cell.columns[0]], few, loose) for cell in line.cells
    )


def _is_in_brackets_below(above: Line, line: Line) -> bool:
    """Tell whether all cells of a line but its first stand in brackets below values without, as shares below counts do."""
    others = [(above.at(cell.columns[0]), cell) for cell in line.cells if cell.columns[0] > 0]
    return all(
        over is not None and over.is_value and not _is_bracketed(over) and _is_bracketed(cell) for over, cell in others
    )


def _asks_for_more(row: Sequence[Line], line: Line) -> bool:
    """Tell whether a cell of a row ends inside brackets or in a sign, and a line goes on below it."""
    return any(
        (above := row[-1].at(cell.columns[0])) is not None and (above.is_unfinished or _is_open(row, cell.columns[0]))
        for cell in line.cells
    )


def _is_open(row: Sequence[Line], column: int) -> bool:
    """Tell whether a row's last line ends inside brackets in a column, or a value does that begins further above."""
    cells = [cell for line in row if (cell := line.at(column)) is not None]
    last = row[-1].at(column)
    if last is None or last.is_open:
        return last is not None
    return cells[0].is_value and joined(cells).is_open


def _goes_on_over(above: Line, line: Line) -> bool:
    """Tell whether the first line of another part of a table goes on with the row whose last line is above it."""
    if any(cell.is_open and line.at(cell.columns[0]) for cell in above.cells):
        return True
    within = len(line.cells) < len(above.cells) and all(above.at(cell.columns[0]) for cell in line.cells)
    first = line.at(0)
    return within and (first is None or first.text[0].islower()) and not _stacks_values([above, line])


def _is_wrapped(above: Cell | None, cell: Cell, column: tuple[float, float], few: bool, loose: bool) -> bool:
    """Tell whether a cell goes on with the text above it: its first word would not have fitted there, or a value is not finished.

    Args:
        above: The cell above it.
        cell: The first words of a line in a column.
        column: The left and right edge of the column.
        few: Whether few of a row's cells go on.
        loose: Whether finished values may go on, too.
    """
    if above is None:
        return False
    if above.is_value and (cell.is_value or cell.text.isdecimal()):
        return goes_on_behind(above, cell) or loose
    if above.text.endswith("-") or cell.text[0].islower():
        return True
    return not _had_room(above, cell, column) and (few or not cell.is_value)


def _had_room(above: Cell, cell: Cell, column: tuple[float, float]) -> bool:
    """Tell whether the first word of a cell would have fitted behind the text above it."""
    _, low, high = cell.words[0]
    needed = above.box.x1 - above.box.x0 + CELLS.space_ems * (cell.box.y1 - cell.box.y0) + (high - low)
    return needed <= column[1] - column[0]
