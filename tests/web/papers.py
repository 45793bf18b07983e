"""Papers for the tests of the page: two columns, a turned page, a picture of a page, and papers without pages."""

from __future__ import annotations

from pathlib import Path

import pymupdf
from papers.typeset import Paper

ANSWER = "The kettle took eleven minutes and forty seconds to boil on every day of the week that we observed it."
FILLER = (
    "We describe the room, the table and the cups in some detail, since other rooms may well have other tables. "
    "The cups were washed before use and dried with a cloth of plain cotton, which was hung up again afterwards. "
)

MARKDOWN = """---
title: A Paper of Plain Text
authors: [Ada Author]
---
# Introduction

Euler's identity $e^{i\\pi} + 1 = 0$ joins five numbers that everybody knows, and $\\vec{v}$ points somewhere. Ours is $\\ownmark_2$.

$$
\\int_0^1 x^2 dx = \\frac{1}{3}
$$

# Results

The kettle took eleven minutes and forty seconds to boil on every day of the week.

| Day | Minutes |
|-----|---------|
| Monday | 11 |
"""

LATEX = r"""\documentclass{article}
\title{A Paper of Source Text}\author{Ada Author}
\begin{document}\maketitle
\section{Introduction}
Euler's identity $e^{i\pi} + 1 = 0$ joins five numbers that everybody knows, and $\vec{v}$ points somewhere. Ours is $\ownmark_2$.
\begin{equation}\label{eq:a} \int_0^1 x^2 dx = \frac{1}{3} \end{equation}
\section{Results}
The kettle took eleven minutes and forty seconds to boil on every day of the week.
\end{document}
"""


def two_columns(path: Path, title: str = "Boiling Water in Two Columns") -> Path:
    paper = Paper()
    paper.title(title, "Ada Author", "A University")
    paper.heading("1 Introduction")
    for _ in range(8):
        paper.paragraph(FILLER)
    paper.heading("2 Results")
    paper.paragraph(f"{FILLER} {ANSWER} {FILLER}")
    for _ in range(8):
        paper.paragraph(FILLER)
    paper.save(path)
    return path


def over_two_pages(path: Path) -> tuple[Path, tuple[float, float], tuple[float, float]]:
    """Return a paper whose answer begins on one page and ends on the next, and where, in shares of the page."""
    for cups in range(299, 330, 2):
        paper = Paper(columns=1)
        paper.title("Boiling Water over Two Pages", "Ada Author", "A University")
        paper.heading("1 Results")
        paper.paragraph(f"{'The cups were warm. ' * cups}{ANSWER} {FILLER}")
        paper.save(path)
        first, *others = pymupdf.open(path).pages()
        begins = first.search_for("The kettle took")
        ends = others[0].search_for("that we observed it") if others else []
        if begins and ends:
            return path, _middle(begins[0], first.rect), _middle(ends[0], first.rect)
    raise AssertionError("no break fell into the answer")


def _middle(words: pymupdf.Rect, page: pymupdf.Rect) -> tuple[float, float]:
    return (words.x0 + words.x1) / 2 / page.width, (words.y0 + words.y1) / 2 / page.height


def turned(path: Path) -> Path:
    """Return a paper whose pages lie on their side in the file and are turned upright by their `/Rotate`."""
    upright = pymupdf.open(two_columns(path.with_suffix(".upright.pdf"), "Boiling Water on a Turned Page"))
    document = pymupdf.open()
    for number, page in enumerate(upright.pages()):
        sheet = document.new_page(width=page.rect.height, height=page.rect.width)
        sheet.show_pdf_page(sheet.rect, upright, number, rotate=90)
        sheet.set_rotation(90)
    document.save(path)
    return path


def encrypted(path: Path) -> Path:
    document = pymupdf.open()
    document.new_page().insert_text((60, 70), ANSWER)
    document.save(path, encryption=pymupdf.mupdf.PDF_ENCRYPT_AES_256, user_pw="kettle", owner_pw="cup")
    return path


def picture(path: Path) -> tuple[Path, list[pymupdf.Rect], pymupdf.Rect]:
    """Return a paper that is a picture of a page, the rectangles of the answer's lines on it, and the page's size."""
    paper = Paper(columns=1)
    paper.title("Boiling Water in a Picture", "Ada Author", "A University")
    paper.heading("1 Results")
    paper.paragraph(FILLER, size=11)
    paper.paragraph(ANSWER, size=11)
    paper.paragraph(FILLER, size=11)
    printed = path.with_suffix(".printed.pdf")
    paper.save(printed)
    page = pymupdf.open(printed)[0]
    pymupdf.TOOLS.set_small_glyph_heights(on=True)  # as high as the letters, which is what recognition sees
    lines = page.search_for(ANSWER)
    pymupdf.TOOLS.set_small_glyph_heights(on=False)
    document = pymupdf.open()
    sheet = document.new_page(width=page.rect.width, height=page.rect.height)
    sheet.insert_image(sheet.rect, stream=page.get_pixmap(dpi=200).tobytes("png"))
    document.save(path, deflate=True)
    return path, lines, page.rect


def with_figure(path: Path) -> tuple[Path, pymupdf.Rect, pymupdf.Rect]:
    """Return a paper with one figure, the figure's rectangle, and the page's size."""
    drawn: list[pymupdf.Rect] = []

    def draw(page: pymupdf.Page, rect: pymupdf.Rect) -> None:
        drawn.append(rect)
        page.draw_rect(rect, color=(0.2, 0.2, 0.2), width=1)
        for step in range(1, 12):
            x = rect.x0 + step * rect.width / 12
            page.draw_line((x, rect.y1 - 4), (x, rect.y1 - 4 - step * rect.height / 14), color=(0.1, 0.4, 0.5), width=6)

    paper = Paper(columns=1)
    paper.title("Boiling Water in a Figure", "Ada Author", "A University")
    paper.heading("1 Results")
    paper.paragraph(FILLER)
    paper.figure(draw, 150, "Figure 1: Minutes until the kettle boils, for each day on which it was observed.")
    for _ in range(4):
        paper.paragraph(FILLER)
    paper.save(path)
    return path, drawn[0], pymupdf.open(path)[0].rect


def long_paper(path: Path, pages: int) -> Path:
    """Return a paper of so many pages of plain text, each with a sentence of its own."""
    document = pymupdf.open()
    for number in range(1, pages + 1):
        page = document.new_page()
        lines = [
            f"Observation {number}.{line}: the kettle boiled after {number + line} seconds." for line in range(1, 46)
        ]
        page.insert_text((60, 70), [f"{number} Observation {number}", "", *lines], fontsize=11, fontname="tiro")
    document.save(path, garbage=3, deflate=True, use_objstms=1)
    return path


def text_papers(folder: Path) -> dict[str, Path]:
    papers = {"markdown": folder / "plain.md", "latex": folder / "source.tex"}
    papers["markdown"].write_text(MARKDOWN)
    papers["latex"].write_text(LATEX)
    return papers
