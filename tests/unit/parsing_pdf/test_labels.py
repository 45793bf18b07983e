"""Labels of captions on rows of their own, and cells of tables that look like labels."""

from __future__ import annotations

from dataclasses import replace

from unit.parsing_pdf.printed import SMALL, line

from scholarai.parsing.pdf.layout.metrics import measure
from scholarai.parsing.pdf.layout.rows import Row, row_of
from scholarai.parsing.pdf.structure.captions import is_caption
from scholarai.parsing.pdf.structure.groups import Group, grouped


def printed(text: str, x: float, y: float) -> Row:
    row = row_of(line(text, x, y, SMALL), 1, complete=True)
    assert row is not None
    return replace(row, left=60.0, right=290.0)


def test_a_title_across_both_columns_belongs_to_the_label_centred_above_it() -> None:
    label = replace(printed("TABLE III", 282, 100), column=1, left=310.0, right=540.0)
    title = replace(printed("EFFECT OF THE NUMBER OF DRUGS ON THE OUTCOME", 212, 109), column=-1, spanning=True)

    (group,) = grouped([label, title], measure([label, title]))

    assert group.rows == [label, title]


def test_a_label_takes_no_title_that_is_not_centred_below_it() -> None:
    label = replace(printed("TABLE III", 282, 100), column=1, left=310.0, right=540.0)
    title = replace(printed("EFFECT OF THE NUMBER OF DRUGS ON THE OUTCOME", 60, 109), column=-1, spanning=True)

    assert len(grouped([label, title], measure([label, title]))) == 2


def test_labels_below_each_other_are_cells_of_a_table() -> None:
    rows = [printed(f"Fig. {number}", 60, 100 + 10 * number) for number in (1, 2, 3)]

    assert not is_caption(Group(rows))
    assert is_caption(Group(rows[:1]))
