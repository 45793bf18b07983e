"""Finds the text of a page that browsers do not show, by its style sheets and attributes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias
from xml.etree.ElementTree import Element

import tinycss2
from cssselect2 import ElementWrapper, Matcher, SelectorError, compile_selector_list
from tinycss2.color4 import parse_color

from scholarai.parsing.hidden_text import BLACK, LEAST_OPACITY, TINY_PT, WHITE, Colour, is_lost_in

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
_PX = {"px": 1.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "vw": 12.8, "vh": 8.0}
# The width of the screen that a page is shown on, in pixels.
_WIDTH_PX = 1280.0
_MEDIA = frozenset({"all", "screen", "only", "and"})
_SIZE_PX = 16.0
_TINY_PX = TINY_PT * 96 / 72
# Text moved so far is off the page, and what is no larger shows no letter: in pixels, guesses.
_FAR_PX, _NOTHING_PX = 500.0, 2.0
# Insets from opposite sides that together clip so much of a box leave nothing of it.
_WHOLE = 0.98
_CLIPPED = frozenset({"hidden", "clip", "scroll", "auto"})
_OUT_OF_FLOW = frozenset({"absolute", "fixed"})
_OFFSETS = ("left", "top", "right", "bottom")
_READ = frozenset(
    "display visibility opacity clip clip-path transform scale zoom translate position font-size color text-fill-color "
    "background-color background-image background-clip overflow overflow-x overflow-y height width min-height min-width max-height "
    "max-width flex flex-grow text-indent margin-left margin-top padding-left padding-right padding-top padding-bottom".split()
) | set(_OFFSETS)
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
_BACKGROUND = ("background-color", "background-image", "background-clip")
_SIDES = {
    "margin": ("margin-top", "margin-right", "margin-bottom", "margin-left"),
    "padding": ("padding-top", "padding-right", "padding-bottom", "padding-left"),
    "inset": ("top", "right", "bottom", "left"),
}


class Look(NamedTuple):
    """How the text directly in an element is drawn; a colour that is not known is None.

    `scale` is that of the element and those around it.
    """

    colour: Colour | None = BLACK
    alpha: float = 1.0
    background: Colour | None = WHITE
    size_px: float = _SIZE_PX
    is_visible: bool = True
    opacity: float = 1.0
    scale: float = 1.0
    custom: Mapping[str, Tokens] = MappingProxyType({})

    @property
    def shows(self) -> bool:
        """Tell whether a browser shows the text."""
        return (
            self.is_visible
            and self.size_px * self.scale >= _TINY_PX
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
        return outer
    custom = {**outer.custom, **{name: value for name, value in given.items() if name.startswith("--")}}
    given = {name: _resolved(value, custom) for name, value in given.items() if not name.startswith("--")}
    size_px = _size_px(given.get("font-size"), outer.size_px)
    opacity = outer.opacity * (_share(given["opacity"][0]) if given.get("opacity") else 1.0)
    if opacity < LEAST_OPACITY or _hides(given, size_px):
        return None
    colour, alpha = _colour(given, outer)
    word = _word(given.get("visibility"))
    is_visible = outer.is_visible if word in {"", "inherit", "unset"} else word not in {"hidden", "collapse"}
    background = _background(given, outer.background)
    return Look(colour, alpha, background, size_px, is_visible, opacity, outer.scale * _scale(given), custom)


def _applies(rule: Any) -> bool:
    """Tell whether the rules within an at-rule count on a screen."""
    if rule.lower_at_keyword == "supports":
        return _word(_plain(rule.prelude)[:1]) != "not"
    return rule.lower_at_keyword in {"layer", "scope"} or (
        rule.lower_at_keyword == "media" and applies_on_screen(rule.prelude)
    )


def applies_on_screen(media: str | Tokens) -> bool:
    """Tell whether a list of media queries, of which one is enough, holds for a screen; a condition that is not known does not."""
    tokens = _tokens(media) if isinstance(media, str) else _plain(media)
    return any(all(map(_holds, query)) for query in _between_commas(tokens))


def _holds(token: Any) -> bool:
    if token.type == "ident":
        return token.lower_value in _MEDIA
    inside = _plain(token.content) if token.type == "() block" else []
    width_px = _length(inside[-1], _SIZE_PX, 0) if inside else None
    if width_px is None:
        return False
    name = _word(inside)
    return (name == "min-width" and width_px <= _WIDTH_PX) or (name == "max-width" and width_px >= _WIDTH_PX)


def _declarations(source: str) -> Iterator[tuple[str, Tokens, bool]]:
    return _read(tinycss2.parse_blocks_contents(source, skip_comments=True, skip_whitespace=True))


def _read(inside: Iterable[Any]) -> Iterator[tuple[str, Tokens, bool]]:
    """Yield the declarations that count here: a property, its value, whether it is important."""
    for one in inside:
        if one.type != "declaration":
            continue
        value = _plain(one.value)
        for name, own in _longhands(one.lower_name.removeprefix("-webkit-"), value):
            if name in _READ or name.startswith("--"):
                yield name, own, one.important


def _longhands(name: str, value: Tokens) -> Iterator[tuple[str, Tokens]]:
    """Yield the properties that a shorthand sets, any other as it is."""
    if name == "background":
        yield from ((one, value) for one in _BACKGROUND)
    elif name == "font":  # its first length is the size
        sizes = [one for one in value if one.type in {"dimension", "percentage"} or _is_zero(one)]
        yield from (("font-size", [one]) for one in sizes[:1])
    elif name in _SIDES and value:
        yield from ((side, [one]) for side, one in zip(_SIDES[name], _sides(value), strict=True))
    else:
        yield name, value


def _sides(value: Tokens) -> list[Any]:
    """Return what one to four values say of top, right, bottom and left; none says nothing."""
    if not value:
        return [None] * 4
    top, right, bottom, left = (*value, *(None,) * 3)[:4]
    right = top if right is None else right
    return [top, right, top if bottom is None else bottom, right if left is None else left]


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
    """Return a length in pixels, NaN for a function or an unknown unit, None for what is no length; percentages are of `whole`."""
    if token.type == "number":
        return 0.0 if token.value == 0 else None
    if token.type == "percentage":
        return float(token.value) / 100 * whole
    if token.type != "dimension":
        return math.nan if token.type == "function" else None
    sizes = {"em": em, "rem": _SIZE_PX, "ex": em / 2, "ch": em / 2}
    return float(token.value) * (_PX.get(token.lower_unit) or sizes.get(token.lower_unit, math.nan))


def _first(value: Tokens | None, em: float, whole: float = _WIDTH_PX) -> float | None:
    return _length(value[0], em, whole) if value else None


def _size_px(value: Tokens | None, outer: float) -> float:
    if not value:
        return outer
    if (found := _length(value[0], outer, outer)) is not None:
        return _SIZE_PX if math.isnan(found) else found
    return outer if _word(value) in {"inherit", "unset", "smaller", "larger", ""} else _SIZE_PX


def _share(token: Any) -> float:
    """Return a share or a factor; 1 for anything else."""
    if token is None:
        return 1.0
    found = float(token.value) if token.type == "number" else _length(token, math.nan, 1.0)
    return 1.0 if found is None or math.isnan(found) else found


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
    found = parse_color(token)
    if found is None or isinstance(found, str):
        return None
    try:
        red, green, blue, alpha = found.to("srgb")
    except NotImplementedError:
        return None
    return (red, green, blue), alpha


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


def _hides(given: Declared, em: float) -> bool:
    """Tell whether an element is left out, cut off, or placed off the page, with all that is in it."""
    return (
        _word(given.get("display")) == "none"
        or _is_clipped(given, em)
        or _is_cut_off(given, em)
        or _is_far(given, em)
        or _is_moved_far(given, em)
    )


def _is_clipped(given: Declared, em: float) -> bool:
    if _word(given.get("position")) in _OUT_OF_FLOW:
        for one in given.get("clip", ()):
            if one.type == "function" and one.lower_name == "rect" and _is_empty(one, em):
                return True
    return any(_leaves_nothing(one, em) for one in given.get("clip-path", ()) if one.type == "function")


def _lengths(function: Any, em: float) -> list[float | None]:
    """Return the lengths of a shape; what follows `round` or `at` is none of them."""
    arguments = (one for one in _plain(function.arguments) if one != ",")
    return [
        _length(one, em, _WIDTH_PX)
        for one in takewhile(lambda one: one.type != "ident" or one.value == "auto", arguments)
    ]


def _is_empty(rect: Any, em: float) -> bool:
    """Tell whether nothing is between the edges of `rect(top, right, bottom, left)`."""
    edges = _lengths(rect, em)
    if len(edges) != 4:
        return False
    top, right, bottom, left = edges
    return (right is not None and left is not None and right - left <= _NOTHING_PX) or (
        top is not None and bottom is not None and bottom - top <= _NOTHING_PX
    )


def _leaves_nothing(path: Any, em: float) -> bool:
    """Tell whether a shape of `clip-path` has no room for a letter."""
    lengths = _lengths(path, em)
    if path.lower_name == "inset":
        above, right, below, left = (one or 0 for one in _sides(lengths))
        return max(above + below, left + right) >= _WHOLE * _WIDTH_PX
    is_known = path.lower_name in {"circle", "ellipse", "polygon"}
    return is_known and bool(lengths) and all(one is not None and one <= _NOTHING_PX for one in lengths)


def _is_cut_off(given: Declared, em: float) -> bool:
    """Tell whether an element is too small for a letter and cuts off what stands out."""
    if not any(_word(given.get(name)) in _CLIPPED for name in ("overflow", "overflow-x", "overflow-y")):
        return False
    width, height = _room(given, em, "width", ("left", "right")), _room(given, em, "height", ("top", "bottom"))
    grows = any(
        one.type == "number" and one.value > 0 for name in ("flex", "flex-grow") for one in given.get(name, ())[:1]
    )
    return (min(width, height) <= _NOTHING_PX and not grows) or (_first(given.get("text-indent"), em) or 0) >= _WIDTH_PX


def _room(given: Declared, em: float, size: str, sides: Sequence[str]) -> float:
    """Return the width or the height that an element is given, with its padding; infinity where nothing says it."""
    # A share of a height that nothing gives is no height.
    whole = _WIDTH_PX if size == "width" else math.nan
    own = (_first(given.get(f"{bound}{size}"), em, whole) for bound in ("", "max-"))
    known = [one for one in own if one is not None and not math.isnan(one)]
    least = _first(given.get(f"min-{size}"), em, whole) or 0
    padding = (_first(given.get(f"padding-{side}"), em) or 0 for side in sides)
    return max(min(known, default=math.inf), least) + sum(padding)


def _is_far(given: Declared, em: float) -> bool:
    """Tell whether an element or its first line is placed far off the page."""
    moves = _word(given.get("position")) in {*_OUT_OF_FLOW, "relative"}
    places = [_first(given.get(name), em) for name in ("text-indent", *(_OFFSETS if moves else ()))]
    if any(place is not None and place <= -_FAR_PX for place in places):
        return True
    for side in ("left", "top"):  # a margin that padding takes back moves the background alone
        margin, padding = _first(given.get(f"margin-{side}"), em), _first(given.get(f"padding-{side}"), em)
        if margin is not None and margin <= -_FAR_PX and not (padding is not None and padding >= _FAR_PX):
            return True
    return False


def _transforms(given: Declared) -> Iterator[tuple[str, list[Any]]]:
    """Yield the functions by which an element is moved or scaled, with their arguments; properties count as functions."""
    yield from ((name, list(given[name])) for name in ("translate", "scale", "zoom") if name in given)
    for one in given.get("transform", ()):
        if one.type == "function":
            yield one.lower_name, [argument for argument in _plain(one.arguments) if argument != ","]


def _scale(given: Declared) -> float:
    """Return the smallest factor by which an element is drawn wider and higher."""
    factors = (
        min(map(abs, map(_share, arguments[:2])), default=1.0)
        for name, arguments in _transforms(given)
        if name in {"scale", "scalex", "scaley", "zoom"}
    )
    return math.prod(factors)


def _is_moved_far(given: Declared, em: float) -> bool:
    """Tell whether an element is moved off the page; percentages are 0, since its size is not known."""
    moves = (arguments[:2] for name, arguments in _transforms(given) if name.startswith("translate"))
    return any(abs(_length(one, em, 0) or 0) >= _FAR_PX for arguments in moves for one in arguments)
