"""Reads fractions, roots and lines over a term from the bars that print them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from scholarai.parsing.pdf.equations.lines import line_latex
from scholarai.parsing.pdf.equations.marks import Part, Rule, UncertainError, hull
from scholarai.parsing.pdf.equations.thresholds import LINES, RULES


def without_rules(parts: Sequence[Part], rules: Sequence[Rule]) -> list[Part]:
    """Return the parts with the terms of each bar as one part, the narrowest bars first.

    Raises:
        UncertainError: If a bar has no terms, or they are not where its kind has them.
    """
    left = list(parts)
    waiting = sorted(rules, key=lambda rule: rule.x1 - rule.x0)
    while waiting:
        rule = waiting.pop(0)
        root = next((part for part in left if part.kind == "radical" and _joins(part, rule)), None)
        left = _with_root(left, root, rule) if root else _with_fraction(left, rule, waiting)
    if any(part.kind == "radical" for part in left):
        raise UncertainError
    return left


def _joins(root: Part, rule: Rule) -> bool:
    across = abs(rule.x0 - root.x1) < RULES.root_join_pt
    return across and abs((rule.y0 + rule.y1) / 2 - root.y0) < RULES.root_join_pt


def _with_root(parts: Sequence[Part], root: Part, rule: Rule) -> list[Part]:
    inside = [p for p in parts if rule.x0 <= p.center <= rule.x1 and rule.y0 < p.middle < root.y1 + 1.0]
    size = max((part.size_pt for part in inside), default=0.0)
    if not inside or any(part.x1 > rule.x1 + RULES.overhang_pt for part in inside):
        raise UncertainError
    index = _degree([part for part in parts if part is not root and _is_index(part, root)], size)
    degree = f"[{line_latex(index, script=True)}]" if index else ""
    made = _made(rf"\sqrt{degree}{{{line_latex(inside)}}}", [root, *inside, *index], rule)
    main = max(inside, key=lambda part: part.size_pt)
    made = replace(made, baseline=_baseline(inside, main), size_pt=main.size_pt)
    return _replaced(parts, {root, *inside, *index}, made)


def _degree(near: Sequence[Part], size_pt: float) -> list[Part]:
    """Return those parts over a root's left arm that are small enough for its degree."""
    degree = [part for part in near if part.size_pt < RULES.index_size_share * size_pt]
    # A degree and the index of the letter before have one size in small type.
    if size_pt < RULES.index_text_pt and any(part.size_pt < size_pt for part in near if part not in degree):
        raise UncertainError
    return degree


def _baseline(inside: Sequence[Part], main: Part) -> float:
    known = [part.baseline for part in inside if part.size_pt == main.size_pt and part.baseline is not None]
    return known[0] if known else main.middle + LINES.axis_ems * main.size_pt


def _is_index(part: Part, root: Part) -> bool:
    """Tell whether a part is the degree of a root: small, over the sign's left arm."""
    over = root.x0 - part.size_pt < part.center < root.x1 and part.y1 < root.middle + 1.0
    return over and part.size_pt > 0 and part.y0 > root.y0 - 1.0


def _with_fraction(parts: Sequence[Part], rule: Rule, barriers: Sequence[Rule]) -> list[Part]:
    above = _terms(parts, rule, barriers, up=True)
    below = _terms(parts, rule, barriers, up=False)
    if not below:
        raise UncertainError
    if not above:
        return _with_line_over(parts, rule, below)
    size = max(part.size_pt for part in (*above, *below))
    for terms in (above, below):
        x0, _, x1, _ = hull(terms)
        if abs((x0 + x1) / 2 - (rule.x0 + rule.x1) / 2) > RULES.off_center_ems * size:
            raise UncertainError
    _check_below(below, rule, size)
    made = _made(rf"\frac{{{line_latex(above)}}}{{{line_latex(below)}}}", [*above, *below], rule)
    middle = (rule.y0 + rule.y1) / 2
    # Only the bar is on the axis: the box is made symmetrical about it.
    reach = max(middle - made.y0, made.y1 - middle)
    made = replace(made, baseline=None, size_pt=size, y0=middle - reach, y1=middle + reach)
    return _replaced(parts, {*above, *below}, made)


def _check_below(below: Sequence[Part], rule: Rule, size: float) -> None:
    """Raise where a denominator is so near that the bar may be one over an index."""
    main = [part for part in below if part.baseline is not None and part.size_pt == size]
    if size > RULES.smallest_pt and main and main[0].baseline_pt - rule.y1 < RULES.below_ems * size:
        raise UncertainError


def _terms(parts: Sequence[Part], rule: Rule, barriers: Sequence[Rule], *, up: bool) -> list[Part]:
    """Return the parts next to a bar on one side, and those that overlap them."""
    low, high = _reach(rule, barriers, up=up)
    side = [part for part in parts if _over(part, rule) and _gap(part, rule, up=up) >= -1.0]
    size = max((part.size_pt for part in side), default=0.0)
    beside = [part for part in side if low < part.middle < high]
    near = [part for part in beside if _gap(part, rule, up=up) < RULES.bar_gap_ems * (part.size_pt or size)]
    return _with_overlapping(near, beside)


def _reach(rule: Rule, barriers: Sequence[Rule], *, up: bool) -> tuple[float, float]:
    """Return between which y coordinates the terms on one side of a bar are: up to the next bar of another fraction."""
    others = [bar for bar in barriers if bar.x0 < rule.x1 and bar.x1 > rule.x0]
    if up:
        return max(((bar.y0 + bar.y1) / 2 for bar in others if bar.y1 < rule.y0), default=-inf), inf
    return -inf, min(((bar.y0 + bar.y1) / 2 for bar in others if bar.y0 > rule.y1), default=inf)


def _gap(part: Part, rule: Rule, *, up: bool) -> float:
    """Return how far a part is above or below a bar, in points; negative where it reaches over it."""
    return rule.y0 - part.y1 if up else part.y0 - rule.y1


def _with_overlapping(near: Sequence[Part], beside: Sequence[Part]) -> list[Part]:
    """Return parts with those beside them that are at the height of one of them, step by step."""
    found = list(near)
    grown = bool(found)
    while grown:
        _, y0, _, y1 = hull(found)
        top, bottom = y0 - LINES.slack_pt, y1 + LINES.slack_pt
        more = [part for part in beside if part not in found and part.y0 < bottom and part.y1 > top]
        found += more
        grown = bool(more)
    return found


def _over(part: Part, rule: Rule) -> bool:
    return part.x0 > rule.x0 - RULES.overhang_pt and part.x1 < rule.x1 + RULES.overhang_pt


def _with_line_over(parts: Sequence[Part], rule: Rule, below: Sequence[Part]) -> list[Part]:
    x0, y0, x1, _ = hull(below)
    main = max(below, key=lambda part: part.size_pt)
    wide = abs(x0 - rule.x0) < 2 * RULES.overhang_pt and abs(x1 - rule.x1) < 2 * RULES.overhang_pt
    if y0 - rule.y1 > RULES.over_gap_ems * main.size_pt or not wide:
        raise UncertainError
    made = _made(rf"\overline{{{line_latex(below)}}}", below, rule)
    return _replaced(parts, set(below), replace(made, baseline=_baseline(below, main), size_pt=main.size_pt))


def _made(latex: str, parts: Sequence[Part], rule: Rule) -> Part:
    x0, y0, x1, y1 = hull(parts)
    return Part(
        latex=latex,
        kind="sign",
        x0=min(x0, rule.x0),
        y0=min(y0, rule.y0),
        x1=max(x1, rule.x1),
        y1=max(y1, rule.y1),
        baseline=None,
        size_pt=0.0,
    )


def _replaced(parts: Sequence[Part], gone: set[Part], made: Part) -> list[Part]:
    return [*(part for part in parts if part not in gone), made]
