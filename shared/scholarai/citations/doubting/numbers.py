"""Rules for numbers: another one for the same thing, another unit, two that are exchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations
from typing import NamedTuple

from scholarai.citations.doubting import tables
from scholarai.citations.doubting.numerals import Numeral
from scholarai.citations.doubting.stems import is_content
from scholarai.citations.doubting.texts import Clause, Place

# Relative errors of a fraction in words, of a number that is said to be rounded, and of one that is said to be a limit. Guesses.
_FRACTION, _ROUNDED, _LIMIT = 0.06, 0.1, 0.5
# Of more numbers in the quotes, any other one may be computed; of a few, sums of three are tried.
_MOST_OPERANDS, _MOST_SUMMED = 16, 10
# Words of a sentence that is nothing but a number, and the largest number that may count what is listed.
_ALONE, _SMALL = 2, 12
# What rates multiply by: minutes, hours, days, weeks, months, thousands.
_FACTORS = (1, 60, 3_600, 24, 7, 12, 52, 365, 1_000, 1e6)
_RATE = frozenset({"per", "a", "an", "each", "every"})
_CONVENTIONAL = frozenset(tables.CONVENTIONAL.split())
_OUT_OF = re.compile(r"\s(?:of|in|out of)\s(?:every\s|the\s|all\s)?")
_WHOLES = frozenset({10, 100, 1_000, 10_000})
_SHARES = frozenset({"share", "points", "pp", "fold"})
# "38 degrees" may be a temperature.
_DEGREES = frozenset({"angle", "temperature", "fahrenheit", "kelvin"})
# Words that follow a number whose noun is left out, as in "31 were".
_COUNTED = frozenset("were are did had have of".split())
_PART = re.compile(
    r"[,;:)]|\s(?:and|but|while|whereas|against|versus|vs\.?|compared|than|of|on|from|to|above|below|over)\s"
)

Stems = frozenset[str]


class Known(NamedTuple):
    """The numbers of the quotes, those of the question and the titles, and whether all of it is in English."""

    quoted: Sequence[Numeral]
    beside: Sequence[Numeral]
    english: bool


def changed_numbers(sentence: Clause, known: Known) -> Iterator[Place]:
    """Yield the numbers that the quotes have otherwise for the same thing, or with another unit."""
    unused = [q for q in known.quoted if not any(_is_same(one, q) for one in sentence.numerals)]
    for one in sentence.numerals:
        if any(_is_same(one, q) for q in (*known.quoted, *known.beside)) or not _is_judged(sentence, one, known):
            continue
        alone = len(sentence.words) <= _ALONE and one.value > _SMALL
        rivals = [q for q in unused if _counts_the_same(one, q, known) or (alone and not one.unit and not q.unit)]
        others = [*known.quoted, *(n for n in sentence.numerals if n is not one)][: 2 * _MOST_OPERANDS]
        if _is_derived(one, known.quoted, others):
            continue
        same = [q for q in known.quoted if q.value == one.value and "ordinal" not in {one.kind, q.kind}]
        if (
            same
            and all(_has_other_unit(one, q) for q in same)
            and any(q.unit or one.dimension == "share" for q in same)
        ):
            yield Place(one.start, one.end, "unit")
        elif rivals and not same:
            yield Place(one.start, one.end, "number")


def exchanged_numbers(sentence: Clause, quotes: Sequence[Clause]) -> Iterator[Place]:
    """Yield two numbers that both stand in a quote, each beside what the other one is said of there."""
    for ours in combinations(sentence.numerals[:_MOST_OPERANDS], 2):
        values = [one.value for one in ours]
        for quote in quotes:
            told = [q for q in quote.numerals if q.value in values][:_MOST_OPERANDS]
            pairs = [pair for pair in permutations(told, 2) if [q.value for q in pair] == values]
            listed = "respectively" in {*sentence.forms, *quote.forms}
            if len(pairs) == 1 and not listed and _is_exchanged(sentence, ours, quote, pairs[0]):
                yield from (Place(one.start, one.end, "order") for one in ours)
                break


def _is_judged(sentence: Clause, one: Numeral, known: Known) -> bool:
    """Tell whether a number is none that sentences have without a source: a usual threshold, "one in ten", "three ways: …"."""
    lists = one.kind == "word" and one.value <= _SMALL and ":" in sentence.text[one.end :]
    if not one.value or lists or (one.value in tables.CONVENTIONS and not _CONVENTIONAL.isdisjoint(sentence.forms)):
        return False
    for first, second in pairwise(sentence.numerals):
        whole = second.value in _WHOLES and _OUT_OF.fullmatch(sentence.text, first.end, second.start)
        if whole and one in {first, second}:
            return one is first and any(_is_same(first, q) for q in known.quoted)
    return True


def _is_same(one: Numeral, other: Numeral) -> bool:
    """Tell whether a number of the quotes says what one of the sentence does, in its unit, rounded as it may be."""
    if "ordinal" in {one.kind, other.kind}:
        return one.value == other.value
    factors = _factors(one, other)
    return any(_is_near(one, factor * value, other.bound) for factor in factors for value in other.values)


def _factors(one: Numeral, other: Numeral) -> tuple[float, ...]:
    """Return what a number of the quotes may be multiplied by to compare it, nothing where the units forbid that."""
    dimensions = {one.dimension, other.dimension}
    if one.unit and other.unit:
        if len(dimensions) == 1:
            return (other.unit.size / one.unit.size,)
        shares = dimensions <= _SHARES and (one.dimension, other.dimension) != ("pp", "share")
        return (1.0,) if shares or ("angle" in dimensions and dimensions <= _DEGREES) else ()
    if (one.unit and _is_count(other)) or (other.dimension == "share" and _is_count(one)):
        return ()
    return (1.0, 100.0 if one.unit else 0.01) if "share" in dimensions else (1.0,)


def _is_near(one: Numeral, target: float, bound: str = "") -> bool:
    """Tell whether a number is another one, as exactly as it is written; `bound` is that of the other one."""
    for value in one.values:
        error = value / target - 1 if target else value
        if abs(error) < 1e-9:
            return True
        if not value or (one.kind != "share" and _digits(value) >= _digits(target)):
            continue
        most = _ROUNDED if one.bound == "~" or abs(value - target) <= 0.5 * 10**-one.decimals else 0.0
        high, low = (_LIMIT if one.bound == sign and bound not in {"<", ">"} else 0.0 for sign in "<>")
        if abs(error) <= max(most, _FRACTION if one.kind == "share" else 0.0) or -low <= error <= high:
            return True
    return False


def _digits(value: float) -> int:
    """Return the number of digits of a value that count."""
    return len(f"{abs(value):.12g}".replace(".", "").strip("0")) or 1


def _is_count(one: Numeral) -> bool:
    return one.unit is None and not one.decimals and (bool(one.nouns) or not _COUNTED.isdisjoint(one.behind[:1]))


def _has_other_unit(one: Numeral, other: Numeral) -> bool:
    """Tell whether two equal numbers have two units, or one is a share and the other one a number of things."""
    if "fold" in {one.dimension, other.dimension} or one.unit == other.unit:
        return False
    return bool(one.unit and other.unit) or _is_count(other if one.unit else one)


def _counts_the_same(one: Numeral, other: Numeral, known: Known) -> bool:
    """Tell whether two different numbers are about the same thing: in one unit, before one noun, or behind one word."""
    named = "p =" in {one.label, other.label} or one.label[-1:] == other.label[-1:] == "="
    if (one.kind == "ordinal") != (other.kind == "ordinal") or (named and one.label != other.label):
        return False
    if one.unit and other.unit:
        return one.dimension == other.dimension
    near = one.nouns[: 3 if one.is_precise else 2]
    if set(one.nouns[:1]) & set(other.nouns) or set(other.nouns[:1]) & set(near):
        return True
    return not (one.unit or other.unit or one.kind == "ordinal") and _stands_beside(one, other, known)


def _stands_beside(one: Numeral, other: Numeral, known: Known) -> bool:
    """Tell whether two numbers without a unit stand beside the same words, or are of one form where nothing is beside them."""
    sides = (one.before[-2:], other.before[-2:]), (one.behind[:2], other.behind[:2])
    if any(len(ours) == 2 and ours == theirs and any(map(is_content, ours)) for ours, theirs in sides):
        return True
    if known.english and one.nouns and other.nouns:
        return False
    if one.is_year or other.is_year:
        return one.is_year and other.is_year
    alike = one.is_precise and other.is_precise and bool(one.decimals) == bool(other.decimals)
    return alike or (bool(one.label) and one.label == other.label)


def _is_derived(one: Numeral, quoted: Sequence[Numeral], others: Sequence[Numeral]) -> bool:
    """Tell whether a number may be computed from those of the quotes and the other ones of the sentence."""
    if one.kind == "ordinal" or one.is_year or len(quoted) > _MOST_OPERANDS:
        return len(quoted) > _MOST_OPERANDS
    dimension = "share" if one.dimension == "pp" else one.dimension
    scaled = {
        q: q.value * (q.unit.size / one.unit.size if one.unit and q.unit and q.dimension == dimension else 1.0)
        for q in others
    }
    terms = [scaled[q] for q in quoted if q.dimension in {dimension, ""} and q.kind != "ordinal"]
    named = {q for q in others if q.kind == "ordinal" or (q.decimals and q.label.endswith("="))}
    factors = list(dict.fromkeys(value for q, value in scaled.items() if q not in named))
    shares = any(q.dimension == "share" for q in others)
    return any(_is_near(one, abs(result)) for result in (*_sums(terms, one), *_products(one, factors, shares)))


def _sums(terms: Sequence[float], one: Numeral) -> Iterator[float]:
    """Yield sums and differences, and diameters of radii."""
    yield from (result for a, b in combinations(terms, 2) for result in (a + b, a - b))
    if len(terms) > 2:
        yield from (sum(terms), *(sum(terms) - a for a in terms))
    if 3 < len(terms) <= _MOST_SUMMED:
        yield from map(sum, combinations(terms, 3))
    if len(terms) <= _MOST_SUMMED:
        yield from (a + b - c for a, b, c in permutations(terms, 3))
    if one.dimension == "length":
        yield from (result for a in terms for result in (2 * a, a / 2))


def _products(one: Numeral, factors: Sequence[float], shares: bool) -> Iterator[float]:
    """Yield shares, ratios, products and rates."""
    share, rate = one.dimension in _SHARES, not _RATE.isdisjoint(one.behind[:3])
    for a in factors:
        if share:
            yield from (100 - a, 100 * (1 - a), 100 * a)
        if rate and a:
            yield from (result for factor in _FACTORS for result in (factor * a, factor / a) if result != a)
    for a, b in permutations(factors, 2):
        if b and (share or rate or not one.decimals):
            yield a / b
        if b and share:
            yield from (100 * a / b, 100 * (a - b) / b)
        if not one.decimals:
            yield from (a * b, a * b / 100, a * (100 - b) / 100, 100 * a / (b or 1)) if shares else (a * b,)


def _is_exchanged(sentence: Clause, ours: Sequence[Numeral], quote: Clause, theirs: Sequence[Numeral]) -> bool:
    by_noun = _crossing(*(frozenset(one.nouns[:1]) for one in (*ours, *theirs)))
    # "31 entries against 29": both are of the noun that one has.
    elided = frozenset(theirs[0].nouns + theirs[1].nouns if bool(theirs[0].nouns) != bool(theirs[1].nouns) else ())
    beside = [_beside(sentence, one, ours) for one in ours] + [_beside(quote, one, theirs) for one in theirs]
    crossing = _crossing(*(words - elided for words in beside)) if by_noun is None else by_noun
    return bool(crossing)


def _crossing(first: Stems, second: Stems, *theirs: Stems) -> bool | None:
    """Tell whether two sets have the words that only the other one's counterpart has, None where that is open."""
    only_first, only_second = theirs[0] - theirs[1], theirs[1] - theirs[0]
    crossed, straight = (first & only_second, second & only_first), (first & only_first, second & only_second)
    if all(crossed) and not any(straight):
        return True
    return False if all(straight) and not any(crossed) else None


def _beside(text: Clause, one: Numeral, pair: Sequence[Numeral]) -> Stems:
    """Return the stems of the words that belong to a number: those of its part of the sentence."""
    low = max((n.end for n in pair if n.end <= one.start), default=0)
    high = min((n.start for n in pair if n.start >= one.end), default=len(text.text))
    before = max((m.end() for m in _PART.finditer(text.text, low, one.start)), default=one.start if low else 0)
    after = [m.start() for m in _PART.finditer(text.text, one.end, high)]
    border = (after[-1] if high < len(text.text) else after[0]) if after else high
    found = text.part(before, max(border, one.end)).content | set(one.nouns)
    return frozenset(word for word in found if not word[0].isdigit())
