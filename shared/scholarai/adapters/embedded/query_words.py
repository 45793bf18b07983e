"""Limits a full-text query to its rarer words, which say most and cost least in a large library."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Sequence

from scholarai.retrieval.terms import STOP_WORDS

# Chunks that the words of a query may match together: ranking so many takes a tenth of a second
# (docs/scale.md). A smaller library never reaches it, and all words count.
MATCHES = 40_000
# Word counts change slowly, so they are cached; the cache is emptied at this size. A guess.
_KNOWN_WORDS = 50_000
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


class RareWords:
    """Counts how many chunks hold a word, once for each word."""

    def __init__(self, matches: int = MATCHES) -> None:
        self._matches = matches
        self._holders: dict[str, int] = {}
        self._lock = threading.Lock()

    def query(self, tx: sqlite3.Connection, question: str) -> str | None:
        """Return an FTS5 query for any of the question's rarer words, or None when it has no words."""
        telling = telling_words(question)
        if not telling:
            return None
        kept: list[str] = []
        matches = 0
        for holders, word in sorted((self._count(tx, word), word) for word in telling):
            if kept and matches + holders > self._matches:
                break
            kept.append(word)
            matches += holders
        return any_of(kept)

    def _count(self, tx: sqlite3.Connection, word: str) -> int:
        with self._lock:
            known = self._holders.get(word)
        if known is None:
            known = int(
                tx.execute(
                    "SELECT count(*) FROM (SELECT 1 FROM chunk_words WHERE chunk_words MATCH ? LIMIT ?)",
                    (any_of([word]), 2 * self._matches),
                ).fetchone()[0]
            )
            with self._lock:
                if len(self._holders) >= _KNOWN_WORDS:
                    self._holders.clear()
                if known:
                    self._holders[word] = known
        return known
