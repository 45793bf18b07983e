"""Parses a model's answer as it streams: text, citations with the ids that they name, or a decline.

The prompt asks for `sentence <cite id="3.2"/>`, which names a sentence, and `sentence <cite id="3">verbatim quote</cite>`.
Models deviate: other quotation marks or none, `ids`, several ids, capital letters, escaped or square brackets, self-closing or
unclosed tags, a missing `>`, ids without a tag: `[3.2]`, `{3.2-3.4}`, `(id 3.2)`, `<3.2>` or "[excerpt 3, sentence 2]". All of
these are parsed. What does not look like a citation ("p < 0.05"), and what may be the paper's own, such as the interval
"[3.2, 4.5]", stays text. Invisible characters are removed. The result does not depend on how the stream is divided.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, field, structs

from scholarai.domain.invisible_characters import VisibleStream
from scholarai.domain.limits import QUOTE_CHARACTERS
from scholarai.domain.sentences import SentenceId, ShownExcerpts
from scholarai.domain.values import Value

# Longest tag and longest mark; text that may become one is held back. A tag of 400 ids has 2,800 characters. Guesses.
TAG_CHARACTERS, MARK_CHARACTERS = 4_000, 160
_NAMES = r"(?:cite|citation|extract|quote|not_in_paper)"
_KEYS = r"(?:cite|citation|source|see|ref|ids?|n|excerpt|sentences?)"
_LESS, _MORE = r"(?:<|&lt;)", r"(?:>|&gt;)"
_NUMBER = r"\d{1,4}"
_AROUND = r"(?:[\"'“”\[(]|&quot;|[\])](?=\s*+(?:[\"'“”/>]|&quot;|&gt;)))*+"
_IDS = (
    rf"\s*+{_KEYS}?+\s*+[=:]?\s*+{_AROUND}\s*+"
    r"(?P<ids>[\w.#\-–—]{0,24}\d(?:[\s,;&–—-]++[\w.#]{0,24}\d)*+(?:[\"']?\s++sentences?\s*+=\s*+[\"']?[\d–—-]+)?+)"
    rf"{_AROUND}"
)
TAG = re.compile(
    rf"(?:{_LESS}|(?P<square>[\[{{])(?=\s*+/?\s*+(?:cite|not_in_paper)\b))\s*+(?P<slash>/?)\s*+(?P<name>{_NAMES})\b"
    rf"(?:{_IDS})?+(?:\s*+[\w-]++\s*+=\s*+(?:\"[^\"<>]*+\"|'[^'<>]*+'|[^\s\"'<>/\]}}]++))*+"
    rf"(?:\s*+(?P<alone>/?)\s*+(?P<end>(?(square)[\]}}]|{_MORE})))?+",
    re.IGNORECASE,
)
_ID = rf"{_NUMBER}\.{_NUMBER}(?:\s?[-–—]\s?(?:{_NUMBER}\.)?{_NUMBER})?"
_SPOKEN = rf"({_NUMBER})\D{{1,3}}sentences?\D{{1,3}}({_NUMBER})(?:[-–—]({_NUMBER}))?"
MARK = re.compile(
    rf"(?P<open>[\[({{【<])\s?(?P<key>(?:{_KEYS}\b[\s:=#]{{0,3}}){{0,3}})"
    rf"(?:[\"'“]?(?P<ids>{_ID}(?:\s?[,;&]\s?{_ID}){{0,19}})[\"'”]?|excerpt\W{{1,3}}{_SPOKEN})\s?/?\s?[\])}}】>]",
    re.IGNORECASE,
)
_OPENERS = re.compile(r"[<&\[({【]")
_ATTRIBUTE = re.compile(r"(?<![\w-])[\w-]++\s*+=\s*+(?:\"[^\"<>]*+(?:\"|$)|'[^'<>]*+(?:'|$)|$)")
_BEGUN = re.compile(
    rf"(?:(?:<|&(?:l?$|lt$|lt;))(?:[^\w<>]|\d|{_NAMES}\b|{_KEYS}\b)*+|[\[({{【](?:[^\w<>\])}}】]|\d|{_NAMES}\b|{_KEYS}\b)*+)"
    r"(?P<last>\w*+)",
    re.IGNORECASE,
)
_WORDS = "cite citation extract quote not_in_paper source see ref ids n excerpt sentences".split()
_PAIR = re.compile(_SPOKEN, re.IGNORECASE)
_APART, _DASH = re.compile(r"[\s,;&]+"), re.compile(r"\s{0,3}[-–—]\s{0,3}")
_DOTTED = re.compile(rf"[#§s]?({_NUMBER})\.({_NUMBER})(?:-(?:({_NUMBER})\.)?({_NUMBER}))?", re.IGNORECASE)


class Text(Value, frozen=True):
    """Running text of the answer."""

    text: str


class Quote(Value, frozen=True):
    """A citation: the excerpts and the sentences that it names, in the order named, and the words that it copies."""

    numbers: tuple[int, ...] = ()
    text: str = ""
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
    _open: Quote | None = None
    _line: str = ""
    _fenced: bool = False
    _visible: VisibleStream = field(default_factory=VisibleStream)

    @property
    def in_quote(self) -> bool:
        """Tell whether a quote, or a tag that may begin one, is incomplete."""
        return self._open is not None or bool(self._buffer)

    def feed(self, delta: str) -> list[Piece]:
        """Take more of the answer and return what is certain; text that may still become a tag is held back."""
        self._buffer += self._visible.feed(delta)
        return list(self._settle())

    def finish(self, *, cut: bool = False) -> list[Piece]:
        """Return the text that was held back; an unclosed quote ends at the end of its line.

        Args:
            cut: The answer was cut off, so that an unclosed quote or tag at its end is incomplete and is dropped.
        """
        self._buffer += self._visible.finish()
        return list(self._settle(last=True, cut=cut))

    def _settle(self, *, last: bool = False, cut: bool = False) -> Iterator[Piece]:
        while True:
            end, found = self._next(last=last)
            before, rest = self._buffer[:end], self._buffer[end:]
            if self._open is not None:
                if found is None and not last and end <= QUOTE_CHARACTERS:
                    return
                if found is not None and found["slash"] and end <= QUOTE_CHARACTERS:
                    self._buffer = rest[len(found[0]) :]
                    yield self._closed(before)
                else:
                    yield from self._close_unclosed(before, cut=cut and found is None)
                    self._buffer += rest
                continue
            if before:
                yield self._said(before)
            if last and found is not None and _is_half(found, cut=cut):
                self._buffer = ""
                return
            self._buffer = rest if found is None else rest[len(found[0]) :]
            if found is None:
                return
            yield from self._take(found)

    def _next(self, *, last: bool) -> tuple[int, re.Match[str] | None]:
        """Return where the text ends: at a tag or a mark, at what may still become one, or at the end of the buffer."""
        for place in _OPENERS.finditer(self._buffer):
            start = place.start()
            match = TAG.match(self._buffer, start)
            if match is None and self._open is None and self.shown is not None:
                match = MARK.match(self._buffer, start)
            more = not last and _may_go_on(self._buffer, start)
            if (
                match is not None
                and match.end() - start <= TAG_CHARACTERS
                and (match.re is MARK or match["end"] or not more)
            ):
                return start, match
            if more:
                return start, None
        return len(self._buffer), None

    def _take(self, found: re.Match[str]) -> Iterator[Piece]:
        if found.re is MARK:
            in_code = self._fenced or self._line.count("`") % 2
            named = None if self.shown is None or in_code else _named_by(found, self.shown)
            yield self._said(found[0]) if named is None else named
        elif found["name"].lower() == "not_in_paper":
            if not found["slash"]:
                yield Declined()
        elif not found["slash"]:
            named = read_ids(found["ids"] or "")
            if found["alone"] or (named.sentences and not found["end"]):
                yield named
            elif found["end"] or named.numbers:
                self._open = named
            else:
                yield self._said(found[0])

    def _said(self, text: str) -> Text:
        """Return text as a piece, and note whether code goes on behind it."""
        *lines, self._line = (self._line + text).split("\n")
        self._fenced ^= sum(line.lstrip().startswith(("```", "~~~")) for line in lines) % 2 == 1
        return Text(text)

    def _closed(self, body: str) -> Quote:
        named, self._open = self._open or Quote(), None
        inside = body.strip(" [](){}\n")
        if re.fullmatch(r"[\d\s.,;–—-]+", inside) and (ids := read_ids(inside)).sentences:
            return ids
        shown = self.shown
        if shown is not None:  # the ids that precede the sentences of an excerpt in the prompt
            body = MARK.sub(lambda mark: "" if _named_by(mark, shown) else mark[0], body)
        return structs.replace(named, text=body.strip())

    def _close_unclosed(self, body: str, *, cut: bool) -> Iterator[Piece]:
        """End a quote with its line; words that do not stand in an excerpt are text and no quote."""
        named, self._open = self._open or Quote(), None
        quote, newline, rest = body.strip().partition("\n")
        is_quote = 0 < len(quote) <= len(body) <= QUOTE_CHARACTERS and (
            self.shown.says(quote) if self.shown is not None else not named.sentences
        )
        self._buffer = newline + rest if is_quote else body
        if not cut or named.sentences:
            yield structs.replace(named, text=quote.strip() if is_quote else "")
        else:
            self._buffer = ""


def read_ids(text: str) -> Quote:
    """Parse the ids of a tag: "3" names an excerpt, "3.2" and "3.2-3.4" name sentences of one, "3.2-5.1" those of several."""
    spoken = _PAIR.search(text)
    if spoken:
        return _named([_range(spoken[1], spoken[2], None, spoken[3])], [])
    sentences: list[SentenceId] = []
    numbers: list[int] = []
    for part in _APART.split(_DASH.sub("-", text)):
        if (dotted := _DOTTED.fullmatch(part)) is not None:
            sentences.append(_range(*dotted.groups()))
        elif (ending := re.search(r"(?<!\d)(\d+)$", part)) is not None:
            numbers.append(int(ending[1]))
    return _named(sentences, numbers)


def _range(excerpt: str, first: str, until: str | None, last: str | None) -> SentenceId:
    (low, start), (high, end) = sorted(((int(excerpt), int(first)), (int(until or excerpt), int(last or first))))
    return SentenceId(low, start, end, high if high > low else None)


def _named(sentences: list[SentenceId], numbers: list[int]) -> Quote:
    excerpts = [*(sentence.excerpt for sentence in sentences), *numbers]
    return Quote(tuple(dict.fromkeys(excerpts)), "", tuple(dict.fromkeys(sentences)))


def _named_by(mark: re.Match[str], shown: ShownExcerpts) -> Quote | None:
    """Return what a match of MARK names, None where it is part of the text and no citation."""
    if mark["ids"] is None:
        return read_ids(mark[0])
    named = read_ids(mark["ids"])
    if shown.says(mark[0]):
        return None
    known = all(map(shown.places, named.sentences))
    if mark["key"] or (known and mark["open"] != "("):
        return named
    sure = known or (mark["open"] != "(" and len(named.sentences) == 1)
    printed = any(map(shown.has_number, re.findall(rf"{_NUMBER}\.{_NUMBER}", mark["ids"])))
    return named if sure and not printed else None


def _is_half(found: re.Match[str], *, cut: bool) -> bool:
    """Tell whether a match is the beginning of a tag at the end of the answer, which names nothing, or not all that it would."""
    return (
        found.re is TAG and not found["end"] and (cut or not found["ids"]) and _may_go_on(found.string, found.start())
    )


def _may_go_on(text: str, start: int) -> bool:
    """Tell whether a text may, from a bracket at `start` to its end, be the beginning of a tag or a mark."""
    longest = TAG_CHARACTERS if text[start] in "<&" else MARK_CHARACTERS
    if len(text) - start > longest:
        return False
    begun = _BEGUN.fullmatch(_ATTRIBUTE.sub("", text[start:].replace("&quot;", '"')))
    if begun is None:
        return False
    in_tag = re.search(rf"{_NAMES}\b", begun[0], re.IGNORECASE)
    return in_tag is not None or any(word.startswith(begun["last"].lower()) for word in _WORDS)
