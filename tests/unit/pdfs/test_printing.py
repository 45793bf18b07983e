"""Exports as PDFs lose nothing: no column, no long word, no long cell, no script; their links lead to quotes and works."""

from __future__ import annotations

from typing import Any

import pymupdf
import pytest

from scholarai.adapters.pdfs.exports import printed
from scholarai.adapters.pdfs.printing import as_pdf
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.domain.errors import ConflictError, PaperFaultError
from scholarai.domain.limits import MIB

# Points: what may stand on a page of A4, on its long side, too.
_UPRIGHT, _WIDE, _MARGIN = (595, 842), (842, 595), 50


def page(body: str) -> bytes:
    return f'<!doctype html><html><head><meta charset="utf-8"><title>Of bees</title></head><body>{body}</body></html>'.encode()


def table(columns: int, rows: int, cell: str = "Bees dance for {}.") -> str:
    lines = [
        "".join(
            f"<th>Paper {row}</th>" if not at else f"<td>{cell.format(f'c{at}r{row}')}</td>" for at in range(columns)
        )
        for row in range(rows)
    ]
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def opened(body: str) -> Any:
    return pymupdf.open(stream=printed(page(body)), filetype="pdf")


def words(document: Any) -> list[str]:
    """Return the words of all pages, each of which stands inside of its page's margins."""
    found = []
    for sheet in document:
        for left, top, right, bottom, word, *_ in sheet.get_text("words"):
            assert left >= _MARGIN
            assert top >= _MARGIN
            assert right <= sheet.rect.width - _MARGIN, word
            assert bottom <= sheet.rect.height - 20, word
            found.append(word)
    return found


def test_headings_numbers_of_pages_and_the_title_are_there() -> None:
    document = opened("<h1>Of bees</h1><h2>Dances</h2><p>Bees dance.</p><h2>Songs</h2>" + "<p>They sing.</p>" * 60)

    assert document.get_toc() == [[1, "Of bees", 1], [2, "Dances", 1], [2, "Songs", 1]]
    assert document.metadata["title"] == "Of bees"
    assert [f"{n} / {len(document)}" in sheet.get_text() for n, sheet in enumerate(document, 1)] == [True] * len(
        document
    )
    assert len(document) > 1


def test_numbers_lead_to_their_quotes_and_works_to_their_addresses() -> None:
    body = (
        '<p>Bees dance.<sup><a href="#q1">[1]</a></sup> <a href="#gone">[2]</a></p>' + "<p>Text.</p>" * 60
        + '<ol><li id="q1">“dance”</li></ol><p><a href="https://doi.org/10.1/x">10.1/x</a></p>'
    )  # fmt: skip

    document = opened(body)

    links = [link for sheet in document for link in sheet.get_links()]
    assert list(dict.fromkeys(link.get("uri") for link in links)) == [None, "https://doi.org/10.1/x"]
    assert sum("uri" not in link for link in links) == 1
    assert "“dance”" in document[links[0]["page"]].get_text()


def test_letters_of_formulas_are_copied_as_they_are() -> None:
    formula = "𝔼[𝑋] = ∑ 𝛼𝒩 ∈ ℝ, 𝓁 = ℓ, 𝟙 😀"

    assert formula in opened(f"<h1>Of {formula}</h1><p>{formula}</p>")[0].get_text()


@pytest.mark.parametrize(("columns", "size"), [(4, _UPRIGHT), (7, _WIDE), (21, _WIDE)])
def test_no_column_of_a_table_is_cut_off(columns: int, size: tuple[int, int]) -> None:
    document = opened(table(columns, 9) + "<p>After it.</p>")

    found = words(document)
    assert {f"c{at}r{row}." for at in range(1, columns) for row in range(9)} <= {*found}
    assert tuple(document[0].rect.br) == size
    assert tuple(document[-1].rect.br) == _UPRIGHT


def test_each_part_of_a_wide_table_names_the_papers() -> None:
    found = words(opened(table(21, 2)))

    assert found.count("Paper") == 2 * 3


def test_each_part_of_a_wide_table_begins_on_a_page_of_its_own() -> None:
    document = opened(table(21, 6, "Bees dance for all of them, day by day, and {}."))

    begins = [" ".join(word[4] for word in sheet.get_text("words")[:2]) for sheet in document]
    assert begins.count("Paper 0") == 3


def test_a_cell_that_is_longer_than_a_page_and_a_long_word_are_there_whole() -> None:
    long = "".join(f"word{n} " for n in range(2_000))

    found = words(opened(f"<table><tr><td>{long}</td><td>{'x' * 400}</td></tr></table><p>{'y' * 400}</p>"))

    assert [word for word in found if word.startswith("word")] == long.split()
    assert sum(word.count("x") for word in found) == 400
    assert sum(word.count("y") for word in found) == 400


@pytest.mark.parametrize(
    "text",
    ["αβγ Ωώ", "Привет ёж", "机器学习 日本語 한국어", "∑ ∫ ∂ ∇ ≤ ∈ ∀ √ ∞ → ⊗ ℝ", "é ß ł ő ğ", "x₂ ⁻¹ ½ † “” – …"],
)
def test_letters_of_other_scripts_are_drawn(text: str) -> None:
    document = opened(f"<h1>{text}</h1><p>{text}</p><table><tr><td>{text}</td></tr></table>")

    drawn = [character for span in document[0].get_texttrace() for character in span["chars"]]
    assert document[0].get_text().count(text) == 3
    assert all(glyph for _, glyph, *_ in drawn)


def test_what_a_paper_says_is_no_markup() -> None:
    document = opened("<p>&lt;a href=&quot;http://evil&quot;&gt;x&lt;/a&gt;</p>" + table(2, 1, "&lt;img src=x&gt;{}"))

    assert '<a href="http://evil">x</a>' in document[0].get_text()
    assert "<img src=x>" in document[0].get_text()
    assert document[0].get_links() == []


def test_an_empty_page_is_a_pdf() -> None:
    assert len(opened("")) == 1


def test_what_is_too_long_is_refused_before_it_is_finished() -> None:
    with pytest.raises(PaperFaultError, match="too_complex"):
        as_pdf(page("<p>Bees dance.</p>" * 200), most_pages=2)


def test_what_takes_too_long_is_too_long() -> None:
    with pytest.raises(ConflictError, match="export_too_long") as caught:
        printed(page("<p>Bees dance.</p>" * 100_000), ReadLimits(cpu_s=1))

    assert "HTML" in caught.value.action


def test_another_failure_says_which() -> None:
    with pytest.raises(ConflictError, match=r"export_failed: .*\(read(er_crashed|_memory): ") as caught:
        printed(page("<p>Bees dance.</p>"), ReadLimits(memory_bytes=32 * MIB))

    assert "HTML" in caught.value.action
