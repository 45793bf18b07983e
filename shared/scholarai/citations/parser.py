"""Parses a model's answer as it streams: text, citations with the ids that they name, or a decline.

The prompt asks for `sentence <cite id="3.2"/>`, which names a sentence, and `sentence <cite id="3">verbatim quote</cite>`.
Models deviate: other quotation marks or none, `ids`, several ids, capital letters, escaped or square brackets, self-closing or
unclosed tags, a missing `>`, ids without a tag: `[3.2]`, `{3.2-3.4}`, `(id 3.2)`, `<3.2>` or "excerpt 3, sentence 2". All of
these are parsed. What does not look like a citation ("p < 0.05"), and what may be the paper's own, such as the interval
"[3.2, 4.5]", stays text. Invisible characters are removed. The result does not depend on how the stream is divided.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec import Struct, field

from scholarai.domain.limits import QUOTE_CHARACTERS
from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.sentences import SentenceId, ShownExcerpts
from scholarai.domain.values import Value
from scholarai.domain.visible import VisibleStream

_CITE_NAMES = ("cite", "citation", "extract", "quote")
_DECLINE_NAME = "not_in_paper"
_NAMES = (*_CITE_NAMES, _DECLINE_NAME)
# Longest tag for which text is held back; `<cite id="…">` with a dozen ids has 60 characters. A guess.
_TAG_CHARACTERS = 240
# From this many words behind its ids on, a tag contains text and no attributes. A guess: `id="3" and "4"` has one.
_LEAST_TEXT = 4
# Longest mark for which text is held back; `MARK` matches no longer one.
MARK_CHARACTERS = 160
_NAME_PATTERN = "|".join(_CITE_NAMES)
_LESS, _MORE = r"(?:<|&lt;)", r"(?:>|&gt;)"
_OPEN = rf"(?:{_LESS}|(?P<square>[\[{{](?=\s*+/?\s*+cite\b)))"
_CLOSE = rf"(?(square)[\]}}]|{_MORE})"
_TAG = lazy_pattern(
    rf"{_OPEN}\s*+(?P<slash>/?)\s*+(?:(?P<cite>{_NAME_PATTERN})|(?P<decline>{_DECLINE_NAME}))\b"
    rf"(?P<attributes>(?:(?!{_CLOSE}|{_LESS}).){{0,{_TAG_CHARACTERS}}})(?:(?P<end>{_CLOSE})|(?={_LESS}))",
    re.IGNORECASE | re.DOTALL,
)
_IDS = lazy_pattern(
    r"""\s*+(?:ids?|n|ref|source|excerpt|sentence)?\s*+[=:]?\s*+(?:["'“”\[(]|&quot;)*+\s*+"""
    r"""(?P<ids>[\w.#\-–—]{0,24}\d(?:[\s,;&–—-]++[\w.#]{0,24}\d)*+(?:["']?\s++sentences?\s*+=\s*+["']?[\d–—-]+)?+)"""
    r"""\s*+(?:["'“”\])]|&quot;)*+""",
    re.IGNORECASE,
)
_ONLY_IDS = lazy_pattern(r"[\s\[({]*+\d{1,4}\.\d{1,4}[\s\d.,;–—-]*+[\])}\s]*+")
_BEGINNINGS = lazy_pattern(r"[<&\[({【]|\be", re.IGNORECASE)
_HALF_CLOSED = lazy_pattern(rf"{_LESS}\s*+/\s*+\w*+\s*+$")
_NUMBER = r"\d{1,4}"
_ID = rf"{_NUMBER}\.{_NUMBER}(?:\s?[-–—]\s?(?:{_NUMBER}\.)?{_NUMBER})?"
_KEYS = ("cite", "citation", "source", "see", "ref", "id", "ids", "excerpt", "sentence", "sentences")
_KEY = rf"(?:{'|'.join(_KEYS)})\b[\s:=#]{{0,3}}"
_GAP = r"[\s.,;:#=\"']{1,3}"
_WORDS = rf"excerpt{_GAP}{_NUMBER}{_GAP}sentences?{_GAP}{_NUMBER}(?:[-–—]{_NUMBER})?"
_ID_LIST = rf"[\"'“]?(?P<ids>{_ID}(?:\s?[,;&]\s?{_ID}){{0,3}})[\"'”]?"
MARK = lazy_pattern(
    rf"(?P<open>[\[({{【<])\s?(?P<key>(?:{_KEY}){{0,3}})(?:{_ID_LIST}|{_WORDS})\s?/?\s?[\])}}】>]|\b{_WORDS}(?=[^\w–—-])"
    rf"|<\s?cite\s{{1,3}}ids?\s?=\s?[\"'“]{_ID}[\"'”](?=\s)",
    re.IGNORECASE,
)
_SIGNS = r"[\s\d.,;:=#&/\"'“”–—-]*+"
_BEGUN = lazy_pattern(rf"(?:[\[({{【<]|e){_SIGNS}(?:[a-z]++{_SIGNS}){{0,5}}", re.IGNORECASE)
_LETTERS = lazy_pattern(r"[a-z]+")
_SPOKEN = lazy_pattern(rf"({_NUMBER}){_GAP}sentences?{_GAP}({_NUMBER})(?:[-–—]({_NUMBER}))?", re.IGNORECASE)
_DOTTED = lazy_pattern(rf"[#§s]?({_NUMBER})\.({_NUMBER})(?:-(?:({_NUMBER})\.)?({_NUMBER}))?", re.IGNORECASE)
_APART = lazy_pattern(r"[\s,;&]+")
_DASH = lazy_pattern(r"\s{0,3}[-–—]\s{0,3}")
_NUMBER_AT_END = lazy_pattern(r"(?<!\d)(\d+)$")


class Text(Value, frozen=True):
    """Running text of the answer."""

    text: str


class Named(Value, frozen=True, kw_only=False):
    """The excerpts and the sentences that a citation names, in the order named."""

    numbers: tuple[int, ...] = ()
    sentences: tuple[SentenceId, ...] = ()


class Quote(Value, frozen=True):
    """A citation: the excerpts that it names, in the order named, with its quote, or with the sentences that it names."""

    numbers: tuple[int, ...]
    text: str
    sentences: tuple[SentenceId, ...] = ()


class Declined(Value, frozen=True):
    """The model says that the paper does not answer the question."""


Piece = Text | Quote | Declined


class AnswerParser(Struct):
    """Parses a stream that it is fed; `feed` and `finish` return the pieces that are certain by then.

    `shown` are the excerpts in which ids without a tag, and quotes without an end, are looked up; without them none are recognized.
    """

    shown: ShownExcerpts | None = None
    _buffer: str = ""
    _open: Named | None = field(default=None)
    _visible: VisibleStream = field(default_factory=VisibleStream)

    @property
    def in_quote(self) -> bool:
        """Tell whether a quote, or a tag that may begin one, is incomplete."""
        return self._open is not None or bool(self._buffer)

    def feed(self, delta: str) -> list[Piece]:
        """Take more of the answer and return what is certain; text that may still become a tag is held back."""
        self._buffer += self._visible.feed(delta)
        return [*self._settle(), *self._release()]

    def finish(self, *, cut: bool = False) -> list[Piece]:
        """Return what was held back: an unclosed quote ends with its line, half a tag is dropped.

        Args:
            cut: The answer was cut off, so that an unclosed quote is incomplete and is dropped.
        """
        self._buffer += self._visible.finish()
        pieces = [*self._settle(), *self._release()]
        while self._open is not None or self._buffer:
            ended = self._rest(cut=cut) if self._open is None else self._close_unclosed(cut=cut)
            pieces += [*ended, *self._settle(), *self._release()]
        return pieces

    def _rest(self, *, cut: bool) -> Iterator[Piece]:
        """Yield the pieces of the part that was held back, given that nothing follows it."""
        held, self._buffer = self._buffer, ""
        mark = MARK.match(f"{held} ") if self.shown is not None else None
        tag = None if cut else _TAG.fullmatch(f"{held}>")
        if mark is not None and mark.end() >= len(held):
            yield from self._take_mark("", mark)
        elif tag is not None and (half := _ids_of(tag["attributes"]))[0].sentences:
            yield Quote(half[0].numbers, "", half[0].sentences)
            self._buffer = tag["attributes"][half[1] :].removeprefix("/")
        elif held and not _may_become_tag(held):
            yield Text(held)

    def _settle(self) -> Iterator[Piece]:
        while (found := self._next()) is not None:
            before, rest = self._buffer[: found.start()], self._buffer[found.end() :]
            if found.re.pattern != _TAG.pattern:
                self._buffer = rest
                yield from self._take_mark(before, found)
            elif self._open is None or found["slash"]:
                self._buffer = rest
                yield from self._take(before, found)
            else:  # another tag ends a quote that was not closed; what was no quote is parsed again
                self._buffer = before
                yield from self._close_unclosed()
                self._buffer += found[0] + rest

    def _next(self) -> re.Match[str] | None:
        """Return the first tag or mark, unless text before it may become a tag; inside a quote there are no marks."""
        tag = _TAG.search(self._buffer)
        mark = MARK.search(self._buffer) if self.shown is not None and self._open is None else None
        first = min(filter(None, (tag, mark)), key=lambda found: found.start(), default=None)
        return first if first is not None and first.start() < self._held_from(_may_become_tag) else None

    def _take_mark(self, before: str, mark: re.Match[str]) -> Iterator[Piece]:
        named = _named_by(mark, self.shown) if self.shown is not None else None
        text = before if named is not None else before + mark[0]
        if text:
            yield Text(text)
        if named is not None:
            yield Quote(named.numbers, "", named.sentences)

    def _take(self, before: str, tag: re.Match[str]) -> Iterator[Piece]:
        if self._open is not None:
            yield self._closed(before)
            return
        if before:
            yield Text(before)
        if tag["decline"]:
            if not tag["slash"]:
                yield Declined()
        elif not tag["slash"]:
            yield from self._enter(tag)

    def _enter(self, tag: re.Match[str]) -> Iterator[Piece]:
        attributes = tag["attributes"]
        named, behind = _ids_of(attributes)
        if tag["end"] is None or _is_text(attributes[behind:]):  # `<cite id="3" quote</cite>`: it began inside the tag
            self._open = named
            self._buffer = attributes[behind:] + (tag["end"] or "") + self._buffer
        elif attributes.rstrip().endswith("/"):
            yield Quote(named.numbers, "", named.sentences)
        else:
            self._open = named

    def _closed(self, body: str) -> Quote:
        named, self._open = self._open or Named(), None
        inside = read_ids(body.strip(" [](){}\n")) if _ONLY_IDS.fullmatch(body) else Named()
        if inside.sentences:
            return Quote(inside.numbers, "", inside.sentences)
        return Quote(named.numbers, self._without_marks(body.strip()), named.sentences)

    def _close_unclosed(self, *, cut: bool = False) -> Iterator[Piece]:
        """End a quote with its line; if it names a sentence, words that do not stand in an excerpt are text and no quote."""
        named, self._open = self._open or Named(), None
        quote, newline, rest = _HALF_CLOSED.sub("", self._buffer).strip().partition("\n")
        if named.sentences and not (self.shown is not None and self.shown.says(quote)):
            yield Quote(named.numbers, "", named.sentences)
            return
        self._buffer = ""
        if not cut:
            yield Quote(named.numbers, quote.strip(), named.sentences)
            if rest.strip():
                yield Text(newline + rest)

    def _without_marks(self, quote: str) -> str:
        """Return a quote without the ids that precede the sentences of an excerpt in the prompt."""
        shown = self.shown
        if shown is None:
            return quote
        return MARK.sub(lambda mark: "" if _named_by(mark, shown) else mark[0], quote).strip()

    def _release(self) -> Iterator[Piece]:
        """Yield the text before anything that may still become a tag or a mark; quotes are held until they end."""
        if self._open is not None:
            if len(self._buffer) > QUOTE_CHARACTERS:
                yield from self._close_unclosed()
            return
        hold = self._held_from(self._may_become_more)
        if hold:
            yield Text(self._buffer[:hold])
            self._buffer = self._buffer[hold:]

    def _may_become_more(self, text: str) -> bool:
        return _may_become_tag(text) or (self.shown is not None and may_become_mark(text))

    def _held_from(self, may_become: Callable[[str], bool]) -> int:
        """Return where the part of the buffer that must be held back begins, or the buffer's length."""
        for place in _BEGINNINGS.finditer(self._buffer):
            if may_become(self._buffer[place.start() : place.start() + _TAG_CHARACTERS + 1]):
                return place.start()
        return len(self._buffer)


def read_ids(text: str) -> Named:
    """Parse the ids of a tag: "3" names an excerpt, "3.2" and "3.2-3.4" name sentences of one."""
    spoken = _SPOKEN.search(text)
    if spoken:
        return _named([_range(spoken[1], spoken[2], spoken[3])], [])
    sentences: list[SentenceId] = []
    numbers: list[int] = []
    for part in _APART.split(_DASH.sub("-", text)):
        if (dotted := _DOTTED.fullmatch(part)) is not None:
            excerpt, first, other, last = dotted.groups()
            within = other in {None, excerpt}
            sentences += [_range(excerpt, first, last)] if within else [_range(excerpt, first), _range(other, last)]
        elif (ending := _NUMBER_AT_END.search(part)) is not None:
            numbers.append(int(ending[1]))
    return _named(sentences, numbers)


def _range(excerpt: str, first: str, last: str | None = None) -> SentenceId:
    low, high = sorted((int(first), int(last or first)))
    return SentenceId(int(excerpt), low, high)


def _named(sentences: list[SentenceId], numbers: list[int]) -> Named:
    excerpts = [*(one.excerpt for one in sentences), *numbers]
    return Named(tuple(dict.fromkeys(excerpts)), tuple(dict.fromkeys(sentences)))


def _named_by(mark: re.Match[str], shown: ShownExcerpts) -> Named | None:
    """Return what a match of MARK names, None where it is part of the text and no citation."""
    if mark["ids"] is None:
        return read_ids(" ".join(re.findall(_ID, mark[0])) or mark[0])
    named = read_ids(mark["ids"])
    if shown.says(mark[0]):
        return None
    if mark["key"]:
        return named
    known = all(shown.place(one) for one in named.sentences)
    if known and mark["open"] != "(":
        return named
    sure = known or (mark["open"] != "(" and len(named.sentences) == 1)
    return named if sure and not _is_printed(mark["ids"], shown) else None


def _is_printed(ids: str, shown: ShownExcerpts) -> bool:
    """Tell whether an excerpt contains any of the ids as a number of its own."""
    return any(map(shown.has_number, re.findall(rf"{_NUMBER}\.{_NUMBER}", ids)))


def _ids_of(attributes: str) -> tuple[Named, int]:
    """Return what the attributes of a tag name, and where the ids end in them."""
    found = _IDS.match(attributes)
    return (read_ids(found["ids"]), found.end()) if found else (Named(), 0)


def _is_text(behind: str) -> bool:
    """Tell whether the rest of a tag behind its ids is text, so that a ">" in it, as in "p > 0.05", does not end the tag."""
    words = behind.split()
    letters = sum(word[0].isalpha() for word in words)
    on_next_line = behind.lstrip(" \t").startswith("\n")
    return "=" not in "".join(words[:_LEAST_TEXT]) and letters >= (1 if on_next_line else _LEAST_TEXT)


def _may_become_tag(text: str) -> bool:
    lowered = text.lower()
    if len(text) > _TAG_CHARACTERS:
        return False
    if "&lt;".startswith(lowered):
        return True
    head = next((head for head in ("<", "&lt;", "[", "{") if lowered.startswith(head)), None)
    if head is None:
        return False
    names, closing = (_NAMES, r"[<>]|&[lg]t;") if head in {"<", "&lt;"} else (("cite",), r"[\]}<]|&lt;")
    rest = lowered[len(head) :].lstrip().removeprefix("/").lstrip()
    word = re.match(r"[a-z_]*", rest)
    name = word[0] if word else ""
    if name == rest:
        return any(known.startswith(name) for known in names)
    return name in names and not re.search(closing, rest)


def may_become_mark(text: str) -> bool:
    """Tell whether a text that begins with a bracket or an "e" may still become a MARK."""
    if len(text) > MARK_CHARACTERS or not _BEGUN.fullmatch(text):
        return False
    return all(any(key.startswith(word) for key in _KEYS) for word in _LETTERS.findall(text.lower()))
