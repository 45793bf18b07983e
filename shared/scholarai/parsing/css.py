"""Detects styles of HTML elements that hide their text from a browser's user."""

from __future__ import annotations

import re

# Tiny type: less than 2 px or 2 pt, and less than a fifth of the text around it.
_INVISIBLE = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|opacity:0?(?:\.0\d*)?(?=;|!|$)"
    r"|font-size:(?:(?:0|[01]?\.\d+|1)(?:px|pt)?|0?(?:\.[01]\d*)?r?em|(?:1?\d)?(?:\.\d+)?%)(?=;|!|$)"
    r"|(?:left|top|text-indent):-\d{3,}|clip-path:inset\((?:50|100)%|(?<![\w-])(?:max-)?(?:height|width):0(?:px|pt|%)?(?=;|!|$)"
)
_WHITE_TEXT = re.compile(
    r"(?:^|;)color:(?:white|transparent|#f[c-f]?f[c-f]?f[c-f]?|rgba?\((?:25\d|24[5-9]),(?:25\d|24[5-9]),(?:25\d|24[5-9])|[^;]*,0?(?:\.0\d*)?\))(?=[,;!)\s]|$)"
)
_BACKGROUND = re.compile(r"background(?:-color|-image)?:(?!(?:white|transparent|none|#fff(?:fff)?)(?:;|$))")
_WHITE_COLOR = re.compile(r"(?:white|#f[c-f]?f[c-f]?f[c-f]?)$", re.IGNORECASE)


def plain_style(style: str) -> str:
    """Return a `style` attribute as the functions below take it: without white space, in lower case."""
    return re.sub(r"\s", "", style).lower()


def has_ground(style: str) -> bool:
    """Tell whether an element has a background on which white text is seen."""
    return bool(_BACKGROUND.search(style))


def is_unseen(style: str) -> bool:
    """Tell whether an element is hidden, clear, tiny, or moved off the page."""
    return bool(_INVISIBLE.search(style))


def is_white(style: str, color: str = "") -> bool:
    """Tell whether text is white or nearly so, by its style or by the `color` of a `font`."""
    return bool(_WHITE_TEXT.search(style)) or bool(_WHITE_COLOR.match(color.strip()))
