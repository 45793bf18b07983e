"""Finds the rules of a table among those of its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.regions import Rule
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.strips import Strip, StripLine, least_width
from scholarai.parsing.pdf.structure.thresholds import TABLES
from scholarai.parsing.pdf.text.labels import CAPTION


def whole_rules(rules: Sequence[Rule]) -> list[Rule]:
    """Return rules with the pieces joined that a table draws cell by cell, from top to bottom."""
    whole: list[Rule] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.y), rule.x0)):
        last = whole[-1] if whole else None
        if last and abs(rule.y - last.y) <= TABLES.same_height_pt and rule.x0 - last.x1 <= TABLES.piece_gap_pt:
            whole[-1] = Rule(last.x0, last.y, max(last.x1, rule.x1))
        else:
            whole.append(rule)
    return sorted(whole, key=lambda rule: rule.y)


def outermost_rule(
    rules: Sequence[Rule],
    edge: float,
    lines: Iterable[StripLine],
    columns: Sequence[Strip],
    metrics: Metrics,
    *,
    up: bool,
) -> float | None:
    """Return the y coordinate of a table's outermost rule, if its side of the caption has rules of one width.

    Args:
        rules: Whole rules of the strip.
        edge: The y coordinate where the table begins.
        lines: The lines on its side of the caption.
        columns: The columns of running text.
        metrics: The body's type.
        up: Whether the table is above the edge.
    """
    rows = [row for line in lines for row in line.rows]
    text = {row for row in rows if _is_running_text(row, columns, metrics)}
    outward = _outward(rules, edge, up=up)
    if not outward or abs(outward[0].y - edge) > TABLES.rules_apart_ems * metrics.size:
        return None
    first, last, end = outward[0], outward[0].y, None
    for rule in outward[1:]:
        low, high = (rule.y, last) if up else (last, rule.y)
        if _separates_tables(low, high, rows, text, metrics):
            break
        last = rule.y
        # Rules of one table are equally long; shorter ones divide its head, others belong to formulas and notes.
        if abs(rule.x0 - first.x0) < TABLES.same_edge_pt and abs(rule.x1 - first.x1) < TABLES.same_edge_pt:
            end = last
    return end


def _outward(rules: Sequence[Rule], edge: float, *, up: bool) -> list[Rule]:
    """Return the rules on one side of a caption's edge, the nearest one first."""
    if up:
        return sorted((rule for rule in rules if rule.y < edge + TABLES.rule_side_pt), key=lambda rule: -rule.y)
    return sorted((rule for rule in rules if rule.y > edge - TABLES.rule_side_pt), key=lambda rule: rule.y)


def _separates_tables(low: float, high: float, rows: Sequence[Row], text: AbstractSet[Row], metrics: Metrics) -> bool:
    """Tell whether the space between two rules ends a table: running text, another caption, or a long gap."""
    slack = TABLES.on_rule_pt
    between = [row for row in rows if low - slack < (row.y0 + row.y1) / 2 < high + slack]
    if not between:
        return high - low > TABLES.rules_apart_ems * metrics.size
    return sum(row in text for row in between) > TABLES.prose_rows or any(
        CAPTION.match(row.text) and not row.cells for row in between
    )


def _is_running_text(row: Row, columns: Sequence[Strip], metrics: Metrics) -> bool:
    """Tell whether a row is a line of running text, which fills most of a column; a line of a cell may be of its words, not as wide."""
    least = TABLES.wide_share * least_width(columns)
    return not row.cells and row.x1 - row.x0 > least and metrics.is_prose(row)
