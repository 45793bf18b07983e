"""Bold words before a paragraph are its heading where other paragraphs begin so; sentences in other type are none."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from unit.parsing_pdf.printed import BODY, BOLD, CODE, LARGE, MATHS, SMALL, Part, line, paragraph, read, sentences

from scholarai.parsing.layout import RawLine, Style

SANS = Style("Grotesk-Bold", 10.0, bold=True)
SANS_LARGE = Style("Grotesk-Bold", 12.0, bold=True)
LIGHT = Style("Grotesk-Light", 9.5)
ITALIC = Style("Serif-Italic", 10.0, italic=True)
BOLD_ITALIC = Style("Serif-BoldItalic", 10.0, bold=True, italic=True)
INDEX = Style("CMR7", 7.0)
CAPITALS = Style("Serif-Regular", 8.4)


def _titles(rows: Sequence[RawLine]) -> list[str]:
    return [section.title for section in read(rows).sections]


def _text(y: float) -> list[RawLine]:
    return paragraph(sentences(4), y)


def _run_in(names: Sequence[str], *, style: Style = BOLD) -> list[RawLine]:
    """Return a section of paragraphs that begin with bold words."""
    rows, top = [line("Methods", 60, 90, LARGE)], 114.0
    for name in names:
        first = line([(f"{name}. ", style), ("The patients were seen by two of the readers", BODY)], 60, top)
        rows += [first, *paragraph(f"of each centre. {sentences(3)}", top + 12)]
        top = max(row.box.y1 for row in rows) + 20
    return rows


def test_bold_words_with_a_full_stop_are_headings_where_several_paragraphs_begin_so() -> None:
    rows = _run_in(["Choice of patients", "Data extraction", "Statistical analysis"])

    assert _titles(rows) == ["Methods", "Choice of patients", "Data extraction", "Statistical analysis"]


def test_a_phrase_that_ends_within_brackets_is_no_heading() -> None:
    names = ["Choice of patients", "Acetate of reeds (3a", "Statistical analysis", "Extraction of the data (first)"]

    assert _titles(_run_in(names)) == ["Methods", names[0], names[2], names[3]]


@pytest.mark.parametrize(
    "name", ["Supplementary Materials", "Supporting information", "Financial support and sponsorship"]
)
def test_what_journals_print_behind_the_text_is_a_heading_before_its_colon(name: str) -> None:
    first = line([(f"{name}: ", BOLD), ("They are given on the pages of the journal", BODY)], 60, 240)
    rows = [line("Methods", 60, 90, LARGE), *_text(110), first, *paragraph(f"by all. {sentences(3)}", 252)]

    assert _titles(rows) == ["Methods", name]


def test_the_left_side_of_an_equation_is_no_heading() -> None:
    side = line([("Gain =", ITALIC), ("          (S4)", BODY)], 60, 240)

    assert _titles([line("Methods", 60, 90, LARGE), *_text(110), side, *_text(270)]) == ["Methods"]


def test_bold_words_that_begin_one_or_two_paragraphs_are_emphasis() -> None:
    assert _titles(_run_in(["Choice of patients", "Data extraction"])) == ["Methods"]


def test_bold_words_of_another_typeface_than_the_text_are_headings_too() -> None:
    names = ["Choice of patients", "Data extraction", "Statistical analysis"]
    rows = [line("Methods", 60, 90, SANS_LARGE), *_run_in(names, style=SANS)[1:]]
    rows += [line("Results", 60, 420, SANS_LARGE), *_text(440)]
    rows += [line("Discussion", 60, 520, SANS_LARGE), *_text(540)]

    assert _titles(rows) == ["Methods", *names, "Results", "Discussion"]


def test_bold_words_with_a_full_stop_begin_a_paragraph_below_a_full_line() -> None:
    names = ["Choice of patients", "Data extraction", "Statistical analysis"]
    rows = [line("Methods", 60, 90, LARGE)]
    for index, name in enumerate(names):
        lead = line([(f"{name}. ", BOLD), ("The patients were seen by two of the readers", BODY)], 60, 114 + 24 * index)
        rows += [lead, line(f"{'of each centre':.<96}", 60, 126 + 24 * index)]

    assert _titles(rows) == ["Methods", *names]


def test_a_numbered_title_in_italics_may_fill_its_first_line() -> None:
    title = "Limits of Detection of the Elements and Limits of Their Quantification in All Samples of Plants"
    rows = [line("2. Methods", 60, 90, LARGE), line(f"2.1. {title}", 60, 114, ITALIC)]
    rows.append(line([("Taken Here. ", ITALIC), ("The limits were calculated as they are elsewhere.", BODY)], 60, 126))

    assert _titles([*rows, *paragraph(sentences(4), 138)]) == ["Methods", f"{title} Taken Here"]


def test_a_bold_title_a_little_larger_than_the_text_may_end_in_its_second_line() -> None:
    larger = Style("Grotesk-Bold", 11.0, bold=True)
    rows, names = [line("Methods", 60, 90, LARGE)], ("Screening", "Growth", "Weighing")
    for index, name in enumerate(names):
        top = 114 + 80 * index
        begun = f"{name} of all of the isolates that were taken from the leaves and of the roots of each of the plants"
        rows += [
            line(begun, 60, top, larger),
            line(
                [("in one bed", larger), ("\u2014 Each isolate was grown alone for an hour and then in broth.", BODY)],
                60,
                top + 12,
            ),
            *paragraph(sentences(3), top + 24),
        ]

    assert [title.split(" of all ")[0] for title in _titles(rows)] == ["Methods", *names]
    assert _titles(rows)[1].endswith("of the plants in one bed")


def test_a_genus_in_a_bold_title_does_not_end_it() -> None:
    names = ["Isolation of ", "Growth of ", "Colour of "]
    rows = [line("Methods", 60, 90, LARGE)]
    for index, name in enumerate(names):
        parts = [
            (name, BOLD),
            ("Actinomycetes", BOLD_ITALIC),
            (" in broth. ", BOLD),
            ("Each isolate was grown alone", BODY),
        ]
        rows += [line(parts, 60, 114 + 80 * index), *paragraph(f"for an hour. {sentences(3)}", 126 + 80 * index)]

    assert _titles(rows) == ["Methods", *(f"{name}Actinomycetes in broth" for name in names)]


def test_a_typeface_of_sentences_that_stand_alone_is_not_that_of_headings() -> None:
    rows = [line("1 Introduction", 60, 80, LARGE), *_text(92)]
    for index, thing in enumerate(("colour", "width", "grid", "font")):
        tip = f"To set the {thing} back to what it was, click on the small box in the corner."
        rows += [line(tip, 60, 180 + 90 * index, LIGHT), *_text(204 + 90 * index)]

    assert _titles(rows) == ["Introduction"]


def test_small_capitals_between_paragraphs_are_headings_only_in_the_type_of_other_ones() -> None:
    rows = [line("1 Introduction", 60, 80, LARGE), *_text(104)]
    labels = [line("PLURAL NOUN", 200, 190, CAPITALS), line("ADJECTIVE", 320, 230, CAPITALS)]

    assert _titles([*rows, *labels, *_text(270), line("2 Results", 60, 340, LARGE), *_text(364)]) == [
        "Introduction",
        "Results",
    ]


def test_text_between_examples_of_code_is_no_heading_though_the_code_is_longer() -> None:
    rows = [line("1 Introduction", 60, 80, LARGE)]
    for index in range(8):
        top = 104 + 70 * index
        rows += [line(f"The next command sets the mode of unit {index} to what it was", 60, top, BODY)]
        rows += paragraph("SET CPU MODE TRACE ATTACH UNIT FILE " * 2, top + 18, x=90, style=CODE._replace(size_pt=10.0))

    assert _titles(rows) == ["Introduction"]


def test_a_numbered_item_that_announces_what_follows_is_no_heading() -> None:
    rows = [line("Methods", 60, 80, LARGE), *_text(104)]
    item = Style("Grotesk", 8.5)
    for index in (1, 2):
        lead = f"{index}. In such a device the code does what it was asked to do:"
        rows += [line(lead, 90, 90 + 90 * index, item), *_text(120 + 90 * index)]

    assert _titles([*rows, line("Results", 60, 360, LARGE), *_text(384)]) == ["Methods", "Results"]


@pytest.mark.parametrize(
    "end",
    [
        [("x", MATHS), ("12", INDEX)],
        [("x", MATHS), (" and ", BOLD), ("y", MATHS)],
        [("k", ITALIC), (" for each", BOLD)],
    ],
)
def test_a_heading_may_have_mathematics_in_other_type(end: list[Part]) -> None:
    rows = [line("1 Introduction", 60, 80, LARGE), *_text(104)]
    rows += [line([("1.1 Bounds of the path ", BOLD), *end], 60, 180), *_text(204)]

    assert _titles(rows)[1].startswith("Bounds of the path ")
    assert _titles(rows)[1] != "Bounds of the path"


def test_a_run_in_heading_ends_at_its_full_stop_though_the_sentence_begins_in_the_same_type() -> None:
    rows: list[RawLine] = [line("3. Species", 60, 90, LARGE)]
    for place, genus in enumerate(("Ocimum", "Lamium", "Hyptis"), 1):
        top = 60 + 60 * place
        first = [
            (f"3.{place}. {genus} Genus. {genus} ", ITALIC),
            ("is a genus of which many were read by hand in all columns", BODY),
        ]
        rows += [line(first, 60, top), *paragraph(sentences(2), top + 12)]

    assert _titles(rows) == ["Species", "Ocimum Genus", "Lamium Genus", "Hyptis Genus"]


@pytest.mark.parametrize(
    ("style", "titled"), [(BOLD, True), (Style("CMBX10", 10.0, bold=True), False)], ids=["print", "TeX"]
)
def test_bold_words_before_a_sentence_are_headings_where_several_paragraphs_begin_so(
    style: Style, *, titled: bool
) -> None:
    names = ["Target definition", "Treatment planning", "Quality assurance"]
    rows = [line("Methods", 60, 90, LARGE)]
    for place, name in enumerate(names):
        first = line(
            [(f"{name} ", style), ("The patients were seen by two of the readers", BODY)], 60, 114 + 90 * place
        )
        rows += [first, *paragraph(f"of each centre. {sentences(3)}", 126 + 90 * place)]

    assert _titles(rows) == ["Methods", *(names if titled else [])]


def test_the_names_of_files_beside_the_paper_are_no_headings() -> None:
    assert _titles(_run_in([f"S{number} Fig. Relations inferred from marker {number}" for number in (1, 2, 3)])) == [
        "Methods"
    ]


def test_a_title_in_italics_may_hold_a_greek_letter() -> None:
    greek = Style("AdvSymbols", 10.0)
    title = line(
        [("2.3. Contacts between labelled A", ITALIC), ("δ", greek), (" afferents and lamina I", ITALIC)], 60, 114
    )
    rows = [line("2. Methods", 60, 90, LARGE), title, *paragraph(sentences(4), 140)]

    assert _titles(rows) == ["Methods", "Contacts between labelled Aδ afferents and lamina I"]


def test_a_title_in_italics_may_end_in_the_upright_name_of_a_genus() -> None:
    rows = [line("1. Methods", 60, 90, LARGE), *_text(110)]
    rows += [
        line([("1.1. Variants that resist in", ITALIC), (" Drosophila", BODY)], 60, 190),
        *paragraph(sentences(3), 210, indent=15),
    ]

    assert _titles(rows) == ["Methods", "Variants that resist in Drosophila"]


def test_abbreviations_explained_behind_their_name_are_no_section() -> None:
    rows = [line("Methods", 60, 90, LARGE), *_text(110)]
    listed = [("Abbreviations:", BOLD), ("  OR = odds ratio, CI = confidence interval of what was read", BODY)]

    assert _titles([*rows, line(listed, 60, 200), *_text(230)]) == ["Methods"]


def test_a_statement_in_small_type_behind_the_references_is_a_section() -> None:
    rows = [line("Methods", 60, 90, LARGE), *_text(110), line("References", 60, 190, LARGE)]
    rows += [
        line(
            f"Halvorsen, M. ({2001 + index}). The reading of columns. J. Print 4, 1{index}-20.",
            60,
            210 + 12 * index,
            SMALL,
        )
        for index in range(4)
    ]
    bold = Style("Serif-Bold", 8.0, bold=True)
    rows.append(
        line([("Conflict of Interest Statement:", bold), (" The authors declare that there is none", SMALL)], 60, 270)
    )
    rows.append(line("that could be construed as one.", 60, 282, SMALL))

    assert _titles(rows)[-1] == "Conflict of Interest Statement"
