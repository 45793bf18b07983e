"""Displayed equations: rows of mathematics set apart, and their numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.parsing.pdf.layout.mathematics import math_share
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.groups import Group

# An equation's printed number, alone in the last (or, set left, the first) cell of its row.
_NUMBER = re.compile(r"\(\s*((?:[A-Z]{1,2}\.?|S)?\d{1,3}(?:[.\-\u2013]\d{1,3}){0,3}\s*[a-z]?'?|[A-Z]\d?)\s*\)$")
_NUMBER_FIRST = re.compile(r"\(\s*((?:[A-Z]{1,2}\.?|S)?\d{1,3}(?:[.\-\u2013]\d{1,3}){0,3}\s*[a-z]?)\s*\)(?=\s|$)")
_WORD = re.compile(r"[A-Za-z]{3,}")
_FUNCTIONS = frozenset(
    "sin cos tan exp log max min sup inf lim det arg argmin argmax mod var cov diag rank trace sign for and where with if "
    "otherwise such that subject the all else when dim ker deg gcd Pr erf sgn softmax ReLU sigmoid tanh".split()
)


def is_equation(group: Group, metrics: Metrics) -> bool:
    """Tell whether a group is a displayed equation."""
    rows = group.rows
    if rows[0].vertical or rows[0].style.mono:
        return False
    if any(printed_number(row) for row in rows):
        return sum(_is_sentence(row, metrics) for row in rows) <= len(rows) // 4
    return all(_is_math(row) for row in rows) and (_set_apart(rows, metrics) or len(rows) == 1)


def _is_sentence(row: Row, metrics: Metrics) -> bool:
    """Tell whether a row is running text; one set in from the left, with a number at the right edge, is not."""
    inset = row.x0 > row.left + 1.5 * metrics.size and printed_number(row) is not None
    return metrics.is_prose(row) and math_share(row) < 0.25 and not inset


def printed_number(row: Row) -> str | None:
    """Return the equation number at the edge of a row, apart from what it numbers."""
    text = row.text
    match = _NUMBER.search(text)
    if match is not None:
        alone = match.start() == 0
        if row.x1 >= row.right - 2.5 * row.size and (alone or _gap_before(row, match.start()) > 1.0 * row.size):
            return match[1].replace(" ", "") if not alone or row.x0 > (row.left + row.right) / 2 else None
    first = _NUMBER_FIRST.match(text)
    if first is not None and row.x0 <= row.left + 1.5 * row.size and first.end() < len(text):
        words = text.count(" ", 0, first.end() + 1)
        if words and row.extents[2 * words] - row.extents[2 * words - 1] > 1.5 * row.size and math_share(row) > 0.2:
            return first[1].replace(" ", "")
    return None


def _gap_before(row: Row, start: int) -> float:
    word = row.text.count(" ", 0, start)
    return row.extents[2 * word] - row.extents[2 * word - 1] if word else 99.0


def _is_math(row: Row) -> bool:
    """Tell whether a row reads as mathematics: symbols, and hardly a word."""
    words = [word for word in _WORD.findall(row.text) if word not in _FUNCTIONS and not word.isupper()]
    share = math_share(row)
    if share > 0.55:
        return sum(map(len, words)) < 0.35 * len(row.text) or len(words) <= 1
    return share > 0.25 and sum(map(len, words)) < 0.2 * len(row.text)


def _set_apart(rows: Sequence[Row], metrics: Metrics) -> bool:
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    first = rows[0]
    return left > first.left + 1.2 * metrics.size or right < first.right - 4 * metrics.size


def split_equations(groups: Sequence[Group], metrics: Metrics, captions: Sequence[Group] = ()) -> list[Group]:
    """Return groups with displayed equations as groups of their own, their rows together.

    TeX sets a fraction as three rows and a matrix as many: neighbours that are mathematics, or overlap a row that is
    numbered, are one equation.
    """
    out: list[Group] = []
    whole = set(captions)
    for group in groups:
        if len(group.rows) == 1 or group in whole:
            out.append(group)
        else:
            out += _parts(group, metrics)
    return _joined(out, metrics, whole)


def _parts(group: Group, metrics: Metrics) -> list[Group]:
    """Return a group cut where displayed mathematics begins and ends."""
    marks = [_is_display(row, metrics) for row in group.rows]
    if not any(marks) or all(marks):
        return [group]
    parts: list[Group] = []
    for row, mark in zip(group.rows, marks, strict=True):
        if parts and parts[-1].equation == mark:
            parts[-1].rows.append(row)
        else:
            parts.append(Group([row], gap=1.0, equation=mark))
    parts[0].gap, parts[0].indented = group.gap, group.indented
    return parts


def _is_display(row: Row, metrics: Metrics) -> bool:
    if row.vertical or row.style.mono:
        return False
    if printed_number(row):
        return not _is_sentence(row, metrics) or math_share(row) > 0.3
    apart = row.x0 > row.left + 1.2 * metrics.size and row.x1 < row.right - 1.0 * metrics.size
    return apart and _is_math(row)


def _joined(groups: Sequence[Group], metrics: Metrics, whole: set[Group]) -> list[Group]:
    out: list[Group] = []
    for group in groups:
        group.equation = group not in whole and (group.equation or is_equation(group, metrics))
        if group in whole or (out and out[-1] in whole):
            out.append(group)
            continue
        before = out[-1] if out else None
        if (
            before is not None
            and before.equation
            and _near(before, group, metrics)
            and (group.equation or _is_fragment(group, metrics))
        ):
            before.rows += group.rows
        elif before is not None and group.equation and _is_fragment(before, metrics) and _near(before, group, metrics):
            before.rows += group.rows
            before.equation = True
        else:
            out.append(group)
    return [part for group in out for part in (_by_number(group) if group.equation else [group])]


def _near(first: Group, second: Group, metrics: Metrics) -> bool:
    a, b = first.last, second.first
    if (a.page_number, a.column) != (b.page_number, b.column):
        return False
    return b.y0 - max(row.y1 for row in first.rows) < 0.7 * metrics.size


def _is_fragment(group: Group, metrics: Metrics) -> bool:
    """Tell whether a group is a scrap of mathematics, such as a numerator or the limit of a sum."""
    return len(group.rows) <= 2 and all(
        len(row.text) < 60 and not metrics.is_prose(row) and _is_math(row) and not row.vertical for row in group.rows
    )


def _by_number(group: Group) -> list[Group]:
    """Return a group with several numbered rows cut after each of them."""
    numbers = [index for index, row in enumerate(group.rows) if printed_number(row)]
    if len(numbers) < 2:
        return [group]
    parts = []
    start = 0
    for index in [*numbers[:-1], len(group.rows) - 1]:
        parts.append(Group(group.rows[start : index + 1], gap=group.gap if start == 0 else 1.0, equation=True))
        start = index + 1
    return parts
