"""Highlights in a copy of a PDF stand over the words, on turned and cut pages too; hostile files harm nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pymupdf
import pytest

from scholarai.adapters.pdfs.highlights import with_highlights
from scholarai.adapters.pdfs.process import SandboxedAnnotator
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.domain.chat import PageBoxes
from scholarai.domain.content import Box
from scholarai.domain.errors import PaperFaultError
from scholarai.ports.reading import Mark, PaperSource
from scholarai.services.exporting.annotated import MOST_MARKS

LIMITS = ReadLimits()
YELLOW = (1.0, 0.9, 0.3)
WORDS = "These are the words that are quoted."


def written(path: Path, *, rotation: int = 0, crop: bool = False, password: str = "") -> Path:
    """Write a PDF of one page, whose text has room around it."""
    document = pymupdf.open()
    page = document.new_page(width=500, height=700)
    for line, text in enumerate(["Some other text of the paper stands here.", WORDS, "And more text stands below it."]):
        page.insert_text((120, 200 + 40 * line), text, fontsize=12)
    if crop:
        page.set_cropbox(pymupdf.Rect(60, 90, 480, 650))
    page.set_rotation(rotation)
    options: dict[str, Any] = {"encryption": 5, "user_pw": password} if password else {}
    document.save(path, **options)
    return path


def box_of_the_words(path: Path) -> tuple[Box, float, float]:
    """Return where our own reader says that the words stand, and the page's size."""
    content = SandboxedReader(LIMITS).read(
        PaperSource(path=path, filename="paper.pdf", media_type="application/pdf"), lambda *_: None
    )
    block = next(block for block in content.blocks if WORDS in block.text)
    return block.boxes[0], content.pages[0].width_pt, content.pages[0].height_pt


def mark(box: Box, width: float = 500, height: float = 700, page_number: int = 1, text: str = "Why?") -> Mark:
    place = PageBoxes(page_number=page_number, width_pt=width, height_pt=height, boxes=(box,))
    return Mark(place=place, text=text, color=YELLOW)


def yellow_rows(pdf: bytes) -> tuple[float, float, float, float]:
    """Return the box of what is drawn in yellow on the displayed page, in points."""
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        drawn = document[0].get_pixmap(dpi=72, alpha=False)
    colors = np.frombuffer(drawn.samples, np.uint8).reshape(drawn.height, drawn.width, drawn.n)
    ys, xs = np.nonzero((colors[..., 2] < 140) & (colors[..., 0] > 200))
    return xs.min(), ys.min(), xs.max() + 1, ys.max() + 1


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [False, True])
def test_a_highlight_is_drawn_where_the_words_are_displayed(tmp_path: Path, rotation: int, crop: bool) -> None:
    path = written(tmp_path / "paper.pdf", rotation=rotation, crop=crop)
    before = path.read_bytes()
    with pymupdf.open(path) as document:
        page = document[0]
        found = page.search_for(WORDS)[0] * page.rotation_matrix
        box = Box(found.x0, found.y0, found.x1, found.y1)
        width, height = page.rect.width, page.rect.height

    marked = SandboxedAnnotator(LIMITS).annotate(path, [mark(box, width, height)])

    assert yellow_rows(marked) == pytest.approx(tuple(box), abs=4)
    assert path.read_bytes() == before


def test_a_highlight_stands_where_our_reader_says(tmp_path: Path) -> None:
    path = written(tmp_path / "paper.pdf", crop=True)
    box, width, height = box_of_the_words(path)

    marked = SandboxedAnnotator(LIMITS).annotate(path, [mark(box, width, height)])

    with pymupdf.open(stream=marked, filetype="pdf") as document:
        page = document[0]
        (annotation,) = page.annots()
        assert annotation.type[1] == "Highlight"
        assert annotation.info["content"] == "Why?"
        assert annotation.has_popup
        assert "words that are quoted" in page.get_textbox(annotation.rect)


def test_bookmarks_stay_and_reading_leaves_pymupdf_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path / "paper.pdf")
    with pymupdf.open(path) as document:
        document.set_toc([[1, "Of bees", 1]])
        document.save(tmp_path / "marked.pdf")

    copy = with_highlights(tmp_path / "marked.pdf", [])

    with pymupdf.open(stream=copy, filetype="pdf") as document:
        assert document.get_toc() == [[1, "Of bees", 1]]


def test_a_mark_on_a_page_that_is_not_there_is_left_out(tmp_path: Path) -> None:
    path = written(tmp_path / "paper.pdf")

    marked = SandboxedAnnotator(LIMITS).annotate(path, [mark(Box(1, 1, 9, 9), page_number=7)])

    with pymupdf.open(stream=marked, filetype="pdf") as document:
        assert list(document[0].annots()) == []


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"no pdf at all", "unsupported_format"), (b"%PDF-1.7 then nothing", "damaged"), (b"", "unsupported_format")],
)
def test_what_is_no_pdf_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    path = tmp_path / "paper"
    path.write_bytes(data)

    with pytest.raises(PaperFaultError) as caught:
        SandboxedAnnotator(LIMITS).annotate(path, [mark(Box(1, 1, 9, 9))])

    assert caught.value.code == code


def test_a_pdf_with_a_password_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "paper.pdf", password="secret")

    with pytest.raises(PaperFaultError, match="encrypted"):
        SandboxedAnnotator(LIMITS).annotate(path, [mark(Box(1, 1, 9, 9))])


def test_a_copy_that_takes_too_much_memory_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "paper.pdf")
    tight = ReadLimits(memory_bytes=64 * 1024 * 1024)

    with pytest.raises(PaperFaultError):
        SandboxedAnnotator(tight).annotate(path, [mark(Box(1, 1, 9, 9))])


@pytest.mark.slow
def test_as_many_marks_as_may_be_are_made(tmp_path: Path) -> None:
    path = written(tmp_path / "paper.pdf")
    many = [mark(Box(100, 100 + n % 500, 200, 110 + n % 500), text="x" * 500) for n in range(MOST_MARKS)]

    marked = SandboxedAnnotator(LIMITS).annotate(path, many)

    with pymupdf.open(stream=marked, filetype="pdf") as document:
        assert sum(1 for _ in document[0].annots()) == MOST_MARKS
