"""Scores the cells of tables: whether each has its text, its row and its column."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from scholarai.parsing.grids import SourceCell, grid_of

# The texts of a table in rows of equal length, "" where a cell is empty or covered.
Texts: TypeAlias = Sequence[Sequence[str]]

# Signs that are printed as these letters are.
_LETTERS = str.maketrans("\u2206\u220f\u2211", "\u0394\u03a0\u03a3")
_DASH = re.compile(r"[-\u2010-\u2015\u2212]+")


def cells_f1(gold: Sequence[Any], found: Sequence[Mapping[str, Any]]) -> float:
    """Return the F1 score of the cells with text of all tables.

    Tables are paired by the texts that they share, then their rows in order so that most cells agree. A cell is right if its
    text stands in the row that is paired with its own, and in the column where most right cells of its column stand.

    Args:
        gold: Each table as rows of cells: texts in equally long rows, or dicts of `text`, `row_span` and `column_span`,
            each where it begins.
        found: Tables of a `PaperContent` as plain data.
    """
    wanted = [_keys(_gold_grid(table)) for table in gold]
    have = [_keys(table["rows"]) for table in found if table["rows"]]
    right = sum(_agreeing(wanted[at], have[place]) for at, place in _pairs(wanted, have))
    total = sum(map(_filled, wanted)) + sum(map(_filled, have))
    return 2 * right / total if total else 0.0


def _gold_grid(table: Sequence[Sequence[Any]]) -> Texts:
    if not isinstance(table[0][0], Mapping):
        return table
    rows = [[SourceCell((cell["text"],), cell["row_span"], cell["column_span"]) for cell in row] for row in table]
    return [["".join(map(str, cell)) for cell in row] for row in grid_of(rows).rows]


def _keys(rows: Texts) -> Texts:
    return [[_key(text) for text in row] for row in rows]


def _key(text: str) -> str:
    """Return the letters and digits of a text in lower case; its signs where it has neither."""
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS)).lower()
    return "".join(filter(str.isalnum, plain)) or _DASH.sub("-", "".join(plain.split()))


def _pairs(wanted: Sequence[Texts], have: Sequence[Texts]) -> Iterator[tuple[int, int]]:
    """Yield the places of tables that belong together, those first that share most texts; each is paired once."""
    words = [[_counts(table) for table in some] for some in (wanted, have)]
    shared = [
        ((one & other).total(), at, place) for at, one in enumerate(words[0]) for place, other in enumerate(words[1])
    ]
    left = set(range(len(wanted))), set(range(len(have)))
    for count, at, place in sorted(shared, key=lambda pair: (-pair[0], *pair[1:])):
        if count and at in left[0] and place in left[1]:
            left[0].remove(at)
            left[1].remove(place)
            yield at, place


def _agreeing(wanted: Texts, have: Texts) -> int:
    """Return how many cells of a table are right."""
    columns: Counter[tuple[int, int]] = Counter()
    for at, place in _paired_rows(wanted, have):
        blocks = difflib.SequenceMatcher(None, wanted[at], have[place], autojunk=False).get_matching_blocks()
        pairs = [(a + k, b + k) for a, b, size in blocks for k in range(size)]
        columns.update((a, b) for a, b in pairs if wanted[at][a])
    return sum(max(n for (column, _), n in columns.items() if column == one) for one in {at for at, _ in columns})


def _paired_rows(wanted: Texts, have: Texts) -> Iterator[tuple[int, int]]:
    """Yield the rows that belong together, in an order-preserving pairing in which most texts agree; last ones first."""
    rows, others = [_counts([row]) for row in wanted], [_counts([row]) for row in have]
    best = [[0] * (len(others) + 1) for _ in range(len(rows) + 1)]
    for at, row in enumerate(rows):
        for place, other in enumerate(others):
            here = best[at][place] + (row & other).total()
            best[at + 1][place + 1] = max(here, best[at][place + 1], best[at + 1][place])
    at, place = len(rows), len(others)
    while at and place:
        if best[at][place] == best[at - 1][place]:
            at -= 1
        elif best[at][place] == best[at][place - 1]:
            place -= 1
        else:
            at, place = at - 1, place - 1
            yield at, place


def _counts(rows: Texts) -> Counter[str]:
    return Counter(text for row in rows for text in row if text)


def _filled(rows: Texts) -> int:
    return _counts(rows).total()
