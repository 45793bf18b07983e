"""A question as a full-text query of SQLite."""

from __future__ import annotations

import re

from scholarai.retrieval.words import STOP_WORDS

# A guess: a question longer than this is a pasted passage, whose first words say enough.
MAX_TERMS = 64

_WORD = re.compile(r"[^\W_]+")


def match_query(question: str) -> str | None:
    """Return an FTS5 query for any of the question's words, or None when it has none.

    A question of stop words only keeps them all. Every word is quoted, so no operator of FTS5 can be smuggled in.
    """
    words = list(dict.fromkeys(_WORD.findall(question.lower())))
    telling = [word for word in words if word not in STOP_WORDS] or words
    return " OR ".join(f'"{word}"' for word in telling[:MAX_TERMS]) or None
