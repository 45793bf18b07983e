"""Splits text into normalized words, and finds where the words of a quote stand in a paper.

Normalizing removes what typesetting and markup add, and keeps what carries meaning.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from scholarai.citations.meaning import is_english, meaning
from scholarai.domain.content import BLOCK_SEPARATOR, BlockKind, PaperContent
from scholarai.domain.values import Value

Span = tuple[int, int]


class Word(NamedTuple):
    """The normalized form of a word, number or sign, and its range in the text that it was read from."""

    form: str
    start: int
    end: int


# Scripts without spaces: each character is a word.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
# Those of them that Python's `\w` does not match: vowels and tones. Listing all characters again would cost 4 ms at each start.
_UNSPACED_SIGNS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3099-\u309c\u30a0\u30fb"
# Combining marks of letters; in the scripts of India, vowels are such marks.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u0670\u0900-\u0963\u0971-\u0dff\u00ad"
_UP, _DOWN = "⁰¹²³⁴-⁹", "₀-₉"
_LETTERS = rf"(?:[^\W\d_{_UP}{_DOWN}{_UNSPACED}]++|[{_MARKS}]++)++"
_BREAK = r"[-‐\u00ad][^\S\n]*\n[^\S\n]*"
_LISTED = r"(?:[.,/⁄–-]"
# Raised and lowered digits: of marks, isotopes and indices.
_SHIFTED = rf"[{_UP}]+{_LISTED}[{_UP}]+)*|[{_DOWN}]+{_LISTED}[{_DOWN}]+)*"
# Behind a digit they make another number, however they are written.
_WHOLE = r"[-−–+]?\d+(?:[./]\d+)?"
_POWER = rf"""(?<=\d)(?:[⁺⁻]?[{_UP}]+{_LISTED}[{_UP}]+)*|₋?[{_DOWN}]+
        |\$?(?:\^|\*\*|_(?=\{{))(?:\{{{_WHOLE}\}}|\({_WHOLE}\)|[-−–+]?\d+)\^?
        |\\text(?:super|sub)script\{{{_WHOLE}\}}|<su[bp]>\s*{_WHOLE}\s*</su[bp]>)"""
# A decimal point in the middle of the line, as some journals set it; in 2·10^5 it multiplies.
_RAISED = rf"·(?!10(?:\^|[⁻{_UP}]|\s?[-−]\d))"
# A minus behind a unit is that of a power, as in m s-1; behind other letters it is a hyphen.
_PER = r"""(?:(?<=\b[smhdlgKJNWL])|(?<=\b(?:ms|cm|mm|km|nm|kg|mg|ml|mL|yr|ha|Pa|Hz|eV))|(?<=\b(?:mol|min|Mpc|kpc|day)))
        [-‑–−](?=[1-4](?![\w.]))"""
_THIN = "\u2009\u202f\u00a0"
_TOKEN = re.compile(
    rf"""
      (?P<plain>[A-Za-z]++(?=[ .,;:)\n]))
    | (?P<letters>(?!['’]|{_BREAK})(?:(?:{_BREAK}|['’])?{_LETTERS})+)
    | (?P<power>{_POWER})
    | (?P<number>(?:(?<![\w.)\]])\.)?\d+(?:(?:[.,/:{_THIN}]|{_RAISED})\d+)*|[½¼¾⅓⅔⅛])
    | (?P<shifted>{_SHIFTED})
    | (?P<unspaced>[^\W_]|[{_UNSPACED_SIGNS}])
    | (?P<minus>(?<![^\W_])[-‑–−﹣－](?=\.?\d) | ⁻(?=[¹²³⁰⁴-⁹]) | (?<=\d)\s?[-‑–−]\s?(?=\d) | {_PER})
    | (?P<negated>[=<>∈⊂≡∼≈]\u0338)
    | (?P<command>\\(?:[A-Za-z]+|[%&$\#_{{}}]))
    | (?P<tag></?(?:b|i|u|em|strong|sub|sup|span|mark|q|p|br|code|cite)(?:\s[^<>]*)?/?>|&(?:amp|nbsp|quot|lt|gt);)
    | (?P<dollar>\$(?=\s?\d)(?![^$]*\$(?!\s?\d)))
    | (?P<sign>[%‰‱<>=±∓×÷≤≥≪≫≠≮≯≰≱≈≡∼~∝∞+°€£¥¢→←↔↑↓⇒⇐⇔∈∉∋∌⊂⊃⊆⊇∪∩∀∃∄¬∧∨√∑∏∫∂∇†♀♂]|\ufffd(?=\.?\d))
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
# What may belong to the number or word before it.
_CUT_OFF = frozenset("-%‰‱°^_0123456789")
_SHIFTED_SIGNS = frozenset("⁻⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉")
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
_TAGS = re.compile(r"<[^<>]*>")
_DASHES = str.maketrans("−–⁻₋⁄", "----/")
_BROKEN = re.compile(_BREAK)
# Separates two neighbouring numbers in joined words, since "3 5" is not "35".
BETWEEN_NUMBERS = "\x1f"
# Places of the same words that are tried: enough for a phrase on every page, and a bound for "the". A guess.
MOST_PLACES = 200
# Characters of a paper by which its language is identified.
_SAMPLE_CHARACTERS = 20_000
_BRACKETS = re.compile(r"\([^()]{2,400}\)|\[[^\[\]]{1,400}\]")
_NUMBERED = re.compile(r"\[[\d,;\s–-]+\]")
_MARKS_RAISED = re.compile(rf"(?<![{_UP}⁻⁺])[{_UP}]+(?:[,–-]\s?[{_UP}]+)*(?![{_UP}])")
# Characters before a raised number by which a mark is told from a power.
_BEFORE_MARK = 24
_MARKED = re.compile(
    r"(?:(?<![\d.,])[.,]*+(?P<number>\d[\d.,]*+)|(?<![^\W\d_])(?P<word>[^\W\d_]++)|[.,;:\"'”’»](?<!\d[.,]))$"
)
_BULLET = re.compile(r"(?:[-*•–]|\(?(?:\d{1,2}|[a-z])[.)])\s")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_DATED = re.compile(r"\b(?:1[89]|20)\d\d[a-z]?\b")


def words_of(text: str, start: int = 0, end: int | None = None) -> Iterator[Word]:
    """Yield the words of a range of a text in order; their ranges count in the whole text.

    Letters are folded (case, accents, ligatures, hyphenation at line ends), Greek letters become their names, LaTeX
    commands their signs. Only signs that carry meaning are kept, a minus only before a digit, and there a sign that was not
    read, since it may be one.
    """
    for token in _TOKEN.finditer(text, start, len(text) if end is None else end):
        kind = token.lastgroup
        form = token[0].lower() if kind == "plain" else _form(kind or "", token[0])
        if form:
            yield Word(form, token.start(), token.end())


def joined(words: Sequence[Word]) -> str:
    """Return the words joined without spaces, so that words divided by a line break compare equal."""
    return "".join(_parts(words))


def joined_with_borders(words: Sequence[Word]) -> tuple[str, list[tuple[int, int]]]:
    """Return what `joined` does, with the range of each word in it."""
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
    """A text's joined words, with the place of each in the text; `forms` has each form once."""

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

    def word_at(self, offset: int) -> int:
        """Return the index of the word at a character of `joined`."""
        return max(bisect_right(self._offsets, offset) - 1, 0)

    def offset_of(self, place: int) -> int:
        """Return the offset in `joined` of the first word that ends behind a place of the text."""
        low = bisect_right(self._ends, place)
        return self._offsets[low] if low < len(self._offsets) else len(self.joined)

    def begins_at(self, offset: int) -> bool:
        """Tell whether a word begins at a character of `joined`, or all words end there."""
        if offset >= len(self.joined):
            return True
        return self._offsets[self.word_at(offset)] == offset or self.joined[offset] == BETWEEN_NUMBERS

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Return the range of the text from word `first` to word `last`, both included."""
        return self._starts[first], self._ends[last]

    def words(self, first: int, last: int) -> list[Word]:
        """Return the words from `first` to `last`, both included, or to the end of the text where that comes before."""
        borders = [*self._offsets[first : last + 1], self._after(last)]
        forms = (self.joined[low:high].rstrip(BETWEEN_NUMBERS) for low, high in pairwise(borders))
        return list(map(Word, forms, self._starts[first : last + 1], self._ends[first : last + 1]))

    def _after(self, word: int) -> int:
        return self._offsets[word + 1] if word + 1 < len(self._offsets) else len(self.joined)


class GroundingText(Value, frozen=True, eq=False, dict=True):
    """A paper's text, indexed for grounding many quotes; `markers` are the sorted ranges of its citation markers.

    `kinds` are those of the blocks by where they start, in the text's order; empty for a text without blocks.
    """

    text: str
    index: WordIndex
    markers: tuple[Span, ...] = ()
    kinds: Mapping[int, BlockKind] = MappingProxyType({})

    @classmethod
    def of(cls, text: str, markers: Sequence[Span] = ()) -> GroundingText:
        """Index a text. It takes one to two milliseconds per page, so keep the result."""
        return cls(text=text, index=WordIndex(text), markers=tuple(sorted(markers)))

    @classmethod
    def of_paper(cls, content: PaperContent) -> GroundingText:
        """Index a paper's text with the citation markers that extraction found."""
        starts = {block.id: block.start for block in content.blocks}
        spans = ((starts[span.block_id] + span.start, starts[span.block_id] + span.end) for span in content.cite_spans)
        kinds = {block.start: block.kind for block in content.blocks}
        return replace(cls.of(content.text(), tuple(spans)), kinds=kinds)

    @cached_property
    def english(self) -> bool:
        """Tell whether the paper is written in English."""
        return is_english([word.form for word in words_of(self.text, 0, _SAMPLE_CHARACTERS)])

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The places at which the blocks start, or the paragraphs of a text without blocks, in order."""
        return tuple(self.kinds) or (0, *(border + len(BLOCK_SEPARATOR) for border in self.borders))

    def block_at(self, place: int) -> tuple[Span, BlockKind]:
        """Return the range and the kind of the block at a place; a paragraph with a bullet is an item of a list."""
        number = max(bisect_right(self.starts, place) - 1, 0)
        start = self.starts[number]
        end = self.starts[number + 1] - len(BLOCK_SEPARATOR) if number + 1 < len(self.starts) else len(self.text)
        bullet = not self.kinds and _BULLET.match(self.text, start)
        return (start, max(end, start)), self.kinds.get(start, "list_item" if bullet else "paragraph")

    @cached_property
    def borders(self) -> tuple[int, ...]:
        """The ends of the text's paragraphs, in order, without that of the last one."""
        found, place = [], self.text.find(BLOCK_SEPARATOR)
        while place >= 0:
            found.append(place)
            place = self.text.find(BLOCK_SEPARATOR, place + len(BLOCK_SEPARATOR))
        return tuple(found)

    def paragraph_at(self, place: int) -> int:
        """Return the number of the paragraph that a place is in, from 0."""
        return bisect_right(self.borders, place)

    def around(self, place: int, reach: int) -> Span:
        """Return the range of the paragraph at a place and of `reach` neighbours on either side."""
        number = self.paragraph_at(place)
        low, high = number - reach - 1, number + reach
        start = self.borders[low] + len(BLOCK_SEPARATOR) if low >= 0 else 0
        return start, self.borders[high] if high < len(self.borders) else len(self.text)

    def markers_between(self, start: int, end: int) -> list[Span]:
        """Return the citation markers of a range: those that extraction found, and those that look like one."""
        known = self.markers[bisect_left(self.markers, (start,)) : bisect_right(self.markers, (end,))]
        return sorted({*known, *markers_in(self.text, max(start - 1, 0), end + 1)})

    def is_marker(self, start: int, end: int) -> bool:
        """Tell whether a range consists of citation markers."""
        spans = self.markers_between(start, end)
        return all(any(a <= word.start and word.end <= b for a, b in spans) for word in words_of(self.text, start, end))

    def knows(self, form: str) -> bool:
        """Tell whether a normalized word occurs in the paper."""
        return form in self.index.forms


def places_of(
    form: str, source: GroundingText, region: Span | None = None, *, cut_numbers: bool = False
) -> Iterator[Span]:
    """Yield the ranges of the text where joined words stand as whole words, in order, at most `MOST_PLACES`.

    Places that cut a number from its sign, as in "−0.5", "3–5" or "62 %", are left out; with `cut_numbers`, only they are yielded.
    """
    low, high = (0, len(source.text)) if region is None else region
    index = source.index
    for match in _matches(form, source, index.offset_of(low), index.offset_of(high), cut_numbers=cut_numbers):
        yield _span(match, len(form), source)


def closest_place(form: str, source: GroundingText, near: Span | None) -> Span | None:
    """Return the place of joined words inside `near`, else the closest one to it; without `near` the first one."""
    if near is None:
        return next(places_of(form, source), None)
    inside = next((place for place in places_of(form, source, near) if place[1] <= near[1]), None)
    if inside is not None:
        return inside
    before = places_of(form, source, (0, near[0]))
    behind = next(places_of(form, source, (near[0], len(source.text))), None)
    found = [*before, *([behind] if behind else [])]
    return min(found, key=lambda place: max(near[0] - place[0], place[1] - near[1]), default=None)


def sign_cut_off(at: int, length: int, source: GroundingText) -> Span | None:
    """Return the place of what a match in the joined words cuts off from its ends.

    That is the sign of its first or last number, or raised or lowered digits, which make 10³ of 10 and CO₂ of CO, but for marks.
    """
    index, text = source.index, source.index.joined
    if text[at].isdigit() and at and text[at - 1] == "-":
        before = index.word_at(at - 1)
        return index.span(before, before)
    end = at + length
    if end >= len(text) or text[end] not in _CUT_OFF:
        return None
    sign = index.span(index.word_at(end), index.word_at(end))
    last = index.span(index.word_at(end - 1), index.word_at(end - 1))
    if text[end] in "%‰‱°" or (text[end] == "-" and source.text[sign[0]] != "⁻"):
        return sign if text[end - 1].isdigit() and sign[0] - last[1] <= 1 else None
    shifted = text[end] in "^_" or source.text[sign[0]] in _SHIFTED_SIGNS
    return sign if shifted and sign[0] == last[1] and not source.is_marker(*sign) else None


def _matches(form: str, source: GroundingText, low: int, high: int, *, cut_numbers: bool = False) -> Iterator[int]:
    """Yield the offsets in the index where joined words begin and end with whole words and whole numbers."""
    index = source.index
    at, tries = index.joined.find(form, low, high), 0
    while at >= 0 and tries < MOST_PLACES:
        whole = index.begins_at(at) and index.begins_at(at + len(form))
        if whole and bool(sign_cut_off(at, len(form), source)) == cut_numbers:
            yield at
        at, tries = index.joined.find(form, at + 1, high), tries + 1


def _span(at: int, length: int, source: GroundingText) -> Span:
    return source.index.span(source.index.word_at(at), source.index.word_at(at + length - 1))


def markers_in(text: str, start: int, end: int) -> list[Span]:
    """Return the ranges that look like citation markers in a range of a text: [12], (Smith et al., 2015), (2015), seals⁵."""
    brackets = [
        found.span()
        for found in _BRACKETS.finditer(text, start, end)
        if _NUMBERED.fullmatch(found[0]) or _DATED.search(found[0])
    ]
    raised = _MARKS_RAISED.finditer(text, start, end)
    return brackets + [mark.span() for mark in raised if _is_mark(text, mark)]


def _is_mark(text: str, mark: re.Match[str]) -> bool:
    """Tell whether raised digits are the mark of a citation or a footnote, not a power: as in 1998⁴, seals⁵ and 214⁵,⁶."""
    before = _MARKED.search(text[max(mark.start() - _BEFORE_MARK, 0) : mark.start()])
    if before is None:
        return False
    word, number = before["word"], before["number"]
    if not mark[0].isdigit() or (word is None and number is None):
        return True
    if word:
        symbol = len(word) < 3 and word.lower() not in meaning().plain
        return not symbol and word not in _NAMED and meaning().kinds.get(word.lower()) != "unit"
    if _YEAR.fullmatch(number):
        return True
    return number.isdigit() and int(number) > 100 and number.strip("0") != "1" and mark[0] not in "²³"


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
        return _folded(_BROKEN.sub("", token).replace("'", "").replace("’", ""))
    if kind == "number":
        plain = _folded(_THOUSANDS.sub("", token).replace("·", "."))
        return f"0{plain}" if plain[0] == "." else plain
    if kind == "shifted":
        return _form_of_shifted(token)
    if kind == "power":
        lowered = "sub" in token or token[0] in "_₋" or "₀" <= token[0] <= "₉"
        return "^_"[lowered] + _form_of_shifted(token)
    if kind == "command":
        return _form_of_command(token[1:])
    return {"minus": "-", "negated": unicodedata.normalize("NFC", token), "tag": _ENTITY.get(token, "")}.get(
        kind, _SAME_SIGN.get(token, token)
    )


def _form_of_shifted(token: str) -> str:
    """Return the plain digits of raised or lowered ones, with the signs between them."""
    plain = unicodedata.normalize("NFKD", _TAGS.sub("", token).translate(_DASHES))
    return "".join(c for c in plain if c.isdigit() or c in "-,./")


def _form_of_command(name: str) -> str:
    """Return the sign or Greek letter that a LaTeX command stands for, "" for commands of style."""
    return _SIGN_OF_COMMAND.get(name) or (name.lower().removeprefix("var") if name.lower() in _NAMED else "")


def _folded(token: str) -> str:
    if token.isascii():
        return token.lower()
    plain = unicodedata.normalize("NFKD", token).casefold()
    plain = plain.replace("⁄", "/")
    return "".join(_GREEK.get(c, c) for c in plain if c.isalnum() or c in ".,/:" or (c >= "\u0900" and c.isprintable()))
