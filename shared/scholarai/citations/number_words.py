"""Reads the numbers that a text writes in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.citations.meaning import value_of
from scholarai.citations.words import Word

SCALES = {"hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12}
# What stands between the words of one number; a comma, a bracket or a full stop parts two.
_JOINED = re.compile(r"\s*+(?:[-\u2010\u2011]\s*+)?+")


def number_in_words(text: str, words: Sequence[Word], at: int) -> tuple[int, int]:
    """Return the value of the number that begins at a word, and where it ends among the words.

    Args:
        text: The text.
        words: Its words.
        at: The place of the first one.

    Returns:
        The value, and the place behind its last word; 0 and `at` where no number in words begins.
    """
    # The thousands and more that are complete, with their end and last scale; then what stands behind them, -1 for nothing.
    whole, whole_end, scale = 0, at, 0
    part, end = -1, at
    if words[at].form in {"a", "an"} and joined_form(text, words, at + 1) in SCALES:
        part, end = 1, at + 1
    while form := words[at].form if end == at else joined_form(text, words, end):
        value = _value(form)
        if value is not None and _fits(part, value):
            part = max(part, 0) + value
        elif form == "hundred" and 0 < part < 100:
            part *= 100
        elif (size := SCALES.get(form, 0)) and part > 0:
            if whole and size >= scale:  # "one thousand two thousand": what stands behind the first is another number
                return whole, whole_end
            whole, whole_end, scale, part = whole + part * size, end + 1, size, -1
        elif part < 0 and whole and size > scale:  # "two thousand million"
            whole, whole_end, scale = whole * size, end + 1, size
        elif not (form == "and" and max(whole, part) >= 100 and _value(joined_form(text, words, end + 1))):
            break
        end += 1
    return whole + max(part, 0), end


def _fits(part: int, value: int) -> bool:
    """Tell whether a word's value goes on with a number: five behind forty or two hundred, forty behind two hundred."""
    return part < 0 or (part >= 100 and part % 100 == 0) or (part % 100 >= 20 and part % 10 == 0 and (value or 10) < 10)


def _value(form: str) -> int | None:
    value = value_of(form) if form[:1].isalpha() else None
    return None if value is None else int(value)


def joined_form(text: str, words: Sequence[Word], at: int) -> str:
    """Return the form of a word that only space or a hyphen parts from the one before it, else an empty one."""
    if at < len(words) and _JOINED.fullmatch(text, words[at - 1].end, words[at].start):
        return words[at].form
    return ""
