"""How many displayed equations of PDFs are read as LaTeX, and how many of those rightly: `python benchmarks/equations.py`.

Reads the papers of DIR/pairs and compares each formula, line by line, with those of the paper's source: both are taken
apart into signs with their scripts, fractions, roots and matrices, and must be equal; synonyms, spacing, alignment and the
size of brackets do not count. A formula right in a place that the source does not display (an algorithm) counts as
right. Every second paper by name was held back while the rules were made.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from formula_rows import Row, UnreadableError
from formulas import rows_of

import scholarai
from scholarai.domain.content import PaperContent

# Formulas in running text and algorithms, which are compared only if no displayed one is equal.
_INLINE = re.compile(r"(?<![\\$])\$(?!\$)((?:[^$\\]|\\.)+)\$|\\\((.+?)\\\)", re.DOTALL)


@dataclass
class Score:
    """Equations of a paper: found, given as LaTeX, given rightly; displays of its source, and those given whole."""

    found: int = 0
    given: int = 0
    right: int = 0
    displays: int = 0
    whole: int = 0

    def __str__(self) -> str:
        precision = f"{self.right / self.given:.3f}" if self.given else "    –"
        return f"{self.found:6} {self.given:6} {self.right:6} {precision:>6} {self.displays:9} {self.whole:6}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--wrong", action="store_true", help="print what was read wrongly")
    arguments = parser.parse_args()
    scores = _pairs(arguments.data, wrong=arguments.wrong)
    print(f"{'':24} equations  LaTeX  right precision  displays whole")
    for name, score in scores:
        print(f"{name:26} {score}")
    for label, half in (("tuned on", scores[::2]), ("held back", scores[1::2]), ("all", scores)):
        print(f"{label:26} {_total([score for _, score in half])}")
    return 0


def _total(scores: Sequence[Score]) -> Score:
    names = ("found", "given", "right", "displays", "whole")
    return Score(**{name: sum(getattr(score, name) for score in scores) for name in names})


def _pairs(data: Path, *, wrong: bool) -> list[tuple[str, Score]]:
    scores = []
    for path in sorted((data / "pairs").glob("*/*.pdf")):
        source = scholarai.read(path.parent / "src")
        macros = {command.name: (command.arity, command.body) for command in source.commands}
        displays = [_rows(equation.latex or "", macros) for equation in source.equations]
        inline = [_rows(text, macros) for text in _inline(path.parent / "src")]
        scores.append((path.stem, _score(scholarai.read(path), displays, inline, wrong=wrong)))
    return scores


def _inline(folder: Path) -> list[str]:
    texts = [file.read_text(encoding="utf-8", errors="replace") for file in sorted(folder.rglob("*.tex"))]
    return [match[1] or match[2] for text in texts for match in _INLINE.finditer(text)]


def _rows(latex: str, macros: dict[str, tuple[int, str]]) -> list[Row]:
    """Return the lines of a formula, none if it holds what is no formula."""
    try:
        return rows_of(latex, macros)
    except UnreadableError:
        return []


def _score(content: PaperContent, displays: Sequence[list[Row]], inline: Sequence[list[Row]], *, wrong: bool) -> Score:
    lines = [(index, row) for index, rows in enumerate(displays) for row in rows]
    score = Score(found=len(content.equations), displays=sum(1 for rows in displays if rows))
    left = [list(rows) for rows in displays]
    for equation in content.equations:
        if equation.latex is None:
            continue
        score.given += 1
        rows = _rows(equation.latex, {})
        starts = range(len(lines) - len(rows) + 1)
        start = next((at for at in starts if rows and [row for _, row in lines[at : at + len(rows)]] == rows), None)
        score.right += start is not None or rows in inline
        if start is None and wrong and rows not in inline:
            print(f"page {_page_of(content, equation.block_id)}, ({equation.label}): {equation.latex}")
        for index, row in lines[start : start + len(rows)] if start is not None else ():
            if row in left[index]:
                left[index].remove(row)
    score.whole = sum(bool(rows) and not rest for rows, rest in zip(displays, left, strict=True))
    return score


def _page_of(content: PaperContent, block_id: str) -> int | None:
    return next(block.page_number for block in content.blocks if block.id == block_id)


if __name__ == "__main__":
    raise SystemExit(main())
