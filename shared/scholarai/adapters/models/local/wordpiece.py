"""Cuts text into the word pieces of an uncased BERT vocabulary, as the Hugging Face tokenizer does."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from pathlib import Path

UNKNOWN, START, END = "[UNK]", "[CLS]", "[SEP]"
# A longer word is unknown as a whole: `max_input_chars_per_word` of the model's tokenizer.json.
WORD_CHARACTERS = 100
# Words of one process whose pieces are remembered; a paper has about 3,000 different ones.
REMEMBERED_WORDS = 50_000
# Pieces that are searched for before the vocabulary is made a dict: half the time that making it takes.
SEARCHES = 25
# Ranges of `_is_chinese_char` in BERT's own tokenizer.
IDEOGRAPHS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class WordPiece:
    """A vocabulary ready to cut text; safe to use from several threads.

    Args:
        vocabulary: Piece to id; `##` marks pieces that continue a word.
    """

    def __init__(self, vocabulary: Mapping[str, int] | _Vocabulary) -> None:
        self._ids = vocabulary
        self._table = _Normalised()
        self._words: dict[str, tuple[int, ...]] = {}
        self.start_id = vocabulary[START]
        self.end_id = vocabulary[END]
        self._unknown = (vocabulary[UNKNOWN],)

    @classmethod
    def from_file(cls, path: Path) -> WordPiece:
        """Read a `vocab.txt`: one piece a line, its id the line number from 0."""
        return cls(_Vocabulary(path.read_bytes()))

    def ids(self, text: str) -> list[int]:
        """Return the ids of a text's pieces, without start and end marks."""
        known, found = self._words, list[int]()
        for word in text.translate(self._table).split():
            pieces = known.get(word)
            found.extend(self._learn(word) if pieces is None else pieces)
        return found

    def _learn(self, word: str) -> tuple[int, ...]:
        pieces = self._cut(word)
        if len(self._words) >= REMEMBERED_WORDS:
            self._words = {}
        self._words[word] = pieces
        return pieces

    def _cut(self, word: str) -> tuple[int, ...]:
        """Take the longest known piece again and again; one unknown rest makes the whole word unknown."""
        if len(word) > WORD_CHARACTERS:
            return self._unknown
        pieces: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(len(word), start, -1):
                piece = self._ids.get(prefix + word[start:end])
                if piece is not None:
                    break
            else:
                return self._unknown
            pieces.append(piece)
            start = end
        return tuple(pieces)


class _Vocabulary:
    """The pieces of a `vocab.txt`. The first ones are searched for in its text, which a question needs a dozen of.

    A dict of all 30,000 takes 4 ms to make, a search 0.1 ms; it is made for what looks up more.
    """

    def __init__(self, text: bytes) -> None:
        self._text = b"\n" + text + b"\n"
        self._searches = 0
        self._ids: dict[str, int] = {}

    def __getitem__(self, piece: str) -> int:
        found = self.get(piece)
        if found is None:
            raise KeyError(piece)
        return found

    def get(self, piece: str) -> int | None:
        """Return the id of a piece that is not empty, None where there is none."""
        if self._searches < SEARCHES:
            self._searches += 1
            at = self._text.find(b"\n" + piece.encode("utf-8", "surrogatepass") + b"\n")
            return None if at < 0 else self._text.count(b"\n", 0, at)
        if not self._ids:
            pieces = self._text.decode()[1:-1].split("\n")
            self._ids = {text: index for index, text in enumerate(pieces) if text}
        return self._ids.get(piece)


class _Normalised(dict[int, str]):
    """A table for `str.translate` that learns each character when it is first met."""

    def __missing__(self, code: int) -> str:
        text = _normalised(chr(code))
        self[code] = text
        return text


def _normalised(character: str) -> str:
    """Return one character as it is encoded: cleaned, without accents, lower case, spaced when it stands alone."""
    category = unicodedata.category(character)
    if character in "\t\n\r" or category in {"Zs", "Zl", "Zp"}:
        return " "
    if character in "\0\ufffd" or category in {"Cc", "Cf", "Co", "Cs"}:
        return ""
    bare = "".join(c for c in unicodedata.normalize("NFD", character) if unicodedata.category(c) != "Mn")
    # Letter by letter: str.lower() would turn a Σ at the end of a word into ς, the model's tokenizer does not.
    lower = "".join(f" {c} " if _is_punctuation(c) else c for letter in bare for c in letter.lower())
    return f" {lower} " if _is_ideograph(character) else lower


def _is_punctuation(character: str) -> bool:
    ascii_symbol = "!" <= character <= "~" and not character.isalnum()
    return ascii_symbol or unicodedata.category(character).startswith("P")


def _is_ideograph(character: str) -> bool:
    code = ord(character)
    return any(low <= code <= high for low, high in IDEOGRAPHS)
