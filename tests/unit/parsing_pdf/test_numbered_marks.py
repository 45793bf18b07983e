"""Numbers in a text are linked to the entries of a numbered list in the form that the paper cites in, and no others are."""

from __future__ import annotations

import pytest
from unit.parsing_pdf.printed import BODY, LARGE, RAISED, Part, line, paragraph, read, sentences

from scholarai.domain.content import PaperContent
from scholarai.parsing.layout import RawLine

NAMES = ("Olsen", "Adler", "Winter", "Baker", "Novak", "Ericson", "Zimmer", "Dahl", "Moreau", "Costa")


def _entries(y: float, names: tuple[str, ...] = NAMES) -> list[RawLine]:
    rows = [f"{k}. {name} K. On columns. J Print. 20{k:02};7:24\u201332." for k, name in enumerate(names, 1)]
    return [line("References", 60, y - 20, LARGE), *(line(row, 60, y + 14 * k) for k, row in enumerate(rows))]


def _marked(text: str) -> list[Part]:
    """Return parts of a row; what stands between | is raised."""
    return [(part, RAISED if at % 2 else BODY) for at, part in enumerate(text.split("|")) if part]


def _paper(*rows: str, before: tuple[RawLine, ...] = ()) -> PaperContent:
    printed = [line(_marked(row), 60, 160 + 12 * at) for at, row in enumerate(rows)]
    return read(
        [*before, line("Introduction", 60, 100, LARGE), *paragraph(sentences(2), 120), *printed, *_entries(500)]
    )


def _linked(content: PaperContent) -> list[tuple[str, str]]:
    texts = {block.id: block.text for block in content.blocks}
    return [
        (texts[span.block_id][span.start : span.end], ",".join(id_.lstrip("r") for id_ in span.reference_ids))
        for span in content.cite_spans
    ]


@pytest.mark.parametrize(
    ("rows", "linked"),
    [
        (
            ("The margins of columns were measured before (1) and after (2, 3).", "In later years Novak (4\u20136, 9) printed them."),
            [("(1)", "1"), ("(2, 3)", "2,3"), ("(4\u20136, 9)", "4,5,6,9")],
        ),
        (
            ("The margins of columns are known (1) in this condition (2, 3). They need TRPV1 (4).", "Novak saw in model (5) that they were wide (5)."),
            [("(1)", "1"), ("(2, 3)", "2,3"), ("(4)", "4"), ("(5)", "5")],
        ),
        (
            ("The margins of columns are known (1), and wide (2).", "There are causes: (1) paper, (2) ink, and (3) type, as in equation (4).", "Men (n = 3) measured 12 (5) of them, and see those of others (3)."),
            [("(1)", "1"), ("(2)", "2"), ("(3)", "3")],
        ),
        (
            ("The margins of columns|1| were wide,|2,3| of 7 cm|2| and 8 m|3|, and R|2| was high.", "Later years|4\u20136,| showed more than the sin|2| of it.|7|", "Of the 214|8| pages and 10|6| letters some were wide.|9|"),
            [("¹", "1"), ("²,³", "2,3"), ("⁴\u2013⁶", "4,5,6"), ("⁷", "7"), ("⁸", "8"), ("⁹", "9")],
        ),
        (
            ("The margins of columns|1| hold Zn and Sn|2,3|, and others Mn|4|. Later pages|4\u20136| did not.",),
            [("¹", "1"), ("²,³", "2,3"), ("⁴\u2013⁶", "4,5,6")],
        ),
        (
            ("The margins of columns [1]\u2013[3] and type [4, 5] have the power of two|2| or so (1).", "Pages [6 and 7] are so."),
            [("[1]\u2013[3]", "1,2,3"), ("[4, 5]", "4,5"), ("[6 and 7]", "6,7")],
        ),
        (("Margins of the wide columns|6| were known|1| and then|2| they were|3| wide|4| and as ref. 5 shows.",), [("¹", "1"), ("²", "2"), ("³", "3"), ("⁴", "4"), ("5", "5")]),
    ],
    ids=["round", "round behind conditions and proteins", "round among enumerations", "raised among powers", "raised behind symbols", "square", "raised out of turn"],
)  # fmt: skip
def test_only_what_cites_in_the_papers_own_way_is_linked(rows: tuple[str, ...], linked: list[tuple[str, str]]) -> None:
    assert _linked(_paper(*rows)) == linked


def test_the_marks_of_affiliations_cite_nothing() -> None:
    authors = (
        line(_marked("Ada Keller|1,2|, Bo Smith|2|"), 60, 70),
        line(_marked("|1|Print House|2|School of Type"), 60, 84),
    )
    content = _paper("The margins of columns|1| were wide|2| in all.", before=authors)

    assert [(number, span) for number, span in _linked(content)] == [("¹", "1"), ("²", "2")]


def test_a_list_sorted_by_names_is_cited_in_any_order() -> None:
    row = "The margins (7) of columns (2) and then of pages (9) were wide (4)."
    content = read(
        [
            line("Introduction", 60, 100, LARGE),
            *paragraph(sentences(2), 120),
            line(row, 60, 160),
            *_entries(500, tuple(sorted(NAMES))),
        ]
    )

    assert [ids for _, ids in _linked(content)] == ["7", "2", "9", "4"]


def test_a_supplements_marks_point_to_its_own_list() -> None:
    first = [
        line("Introduction", 60, 100, LARGE),
        *paragraph(f"It is known [1], and also [2]. {sentences(2)}", 120),
        *_entries(500),
    ]
    second = [
        line("Supplement", 60, 60, LARGE),
        *paragraph(f"More was found [2]. {sentences(2)}", 80),
        *_entries(400, NAMES[:3]),
    ]
    content = read(first, second)

    assert [ids for _, ids in _linked(content)] == ["1", "2", "12"]
