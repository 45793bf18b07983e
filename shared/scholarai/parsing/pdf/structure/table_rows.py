"""Finds the rows of a captioned table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.regions import Rule
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.captions import caption_extent
from scholarai.parsing.pdf.structure.equations import printed_number
from scholarai.parsing.pdf.structure.groups import CAPTION, Group
from scholarai.parsing.pdf.structure.thresholds import TABLES


def table_rows(caption: Group, rows: Sequence[Row], rules: Sequence[Rule], metrics: Metrics) -> list[Row]:
    """Return the rows below or above a caption, whichever look more like a table, with the notes below; none if neither do.

    Args:
        caption: The caption.
        rows: The rows of its page that may belong to a table, in any order.
        rules: The horizontal rules of its page.
        metrics: The body's type.
    """
    rules = whole_rules(rules)
    left, right = caption_extent(caption)
    beside = [row for row in rows if row.x1 > left and row.x0 < right]
    own = [rule for rule in rules if rule.x1 > left and rule.x0 < right]
    below, above = _below(caption, beside, own, metrics), _above(caption, beside, own, metrics)
    found = max((below, above), key=lambda side: (_tabular(side), len(side)))
    if not _tabular(found):
        return []
    notes = _notes_below(below, beside, metrics) if found is below else []
    return sorted([*found, *notes], key=lambda row: (row.y0, row.x0))


def head_start(caption: Group, rules: Sequence[Rule]) -> int:
    """Return the index of the first of a caption's rows where its table begins: below a rule, or in columns."""
    for index in range(1, len(caption.rows)):
        above, row = caption.rows[index - 1], caption.rows[index]
        low, high = above.y1 - TABLES.head_rule_pt, row.y0 + TABLES.head_rule_pt
        if any(low <= rule.y <= high and rule.x0 < row.x1 and rule.x1 > row.x0 for rule in rules):
            return index
        if row.cells and sum(bool(other.cells) for other in caption.rows[index:]) > 1:
            return index
    return len(caption.rows)


def rows_beyond(table: Sequence[Row], following: Iterable[Group], metrics: Metrics) -> list[Row]:
    """Return the rows of a table that goes on in the next column or on the next page.

    Args:
        table: The last row of the table, or of its caption, at the end.
        following: The groups after it in reading order.
        metrics: The body's type.
    """
    last = table[-1]
    found: list[Row] = []
    for group in following:
        moved = (group.page_number, group.first.column) != (last.page_number, last.column)
        if not found and (
            not moved or group.page_number > last.page_number + 1 or group.first.y0 > last.y0 > group.last.y1
        ):
            break
        rows = [row for row in group.rows if not _ends_table(row, metrics)]
        if CAPTION.match(group.first.text) or len(rows) < len(group.rows) or 2 * _tabular(rows) < len(rows):
            break
        if found and group.page_number != found[0].page_number:
            break
        found += rows
    return found if _tabular(found) > 1 else []


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


def _below(caption: Group, beside: Sequence[Row], rules: Sequence[Rule], metrics: Metrics) -> list[Row]:
    top = caption.last.y0 + TABLES.beyond_caption_pt
    rows = sorted((row for row in beside if row.y0 >= top), key=lambda row: row.y0)
    return _cells_outward(rows, caption.last.y1, rules, metrics, up=False)


def _above(caption: Group, beside: Sequence[Row], rules: Sequence[Rule], metrics: Metrics) -> list[Row]:
    bottom = caption.first.y1 - TABLES.beyond_caption_pt
    rows = sorted((row for row in beside if row.y1 <= bottom), key=lambda row: -row.y1)
    return _cells_outward(rows, caption.first.y0, rules, metrics, up=True)


def _notes_below(table: Sequence[Row], beside: Sequence[Row], metrics: Metrics) -> list[Row]:
    """Return the small rows directly below a table."""
    edge = max(row.y1 for row in table)
    found: list[Row] = []
    for row in sorted(
        (row for row in beside if row.y0 >= edge - TABLES.on_rule_pt and row not in table), key=lambda row: row.y0
    ):
        small = row.size <= TABLES.note_size_share * metrics.size and not CAPTION.match(row.text)
        if not small or row.vertical or row.y0 - edge > TABLES.note_gap_ems * row.size:
            break
        found.append(row)
        edge = max(edge, row.y1)
    return found


def _tabular(rows: Sequence[Row]) -> int:
    return sum(bool(row.cells) for row in rows)


def _cells_outward(rows: Sequence[Row], edge: float, rules: Sequence[Rule], metrics: Metrics, *, up: bool) -> list[Row]:
    """Return the rows outward from a caption's edge while they look like cells or are between rules."""
    last_rule = _last_rule(rules, edge, rows, metrics, up=up)
    found: list[Row] = []
    for row in rows:
        distance = edge - row.y1 if up else row.y0 - edge
        ends = last_rule is not None or distance > TABLES.gap_ems * metrics.size or _ends_table(row, metrics)
        if ends and not _is_within(row, last_rule, up=up):
            break
        found.append(row)
        edge = min(edge, row.y0) if up else max(edge, row.y1)
    return _without_equations(found, metrics, up=up)


def _is_within(row: Row, last_rule: float | None, *, up: bool) -> bool:
    if last_rule is None:
        return False
    return row.y0 >= last_rule - TABLES.on_rule_pt if up else row.y1 <= last_rule + TABLES.on_rule_pt


def _without_equations(rows: list[Row], metrics: Metrics, *, up: bool) -> list[Row]:
    """Return the rows before a numbered equation and its formula, which are never in a table."""
    numbered = [row for row in rows if printed_number(row)]
    if not numbered:
        return rows
    formula = TABLES.equation_ems * metrics.size
    if up:
        return [row for row in rows if row.y0 > max(other.y1 for other in numbered) + formula]
    return [row for row in rows if row.y1 < min(other.y0 for other in numbered) - formula]


def _ends_table(row: Row, metrics: Metrics) -> bool:
    if row.cells:
        return False
    if CAPTION.match(row.text):
        return True
    wide = row.x1 - row.x0 > TABLES.wide_share * (row.right - row.left)
    heading = row.bold and row.x0 <= row.left + TABLES.at_edge_pt
    sentence = wide and row.text.count(" ") > TABLES.sentence_words
    return sentence or row.size > TABLES.larger_share * metrics.size or heading


def _last_rule(rules: Sequence[Rule], edge: float, rows: Sequence[Row], metrics: Metrics, *, up: bool) -> float | None:
    """Return the y coordinate of the table's outermost rule, if its side of the caption has rules of one width."""
    outward = _outward(rules, edge, up=up)
    if not outward or abs(outward[0].y - edge) > TABLES.rules_apart_ems * metrics.size:
        return None
    first, last, end = outward[0], outward[0].y, None
    for rule in outward[1:]:
        low, high = (rule.y, last) if up else (last, rule.y)
        if _separates_tables(low, high, rows, metrics):
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


def _separates_tables(low: float, high: float, rows: Sequence[Row], metrics: Metrics) -> bool:
    """Tell whether the space between two rules ends a table: running text, another caption, or a long gap."""
    slack = TABLES.on_rule_pt
    between = [row for row in rows if low - slack < (row.y0 + row.y1) / 2 < high + slack]
    if not between:
        return high - low > TABLES.rules_apart_ems * metrics.size
    prose = sum(metrics.is_prose(row) and not row.cells for row in between)
    return prose > TABLES.prose_rows or any(CAPTION.match(row.text) and not row.cells for row in between)
