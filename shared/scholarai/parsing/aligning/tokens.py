"""The words of a content as they are compared: without case, accents, ligatures and TeX's commands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from scholarai.domain.content import Block

# A command of a formula, which no page prints; letters; digits.
_PIECE = re.compile(r"\\(?:[A-Za-z]+\*?|.)|(?P<word>[^\W\d_²³¹⁰-₎]+|\d+|[²³¹⁰-₎]+)", re.DOTALL)


class Token(NamedTuple):
    """A word or number: how it is compared, its block's index, and its characters in the paper's text."""

    key: str
    block: int
    start: int
    end: int


def tokens_of(blocks: Sequence[Block]) -> list[Token]:
    """Return the words of blocks in order."""
    keys: dict[str, str] = {}
    return [
        Token(
            keys.get(match[0]) or keys.setdefault(match[0], _key(match[0])), index, at + match.start(), at + match.end()
        )
        for index, block in enumerate(blocks)
        for at in [block.start]
        for match in _PIECE.finditer(block.text)
        if match["word"]
    ]


def _key(word: str) -> str:
    if word.isascii():
        return word.lower()
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
