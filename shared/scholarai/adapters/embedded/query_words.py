"""Limits a full-text query to its rarer words, which say most and cost least in a large library."""

from __future__ import annotations

import re
import sqlite3
import threading
import unicodedata
from collections.abc import Sequence

from scholarai.domain.superscripts import lowered, raised
from scholarai.retrieval.terms import STOP_WORDS

# Chunks that the words of a query may match together: ranking so many takes a tenth of a second
# (docs/scale.md). A smaller library never reaches it, and all words count.
MATCHES = 40_000
# Word counts change slowly, so they are cached; the cache is emptied at this size. A guess.
_KNOWN_WORDS = 50_000
# A guess: a question longer than this is a pasted passage, whose first words say enough.
MAX_TERMS = 64

_WORD = re.compile(r"[^\W_]+")
# A power as one types it; FTS5 keeps raised and lowered digits as they are: 10⁶, CO₂, km², ¹⁴C.
_POWER = re.compile(r"([^\W_])(?:\^|\*\*)[{(]?([-−]?\d+)[)}]?")
_RAISED_POWER = re.compile(r"(\d+)([²³¹⁰⁴-⁹]+)")
_INDEXED = re.compile(r"([^\W\d_]{1,6})(\d{1,3})")
_ISOTOPE = re.compile(r"(\d{1,3})([^\W\d_]{1,2})")


def telling_words(question: str) -> list[str]:
    """Return the distinct content words; a question of stop words only keeps them."""
    words = list(dict.fromkeys(words_of(question.lower())))
    return ([word for word in words if word not in STOP_WORDS] or words)[:MAX_TERMS]


def any_of(words: Sequence[str]) -> str:
    """Return an FTS5 query for any of the words. Every word is quoted, so no operator of FTS5 can be smuggled in."""
    return " OR ".join(map(either, words))


def words_of(question: str) -> list[str]:
    """Return the words of a question as FTS5 divides them, with powers as they are printed."""
    return _WORD.findall(_POWER.sub(lambda found: found[1] + raised(found[2]), question))


def either(word: str, *, prefix: bool = False) -> str:
    """Return an FTS5 query for a word with its digits on the line, raised or lowered."""
    forms = [word]
    if power := _RAISED_POWER.fullmatch(word):
        forms.append(f"{power[1]} {unicodedata.normalize('NFKC', power[2])}")
    else:
        plain = word if word.isascii() else unicodedata.normalize("NFKC", word)
        forms.append(plain)
        if match := _INDEXED.fullmatch(plain):
            forms += [match[1] + lowered(match[2]), match[1] + raised(match[2]), f"{match[1]} {match[2]}"]
        elif match := _ISOTOPE.fullmatch(plain):
            forms.append(raised(match[1]) + match[2])
    quoted = [f'"{form}"' + "*" * prefix for form in dict.fromkeys(forms)]
    return quoted[0] if len(quoted) == 1 else f"({' OR '.join(quoted)})"


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
