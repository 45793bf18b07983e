"""Puts accents onto the letters below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scholarai.parsing.pdf.equations.lines import line_latex
from scholarai.parsing.pdf.equations.marks import Part, UncertainError, hull
from scholarai.parsing.pdf.equations.thresholds import LINES


def with_accents(parts: Sequence[Part]) -> list[Part]:
    """Return the parts with each accented letter as one.

    Raises:
        UncertainError: If an accent does not stand right above exactly one letter.
    """
    accents = sorted((part for part in parts if part.kind == "accent"), key=lambda part: -part.y0)
    left = [part for part in parts if part.kind != "accent"]
    for accent in accents:
        left = _with_accent(left, accent)
    return left


def _with_accent(parts: Sequence[Part], accent: Part) -> list[Part]:
    below = [part for part in parts if part.kind in {"sign", "letter"} and _carries(part, accent)]
    covered = [part for part in parts if _covers(accent, part)]
    if len(covered) > 1 and accent.latex.startswith(r"\wide"):
        return [*(part for part in parts if part not in covered), _over_all(covered, accent)]
    if len(below) == 1 and all(part is below[0] for part in covered):
        return [_accented(part, accent) if part is below[0] else part for part in parts]
    raise UncertainError


def _over_all(parts: Sequence[Part], accent: Part) -> Part:
    """Return parts on one baseline below a wide accent as one."""
    if len({(part.baseline, part.size_pt) for part in parts}) > 1:
        raise UncertainError
    x0, y0, x1, y1 = hull((*parts, accent))
    return replace(
        parts[0], latex=f"{accent.latex}{{{line_latex(parts)}}}", kind="sign", face="", x0=x0, y0=y0, x1=x1, y1=y1
    )


def _carries(part: Part, accent: Part) -> bool:
    least, most = part.x0 - LINES.slack_pt, part.x1 + LINES.overlap_ems * part.size_pt / 2
    if part.baseline is None or not least < accent.center < most:
        return False
    gap = part.y0 - accent.y1
    return -LINES.row_overlap_ems * part.size_pt < gap < LINES.accent_gap_ems * part.size_pt


def _covers(accent: Part, part: Part) -> bool:
    """Tell whether an accent reaches over most of a part that is right below it."""
    near = -LINES.row_overlap_ems * part.size_pt < part.y0 - accent.y1 < LINES.accent_gap_ems * part.size_pt
    shared = min(accent.x1, part.x1) - max(accent.x0, part.x0)
    return near and shared > LINES.covered_share * (part.x1 - part.x0)


def _accented(part: Part, accent: Part) -> Part:
    x0, y0, _, y1 = hull((part, accent))
    face = part.face if part.kind == "letter" else ""
    body = rf"\{face}{{{part.latex}}}" if face else part.latex
    made = rf"{accent.latex}{{{body}}}"
    # Wide accents reach over neighbours without pushing them away.
    return replace(part, latex=made, kind="sign", face="", x0=min(x0, part.x0), y0=y0, x1=part.x1, y1=y1)
