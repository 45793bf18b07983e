"""Reads one line of a formula: what stands on the baseline, and the scripts and limits beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scholarai.parsing.pdf.equations.marks import Part, UncertainError, hull
from scholarai.parsing.pdf.equations.thresholds import LINES
from scholarai.parsing.pdf.equations.words import emitted, with_words


@dataclass(slots=True)
class _Nucleus:
    part: Part
    above: list[Part] = field(default_factory=list)
    below: list[Part] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Frame:
    """The type size of a line and its baseline."""

    size_pt: float
    baseline: float

    @property
    def axis(self) -> float:
        return self.baseline - LINES.axis_ems * self.size_pt

    def is_larger_than(self, part: Part) -> bool:
        """Tell whether a part is in smaller type, as scripts and limits are."""
        return 0 < part.size_pt < (1 - LINES.same_size_share) * self.size_pt

    def holds(self, part: Part) -> bool:
        """Tell whether a part stands on the line itself."""
        if part.baseline is None:
            drift = LINES.bar_drift_ems if part.size_pt else LINES.bracket_drift_ems
            return abs(part.middle - self.axis) < drift * self.size_pt
        same = abs(part.size_pt - self.size_pt) < LINES.same_size_share * self.size_pt
        level = abs(part.baseline - self.baseline) < LINES.same_baseline_ems * self.size_pt
        if same and not level:
            raise UncertainError
        return same


def line_latex(parts: Sequence[Part], *, script: bool = False) -> str:
    """Return the LaTeX of parts on one line.

    Raises:
        UncertainError: If a part stands where no rule of setting formulas puts it.
    """
    if not parts:
        raise UncertainError
    frame = _frame(parts)
    parts = _with_limits(with_words(sorted(parts, key=lambda part: part.x0)), frame)
    return emitted(_scripted(parts, frame), frame.size_pt, script=script)


def row_latex(parts: Sequence[Part]) -> str:
    """Return the LaTeX of a line of several: a bracket that begins it must not be taken for an option of the line break."""
    latex = line_latex(parts)
    return f"{{}}{latex}" if latex.startswith("[") else latex


def _frame(parts: Sequence[Part]) -> _Frame:
    size = max(part.size_pt for part in parts)
    if not size:  # nothing but brackets and operators: any line would do
        first = parts[0]
        size = (first.y1 - first.y0) / 2
        return _Frame(size, first.middle + LINES.axis_ems * size)
    main = [part for part in parts if part.size_pt > (1 - LINES.same_size_share) * size]
    first = min(main, key=lambda part: (part.baseline is None, part.x0))
    return _Frame(size, first.middle + LINES.axis_ems * size if first.baseline is None else first.baseline)


def _with_limits(parts: Sequence[Part], frame: _Frame) -> list[Part]:
    """Return the parts with what stands above and below operators as their limits."""
    operators = [part for part in parts if part.kind in {"operator", "word"} and frame.holds(part)]
    left = list(parts)
    for operator in operators:
        left = _with_limit(left, operator, frame)
    return left


def _with_limit(parts: list[Part], operator: Part, frame: _Frame) -> list[Part]:
    small = [part for part in parts if frame.is_larger_than(part)]
    below = _limit([part for part in small if part.y0 > operator.y1 - LINES.slack_pt], operator, frame)
    above = _limit([part for part in small if part.y1 < operator.y0 + LINES.slack_pt], operator, frame)
    if not below and not above:
        return parts
    limited = replace(operator, below=_script_latex(below), above=_script_latex(above))
    return [limited if part is operator else part for part in parts if part not in below and part not in above]


def _script_latex(parts: Sequence[Part]) -> str:
    return line_latex(parts, script=True) if parts else ""


def _limit(small: Sequence[Part], operator: Part, frame: _Frame) -> list[Part]:
    """Return the parts of a limit: those that are centred at the operator, with their neighbours."""
    found = [part for part in small if operator.x0 <= part.center <= operator.x1]
    if not found:
        return []
    grown = True
    while grown:
        x0, y0, x1, y1 = hull(found)
        reach = LINES.word_gap_ems * frame.size_pt
        more = [
            part
            for part in small
            if part not in found and part.x0 < x1 + reach and part.x1 > x0 - reach and part.y0 < y1 and part.y1 > y0
        ]
        found += more
        grown = bool(more)
    x0, y0, x1, y1 = hull(found)
    gap = max(y0 - operator.y1, operator.y0 - y1)
    centered = abs((x0 + x1) / 2 - operator.center) < LINES.script_gap_ems * frame.size_pt
    if gap > LINES.limit_gap_ems * frame.size_pt or not centered:
        raise UncertainError
    return found


def _scripted(parts: Sequence[Part], frame: _Frame) -> list[Part]:
    """Return the parts on the line, each with its scripts in its `above` and `below`."""
    nuclei: list[_Nucleus] = []
    for part in parts:
        if frame.holds(part):
            if nuclei:
                _check_order(nuclei[-1], part, frame)
            nuclei.append(_Nucleus(part))
        elif not nuclei:
            raise UncertainError
        else:
            _attach(nuclei[-1], part, frame)
    return [_complete(nucleus) for nucleus in nuclei]


def _check_order(before: _Nucleus, part: Part, frame: _Frame) -> None:
    """Raise where a part begins before what stands on its left ends."""
    end = max(other.x1 for other in (before.part, *before.above, *before.below))
    if end - part.x0 > LINES.overlap_ems * frame.size_pt:
        raise UncertainError


def _attach(nucleus: _Nucleus, part: Part, frame: _Frame) -> None:
    """Add a part to the superscript or the subscript of a nucleus."""
    side = _side(nucleus, part, frame)
    start = max([nucleus.part.x1, *(other.x1 for other in side)])
    if side and not _follows(side, part):
        raise UncertainError
    gap = part.x0 - start
    if not -LINES.script_overlap_ems * frame.size_pt < gap < LINES.script_gap_ems * frame.size_pt:
        raise UncertainError
    side.append(part)


def _follows(side: Sequence[Part], part: Part) -> bool:
    return part.x0 > side[0].x0 - LINES.slack_pt


def _side(nucleus: _Nucleus, part: Part, frame: _Frame) -> list[Part]:
    level = max((other.size_pt for other in (*nucleus.above, *nucleus.below)), default=0.0)
    deeper = part.size_pt < (1 - LINES.same_size_share) * level
    if deeper and nucleus.above and nucleus.below:
        return _nearer(nucleus, part, frame)
    side = nucleus.above or nucleus.below
    if deeper and side and _is_beside(part, side, level):
        return side
    at = part.middle + LINES.axis_ems * part.size_pt if part.baseline is None else part.baseline
    if at < frame.baseline - LINES.raised_ems * frame.size_pt:
        return nucleus.above
    if at > frame.baseline + LINES.lowered_ems * frame.size_pt:
        return nucleus.below
    raise UncertainError


def _is_beside(part: Part, side: Sequence[Part], level: float) -> bool:
    """Tell whether a part is at the height of a script whose main letters have the size `level`."""
    _, y0, _, y1 = hull([other for other in side if other.size_pt >= (1 - LINES.same_size_share) * level] or side)
    drift = LINES.script_drift_ems * level
    return part.y0 < y1 + drift and part.y1 > y0 - drift


def _nearer(nucleus: _Nucleus, part: Part, frame: _Frame) -> list[Part]:
    """Return the script that a part of still smaller size belongs to."""
    above, below = (abs(part.middle - side[-1].middle) for side in (nucleus.above, nucleus.below))
    if abs(above - below) < LINES.undecided_ems * frame.size_pt:
        raise UncertainError
    return nucleus.above if above < below else nucleus.below


def _complete(nucleus: _Nucleus) -> Part:
    part = nucleus.part
    if (part.above and nucleus.above) or (part.below and nucleus.below):
        raise UncertainError
    x1 = max(other.x1 for other in (part, *nucleus.above, *nucleus.below))
    return replace(
        part,
        above=part.above or _script_latex(nucleus.above),
        below=part.below or _script_latex(nucleus.below),
        x1=x1,
    )
