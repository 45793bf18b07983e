"""Raised and lowered digits of a page, which stay apart from what they stand behind."""

from __future__ import annotations

import pytest
from unit.parsing_pdf.printed import BODY as TEXT
from unit.parsing_pdf.printed import RAISED, TITLE, line, paragraph, read, sentences

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
        ([("Of 214", BODY, 0), ("5", SMALL, -3.5), (" eggs", BODY, 0)], ["5"], []),
        ([("The SO", BODY, 0), ("2", SMALL, 1.5), (" rose", BODY, 0)], [], ["2"]),
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


@pytest.mark.parametrize(
    ("parts", "printed"),
    [
        ([("10", BODY, 0), ("-3", SMALL, -3.5), (" to 10", BODY, 0), ("6", SMALL, -3.5)], "10⁻³ to 10⁶"),
        ([("in 1998", BODY, 0), ("4,7–9", SMALL, -3.5), (" and", BODY, 0)], "in 1998⁴,⁷–⁹ and"),
        ([("CO", BODY, 0), ("2", SMALL, 1.5), (" and ", BODY, 0), ("14", SMALL, -3.5), ("C", BODY, 0)], "CO₂ and ¹⁴C"),
        ([("Ca", BODY, 0), ("2+", SMALL, -3.5), (" and K", BODY, 0), ("+", SMALL, -3.5)], "Ca²⁺ and K⁺"),
        ([("a 2", BODY, 0), ("n", SMALL, -3.5), (" grid at 30", BODY, 0), ("◦", SMALL, -3.5)], "a 2ⁿ grid at 30°"),
        # What is apart already, or no number, stays as it is.
        ([("the 4", BODY, 0), ("th", SMALL, -3.5), (" of x", BODY, 0), ("max", SMALL, 1.5)], "the 4th of xmax"),
        ([("shown", BODY, 0), ("[3]", SMALL, -3.5), (" and f", BODY, 0), ("+g", SMALL, -3.5)], "shown[3] and f+g"),
        # As large as the rest, it is beside it: a line that is not straight.
        ([("one 2", BODY, 0), ("3", BODY, -3.5), (" four", BODY, 0)], "one 23 four"),
    ],
)
def test_raised_and_lowered_digits_are_printed_as_such(parts: list[tuple[str, Style, float]], printed: str) -> None:
    row = _row(*parts)

    assert row.printed == printed
    assert len(row.printed) == len(row.text)


def test_titles_headings_and_text_keep_raised_digits_and_the_places_of_their_words() -> None:
    small_title = Style("Serif-Bold", 10.0, bold=True)
    bold = Style("Serif-Bold", 12.0, bold=True)
    content = read(
        [
            line([("Gulls at 10", TITLE), ("3", small_title), (" feet and above", TITLE)], 60, 60),
            *paragraph(sentences(4), 120),
            line([("1 Nests of 1973", bold), ("4", Style("Serif-Bold", 7.0, bold=True))], 60, 300),
            line([("We weighed 3162", TEXT), ("5", RAISED), (" eggs of which 40 were spotted.", TEXT)], 60, 330),
            *paragraph(sentences(6), 342),
        ]
    )

    assert (content.title or "").endswith("Gulls at 10³ feet and above")
    assert "Nests of 1973⁴" in [section.title for section in content.sections]
    block = next(block for block in content.blocks if "eggs" in block.text)
    assert block.text.startswith("We weighed 3162⁵ eggs of which")
    marked = block.lines[0].words[2]
    assert block.text[marked.start : marked.end] == "3162⁵"
    assert marked.high_pt - marked.low_pt == pytest.approx(4 * 5 + 3)
