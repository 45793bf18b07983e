"""Cuts text into the pieces of a unigram vocabulary, as SentencePiece does for multilingual models."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scholarai.adapters.models.local.packed import PackedModel

START, END, UNKNOWN = 0, 2, 3
# `<s>`, `<pad>`, `</s>` and `<unk>` come first; `<mask>` is not part of any text either.
MARKS = 4
MASK = b"<mask>"
# Stands for the space before a word, https://github.com/google/sentencepiece.
SPACE = "▁"
# What an unknown character costs, beside the rarest piece (`kUnkPenalty` of SentencePiece).
UNKNOWN_PENALTY = 10.0
# Words of one process whose pieces are remembered; a paper has about 3,000 different ones.
REMEMBERED_WORDS = 50_000
# A longer word is hardly met twice.
REMEMBERED_CHARACTERS = 100


class Unigram:
    """A vocabulary ready to cut text; safe to use from several threads.

    The package `sentencepiece` cuts alike, after 1.1 s and with 145 MB of memory, and `tokenizers` after 2.4 s and with 650 MB; this
    is ready after .15 s. A piece holds no space except at its beginning, so each word is cut by itself, and the words that
    were met before are looked up.

    Args:
        ids: Piece in UTF-8 to id, without the marks.
        scores: By id.
        cleaned: What a character becomes, by code point; every kind of white space a space.
    """

    def __init__(self, ids: Mapping[bytes, int], scores: list[float], cleaned: Mapping[int, str]) -> None:
        self._ids = ids
        self._scores = scores
        self._cleaned = cleaned
        self._unknown_score = min(scores) - UNKNOWN_PENALTY
        self._longest = max(map(len, ids))
        self._words: dict[str, tuple[int, ...]] = {}

    @classmethod
    def of_model(cls, model: PackedModel) -> Unigram:
        text, borders = model.pieces, model.borders.tolist()
        ids = {text[start:end]: index for index, (start, end) in enumerate(pairwise(borders)) if index >= MARKS}
        ids.pop(MASK, None)
        return cls(ids, model.scores.tolist(), model.cleaned)

    def ids(self, text: str) -> list[int]:
        """Return the ids of a text's pieces, without start and end marks."""
        found = list[int]()
        for word in text.translate(self._cleaned).split():
            found.extend(self._words.get(word) or self._learn(word))
        return found

    def _learn(self, word: str) -> tuple[int, ...]:
        pieces = self._cut([letter.encode("utf-8", "surrogatepass") for letter in SPACE + word])
        if len(word) <= REMEMBERED_CHARACTERS:
            if len(self._words) >= REMEMBERED_WORDS:
                self._words = {}
            self._words[word] = pieces
        return pieces

    def _cut(self, letters: list[bytes]) -> tuple[int, ...]:
        """Find the likeliest sequence of pieces; unknown characters that stand together are one unknown piece."""
        best = [0.0] + [-math.inf] * len(letters)
        came = [(0, UNKNOWN)] * (len(letters) + 1)
        for start in range(len(letters)):
            self._extend(letters, start, best, came)
        pieces: list[int] = []
        at = len(letters)
        while at:
            at, piece = came[at]
            if not (piece == UNKNOWN and pieces and pieces[-1] == UNKNOWN):
                pieces.append(piece)
        return tuple(reversed(pieces))

    def _extend(self, letters: list[bytes], start: int, best: list[float], came: list[tuple[int, int]]) -> None:
        """Try the pieces that begin at `start`: at most as many as the longest piece has bytes."""
        unknown = best[start] + self._unknown_score
        if unknown > best[start + 1]:
            best[start + 1], came[start + 1] = unknown, (start, UNKNOWN)
        piece = b""
        for end in range(start + 1, len(letters) + 1):
            piece += letters[end - 1]
            if len(piece) > self._longest:
                return
            found = self._ids.get(piece)
            if found is not None and best[start] + self._scores[found] > best[end]:
                best[end], came[end] = best[start] + self._scores[found], (start, found)
