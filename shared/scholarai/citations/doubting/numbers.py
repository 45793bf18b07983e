"""The rule for numbers: another one for the same thing, or another unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from scholarai.citations.doubting.numerals import Numeral
from scholarai.citations.doubting.texts import Clause, Place

# Relative errors of a number that is said to be rounded, and of one that is said to be a limit. Guesses.
_ROUNDED, _LIMIT = 0.1, 0.5
# Of more numbers in the quotes, any other one may be computed; of a few, sums of three are tried.
_MOST_OPERANDS, _MOST_SUMMED = 16, 10
_SHARES = frozenset({"share", "points", "pp", "fold"})
# Words that follow a number whose noun is left out, as in "31 were".
_COUNTED = frozenset("were are did had have of".split())


def changed_numbers(sentence: Clause, quoted: Sequence[Numeral], beside: Sequence[Numeral]) -> Iterator[Place]:
    """Yield the numbers that the quotes have otherwise for the same thing, or with another unit.

    `beside` are the numbers of the question and the titles.
    """
    unused = [q for q in quoted if not any(_is_same(numeral, q) for numeral in sentence.numerals)]
    for one in sentence.numerals:
        if any(_is_same(one, q) for q in (*quoted, *beside)) or not one.value:
            continue
        rivals = [q for q in unused if _counts_the_same(one, q)]
        others = [*quoted, *(n for n in sentence.numerals if n is not one)][: 2 * _MOST_OPERANDS]
        if _is_derived(one, quoted, others):
            continue
        same = [q for q in quoted if q.value == one.value]
        if (
            same
            and all(_has_other_unit(one, q) for q in same)
            and any(q.unit or one.dimension == "share" for q in same)
        ):
            yield Place(one.start, one.end, "unit", same[0].printed)
        elif rivals and not same:
            nearest = min(rivals, key=lambda q: abs(q.value - one.value))
            yield Place(one.start, one.end, "number", nearest.printed)


def _is_same(one: Numeral, other: Numeral) -> bool:
    """Tell whether a number of the quotes says what one of the sentence does, in its unit, rounded as it may be."""
    factors = _factors(one, other)
    return any(_is_near(one, factor * value, other.bound) for factor in factors for value in other.values)


def _factors(one: Numeral, other: Numeral) -> tuple[float, ...]:
    """Return what a number of the quotes may be multiplied by to compare it, nothing where the units forbid that."""
    dimensions = {one.dimension, other.dimension}
    if one.unit and other.unit:
        if len(dimensions) == 1:
            return (other.unit.size / one.unit.size,)
        return (1.0,) if dimensions <= _SHARES and (one.dimension, other.dimension) != ("pp", "share") else ()
    if (one.unit and _is_count(other)) or (other.dimension == "share" and _is_count(one)):
        return ()
    return (1.0, 100.0 if one.unit else 0.01) if "share" in dimensions else (1.0,)


def _is_near(one: Numeral, target: float, bound: str = "") -> bool:
    """Tell whether a number is another one, as exactly as it is written; `bound` is that of the other one."""
    for value in one.values:
        error = value / target - 1 if target else value
        if abs(error) < 1e-9:
            return True
        if not value or _digits(value) >= _digits(target):
            continue
        most = _ROUNDED if one.bound == "~" or abs(value - target) <= 0.5 * 10**-one.decimals else 0.0
        high, low = (_LIMIT if one.bound == sign and bound not in {"<", ">"} else 0.0 for sign in "<>")
        if abs(error) <= most or -low <= error <= high:
            return True
    return False


def _digits(value: float) -> int:
    """Return the number of significant digits of a value."""
    return len(f"{abs(value):.12g}".replace(".", "").strip("0")) or 1


def _is_count(one: Numeral) -> bool:
    return one.unit is None and not one.decimals and (bool(one.nouns) or not _COUNTED.isdisjoint(one.behind[:1]))


def _has_other_unit(one: Numeral, other: Numeral) -> bool:
    """Tell whether two equal numbers have two units, or one is a share and the other one a number of things."""
    if "fold" in {one.dimension, other.dimension} or one.unit == other.unit:
        return False
    return bool(one.unit and other.unit) or _is_count(other if one.unit else one)


def _counts_the_same(one: Numeral, other: Numeral) -> bool:
    """Tell whether two different numbers are about the same thing: in one unit, or before one noun."""
    if one.unit and other.unit:
        return one.dimension == other.dimension
    return bool(set(one.nouns[:1]) & set(other.nouns) or set(other.nouns[:1]) & set(one.nouns[:2]))


def _is_derived(one: Numeral, quoted: Sequence[Numeral], others: Sequence[Numeral]) -> bool:
    """Tell whether a number may be computed from those of the quotes and the other ones of the sentence."""
    if one.is_year or len(quoted) > _MOST_OPERANDS:
        return len(quoted) > _MOST_OPERANDS
    dimension = "share" if one.dimension == "pp" else one.dimension
    scaled = {
        q: q.value * (q.unit.size / one.unit.size if one.unit and q.unit and q.dimension == dimension else 1.0)
        for q in others
    }
    terms = [scaled[q] for q in quoted if q.dimension in {dimension, ""}]
    factors = list(dict.fromkeys(scaled.values()))
    shares = any(q.dimension == "share" for q in others)
    return any(_is_near(one, abs(result)) for result in (*_sums(terms, one), *_products(one, factors, shares)))


def _sums(terms: Sequence[float], one: Numeral) -> Iterator[float]:
    """Yield sums and differences, and diameters of radii."""
    yield from (result for a, b in combinations(terms, 2) for result in (a + b, a - b))
    if 2 < len(terms) <= _MOST_SUMMED:
        yield sum(terms)
        yield from map(sum, combinations(terms, 3))
        yield from (a + b - c for a, b, c in permutations(terms, 3))
    if one.dimension == "length":
        yield from (result for a in terms for result in (2 * a, a / 2))


def _products(one: Numeral, factors: Sequence[float], shares: bool) -> Iterator[float]:
    """Yield shares, ratios and products."""
    share = one.dimension in _SHARES
    for a in factors:
        if share:
            yield from (100 - a, 100 * (1 - a))
    for a, b in permutations(factors, 2):
        if b and (share or not one.decimals):
            yield a / b
        if b and share:
            yield from (100 * a / b, 100 * (a - b) / b)
        if not one.decimals:
            yield from (a * b, a * b / 100, a * (100 - b) / 100, 100 * a / (b or 1)) if shares else (a * b,)
