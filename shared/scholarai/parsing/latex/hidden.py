"""Detects LaTeX commands that make text invisible: white, transparent, or too small."""

from __future__ import annotations

import re
from typing import Any

from scholarai.parsing.latex.nodes import TABULARS, arguments, options, source_of
from scholarai.parsing.pdf.layout.thresholds import HIDDEN

# Least lightness of white and least opacity of visible text, from 0 to 1; least scale of a legible box. Guesses near what
# adapters/reading/visibility.py measures on drawn pages.
_WHITE_FROM = 0.94
_OPAQUE_FROM = 0.12
_LEAST_SCALE = 0.2
_DEFINED = re.compile(r"\\definecolor\s*\{([^{}]+)\}\s*\{(\w+)\}\s*\{([^{}]*)\}")
_LET = re.compile(r"\\colorlet\s*\{([^{}]+)\}\s*\{([^{}]+)\}")
_NUMBER = re.compile(r"\d*\.?\d+")
_LENGTH = re.compile(r"\s*+(\d++(?:\.\d++)?+|\.\d++)\s*+(pt|mm|cm|in|bp|sp)?+\s*+")
_PT = {"pt": 1.0, "bp": 1.0, "mm": 2.845, "cm": 28.45, "in": 72.27, "sp": 1 / 65536}
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
        match _named(node, "color", "transparent", "fontsize"):
            case "color", [value]:
                return not self._dark_page and self._is_white(_model(node), value)
            case "transparent", [share]:
                return _value(share) < _OPAQUE_FROM
            case "fontsize", [size, *_]:
                return _points(size) < HIDDEN.tiny_pt
        return None

    def hides(self, node: Any) -> bool:
        """Tell whether a command hides its argument."""
        match _named(node, "textcolor", "texttransparent", "scalebox", "resizebox"):
            case "textcolor", [value, _]:
                return not self._dark_page and self._is_white(_model(node), value)
            case "texttransparent", [share, _]:
                return _value(share) < _OPAQUE_FROM
            case "scalebox", [factor, _]:
                return _value(factor) < _LEAST_SCALE
            case "resizebox", [width, height, _]:
                return min(_points(width), _points(height)) < HIDDEN.tiny_pt
        return False

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

    def _is_white(self, model: str, value: str) -> bool:
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
        name, *mixed = value.strip().split("!")
        share = _value(mixed[0]) / 100 if mixed else 1.0
        other_is_white = len(mixed) < 2 or mixed[1].strip() in self._white
        if name in self._white:
            return share >= _WHITE_FROM or other_is_white
        return other_is_white and share <= 1 - _WHITE_FROM


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
