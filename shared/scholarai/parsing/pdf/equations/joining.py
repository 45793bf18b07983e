"""Joins glyphs that print one symbol together: pieces of brackets, negated signs, long arrows, dots, accented letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scholarai.parsing.pdf.equations.marks import Glyph, Kind, Part, UncertainError, hull
from scholarai.parsing.pdf.equations.symbols import face_of, symbol_of
from scholarai.parsing.pdf.equations.thresholds import JOINING

_PIECES: dict[frozenset[str], tuple[str, Kind]] = {
    frozenset({"parenlefttp", "parenleftbt"}): ("(", "open"),
    frozenset({"parenrighttp", "parenrightbt"}): (")", "close"),
    frozenset({"bracketlefttp", "bracketleftbt"}): ("[", "open"),
    frozenset({"bracketrighttp", "bracketrightbt"}): ("]", "close"),
    frozenset({"bracelefttp", "braceleftmid", "braceleftbt"}): (r"\{", "open"),
    frozenset({"bracerighttp", "bracerightmid", "bracerightbt"}): (r"\}", "close"),
    frozenset({"radicaltp", "radicalbt"}): (r"\sqrt", "radical"),
}
_EXTENSIONS = {"parenleftex", "parenrightex", "bracketleftex", "bracketrightex", "braceex", "radicalvertex"}
_NEGATED = {"=": r"\neq", r"\in": r"\notin"}
_LONG = {
    (r"\mapstochar", r"\to"): r"\mapsto", ("-", r"\to"): r"\longrightarrow", (r"\leftarrow", "-"): r"\longleftarrow",
    ("=", r"\Rightarrow"): r"\Longrightarrow", (r"\Leftarrow", "="): r"\Longleftarrow",
    (r"\Leftarrow", r"\Rightarrow"): r"\Longleftrightarrow", (r"\leftarrow", r"\to"): r"\longleftrightarrow",
}  # fmt: skip


def parts_of(glyphs: Sequence[Glyph]) -> list[Part]:
    """Return glyphs as symbols, from left to right.

    Raises:
        UncertainError: If a glyph is unknown, or two overlap in a way that no known symbol explains.
    """
    _check_italics(glyphs)
    parts = [_part(glyph) for glyph in glyphs if glyph.name != "space"]
    parts = _with_dots(_overprinted(_whole(parts)))
    return sorted(parts, key=lambda part: part.x0)


def _check_italics(glyphs: Sequence[Glyph]) -> None:
    """Raise where letters in the italics of running text may be words, which look like products of variables."""
    letters = [glyph for glyph in glyphs if len(glyph.name) == 1 and (face_of(glyph.font) or "").endswith("italic")]
    text = [glyph for glyph in letters if face_of(glyph.font) == "text-italic"]
    words = any(
        third.baseline == second.baseline == first.baseline
        and max(third.ink[0] - second.ink[2], second.ink[0] - first.ink[2]) < JOINING.letter_gap_ems * first.size_pt
        for first, second, third in zip(text, text[1:], text[2:], strict=False)
    )
    if words or 0 < len(text) < len([glyph for glyph in letters if face_of(glyph.font) in {"italic", "text-italic"}]):
        raise UncertainError


def _part(glyph: Glyph) -> Part:
    face = face_of(glyph.font)
    symbol = symbol_of(glyph.name, face) if face else None
    if symbol is None:
        raise UncertainError
    hangs = symbol.kind == "radical" or (face == "large" and symbol.kind != "accent")
    x0, y0, x1, y1 = glyph.ink
    return Part(
        latex=symbol.latex,
        kind=symbol.kind,
        x0=x0,
        y0=y0,
        x1=x1,
        y1=y1,
        baseline=None if hangs else glyph.baseline,
        size_pt=0.0 if hangs else glyph.size_pt,
        face=symbol.face,
    )


def _whole(parts: Sequence[Part]) -> list[Part]:
    """Return the parts with tall brackets put together from their pieces."""
    columns: list[list[Part]] = []
    for part in sorted((part for part in parts if part.kind == "piece"), key=lambda part: part.y0):
        for column in columns:
            last = column[-1]
            if abs(last.center - part.center) < JOINING.piece_offset_pt and part.y0 - last.y1 < JOINING.piece_gap_pt:
                column.append(part)
                break
        else:
            columns.append([part])
    return [part for part in parts if part.kind != "piece"] + [_stacked(column) for column in columns]


def _stacked(column: Sequence[Part]) -> Part:
    names = frozenset(part.latex for part in column)
    found = _PIECES.get(names - _EXTENSIONS)
    if found is None:
        raise UncertainError
    x0, y0, x1, y1 = hull(column)
    sign, kind = found
    return Part(
        latex=sign, kind=kind, x0=x0, y0=y0, x1=x1, y1=y1, baseline=None, size_pt=0.0, tall=kind != "radical"
    )  # fmt: skip


def _overprinted(parts: Sequence[Part]) -> list[Part]:
    """Return the parts with negated signs and long arrows as one each."""
    out: list[Part] = []
    for part in sorted(parts, key=lambda part: (part.baseline is None, part.baseline or 0.0, part.x0)):
        before = out[-1] if out else None
        joined = _joined(before, part) if before is not None else None
        if joined is None:
            out.append(part)
        else:
            out[-1] = joined
    if any(part.latex in {r"\not", r"\mapstochar"} for part in out):
        raise UncertainError
    return out


def _joined(left: Part, right: Part) -> Part | None:
    if left.baseline is None or left.baseline != right.baseline or left.size_pt != right.size_pt:
        return None
    if right.x0 > left.x1 + JOINING.overprint_ems * left.size_pt:
        return None
    latex = _LONG.get((left.latex, right.latex))
    if r"\not" in {left.latex, right.latex}:
        sign = right.latex if left.latex == r"\not" else left.latex
        latex = _NEGATED.get(sign, rf"\not{sign}")
    if latex is None:
        return None
    x0, y0, x1, y1 = hull((left, right))
    return replace(left, latex=latex, kind="sign", x0=x0, y0=y0, x1=x1, y1=y1)


def _with_dots(parts: Sequence[Part]) -> list[Part]:
    """Return the parts with three dots in a row, a column or a diagonal as one sign."""
    gone: set[Part] = set()
    made: list[Part] = []
    for sign in (".", r"\cdot"):
        _join_dots([part for part in parts if part.latex == sign], made, gone)
    return [part for part in parts if part not in gone] + made


def _join_dots(dots: list[Part], made: list[Part], gone: set[Part]) -> None:
    dots.sort(key=lambda part: (part.x0, part.y0))
    for first, second, third in zip(dots, dots[1:], dots[2:], strict=False):
        if gone & {first, second, third} or not _even(first, second, third):
            continue
        step = second.baseline_pt - first.baseline_pt, second.x0 - first.x0
        along = r"\cdots" if first.latex == r"\cdot" else r"\ldots"
        latex = along if not round(step[0]) else r"\vdots" if not round(step[1]) else r"\ddots"
        x0, y0, x1, y1 = hull((first, second, third))
        raised = JOINING.diagonal_raise_ems * first.size_pt if latex == r"\ddots" else 0.0
        made.append(
            replace(third, latex=latex, x0=x0, y0=y0, x1=x1, y1=y1, baseline=third.baseline_pt + raised)
        )  # fmt: skip
        gone |= {first, second, third}


def _even(first: Part, second: Part, third: Part) -> bool:
    """Tell whether three dots stand at equal distances, near one another."""
    across = second.x0 - first.x0, third.x0 - second.x0
    down = second.baseline_pt - first.baseline_pt, third.baseline_pt - second.baseline_pt
    equal = abs(across[0] - across[1]) < JOINING.dot_drift_pt and abs(down[0] - down[1]) < JOINING.dot_drift_pt
    return (
        equal
        and max(*across, *map(abs, down)) < JOINING.dot_step_ems * first.size_pt
        and down[0] > -JOINING.dot_drift_pt
    )
