"""The rule for tables: a number of the row that a sentence names and of another column, or the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scholarai.citations.doubting.stems import is_content, stem
from scholarai.citations.doubting.texts import Clause, Place
from scholarai.citations.words import words_of

_NUMBER = re.compile(r"[-−–+]?\d[\d,.]*")
# Lines of the smallest table, and most of those that are read; its least columns.
_LEAST_LINES, _MOST_LINES, _LEAST_COLUMNS = 3, 60, 3

# Words by which a number is a difference, and no cell.
_DIFFERENCE = frozenset("than more less fewer by difference".split())

Label = frozenset[str]


class _Grid(NamedTuple):
    """The stems of the words that name the rows and the columns of a table, and its numbers."""

    rows: list[Label]
    columns: list[Label]
    cells: list[list[float | None]]


def other_cells(sentence: Clause, quotes: Sequence[str]) -> Iterator[Place]:
    """Yield the number of a sentence that a table has, and not where the sentence says."""
    for grid in filter(None, map(_grid, quotes)):
        said = sentence.content | {f"{numeral.value:g}" for numeral in sentence.numerals}
        row, column = _named(grid.rows, said), _named(grid.columns, said)
        told = [
            numeral
            for numeral in sentence.numerals
            if numeral.kind == "digits" and not any(f"{numeral.value:g}" in label for label in grid.rows)
        ]
        if len(told) != 1 or not _DIFFERENCE.isdisjoint(sentence.forms) or (row is None and column is None):
            continue
        value = told[0].value
        places = [(r, c) for r, cells in enumerate(grid.cells) for c, cell in enumerate(cells) if cell == value]
        here = [(r, c) for r, c in places if row in {None, r} and column in {None, c}]
        if places and not here:
            cell = None if row is None or column is None else grid.cells[row][column]
            yield Place(told[0].start, told[0].end, "number", "" if cell is None else f"{cell:g}")


def _grid(text: str) -> _Grid | None:
    """Read a table from a text with a line for each row, None if it is none."""
    lines = [line.strip("| \t") for line in text.splitlines()[:_MOST_LINES] if line.strip()]
    split = [
        list(map(str.strip, re.split(r"[|\t]", line))) if re.search(r"[|\t]", line) else line.split() for line in lines
    ]
    if len(split) < _LEAST_LINES or len(split[0]) < _LEAST_COLUMNS or any(len(row) != len(split[0]) for row in split):
        return None
    if any(map(_NUMBER.fullmatch, split[0][1:])):
        return None
    rows = [row for row in split[1:] if any(map(str.isalnum, "".join(row)))]
    return _Grid(
        [_label(row[0]) for row in rows], list(map(_label, split[0][1:])), [list(map(_value, row[1:])) for row in rows]
    )


def _value(cell: str) -> float | None:
    match = _NUMBER.match(cell)
    bare = match[0].replace(",", "").rstrip(".") if match else ""
    return float(re.sub("[−–]", "-", bare)) if bare.count(".") <= 1 and bare else None


def _label(cell: str) -> Label:
    return frozenset(stem(word.form) for word in words_of(cell) if is_content(word.form) or word.form[0].isdigit())


def _named(labels: Sequence[Label], said: frozenset[str]) -> int | None:
    """Return the one label whose words are all said; one that has the words of another one and more goes before it."""
    found = [at for at, label in enumerate(labels) if label and label <= said]
    longest = [at for at in found if not any(labels[at] < labels[other] for other in found)]
    return longest[0] if len(longest) == 1 else None
