"""Reads the numbers of a text, in digits and in words, with their units."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from scholarai.citations.doubting.synonyms import same_unit, synonyms
from scholarai.citations.meaning import meaning, value_of

if TYPE_CHECKING:
    from scholarai.citations.doubting.supporting import Words

_SCALES = {"hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12}
# Letters directly behind a number in digits that multiply it: 12k, 1.2M.
_SHORT_SCALES = {"k": 1_000, "K": 1_000, "M": 10**6, "B": 10**9, "bn": 10**9}
_PARTS = {
    "half": Fraction(1, 2), "halves": Fraction(1, 2), "halved": Fraction(1, 2), "halve": Fraction(1, 2), "halving": Fraction(1, 2),
    "third": Fraction(1, 3), "thirds": Fraction(1, 3), "quarter": Fraction(1, 4), "quarters": Fraction(1, 4), "fifth": Fraction(1, 5),
    "fifths": Fraction(1, 5), "tenth": Fraction(1, 10), "tenths": Fraction(1, 10),
}  # fmt: skip
_TIMES = {
    "once": 1, "single": 1, "twice": 2, "double": 2, "doubles": 2, "doubled": 2, "doubling": 2, "twofold": 2, "both": 2,
    "pair": 2, "couple": 2, "thrice": 3, "triple": 3, "triples": 3, "tripled": 3, "threefold": 3, "quadruple": 4,
    "quadrupled": 4, "fourfold": 4, "fivefold": 5, "tenfold": 10, "first": 1, "second": 2, "fourth": 4, "sixth": 6,
    "seventh": 7, "eighth": 8, "ninth": 9,
}  # fmt: skip
# Words that count, and say something else as often.
_LOOSE = frozenset(
    "one once single first second third fourth fifth sixth seventh eighth ninth both pair couple double halves".split()
)
_ROUNDING = frozenset(
    "about around roughly approximately nearly almost some circa over than above below under least most to ~ ≈".split()
)
# Words before a number among which "about" and the like are looked for, and the relative error that is then allowed. Guesses.
_ROUNDING_REACH = 2
_ROUNDED = 0.05
# Words behind a number among which its unit is looked for.
_UNIT_REACH = 3
_OUT_OF = (["of"], ["in"], ["out", "of"], ["of", "the"], ["out", "of", "the"])
_BEFORE_UNIT = frozenset({"a", "an", "of"})
_HYPHENS = frozenset({"", "-", "‑", "‐"})
_SMALL = range(2, 10)

# Most words of a number in words.
_SPOKEN_WORDS = 10
# Digits beyond which a number stands for itself alone.
_MOST_DIGITS = 30

Values = frozenset[float | str]


class Numeral(NamedTuple):
    """A number as words `start` to `end` of a text.

    Attributes:
        values: What it may mean; what cannot be read as a number stands for itself.
        unit: The unit or the counted things behind it, "%" for per cent; None where none is found.
        loose: It is a word that says something else as often: "one", "second".
        rounded: A word such as "about" stands before it.
    """

    values: Values
    start: int
    end: int
    unit: str | None
    loose: bool
    rounded: bool


class _Read(NamedTuple):
    values: frozenset[Fraction | str]
    end: int
    loose: bool = False


def numerals_of(text: Words) -> list[Numeral]:
    """Return the numbers of a text in order; those in names (GPT-3, H2O) are none."""
    found = []
    at = 0
    while at < len(text.words):
        read = _read(text, at)
        if read is not None:
            found.append(_numeral(text, at, read))
        at = at + 1 if read is None else read.end
    return list(_with_shares(text, found))


class Numbers:
    """The numbers that may be said, indexed for many look-ups."""

    def __init__(self, numerals: Iterable[Numeral]) -> None:
        self._units: dict[float | str, set[str | None]] = defaultdict(set)
        self._amounts: set[tuple[int, float]] = set()
        for numeral in numerals:
            for value in numeral.values:
                self._units[value].add(numeral.unit)
            self._amounts.update(_amounts(numeral))
        self._sorted = sorted(value for value in self._units if isinstance(value, float))

    def __bool__(self) -> bool:
        return bool(self._units)

    def cover(self, numeral: Numeral, *, exactly: bool = False) -> bool:
        """Tell whether these include a number's value; a rounded one approximately, unless `exactly`."""
        if any(value in self._units for value in numeral.values):
            return True
        if any(amount in self._amounts for amount in _amounts(numeral)):
            return True
        return numeral.rounded and not exactly and any(map(self._is_near, numeral.values))

    def count_another(self, numeral: Numeral) -> bool:
        """Tell whether these include a number with another unit, and not with its own."""
        units = {unit for value in numeral.values for unit in self._units.get(value, ())}
        if numeral.unit is None or not units:
            return False
        return not any(unit is None or same_unit(numeral.unit, unit) for unit in units)

    def _is_near(self, value: float | str) -> bool:
        if isinstance(value, str):
            return False
        at = bisect_left(self._sorted, value)
        return any(abs(value - other) <= _ROUNDED * abs(other) for other in self._sorted[max(at - 1, 0) : at + 1])


def _amounts(numeral: Numeral) -> Iterator[tuple[int, float]]:
    """Yield a number in the smallest unit of each measure that its own belongs to: half a year is six months."""
    for number, factors in enumerate(synonyms().measures if numeral.unit else ()):
        factor = factors.get(numeral.unit or "")
        if factor is not None:
            yield from ((number, round(value * factor, 6)) for value in numeral.values if isinstance(value, float))


def counts_its_list(numeral: Numeral, text: Words) -> bool:
    """Tell whether a number in a word counts what is listed behind it: "two methods, A and B"."""
    values = [value for value in numeral.values if isinstance(value, float) and value in _SMALL]
    if not values or text.forms[numeral.start][0].isdigit():
        return False
    last = text.words[numeral.end - 1].end
    listed = text.text[last : text.words[-1].end].count(",") + text.forms[numeral.end :].count("and")
    return any(value <= listed + 1 for value in values)


def _with_shares(text: Words, numerals: Sequence[Numeral]) -> Iterator[Numeral]:
    """Add the share, also in per cent, to both numbers of "61 of 84" and "one in five"."""
    shares: Values = frozenset()
    for at, number in enumerate(numerals):
        before, shares = shares, frozenset()
        following = numerals[at + 1] if at + 1 < len(numerals) else None
        if following is not None and text.forms[number.end : following.start] in _OUT_OF:
            shares = _shares(number.values, following.values)
        yield number._replace(values=number.values | before | shares)


def _shares(parts: Values, wholes: Values) -> Values:
    shares = {Fraction(one) / Fraction(two) for one in _floats(parts) for two in _floats(wholes) if 0 < one < two}
    return frozenset(float(value) for share in shares for value in _spoken(share))


def _floats(values: Values) -> list[float]:
    return [value for value in values if isinstance(value, float)]


def _numeral(text: Words, at: int, read: _Read) -> Numeral:
    read_values, unit = read.values, _unit(text, read.end)
    if unit == "%":
        read_values |= {value / 100 for value in read_values if isinstance(value, Fraction)}
    values: Values = frozenset(value if isinstance(value, str) else float(value) for value in read_values)
    rounded = any(form in _ROUNDING for form in text.forms[max(at - _ROUNDING_REACH, 0) : at])
    return Numeral(values, at, read.end, unit, read.loose, rounded)


def _read(text: Words, at: int) -> _Read | None:
    form = text.forms[at]
    if form[0].isdigit():
        return None if _is_of_name(text, at) else _in_digits(text, at)
    value = value_of(form)
    if value is not None:
        return _in_words(text, at, value)
    if form in _PARTS:
        return _Read(_spoken(_PARTS[form]), at + 1, form in _LOOSE)
    if form in _TIMES:
        return _Read(frozenset({Fraction(_TIMES[form])}), at + 1, form in _LOOSE)
    return _Read(frozenset({Fraction(_SCALES[form])}), at + 1) if form in _SCALES else None


def _in_digits(text: Words, at: int) -> _Read:
    form, start = text.forms[at], text.words[at].start
    if len(form) > _MOST_DIGITS:
        return _Read(frozenset({form}), at + 1)
    if text.text[max(start - 2, 0) : start].strip() == ".":
        form = f"0.{form}"  # .05
    value = value_of(form)
    if value is None:
        value = value_of(form.replace(",", ".", 1))
    if value is None:
        return _Read(frozenset({form}), at + 1)
    end = at + 1
    while end < min(at + 5, len(text.words)) and _is_group(text, end):
        value, end = value * 1_000 + int(text.raw(end)), end + 1  # 20 000
    values: set[Fraction | str] = {value, Fraction(text.forms[at])} if end > at + 1 else {value}
    following = text.forms[end] if end < len(text.words) else ""
    if following in _SCALES and text.between(end).strip() in _HYPHENS:
        return _Read(frozenset({value * _SCALES[following]}), end + 1)
    if following and not text.between(end) and text.raw(end) in _SHORT_SCALES:
        return _Read(frozenset({value * _SHORT_SCALES[text.raw(end)]}), end + 1)
    return _Read(frozenset(values), end)


def _is_group(text: Words, at: int) -> bool:
    """Tell whether a word is three more digits of a number that is grouped by spaces."""
    return len(text.raw(at)) == 3 and text.raw(at).isdigit() and text.between(at) == " "


def _in_words(text: Words, at: int, value: Fraction) -> _Read:
    """Parse "eighty-seven", "two hundred and fifty", "two thirds", "a million"."""
    forms, end, total = text.forms, at + 1, value
    while end < min(at + _SPOKEN_WORDS, len(forms)) and text.between(end).strip() in _HYPHENS:
        following, behind = _spoken_value(forms, end), _spoken_value(forms, end + 1)
        if forms[end] in _SCALES:
            total *= _SCALES[forms[end]]
        elif following is not None and _ends_in_tens(total) and following < 10:
            total += following
        elif forms[end] in _PARTS and forms[end] not in _LOOSE and total < 10:
            return _Read(_spoken(total * _PARTS[forms[end]]), end + 1)
        elif forms[end] == "and" and behind and total and total % 100 == 0:
            total, end = total + behind, end + 1
        else:
            break
        end += 1
    return _Read(frozenset({total}), end, end == at + 1 and forms[at] in _LOOSE)


def _ends_in_tens(total: Fraction) -> bool:
    """Tell whether a number below ten may follow as part of it, as in "eighty-seven"."""
    return total >= 20 and total % 10 == 0


def _spoken_value(forms: Sequence[str], at: int) -> Fraction | None:
    """Return the value of a number word, None for any other word or none."""
    return None if at >= len(forms) or forms[at][0].isdigit() else value_of(forms[at])


def _spoken(value: Fraction) -> frozenset[Fraction | str]:
    """Return a part of a whole also as it is printed: a half is 50 %, two thirds are 67 %."""
    printed = {Fraction(round(100 * value)), Fraction(round(1_000 * value), 10)}
    return frozenset({value, *printed, *(part / 100 for part in printed)})


def _is_of_name(text: Words, at: int) -> bool:
    """Tell whether digits belong to a name: GPT-3, H2O, COVID-19, x1; not those of "top-5"."""
    if not at or not text.forms[at - 1][0].isalpha():
        return False
    joint = text.between(at)
    return joint == "" or (joint in {"-", "‑", "–", "_"} and not text.raw(at - 1).islower())


def _unit(text: Words, end: int) -> str | None:
    """Return the unit or the counted things behind a number, if they follow within a few words."""
    for at in range(end, min(end + _UNIT_REACH, len(text.words))):
        form, joint = text.forms[at], text.between(at).strip()
        if form in "%‰‱°":
            return form
        if joint not in _HYPHENS:
            return None
        if at == end and form in _BEFORE_UNIT:
            continue
        if form in {"percent", "percentage"} or text.forms[at : at + 2] == ["per", "cent"]:
            return "%"
        if meaning().kinds.get(form) == "unit" and (at == end or len(form) > 2):
            return form
        if not form[0].isalpha() or form in meaning().plain or meaning().kinds.get(form) == "number":
            return None
    return None
