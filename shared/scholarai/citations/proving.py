"""Tells quotes that are long enough to support a sentence from those that prove nothing."""

from __future__ import annotations

import re

from scholarai.citations.meaning import meaning
from scholarai.citations.words import words_of

# Below these a quote stands in nearly every paper. Guesses of the author, kept as they are.
PROVING_WORDS = 4
PROVING_LETTERS = 20

_ASKS_FOR_NAME = re.compile(r"\b(?:who|whom|whose|which|what|where|names?|called|title)\b", re.IGNORECASE)
_UNIT_SIGNS = frozenset("%‰‱°$€£¥¢")


def proves(quote: str, question: str = "", *, in_table: bool = False) -> bool:
    """Tell whether a quote that stands in the paper can support a sentence.

    Short ones support nothing, unless they are a number with its unit, a name where the question asks for one, or stand
    in a table.
    """
    forms = [word.form for word in words_of(quote)]
    letters = sum(map(str.isalnum, "".join(forms)))
    if in_table or (len(forms) >= PROVING_WORDS and letters >= PROVING_LETTERS):
        return True
    has_unit = any(form in _UNIT_SIGNS or meaning().kinds.get(form) == "unit" for form in forms)
    if has_unit and any(form[0].isdigit() for form in forms):
        return True
    has_name = any(part[0].isupper() or (part[0].isalpha() and any(map(str.isdigit, part))) for part in quote.split())
    return has_name and bool(_ASKS_FOR_NAME.search(question))
