"""Labels of captions on rows of their own, and cells of tables that look like labels."""

from __future__ import annotations

from dataclasses import replace

from unit.parsing_pdf.printed import BODY, BOLD, ITALIC, SMALL, line, paragraph, read, sentences

from scholarai.parsing.layout import Style
from scholarai.parsing.pdf.layout.metrics import measure
from scholarai.parsing.pdf.layout.rows import Row, row_of
from scholarai.parsing.pdf.structure.captions import with_caption_parts
from scholarai.parsing.pdf.structure.groups import Group, grouped

HEAVY = Style("AdvP4C4E74", 8.0)  # a bold font that neither its name nor a flag calls bold
PLOT = Style("Plot-Sans", 7.8)


def printed(text: str, x: float, y: float) -> Row:
    row = row_of(line(text, x, y, SMALL), 1, complete=True)
    assert row is not None
    return replace(row, left=60.0, right=290.0)


def test_a_title_across_both_columns_belongs_to_the_label_centred_above_it() -> None:
    label = replace(printed("TABLE III", 282, 100), column=1, left=310.0, right=540.0)
    title = replace(printed("EFFECT OF THE NUMBER OF DRUGS ON THE OUTCOME", 212, 109), column=-1, spanning=True)

    (group,) = _with_parts([label, title])

    assert group.rows == [label, title]


def test_a_label_takes_no_title_that_is_not_centred_below_it() -> None:
    label = replace(printed("TABLE III", 282, 100), column=1, left=310.0, right=540.0)
    title = replace(printed("EFFECT OF THE NUMBER OF DRUGS ON THE OUTCOME", 60, 109), column=-1, spanning=True)

    assert len(_with_parts([label, title])) == 2


def test_a_title_below_its_label_is_found_behind_what_is_read_between_them() -> None:
    label = replace(printed("Table 5", 60, 300), column=0)
    other = [replace(printed(f"Age in years {index}", 310, 100 + 40 * index), column=1) for index in range(5)]
    title = replace(printed("Association of duration of treatment with success", 60, 310), column=-1, spanning=True)

    groups = _with_parts([label, *other, title])

    assert groups[0].rows == [label, title]


def test_the_short_last_line_of_a_wide_caption_belongs_to_it() -> None:
    first = replace(printed("Figure 4. Association of treatment success with its duration", 60, 100), column=-1)
    last = replace(printed("truncated at 21.", 60, 109), column=0)
    below = replace(printed("Other words", 60, 160), column=0)

    groups = _with_parts([first, last, below])

    assert [group.rows for group in groups] == [[first, last], [below]]


def test_a_label_in_a_font_of_its_own_begins_a_caption_below_the_labels_of_a_plot() -> None:
    axis = line("Response", 150, 560, PLOT)
    caption = line([("FIGURE 2", HEAVY), (" Number of reeds by year and place", SMALL)], 60, 570)
    content = read([*paragraph(sentences(4), 90), axis, caption], [*paragraph(sentences(4, "method"), 90)])

    assert [block.text for block in content.blocks if block.kind == "caption"] == [
        "FIGURE 2 Number of reeds by year and place"
    ]


def test_a_sentence_that_begins_with_a_figure_in_other_type_is_no_caption() -> None:
    row = line([("Figure 2", HEAVY), (" shows the number of reeds by year and place", BODY)], 60, 300)
    content = read([*paragraph(sentences(4), 90), row, *paragraph(sentences(4, "method"), 320)])

    assert not [block for block in content.blocks if block.kind == "caption"]


def test_labels_alone_at_the_top_of_pages_are_no_running_heads() -> None:
    content = read(
        paragraph(sentences(8), 90),
        *(
            [
                line(f"Figure {number}", 60, 50, BOLD),
                line(f"The {word} of trees by their age", 60, 64, ITALIC),
                *paragraph(sentences(8, word), 300),
            ]
            for number, word in enumerate(("height", "girth", "number", "colour", "place", "shadow"), 1)
        ),
    )

    captions = [block.text for block in content.blocks if block.kind == "caption"]
    assert captions[:2] == ["Figure 1 The height of trees by their age", "Figure 2 The girth of trees by their age"]
    assert len(captions) == 6


def _with_parts(rows: list[Row]) -> list[Group]:
    metrics = measure(rows)
    return with_caption_parts(grouped(rows, metrics))
