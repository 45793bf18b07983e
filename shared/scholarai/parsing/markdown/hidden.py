"""Removes text in Markdown that its HTML hides from a browser's user."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from itertools import chain
from typing import NamedTuple
from xml.etree.ElementTree import Element

from markdown_it.token import Token

from scholarai.parsing.css import PAGE, UNDRAWN, Look, Node, Sheets
from scholarai.parsing.latex.hidden_formulas import visible_formula

# Attributes hold at most 60 values of a thousand characters.
_TAG = re.compile(
    r"""<(/?)([A-Za-z][\w:-]{0,40}+)((?:[^<>"']++|"[^"]{0,1000}+"|'[^']{0,1000}+'){0,60}+)>|<[^<>]{0,2000}>"""
)
_WHITE = re.compile(r"\s+")
_SHEET = re.compile(r"<style\b[^<>]{0,2000}>((?:[^<]|<(?!/style))*+)", re.IGNORECASE)
_SILENT = UNDRAWN | {"head"}
_STRUCK = frozenset({"del", "s", "strike"})
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
# Elements that the next block closes implicitly.
_SHORT = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6"})
# Elements that browsers reopen in the next block, https://html.spec.whatwg.org/multipage/parsing.html#formatting
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
_MOST_OPEN = 200


class _Element(NamedTuple):
    """An open element; without a look nothing in it is shown."""

    name: str
    node: Node
    look: Look | None


class _Attributes(HTMLParser):
    """Reads the attributes of one tag."""

    found: dict[str, str]

    @classmethod
    def of(cls, tag: str) -> dict[str, str]:
        parser = cls()
        parser.found = {}
        parser.feed(tag)
        return parser.found

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found = {name: value or "" for name, value in attrs}


class _Page:
    """The open elements, outermost first, and the style sheets of all blocks."""

    def __init__(self, sheets: Sheets) -> None:
        self._open: list[_Element] = []
        self._sheets = sheets
        self.has_hidden = False

    @property
    def hides(self) -> bool:
        if not self._open:
            return False
        look = self._open[-1].look
        return look is None or not look.shows

    @property
    def depth(self) -> int:
        return len(self._open)

    def end_block(self, tag: str, depth: int) -> None:
        """Close the elements opened within a block at its end, as browsers do; formatting stays open, except in table cells."""
        outlives = frozenset[str]() if tag in {"td", "th"} else _FORMATTING
        self._open[depth:] = [element for element in self._open[depth:] if element.name in outlives]

    def text(self, source: str) -> str:
        """Return the visible text of HTML, with a space for each tag."""
        shown, at = [], 0
        for tag in _TAG.finditer(source):
            shown.append(self.kept(source[at : tag.start()]))
            self.tag(tag[0])
            at = tag.end()
        shown.append(self.kept(source[at:]))
        while self._open and self._open[-1].name in _SHORT:
            self._open.pop()
        return _WHITE.sub(" ", " ".join(shown)).strip()

    def kept(self, text: str) -> str:
        """Return a text if it is visible, else an empty string."""
        if not self.hides:
            return text
        is_silent = any(element.name in _SILENT for element in self._open)
        self.has_hidden = self.has_hidden or (bool(text.strip()) and not is_silent)
        return ""

    def formula(self, source: str) -> str:
        """Return a formula without what is not drawn of it."""
        shown = visible_formula(source)
        self.has_hidden = self.has_hidden or shown != source
        return shown

    def tag(self, source: str) -> None:
        """Open or close an element."""
        found = _TAG.match(source)
        if found is None or not found[2]:
            return
        closes, name, empty = found[1], found[2].lower(), found[3].endswith("/")
        if closes:
            at = next((at for at in range(len(self._open) - 1, -1, -1) if self._open[at].name == name), None)
            if at is not None:
                del self._open[at:]
        elif name not in _VOID and not empty and len(self._open) < _MOST_OPEN:
            self._open.append(self._element(name, _Attributes.of(found[0])))

    def _element(self, name: str, attributes: dict[str, str]) -> _Element:
        above = self._open[-1] if self._open else None
        node = Node.alone(Element(name, attributes), above.node if above else None)
        outer = above.look if above else PAGE
        if outer is None or name in _SILENT | _STRUCK:
            return _Element(name, node, None)
        return _Element(name, node, self._sheets.look(node, outer))


def visible_tokens(tokens: Iterable[Token]) -> tuple[list[Token], bool]:
    """Return the visible tokens, with HTML blocks as their text, and whether any text is hidden."""
    given = list(tokens)
    page = _Page(Sheets(chain.from_iterable(map(_SHEET.findall, _html_in(given)))))
    return list(_visible(given, page)), page.has_hidden


def _html_in(tokens: Iterable[Token]) -> Iterator[str]:
    return (token.content for token in tokens if token.type == "html_block")


def _visible(tokens: Iterable[Token], page: _Page) -> Iterator[Token]:
    """Yield the visible tokens; a block's opening and closing tokens stay together."""
    blocks: list[tuple[int, bool]] = []  # per open block: its depth in elements, and whether it is visible
    for token in tokens:
        if token.nesting > 0:
            page.has_hidden = page.has_hidden or token.type == "s_open"
            shown = token.type != "s_open" and bool(page.kept("x"))
            blocks.append((page.depth, shown and all(is_visible for _, is_visible in blocks)))
        if token.nesting < 0:
            depth, is_visible = blocks.pop()
            page.end_block(token.tag, depth)
        else:
            is_visible = _is_visible(token, page) and all(is_visible for _, is_visible in blocks)
        if is_visible:
            yield token


def _is_visible(token: Token, page: _Page) -> bool:
    """Remove hidden text from a token, and tell whether the token is visible."""
    if token.type == "html_block":
        token.content = page.text(token.content)
    elif token.type == "html_inline":
        page.tag(token.content)
    elif token.type.startswith(("math", "amsmath")) or (token.type == "tex" and not visible_formula(token.content)):
        if not page.kept(token.content or "x"):
            return False
        token.content = page.formula(token.content)
    elif token.type == "inline":
        token.children = list(_visible(token.children or [], page))
    else:
        return bool(page.kept(token.content or "x"))
    return True
