"""A cell of a table is scored by its text, its row and its column."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path.append(str(BENCHMARKS))  # the commands there import each other by their names

from scoring_tables import cells_f1  # noqa: E402  - after the path is set

GOLD = [["Site", "2018", "2019"], ["North", "3.1", "2.9"], ["South", "1.0", "0.8"]]


def found(*rows: list[str]) -> list[dict[str, object]]:
    return [{"rows": rows}]


@pytest.mark.parametrize(
    ("rows", "score"),
    [
        (GOLD, 1.0),
        (GOLD[1:], 12 / 15),  # the head was not found
        ([[*GOLD[0], ""], [*GOLD[1], ""], ["South", "", "1.0", "0.8"]], 14 / 18),  # two cells left their columns
        ([GOLD[0], ["North 3.1", "", "2.9"], GOLD[2]], 14 / 17),  # two cells became one
        ([GOLD[2], GOLD[1], GOLD[0]], 6 / 18),  # the rows are turned round: one of them can be paired
        ([], 0.0),
    ],
)
def test_what_is_not_at_its_place_is_not_right(rows: list[list[str]], score: float) -> None:
    assert cells_f1([GOLD], found(*rows)) == pytest.approx(score)


def test_a_gold_with_spans_is_the_same_table() -> None:
    spanned = [
        [{"text": "Site", "row_span": 2, "column_span": 1}, {"text": "Year", "row_span": 1, "column_span": 2}],
        [{"text": one, "row_span": 1, "column_span": 1} for one in ("2018", "2019")],
    ]

    assert cells_f1([spanned], found(["Site", "Year", ""], ["", "2018", "2019"])) == 1.0


def test_a_sign_printed_as_a_letter_is_that_letter() -> None:
    assert cells_f1([[["\u0394", "1"]]], found(["\u2206", "1"])) == 1.0
