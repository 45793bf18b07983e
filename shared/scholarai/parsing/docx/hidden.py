"""Finds the runs of a Word file that cannot be seen, by their properties, styles and background."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from scholarai.parsing.hidden_text import LEAST_SCALE, TINY_PT, WHITE, Colour, colour_of_hex, is_lost_in

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
_PAPER_COLOURS = frozenset({"background1", "light1"})
_SHAPES = frozenset({"shape", "rect", "roundrect", "oval"})
_DRAWN = frozenset({"drawing", "pict", "AlternateContent"})
Properties = Mapping[str, Element]


def is_unseen(run: Sequence[Properties], paragraph: Sequence[Properties], background: Colour | None) -> bool:
    """Tell whether a run shows nothing.

    Args:
        run: Its properties, then those of its styles, of its paragraph's styles, and the file's own: the first that says something counts.
        paragraph: The properties of its paragraph, likewise.
        background: What the paragraph stands on, None where that is not known.
    """
    vanish = _first(run, "vanish")
    return (
        (vanish is not None and vanish.get("val") not in {"0", "false", "off", "none"})
        or _number(_first(run, "sz"), 2 * TINY_PT) < 2 * TINY_PT  # half points
        or _number(_first(run, "w"), 100) < 100 * LEAST_SCALE
        or _is_unfilled(_first(run, "textFill"))
        or is_lost_in(_background(run, paragraph, background), _colour(_first(run, "color")))
    )


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
    name = "color" if kind == "solid" else "fill"
    written = shading.get(name, "auto")
    if kind not in {"clear", "solid"}:
        return None  # dots of one colour on another
    if written == "auto":
        return None if f"theme{name.title()}" in shading.attrib or kind == "solid" else below
    return colour_of_hex(written)


def _colour(color: Element | None) -> Colour | None:
    """Return a colour of letters; Word chooses `auto` so that it shows."""
    if color is None:
        return None
    written = color.get("val", "auto")
    is_changed = "themeShade" in color.attrib or "themeTint" in color.attrib
    if written == "auto" and color.get("themeColor") in _PAPER_COLOURS and not is_changed:
        return WHITE
    return colour_of_hex(written)


def _is_unfilled(fill: Element | None) -> bool:
    return fill is not None and fill.find("noFill") is not None


def _first(properties: Sequence[Properties], name: str) -> Element | None:
    return next((one[name] for one in properties if name in one), None)


def _number(element: Element | None, otherwise: float) -> float:
    written = "" if element is None else element.get("val", "").removesuffix("%")
    return float(written) if written.replace(".", "", 1).isdecimal() else otherwise
