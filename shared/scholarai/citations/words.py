"""Splits text into words as they compare: what printing and markup add is gone, what carries meaning stays."""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple


class Word(NamedTuple):
    """A word, number or sign as it compares, and its range in the text that it was read from."""

    form: str
    start: int
    end: int


# Scripts without spaces: each character is a word.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
# Of them, what is no letter to Python: vowels and tones. Naming the letters again would cost 4 ms at each start.
_UNSPACED_SIGNS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3099-\u309c\u30a0\u30fb"
# Letters with the marks that hang on them; in scripts of India vowels are such marks.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u0670\u0900-\u0963\u0971-\u0dff\u00ad"
_LETTERS = rf"(?:[^\W\d_{_UNSPACED}]++|[{_MARKS}]++)++"
_BREAK = r"[-‐\u00ad][^\S\n]*\n[^\S\n]*"
_DIGIT = r"[\d²³¹⁰⁴-⁹₀-₉]"
_THIN = "\u2009\u202f\u00a0"
_TOKEN = re.compile(
    rf"""
      (?P<plain>[A-Za-z]++(?=[ .,;:)\n]))
    | (?P<letters>(?!['’]|{_BREAK})(?:(?:{_BREAK}|['’])?{_LETTERS})+)
    | (?P<number>{_DIGIT}+(?:[.,/:{_THIN}]{_DIGIT}+)*)
    | (?P<unspaced>[^\W_]|[{_UNSPACED_SIGNS}])
    | (?P<minus>(?<![^\W_])[-‑–−﹣－](?=\.?\d) | (?<=\d)\s?[-‑–−]\s?(?=\d))
    | (?P<negated>[=<>∈⊂≡∼≈]\u0338)
    | (?P<command>\\(?:[A-Za-z]+|[%&$\#_{{}}]))
    | (?P<tag></?(?:b|i|u|em|strong|sub|sup|span|mark|q|p|br|code|cite)(?:\s[^<>]*)?/?>|&(?:amp|nbsp|quot|lt|gt);)
    | (?P<dollar>\$(?=\s?\d)(?![^$]*\$(?!\s?\d)))
    | (?P<sign>[%‰‱<>=±∓×÷≤≥≪≫≠≮≯≰≱≈≡∼~∝∞+°€£¥¢→←↔↑↓⇒⇐⇔∈∉∋∌⊂⊃⊆⊇∪∩∀∃∄¬∧∨√∑∏∫∂∇†♀♂])
    """,
    re.VERBOSE,
)
_SIGN_OF_COMMAND = {
    "times": "×", "pm": "±", "mp": "∓", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "ll": "≪",
    "gg": "≫", "approx": "≈", "sim": "~", "simeq": "≈", "equiv": "≡", "propto": "∝", "infty": "∞", "div": "÷", "lt": "<",
    "gt": ">", "to": "→", "rightarrow": "→", "leftarrow": "←", "leftrightarrow": "↔", "uparrow": "↑", "downarrow": "↓",
    "Rightarrow": "⇒", "Leftarrow": "⇐", "implies": "⇒", "iff": "⇔", "in": "∈", "notin": "∉", "subset": "⊂", "supset": "⊃",
    "subseteq": "⊆", "supseteq": "⊇", "cup": "∪", "cap": "∩", "forall": "∀", "exists": "∃", "neg": "¬", "lnot": "¬",
    "wedge": "∧", "land": "∧", "vee": "∨", "lor": "∨", "sqrt": "√", "sum": "∑", "prod": "∏", "int": "∫", "partial": "∂",
    "nabla": "∇", "degree": "°", "circ": "°", "euro": "€", "pounds": "£", "%": "%", "textpm": "±", "texttimes": "×",
    "textdegree": "°", "textpercent": "%", "textless": "<", "textgreater": ">", "textdollar": "$", "texteuro": "€",
}  # fmt: skip
_GREEK_NAMES = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi "
    "omega varepsilon vartheta varpi varrho varsigma varphi ell hbar"
)
_NAMED = frozenset(_GREEK_NAMES.split()) | {"min", "max", "log", "exp", "sin", "cos", "tan", "arg", "lim", "sup", "inf"}
_ENTITY = {"&lt;": "<", "&gt;": ">"}
_SAME_SIGN = {"∼": "~", "﹣": "-", "－": "-"}
_GREEK = {
    unicodedata.lookup(f"GREEK SMALL LETTER {name}"): name.lower()
    for name in (
        "ALPHA BETA GAMMA DELTA EPSILON ZETA ETA THETA IOTA KAPPA LAMDA MU NU XI PI RHO SIGMA TAU UPSILON PHI CHI PSI OMEGA"
    ).split()
}
_GREEK |= {"λ": "lambda", "ς": "sigma", "ϵ": "epsilon", "ϕ": "phi", "ϑ": "theta", "µ": "mu"}
# A comma before three digits separates thousands.
_THOUSANDS = re.compile(rf"[,{_THIN}](?=\d{{3}}(?!\d))")
# Two numbers in a row are not one.
BETWEEN_NUMBERS = "\x1f"


def words_of(text: str, start: int = 0, end: int | None = None) -> Iterator[Word]:
    """Yield the words of a stretch of text in order; ranges count in the whole text.

    Letters are folded (case, accents, ligatures, hyphenation at line ends), Greek letters become their names, LaTeX
    commands their signs; of signs those stay that carry meaning, a minus where it stands before a digit.
    """
    for token in _TOKEN.finditer(text, start, len(text) if end is None else end):
        kind = token.lastgroup
        form = token[0].lower() if kind == "plain" else _form(kind or "", token[0])
        if form:
            yield Word(form, token.start(), token.end())


def joined(words: Sequence[Word]) -> str:
    """Return the words' forms without what stands between them, so that divided words compare equal."""
    return "".join(_parts(words))


def joined_with_borders(words: Sequence[Word]) -> tuple[str, list[tuple[int, int]]]:
    """Return the words' forms joined, and where each word begins and ends in them."""
    parts: list[str] = []
    borders: list[tuple[int, int]] = []
    length = 0
    for part in _parts(words):
        parts.append(part)
        if part != BETWEEN_NUMBERS:
            borders.append((length, length + len(part)))
        length += len(part)
    return "".join(parts), borders


class WordIndex:
    """A text's words joined, with the way back to where each stands in the text; `forms` has each word once."""

    __slots__ = ("_ends", "_offsets", "_starts", "forms", "joined")

    def __init__(self, text: str) -> None:
        self._starts, self._ends, self._offsets = array("l"), array("l"), array("l")
        self.forms: set[str] = set()
        parts: list[str] = []
        length = 0
        was_number = False
        for form, start, end in words_of(text):
            is_number = form[-1].isdigit()
            if was_number and form[0].isdigit():
                parts.append(BETWEEN_NUMBERS)
                length += 1
            parts.append(form)
            self.forms.add(form)
            self._starts.append(start)
            self._ends.append(end)
            self._offsets.append(length)
            length += len(form)
            was_number = is_number
        self.joined = "".join(parts)

    def __len__(self) -> int:
        return len(self._starts)

    def word_at(self, offset: int) -> int:
        """Return the index of the word that holds a character of `joined`."""
        return max(bisect_right(self._offsets, offset) - 1, 0)

    def offset_of(self, place: int) -> int:
        """Return where the first word that ends behind a place of the text begins in `joined`."""
        low = bisect_right(self._ends, place)
        return self._offsets[low] if low < len(self._offsets) else len(self.joined)

    def begins_at(self, offset: int) -> bool:
        """Tell whether a word begins at a character of `joined`; its end counts as a border, too."""
        if offset >= len(self.joined):
            return True
        return self._offsets[self.word_at(offset)] == offset or self.joined[offset] == BETWEEN_NUMBERS

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Return the range of the text from word `first` to word `last`, both included."""
        return self._starts[first], self._ends[last]

    def words(self, first: int, last: int) -> list[Word]:
        """Return the words from `first` to `last`, both included."""
        borders = [*self._offsets[first : last + 1], self._after(last)]
        forms = (self.joined[low:high].rstrip(BETWEEN_NUMBERS) for low, high in pairwise(borders))
        return list(map(Word, forms, self._starts[first : last + 1], self._ends[first : last + 1]))

    def _after(self, word: int) -> int:
        return self._offsets[word + 1] if word + 1 < len(self._offsets) else len(self.joined)


def _parts(words: Sequence[Word]) -> Iterator[str]:
    was_number = False
    for form, _, _ in words:
        if was_number and form[0].isdigit():
            yield BETWEEN_NUMBERS
        yield form
        was_number = form[-1].isdigit()


@lru_cache(maxsize=1 << 16)
def _form(kind: str, token: str) -> str:
    if kind == "letters":
        return _folded(re.sub(_BREAK, "", token).replace("'", "").replace("’", ""))
    if kind == "number":
        return _folded(_THOUSANDS.sub("", token))
    if kind == "command":
        return _form_of_command(token[1:])
    return {"minus": "-", "negated": unicodedata.normalize("NFC", token), "tag": _ENTITY.get(token, "")}.get(
        kind, _SAME_SIGN.get(token, token)
    )


def _form_of_command(name: str) -> str:
    """Return the sign or Greek letter that a LaTeX command stands for; commands of style are nothing."""
    return _SIGN_OF_COMMAND.get(name) or (name.lower().removeprefix("var") if name.lower() in _NAMED else "")


def _folded(token: str) -> str:
    if token.isascii():
        return token.lower()
    plain = unicodedata.normalize("NFKD", token).casefold()
    return "".join(_GREEK.get(c, c) for c in plain if c.isalnum() or c in ".,/:" or (c >= "\u0900" and c.isprintable()))
