"""Reads upright letters of formulas as names of functions or running text, and writes a line's parts as LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scholarai.parsing.pdf.equations.marks import Part, UncertainError, hull
from scholarai.parsing.pdf.equations.thresholds import LINES

_FUNCTIONS = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min "
    "sec sin sinh sup tan tanh Pr".split()
)
_PAIRS = {("lim", "sup"): r"\limsup", ("lim", "inf"): r"\liminf", ("arg", "max"): "arg", ("arg", "min"): "arg"}


def with_words(parts: Sequence[Part]) -> list[Part]:
    """Return parts, from left to right, with neighbouring upright letters as words."""
    out: list[Part] = []
    for part in parts:
        before = _last_letter(out, part)
        if before is None:
            out.append(part)
        else:
            x0, y0, x1, y1 = hull((out[before], part))
            out[before] = replace(
                out[before], latex=out[before].latex + part.latex, kind="word", x0=x0, y0=y0, x1=x1, y1=y1
            )
    return _with_pairs(out)


def is_function(word: str) -> bool:
    """Tell whether a word is the name of a function that TeX knows."""
    return word in _FUNCTIONS or word.startswith("\\")


def _last_letter(out: Sequence[Part], part: Part) -> int | None:
    """Return the index of the word that a letter continues."""
    if part.kind != "letter":
        return None
    for index in range(len(out) - 1, -1, -1):
        before = out[index]
        if before.baseline == part.baseline and before.size_pt == part.size_pt:
            reach = LINES.letter_gap_ems if part.size_pt > LINES.small_pt else LINES.small_letter_gap_ems
            near = part.x0 - before.x1 < reach * part.size_pt
            return index if near and before.kind in {"letter", "word"} and before.face == part.face else None
    return None


def _with_pairs(parts: Sequence[Part]) -> list[Part]:
    """Return the parts with functions of two words, such as lim sup, as one."""
    out: list[Part] = []
    for part in parts:
        before = out[-1] if out else None
        pair = _PAIRS.get((before.latex, part.latex)) if before is not None and part.kind == "word" else None
        if before is None or pair is None or before.baseline != part.baseline:
            out.append(part)
            continue
        x0, y0, x1, y1 = hull((before, part))
        latex = rf"\operatorname*{{arg\,{part.latex}}}" if pair == "arg" else pair
        out[-1] = replace(before, latex=latex, x0=x0, y0=y0, x1=x1, y1=y1)
    return out


def emitted(parts: Sequence[Part], size_pt: float, *, script: bool) -> str:
    """Return the parts of a line, with their scripts, as LaTeX."""
    out = ""
    opened = 0
    for index, part in enumerate(parts):
        before = parts[index - 1] if index else None
        after = parts[index + 1] if index + 1 < len(parts) else None
        if before is not None and part.x0 - before.x1 > LINES.quad_ems * size_pt:
            out += r" \quad"
        opened += (part.tall and part.kind == "open") - (part.tall and part.kind == "close")
        if opened < 0:
            raise UncertainError
        written = _written(part, before, after, size_pt, script=script)
        out += f" {written}" if out else written
        out += f"_{{{part.below}}}" * bool(part.below) + f"^{{{part.above}}}" * bool(part.above)
    if opened:
        raise UncertainError
    return out


def _written(part: Part, before: Part | None, after: Part | None, size_pt: float, *, script: bool) -> str:
    if part.tall:
        return rf"\left{part.latex}" if part.kind == "open" else rf"\right{part.latex}"
    if part.kind not in {"letter", "word"} or part.latex.startswith("\\"):
        return part.latex
    if part.face != "mathrm":
        return rf"\{part.face}{{{part.latex}}}"
    if part.latex in _FUNCTIONS:
        return rf"\{part.latex}"
    if script or part.kind == "letter":
        return rf"\mathrm{{{part.latex}}}"
    apart = LINES.word_gap_ems * size_pt
    left = " " if before is not None and part.x0 - before.x1 > apart else ""
    right = " " if after is not None and after.x0 - part.x1 > apart else ""
    return rf"\text{{{left}{part.latex}{right}}}" if left or right else rf"\operatorname{{{part.latex}}}"
