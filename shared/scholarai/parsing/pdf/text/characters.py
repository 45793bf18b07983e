"""Normalizes the characters of PDF text: ligatures, accents, spaces and hyphens."""

from __future__ import annotations

import re
import unicodedata

from scholarai.domain.invisible_characters import BIDI_CONTROLS, TAGS, ZERO_WIDTH

_LIGATURES = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st",
    # Those of Linux Libertine and Biolinum, the fonts of ACM's style, that Unicode lacks, by the fonts' own tables.
    "\ue030": "fb", "\ue032": "ffh", "\ue033": "ffj", "\ue034": "ffk", "\ue035": "fft", "\ue036": "fh", "\ue037": "fj",
    "\ue038": "fk", "\ue039": "ft", "\ue03a": "ck", "\ue03b": "ch", "\ue03c": "tt", "\ue03d": "ct", "\ue048": "Qu",
    "\ue049": "Th", "\ue04a": "tz", "\ue0e1": "ff",
}  # fmt: skip
_TABLE = (
    {ord(character): None for character in ZERO_WIDTH + BIDI_CONTROLS}
    | dict.fromkeys(TAGS)
    | {ord(key): value for key, value in _LIGATURES.items()}
    | dict.fromkeys((*range(32), 127, 160, 8194, 8195, 8201, 8202, 8239, 12288, 65532), " ")
    | {0xAD: "-", 0x2010: "-", 0x2011: "-", 0xFFFE: "-", 0x0130: "İ", 0x02BC: "\u2019", 0x204E: "*"}
)
# Spacing accents that old TeX fonts print beside a letter, and their combining characters.
_ACCENTS = {
    "\u00b4": "\u0301", "`": "\u0300", "\u00a8": "\u0308", "\u02c6": "\u0302", "\u02dc": "\u0303", "\u00af": "\u0304",
    "\u02d8": "\u0306", "\u02d9": "\u0307", "\u02da": "\u030a", "\u02c7": "\u030c", "\u00b8": "\u0327", "\u02dd": "\u030b",
}  # fmt: skip
# Accents that TeX may print in a separate run before their letter; a grave accent is too often a quote.
_ACCENTS_BEFORE = frozenset("\u00b4\u00a8\u02c6\u02dc\u00af\u02d8\u02d9\u02da\u02c7\u02dd")
_ACCENT_BEFORE = re.compile("([\u00b4`\u00a8\u02c6\u02dc\u00af\u02d8\u02d9\u02da\u02c7\u02dd]) ?([A-Za-zıȷ])")
ACCENT = re.compile(f"[{''.join(_ACCENTS)}]")
_CEDILLA_AFTER = re.compile("([cCsStT]) ?\u00b8")
_CEDILLA_BEFORE = re.compile("\u00b8 ?([cCsStT])")
_MATH_ALPHABET = re.compile("[\U0001d400-\U0001d7ff]")
# Most text beyond ASCII is letters, dashes and quotation marks that need no change.
_CHANGED = re.compile(f"[{re.escape(''.join(map(chr, _TABLE)))}{''.join(_ACCENTS)}\U0001d400-\U0001d7ff]")


def clean(text: str) -> str:
    """Return text with ligatures expanded, accents composed and spaces normalized, without invisible characters."""
    if text.isascii():
        return text if text.isprintable() else text.translate(_TABLE)
    if not _CHANGED.search(text):
        return unicodedata.normalize("NFC", text)
    text = text.translate(_TABLE)
    text = _ACCENT_BEFORE.sub(_accented, text)
    if "\u00b8" in text:
        text = _CEDILLA_BEFORE.sub("\\1\u0327", text)
        text = _CEDILLA_AFTER.sub("\\1\u0327", text)
    if _MATH_ALPHABET.search(text):
        text = _MATH_ALPHABET.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    return unicodedata.normalize("NFC", text)


def split_accent(text: str) -> tuple[str, str]:
    """Split off a trailing accent, which belongs to the first letter of the next run."""
    return (text[:-1], text[-1]) if text and text[-1] in _ACCENTS_BEFORE else (text, "")


def _accented(match: re.Match[str]) -> str:
    if match[1] == "`" and match[0][1:2] == " ":
        return match[0]
    return accented(match[2], match[1])


def accented(letter: str, accent: str) -> str:
    """Return a letter with a spacing accent as one character, or with a combining one where there is none."""
    return unicodedata.normalize("NFC", {"ı": "i", "ȷ": "j"}.get(letter, letter) + _ACCENTS[accent])


def hides_characters(text: str) -> bool:
    """Tell whether text contains invisible characters."""
    return not text.isascii() and _HIDDEN.search(text) is not None


_HIDDEN = re.compile(f"[{ZERO_WIDTH}{BIDI_CONTROLS}{chr(TAGS.start)}-{chr(TAGS[-1])}]")


def alphanumeric(text: str) -> str:
    """Return only the letters and digits of text, in lower case, to compare text regardless of typography."""
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return "".join(filter(str.isalnum, plain.lower()))


def is_cjk(character: str) -> bool:
    """Tell whether a character belongs to a script written without spaces between words."""
    code = ord(character)
    return 0x2E80 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0xFF00 <= code <= 0xFFEF or code >= 0x20000


_HYPHENATED = re.compile(r"[^\W\d_]{2}-$")
# Prefixes and first parts that keep their hyphen when the line breaks after it.
_KEPT_AFTER = frozenset(
    "self non well high low long short multi two three one first second third state cross half all ill end real open"
    " large small higher lower left right post so e-g back co".split()
)


def joined(first: str, second: str, words: frozenset[str] = frozenset()) -> tuple[str, str]:
    """Return `first` without a line-break hyphen, and the separator before `second`, two lines of one paragraph.

    A hyphen at the line's end is removed when the word continues in lower case, unless the paper writes the compound with
    a hyphen elsewhere; `words` holds its hyphenated words in lower case.
    """
    if not first or not second:
        return first, ""
    if is_cjk(first[-1]) and is_cjk(second[0]):
        return first, ""
    if not _HYPHENATED.search(first) or not second[0].isalpha():
        return first, ("" if first.endswith(("-", "\u2013", "/")) and len(first) > 1 and first[-2] != " " else " ")
    head = re.split(r"[\s(\[]", first)[-1].lower()
    tail = re.match(r"[\w-]*", second)
    compound = head + (tail[0].lower() if tail else "")
    if second[0].isupper() or compound in words or head[:-1] in _KEPT_AFTER:
        return first, ""
    return first[:-1], ""
