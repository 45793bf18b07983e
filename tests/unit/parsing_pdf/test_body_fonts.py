"""Papers whose body is set in a font that elsewhere marks code, mathematics or emphasis."""

from __future__ import annotations

from dataclasses import replace

import pytest
from unit.parsing_pdf.printed import TITLE, body, line, page, paragraph, sentences

from scholarai.domain.content import PaperContent
from scholarai.parsing.layout import Style
from scholarai.parsing.pdf.layout.metrics import measure
from scholarai.parsing.pdf.layout.rows import row_of
from scholarai.parsing.pdf.read import read_pdf


def _set_in(style: Style) -> PaperContent:
    """Return a paper without any other font, its headings above indented first lines and hardly set apart."""
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
