"""Reads the numbers of a text, in digits and in words, with their units and the words around them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from scholarai.citations.doubting import tables
from scholarai.citations.doubting.stems import is_content, stem
from scholarai.citations.number_words import SCALES, joined_form, number_in_words
from scholarai.citations.words import Word

_THIN = "\u2009\u202f\u00a0"
_NUMBER = re.compile(
    rf"(?P<sign>(?<![\w)\]])[-−–])?(?<![\w^_.)\]])(?P<digits>[1-9]\d{{0,2}}(?:[ ,{_THIN}]\d{{3}})+(?![\d%]|\.\d)|\d+(?:[.,·]\d+)*|[.·]\d+)"
)
_POWER = re.compile(
    r"(?P<ten>\s?(?:×|\\times|\\cdot|·|x|\*)\s?10)?"
    r"(?:(?:\^|\*\*)[{(]?(?P<caret>[-−+]?\d{1,2})[)}]?(?!\d)|(?P<raised>⁻?[⁰¹²³⁴-⁹]{1,2})|(?P<flat>[-−–]?[1-9]\d?)(?!\d|[.,]\d))"
    r"|[eE](?P<e>[-−+]?\d{1,2})\b"
)
_EXPONENT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−–", "0123456789---")
_NAME_BEFORE = re.compile(r"[^\W\d_][-‑–]?$|_\{?$")
_LETTERS = re.compile(r"[^\W\d_]*")
_UNIT = re.compile(
    r"[\s\-‑]{0,2}\\?(?P<name>per\s?cent|percent(?:age(?:[\s-]points?)?)?|°\s?[CF]\b|[%‰°×]|[^\W\d_]+)(?P<power>[²³]|\^?[23](?![\d.,]))?(?!\w)"
)
_PHRASE_END = re.compile(r"[.,;:()\[\]|\n]")
_MORE, _LESS = "(?:more|greater|larger|higher|longer|older) than", "(?:less|fewer|smaller|lower|shorter|younger) than"
_DENIED, _NOT_DENIED = r"\b(?:no|not|never|nor) ", r"(?<!\bno )(?<!\bnot )(?<!never )(?<!\bnor )"
_END = r"(?: (?:the|an?|some|about))*$"
_LEAST = re.compile(
    rf"(?:at least|{_NOT_DENIED}{_MORE}|{_DENIED}{_LESS}|\bover|\babove|{_NOT_DENIED}\bexceed\w*+|beyond|>|≥){_END}"
)
_MOST = re.compile(
    rf"(?:at most|up to|{_NOT_DENIED}{_LESS}|{_DENIED}(?:{_MORE}|exceed\w*+)|\bunder|below|within|<|≤){_END}"
)
_ABOUT = re.compile(r"\b(?:about|around|roughly|approx\w*|some|circa|ca|nearly|almost|close to)(?: \w+)?$|[~≈]$")
# Words around a number that are kept, the most numbers of a text, and the most characters of one.
_AROUND, _MOST_NUMERALS, _MOST_DIGITS = 4, 40, 30


class Unit(NamedTuple):
    """A unit by what it measures and its size there."""

    dimension: str
    size: float


class Numeral(NamedTuple):
    """A number at characters `start` to `end` of a text.

    Attributes:
        other: What it may mean as well, where typesetting or another language leave that open.
        decimals: How many digits it has behind the point.
        kind: "digits" or "word".
        nouns: Stems of the words behind it, of which the first ones say what it counts.
        bound: "<" or ">" where it is said to be a limit, "~" where it is said to be rounded.
        behind: The words behind it and its unit.
        printed: It as it is written, with its unit.
    """

    start: int
    end: int
    value: float
    other: frozenset[float] = frozenset()
    decimals: int = 0
    kind: str = "digits"
    unit: Unit | None = None
    nouns: tuple[str, ...] = ()
    bound: str = ""
    behind: tuple[str, ...] = ()
    printed: str = ""

    @property
    def values(self) -> frozenset[float]:
        return self.other | {self.value}

    @property
    def dimension(self) -> str:
        return self.unit.dimension if self.unit else ""

    @property
    def is_year(self) -> bool:
        return self.kind == "digits" and 1500 <= self.value <= 2100 and not self.unit and self.end - self.start == 4


def numerals_of(text: str, words: Sequence[Word], *, english: bool, quoted: bool) -> list[Numeral]:
    """Return the numbers of a text in order; those in names (GPT-3, H2O) are none.

    Args:
        text: The text.
        words: Its words.
        english: Whether commas and points are those of English; else each may be either, and words are not read.
        quoted: Whether the text is a paper's, whose powers may have lost their place: 10^3 reads 103 there.
    """
    read = sorted([*_in_digits(text, english=english, quoted=quoted), *(_in_words(text, words) if english else ())])
    apart: list[Numeral] = []
    for one in read:
        if not apart or one.start >= apart[-1].end:
            apart.append(one)
    starts = [word.start for word in words]
    return [_placed(text, words, starts, one) for one in apart[:_MOST_NUMERALS]]


def _in_digits(text: str, *, english: bool, quoted: bool) -> Iterator[Numeral]:
    for match in _NUMBER.finditer(text):
        digits, start, end = match["digits"], match.start(), match.end()
        glued = _LETTERS.match(text, end)[0]  # type: ignore[index]  # it matches nothing, too
        power = _POWER.match(text, end)
        known = not glued or power or glued in units()
        if not known or end - start > _MOST_DIGITS or _NAME_BEFORE.search(text, max(start - 3, 0), start):
            continue
        value, other, decimals = _value(digits, english=english)
        if power:
            value, other, end = _raised(value, power, other)
            decimals = decimals if end == match.end() else 0
        other |= set(_flattened(digits)) if quoted else set()
        money = units().get(text[:start].rstrip()[-1:]) if text[:start].rstrip()[-1:] in {"$", "€", "£"} else None
        yield Numeral(start, end, -value if match["sign"] else value, frozenset(other), decimals, unit=money)


def _value(digits: str, *, english: bool) -> tuple[float, set[float], int]:
    """Return the value of digits, what else they may mean, and the number of digits behind the point."""
    bare = re.sub(rf"[ {_THIN}]", "", digits).replace("·", ".")
    grouped = re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?" if english else r"\d{1,3}(?:[.,]\d{3})+", bare)
    open_ = not english or "," in bare or re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", bare)
    readings = [bare.replace(",", ""), *([bare.replace(".", "").replace(",", ".")] if open_ else [])]
    values = [float(reading) for reading in readings if reading.count(".") <= 1] or [
        float(re.split("[.,]", bare.lstrip("."))[0])
    ]
    if "," in bare and not grouped:
        values.reverse()
    decimals = 0 if grouped or not re.search("[.,]", bare) else len(re.split("[.,]", bare)[-1])
    return values[0], set(values[1:]), decimals


def _raised(value: float, power: re.Match[str], other: set[float]) -> tuple[float, set[float], int]:
    """Return the value of a number with a power, what else it may mean, and its end."""
    exponent = int((power["caret"] or power["raised"] or power["flat"] or power["e"]).translate(_EXPONENT))
    if power["ten"] or power["e"]:
        return value * 10.0**exponent, set(), power.end()
    if power["flat"]:  # 10-5 may be a power; 3-5 is a range
        return value, other | ({10.0**exponent} if value == 10 and exponent < 0 else set()), power.start()
    if not 0 < value <= 1_000 or abs(exponent) > 30:
        return value, other, power.end()
    return value**exponent, other | (set() if value == 10 else {value}), power.end()


def _flattened(digits: str) -> Iterator[float]:
    """Yield what a number may mean whose last digits were raised: a power, or a number with the mark of a footnote."""
    if digits.isdigit() and len(digits) > 2 and digits[-1] != "0":
        yield from (float(digits[:-1]), float(digits[:-1]) ** int(digits[-1]))
        if digits.startswith("10"):
            yield 10.0 ** int(digits[2:4])
        if len(digits) > 3 and digits[-2] != "0":
            yield float(digits[:-2])


def _in_words(text: str, words: Sequence[Word]) -> Iterator[Numeral]:
    at = 0
    while at < len(words):
        value, end = number_in_words(text, words, at)
        if words[end : end + 1] and words[end].form in tables.FRACTIONS:
            end += 1
        elif end > at:
            yield Numeral(words[at].start, words[end - 1].end, value, kind="word")
        at = max(end, at + 1)


def _placed(text: str, words: Sequence[Word], starts: Sequence[int], one: Numeral) -> Numeral:
    """Return a number with its unit and the words around it."""
    first, behind = bisect_left(starts, one.start), bisect_left(starts, one.end)
    value, end, unit, nouns = one.value, one.end, one.unit, []
    if one.kind == "digits" and (size := SCALES.get(joined_form(text, words, behind))):
        value, end, behind = value * size, words[behind].end, behind + 1
    found = None if unit else _UNIT.match(text, end)
    if found and (unit := _unit(found)):
        end = found.end()
        behind = bisect_left(starts, end)
        nouns = [stem(found["name"].lower())] if found["name"].isalpha() else []
    nouns += _nouns(text, words[behind : behind + 2 * _AROUND], end)
    said = " ".join(word.form for word in words[max(first - _AROUND, 0) : first])
    bound = ">" if _LEAST.search(said) else "<" if _MOST.search(said) else "~" if _ABOUT.search(said) else ""
    after = tuple(word.form for word in words[behind:][:_AROUND])
    return one._replace(
        value=value, unit=unit, nouns=tuple(nouns), bound=bound, behind=after, printed=text[one.start : end].strip()
    )


def _unit(found: re.Match[str]) -> Unit | None:
    name = re.sub(r"[\s-]+", "", found["name"])
    unit = units().get(name) or (units().get(name.lower()) if len(name) > 2 or "°" in name else None)
    if unit and found["power"]:
        power = 2 if found["power"][-1] in "2²" else 3
        return Unit(f"{unit.dimension}{power}", unit.size**power)
    return unit


def _nouns(text: str, words: Sequence[Word], end: int) -> list[str]:
    """Return the stems of the words behind a number, up to the end of its phrase."""
    found: list[str] = []
    for word in words:
        content = is_content(word.form)
        if _PHRASE_END.search(text, end, word.start) or word.form[0].isdigit() or len(found) == _AROUND:
            break
        if not content and (found or word.form not in tables.BEFORE_NOUN):
            break
        found += [stem(word.form)] if content else []
        end = word.end
    return found


@cache
def units() -> dict[str, Unit]:
    """Return the units by their names and signs."""
    found = {name: Unit(dimension, size) for dimension, names, size in tables.UNITS for name in names.split()}
    for dimension, signs, names, size in tables.SI:
        for prefix, long, factor in tables.PREFIXES:
            written = [prefix + sign for sign in signs.split()] + [
                f"{long}{name}{s}" for name in names.split() for s in ("", "s")
            ]
            found |= dict.fromkeys((name for name in written if name not in found), Unit(dimension, factor * size))
    return {name: unit for name, unit in found.items() if name not in tables.NO_UNITS}
