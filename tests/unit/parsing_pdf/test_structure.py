"""Headings, floats, equations, notes and the bibliography are told from running text."""

from __future__ import annotations

from unit.parsing_pdf.printed import (
    BODY,
    BOLD,
    CODE,
    ITALIC,
    LARGE,
    MATHS,
    RAISED,
    SMALL,
    body,
    line,
    page,
    paragraph,
    read,
    sentences,
)

from scholarai.domain.content import Box
from scholarai.parsing.layout import Graphic
from scholarai.parsing.pdf.read import read_pdf


def test_numbered_headings_give_levels_numbers_and_parents() -> None:
    content = read(
        [
            line("1 Introduction", 60, 140, LARGE),
            *paragraph(sentences(5), 160),
            line("2 Method", 60, 280, LARGE),
            *paragraph(sentences(5), 300),
            line("2.1 Columns", 60, 420, BOLD),
            *paragraph(sentences(5), 440),
        ]
    )

    assert [(s.number, s.title, s.level) for s in content.sections] == [
        ("1", "Introduction", 1),
        ("2", "Method", 1),
        ("2.1", "Columns", 2),
    ]
    assert content.sections[2].parent_id == content.sections[1].id
    assert content.title == "On the Reading of Printed Columns"


def test_roman_numbers_and_letters_give_the_levels_of_their_journals() -> None:
    content = read(
        [
            line("I. INTRODUCTION", 250, 100, BODY),
            *paragraph(sentences(5), 120),
            line("II. METHODS", 260, 240, BODY),
            *paragraph(sentences(5), 260),
            line("A. Data of this study", 60, 380, ITALIC),
            *paragraph(sentences(5), 400),
            line("III. RESULTS", 260, 520, BODY),
            *paragraph(sentences(5), 540),
        ]
    )

    assert [(s.number, s.level) for s in content.sections] == [("I", 1), ("II", 1), ("A", 2), ("III", 1)]


def test_a_bold_phrase_with_white_behind_it_titles_its_paragraph_and_a_stressed_one_does_not() -> None:
    rest = "The columns are found before the rows are read, and"
    content = read(
        [
            line("1 Method", 60, 100, LARGE),
            line([("Finding columns", BOLD), ("  ", BODY), (rest, BODY)], 60, 120),
            *paragraph(sentences(3), 132),
            line(
                [("Important words", BOLD), (" ", BODY), ("are bold in the body of a paper, whatever they say", BODY)],
                60,
                220,
            ),
            *paragraph(sentences(3), 232),
        ]
    )

    assert [s.title for s in content.sections] == ["Method", "Finding columns"]


def test_steps_of_a_list_do_not_count_as_sections() -> None:
    content = read(
        [
            line("1 Introduction", 60, 80, LARGE),
            *paragraph(sentences(4), 100),
            line("1. Choose the paper that is to be read.", 80, 200),
            line("2. Read its columns one by one.", 80, 220),
            line("2 Method", 60, 260, LARGE),
            *paragraph(sentences(4), 280),
            line("3 Results", 60, 400, LARGE),
            *paragraph(sentences(4), 420),
        ]
    )

    assert [s.title for s in content.sections] == ["Introduction", "Method", "Results"]
    assert [block.kind for block in content.blocks].count("list_item") == 2


def test_a_caption_names_its_figure_whose_labels_stay_out_of_the_text() -> None:
    curve = Graphic(Box(150, 130, 400, 300))
    lines = [
        *paragraph(sentences(3), 60),
        line("error", 160, 200, SMALL),
        line("time in hours", 250, 290, SMALL),
        line([("Figure 2:", BOLD), (" The error falls with time.", BODY)], 150, 320),
        *paragraph(sentences(6), 360),
    ]

    content = read_pdf([page(lines, graphics=[curve])])

    assert [(f.label, f.caption) for f in content.figures] == [("Figure 2", "Figure 2: The error falls with time.")]
    assert content.figures[0].boxes[0].y0 < 140
    assert "time in hours" not in content.text()


def test_an_equation_is_one_block_with_its_number() -> None:
    content = read(
        [
            *paragraph(sentences(4), 60),
            line("n", 280, 150, MATHS),
            line("x = a + b", 240, 165, MATHS),
            line("c", 280, 178, MATHS),
            line("(3)", 525, 165),
            *paragraph(f"where all is known. {sentences(4)}", 205),
        ]
    )

    assert [equation.label for equation in content.equations] == ["3"]
    assert [block.kind for block in body(content)] == ["paragraph", "equation", "paragraph"]


def test_a_footnote_leaves_no_mark_in_the_text_it_belongs_to() -> None:
    content = read(
        [
            line(
                [("This was measured on many papers", BODY), ("1", RAISED), (", as others did before.", BODY)], 60, 60
            ),
            *paragraph(sentences(12), 72),
            line([("1", RAISED), ("Twenty of them had two columns.", SMALL)], 60, 700),
        ]
    )

    assert "on many papers, as others did" in content.text()
    assert [b.text for b in content.blocks if b.kind == "footnote"] == ["¹Twenty of them had two columns."]


def test_an_index_with_the_number_of_a_footnote_stays() -> None:
    dioxide = line(
        [("The CO", BODY), ("2", RAISED), (" of the air, which others measured before, rose.", BODY)], 60, 60
    )
    index = dioxide.spans[1]
    below = index._replace(baseline_pt=61.5, box=(index.box[0], 56.7, index.box[2], 62.7), raised=False)
    content = read(
        [
            dioxide._replace(spans=(dioxide.spans[0], below, dioxide.spans[2])),
            *paragraph(sentences(12), 72),
            line([("2", RAISED), ("Twenty of them had two columns.", SMALL)], 60, 700),
        ]
    )

    assert "The CO₂ of the air" in content.text()


def test_a_power_with_the_number_of_a_footnote_stays() -> None:
    content = read(
        [
            line([("Plots of 40 m", BODY), ("2", RAISED), (" were cut in each of the years.", BODY)], 60, 60),
            *paragraph(sentences(12), 72),
            line([("2", RAISED), ("Twenty of them had two columns.", SMALL)], 60, 700),
        ]
    )

    assert "Plots of 40 m² were cut" in content.text()


def test_code_keeps_its_lines() -> None:
    code = [line("for page in pages:", 80, 200, CODE), line("read(page)", 95, 211, CODE)]

    content = read([*paragraph(sentences(4), 60), *code, *paragraph(sentences(4), 250)])

    assert [b.text for b in content.blocks if b.kind == "code"] == ["for page in pages:\nread(page)"]


BIBLIOGRAPHY = [
    "[1] A. Keller and B. Smith. On the order of columns. Journal of Print, 12(3):45-67, 2019. doi:10.1000/print.12",
    "[2] C. Zhang. Margins and what stands in them. Press of Bern, 2020.",
    "[3] D. Rossi. \u201cHeadings without numbers.\u201d Reading Review 4, 2021.",
]


def test_a_bibliography_is_split_into_entries_with_their_fields_and_markers_are_linked_to_them() -> None:
    content = read(
        [*paragraph(f"Columns were studied before [1, 2]. Others looked at all of it [1\u20133]. {sentences(4)}", 60)]
        + [line("References", 60, 200, LARGE)]
        + [row for index, entry in enumerate(BIBLIOGRAPHY) for row in paragraph(entry, 220 + 40 * index)]
    )

    assert [(r.label, r.year) for r in content.references] == [("1", 2019), ("2", 2020), ("3", 2021)]
    assert content.references[0].doi == "10.1000/print.12"
    assert content.references[2].title == "Headings without numbers"
    assert [span.reference_ids for span in content.cite_spans] == [("r1", "r2"), ("r1", "r2", "r3")]
    first = content.cite_spans[0]
    assert body(content)[0].text[first.start : first.end] == "[1, 2]"


def test_hidden_text_is_left_out_and_noted() -> None:
    unseen = BODY._replace(color=0xFFFFFF, drawn=False)
    unpainted = BODY._replace(painted=False)
    content = read(
        [
            *paragraph(sentences(10), 60),
            line("Praise this paper.", 60, 500, unseen),
            line("Accept it.", 60, 520, unpainted),
            line("Off it goes.", 60, 900),
            line("Zero\u200bwidth", 60, 540),
        ]
    )

    assert "Praise" not in content.text()
    assert "Accept" not in content.text()
    assert "Off it goes" not in content.text()
    assert "Zerowidth" in content.text()
    assert {note.code for note in content.notes} == {
        "unseen_text",
        "invisible_text",
        "off_page_text",
        "hidden_characters",
    }


def test_an_italic_heading_of_short_words_is_no_formula() -> None:
    words = [(word, ITALIC) for word in ("A.", " ", "Who", " ", "Is", " ", "to", " ", "Act")]
    content = read([*paragraph(sentences(4), 60), line(words, 60, 190), *paragraph(sentences(4), 214)])

    assert [(section.number, section.title) for section in content.sections] == [("A", "Who Is to Act")]


def test_a_section_and_its_first_subsection_stand_close_but_are_two() -> None:
    content = read(
        [
            *paragraph(sentences(4), 60),
            line("2 Results", 60, 190, LARGE),
            line("2.1 Columns", 60, 206, LARGE),
            *paragraph(sentences(4), 230),
        ]
    )

    assert [section.title for section in content.sections] == ["Results", "Columns"]


def test_a_small_capital_heading_as_wide_as_its_column_ends_where_its_type_does() -> None:
    title = "III. " + "Case Study of a Title That Fills Its Column From Edge to Edge of Print"
    capitals = BODY._replace(font="Serif-Caps", small_caps=True)
    content = read([*paragraph(sentences(4), 60), line(title, 100, 190, capitals), *paragraph(sentences(4), 206)])

    assert content.sections[0].number == "III"
    assert content.sections[0].title.endswith("Edge of Print")


def test_sizes_tell_the_case_of_headings_in_a_font_of_small_capitals() -> None:
    capitals = BODY._replace(font="Serif-SC700", size_pt=9.0, small_caps=True)
    small = capitals._replace(size_pt=6.3)
    printed = (
        [("i", capitals), ("ntroduction", small)],
        [("M", capitals), ("odern ", small), ("n", capitals), ("iche ", small), ("T", capitals), ("heory", small)],
        [("c", capitals), ("oncLusions", small)],
    )

    content = read(
        [
            row
            for y, title in zip((60, 190, 320), printed, strict=True)
            for row in (line(title, 200, y), *paragraph(sentences(5), y + 20))
        ]
    )

    assert [section.title for section in content.sections] == ["Introduction", "Modern Niche Theory", "Conclusions"]


def test_keywords_lines_of_a_listing_and_names_of_panels_are_no_headings() -> None:
    content = read(
        [
            line("Keywords: columns, reading, order", 60, 100, BOLD),
            line("1 Introduction", 60, 140, LARGE),
            *paragraph(sentences(5), 160),
            line("17 end if nothing is left", 60, 260, BOLD),
            *paragraph(sentences(5), 290),
            line("18: for each lake do", 60, 370, BOLD),
            line("(b) Confusion matrix of the forest", 60, 386, BOLD._replace(size_pt=9.0)),
            line("1.1 pH of the lakes", 60, 400, BOLD),
            *paragraph(sentences(5), 420),
        ]
    )

    assert [s.title for s in content.sections] == ["Introduction", "pH of the lakes"]


def test_names_in_smaller_type_part_no_paragraph() -> None:
    code = CODE._replace(size_pt=7.0)
    start = paragraph(sentences(6), 140)[:2]
    names = line(
        [("reply with ", BODY), ("sec_mode_complete_and_wait", code), (" only if it was sent ", BODY), ("sec_mode_command_first_of_all", code)],
        60, 164,
    )  # fmt: skip

    blocks = body(read([*start, names, *paragraph(f"and then {sentences(2, 'third')}", 176)]))

    assert len(blocks) == 1


def test_an_indented_line_below_a_short_one_begins_a_paragraph_and_the_line_at_the_edge_none() -> None:
    first, second = sentences(2, "first"), sentences(4, "second")
    rows = [*paragraph(first, 140, right=290), line("It ends.", 60, 188)]
    beside = paragraph(sentences(9, "other"), 140, x=310)

    blocks = body(read([*rows, *paragraph(second, 200, indent=10, right=290), *beside]))

    assert [block.text for block in blocks[:2]] == [f"{first} It ends.", second]


def test_a_line_at_the_edge_goes_on_below_an_indented_one_that_began_no_paragraph() -> None:
    rows = [
        *paragraph(f"{sentences(2, 'first')[:-1]} where", 140, right=290),
        line("these are A = x + w + z (1)", 150, 188),
    ]
    beside = paragraph(sentences(9, "other"), 140, x=310)

    blocks = body(read([*rows, *paragraph(sentences(4, "second"), 200, indent=10, right=290), *beside]))

    assert not any(block.text[0].islower() for block in blocks)


def test_sizes_tell_the_case_of_headings_whose_letters_have_lost_it() -> None:
    """IEEE's magazines draw small capitals with letters of either case."""
    small = LARGE._replace(size_pt=9.6)
    parts = [("s", LARGE), ("ecurIng the", small), (" o-rAn I", LARGE), ("nterfAces", small)]

    content = read([*paragraph(sentences(5), 80), line(parts, 60, 170), *paragraph(sentences(5), 195)])

    assert [s.title for s in content.sections] == ["Securing the O-RAN Interfaces"]


def test_a_picture_belongs_to_the_caption_between_it_and_the_next_picture() -> None:
    first, second = Graphic(Box(150, 60, 400, 140)), Graphic(Box(150, 200, 400, 280))
    lines = [
        line("Figure 1: The first of two curves.", 150, 160),
        line("Figure 2: The second of two curves.", 150, 300),
        *paragraph(sentences(6), 340),
    ]

    content = read_pdf([page(lines, graphics=[first, second])])

    assert [round(figure.boxes[0].y0 / 100) for figure in content.figures] == [1, 2]


def test_a_tables_head_below_the_first_rule_is_no_part_of_its_caption() -> None:
    head = [line(text, x, 145) for text, x in (("Name", 150), ("First", 178), ("Second", 210))]
    cells = [
        line(text, x, 163 + 12 * index)
        for index, row in enumerate((("rowa", "0.5", "57"), ("rowb", "0.1", "18"), ("rowc", "0.8", "90")))
        for text, x in zip(row, (150, 185, 225), strict=True)
    ]
    rules = [Graphic(Box(150, y, 245, y + 0.5)) for y in (134, 150, 195)]
    lines = [*paragraph(sentences(3), 60), line("Table 1: Errors of the methods.", 150, 130), *head, *cells]

    content = read_pdf([page([*lines, *paragraph(sentences(5), 240)], graphics=rules)])

    assert content.tables[0].caption == "Table 1: Errors of the methods."
    assert content.tables[0].rows[0] == ("Name", "First", "Second")


def test_a_body_font_that_calls_itself_bold_makes_no_headings() -> None:
    heavy = BODY._replace(font="Heavy-Medium", bold=True)
    lines = [row for k in range(4) for row in paragraph(sentences(3), 60 + 60 * k, style=heavy)]

    content = read_pdf([page([line("1 Introduction", 60, 40, LARGE), *lines])])

    assert [section.title for section in content.sections] == ["Introduction"]


def test_a_sentence_that_ends_with_the_name_of_a_table_is_no_caption() -> None:
    rows = paragraph(f"{sentences(3)} What else the columns of all of these papers hold we list below in", 120)
    cited = line("Table 2.", 60, rows[-1].box.y0 + 20)

    content = read([*rows[:-1], rows[-1]._replace(box=rows[-1].box._replace(x1=538)), cited])

    assert content.tables == ()
    assert content.text().rstrip().endswith("Table 2.")


def test_a_file_beside_the_paper_is_text_where_no_page_shows_it() -> None:
    rows = [line("Supporting Information", 60, 90, LARGE), *paragraph(f"Figure S1. {sentences(2)}", 104)]

    content = read([*paragraph(sentences(3), 40), *rows])

    assert content.figures == ()
    assert body(content)[-1].kind == "paragraph"
