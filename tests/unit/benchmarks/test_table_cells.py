"""How the benchmark of tables judges a cell."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from unit.exporting.making import citation

from scholarai.domain.tables import ShownCell

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path.append(str(BENCHMARKS))  # the commands there import each other by their names

from table_cells import judged  # noqa: E402  - after the path is set

SAID = ShownCell(column_id="c1", state="filled", value="…", citations=(citation("We used the  ﬁrst Data Set."),))
SILENT = ShownCell(column_id="c1", state="not_stated")


@pytest.mark.parametrize(
    ("cell", "wanted", "outcome"),
    [
        (SAID, ["first data set"], "right"),
        (SAID, ["second data set", ""], "wrong"),
        (SAID, [""], "wrong"),
        (SILENT, [""], "right"),
        (SILENT, ["", "first data set"], "right"),
        (SILENT, ["first data set"], "missed"),
    ],
)
def test_a_cell_is_right_by_the_words_of_its_quote_or_by_saying_nothing_where_there_is_nothing(
    cell: ShownCell, wanted: list[str], outcome: str
) -> None:
    assert judged(cell, wanted) == outcome
