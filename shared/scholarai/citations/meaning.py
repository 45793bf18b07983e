"""Knows which words carry meaning, which are English, and what kind of change it is when one replaces another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files

from scholarai.citations import meaning_tables as tables
from scholarai.domain.chat import ChangeKind
from scholarai.domain.number_words import NUMBER_WORDS
from scholarai.domain.values import Value

_DATA = "scholarai.citations"
_PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis", "mis", "de", "anti", "counter", "hyper", "hypo", "sub", "super", "over",
             "under", "pre", "post", "a", "ab", "intra", "inter", "micro", "macro", "nano", "pico", "mega", "giga", "kilo", "milli")  # fmt: skip
_SUFFIXES = ("less", "ful", "fold")
_SPELLINGS = tuple(
    (re.compile(british), american)
    for british, american in (
        (r"(?<=.{3})is(?=(?:e|ed|es|ing|er|ers|ation|ations)$)", "iz"), (r"(?<=.{2}l)ys(?=(?:e|ed|es|ing|er|ers)$)", "yz"),
        (r"(?<=.{2}[^ho])our(?!ce|se)", "or"), (r"(?<=.{2})ogue(?=s?$)", "og"), (r"(?<=[a-z]{2}[tb])re(?=s?$)", "er"),
        (r"(?<=[aeiou])ll(?=(?:ed|ing|er|ers)$)", "l"), (r"(?<=[a-z]g)ement(?=s?$)", "ment"), (r"ae(?=[a-z]{3})", "e"),
        (r"(?<=fi)er(?=s?$)", "er"), (r"(?<=[a-z]{3})ence(?=s?$)", "ense"), (r"^grey", "gray"), (r"^programme(?=s?$)", "program"),
    )
)  # fmt: skip
# Share of English function words from which a text counts as English; other languages have less than .05 of them.
_ENGLISH_SHARE = 0.12


class Meaning(Value, frozen=True, kw_only=True):
    """The tables of `meaning_tables`, by normalized word."""

    kinds: dict[str, ChangeKind]
    negations: frozenset[str]
    near_negations: frozenset[str]
    opposites: dict[str, frozenset[str]]
    articles: frozenset[str]
    plain: frozenset[str]
    dividing: frozenset[str]


@cache
def meaning() -> Meaning:
    """Return the tables, which are built once, in about a millisecond."""
    opposites: dict[str, frozenset[str]] = {}
    for line in tables.OPPOSITES:
        group = line.split()
        for word in group:
            opposites[word] = opposites.get(word, frozenset()) | (frozenset(group) - {word})
    kinds: dict[str, ChangeKind] = dict.fromkeys(tables.UNIT.split(), "unit")
    kinds |= dict.fromkeys(opposites, "comparison")
    kinds |= dict.fromkeys(tables.NEAR_NEGATION.split(), "negation")
    kinds |= dict.fromkeys(tables.HEDGE.split(), "hedge")
    kinds |= dict.fromkeys(tables.QUANTIFIER.split(), "quantifier")
    kinds |= dict.fromkeys(tables.NUMBER.split(), "number")
    kinds |= dict.fromkeys(tables.NEGATION.split(), "negation")
    return Meaning(
        kinds=kinds,
        negations=frozenset(tables.NEGATION.split()),
        near_negations=frozenset(tables.NEAR_NEGATION.split()),
        opposites=opposites,
        articles=frozenset(tables.ARTICLES.split()),
        plain=frozenset(tables.PLAIN.split()),
        dividing=frozenset(tables.DIVIDING.split()),
    )


def is_english(forms: Iterable[str]) -> bool:
    """Tell whether words are from an English text, the only language in which misspellings are recognized."""
    letters = [form for form in forms if form[0].isalpha()]
    plain = meaning().plain
    return sum(form in plain for form in letters) >= max(1, _ENGLISH_SHARE * len(letters))


@lru_cache(maxsize=1 << 14)
def is_word(form: str) -> bool:
    """Tell whether a normalized word is in the English list or in a table of meaning."""
    return form in meaning().kinds or form in meaning().plain or _is_listed(form, _list("english"))


def is_name(form: str) -> bool:
    """Tell whether a normalized word is in the list of names of persons, places and products."""
    return _is_listed(form, _list("names"))


def value_of(form: str) -> Fraction | None:
    """Return the value of a number in digits or in one word, None for anything else."""
    if form[0].isdigit():
        try:
            return Fraction(form)
        except (ValueError, ZeroDivisionError):
            return None
    return _values().get(form)


def spelled_alike(form: str, other: str) -> bool:
    """Tell whether two words are the British and the American spelling of one."""
    return (
        form != other
        and _american(form) == _american(other)
        and "number" not in {meaning().kinds.get(form), meaning().kinds.get(other)}
    )


def turns(form: str, other: str) -> bool:
    """Tell whether one word is the other with an affix that negates or scales it: "significant", "insignificant"."""
    longer, shorter = (form, other) if len(form) > len(other) else (other, form)
    return (longer.endswith(shorter) and longer[: -len(shorter)] in _PREFIXES) or (
        longer.startswith(shorter) and longer[len(shorter) :] in _SUFFIXES
    )


def kind_of(quoted: Sequence[str], printed: Sequence[str]) -> ChangeKind:
    """Return the kind of change from the paper's words to the quote's; either may be empty."""
    forms = [*quoted, *printed]
    if any(meaning().kinds.get(form) == "negation" for form in forms) or (
        len(quoted) == len(printed) == 1 and quoted[0] != printed[0] and turns(quoted[0], printed[0])
    ):
        return "negation"
    if any(form[0].isdigit() or form[0] in "^_" for form in forms):
        return "number"
    if any(not form[0].isalnum() for form in forms):
        return "unit" if any(form in "%‰‱°$€£¥¢" for form in forms) else "sign"
    kinds = [kind for form in forms if (kind := meaning().kinds.get(form))]
    return kinds[0] if kinds else "word"


def _is_listed(form: str, lines: str) -> bool:
    """Search a sorted list of lines by bisection: as a set it would take 10 MB."""
    low, high = 0, len(lines)
    while low < high:
        start = lines.rfind("\n", 0, (low + high) // 2) + 1
        end = lines.find("\n", start)
        line = lines[start:end]
        if line == form:
            return True
        low, high = (end + 1, high) if line < form else (low, start - 1)
    return False


@cache
def _values() -> dict[str, Fraction]:
    return {word: Fraction(value) for word, value in NUMBER_WORDS.items()}


def _american(form: str) -> str:
    for british, american in _SPELLINGS:
        form = british.sub(american, form)
    return form


@cache
def _list(name: str) -> str:
    return files(_DATA).joinpath(f"data/{name}.txt").read_text(encoding="ascii")
