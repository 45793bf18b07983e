"""Detects LaTeX commands that make text invisible: of the colour of its background, transparent, too small, or off the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tinycss2.color4 import parse_color

from scholarai.parsing.hidden_text import LEAST_OPACITY, LEAST_SCALE, TINY_PT, WHITE, is_lost_in
from scholarai.parsing.latex.nodes import TABULARS, arguments, leading_option, options, source_of

# Least lightness of white, from 0 to 1. A guess near what adapters/reading/visibility.py measures on drawn pages.
_WHITE_FROM = 0.94
# Text moved so far leaves the page: 25 cm. A guess.
_FAR_PT = 711.0
# Names of LaTeX, of dvipsnames and svgnames for colours that are nearly white.
_WHITES = frozenset(
    "white -black White Snow snow GhostWhite ghostwhite MintCream mintcream FloralWhite floralwhite Ivory ivory "
    "WhiteSmoke whitesmoke".split()
)
_DEFINED = re.compile(r"\\(?:define|provide)color\s*\{([^{}]+)\}\s*\{(\w+)\}\s*\{([^{}]*)\}")
_LET = re.compile(r"\\colorlet\s*\{([^{}]+)\}\s*\{([^{}]+)\}")
_INVISIBLE = re.compile(r"Invisible|TextRenderingMode\s*+=\s*+[37]")
_NUMBER = re.compile(r"\d*\.?\d+")
_LENGTH = re.compile(
    r"\s*+(?:\\dimexpr\s*+)?+([-+]?+)\s*+(\d++(?:\.\d*+)?+|\.\d++|)\s*+(?:true\s*+)?+"
    r"(pt|pc|mm|cm|in|bp|sp|em|ex|dd|mu|\\[A-Za-z@]++|)\s*+(?:\\relax\s*+)?+"
)
_SET_LENGTH = re.compile(r"\\setlength\s*+\{?+(\\[A-Za-z@]++)\}?+\s*+\{([^{}]{1,80}+)\}")
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
    "mu": 10 / 18,
    # Of a page in two columns on the smaller of the usual papers: what is far with these is far on any.
    **dict.fromkeys((r"\textwidth", r"\linewidth", r"\columnwidth", r"\hsize"), 240.0),
    **dict.fromkeys((r"\textheight", r"\vsize"), 550.0),
    r"\paperwidth": 595.0,
    r"\paperheight": 790.0,
    r"\maxdimen": 16384.0,
}
# The largest value of a model of xcolor.
_MODELS = {"rgb": 1.0, "gray": 1.0, "hsb": 1.0, "Hsb": 1.0, "RGB": 255.0, "HSB": 240.0, "Gray": 15.0}
_KEY = re.compile(r"(?<![A-Za-z])([A-Za-z]++)\s*+=\s*+(\{[^{}]*+\}|[^,{}]*+)")
# Commands that paint a background on which white text is visible.
_BACKGROUND = re.compile(
    r"\\(?:row|cell|column|page)color\s*+(?:\[\w++\]\s*+)?+\{(?!\s*+white)|\\rowcolors|colback\s*+=|backgroundcolor\s*+="
)
SPACES = frozenset({"hspace", "hskip", "kern", "mskip", "mkern", "mspace"})
SHIFTS = frozenset({"raisebox", "raise", "lower", "moveleft", "moveright"})
_FONT_FEATURES = frozenset({"addfontfeature", "addfontfeatures", "fontspec"})
# The last ones print bars, or nothing, in place of their words.
_HIDING = "textcolor texttransparent scalebox resizebox raisebox textpdfrender adjustbox invisible censor blackout xblackout".split()
_BOXES = frozenset({"colorbox", "fcolorbox", "tcbox"})
_BOX_ENVIRONMENTS = frozenset({"tcolorbox", "mdframed", "beamercolorbox", "shaded", "shaded*"})


class Visibility:
    """Tells whether commands hide text, given the colours and lengths that a document defines."""

    def __init__(self, source: str) -> None:
        self._white = set(_WHITES)
        for name, model, value in _DEFINED.findall(source):
            if self._is_white(model, value):
                self._white.add(name.strip())
        self._white |= {name.strip() for name, other in _LET.findall(source) if self._is_white("", other)}
        self._dark_page = "\\pagecolor" in source
        self._lengths = {name: _points(length) for name, length in _SET_LENGTH.findall(source) if is_far(length)}

    def switches(self, node: Any) -> bool | None:  # noqa: PLR0911  a declaration each
        """Return True for a declaration that hides the rest of its group, False for one that shows it, None for any other."""
        match _named(
            node,
            "color",
            "transparent",
            "pgfsetfillopacity",
            "fontsize",
            "hspace",
            "vspace",
            "pdfrender",
            *_FONT_FEATURES,
        ):
            case "color", [value]:
                return not self._dark_page and self._is_white(_model(node), value)
            case "transparent" | "pgfsetfillopacity", [share]:
                return _value(share) < LEAST_OPACITY
            case "fontsize", [size, *_]:
                return _points(size) < TINY_PT
            case "hspace" | "vspace", [space] if self._is_far(space):
                return space.strip().startswith("-")
            case "pdfrender", [how]:
                return bool(_INVISIBLE.search(how))
            case name, given if name in _FONT_FEATURES:
                return self._hides_by_keys(",".join((*given, *map(source_of, options(node))))) or None
        return None

    def hides(self, node: Any) -> bool:  # noqa: PLR0911  a way to hide each
        """Tell whether a command or an environment hides what is in it."""
        match _named(node, *_HIDING):
            case "textcolor", [value, _]:
                return not self._dark_page and self._is_white(_model(node), value)
            case "texttransparent", [share, _]:
                return _value(share) < LEAST_OPACITY
            case "scalebox", [factor, _]:
                return min(map(_value, (factor, *map(source_of, options(node))))) < LEAST_SCALE
            case "resizebox", [width, height, _]:
                return min(_points(width), _points(height)) < TINY_PT
            case "raisebox", [lift, _]:
                return self._is_far(lift)
            case "textpdfrender", [how, _]:
                return bool(_INVISIBLE.search(how))
            case "adjustbox", [how, _]:
                return self._hides_by_keys(how)
            case name, [_] if name:
                return True
        return self._hides_in_environment(node)

    def _hides_in_environment(self, node: Any) -> bool:
        match getattr(node, "environmentname", None):
            case "invisibleenv":
                return True
            case "adjustbox":
                return self._hides_by_keys(source_of(arguments(node)[0])) if arguments(node) else False
            case "tcolorbox":
                return self._hides_by_keys(source_of(leading_option(node)[1][0])) if leading_option(node)[1] else False
        return False

    def _hides_by_keys(self, written: str) -> bool:
        """Tell whether options such as `scale=0` or `Color=FFFFFF` hide the text that they are for."""
        given = {key.lower(): value.strip(" {}") for key, value in _KEY.findall(written)}
        text, ground = given.get("coltext", given.get("colupper", "black")), given.get("colback", "white")
        colour = given.get("color", "black")
        model = "HTML" if len(colour) == 6 and colour.isalnum() else ""
        return (
            text == ground
            or (self._is_white("", text) and self._is_white("", ground))
            or (not self._dark_page and self._is_white(model, colour))
            or _value(given.get("opacity", "1")) < LEAST_OPACITY
            or _value(given.get("opacitytext", "1")) < LEAST_OPACITY
            or _value(given.get("scale", "1")) < LEAST_SCALE
            or min(_points(given.get(size, "")) for size in ("width", "height", "totalheight")) < TINY_PT
            or self._is_far(given.get("raise", ""))
        )

    def _is_far(self, length: str) -> bool:
        return is_far(length) or length.strip(" -+") in self._lengths

    def hides_in_formula(self, name: str, given: Sequence[str]) -> bool:  # noqa: PLR0911  a way to hide each
        """Tell whether a command in a formula hides what is behind its option and its first argument."""
        model, value = given
        if name in {"style", "htmlStyle"}:
            from scholarai.parsing.css import hides  # few formulas say styles

            return hides(value)
        if name in {"color", "textcolor", "mathcolor"}:
            return not self._dark_page and self._is_white(model, value)
        if name in {"bbox", "mmlToken"}:  # MathJax's boxes have a style, its elements attributes
            from scholarai.parsing.css import hides

            style = model.replace("mathsize", "font-size").replace("mathcolor", "color")
            return hides(re.sub(r"[\s,]+", ";", style.replace("=", ":")))
        if name == "resizebox":
            return min(_points(model), _points(value)) < TINY_PT
        if name in SHIFTS:
            return self._is_far(value)
        if name in SPACES:
            return self._is_far(value) and value.strip().startswith("-")
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
            case "hsb" | "Hsb" | "HSB" as kind if len(numbers) == 3:
                most = _MODELS[kind]
                return numbers[2] >= most * _WHITE_FROM and numbers[1] <= most * (1 - _WHITE_FROM)
            case kind if kind in _MODELS and numbers:
                return min(numbers) >= _MODELS[kind] * _WHITE_FROM
            case "cmyk" | "cmy" if numbers:
                return max(numbers) <= 1 - _WHITE_FROM
            case "HTML":
                return bool(re.fullmatch(r"\s*(?:[fF][0-9a-fA-F]){3}\s*", value))
        if "(" in value or value.strip().startswith(("#", "transparent")):  # of CSS, as KaTeX and MathJax take it
            found = parse_color(value)
            return found is not None and (found.alpha < LEAST_OPACITY or is_lost_in(WHITE, tuple(found)[:3]))
        name, *mixed = value.strip().split("!")
        share = _value(mixed[0]) / 100 if mixed else 1.0
        other_is_white = len(mixed) < 2 or mixed[1].strip() in self._white
        if name in self._white:
            return share >= _WHITE_FROM or other_is_white
        return other_is_white and share <= 1 - _WHITE_FROM


def is_far(length: str) -> bool:
    """Tell whether a length takes text off the page; one in a unit that is not known does not."""
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
    """Return a length in points, infinity for one that is not known."""
    found = _LENGTH.fullmatch(written)
    if found is None or not (found[2] or found[3]) or (found[3] and found[3] not in _PT):
        return float("inf")
    return float(f"{found[1]}{found[2] or 1}") * _PT[found[3] or "pt"]
