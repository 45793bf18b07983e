"""Exports as Word files: tables with many columns lie on wide pages, numbers lead to their quotes, works to their addresses."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import Any

import docx
import pytest
from docx.enum.section import WD_ORIENT
from docx.oxml.ns import qn

from scholarai.exporting.word import as_word

AT = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)


def opened(body: str) -> Any:
    head = '<!doctype html><html><head><meta charset="utf-8"><title>Bienen ≤ пчёлы</title></head>'
    return docx.Document(io.BytesIO(as_word(f"{head}<body>{body}</body></html>".encode(), AT)))


def table(columns: int) -> str:
    head = "".join(f"<th>Column {at}</th>" for at in range(columns))
    cells = "".join(f"<td>c{at}</td>" for at in range(columns))
    return f"<table><tr>{head}</tr><tr>{cells}</tr></table>"


def test_the_file_says_what_it_is_and_when_it_was() -> None:
    about = opened("<h1>Bienen</h1>").core_properties

    assert (about.title, about.author, about.modified) == ("Bienen ≤ пчёлы", "ScholarAI", AT)


def test_numbers_lead_to_their_quotes_and_works_to_their_addresses() -> None:
    file = opened(
        '<p>So.<sup><a href="#q1">[1]</a></sup></p><ol><li id="q1">“so”</li></ol><p><a href="https://a.b/c">c</a></p>'
    )

    links = list(file.element.body.iter(qn("w:hyperlink")))
    (mark,) = file.element.body.iter(qn("w:bookmarkStart"))
    assert links[0].get(qn("w:anchor")) == mark.get(qn("w:name")) == "q1"
    assert mark.getparent() is file.paragraphs[1]._p
    assert file.part.rels[links[1].get(qn("r:id"))].target_ref == "https://a.b/c"
    assert [paragraph.text for paragraph in file.paragraphs] == ["So.[1]", "1.\t“so”", "c"]


@pytest.mark.parametrize(("columns", "parts"), [(4, 1), (8, 1), (21, 3)])
def test_a_table_of_many_columns_lies_on_wide_pages(columns: int, parts: int) -> None:
    file = opened(f"<h1>T</h1><p>Before.</p>{table(columns)}<p>After.</p>")

    wide = [section.orientation == WD_ORIENT.LANDSCAPE for section in file.sections]
    said = {cell.text for one in file.tables for cell in one.rows[1].cells}
    assert wide == ([False] if columns == 4 else [False, *[True] * parts, False])
    assert all(
        (section.page_width > section.page_height) == is_wide
        for section, is_wide in zip(file.sections, wide, strict=True)
    )
    assert len(file.tables) == parts
    assert said == {f"c{at}" for at in range(columns)}
    assert all(one.rows[1].cells[0].text == "c0" for one in file.tables)


def test_struck_out_words_and_notices_are_shown_as_such() -> None:
    file = opened('<p class="notice">Odd.</p><p>9 <del>times</del> <ins>7</ins> x<sub>i</sub></p>')

    runs = {run.text: run for paragraph in file.paragraphs for run in paragraph.runs}
    assert runs["Odd."].italic
    assert runs["times"].font.strike
    assert runs["7"].bold
    assert runs["i"].font.subscript
