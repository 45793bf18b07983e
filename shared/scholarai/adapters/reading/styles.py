"""Derives a style from a font's name and MuPDF's character flags."""

from __future__ import annotations

import re
from functools import lru_cache
from operator import itemgetter
from typing import Any

from scholarai.parsing.layout import Style

# Bits of a span's `flags` and, below them, of its `char_flags`; MuPDF's names are FZ_STEXT_FILLED and …_STROKED.
_SUPERSCRIPT, _ITALIC, _MONO, _BOLD = 1, 2, 8, 16
_FILLED, _STROKED = 16, 32
_PRINTED_TWICE = 8
_BOLD_NAMES = (
    "bold",
    "black",
    "heavy",
    "semib",
    "demi",
    "medi",
    "cmbx",
    "cmssbx",
    "cmbsy",
    "cmmib",
    "-bd",
    "sfbx",
    "sfsx",
)
_BOLD_EXCEPT = ("medium-", "cmmi")
_SMALL_CAPS_NAMES = ("csc", "smallcap", "-sc", "caps")
_ITALIC_NAMES = (
    "ital",
    "obli",
    "slant",
    "cmti",
    "cmsl",
    "cmssi",
    "cmbxti",
    "cmitt",
    "ecti",
    "ecbi",
    "ecso",
    "sfti",
    "-it",
)
_MONO_NAMES = ("mono", "cmtt", "courier", "typewriter", "consol", "lmtt", "nimbusmonl", "sftt", "menlo", "code")
# Production systems of publishers end a name with letters: "AdvTTaf7f9f4f.B", "AdvOT6601a1b9.BI", "Minion-SB".
_STYLE_LETTERS = re.compile(r"[.-](s?b)?(i)?$")
# Some put letters of their own before such a name, and part a font of many glyphs into several: "AdvOT01861455.I+fb" has its ligatures.
_ADVENT = re.compile(r"(?:[A-Z][a-z]{5})?(Adv[A-Z]+[0-9a-f]+(?:\.[BI]+)?)(?:\+[0-9a-f]{2})?")
# Programs that recognise scans set the text in type of one width without a picture, which says nothing of the print.
_RECOGNISED = "glyphlessfont"
# A paper has some hundred; a hostile file may have one for each character.
_MOST_KINDS = 4_096

_described = itemgetter("font", "size", "flags", "char_flags", "color", "alpha")


class _Kinds(dict[tuple[Any, ...], tuple[Style, bool]]):
    """Cache of (style, is_superscript) by MuPDF's span attributes."""

    def __missing__(self, described: tuple[Any, ...]) -> tuple[Style, bool]:
        if len(self) >= _MOST_KINDS:
            self.clear()
        font, size, flags, char_flags, color, alpha = described
        # Whether a space was printed or only left, MuPDF tells by another flag: it makes no other style.
        painted = bool(char_flags & (_FILLED | _STROKED))
        flags |= _BOLD if char_flags & _PRINTED_TWICE else 0
        kind = self[described] = _kind(font, round(size, 1), flags, color, alpha, painted=painted)
        return kind


_kinds = _Kinds()


def kinds_of(spans: list[dict[str, Any]]) -> list[tuple[Style, bool]]:
    """Return each span's style, and whether it is raised: equal ones are mostly one object."""
    return list(map(_kinds.__getitem__, map(_described, spans)))


@lru_cache(maxsize=_MOST_KINDS)
def _kind(font: str, size: float, flags: int, color: int, alpha: int, *, painted: bool) -> tuple[Style, bool]:
    if parted := _ADVENT.fullmatch(font):
        font = parted[1]
    name = font.lower()
    letters = _STYLE_LETTERS.search(name)
    marked_bold, marked_italic = letters.groups() if letters else (None, None)
    bold = bool(flags & _BOLD or marked_bold) or (
        any(part in name for part in _BOLD_NAMES) and not name.startswith(_BOLD_EXCEPT)
    )
    style = Style(
        font,
        size,
        bold=bold,
        italic=bool(flags & _ITALIC or marked_italic) or any(part in name for part in _ITALIC_NAMES),
        mono=name != _RECOGNISED and (bool(flags & _MONO) or any(part in name for part in _MONO_NAMES)),
        small_caps=any(part in name for part in _SMALL_CAPS_NAMES),
        color=color,
        alpha=alpha,
        painted=painted,
    )
    return style, bool(flags & _SUPERSCRIPT)
