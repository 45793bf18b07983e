"""Detects LaTeX commands that make text invisible: of the colour of its background, transparent, too small, or off the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from scholarai.parsing.hidden_text import LEAST_OPACITY, LEAST_SCALE, TINY_PT, WHITE, colour_of_hex, is_lost_in
from scholarai.parsing.latex.nodes import TABULARS, arguments, options, source_of

# Least lightness of white, from 0 to 1. A guess near what adapters/reading/visibility.py measures on drawn pages.
_WHITE_FROM = 0.94
# Text moved so far leaves the page: 25 cm. A guess.
_FAR_PT = 711.0
_DEFINED = re.compile(r"\\definecolor\s*\{([^{}]+)\}\s*\{(\w+)\}\s*\{([^{}]*)\}")
_LET = re.compile(r"\\colorlet\s*\{([^{}]+)\}\s*\{([^{}]+)\}")
_INVISIBLE = re.compile(r"Invisible|TextRenderingMode\s*+=\s*+[37]")
_NUMBER = re.compile(r"\d*\.?\d+")
_LENGTH = re.compile(r"\s*+([-+]?\d++(?:\.\d*+)?+|[-+]?\.\d++)\s*+(?:true\s*+)?+(pt|pc|mm|cm|in|bp|sp|em|ex|dd)?+\s*+")
_PT = {
    "pt": 1.0,
    "bp": 1.0,
    "mm": 2.845,
    "cm": 28.45,
    "in": 72.27,
    "sp": 1 / 65536,
    "pc": 12.0,
    "em": 10.0,
    "ex": 4.3,
    "dd": 1.07,
}
# Commands that paint a background on which white text is visible.
_BACKGROUND = re.compile(
    r"\\(?:row|cell|column|page)color\s*+(?:\[\w++\]\s*+)?+\{(?!\s*+white)|\\rowcolors|colback\s*+=|backgroundcolor\s*+="
)
_BOXES = frozenset({"colorbox", "fcolorbox", "tcbox"})
_BOX_ENVIRONMENTS = frozenset({"tcolorbox", "mdframed", "beamercolorbox", "shaded", "shaded*"})


class Visibility:
    """Tells whether commands hide text, given the colours that a document defines."""

    def __init__(self, source: str) -> None:
        self._white = {"white"}
        for name, model, value in _DEFINED.findall(source):
            if self._is_white(model, value):
                self._white.add(name.strip())
        self._white |= {name.strip() for name, other in _LET.findall(source) if self._is_white("", other)}
        self._dark_page = "\\pagecolor" in source

    def switches(self, node: Any) -> bool | None:
        """Return True for a declaration that hides the rest of its group, False for one that shows it, None for any other."""
        match _named(node, "color", "transparent", "fontsize", "hspace"):
            case "color", [value]:
                return not self._dark_page and self._is_white(_model(node), value)
            case "transparent", [share]:
                return _value(share) < LEAST_OPACITY
            case "fontsize", [size, *_]:
                return _points(size) < TINY_PT
            case "hspace", [space] if is_far(space):
                return space.strip().startswith("-")
        return None

    def hides(self, node: Any) -> bool:  # noqa: PLR0911  a way to hide each
        """Tell whether a command hides its argument."""
        match _named(
            node, "textcolor", "texttransparent", "scalebox", "resizebox", "raisebox", "textpdfrender", "invisible"
        ):
            case "textcolor", [value, _]:
                return not self._dark_page and self._is_white(_model(node), value)
            case "texttransparent", [share, _]:
                return _value(share) < LEAST_OPACITY
            case "scalebox", [factor, _]:
                return _value(factor) < LEAST_SCALE
            case "resizebox", [width, height, _]:
                return min(_points(width), _points(height)) < TINY_PT
            case "raisebox", [lift, _]:
                return is_far(lift)
            case "textpdfrender", [how, _]:
                return bool(_INVISIBLE.search(how))
            case "invisible", [_]:
                return True
        return False

    def hides_in_formula(self, name: str, given: Sequence[str]) -> bool:
        """Tell whether a command in a formula hides what is behind its option and its first argument."""
        model, value = given
        if name in {"color", "textcolor"}:
            return not self._dark_page and self._is_white(model, value)
        if name == "raisebox":
            return is_far(value)
        return _value(value) < (LEAST_SCALE if name == "scalebox" else LEAST_OPACITY)

    def background(self, node: Any) -> tuple[str, str] | None:
        """Return the colour that a box is filled with, as written; None for any other command."""
        match _named(node, "colorbox", "fcolorbox"):
            case _, [*_, value, _]:
                return _model(node), value.strip()
        return None

    def color(self, node: Any) -> tuple[str, str] | None:
        """Return the colour that a command sets its argument or the rest of its group in, as written; None for any other."""
        match _named(node, "textcolor", "color"):
            case _, [value, *_]:
                return _model(node), value.strip()
        return None

    def paints_background(self, node: Any) -> bool:
        """Tell whether a command or an environment paints a background on which white text is visible."""
        if getattr(node, "macroname", None) in _BOXES:
            return (
                not self._is_white(_model(node), source_of(arguments(node)[-2])) if len(arguments(node)) > 1 else True
            )
        environment = getattr(node, "environmentname", "")
        if environment in _BOX_ENVIRONMENTS:
            return True
        return environment in TABULARS and bool(_BACKGROUND.search(node.latex_verbatim()))

    def _is_white(self, model: str, value: str) -> bool:  # noqa: PLR0911  a way to write colours each
        numbers = [float(number) for number in _NUMBER.findall(value)]
        match model.strip():
            case "rgb" | "gray" if numbers:
                return min(numbers) >= _WHITE_FROM
            case "RGB" if numbers:
                return min(numbers) >= 255 * _WHITE_FROM
            case "cmyk" if numbers:
                return max(numbers) <= 1 - _WHITE_FROM
            case "HTML":
                return bool(re.fullmatch(r"\s*(?:[fF][0-9a-fA-F]){3}\s*", value))
        if value.strip().startswith("#"):  # KaTeX's
            return is_lost_in(WHITE, colour_of_hex(_long_hex(value.strip()[1:])))
        name, *mixed = value.strip().split("!")
        share = _value(mixed[0]) / 100 if mixed else 1.0
        other_is_white = len(mixed) < 2 or mixed[1].strip() in self._white
        if name in self._white:
            return share >= _WHITE_FROM or other_is_white
        return other_is_white and share <= 1 - _WHITE_FROM


def _long_hex(digits: str) -> str:
    return "".join(2 * one for one in digits) if len(digits) == 3 else digits


def is_far(length: str) -> bool:
    """Tell whether a length takes text off the page; one in a unit of the page, such as a line's width, does not."""
    points = _points(length)
    return _FAR_PT <= abs(points) < float("inf")


def _named(node: Any, *names: str) -> tuple[str, list[str]]:
    """Return the command's name and its arguments as source, or empty values if its name is not among `names`."""
    name = getattr(node, "macroname", None)
    return (name, [source_of(argument) for argument in arguments(node)]) if name in names else ("", [])


def _model(node: Any) -> str:
    return source_of(options(node)[0]) if options(node) else ""


def _value(written: str) -> float:
    """Return the first number in `written`, 1 if there is none."""
    found = _NUMBER.search(written)
    return float(found[0]) if found else 1.0


def _points(written: str) -> float:
    """Return a length in points, infinity for one relative to the page."""
    found = _LENGTH.fullmatch(written)
    return float(found[1]) * _PT[found[2] or "pt"] if found else float("inf")
