"""Raised and lowered digits of a page, which stay apart from what they stand behind."""

from __future__ import annotations

import pytest

from scholarai.domain.content import Box
from scholarai.parsing.layout import RawLine, Span, Style
from scholarai.parsing.pdf.layout.rows import Row, merged, row_of

BODY, SMALL = Style("Serif", 10.0), Style("Serif", 7.0)


def _row(*parts: tuple[str, Style, float]) -> Row:
    """Return a row of parts in a style and below the baseline by so many points, raised where MuPDF says so: above the first one."""
    spans, at = [], 60.0
    for text, style, below in parts:
        x1 = at + len(text) * style.size_pt / 2
        box = (at, 100 + below - 0.8 * style.size_pt, x1, 100 + below + 0.2 * style.size_pt)
        spans.append(Span(text, style, box, 100 + below, raised=below < parts[0][2] - 1))
        at = x1
    found = row_of(RawLine(tuple(spans), Box(60.0, 90.0, at, 104.0), ()), 1, complete=True)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("parts", "raised", "lowered"),
    [
        ([("Of 214", BODY, 0), ("5", SMALL, -3.5), (" pups", BODY, 0)], ["5"], []),
        ([("The CO", BODY, 0), ("2", SMALL, 1.5), (" rose", BODY, 0)], [], ["2"]),
        # MuPDF compares with the first letter of a line, wherever that stands.
        ([("14", SMALL, -3.5), ("C was dated", BODY, 0)], ["14"], []),
        ([("2", SMALL, 1.5), (" and 10", BODY, 0), ("3", SMALL, -3.5), (" cells", BODY, 0)], ["3"], ["2"]),
        # A larger capital and a smaller word on the baseline are neither.
        ([("T", Style("Serif", 14.0), 0), ("HE 3 BIRDS", SMALL, 0)], [], []),
    ],
)
def test_a_row_tells_which_parts_are_raised_or_lowered(
    parts: list[tuple[str, Style, float]], raised: list[str], lowered: list[str]
) -> None:
    row = _row(*parts)

    assert [row.text[run.start : run.end] for run in row.runs if run.raised] == raised
    assert [row.text[run.start : run.end] for run in row.runs if run.lowered] == lowered


def test_an_index_in_a_line_of_its_own_is_lowered_in_the_row_that_it_belongs_to() -> None:
    base, index = _row(("The x", BODY, 0), ("2", SMALL, -3.5)), _row(("0", SMALL, 1.5))
    index.x0, index.x1 = base.x1 + 0.2, base.x1 + 3.7
    index.extents = (index.x0, index.x1)

    row = merged([base, index])

    assert row.text == "The x20"
    assert [(row.text[run.start : run.end], run.raised, run.lowered) for run in row.runs[1:]] == [
        ("2", True, False),
        ("0", False, True),
    ]
