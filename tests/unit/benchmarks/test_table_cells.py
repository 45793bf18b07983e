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

SAID = ShownCell(
    column_id="c1",
    state="candidate",
    value="We used the ﬁrst data set.",
    citations=(citation("We used the  ﬁrst Data Set."),),
)
EMPTY = ShownCell(column_id="c1", state="not_found")
STATED = ShownCell(column_id="c1", state="filled", value="the first data set", citations=SAID.citations)
INVENTED = ShownCell(column_id="c1", state="candidate", value="Two data sets.", citations=SAID.citations)


@pytest.mark.parametrize(
    ("cell", "wanted", "outcome"),
    [
        (SAID, ["first data set"], "answers"),
        (SAID, ["second data set", ""], "beside"),
        (SAID, [""], "beside"),
        (EMPTY, ["first data set"], "empty"),
        (STATED, ["first data set"], "false"),
        (INVENTED, ["first data set"], "false"),
    ],
)
def test_a_candidate_answers_by_the_words_of_its_quote_and_a_cell_of_other_words_is_false(
    cell: ShownCell, wanted: list[str], outcome: str
) -> None:
    assert judged(cell, wanted) == outcome
