"""Reads the LaTeX of displayed equations from their layout, where it is certain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from msgspec.structs import replace

from scholarai.domain.content import Block, Equation, PaperContent
from scholarai.parsing.pdf.equations.accents import with_accents
from scholarai.parsing.pdf.equations.grids import lines_of, with_grids
from scholarai.parsing.pdf.equations.joining import parts_of
from scholarai.parsing.pdf.equations.lines import row_latex
from scholarai.parsing.pdf.equations.marks import Marks, Part, UncertainError
from scholarai.parsing.pdf.equations.places import Places
from scholarai.parsing.pdf.equations.rules import without_rules
from scholarai.parsing.pdf.equations.thresholds import PLACES, WHOLE
from scholarai.parsing.pdf.equations.whole import (
    baselines,
    check_closed,
    check_display,
    check_whole,
    without_stray_numbers,
)

Bands = Sequence[tuple[float, float]]
"""Ranges of y on a page."""


def with_latex(content: PaperContent, marks_of: Callable[[int, Bands], Marks | None]) -> PaperContent:
    """Return a paper with the LaTeX of its equations, where it is certain.

    Args:
        content: A paper read from a PDF.
        marks_of: The marks of a page by its number that touch some bands, None where they cannot be had; asked only for
            pages with equations.
    """
    blocks = {block.id: block for block in content.blocks}
    on_page = {page: list(own) for page, own in groupby(content.blocks, key=lambda block: block.page_number)}
    found: list[Equation] = []
    for page, group in groupby(content.equations, key=lambda equation: blocks[equation.block_id].page_number):
        equations = list(group)
        boxes = [box for equation in equations for box in blocks[equation.block_id].boxes]
        bands = [(box.y0 - PLACES.band_pt, box.y1 + PLACES.band_pt) for box in boxes]
        marks = marks_of(page, bands) if page is not None else None
        if marks is None:
            found += equations
        else:
            places = Places(marks, on_page[page])
            found += [replace(e, latex=_latex(places, blocks[e.block_id], e.label)) for e in equations]
    return replace(content, equations=tuple(found))


def _latex(places: Places, block: Block, label: str | None) -> str | None:
    try:
        return latex_of(places.of(block), label)
    # No equation may fail its paper, however a file sets it.
    except (UncertainError, ArithmeticError, LookupError, ValueError, RecursionError):
        return None


def latex_of(marks: Marks, label: str | None = None) -> str:
    r"""Return what is printed as LaTeX, several lines as `gathered`.

    Args:
        marks: The glyphs and rules of one equation.
        label: The numbers printed beside it, without their brackets, parted by commas.

    Raises:
        UncertainError: If the layout can be read in more than one way, or in none.
    """
    if len(marks.glyphs) > PLACES.most_glyphs:
        raise UncertainError
    parts = _without_numbers(with_accents(parts_of(marks.glyphs)), label)
    parts = parts if label else without_stray_numbers(parts)
    check_whole(parts, numbered=label is not None)
    parts = with_grids(without_rules(parts, marks.rules))
    check_closed(parts)
    lines = lines_of(parts)
    if label is None:
        check_display(lines)
    rows = [row_latex(line) for line in lines]
    return rows[0] if len(rows) == 1 else r"\begin{gathered} " + r" \\ ".join(rows) + r" \end{gathered}"


def _without_numbers(parts: Sequence[Part], label: str | None) -> list[Part]:
    """Return the parts of an equation without its printed numbers."""
    left = list(parts)
    for number in label.split(", ") if label else ():
        found = _number(left, f"({number})")
        left = [part for part in left if part not in found]
    return left


def _number(parts: Sequence[Part], printed: str) -> list[Part]:
    """Return the parts that print a number at the right or the left edge."""
    for reverse in (True, False):
        for row in baselines(parts):
            run = row[-len(printed) :] if reverse else row[: len(printed)]
            if "".join(part.latex for part in run) != printed:
                continue
            rest = [part for part in parts if part not in run]
            edge = max((p.x1 for p in rest), default=0.0) if reverse else min((p.x0 for p in rest), default=0.0)
            gap = run[0].x0 - edge if reverse else edge - run[-1].x1
            if gap > WHOLE.number_gap_ems * run[0].size_pt or not rest:
                return run
    raise UncertainError
