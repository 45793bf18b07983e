"""Headings and body are told by the role of their type in the paper, not by what its fonts say of themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from unit.parsing_pdf.printed import (
    BODY,
    BOLD,
    ITALIC,
    LARGE,
    SMALL,
    TITLE,
    body,
    line,
    page,
    paragraph,
    read,
    sentences,
)

from scholarai.domain.content import PaperContent
from scholarai.parsing.layout import RawLine, Style
from scholarai.parsing.pdf.layout.metrics import measure
from scholarai.parsing.pdf.layout.rows import row_of
from scholarai.parsing.pdf.read import read_pdf

HEAVY = Style("AdvP4C4E74", 10.0)  # a bold font that neither its name nor a flag calls bold
EMPHASIS = Style("AdvP4C4E59", 10.0)


def _levels(content: PaperContent) -> list[tuple[str, int]]:
    return [(section.title, section.level) for section in content.sections]


def test_a_font_that_recurs_in_short_rows_above_paragraphs_is_that_of_headings() -> None:
    content = read(
        [
            line("1 Introduction", 60, 90, LARGE),
            *paragraph(sentences(4), 102),
            line("Purpose of the trial", 60, 160, HEAVY),
            *paragraph(sentences(4), 172),
            line("Choice of patients", 60, 230, HEAVY),
            *paragraph(sentences(4), 242),
            line("Course of treatment", 60, 300, HEAVY),
            *paragraph(sentences(4), 312),
        ]
    )

    titles = [section.title for section in content.sections]
    assert titles[1:] == ["Purpose of the trial", "Choice of patients", "Course of treatment"]


def test_a_font_that_stresses_lines_inside_paragraphs_makes_no_headings() -> None:
    rows = [line("1 Introduction", 60, 80, LARGE), *paragraph(sentences(3), 92)]
    for index, name in enumerate(("Natural", "Usual", "Printed", "Inverse")):
        top = 180 + 60 * index
        rows += [
            line("The order in which all columns of a page are read depends on what we call", 60, top, BODY),
            line(f"{name} order of columns", 60, top + 12, EMPHASIS),
            *paragraph(sentences(2), top + 24),
        ]

    assert [section.title for section in read(rows).sections] == ["Introduction"]


def test_a_section_name_and_the_subsection_below_it_are_two_headings() -> None:
    content = read(
        [
            line("Introduction", 60, 100, BOLD),
            *paragraph(sentences(4), 124),
            line("Results", 60, 200, BOLD),
            line("Reading of long columns", 60, 212, BOLD),
            *paragraph(sentences(4), 236),
        ]
    )

    assert [section.title for section in content.sections] == ["Introduction", "Results", "Reading of long columns"]


@pytest.mark.parametrize(
    ("above", "below", "titles"),
    [
        ("READING BY HAND", "Long columns", ["READING BY HAND", "Long columns"]),
        ("2 | READING", "2.1 | Long columns", ["READING", "Long columns"]),
    ],
)
def test_a_heading_in_capitals_or_with_a_number_is_not_joined_to_the_one_below(
    above: str, below: str, titles: list[str]
) -> None:
    rows = [line("1 Introduction", 60, 100, BOLD), *paragraph(sentences(4), 124)]
    rows += [line(above, 60, 200, BOLD), line(below, 60, 212, BOLD), *paragraph(sentences(4), 236)]

    assert [section.title for section in read(rows).sections[1:]] == titles


def test_the_marked_points_of_a_list_are_no_headings_though_bold() -> None:
    rows = [line("Introduction", 60, 100, BOLD), *paragraph(sentences(4), 124)]
    rows += [
        line(f"►Columns of the {word} kind", 60, 220 + 30 * at, BOLD)
        for at, word in enumerate(("long", "short", "wide"))
    ]

    assert [section.title for section in read(rows).sections] == ["Introduction"]


def test_levels_are_dense_and_follow_the_prominence_of_the_type() -> None:
    rows = []
    for index, name in enumerate(("Introduction", "Methods", "Results")):
        top = 100 + 160 * index
        rows += [
            line(name, 60, top, LARGE),
            *paragraph(sentences(3), top + 20),
            line(f"Part {name.lower()} of columns", 60, top + 70, BOLD),
            *paragraph(sentences(3), top + 82),
        ]

    assert [level for _, level in _levels(read(rows))] == [1, 2, 1, 2, 1, 2]


def test_a_type_that_comes_only_below_another_one_is_of_a_lower_level_though_larger() -> None:
    rows = []
    for index, name in enumerate(("Introduction", "Methods", "Results")):
        top = 60 + 200 * index
        rows += [
            line(name, 60, top, Style("Serif-Bold", 13.0, bold=True)),
            line(f"Outer {name.lower()} of columns", 60, top + 24, BOLD),
            *paragraph(sentences(3), top + 48),
            line(f"Inner {name.lower()} of columns", 60, top + 110, Style("Serif-BoldItalic", 11.0, True, True)),
            *paragraph(sentences(3), top + 134),
        ]

    assert [level for _, level in _levels(read(rows))] == [1, 2, 3, 1, 2, 3, 1, 2, 3]


def test_of_headings_in_one_type_the_centred_ones_are_above_the_flush_ones() -> None:
    rows = []
    for index, name in enumerate(("Methods", "Results", "Discussion")):
        top = 80 + 200 * index
        rows += [
            line(name, 300 - 2.5 * len(name), top, BOLD),
            *paragraph(sentences(3), top + 24),
            line(f"Columns in {name.lower()}", 60, top + 90, BOLD),
            *paragraph(sentences(3), top + 114),
        ]

    assert [level for _, level in _levels(read(rows))] == [1, 2, 1, 2, 1, 2]


def test_small_capitals_of_two_sizes_are_one_roman_numbered_heading() -> None:
    small = Style("Serif-Regular", 7.8)
    rows = []
    for index, name in enumerate(("Introduction", "Methods", "Results")):
        top = 100 + 120 * index
        number = ("I", "II", "III")[index]
        heading = line([(f"{number}. {name[0]}", BODY), (name[1:].upper(), small)], 260, top)
        spans = tuple(span._replace(raised=False, baseline_pt=top) for span in heading.spans)
        rows += [heading._replace(spans=spans), *paragraph(sentences(4), top + 20)]

    assert [(s.number, s.title) for s in read(rows).sections] == [
        ("I", "INTRODUCTION"),
        ("II", "METHODS"),
        ("III", "RESULTS"),
    ]


def test_an_italic_heading_below_a_bold_one_is_a_heading_of_its_own() -> None:
    rows = [line("Introduction", 60, 80, LARGE), *paragraph(sentences(3), 92)]
    for index, name in enumerate(("method", "result", "question")):
        top = 150 + 200 * index
        rows += [
            line(f"Outer {name}", 60, top, BOLD),
            line(f"Inner {name}", 60, top + 12, ITALIC),
            *paragraph(sentences(3), top + 24),
            line(f"Other {name}", 60, top + 90, ITALIC),
            *paragraph(sentences(3), top + 102),
        ]

    assert _levels(read(rows))[:4] == [
        ("Introduction", 1),
        ("Outer method", 2),
        ("Inner method", 3),
        ("Other method", 3),
    ]


def _sections(names: Sequence[str], style: Style = BOLD) -> list[RawLine]:
    """Return headings, each above a paragraph."""
    rows: list[RawLine] = []
    for index, name in enumerate(names):
        rows += [line(name, 60, 80 + 60 * index, style), *paragraph(sentences(3), 96 + 60 * index)]
    return rows


def test_a_title_that_recurs_in_the_type_of_headings_is_one_each_time() -> None:
    names = ("Introduction", "First gene", "Protein", "Second gene", "Protein", "Third gene", "Protein")

    assert [title for title, _ in _levels(read(_sections(names)))] == list(names)


def test_a_title_may_begin_with_a_name_in_mixed_case() -> None:
    names = ("Introduction", "miRNA biogenesis", "Methods")

    assert [title for title, _ in _levels(read(_sections(names)))] == list(names)


def test_a_bold_title_goes_on_below_its_colon() -> None:
    rows = [*_sections(("INTRODUCTION",)), line("ROLES OF COLUMNS:", 60, 150, BOLD)]
    rows += [line("CHALLENGES AND FURTHER WAYS TO READ", 60, 162, BOLD), *paragraph(sentences(3), 178)]

    titles = [title for title, _ in _levels(read(rows))]
    assert titles == ["INTRODUCTION", "ROLES OF COLUMNS: CHALLENGES AND FURTHER WAYS TO READ"]


def test_what_stands_behind_the_text_is_of_level_1_however_small_its_headings_are() -> None:
    rows = _sections(("Introduction", "Methods", "Results", "Discussion"), LARGE)
    for index, name in enumerate(("Acknowledgements", "Funding", "References")):
        rows += [line(name, 60, 330 + 60 * index, BOLD), *paragraph(sentences(3), 346 + 60 * index)]

    assert {level for _, level in _levels(read(rows))} == {1}


def test_a_file_listed_beside_the_paper_is_no_section() -> None:
    names = ("Methods", "Supporting Information", "Alternative Abstract S1. Chinese translation.")

    assert [title for title, _ in _levels(read(_sections(names)))] == list(names[:2])


def test_the_first_words_of_a_lists_items_are_no_headings_though_bold() -> None:
    rows = _sections(("Introduction", "Methods"))
    for index, name in enumerate(("Spacing of columns:", "Context of words:"), 1):
        words = " We measure it in each of the columns of a page, from the top, and tell"
        item = line([(f"{index}. ", BODY), (name, BOLD), (words, BODY)], 70, 200 + 60 * index)
        rows += [item, *paragraph(sentences(3), 212 + 60 * index, x=85)]

    assert [title for title, _ in _levels(read(rows))] == ["Introduction", "Methods"]


def test_the_number_of_a_gene_counts_with_its_letters() -> None:
    names = ("1 Methods", "1.1 GPR177", "1.2 MAP3K14", "2 Results")

    assert [title for title, _ in _levels(read(_sections(names)))] == ["Methods", "GPR177", "MAP3K14", "Results"]


def test_a_title_of_two_justified_lines_is_a_heading_however_wide_its_gaps() -> None:
    words = ("Data", 60), ("Sharing,", 109), ("Extraction", 182), ("and", 267)
    left = [line("Methods", 60, 90, LARGE), *paragraph(sentences(6), 104, right=285)]
    left += [line(word, x, 300, LARGE) for word, x in words]
    left += [line("Verification", 60, 314, LARGE), *paragraph(sentences(6), 328, right=285)]
    content = read([*left, *paragraph(sentences(20, "gutter"), 90, x=315)])

    assert "Data Sharing, Extraction and Verification" in [section.title for section in content.sections]


def test_a_definition_of_something_may_be_a_heading_and_that_of_a_theorem_is_none() -> None:
    content = read(
        [
            line("1 Introduction", 60, 90, LARGE),
            *paragraph(sentences(3), 104),
            line("Definition of study groups", 60, 170, BOLD),
            *paragraph(sentences(3), 184),
            line("Definition 2.1", 60, 250, BOLD),
            *paragraph(sentences(3), 264),
            line("Proof of the lemma", 60, 330, BOLD),
            *paragraph(sentences(3), 344),
        ]
    )

    assert [section.title for section in content.sections] == ["Introduction", "Definition of study groups"]


def test_an_acronym_that_heads_several_sections_is_a_heading_each_time() -> None:
    rows: list[RawLine] = []
    for place, name in enumerate(("Methods", "Sites of genes", "MAP3K14", "Results", "MAP3K14", "Density", "MAP3K14")):
        rows += [line(name, 60, 90 + 90 * place, LARGE), *paragraph(sentences(3), 104 + 90 * place)]

    sections = read(rows).sections
    assert [section.title for section in sections].count("MAP3K14") == 3
    assert {section.level for section in sections} == {1}


@pytest.mark.parametrize("words", ["(DOCX)", "(firstNoun).", "NEJM.org", "rsob.royalsocietypublishing.org"])
def test_words_in_brackets_and_addresses_alone_are_no_heading(words: str) -> None:
    content = read(
        [
            line("Methods", 60, 90, LARGE),
            *paragraph(sentences(3), 104),
            line(words, 60, 170, BOLD),
            *paragraph(sentences(3), 184),
        ]
    )

    assert [section.title for section in content.sections] == ["Methods"]


def test_headings_may_be_in_other_and_smaller_type_than_the_titles_of_sections() -> None:
    sans, small = Style("Sans-Bold", 12.0, bold=True), Style("Wide-Bold", 7.5, bold=True)
    rows: list[RawLine] = []
    for place, name in enumerate(("Introduction", "Methods", "Results")):
        top = 90 + 180 * place
        rows += [
            line(name, 60, top, sans),
            *paragraph(sentences(3), top + 14),
            line(f"Columns in {name.lower()}", 60, top + 90, small if place else BOLD),
            *paragraph(sentences(3), top + 108),
        ]

    assert len(read(rows).sections) == 6


def test_a_line_that_begins_with_the_name_of_a_species_begins_neither_a_section_nor_a_list() -> None:
    italic: list[RawLine] = []
    for place, name in enumerate(("E. coli", "V. cholerae", "O. sanctum")):
        top = 120 + 70 * place
        italic += [
            line("All of these columns were read by hand.", 60, top - 12),
            line(
                [(name, ITALIC), (" was found in most of the columns that were read in the order of their rows", BODY)],
                60,
                top,
            ),
            *paragraph(sentences(2), top + 12),
        ]
    content = read([line("Methods", 60, 90, LARGE), *italic])

    assert [section.title for section in content.sections] == ["Methods"]
    assert {block.kind for block in content.blocks} == {"heading", "paragraph"}


def test_the_text_is_in_larger_type_than_its_list_of_references_however_long() -> None:
    entry = (
        "{}. Ada B. A long work on the order of columns in long lists. J Col 2001; 3: 6-9. Long lists have many works."
    )
    content = read(
        [
            line("Introduction", 60, 80, LARGE),
            *paragraph(sentences(20), 94),
            *paragraph("Most columns are read by hand and in the order of their rows", 360),
            *paragraph(sentences(3), 390),
        ],
        [
            line("References", 60, 80, LARGE),
            *[line(entry.format(place + 1), 60, 94 + 10 * place, SMALL) for place in range(20)],
        ],
    )

    assert [section.title for section in content.sections] == ["Introduction", "References"]


def test_the_entries_of_a_list_of_references_are_no_headings_though_bold_and_without_a_year() -> None:
    small = Style("Sans-Bold", 9.0, bold=True)
    rows = [line("References", 60, 200, LARGE)]
    rows += [line(f"{n}. Ada B. Reading of columns in the order", 60, 200 + 14 * n, small) for n in range(1, 9)]
    content = read(
        [line("Introduction", 60, 80, LARGE), *paragraph(sentences(6), 94), *rows, line("Funding", 60, 340, BOLD)]
    )

    assert [section.title for section in content.sections] == ["Introduction", "References", "Funding"]
    assert len(content.references) == 8


def test_an_entry_that_counts_on_is_no_heading_though_others_look_like_it() -> None:
    rows = [line("References", 60, 260, LARGE)]
    rows += [line(f"{n}. Ada B. Reading of columns in the order", 60, 260 + 14 * n, BOLD) for n in range(1, 9)]
    content = read(
        [
            line("Introduction", 60, 80, LARGE),
            *paragraph(sentences(3), 94),
            line("Order of columns", 60, 160, BOLD),
            *paragraph(sentences(4), 174),
            *rows,
        ]
    )

    assert [section.title for section in content.sections] == ["Introduction", "Order of columns", "References"]
    assert len(content.references) == 8


def _set_in(style: Style) -> PaperContent:
    """Read a paper set in one font throughout, whose headings stand close above paragraphs with indented first lines."""
    lines = [line("On the Reading of Printed Columns", 150, 40, TITLE)]
    for number, name in enumerate(("Introduction", "Methods", "Findings"), 1):
        top = 60 + 200 * number
        lines += [line(f"{number}. {name}", 60, top, style), *paragraph(sentences(6), top + 15, indent=15, style=style)]
    return read_pdf([page(lines)])


@pytest.mark.parametrize(
    "style",
    [Style("Courier", 10.0, mono=True), Style("MS-Mincho", 10.0, mono=True), Style("MathPackOne", 10.0)],
    ids=lambda style: style.font,
)
def test_a_font_that_sets_most_letters_is_neither_code_nor_mathematics(style: Style) -> None:
    content = _set_in(style)

    assert {block.kind for block in body(content)} == {"heading", "paragraph"}
    assert [section.title for section in content.sections] == ["Introduction", "Methods", "Findings"]


def test_long_tables_in_small_type_do_not_set_the_size_of_the_text() -> None:
    text = [row_of(found, 1, complete=True) for found in paragraph(sentences(4), 60)]
    small = Style("Serif-Regular", 8.0)
    cells = [row_of(line(f"house {n}, {sentences(1)}", 60, 10 * n, small), 2, complete=True) for n in range(40)]
    rows = [row for row in text if row] + [replace(row, cells=(0, 8)) for row in cells if row]

    assert measure(rows).size == 10.0
    assert measure(rows[-40:]).size == 8.0


@pytest.mark.parametrize(
    ("text", "style", "title"),
    [
        ("A uniform search makes the reading better", LARGE, "A uniform search makes the reading better"),
        ("ARTICLE HISTORY", BOLD, None),
        ("H. K. Patel · R. S. Fougat · S. Kumar", BODY, None),
        ("F5AATTGGCATAAAGCGTGCTACT R5CGCACGTCCTATTTTGGTT", BOLD, None),
        ("Submit your next manuscript to the lakes", BOLD, None),
    ],
)
def test_words_set_like_a_heading_are_its_title_as_printed_or_none(text: str, style: Style, title: str | None) -> None:
    rows = [line("Methods", 60, 90, LARGE), *paragraph(sentences(9), 110), line(text, 60, 260, style)]

    titles = [section.title for section in read([*rows, *paragraph(sentences(9), 290)]).sections]

    assert titles == ["Methods", *([title] if title else [])]


def test_a_page_that_asks_for_manuscripts_has_no_sections() -> None:
    text = [line("Methods", 60, 90, LARGE), *paragraph(sentences(9), 110)]
    journals = [
        line("The Scientific", 60, 200, LARGE),
        line("World of Lakes", 60, 214),
        line("Ecology", 300, 300, LARGE),
        line("of the reeds", 300, 314),
    ]

    content = read(text, [*journals, line("Submit your manuscripts at http://lakes.example", 200, 400, LARGE)])

    assert [section.title for section in content.sections] == ["Methods"]


def _set_off(names: Sequence[str], white: float = 24.0) -> list[RawLine]:
    """Return paragraphs in the body's type, below lines in it with white above and below them."""
    rows, top = [line("Methods", 60, 90, LARGE)], 114.0
    for name in names:
        rows += [line(name, 60, top), *paragraph(sentences(3), top + white)]
        top = max(row.box.y1 for row in rows) + white
    return rows


def test_plain_lines_with_white_above_and_below_them_are_headings_where_there_are_several() -> None:
    names = ["Plant material", "Growth of reeds", "Data analysis"]

    def titles(rows: list[RawLine]) -> list[str]:
        return [section.title for section in read(rows).sections]

    assert titles(_set_off(names)) == ["Methods", *names]
    assert titles(_set_off(names[:2])) == ["Methods"]
    assert titles(_set_off(names, white=14.0)) == ["Methods"]
    assert titles(_set_off([f"{name}." for name in names])) == ["Methods"]
    assert titles(_set_off([name.lower() for name in names])) == ["Methods"]


def test_a_bold_italic_line_that_ends_with_a_colon_is_a_heading() -> None:
    kind = Style("Serif-BoldItalic", 10.0, bold=True, italic=True)
    rows = [line("Methods", 60, 90, LARGE), line("Isolation and identification of the isolates:", 60, 120, kind)]

    titles = [section.title for section in read([*rows, *paragraph(sentences(4), 134)]).sections]

    assert titles == ["Methods", "Isolation and identification of the isolates"]


def test_the_font_of_headings_stresses_no_line_of_a_sentence_in_which_it_names_species() -> None:
    kind = Style("AdvTimesI", 10.0)
    rows: list[RawLine] = []
    for place, name in enumerate(("Plants", "Readings", "Analysis of rows")):
        top = 100 + 90 * place
        rows += [line(name, 60, top, kind), *paragraph(sentences(4), top + 14)]
    species = [
        line([("Seventeen plants were read of the species ", BODY), ("Ocimum basilicum, Ocimum", kind)], 60, 400)
    ]
    species += [
        line([("sanctum, Ocimum gratissimum, Ocimum americanum, Ocimum canum, Ocimum", kind), (" and", BODY)], 60, 412)
    ]
    species += [
        line(
            [("Ocimum polystachyon", kind), (", of which there were four at every one of all the places.", BODY)],
            60,
            424,
        )
    ]

    content = read([*rows, *species])

    (text,) = [block.text for block in content.blocks if "Seventeen" in block.text]
    assert text.endswith("all the places.")
