"""Finds the numbers in a table's cells, and computes expressions over them: `c2 / c1 * 100`, `mean(c1, c2)`."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from scholarai.domain.number_words import NUMBER_WORDS, TENS, UNDER_TWENTY
from scholarai.domain.values import Value
from scholarai.retrieval.terms import question_terms, stem, tokens

# `3,5` is a decimal in some languages and two numbers in others: such a number is none. Nor is a part of a name or a version.
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<sign>[-\u2212])?(?P<digits>\d{1,3}(?:[,\u2009\u202f]\d{3})+|\d+)(?P<rest>\.\d+)?(?![.,]?\d|[A-Za-z_])"
    r"(?P<times> (?:thousand|million|billion)\b)?"
)
# "One" is no number most of the time.
_SMALL = "|".join(UNDER_TWENTY[2:])
_WORDS = re.compile(
    rf"(?<![\w-])(?:(?P<small>{_SMALL})|(?P<tens>{'|'.join(TENS)})(?:-(?P<one>{'|'.join(UNDER_TWENTY[1:10])}))?)"
    r"(?P<times> (?:hundred|thousand|million|billion)\b)?(?![\w-])",
    re.IGNORECASE,
)
_TIMES = {"": 1.0, " hundred": 1e2, " thousand": 1e3, " million": 1e6, " billion": 1e9}
_YEAR = re.compile(r"(?:1[89]|20)\d\d")
_POINTS = re.compile(r"\b(?:Tables?|Tab\.|Figures?|Figs?\.|Sections?|Sec\.|Appendix|Eqs?\.|Chapter|Ref\.) ?$")
_POINTS_CHARACTERS = 12
# A number is that of a thing a few words from it, in the same clause: guesses. What is counted stands behind its number.
_NEAR_WORDS, _NEAR_CHARACTERS = 3, 60
_LEAST_SHARE = 2 / 3
_CLAUSE = re.compile(r"[,;:()\[\]]|\. ")
_COUNTS = re.compile(r"\bhow many\b|\bnumber of\b", re.IGNORECASE)
# Digits of a result: a sum of figures with two or three says no more.
_DIGITS = 4

_BETWEEN: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_OVER: Mapping[str, Callable[[Sequence[float]], float]] = {
    "mean": lambda values: math.fsum(values) / len(values),
    "sum": math.fsum,
    "min": min,
    "max": max,
}


class ExpressionError(ValueError):
    """An invalid expression; the message tells its author what to change."""


def figures_in(text: str) -> Iterator[tuple[re.Match[str], float]]:
    """Yield the numbers of a text with their places, in their order; numbers of tables, figures and sections are none."""
    matches = sorted([*_NUMBER.finditer(text), *_WORDS.finditer(text)], key=lambda match: match.start())
    for match in matches:
        before = text[max(0, match.start() - _POINTS_CHARACTERS) : match.start()]
        if not _POINTS.search(before):
            yield match, _value(match) * _TIMES[(match["times"] or "").lower()]


def _value(match: re.Match[str]) -> float:
    if match.re is _NUMBER:
        value = float(re.sub(r"\D", "", match["digits"]) + (match["rest"] or ""))
        return -value if match["sign"] else value
    words = (match["small"], match["tens"], match["one"])
    return float(sum(NUMBER_WORDS[word.lower()] for word in words if word))


def plain_figures(text: str) -> list[tuple[re.Match[str], float]]:
    """Return the numbers of a text that are no years; where all of them look like years, all."""
    figures = list(figures_in(text))
    return [(match, value) for match, value in figures if not _YEAR.fullmatch(match[0])] or figures


def figure_in(text: str) -> float | None:
    """Return the first number of a cell, the first that is no year where there is one."""
    return next((value for _, value in plain_figures(text)), None)


def figure_beside(question: str, text: str) -> float | None:
    """Return the one number of a sentence that stands beside what a question asks for; None without one, or with several.

    The sentence has most words of the question, of two both; one of them stands within a few words of the number and in the same clause.
    Of "how many" the word that follows, which is what is counted, stands behind the number.
    """
    asked = set(question_terms(question))
    if not asked or len(asked & _stems(text)) < _LEAST_SHARE * len(asked):
        return None
    counts = _COUNTS.search(question)
    counted = set(question_terms(question[counts.end() :])[:1]) if counts else asked
    near = {
        value
        for match, value in plain_figures(text)
        if _stems(_words_behind(text, match.end())) & counted
        or (not counts and _stems(_words_before(text, match.start())) & asked)
    }
    return near.pop() if len(near) == 1 else None


def _words_before(text: str, place: int) -> str:
    clause = _CLAUSE.split(text[max(0, place - _NEAR_CHARACTERS) : place])[-1]
    return " ".join(clause.split()[-_NEAR_WORDS:])


def _words_behind(text: str, place: int) -> str:
    clause = _CLAUSE.split(text[place : place + _NEAR_CHARACTERS])[0]
    return " ".join(clause.split()[:_NEAR_WORDS])


def _stems(text: str) -> set[str]:
    return {stem(token) for token in tokens(text)}


def columns_in(expression: str) -> tuple[str, ...]:
    """Return the columns that an expression names, each once, in their order.

    Raises:
        ExpressionError: If it cannot be read.
    """
    names: list[str] = []

    def value(name: str) -> None:
        names.append(name)

    try:
        _result(expression, value)
    except ZeroDivisionError:
        raise ExpressionError("it divides by zero") from None
    return tuple(dict.fromkeys(names))


class Result(Value, frozen=True, kw_only=True):
    """What an expression gives, and the columns whose numbers it used."""

    value: float
    columns: tuple[str, ...]


def computed(expression: str, values: Mapping[str, float]) -> Result | None:
    """Return the result; None where a number is missing or the result is none.

    `mean`, `sum`, `min` and `max` take those of their numbers that are there.
    """
    used: dict[str, None] = {}

    def value(name: str) -> float | None:
        if name in values:
            used[name] = None
        return values.get(name)

    try:
        result = _result(expression, value)
    except (ExpressionError, ZeroDivisionError, OverflowError):
        return None
    return (
        None if result is None or not math.isfinite(result) or not used else Result(value=result, columns=tuple(used))
    )


def written(number: float) -> str:
    """Return a result as it is shown, with a few digits."""
    return f"{number:.0f}" if abs(number) >= 10**_DIGITS else f"{number:.{_DIGITS}g}"


def _result(expression: str, value: Callable[[str], float | None]) -> float | None:
    """Return what an expression gives, None where a number is missing; `value` gives a column's number."""
    try:
        return _result_of(ast.parse(expression.strip(), mode="eval").body, value)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ExpressionError(
            "it takes columns and numbers with + - * /, brackets, and mean, sum, min and max"
        ) from None


def _result_of(part: ast.expr, value: Callable[[str], float | None]) -> float | None:
    match part:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return float(number)
        case ast.Name(id=name):
            return value(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _result_of(operand, value)
            return None if inner is None else -inner
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _BETWEEN:
            one, other = _result_of(left, value), _result_of(right, value)
            return None if one is None or other is None else _BETWEEN[type(sign)](one, other)
        case ast.Call(func=ast.Name(id=name), args=[_, *_] as values, keywords=[]) if name in _OVER:
            there = [found for each in values if (found := _result_of(each, value)) is not None]
            return _OVER[name](there) if there else None
    raise SyntaxError
