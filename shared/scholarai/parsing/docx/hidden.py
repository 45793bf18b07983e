"""Finds the runs of a Word file that cannot be seen, by their properties, styles and background."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from scholarai.parsing.hidden_text import (
    BLACK,
    LEAST_OPACITY,
    LEAST_SCALE,
    TINY_PT,
    WHITE,
    Colour,
    colour_of_hex,
    is_lost_in,
)

# Word's colours of markers, ST_HighlightColor.
_MARKERS: Mapping[str, Colour] = {
    "white": WHITE,
    "black": (0, 0, 0),
    "yellow": (1, 1, 0),
    "green": (0, 1, 0),
    "cyan": (0, 1, 1),
    "magenta": (1, 0, 1),
    "blue": (0, 0, 1),
    "red": (1, 0, 0),
    "darkBlue": (0, 0, 0.5),
    "darkCyan": (0, 0.5, 0.5),
    "darkGreen": (0, 0.5, 0),
    "darkMagenta": (0.5, 0, 0.5),
    "darkRed": (0.5, 0, 0),
    "darkYellow": (0.5, 0.5, 0),
    "darkGray": (0.5, 0.5, 0.5),
    "lightGray": (0.75, 0.75, 0.75),
}
_THEME: Mapping[str, Colour] = {
    **dict.fromkeys(("background1", "light1", "bg1", "lt1"), WHITE),
    **dict.fromkeys(("text1", "dark1", "tx1", "dk1"), BLACK),
}
_OFF = frozenset({"0", "false", "off", "none"})
# Points; text so far to the left of its margin or below its line is off the page. A guess, as in LaTeX. Word's largest page is 22 in.
_FAR_PT = 711.0
_LARGEST_PT = 1584.0
# Parts of a point: twips, and English metric units.
_TWIPS, _EMU = 20, 12_700
_LENGTH = re.compile(r"(-?\d++(?:\.\d++)?+)(pt|in|cm|mm|pc|pi)?+$")
_PT = {"pt": 1.0, "in": 72.0, "cm": 28.35, "mm": 2.835, "pc": 12.0, "pi": 12.0}
_SHAPES = frozenset({"shape", "rect", "roundrect", "oval", "group"})
_DRAWN = frozenset({"drawing", "pict", "AlternateContent"})
Properties = Mapping[str, Element]


def is_unseen(run: Sequence[Properties], paragraph: Sequence[Properties], background: Colour | None) -> bool:
    """Tell whether a run shows nothing.

    Args:
        run: Its properties, then those of its styles, of its paragraph's styles, and the file's own: the first that says something counts.
        paragraph: The properties of its paragraph, likewise.
        background: What the paragraph stands on, None where that is not known.
    """
    complex_script = any(_is_on(_first(run, name)) for name in ("rtl", "cs"))
    return (
        _is_on(_first(run, "vanish"))
        or _points(_first(run, "szCs" if complex_script else "sz"), "val", 2, TINY_PT) < TINY_PT
        or abs(_points(_first(run, "position"), "val", 2, 0)) > _FAR_PT
        or _number(_first(run, "w"), 100) < 100 * LEAST_SCALE
        or _points(_first(run, "fitText"), "val", _TWIPS, TINY_PT) < TINY_PT
        or all(is_lost_in(_background(run, paragraph, background), ink) for ink in _inks(run))
        or _is_flat(_first(paragraph, "spacing"), "line", "lineRule")
        or _is_flat(_first(paragraph, "framePr"), "h", "hRule")
        or _is_indented_far(_first(paragraph, "ind"))
        or _is_off(_first(paragraph, "framePr"), ("x", "y"))
    )


def unseen_paragraphs(body: Element) -> Iterator[Element]:
    """Yield the paragraphs in tables, in their rows and in boxes that show nothing or are off the page."""
    for holder in body.iter():
        if _shows_nothing(holder):
            yield from holder.iter("p")


def _shows_nothing(holder: Element) -> bool:
    if holder.tag == "tr":
        return _is_on(holder.find("trPr/hidden")) or _is_flat(holder.find("trPr/trHeight"), "val", "hRule")
    if holder.tag == "tbl":
        return _is_off(holder.find("tblPr/tblpPr"), ("tblpX", "tblpY")) or _is_off(holder.find("tblPr/tblInd"), ("w",))
    if holder.tag in {"anchor", "inline", "wsp"}:
        drawing = holder.find("cNvPr" if holder.tag == "wsp" else "docPr")
        places = (holder.find(f"position{way}/posOffset") for way in "HV")
        return (
            (drawing is not None and drawing.get("hidden", "0") not in _OFF)
            or min(_points(holder.find("extent"), side, _EMU, TINY_PT) for side in ("cx", "cy")) < TINY_PT
            or any(_is_beyond(_length(place.text, _EMU)) for place in places if place is not None)
        )
    if holder.tag in _SHAPES and "style" in holder.attrib:
        from scholarai.parsing.css import hides  # few files have shapes of this kind

        return hides(holder.get("style", ""))
    return False


def backgrounds_of(
    body: Element, page: Colour | None, shades: Callable[[str], bool]
) -> Iterator[tuple[Element, Colour | None]]:
    """Yield each paragraph whose background is not white, with that; `shades` tells whether a table style colours cells."""
    stack: list[tuple[Element, Colour | None]] = [(body, page)]
    while stack:
        element, background = stack.pop()
        background = _background_within(element, background, shades)
        if element.tag == "p" and background != WHITE:
            yield element, background
        stack += [(child, background) for child in element if element.tag != "r" or child.tag in _DRAWN]


def page_colour(background: Element | None) -> Colour | None:
    """Return the colour of the pages; one that is set may be switched off, so that it is not known."""
    colour = None if background is None else background.get("color", "auto").lower()
    return WHITE if colour in {None, "auto", "ffffff"} else None


def _background_within(element: Element, outer: Colour | None, shades: Callable[[str], bool]) -> Colour | None:
    if element.tag == "tbl":
        style = element.find("tblPr/tblStyle")
        below = None if style is not None and shades(style.get("val", "")) else outer
        return _shade(element.find("tblPr/shd"), below)
    if element.tag == "tc":
        return _shade(element.find("tcPr/shd"), outer)
    if element.tag == "wsp":
        fill = element.find("spPr/solidFill/srgbClr")
        if fill is not None:
            return colour_of_hex(fill.get("val", ""))
        is_plain = element.find("spPr/noFill") is not None or element.find("style/fillRef") is None
        return (
            outer
            if is_plain and element.find("spPr/gradFill") is None and element.find("spPr/blipFill") is None
            else None
        )
    if element.tag in _SHAPES and "fillcolor" in element.attrib:
        return colour_of_hex(element.get("fillcolor", "").split(" ")[0].lstrip("#"))
    return outer


def _background(run: Sequence[Properties], paragraph: Sequence[Properties], background: Colour | None) -> Colour | None:
    marker = _first(run, "highlight")
    if marker is not None and marker.get("val") != "none":
        return _MARKERS.get(marker.get("val", ""))
    return _shade(_first(run, "shd"), _shade(_first(paragraph, "shd"), background))


def _shade(shading: Element | None, below: Colour | None) -> Colour | None:
    """Return the colour of a shading, None where it is not known, and what is below it where it has none."""
    if shading is None or shading.get("val") == "nil":
        return below
    kind = shading.get("val", "clear")
    if kind.startswith("pct"):
        return _mixed(shading, kind, below)
    name = "color" if kind == "solid" else "fill"
    written = shading.get(name, "auto")
    if kind not in {"clear", "solid"}:
        return None  # lines of one colour on another
    if written == "auto":
        return None if f"theme{name.title()}" in shading.attrib or kind == "solid" else below
    return colour_of_hex(written)


def _mixed(shading: Element, kind: str, below: Colour | None) -> Colour | None:
    """Return the mean colour of a dotted pattern, weighted by the share of its dots."""
    if "themeColor" in shading.attrib or "themeFill" in shading.attrib or not kind[3:].isdecimal():
        return None
    dots, ground = shading.get("color", "auto"), shading.get("fill", "auto")
    ink, paper = BLACK if dots == "auto" else colour_of_hex(dots), below if ground == "auto" else colour_of_hex(ground)
    if ink is None or paper is None:
        return None
    share = int(kind[3:]) / 100
    red, green, blue = (share * one + (1 - share) * other for one, other in zip(ink, paper, strict=True))
    return red, green, blue


def _colour(color: Element | None) -> Colour | None:
    """Return a colour of letters; Word chooses `auto` so that it shows."""
    if color is None:
        return None
    theme = color.get("themeColor", "")
    if theme in _THEME and all(color.get(change, "FF").upper() == "FF" for change in ("themeShade", "themeTint")):
        return _THEME[theme]
    return colour_of_hex(color.get("val", "auto"))


def _inks(run: Sequence[Properties]) -> Sequence[Colour | None]:
    """Return the colours that letters are drawn in, None for one that is not known: those of their filling and of their outline."""
    fill, outline = _first(run, "textFill"), _first(run, "textOutline")
    inks = [_colour(_first(run, "color"))] if fill is None else _paints(fill)
    inks += [] if outline is None else _paints(outline)
    return inks or ([None] if _is_on(_first(run, "outline")) else [])


def _paints(paint: Element) -> list[Colour | None]:
    """Return the colours of a filling or an outline, without those that are clear: Word writes their transparency."""
    if paint.find("noFill") is not None:
        return []
    found: list[Colour | None] = []
    colours = [one for one in paint.iter() if one.tag in {"srgbClr", "schemeClr"}]
    for one in colours:
        if _number(one.find("alpha"), 0) > 100_000 * (1 - LEAST_OPACITY):
            continue
        is_theme = one.tag == "schemeClr"
        is_plain = all(child.tag == "alpha" for child in one)  # its other children change the colour
        found.append(
            (_THEME.get(one.get("val", "")) if is_plain else None) if is_theme else colour_of_hex(one.get("val", ""))
        )
    return found if colours else [None]


def _is_on(switch: Element | None) -> bool:
    return switch is not None and switch.get("val") not in _OFF


def _is_flat(element: Element | None, name: str, rule: str) -> bool:
    """Tell whether a line or a row has an exact height in which no letter can be read."""
    return (
        element is not None and element.get(rule) == "exact" and 0 < _points(element, name, _TWIPS, TINY_PT) < TINY_PT
    )


def _is_indented_far(indent: Element | None) -> bool:
    """Tell whether the first line of a paragraph, or its left edge, is off the page."""
    left = sum(_points(indent, side, _TWIPS, 0) for side in ("left", "start"))
    first = left + _points(indent, "firstLine", _TWIPS, 0) - _points(indent, "hanging", _TWIPS, 0)
    return _is_beyond(left) or _is_beyond(first)


def _is_off(element: Element | None, names: Sequence[str]) -> bool:
    return any(_is_beyond(_points(element, name, _TWIPS, 0)) for name in names)


def _is_beyond(points: float) -> bool:
    return not -_FAR_PT <= points <= _LARGEST_PT


def _points(element: Element | None, name: str, each: int, otherwise: float) -> float:
    """Return a length in points that is written with its unit, or in parts of which a point has `each`."""
    return otherwise if element is None else _length(element.get(name), each, otherwise)


def _length(written: str | None, each: int, otherwise: float = 0) -> float:
    found = _LENGTH.match((written or "").strip())
    if found is None:
        return otherwise
    return float(found[1]) * _PT[found[2]] if found[2] else float(found[1]) / each


def _first(properties: Sequence[Properties], name: str) -> Element | None:
    return next((one[name] for one in properties if name in one), None)


def _number(element: Element | None, otherwise: float) -> float:
    written = "" if element is None else element.get("val", "").removesuffix("%")
    return float(written) if written.replace(".", "", 1).isdecimal() else otherwise
