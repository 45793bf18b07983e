"""Finds the text of a page that browsers do not show, by its style sheets and attributes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias
from xml.etree.ElementTree import Element

import tinycss2
from cssselect2 import ElementWrapper, Matcher, SelectorError, compile_selector_list
from tinycss2.color4 import parse_color

from scholarai.parsing.hidden_text import BLACK, LEAST_OPACITY, LEAST_SCALE, TINY_PT, WHITE, Colour, is_lost_in

Tokens: TypeAlias = Sequence[Any]
Declared: TypeAlias = Mapping[str, Tokens]
"""What an element is given, by property in lower case, as tinycss2's tokens without white space."""

# Characters of a page's style sheets that are read; tinycss2 takes 1.6 s for a million.
_MOST_CHARACTERS = 2_000_000
# Nested rules: people write three levels. Selectors: cssselect2 takes 0.4 ms for each, and Bootstrap has some 3,000. Siblings that a
# selector looks at: its time would grow with the square of their number.
_DEEPEST = 6
_MOST_SELECTORS, _LONGEST_SELECTOR = 5_000, 20_000
_MOST_SIBLINGS = 500
_PX = {
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 96 / 25.4,
    "q": 96 / 101.6,
    "vw": 12.8,
    "vh": 8.0,
}
# Units of the other quantities that style sheets compare or compute: dots a pixel, and radians.
_UNITS = {
    **_PX,
    "dppx": 1.0,
    "x": 1.0,
    "dpi": 1 / 96,
    "dpcm": 2.54 / 96,
    "rad": 1.0,
    "deg": math.pi / 180,
    "grad": math.pi / 200,
    "turn": 2 * math.pi,
}
# The screen that a page is shown on: width and height in pixels, dots a pixel, bits of a colour.
_SCREEN = {
    "width": 1280.0,
    "height": 800.0,
    "device-width": 1280.0,
    "device-height": 800.0,
    "aspect-ratio": 1.6,
    "resolution": 1.0,
    "color": 8.0,
    "monochrome": 0.0,
    "grid": 0.0,
}
_MEDIA = frozenset({"all", "screen", "only", "and"})
# What else its screen and its user's choices are.
_FEATURES = {
    "orientation": "landscape",
    "hover": "hover",
    "any-hover": "hover",
    "pointer": "fine",
    "any-pointer": "fine",
    "scripting": "enabled",
    "update": "fast",
    "overflow-block": "scroll",
    "overflow-inline": "scroll",
    "color-gamut": "srgb",
    "dynamic-range": "standard",
    "display-mode": "browser",
    "inverted-colors": "none",
    "forced-colors": "none",
    "prefers-color-scheme": "light",
    **dict.fromkeys(
        ("prefers-reduced-motion", "prefers-reduced-transparency", "prefers-reduced-data", "prefers-contrast"),
        "no-preference",
    ),
}
_SIZE_PX = 16.0
_TINY_PX = TINY_PT * 96 / 72
# Text moved so far is off the page, and what is no larger shows no letter: in pixels, guesses.
_FAR_PX, _NOTHING_PX = 500.0, 2.0
# Insets from opposite sides that together clip so much of a box leave nothing of it.
_WHOLE = 0.98
_CLIPPED = frozenset({"hidden", "clip", "scroll", "auto"})
_CONTAINED = frozenset({"paint", "content", "strict"})
_OUT_OF_FLOW = frozenset({"absolute", "fixed"})
_OFFSETS = ("left", "top", "right", "bottom")
_READ = frozenset(
    "display visibility opacity filter content-visibility clip clip-path mask mask-image transform scale rotate zoom translate "
    "backface-visibility position font-size font-size-adjust color text-fill-color background-color background-image "
    "background-clip overflow overflow-x overflow-y contain height width min-height min-width max-height max-width flex flex-grow "
    "grid-template-rows grid-template-columns grid-auto-rows grid-auto-columns text-indent margin-left margin-top padding-left "
    "padding-right padding-top padding-bottom".split()
) | set(_OFFSETS)
# Height of small letters as a share of the size, in most fonts: `font-size-adjust` sets it.
_ASPECT = 0.5
_TRACKS = {"rows": ("grid-template-rows", "grid-auto-rows"), "columns": ("grid-template-columns", "grid-auto-columns")}
# What browsers leave out by themselves, until a style sheet or a script shows it.
_NOT_DISPLAYED = {"display": tinycss2.parse_component_value_list("none")}
UNDRAWN = frozenset(
    "style script template noscript title iframe canvas video audio datalist meter progress noembed noframes rp desc metadata".split()
)
"""Elements of HTML whose text no browser of today draws, inside a page's body."""
# Attributes of HTML and MathML that mean properties.
_OLDER = {
    "bgcolor": "background-color",
    "mathbackground": "background-color",
    "mathcolor": "color",
    "mathsize": "font-size",
}
_TEXT_COLOURS = {"body": "text", "font": "color"}
# Where the curve of sRGB begins (IEC 61966-2-1), and the least share of a colour that is no grey, a guess.
_LINEAR, _LEAST_CHROMA = 0.0031308, 0.02
# https://www.w3.org/TR/css-color-4/#css-system-colors, with those of its appendix A that stand for the same.
_SYSTEM_COLOURS: Mapping[str, Colour] = {
    **dict.fromkeys(
        "canvas field window background menu scrollbar appworkspace activecaption inactivecaption infobackground".split(),
        WHITE,
    ),
    **dict.fromkeys("canvastext fieldtext windowtext menutext captiontext infotext".split(), BLACK),
}
_BACKGROUND = ("background-color", "background-image", "background-clip")
_SIDES = {
    "margin": ("margin-top", "margin-right", "margin-bottom", "margin-left"),
    "padding": ("padding-top", "padding-right", "padding-bottom", "padding-left"),
    "inset": ("top", "right", "bottom", "left"),
    **{
        f"{name}{axis}": (f"{name}{axis}-start", f"{name}{axis}-end")
        for name in ("margin", "padding", "inset")
        for axis in ("-inline", "-block")
    },
}
# The names of sides by the direction of writing, where that is from left to right and down.
_DIRECTIONS = {"inline-start": "left", "inline-end": "right", "block-start": "top", "block-end": "bottom"}
_SIZES = {
    f"{bound}{name}": f"{bound}{size}"
    for bound in ("", "min-", "max-")
    for name, size in (("inline-size", "width"), ("block-size", "height"))
}
_CALCULATED: Mapping[str, Callable[[Sequence[float]], float]] = {
    "calc": lambda given: given[0],
    "min": min,
    "max": max,
    "clamp": lambda given: max(given[0], min(given[1:], default=given[0])),
    "abs": lambda given: abs(given[0]),
}
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
Matrix: TypeAlias = Sequence[Sequence[float]]
"""How an element is moved, turned and scaled: four rows of four, in pixels."""
_UNCHANGED: Matrix = [[float(row == column) for column in range(4)] for row in range(4)]


class Look(NamedTuple):
    """How the text directly in an element is drawn; a colour that is not known is None.

    `scale` is that of the element and those around it, `adjusted` what `font-size-adjust` makes of the size; the tracks of a grid
    that is `flat` give its items no room.
    """

    colour: Colour | None = BLACK
    alpha: float = 1.0
    background: Colour | None = WHITE
    size_px: float = _SIZE_PX
    is_visible: bool = True
    opacity: float = 1.0
    scale: float = 1.0
    adjusted: float = 1.0
    flat: bool = False
    custom: Mapping[str, Tokens] = MappingProxyType({})

    @property
    def shows(self) -> bool:
        """Tell whether a browser shows the text."""
        return (
            self.is_visible
            and self.size_px * self.scale * self.adjusted >= _TINY_PX
            and self.alpha >= LEAST_OPACITY
            and not is_lost_in(self.background, self.colour)
        )


PAGE = Look()


class Sheets:
    """The style sheets of a page, those in `style` elements: none is fetched.

    `names` are the classes and ids of the page, where they are known: selectors with others are left out.
    """

    def __init__(self, sheets: Iterable[str], names: frozenset[str] | None = None) -> None:
        self._usual, self._important = Matcher(), Matcher()
        self._names = names
        self._left = _MOST_SELECTORS
        left = _MOST_CHARACTERS
        for sheet in sheets:
            rules = tinycss2.parse_stylesheet(sheet[:left], skip_comments=True, skip_whitespace=True)
            left -= min(left, len(sheet))
            self._add(rules)

    def looks(self, root: Element) -> Iterator[tuple[Element, Look | None]]:
        """Yield the elements of a page with their look, by these sheets and their own attributes; none within a hidden one."""
        stack: list[tuple[Node, Look]] = [(Node.from_html_root(root), PAGE)]
        while stack:
            node, outer = stack.pop()
            look = self.look(node, outer)
            yield node.etree_element, look
            if look is not None:
                stack += reversed([(child, look) for child in node.children()])

    def look(self, node: Node, outer: Look) -> Look | None:
        """Return how text directly in an element is drawn, None if a browser shows nothing of the element."""
        element = node.etree_element
        own = _attributed(element.tag, element.attrib) if element.attrib else {}
        declared = self._declared(node, own)
        return _look_within(outer, {**_NOT_DISPLAYED, **declared} if _is_closed(element) else declared)

    def _declared(self, node: Node, own: Declared) -> Declared:
        usual, important = self._usual.match(node), self._important.match(node)
        if not (usual or important):
            return own
        found: dict[str, Tokens] = {}
        for *_, pseudo, declared in usual:
            found.update(declared if pseudo is None else {})
        found.update(own)
        for *_, pseudo, declared in important:
            found.update(declared if pseudo is None else {})
        return found

    def _add(self, rules: Iterable[Any], within: str = "", depth: int = 0) -> None:
        """Add rules; those within others apply where `within` does."""
        for rule in rules if depth < _DEEPEST else ():
            if rule.type == "qualified-rule":
                self._add_rule(rule, within, depth)
            elif rule.type == "at-rule" and rule.content is not None and _applies(rule):
                inside = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
                if within:
                    self._select(within, inside)
                self._add(inside, within, depth + 1)

    def _add_rule(self, rule: Any, within: str, depth: int) -> None:
        selector = self._known(rule.prelude)
        if not selector:
            return
        if within:
            selector = selector.replace("&", f":is({within})") if "&" in selector else f":is({within}) {selector}"
        inside = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
        self._select(selector, inside)
        self._add(inside, selector, depth + 1)

    def _known(self, prelude: Tokens) -> str:
        """Return the selectors of a list whose classes and ids are all on the page."""
        known = (one for one in _between_commas(prelude) if self._names is None or self._names.issuperset(_named(one)))
        try:
            return ",".join(map(tinycss2.serialize, known)).strip()
        except RecursionError:
            return ""  # functions nested without an end

    def _select(self, selector: str, inside: Iterable[Any]) -> None:
        usual: dict[str, Tokens] = {}
        important: dict[str, Tokens] = {}
        for name, value, is_important in _read(inside):
            (important if is_important else usual)[name] = value
        if not (usual or important) or not self._left or len(selector) > _LONGEST_SELECTOR:
            return
        try:
            compiled = compile_selector_list(selector)
        except (SelectorError, RecursionError, SyntaxError, MemoryError):
            return  # of a later standard, or nested without an end: browsers leave such rules out, too
        for one in compiled[: self._left]:
            self._left -= 1
            for declared, matcher in ((usual, self._usual), (important, self._important)):
                if declared:
                    matcher.add_selector(one, declared)


class Node(ElementWrapper):  # type: ignore[misc]  # cssselect2 has no types
    """An element for cssselect2, which itself lists all siblings of each element anew, and those before it."""

    @classmethod
    def alone(cls, element: Element, parent: Node | None) -> Node:
        """Return an element of a page that is read tag by tag: its siblings are not known."""
        return cls(element, parent=parent, index=0, previous=None, in_html_document=True)

    @cached_property
    def etree_children(self) -> list[Element]:
        return list(self.etree_element)[:_MOST_SIBLINGS]

    def children(self) -> Iterator[Node]:
        """Yield all children; those that cssselect2 asks for itself are the first ones."""
        before = None
        for number, child in enumerate(self.etree_element):
            at = min(number, _MOST_SIBLINGS)
            before = type(self)(child, parent=self, index=at, previous=before, in_html_document=self.in_html_document)
            yield before

    @property
    def previous_siblings(self) -> Iterator[Node]:
        before, left = self.previous, _MOST_SIBLINGS
        while before is not None and left:
            yield before
            before, left = before.previous, left - 1


def hides(style: str) -> bool:
    """Tell whether an element with these declarations, on a white page, shows no text."""
    look = _look_within(PAGE, {name: value for name, value, _ in _declarations(style)})
    return look is None or not look.shows


def names_in(root: Element) -> frozenset[str]:
    """Return the classes and ids of a page."""
    return frozenset(name for one in root.iter() for name in (*one.get("class", "").split(), one.get("id", "")))


def _is_closed(element: Element) -> bool:
    """Tell whether an element is hidden, or opens when a script or a click of its reader says so."""
    return (
        "hidden" in element.attrib
        or "popover" in element.attrib
        or (element.tag == "dialog" and "open" not in element.attrib)
    )


def _between_commas(tokens: Tokens) -> list[list[Any]]:
    found: list[list[Any]] = [[]]
    for one in tokens:
        if one == ",":
            found.append([])
        else:
            found[-1].append(one)
    return found


def _named(selector: Tokens) -> Iterator[str]:
    """Yield the classes and ids that an element or those around it must have."""
    for before, token in pairwise((None, *selector)):
        if token.type == "hash" or (token.type == "ident" and before == "."):
            yield token.value


def _attributed(tag: str, attributes: Mapping[str, str]) -> Declared:
    """Return what the attributes of an element declare: `style`, after the older ones of HTML for colours."""
    given: dict[str, Tokens] = {}
    names = _OLDER | {_TEXT_COLOURS[tag]: "color"} if tag in _TEXT_COLOURS else _OLDER
    for name, value in attributes.items():
        if name in names and value:
            given[names[name]] = _tokens(value.strip())
    if style := attributes.get("style"):
        given.update((name, value) for name, value, _ in _declarations(style))
    return given


def _look_within(outer: Look, given: Declared) -> Look | None:
    if not given:
        return outer._replace(flat=False) if outer.flat else outer
    custom = {**outer.custom, **{name: value for name, value in given.items() if name.startswith("--")}}
    given = {name: _resolved(value, custom) for name, value in given.items() if not name.startswith("--")}
    size_px = _size_px(given.get("font-size"), outer.size_px)
    opacity = outer.opacity * _opacity(given)
    matrix = _matrix(given, size_px)
    scale = outer.scale * _least_scale(matrix) * abs(_share(next(iter(given.get("zoom", ())), None)))
    if opacity < LEAST_OPACITY or scale < LEAST_SCALE or _is_moved_far(matrix) or _hides(given, size_px, outer):
        return None
    if matrix[2][2] < 0 and _word(given.get("backface-visibility")) == "hidden":
        return None
    colour, alpha = _colour(given, outer)
    word = _word(given.get("visibility"))
    return Look(
        colour,
        alpha,
        _background(given, outer.background),
        size_px,
        outer.is_visible if word in {"", "inherit", "unset"} else word not in {"hidden", "collapse"},
        opacity,
        scale,
        _adjusted(given.get("font-size-adjust"), outer.adjusted),
        _word(given.get("display")) in {"grid", "inline-grid"}
        and any(_is_flat(given, size_px, way) for way in _TRACKS),
        custom,
    )


def _applies(rule: Any) -> bool:
    """Tell whether the rules within an at-rule count on a screen."""
    if rule.lower_at_keyword == "supports":
        return _word(_plain(rule.prelude)[:1]) != "not"
    return rule.lower_at_keyword in {"layer", "scope"} or (
        rule.lower_at_keyword == "media" and applies_on_screen(rule.prelude)
    )


def applies_on_screen(media: str | Tokens) -> bool:
    """Tell whether a list of media queries, of which one is enough, holds for a screen."""
    tokens = _tokens(media) if isinstance(media, str) else _plain(media)
    try:
        return any(map(_query_holds, _between_commas(tokens)))
    except RecursionError:
        return False  # conditions nested without an end


def _query_holds(query: Tokens) -> bool:
    if _word(query[:1]) == "not":
        return not _query_holds(query[1:])
    words = [one.lower_value if one.type == "ident" else "" for one in query]
    if "or" in words:
        return any(map(_holds, (one for one, word in zip(query, words, strict=True) if word != "or")))
    return all(map(_holds, query))


def _holds(token: Any) -> bool:
    """Tell whether a word or a condition in parentheses holds for a screen; a condition that is not known does not."""
    if token.type == "ident":
        return token.lower_value in _MEDIA
    inside = _plain(token.content) if token.type == "() block" else []
    if inside and (inside[0].type == "() block" or _word(inside[:1]) == "not"):
        return _query_holds(inside)
    name = inside[0].lower_value if inside and inside[0].type == "ident" else ""
    if len(inside) == 1:
        return bool(_SCREEN.get(name)) or _FEATURES.get(name, "none") not in {"none", "no-preference"}
    if len(inside) > 2 and inside[1] == ":":
        bound, _, bounded = name.partition("-")
        value = _sum(inside[2:], _SIZE_PX, 0)
        if bounded in _SCREEN and bound in {"min", "max"}:
            return value <= _SCREEN[bounded] if bound == "min" else value >= _SCREEN[bounded]
        return value == _SCREEN[name] if name in _SCREEN else _FEATURES.get(name) == _word(inside[2:])
    return _in_order(inside)


def _in_order(inside: Tokens) -> bool:
    """Tell whether a comparison such as `400px <= width < 900px` holds for a screen."""
    signs = "".join(one.value for one in inside if one.type == "literal")
    given = [one for one in inside if one.type != "literal"]
    sizes = [_SCREEN.get(one.lower_value) if one.type == "ident" else _length(one, _SIZE_PX, 0) for one in given]
    known = [size for size in sizes if size is not None]
    falls, rises = signs.strip(">=") == "", signs.strip("<=") == ""
    if len(known) < 2 or len(known) < len(given) or falls == rises:
        return False
    return all(one >= other if falls else one <= other for one, other in pairwise(known))


def _declarations(source: str) -> Iterator[tuple[str, Tokens, bool]]:
    return _read(tinycss2.parse_blocks_contents(source, skip_comments=True, skip_whitespace=True))


def _read(inside: Iterable[Any]) -> Iterator[tuple[str, Tokens, bool]]:
    """Yield the declarations that count here: a property, its value, whether it is important."""
    for one in inside:
        if one.type != "declaration":
            continue
        value = _plain(one.value)
        for name, own in _longhands(_physical(one.lower_name.removeprefix("-webkit-")), value):
            if name in _READ or name.startswith("--"):
                yield name, own, one.important


def _physical(name: str) -> str:
    """Return the name of a property with the side that it means instead of a direction of writing."""
    before, *after = name.split("-", 1)
    side = _DIRECTIONS.get(after[0]) if after else None
    return _SIZES.get(name, name) if side is None else side if before == "inset" else f"{before}-{side}"


def _longhands(name: str, value: Tokens) -> Iterator[tuple[str, Tokens]]:
    """Yield the properties that a shorthand sets, any other as it is."""
    if name == "background":
        yield from ((one, value) for one in _BACKGROUND)
    elif name == "font":  # its first length is the size
        sizes = [one for one in value if one.type in {"dimension", "percentage"} or _is_zero(one)]
        yield from (("font-size", [one]) for one in sizes[:1])
    elif name in {"grid-template", "grid"}:
        rows = list(takewhile(lambda one: one != "/", value))
        yield from (("grid-template-rows", rows), ("grid-template-columns", value[len(rows) + 1 :]))
    elif name in _SIDES and value:
        yield from ((_physical(side), [one]) for side, one in zip(_SIDES[name], _sides(value), strict=False))
    else:
        yield name, value


def _sides(value: Tokens) -> list[Any]:
    """Return what one to four values say of top, right, bottom and left; none says nothing."""
    if not value:
        return [None] * 4
    top, right, bottom, left = (*value, *(None,) * 3)[:4]
    right = right or top
    return [top, right, bottom or top, left or right]


def _is_zero(token: Any) -> bool:
    return bool(token.type == "number" and token.value == 0)


def _tokens(source: str) -> list[Any]:
    return _plain(tinycss2.parse_component_value_list(source, skip_comments=True))


def _plain(tokens: Tokens) -> list[Any]:
    return [one for one in tokens if one.type not in {"whitespace", "comment"}]


def _resolved(value: Tokens, custom: Mapping[str, Tokens], depth: int = 0) -> Tokens:
    """Return a value with its variables filled in; one that nothing declares stays, and says nothing."""
    found: list[Any] = []
    for one in value:
        if one.type != "function" or depth == _DEEPEST:
            found.append(one)
            continue
        inside = _plain(one.arguments)
        if one.lower_name != "var":
            filled = _resolved(inside, custom, depth + 1)
            found.append(type(one)(one.source_line, one.source_column, one.name, filled))
            continue
        name = inside[0].value if inside and inside[0].type == "ident" else ""
        found += custom.get(name, inside[2:] or [one]) if inside else [one]
    return found


def _word(value: Tokens | None) -> str:
    """Return the last keyword of a value, empty if it has none."""
    return next((str(one.lower_value) for one in reversed(value or ()) if one.type == "ident"), "")


def _length(token: Any, em: float, whole: float) -> float | None:
    """Return a length in pixels, None for what is no length; percentages are of `whole`."""
    if token.type == "number":
        return 0.0 if token.value == 0 else None
    if token.type == "percentage":
        return float(token.value) / 100 * whole
    if token.type == "function" and token.lower_name in _CALCULATED:
        return _calculated(token, em, whole)
    if token.type != "dimension":
        return None
    unit = token.lower_unit
    if unit in _UNITS:
        return float(token.value) * _UNITS[unit]
    return float(token.value) * {"em": em, "rem": _SIZE_PX, "ex": em / 2, "ch": em / 2}.get(unit, math.nan)


def _calculated(token: Any, em: float, whole: float) -> float:
    """Return what a function such as `calc` or parentheses come to, NaN where a part of them is not known."""
    is_function = token.type == "function"
    inside = _plain(token.arguments if is_function else token.content)
    try:
        parts = [_sum(part, em, whole) for part in _between_commas(inside)]
    except RecursionError:
        return math.nan  # nested without an end
    return math.nan if any(map(math.isnan, parts)) else _CALCULATED[token.lower_name if is_function else "calc"](parts)


def _sum(tokens: Tokens, em: float, whole: float) -> float:
    total, product, operator = 0.0, 0.0, "+"
    for one in tokens:
        if one.type == "literal":
            operator = one.value
            continue
        if one.type == "number":
            value = float(one.value)
        elif one.type == "() block":
            value = _calculated(one, em, whole)
        else:
            found = _length(one, em, whole)
            value = math.nan if found is None else found
        if operator == "*":
            product *= value
        elif operator == "/":
            product = product / value if value else math.nan
        else:
            total, product = total + product, -value if operator == "-" else value
    return total + product


def _first(value: Tokens | None, em: float, whole: float = _SCREEN["width"]) -> float | None:
    return _length(value[0], em, whole) if value else None


def _size_px(value: Tokens | None, outer: float) -> float:
    if not value:
        return outer
    if (found := _length(value[0], outer, outer)) is not None:
        return _SIZE_PX if math.isnan(found) else found
    return outer if _word(value) in {"inherit", "unset", "smaller", "larger", ""} else _SIZE_PX


def _adjusted(value: Tokens | None, outer: float) -> float:
    """Return the factor by which `font-size-adjust` changes a size in most fonts."""
    numbers = [float(one.value) for one in value or () if one.type == "number"]
    return numbers[-1] / _ASPECT if numbers else outer if _word(value) in {"", "inherit", "unset"} else 1.0


def _share(token: Any) -> float:
    """Return a share or a factor; 1 for anything else."""
    if token is None:
        return 1.0
    found = float(token.value) if token.type == "number" else _length(token, math.nan, 1.0)
    return 1.0 if found is None or math.isnan(found) else found


def _opacity(given: Declared) -> float:
    own = given.get("opacity")
    opacity = _share(own[0]) if own else 1.0
    for one in given.get("filter", ()):
        if one.type == "function" and one.lower_name == "opacity":
            opacity *= _share((_plain(one.arguments) or [one])[0])
    return opacity


def _colour(given: Declared, outer: Look) -> tuple[Colour | None, float]:
    """Return the colour of an element's text, and its opacity."""
    value = given.get("text-fill-color") or given.get("color")
    if _word(given.get("background-clip")) == "text":  # the letters are windows on the background
        return None, 1.0
    if not value or _word(value) in {"inherit", "unset", "currentcolor"}:
        return outer.colour, outer.alpha
    found = _rgb(value[0])
    return found or (None, 1.0)


def _rgb(token: Any) -> tuple[Colour, float] | None:
    """Return a colour and its opacity, None for what is none, or one of a colour space without a plain way to red, green and blue."""
    if token.type == "function" and token.lower_name == "light-dark":
        token = next(iter(_plain(token.arguments)), token)
    if token.type == "function" and token.lower_name == "color-mix":
        return _mixed(token)
    if token.type == "ident" and token.lower_value in _SYSTEM_COLOURS:
        return _SYSTEM_COLOURS[token.lower_value], 1.0
    found = parse_color(token)
    if found is None or isinstance(found, str):
        return None
    try:
        red, green, blue, alpha = found.to("srgb")
    except NotImplementedError:
        return _grey(found)
    return (red, green, blue), alpha


def _mixed(function: Any) -> tuple[Colour, float] | None:
    """Return about the colour that two make; the space in which they are mixed is taken for sRGB."""
    parts = _between_commas(_plain(function.arguments))[1:]
    shares = [next((one.value / 100 for one in part if one.type == "percentage"), None) for part in parts]
    colours = list(filter(None, (_rgb(one) for part in parts for one in part)))
    if len(parts) != 2 or len(colours) != 2:
        return None
    (colour, alpha), (other, other_alpha) = colours
    share = shares[0] if shares[0] is not None else 0.5 if shares[1] is None else 1 - shares[1]
    red, green, blue = (share * one + (1 - share) * two for one, two in zip(colour, other, strict=True))
    return (red, green, blue), share * alpha + (1 - share) * other_alpha


def _grey(colour: Any) -> tuple[Colour, float] | None:
    """Return a colour of Lab or Oklab that is nearly a grey, None for any other."""
    lightness, *others = colour.coordinates
    if colour.space in {"lch", "oklch"}:
        others = others[:1]  # the other is the hue
    if colour.space in {"lab", "lch"}:
        lightness, others = (lightness + 16) / 116, [one / 100 for one in others]
    elif colour.space not in {"oklab", "oklch"}:
        return None
    linear = max(lightness, 0.0) ** 3
    value = 12.92 * linear if linear <= _LINEAR else 1.055 * linear ** (1 / 2.4) - 0.055
    return ((value,) * 3, colour.alpha) if all(abs(one) < _LEAST_CHROMA for one in others) else None


def _background(given: Declared, outer: Colour | None) -> Colour | None:
    """Return the colour that an element's text stands on, None behind pictures and colours that are not known."""
    image = given.get("background-image", ())
    if any(one.type in {"url", "function"} and _rgb(one) is None for one in image):
        return None
    value = given.get("background-color", ())
    found = next(filter(None, map(_rgb, value)), None)
    if found is None:
        return None if any(one.type == "function" for one in value) else outer
    colour, alpha = found
    if alpha == 1 or outer is None:
        return colour if alpha == 1 else None
    red, green, blue = (alpha * one + (1 - alpha) * under for one, under in zip(colour, outer, strict=True))
    return red, green, blue


def _hides(given: Declared, em: float, outer: Look) -> bool:
    """Tell whether an element is left out, cut off, masked, or placed off the page, with all that is in it."""
    return (
        _word(given.get("display")) == "none"
        or _word(given.get("content-visibility")) == "hidden"
        or _is_clipped(given, em)
        or _is_cut_off(given, em, outer.flat)
        or _is_masked(given)
        or _is_far(given, em)
    )


def _is_clipped(given: Declared, em: float) -> bool:
    if _word(given.get("position")) in _OUT_OF_FLOW:
        for one in given.get("clip", ()):
            if one.type == "function" and one.lower_name == "rect" and _is_empty(one, em):
                return True
    return any(_leaves_nothing(one, em) for one in given.get("clip-path", ()) if one.type == "function")


def _lengths(function: Any, em: float, whole: float) -> list[float | None]:
    return [_length(one, em, whole) for one in _plain(function.arguments) if one != ","]


def _is_empty(rect: Any, em: float) -> bool:
    """Tell whether nothing is between the edges of `rect(top, right, bottom, left)`."""
    edges = _lengths(rect, em, _SCREEN["width"])
    if len(edges) != 4:
        return False
    top, right, bottom, left = edges
    return (right is not None and left is not None and right - left <= _NOTHING_PX) or (
        top is not None and bottom is not None and bottom - top <= _NOTHING_PX
    )


def _leaves_nothing(path: Any, em: float) -> bool:  # noqa: PLR0911  a shape each
    """Tell whether a shape of `clip-path` has no room for a letter, or lies off the page."""
    arguments = [one for one in _plain(path.arguments) if one != ","]
    # What follows `round` are radii of corners, what follows `at` is the middle.
    edges = list(takewhile(lambda one: one.type != "ident", arguments))
    lengths = [one for one in (_length(one, em, _SCREEN["width"]) for one in edges) if one is not None]
    points = [_length(one, em, _SCREEN["width"]) for one in arguments if one.type != "ident"]
    corners = [one for one in points if one is not None]
    match path.lower_name:
        case "rect":
            return _is_empty(path, em)
        case "inset":
            above, right, below, left = ((one and _length(one, em, _SCREEN["width"])) or 0 for one in _sides(edges))
            return max(above + below, left + right) >= _WHOLE * _SCREEN["width"]
        case "xywh":
            return any(one <= _NOTHING_PX for one in lengths[2:])
        case "circle" | "ellipse":
            middle = _lengths(path, em, 0)[len(edges) + 1 :]
            return any(2 * one <= _NOTHING_PX for one in lengths) or any((one or 0) <= -_FAR_PX for one in middle)
        case "polygon" if len(corners) == len(points):
            return min(_spread(corners[::2]), _spread(corners[1::2])) <= _NOTHING_PX
        case "path":
            written = "".join(one.value for one in arguments if one.type == "string")
            return _spread(list(map(float, _NUMBER.findall(written)))) <= _NOTHING_PX
        case "shape":
            return _spread(corners) <= _NOTHING_PX
    return False


def _spread(values: Sequence[float]) -> float:
    return max(values) - min(values) if values else math.inf


def _is_cut_off(given: Declared, em: float, in_flat_tracks: bool) -> bool:
    """Tell whether an element is too small for a letter and cuts off what stands out."""
    clips = any(_word(given.get(name)) in _CLIPPED for name in ("overflow", "overflow-x", "overflow-y"))
    if not clips and _word(given.get("contain")) not in _CONTAINED:
        return False
    width, height = _room(given, em, "width", ("left", "right")), _room(given, em, "height", ("top", "bottom"))
    indent = _first(given.get("text-indent"), em) or 0
    grows = any(
        one.type == "number" and one.value > 0 for name in ("flex", "flex-grow") for one in given.get(name, ())[:1]
    )
    is_flat = _word(given.get("display")) == "grid" and _is_flat(given, em, "rows", of_items=False)
    return (
        (min(width, height) <= _NOTHING_PX and not grows)
        or indent >= _SCREEN["width"]
        or (is_flat and height == math.inf)
        or (in_flat_tracks and not any(_first(given.get(f"min-{size}"), em) for size in ("width", "height")))
    )


def _room(given: Declared, em: float, size: str, sides: Sequence[str]) -> float:
    """Return the width or the height that an element is given, with its padding; infinity where nothing says it."""
    # A share of a height that nothing gives is no height.
    whole = _SCREEN["width"] if size == "width" else math.nan
    own = (_first(given.get(f"{bound}{size}"), em, whole) for bound in ("", "max-"))
    known = [one for one in own if one is not None and not math.isnan(one)]
    least = _first(given.get(f"min-{size}"), em, whole) or 0
    padding = (_first(given.get(f"padding-{side}"), em) or 0 for side in sides)
    return max(min(known, default=math.inf), least) + sum(padding)


def _is_flat(given: Declared, em: float, way: str, *, of_items: bool = True) -> bool:
    """Tell whether the rows or columns of a grid leave no room; with `of_items` those that fit their items count, too."""
    value = next((given[name] for name in _TRACKS[way] if name in given), ())
    tracks = [one for one in value if one.type != "[] block"]
    for one in tracks:
        is_share = one.type == "dimension" and one.lower_unit == "fr"
        size = (float(one.value) if of_items else math.nan) if is_share else _length(one, em, math.nan)
        if size is None or not size <= _NOTHING_PX * (not is_share):
            return False
    return bool(tracks)


def _is_masked(given: Declared) -> bool:
    """Tell whether a mask of a gradient lets nothing through."""
    masks = [one for name in ("mask", "mask-image") for one in given.get(name, ()) if one.type == "function"]
    colours = [found for mask in masks for one in mask.arguments if (found := _rgb(one))]
    return bool(colours) and all(alpha < LEAST_OPACITY for _, alpha in colours)


def _is_far(given: Declared, em: float) -> bool:
    position = _word(given.get("position"))
    moves = position in {*_OUT_OF_FLOW, "relative"}
    moved = {side: _first(given.get(side), em) for side in _OFFSETS if moves and side in given}
    offsets = {side: offset for side, offset in moved.items() if offset is not None}
    if any(offset <= -_FAR_PX for offset in (*offsets.values(), _first(given.get("text-indent"), em) or 0)):
        return True
    if "left" not in offsets and offsets.get("right", 0) >= _SCREEN["width"]:
        return True
    beyond = (
        offsets.get(side, 0) >= _SCREEN[size]
        for side, size in (("left", "width"), ("top", "height"), ("bottom", "height"))
    )
    if position == "fixed" and any(beyond):  # nobody can scroll there
        return True
    for side in ("left", "top"):  # a margin that padding takes back moves the background alone
        margin, padding = _first(given.get(f"margin-{side}"), em), _first(given.get(f"padding-{side}"), em)
        if margin is not None and margin <= -_FAR_PX and not (padding is not None and padding >= _FAR_PX):
            return True
    return False


def _matrix(given: Declared, em: float) -> Matrix:
    """Return what the properties and the functions that transform an element come to."""
    steps = [(name, given[name]) for name in ("translate", "rotate", "scale") if name in given]
    steps += [(one.lower_name, _plain(one.arguments)) for one in given.get("transform", ()) if one.type == "function"]
    matrix = _UNCHANGED
    for name, arguments in steps:
        step = _step(name, [one for one in arguments if one != ","], em)
        matrix = [
            [sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*step, strict=True)]
            for row in matrix
        ]
    return matrix


def _step(name: str, arguments: Tokens, em: float) -> Matrix:
    """Return the matrix of one function of `transform`; what is not known changes nothing."""
    step = [list(row) for row in _UNCHANGED]
    numbers = [
        found if found is not None and math.isfinite(found) else 0.0
        for found in (_number(one, em) for one in arguments)
    ]
    if name in {"matrix", "matrix3d"} and len(numbers) in {6, 16}:
        side = 2 if len(numbers) == 6 else 4
        for at, number in enumerate(numbers):
            column, row = divmod(at, side)
            step[row][3 if side == 2 and column == 2 else column] = number
    elif name.startswith("translate"):
        first = "yz".find(name[-1]) + 1
        for row, number in enumerate(numbers[: 3 - first], first):
            step[row][3] = number
    elif name.startswith("scale"):
        factors = [_share(one) for one in arguments]
        axes = {"scalex": (0,), "scaley": (1,), "scalez": (2,)}.get(name, (0, 1, 2)[: max(len(factors), 2)])
        for axis, factor in zip(axes, factors if len(factors) > 1 else factors * 2, strict=False):
            step[axis][axis] = factor
    elif name.startswith("skew") and numbers:
        axes_of = {"skewy": ((1, 0),)}.get(name, ((0, 1), (1, 0)))
        for (row, column), angle in zip(axes_of, numbers, strict=False):
            step[row][column] = math.tan(angle)
    elif name.startswith("rotate") and numbers:
        _turn(step, _axis(name, arguments, numbers), numbers[-1])
    return step


def _number(token: Any, em: float) -> float | None:
    """Return a number, a length in pixels or an angle in radians; percentages are 0, since the size of the element is not known."""
    return float(token.value) if token.type == "number" else _length(token, em, 0)


def _axis(name: str, arguments: Tokens, numbers: Sequence[float]) -> Sequence[float]:
    """Return what an element is turned about: x, y and z."""
    if len(numbers) == 4:
        return numbers[:3]
    letter = name[-1] if name[-1] in "xy" else _word(arguments[:1])
    return [float(letter == one) for one in "xy"] + [float(letter not in {"x", "y"})]


def _turn(step: list[list[float]], axis: Sequence[float], angle: float) -> None:
    """Write a rotation about an axis into a matrix, by Rodrigues' formula."""
    length = math.hypot(*axis)
    if not length:
        return
    x, y, z = (one / length for one in axis)
    sine, cosine = math.sin(angle), math.cos(angle)
    across = ((0, -z, y), (z, 0, -x), (-y, x, 0))
    for row, own in enumerate((x, y, z)):
        for column, other in enumerate((x, y, z)):
            step[row][column] = (row == column) * cosine + across[row][column] * sine + own * other * (1 - cosine)


def _least_scale(matrix: Matrix) -> float:
    """Return the smaller of the two factors by which an element is drawn wider and higher; one that is flat is not drawn at all."""
    (a, c, e), (b, d, f), (g, h, i) = (row[:3] for row in matrix[:3])
    if not a * (d * i - f * h) - c * (b * i - f * g) + e * (b * h - d * g):
        return 0.0
    squares, area = a * a + b * b + c * c + d * d, abs(a * d - b * c)
    return math.sqrt(max(squares - math.sqrt(max(squares * squares - 4 * area * area, 0.0)), 0.0) / 2)


def _is_moved_far(matrix: Matrix) -> bool:
    return max(abs(matrix[0][3]), abs(matrix[1][3])) >= _FAR_PX
