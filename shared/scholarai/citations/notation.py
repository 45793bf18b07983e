"""Finds a quote that writes the paper's numbers and units in another notation: "sixty-two hours" for 62 h."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from scholarai.citations.grounded_quote import Grounding
from scholarai.citations.meaning import value_of
from scholarai.citations.number_words import SCALES, number_in_words
from scholarai.citations.words import GroundingText, Span, Word, joined, places_of, words_of

# Abbreviations of the SI brochure (9th edition) and of everyday style; the first word stands for all of a line.
_UNITS = (
    "h hr hrs hour hours", "min mins minute minutes", "s sec secs second seconds", "ms millisecond milliseconds",
    "d day days", "wk wks week weeks", "yr yrs year years", "mo month months", "mm millimetre millimetres millimeter millimeters",
    "cm centimetre centimetres centimeter centimeters", "m metre metres meter meters", "km kilometre kilometres kilometer kilometers",
    "nm nanometre nanometres nanometer nanometers", "g gram grams", "mg milligram milligrams", "kg kilogram kilograms",
    "l litre litres liter liters", "ml millilitre millilitres milliliter milliliters", "hz hertz", "khz kilohertz", "mhz megahertz",
    "ghz gigahertz", "ha hectare hectares", "° degree degrees deg", "c celsius", "f fahrenheit", "w watt watts", "kw kilowatt kilowatts",
    "v volt volts", "mb megabyte megabytes", "gb gigabyte gigabytes", "kb kilobyte kilobytes", "t ton tons tonne tonnes",
    "% percent", "× x times", "€ euro euros", "$ dollar dollars",
)  # fmt: skip
_ORDINALS = """
zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
sixteenth seventeenth eighteenth nineteenth twentieth
""".split()
_ORDINAL_ENDS = frozenset({"st", "nd", "rd", "th"})
_GROUP = re.compile(r"[ '’]")
# Least letters of the words by which a passage is found, places of them that are tried, and characters by which a passage may be
# longer than the quote. Guesses.
_SEED_LETTERS = 5
_MOST_PLACES = 20
_LONGER = 60


def ground_in_other_notation(words: Sequence[Word], quote: str, source: GroundingText) -> Grounding | None:
    """Ground a quote whose words are the paper's, but for the notation of its numbers and units."""
    own = list(canonical(quote, words))
    if not any(word.form[0].isdigit() for word in own):
        return None
    seed = max(_runs(words), key=lambda run: len(joined(run)), default=[])
    if len(joined(seed)) < _SEED_LETTERS:
        return None
    wanted = [word.form for word in own]
    before = seed[0].start - words[0].start + _LONGER
    behind = words[-1].end - seed[-1].end + _LONGER
    for start, end in islice(places_of(joined(seed), source), _MOST_PLACES):
        place = _place(wanted, source, max(start - before, 0), end + behind)
        if place is not None:
            return Grounding(verdict="normalized", similarity=1.0, ranges=(place,))
    return None


def _place(wanted: Sequence[str], source: GroundingText, start: int, end: int) -> Span | None:
    """Return where the canonical forms stand one behind the other in a range of the paper's text."""
    while start > 0 and not source.text[start - 1].isspace():
        start -= 1
    printed = list(canonical(source.text, list(words_of(source.text, start, min(end, len(source.text))))))
    forms = [word.form for word in printed]
    for at in range(len(forms) - len(wanted) + 1):
        if forms[at] == wanted[0] and forms[at : at + len(wanted)] == wanted:
            return printed[at].start, printed[at + len(wanted) - 1].end
    return None


def _runs(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Yield the runs of words that are written in one way only."""
    run: list[Word] = []
    for word in words:
        counts = (
            not word.form.isalpha() or value_of(word.form) is not None or word.form in SCALES or word.form in _ORDINALS
        )
        if counts or word.form in _abbreviations() or word.form in ("per", "cent", "and") or word.form in _ORDINAL_ENDS:
            if run:
                yield run
            run = []
        else:
            run.append(word)
    if run:
        yield run


def canonical(text: str, words: Sequence[Word]) -> Iterator[Word]:
    """Yield the words of a text with numbers in digits and the units behind them abbreviated."""
    yield from _units(list(_counted(text, list(_grouped(text, words)))))


def _grouped(text: str, words: Sequence[Word]) -> Iterator[Word]:
    """Yield the words with groups of three digits joined: 10 000."""
    held: Word | None = None
    for word in words:
        grouped = len(word.form) == 3 and word.form.isdigit()
        if held is not None and grouped and _GROUP.fullmatch(text[held.end : word.start]):
            held = Word(held.form + word.form, held.start, word.end)
            continue
        if held is not None:
            yield held
        held = word if word.form.isdigit() and len(word.form) <= 3 else None
        if held is None:
            yield word
    if held is not None:
        yield held


def _counted(text: str, words: Sequence[Word]) -> Iterator[Word]:
    """Yield the words with numbers in words as digits, and ordinals as digits with a sign behind."""
    at = 0
    while at < len(words):
        value, end = number_in_words(text, words, at)
        if end > at:
            yield Word(str(value), words[at].start, words[end - 1].end)
            at = end
            continue
        word = words[at]
        following = words[at + 1] if at + 1 < len(words) else None
        if word.form.isdigit() and following and following.form in _ORDINAL_ENDS and following.start == word.end:
            yield Word(f"{word.form}#", word.start, following.end)
            at += 1
        elif word.form in _ORDINALS:
            yield Word(f"{_ORDINALS.index(word.form)}#", word.start, word.end)
        else:
            yield word
        at += 1


def _units(words: Sequence[Word]) -> Iterator[Word]:
    """Yield the words with the units behind numbers abbreviated, and "per cent" as a sign."""
    at, counted = 0, False
    while at < len(words):
        form, start, end = words[at]
        if form == "per" and at + 1 < len(words) and words[at + 1].form == "cent":
            form, end, at = "percent", words[at + 1].end, at + 1
        known = _abbreviations().get(form, form)
        yield Word(known if counted or known == "%" else form, start, end)
        counted = form[-1].isdigit() or (counted and known == "°")
        at += 1


@cache
def _abbreviations() -> dict[str, str]:
    return {form: line.split()[0] for line in _UNITS for form in line.split()}
