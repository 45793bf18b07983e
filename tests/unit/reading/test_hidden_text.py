"""What a page holds and nobody sees is left out and noted; what is seen stays, whatever colour it has."""

from __future__ import annotations

from pathlib import Path

import pytest
from attacks.hidden import PRINTED, READ_ALOUD, SECRET, SEEN, TINY_IN_PDF, UNSEEN_IN_PDF, background, pdf_with, words

from scholarai.adapters.reading.pdf import PdfFile
from scholarai.domain.content import PaperContent
from scholarai.parsing.pdf.read import read_pdf


def read(path: Path, drawn: str, *, rotation: int = 0) -> PaperContent:
    path.write_bytes(pdf_with(drawn, rotation=rotation))
    return read_pdf([layout for layout in PdfFile(path).pages() if layout is not None])


@pytest.mark.parametrize("rotation", [0, 90])
@pytest.mark.parametrize("drawn", UNSEEN_IN_PDF.values(), ids=UNSEEN_IN_PDF)
def test_text_that_does_not_show_is_left_out_and_noted(tmp_path: Path, drawn: str, rotation: int) -> None:
    content = read(tmp_path / "paper.pdf", drawn, rotation=rotation)

    assert "Ignore" not in content.text()
    assert content.text().count(SEEN) == 12
    assert [note.code for note in content.notes if note.page_number == 1] == ["unseen_text"]


@pytest.mark.parametrize("drawn", TINY_IN_PDF.values(), ids=TINY_IN_PDF)
def test_text_too_small_to_be_read_is_left_out_and_noted(tmp_path: Path, drawn: str) -> None:
    content = read(tmp_path / "paper.pdf", drawn)

    assert "Ignore" not in content.text()
    assert [note.code for note in content.notes if note.page_number == 1] == ["tiny_text"]


def test_what_is_printed_counts_and_not_what_is_to_be_read_aloud(tmp_path: Path) -> None:
    content = read(tmp_path / "paper.pdf", READ_ALOUD)

    assert (PRINTED in content.text(), "Ignore" in content.text()) == (True, False)
    assert [note.code for note in content.notes if note.page_number == 1] == ["unseen_text"]


@pytest.mark.parametrize(
    "drawn",
    [
        words(),
        words("0.8 g"),
        words("1 0.6 0 rg"),
        background("0 0 0.4") + words("1 g"),
        background("0.8 0.9 1") + words(),
        background("0 0 0.4") + background("1 1 1") + words(),
        words("60 690 400 30 re W n"),
    ],
    ids=["black", "grey", "orange", "white on dark", "on a shade", "on two grounds", "inside a path"],
)
def test_text_that_shows_stays_without_a_note(tmp_path: Path, drawn: str) -> None:
    content = read(tmp_path / "paper.pdf", drawn)

    assert SECRET in content.text() or content.title == SECRET
    assert [note.code for note in content.notes if note.page_number == 1] == []
