"""Reads a model's answer as it streams: text, quotes with the excerpt ids they name, or a decline.

The wanted form is `sentence <cite id="3">verbatim quote</cite>`. Models bend it: other quote marks or none, `ids`,
several ids, capital letters, escaped brackets, self-closing or unclosed tags, a missing `>`. All of these are read;
what does not look like a citation tag ("p < 0.05") stays text. Characters that nobody sees are left out. How the stream
is cut
never changes the result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, field

from scholarai.domain.limits import QUOTE_CHARACTERS
from scholarai.domain.values import Value
from scholarai.domain.visible import VisibleStream

_CITE_NAMES = ("cite", "citation", "extract", "quote")
_DECLINE_NAME = "not_in_paper"
_NAMES = (*_CITE_NAMES, _DECLINE_NAME)
# Longest tag that is waited for; `<cite id="…">` with a dozen ids is 60 characters. A guess.
_TAG_CHARACTERS = 240

_NAME_PATTERN = "|".join(_CITE_NAMES)
_LESS, _MORE = r"(?:<|&lt;)", r"(?:>|&gt;)"
_TAG = re.compile(
    rf"{_LESS}\s*+(?P<slash>/?)\s*+(?:(?P<cite>{_NAME_PATTERN})|(?P<decline>{_DECLINE_NAME}))\b"
    rf"(?P<attributes>(?:(?!{_MORE}|{_LESS}).){{0,{_TAG_CHARACTERS}}})(?:(?P<end>{_MORE})|(?={_LESS}))",
    re.IGNORECASE | re.DOTALL,
)
_IDS = re.compile(
    r"""\s*+(?:(?:ids?|n|ref|source|excerpt)\s*+=)?\s*+(?:["'“”]|&quot;)?\s*+(?P<ids>[\w.#\-]*\d(?:[\s,;]++[\w.#\-]*\d)*+)\s*+(?:["'“”]|&quot;)?""",
    re.IGNORECASE,
)
_HALF_CLOSED = re.compile(rf"{_LESS}\s*+/\s*+\w*+\s*+$")
_NUMBER_AT_END = re.compile(r"(?<!\d)(\d+)$")


class Text(Value, frozen=True):
    """Running text of the answer."""

    text: str


class Quote(Value, frozen=True):
    """A quote and the excerpt numbers that it names, in the order named; empty when it names none."""

    numbers: tuple[int, ...]
    text: str


class Declined(Value, frozen=True):
    """The model says that the paper does not answer the question."""


Piece = Text | Quote | Declined


class AnswerParser(Struct):
    """Feed it the stream, then finish it; both give the pieces that are certain by then."""

    _buffer: str = ""
    _open: tuple[int, ...] | None = field(default=None)
    _visible: VisibleStream = field(default_factory=VisibleStream)

    @property
    def in_quote(self) -> bool:
        """Tell whether the rest of a quote, or of a tag that may begin one, is still to come."""
        return self._open is not None or bool(self._buffer)

    def feed(self, delta: str) -> list[Piece]:
        """Take more of the answer and return what it settles; text that may still become a tag is held back."""
        self._buffer += self._visible.feed(delta)
        return list(self._settle())

    def finish(self, *, cut: bool = False) -> list[Piece]:
        """Return what was held back: an unclosed quote ends with its line, half a tag is dropped.

        Args:
            cut: The answer stopped in the middle, so that an unclosed quote is half of one and is dropped.
        """
        self._buffer += self._visible.finish()
        pieces = list(self._settle())
        if self._open is not None:
            pieces += [] if cut else self._close_unclosed(_HALF_CLOSED.sub("", self._buffer))
        elif self._buffer and not _may_become_tag(self._buffer):
            pieces.append(Text(self._buffer))
        self._buffer = ""
        return pieces

    def _settle(self) -> Iterator[Piece]:
        while (tag := _TAG.search(self._buffer)) is not None:
            before, self._buffer = self._buffer[: tag.start()], self._buffer[tag.end() :]
            yield from self._take(before, tag)
        yield from self._release()

    def _take(self, before: str, tag: re.Match[str]) -> Iterator[Piece]:
        if self._open is not None:
            if tag["slash"]:
                yield Quote(self._open, before.strip())
                self._open = None
                return
            yield from self._close_unclosed(before)
        elif before:
            yield Text(before)
        if tag["decline"]:
            if not tag["slash"]:
                yield Declined()
        elif not tag["slash"]:
            yield from self._enter(tag)

    def _enter(self, tag: re.Match[str]) -> Iterator[Piece]:
        attributes = tag["attributes"]
        found = _IDS.match(attributes)
        numbers = _numbers(found["ids"]) if found else ()
        if tag["end"] is None:  # `<cite id="3" quote</cite>`: the quote began inside the tag
            self._open = numbers
            self._buffer = attributes[found.end() if found else 0 :] + self._buffer
        elif attributes.rstrip().endswith("/"):
            yield Quote(numbers, "")
        else:
            self._open = numbers

    def _close_unclosed(self, body: str) -> Iterator[Piece]:
        quote, newline, rest = body.strip().partition("\n")
        yield Quote(self._open or (), quote.strip())
        self._open = None
        if rest.strip():
            yield Text(newline + rest)

    def _release(self) -> Iterator[Piece]:
        """Let go of the text before anything that may still become a tag; quotes wait for their end."""
        if self._open is not None:
            if len(self._buffer) > QUOTE_CHARACTERS:
                yield from self._close_unclosed(self._buffer)
                self._buffer = ""
            return
        hold = _held_from(self._buffer)
        if hold:
            yield Text(self._buffer[:hold])
            self._buffer = self._buffer[hold:]


def _numbers(ids: str) -> tuple[int, ...]:
    found = [_NUMBER_AT_END.search(part) for part in re.split(r"[\s,;]+", ids)]
    return tuple(dict.fromkeys(int(match[1]) for match in found if match))


def _held_from(buffer: str) -> int:
    """Return where the part begins that must wait, or the buffer's length."""
    for place in re.finditer(r"<|&", buffer):
        if _may_become_tag(buffer[place.start() :]):
            return place.start()
    return len(buffer)


def _may_become_tag(text: str) -> bool:
    lowered = text.lower()
    if len(text) > _TAG_CHARACTERS:
        return False
    if "&lt;".startswith(lowered):
        return True
    head = "<" if lowered.startswith("<") else "&lt;"
    if not lowered.startswith(head):
        return False
    rest = lowered[len(head) :].lstrip().removeprefix("/").lstrip()
    word = re.match(r"[a-z_]*", rest)
    name = word[0] if word else ""
    if name == rest:
        return any(known.startswith(name) for known in _NAMES)
    return name in _NAMES and not re.search(r"[<>]|&[lg]t;", rest)
