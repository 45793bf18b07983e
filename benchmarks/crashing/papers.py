"""A paper of any length, made by our own typesetter."""

from __future__ import annotations

import random
from pathlib import Path

import pymupdf
from papers.typeset import Paper

WORDS = (
    "model data method result measure error sample value range paper section theory limit bound proof set space field"
    " function number order point line rate energy force charge signal noise filter graph node edge path tree query"
).split()
SENTENCES_PER_PARAGRAPH = 6
PARAGRAPHS_PER_SECTION = 1
SECTIONS_PER_FIGURE = 20
FIGURE_PT = 90


def make_paper(path: Path, *, pages: int, seed: int = 20) -> Path:
    """Write a two-column paper of `pages` pages; the same seed gives the same paper."""
    chance = random.Random(seed)
    paper = Paper(running_head="On Nothing in Particular")
    paper.title("On Nothing in Particular, at Length", "Ada Author and Ben Builder", "Institute of Examples")
    section = 0
    while paper.document.page_count < pages:
        section += 1
        paper.heading(f"{section} On {chance.choice(WORDS).title()}")
        for _ in range(PARAGRAPHS_PER_SECTION):
            if paper.document.page_count < pages:
                paper.paragraph(" ".join(_sentence(chance) for _ in range(SENTENCES_PER_PARAGRAPH)))
        if section % SECTIONS_PER_FIGURE == 0:
            number = section // SECTIONS_PER_FIGURE
            paper.figure(_draw, FIGURE_PT, f"Figure {number}: What nothing in particular looks like, part {number}.")
        paper.equation(f"{chance.choice('xyz')} = {chance.choice('abc')} + {chance.randrange(100)}", section)
    paper.save(path)
    return path


def _draw(page: pymupdf.Page, area: pymupdf.Rect) -> None:
    frame = pymupdf.Rect(area.x0 + 20, area.y0 + 10, area.x1 - 20, area.y1 - 10)
    page.draw_rect(frame, width=0.6)
    page.draw_line(frame.bl, frame.tr, width=1.1, color=(0.1, 0.3, 0.7))


def _sentence(chance: random.Random) -> str:
    words = [chance.choice(WORDS) for _ in range(chance.randrange(8, 16))]
    return " ".join(words).capitalize() + f" {chance.randrange(1000)}."
