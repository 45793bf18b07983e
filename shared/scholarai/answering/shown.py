"""Compares new quotes with what the reader of a conversation has been shown before."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scholarai.domain.chat import Citation, Evidence
from scholarai.domain.values import Value
from scholarai.retrieval.words import tokens

# Letters and digits; shorter texts are parts of many sentences by chance.
_SHORTEST = 20


class Shown(Value, frozen=True):
    """Texts that were shown, reduced to their letters and digits."""

    texts: tuple[str, ...] = ()

    @classmethod
    def of(cls, texts: Iterable[str]) -> Shown:
        return cls(tuple(filter(None, map(_letters, texts))))

    def __contains__(self, text: object) -> bool:
        """Tell whether a sentence was shown, or a part of it, or more than it."""
        letters = _letters(str(text))
        return letters in self.texts or any(_overlap(letters, shown) for shown in self.texts)


def without_shown(citation: Citation, shown: Iterable[str]) -> Citation:
    """Return a citation whose context ends where a text begins that was shown before."""
    before, after = citation.before, citation.after
    for text in (" ".join(text.split()) for text in shown if text.strip()):
        if text in before:
            before = f"… {before.rpartition(text)[2].strip()}"
        if text in after:
            after = f"{after.partition(text)[0].strip()} …"
    return replace(citation, before=before.removesuffix("… "), after=after.removeprefix(" …"))


def best_shown(evidence: Sequence[Evidence], shown: Sequence[Citation], given: Sequence[Citation]) -> Citation | None:
    """Return the citation shown before that is rated best, None unless its rating is above all of those given now."""
    ratings = {(item.paper_id, start): rating for item in evidence for start, rating in item.ratings}

    def rating(citation: Citation) -> float:
        return ratings.get((citation.paper_id, citation.start or 0), -math.inf)

    best = max(shown, key=rating, default=None)
    return best if best is not None and rating(best) > max(map(rating, given), default=-math.inf) else None


def _overlap(one: str, other: str) -> bool:
    return min(len(one), len(other)) >= _SHORTEST and (one in other or other in one)


def _letters(text: str) -> str:
    return "".join(tokens(text))
