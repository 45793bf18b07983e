"""Finds and removes invisible characters that can change what a reader or a program understands."""

from __future__ import annotations

import re
from typing import Any

import msgspec

ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u180e"
BIDI_CONTROLS = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
TAGS = range(0xE0000, 0xE0080)

_JOINERS = "\u200c\u200d"
# Scripts that are misspelt without joiners (The Unicode Standard, 23.2: Arabic, Syriac, Indic and their kin), and emoji.
_JOINED = (
    "\u0620-\u07ff\u0840-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u180d\u180f-\u18af\u1a20-\u1bff\ua840-\ua8ff"
    "\ua980-\ua9ff\uaa60-\uaaff\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f"
    "\u2194\u2195\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff"
)
_BREAK = r"[\r\x0b\x0c\x85\u2028\u2029]"
_UNSEEN = (
    r"\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u2061-\u2065\u206a-\u206f\ufff9-\ufffb\ud800-\udfff"
    + "".join(character for character in ZERO_WIDTH + BIDI_CONTROLS if character not in _JOINERS)
    + f"{chr(TAGS.start)}-{chr(TAGS[-1])}"
)
_HIDDEN = re.compile(
    rf"\r(?=\n)|(?P<space>{_BREAK})|[{_UNSEEN}]+|(?<![{_JOINED}])[{_JOINERS}]+|[{_JOINERS}]+(?![{_JOINED}{_JOINERS}])"
    f"|(?<=[{_JOINERS}])[{_JOINERS}]+"
)
# Where there is nothing to find, this finds it fifteen times as fast as _HIDDEN.
_MAYBE_HIDDEN = re.compile(rf"[\r\x0b\x0c\x85\u2028\u2029{_JOINERS}{_UNSEEN}]")
# The end of a streamed piece of which only the next piece tells whether it is hidden.
_UNDECIDED = re.compile(rf"(?<![{_JOINERS}\r])[{_JOINERS}\r]+\Z")
# Bytes of JSON that may stand for a hidden character: escapes, and the UTF-8 sequences.
_SUSPECT = re.compile(
    rb"(?<!\\)(?:\\\\)*\\[bfru]|\x7f|\xc2[\x80-\x9f\xad]|\xd8\x9c|\xe1\xa0\x8e|\xe2\x80[\x8b-\x8f\xa8-\xae]"
    rb"|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf|\xef\xbf[\xb9-\xbb]|\xf3\xa0[\x80\x81]"
)


def visible(text: str) -> str:
    """Return the text without control, direction-changing and zero-width characters.

    Newlines and tabs stay, and so does a joiner between letters of a script that needs it (Persian, Devanagari, emoji).
    Other line breaks become a space: a newline could end a heading or a list item of an export.
    """
    return _HIDDEN.sub(_shown, text) if _may_hide(text) else text


def hidden_ranges(text: str) -> list[tuple[int, int]]:
    """Return the ranges that `visible` leaves out, in order."""
    if not _may_hide(text):
        return []
    return [match.span() for match in _HIDDEN.finditer(text) if not match["space"]]


def visible_json(rendered: bytes) -> bytes:
    """Return a JSON document with every string as `visible` has it; the same bytes where nothing is hidden."""
    if not _SUSPECT.search(rendered):
        return rendered
    return msgspec.json.encode(visible_strings(msgspec.json.decode(rendered)))


def visible_strings(value: Any) -> Any:
    """Return a JSON value with every string in it as `visible` has it."""
    match value:
        case str():
            return visible(value)
        case list():
            return [visible_strings(item) for item in value]
        case dict():
            return {visible(str(name)): visible_strings(item) for name, item in value.items()}
        case _:
            return value


class VisibleStream:
    """Applies `visible` to a text that is streamed in pieces."""

    def __init__(self) -> None:
        self._before = ""
        self._held = ""

    def feed(self, piece: str) -> str:
        """Return the visible text that no further piece can change."""
        text = self._held + piece
        undecided = _UNDECIDED.search(text)
        self._held = undecided[0] if undecided else ""
        return self._seen(text[: len(text) - len(self._held)])

    def finish(self) -> str:
        """Return the rest."""
        rest, self._held = self._held, ""
        return self._seen(rest)

    def _seen(self, text: str) -> str:
        shown = visible(self._before + text)[len(visible(self._before)) :]
        self._before = text[-1:] or self._before
        return shown


def one_line(text: str | None) -> str:
    """Return a text on one line, without hidden characters."""
    return " ".join(visible(text or "").split())


def _may_hide(text: str) -> bool:
    """Rule out hidden characters in most texts quickly: Python calls none of them printable."""
    if text.replace("\n", "").replace("\t", "").isprintable():
        return False
    return _MAYBE_HIDDEN.search(text) is not None


def _shown(match: re.Match[str]) -> str:
    return " " if match["space"] else ""
