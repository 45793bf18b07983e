"""Tells whether an answer says nothing but what a title page says, which may stand in no excerpt to quote."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.retrieval.cues import find_cues
from scholarai.retrieval.words import terms

_WORD = re.compile(r"\w+")


def asks_for_title_page(question: str) -> bool:
    """Tell whether a question asks for what stands on a title page: title, authors, year and the like."""
    return any(cue.kind == "front" for cue in find_cues(question))


def tells_title_page(question: str, text: str, about: Sequence[str]) -> bool:
    """Tell whether the question asks for the title page and the answer has all its names and numbers from there.

    Args:
        question: What was asked; its own words may be said again.
        text: The answer.
        about: One line per paper on what its title page says, as the model was shown it.
    """
    if not text.strip() or not asks_for_title_page(question):
        return False
    known = set(terms(" ".join((question, *about))))
    named = [word for word in _WORD.findall(text) if any(c.isupper() or c.isdigit() for c in word)]
    return known.issuperset(terms(" ".join(named)))
