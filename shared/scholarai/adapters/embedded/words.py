"""A question as a full-text query of SQLite."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.retrieval.words import STOP_WORDS

# A guess: a question longer than this is a pasted passage, whose first words say enough.
MAX_TERMS = 64

_WORD = re.compile(r"[^\W_]+")


def telling_words(question: str) -> list[str]:
    """Return the distinct content words; a question of stop words only keeps them."""
    words = list(dict.fromkeys(_WORD.findall(question.lower())))
    return ([word for word in words if word not in STOP_WORDS] or words)[:MAX_TERMS]


def any_of(words: Sequence[str]) -> str:
    """Return an FTS5 query for any of the words. Every word is quoted, so no operator of FTS5 can be smuggled in."""
    return " OR ".join(f'"{word}"' for word in words)
