"""Words are read once and whole, whatever way the file sets them on the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pymupdf
import pytest

from scholarai.adapters.reading.pdf import PdfFile
from scholarai.parsing.layout import PageLayout
from scholarai.parsing.pdf.read import read_pdf

TITLE = "Warm roofs of old towns"
LINES = (TITLE, "We measured 214 roofs in the spring of the year,", "and 214 roofs once more in the autumn.")
_SIZE_PT = 10.0


def read(path: Path, drawn: str) -> PageLayout:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((0, 0), " ", fontname="tiro")
    document.update_stream(page.get_contents()[0], drawn.encode("latin-1"))
    document.save(path)
    layout = PdfFile(path).page(0)
    assert layout is not None
    return layout


def set_at(x: float, y: float, text: str, size: float = _SIZE_PT) -> str:
    return f"BT /tiro {size} Tf 1 0 0 1 {x:.2f} {y:.2f} Tm ({text}) Tj ET\n"


def placed() -> Iterator[tuple[float, float, str]]:
    for row, line in enumerate(LINES):
        x = 72.0
        for word in line.split():
            yield x, 700 - 14.0 * row, word
            x += pymupdf.get_text_length(f"{word} ", fontname="tiro", fontsize=_SIZE_PT)


def by_words(between: Callable[[float, float], str]) -> str:
    """Return the lines set word by word, with something between the words."""
    drawn = ""
    for x, y, word in placed():
        end = x + pymupdf.get_text_length(word, fontname="tiro", fontsize=_SIZE_PT)
        drawn += set_at(x, y, word) + between(end, y)
    return drawn


def texts(layout: PageLayout) -> list[str]:
    return ["".join(span.text for span in line.spans) for line in layout.lines]


def test_words_with_white_space_of_size_0_between_them_are_one_line(tmp_path: Path) -> None:
    layout = read(tmp_path / "paper.pdf", by_words(lambda x, y: set_at(x, y, " ", 0)))

    assert texts(layout) == list(LINES)
    assert [len(line.extents) for line in layout.lines] == [2 * len(line.split()) for line in LINES]


def test_cells_with_white_space_of_size_0_between_them_stay_apart(tmp_path: Path) -> None:
    drawn = set_at(72, 700, "41.7") + set_at(91, 700, " ", 0) + set_at(120, 700, "39.2")

    assert texts(read(tmp_path / "paper.pdf", drawn)) == ["41.7", "39.2"]


@pytest.mark.parametrize(
    "shifts",
    [[(0, 0)], [(0.5, 0)], [(0.4, 0.4)], [(1, 0)], [(0, -1)], [(0.3, 0), (0.6, 0)]],
    ids=["same", "right", "slanted", "far", "below", "thrice"],
)
@pytest.mark.parametrize("by_lines", [True, False], ids=["line by line", "all lines again"])
def test_text_printed_again_for_boldness_is_read_once_and_bold(
    tmp_path: Path, shifts: list[tuple[float, float]], by_lines: bool
) -> None:
    rows = [(700 - 14 * row, line) for row, line in enumerate(LINES[:2])]
    copies = [(0.0, 0.0), *shifts]
    order = [(row, by) for row in rows for by in copies] if by_lines else [(row, by) for by in copies for row in rows]
    drawn = "".join(set_at(72 + right, y + up, line) for (y, line), (right, up) in order)
    layout = read(tmp_path / "paper.pdf", drawn + set_at(72, 672, LINES[2]))

    assert texts(layout) == list(LINES)
    assert [line.spans[0].style.bold for line in layout.lines] == [True, True, False]


@pytest.mark.parametrize("before", ["", "The star has "])
@pytest.mark.parametrize("errors", [("+0.07", "-0.06"), ("+12", "-3")])
def test_a_value_keeps_its_errors_and_its_unit(tmp_path: Path, before: str, errors: tuple[str, str]) -> None:
    x = 72 + pymupdf.get_text_length(f"{before}1.47", fontname="tiro", fontsize=_SIZE_PT)
    width = max(pymupdf.get_text_length(error, fontname="tiro", fontsize=7) for error in errors)
    upper, lower = set_at(x, 704.2, errors[0], 7), set_at(x, 697.2, errors[1], 7)
    drawn = (
        set_at(72, 712.2, "We weighed it once more by the light of its companion, and find that the mass of")
        + set_at(72, 700, f"{before}1.47")
        + upper
        + lower
        + set_at(x + width + 2, 700, "suns is what the fit of all of the nights gives, which is more than was known")
        + set_at(72, 687.8, "of it before, and less than the mass at which such a star falls into a black hole.")
    )
    content = read_pdf([read(tmp_path / "paper.pdf", drawn)])

    (block,) = content.blocks
    assert re.search(rf"mass of {before}1.47{re.escape(errors[0])} ?{errors[1]} suns is what", block.text)


@pytest.mark.parametrize(
    ("set_back", "text"),
    [(250, "Of size-selective roofs in spring"), (0, "Of size- selective roofs in spring")],
)
def test_a_blank_behind_a_hyphen_that_takes_no_room_is_none(tmp_path: Path, set_back: int, text: str) -> None:
    drawn = f"BT /tiro 10 Tf 1 0 0 1 72 700 Tm [(Of size- ) {set_back} (selective roofs in spring)] TJ ET\n"

    assert texts(read(tmp_path / "paper.pdf", drawn)) == [text]


@pytest.mark.parametrize(("apart", "text"), [(1.6, "FIGURE 1 Roofs in spring"), (3.2, "F I G U R E 1 Roofs in spring")])
def test_letters_set_apart_are_one_word_where_words_are_further_apart(tmp_path: Path, apart: float, text: str) -> None:
    drawn, x = "", 72.0
    for letter in "FIGURE":
        drawn += set_at(x, 700, letter)
        x += pymupdf.get_text_length(letter, fontname="tiro", fontsize=_SIZE_PT) + apart
    drawn += set_at(x + 3, 700, "1 Roofs in spring")

    assert texts(read(tmp_path / "paper.pdf", drawn)) == [text]


@pytest.mark.parametrize("order", ["a\xb4", "\xb4a"], ids=["accent behind", "accent before"])
def test_an_accent_belongs_to_the_letter_that_it_is_drawn_over(tmp_path: Path, order: str) -> None:
    width = {sign: pymupdf.get_text_length(sign, fontname="tiro", fontsize=_SIZE_PT) for sign in "Sa\xb4"}
    at = {"a": 72 + width["S"], "\xb4": 72 + width["S"] + (width["a"] - width["\xb4"]) / 2}
    drawn = set_at(72, 700, "S") + "".join(set_at(at[sign], 700, sign) for sign in order)

    content = read_pdf([read(tmp_path / "paper.pdf", drawn + set_at(at["a"] + width["a"], 700, "nchez of Pozna"))])

    assert "Sánchez of Pozna" in content.text()


def test_an_accent_that_is_typed_for_an_apostrophe_is_one(tmp_path: Path) -> None:
    typed = "Student\xb4s test of the roofs\xb4 slates; they don\xb4t hold, says Garc\xb4es of Tom\xb4as."

    content = read_pdf([read(tmp_path / "paper.pdf", set_at(72, 700, typed))])

    assert "Student’s test of the roofs’ slates; they don’t hold, says Garcés of Tomás." in content.text()


def test_words_set_in_two_types_are_printed_words(tmp_path: Path) -> None:
    halves = " ".join(f"/tiro 10 Tf (Ro{n}o) Tj /tiro 11 Tf (fs{n}s ) Tj" for n in range(6))
    drawn = f"/Span <</ActualText (We)>> BDC BT /tiro 10 Tf 1 0 0 1 72 700 Tm (We ) Tj EMC {halves} ET\n"

    layout = read(tmp_path / "paper.pdf", drawn)

    assert "Ro0ofs0s" in texts(layout)[0]
    assert not layout.more_text
