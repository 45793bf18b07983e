"""Finds displayed equations and their numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import inf

from scholarai.parsing.pdf.layout.mathematics import math_share
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.structure.thresholds import EQUATIONS

# An equation's printed number, alone in the last cell of its row, or in the first if numbers are on the left.
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
        return sum(_is_sentence(row, metrics) for row in rows) <= int(EQUATIONS.sentence_rows_share * len(rows))
    return all(_is_math(row) for row in rows) and (_set_apart(rows, metrics) or len(rows) == 1)


def _is_sentence(row: Row, metrics: Metrics) -> bool:
    """Tell whether a row is running text; an indented row with a number at the right edge is not."""
    inset = row.x0 > row.left + EQUATIONS.inset_ems * metrics.size and printed_number(row) is not None
    return metrics.is_prose(row) and math_share(row) < EQUATIONS.prose_math_share and not inset


def printed_number(row: Row) -> str | None:
    """Return the equation number at the edge of a row, separate from the formula."""
    match = _NUMBER.search(row.text)
    if match is not None and row.x1 >= row.right - EQUATIONS.right_edge_ems * row.size:
        if match.start() == 0:
            return _plain(match) if row.x0 > (row.left + row.right) / 2 else None
        if _gap_before(row, match.start()) > EQUATIONS.number_apart_ems * row.size:
            return _plain(match)
    return _first_number(row)


def _first_number(row: Row) -> str | None:
    """Return the equation number at the start of a row, if white space separates it from the formula."""
    match = _NUMBER_FIRST.match(row.text)
    at_edge = row.x0 <= row.left + EQUATIONS.left_edge_ems * row.size
    if match is None or not at_edge or match.end() >= len(row.text):
        return None
    apart = _gap_before(row, match.end() + 1) > EQUATIONS.first_number_apart_ems * row.size
    words = row.text.count(" ", 0, match.end() + 1)
    return _plain(match) if words and apart and math_share(row) > EQUATIONS.first_number_math_share else None


def _plain(number: re.Match[str]) -> str:
    return number[1].replace(" ", "")


def _gap_before(row: Row, start: int) -> float:
    """Return the gap before the word that begins at a character, infinite before the first word."""
    word = row.text.count(" ", 0, start)
    return row.extents[2 * word] - row.extents[2 * word - 1] if word else inf


def _is_math(row: Row) -> bool:
    """Tell whether a row is mathematics: symbols, and few words."""
    words = [word for word in _WORD.findall(row.text) if word not in _FUNCTIONS and not word.isupper()]
    share = math_share(row)
    letters = sum(map(len, words))
    if share > EQUATIONS.math_share:
        return letters < EQUATIONS.word_letters_share * len(row.text) or len(words) <= 1
    return share > EQUATIONS.some_math_share and letters < EQUATIONS.some_math_letters_share * len(row.text)


def _set_apart(rows: Sequence[Row], metrics: Metrics) -> bool:
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    first = rows[0]
    inset = left > first.left + EQUATIONS.set_apart_ems * metrics.size
    return inset or right < first.right - EQUATIONS.short_of_edge_ems * metrics.size


def split_equations(groups: Sequence[Group], metrics: Metrics, captions: Sequence[Group] = ()) -> list[Group]:
    """Return groups with each displayed equation as a separate group.

    TeX typesets a fraction as three rows and a matrix as many: adjacent rows that are mathematics, or overlap a numbered
    row, are one equation.
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
    """Split a group where displayed mathematics begins and ends."""
    marks = [_is_display(row, metrics) for row in group.rows]
    marks = [mark and not _is_stray(group.rows, marks, at, metrics) for at, mark in enumerate(marks)]
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
        return not _is_sentence(row, metrics) or math_share(row) > EQUATIONS.numbered_math_share
    inset = row.x0 > row.left + EQUATIONS.set_apart_ems * metrics.size
    return inset and row.x1 < row.right - EQUATIONS.display_right_ems * metrics.size and _is_math(row)


def _is_stray(rows: Sequence[Row], marks: Sequence[bool], at: int, metrics: Metrics) -> bool:
    """Tell whether a row holds indices of a line of text that it reaches into."""
    row = rows[at]
    if row.size > EQUATIONS.index_size_share * metrics.size:
        return False
    beside = [rows[index] for index in (at - 1, at + 1) if 0 <= index < len(rows) and not marks[index]]
    return any(min(row.y1, other.y1) > max(row.y0, other.y0) and metrics.is_prose(other) for other in beside)


def _joined(groups: Sequence[Group], metrics: Metrics, whole: set[Group]) -> list[Group]:
    out: list[Group] = []
    for group in groups:
        if group in whole:
            out.append(group)
            continue
        current = replace(group, equation=group.equation or is_equation(group, metrics))
        before = out[-1] if out else None
        if before is not None and before not in whole and _is_one(before, current, metrics):
            out[-1] = replace(before, rows=[*before.rows, *current.rows], equation=True)
        else:
            out.append(current)
    return [part for group in out for part in (_by_number(group) if group.equation else [group])]


def _is_one(before: Group, group: Group, metrics: Metrics) -> bool:
    """Tell whether two groups form one equation: one is mathematics, the other too or a fragment."""
    if not _near(before, group, metrics):
        return False
    if before.equation:
        return group.equation or _is_fragment(group, metrics) or _is_inside(group, before, metrics)
    return group.equation and (_is_fragment(before, metrics) or _is_inside(before, group, metrics))


def _is_inside(group: Group, equation: Group, metrics: Metrics) -> bool:
    """Tell whether a group is short rows in the height of an equation, such as a numerator that is a number."""
    y0, y1 = min(row.y0 for row in equation.rows), max(row.y1 for row in equation.rows)
    return all(
        min(row.y1, y1) - max(row.y0, y0) > EQUATIONS.fragment_inside_share * row.height
        and len(row.text) < EQUATIONS.fragment_characters
        and not row.vertical
        and not metrics.is_prose(row)
        for row in group.rows
    )


def _near(first: Group, second: Group, metrics: Metrics) -> bool:
    a, b = first.last, second.first
    if (a.page_number, a.column) != (b.page_number, b.column):
        return False
    return b.y0 - max(row.y1 for row in first.rows) < EQUATIONS.near_ems * metrics.size


def _is_fragment(group: Group, metrics: Metrics) -> bool:
    """Tell whether a group is a fragment of mathematics, such as a numerator or the limit of a sum."""
    return len(group.rows) <= EQUATIONS.fragment_rows and all(_is_fragment_row(row, metrics) for row in group.rows)


def _is_fragment_row(row: Row, metrics: Metrics) -> bool:
    short = len(row.text) < EQUATIONS.fragment_characters
    return short and not row.vertical and not metrics.is_prose(row) and _is_math(row)


def _by_number(group: Group) -> list[Group]:
    """Split a group with several numbered rows between them."""
    numbers = [index for index, row in enumerate(group.rows) if printed_number(row)]
    if len(numbers) < 2:
        return [group]
    parts = []
    start = 0
    for number, following in zip(numbers, [*numbers[1:], None], strict=True):
        end = len(group.rows) if following is None else _end(group.rows, number, following)
        parts.append(Group(group.rows[start:end], gap=group.gap if start == 0 else 1.0, equation=True))
        start = end
    return parts


def _end(rows: Sequence[Row], number: int, following: int) -> int:
    """Return the index after the last row of a numbered equation: a denominator is listed below its equation's number."""
    middle, next_middle = ((rows[at].y0 + rows[at].y1) / 2 for at in (number, following))
    lowest = rows[number].y1
    for index in range(number + 1, following):
        row = rows[index]
        at = (row.y0 + row.y1) / 2
        if row.y0 > lowest or abs(at - middle) > abs(next_middle - at):
            return index
        lowest = max(lowest, row.y1)
    return following
