"""Parses a web page into the elements that its reader sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple
from xml.etree.ElementTree import Element

from lxml.etree import HTMLParser, LxmlError

from scholarai.parsing.css import UNDRAWN, Sheets, applies_on_screen, names_in
from scholarai.parsing.xml_elements import PlainNames, XmlError

_NOT_TEXT = (UNDRAWN - {"script"}) | frozenset("nav aside footer form button input select svg object dialog".split())
# What has its place in some element, however it is called.
_IN_PLACE = frozenset({("article", "footer"), ("head", "title")})
# What pages hold beside a paper, by class or id: menus, signposts, tools, a formula said twice.
_BESIDE = frozenset(
    "toc ltx_TOC navbar sidebar breadcrumb breadcrumbs share social related-articles skip-link sr-only visually-hidden".split()
    + "mw-editsection noprint katex-html MathJax_Preview ltx_page_navbar ltx_page_header ltx_page_footer ltx_ERROR".split()
    + "section-nav highwire-figure-links table-expand-inline footnote-back footnote-backref cit-extra ref-links".split()
    + "ltx_bib_cited ltx_note_mark ltx_tag_note ltx_pagination ltx_dates".split()
)
# What MathJax 2 sets before the source of a formula.
_MATHJAX = frozenset({"MathJax", "MathJax_Display", "MathJax_SVG", "MathJax_CHTML", "MathJax_SVG_Display"})
# A saved page carries its pictures in itself, by the megabyte.
_DATA = re.compile(rb"data:[\w/+.;=-]{0,100},[A-Za-z0-9+/=%]{200,}")
_CHARSET = re.compile(rb"(?:charset|encoding)\s*+=\s*+[\"']?\s*+([\w:.-]+)", re.IGNORECASE)
_CHARSET_WITHIN = 4_096
# What programs write under the names of narrower character sets (https://encoding.spec.whatwg.org/#names-and-labels).
_BROADER = {
    **dict.fromkeys(
        ("iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "us-ascii", "ascii"), "cp1252"
    ),
    **dict.fromkeys(("utf-8", "utf8", "windows-1252", "x-cp1252"), "cp1252"),
    **dict.fromkeys(("iso-8859-9", "latin5"), "cp1254"),
    **dict.fromkeys(("gb2312", "gbk", "x-gbk"), "gb18030"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "x-sjis"), "cp932"),
    **dict.fromkeys(("euc-kr", "ks_c_5601-1987"), "cp949"),
}
# libxml2 takes ten seconds of a loaded machine for a million attributes (7 MB). A guess: no article has half as much.
MOST_BYTES = 16 << 20


def page_of(source: bytes) -> tuple[Element, bool]:
    """Return the page without what is not shown of it, and whether text was left out because it is hidden.

    Names of elements lack their prefixes. Nothing is fetched: no style, script, picture, entity or document type.

    Raises:
        XmlError: If there is no element, if elements nest too deeply, or if the page is larger than `MOST_BYTES`.
    """
    source = _DATA.sub(b"", source)
    if len(source) > MOST_BYTES:
        raise XmlError("the page is too large")
    parser = HTMLParser(target=PlainNames(), encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        parser.feed(_decoded(source).encode("utf-8", "replace"))
        root: Element | None = parser.close()
    except (LxmlError, AttributeError, LookupError, ValueError, AssertionError) as error:
        raise XmlError(str(error)) from error
    if root is None:
        raise XmlError("it holds no element")
    return root, _removed(root, _Unseen.of(root))


def classes(element: Element) -> frozenset[str]:
    """Return the classes of an element and its role."""
    return frozenset((*element.get("class", "").split(), element.get("role", "")))


def _decoded(source: bytes) -> str:
    """Return the characters of a page: in UTF-8 if most of what is not ASCII is that, else as it declares."""
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        return source.decode("utf-16", "replace")
    text = source.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    if not broken or 2 * broken < sum(not one.isascii() for one in text):
        return text
    found = _CHARSET.search(source[:_CHARSET_WITHIN])
    label = found[1].decode("ascii").lower() if found else ""
    try:
        return source.decode(_BROADER.get(label, label) or "cp1252", "replace")
    except LookupError:
        return source.decode("cp1252", "replace")


class _Unseen(NamedTuple):
    """What a browser does not show of a page: whole elements, and text directly in others."""

    elements: frozenset[Element]
    texts: frozenset[Element]

    @classmethod
    def of(cls, root: Element) -> _Unseen:
        """Return what style sheets and attributes hide; sheets that leave less than half of the words are scripts' to change."""
        body = root if root.tag == "body" else root.find("body")
        if body is None:
            return cls._by(Sheets(()), root)
        plain = cls._by(Sheets(()), root)
        sheets = ["".join(one.itertext()) for one in root.iter("style") if applies_on_screen(one.get("media") or "all")]
        if not sheets:
            return plain
        styled = cls._by(Sheets(sheets, names_in(root)), root)
        shown = sum(map(len, _said(body))) - plain.letters_in(body)
        return plain if 2 * (styled.letters_in(body) - plain.letters_in(body)) > shown else styled

    @classmethod
    def _by(cls, sheets: Sheets, root: Element) -> _Unseen:
        elements, texts = set[Element](), set[Element]()
        for element, look in sheets.looks(root):
            if look is None:
                elements.add(element)
            elif not look.shows:
                texts.add(element)
        return cls(frozenset(elements), frozenset(texts))

    def letters_in(self, element: Element) -> int:
        """Count the characters below an element that are not shown."""
        if element in self.elements:
            return sum(map(len, _said(element)))
        own = (element.text, *(child.tail for child in element)) if element in self.texts else ()
        return sum(len(text or "") for text in own) + sum(map(self.letters_in, _read_in(element)))


def _read_in(element: Element) -> Iterator[Element]:
    return (child for child in element if not _is_beside(child))


def _said(element: Element) -> Iterator[str]:
    """Yield the texts in an element without those that stand beside the paper."""
    yield element.text or ""
    for child in _read_in(element):
        yield from _said(child)
        yield child.tail or ""


def _removed(element: Element, unseen: _Unseen) -> bool:
    """Remove what is not read below an element; tell whether words among it are hidden on purpose."""
    children = list(element)
    has_hidden = element in unseen.texts and _mute(element, children)
    element[:] = []
    for child in children:
        is_beside = _is_beside(child) and (element.tag, child.tag) not in _IN_PLACE
        if is_beside or (child in unseen.elements and not _is_read_aloud(child, children)):
            has_hidden = has_hidden or (not is_beside and any(text.strip() for text in child.itertext()))
            append_text(element, child.tail or "")
            continue
        if child.tag == "script" and len(element) and not _MATHJAX.isdisjoint(classes(element[-1])):
            del element[-1]
        has_hidden = _removed(child, unseen) or has_hidden
        element.append(child)
    return has_hidden


def _mute(element: Element, children: Sequence[Element]) -> bool:
    """Remove the text directly in an element, and tell whether there were words."""
    said = any((text or "").strip() for text in (element.text, *(child.tail for child in children)))
    element.text = None
    for child in children:
        child.tail = None
    return said


def _is_read_aloud(element: Element, siblings: Sequence[Element]) -> bool:
    """Tell whether an element is a formula for those who listen to a page; beside it, it is drawn for the others."""
    is_formula = (
        "".join(element.itertext()).strip()
        == "".join(chain.from_iterable(one.itertext() for one in element.iter("math"))).strip()
    )
    return is_formula and any(one.get("aria-hidden") == "true" for one in siblings)


def _is_beside(element: Element) -> bool:
    if element.tag == "script":
        return not element.get("type", "").startswith("math/")
    is_note = element.get("role", "").startswith("doc-")
    named = {*element.get("class", "").split(), element.get("id", "")}
    is_named_so = element.tag not in {"body", "main", "article"} and not named.isdisjoint(_BESIDE)
    return (
        is_named_so
        or (element.tag in _NOT_TEXT and not is_note)
        or (
            element.get("aria-hidden") == "true"
            and element.tag != "figcaption"  # pandoc says the caption as `alt`, too
        )
    )


def append_text(element: Element, text: str) -> None:
    """Add text to the end of an element."""
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text


def made(tag: str, *inside: Element | str, **attributes: str) -> Element:
    """Return a new element with text and elements in it; empty ones are left out."""
    element = Element(tag, {name.replace("_", "-"): value for name, value in attributes.items()})
    fill(element, inside)
    return element


def fill(element: Element, inside: Iterable[Element | str]) -> None:
    """Add text and elements to an element."""
    for piece in inside:
        if isinstance(piece, str):
            append_text(element, piece)
        else:
            element.append(piece)


def outermost(element: Element, is_wanted: Callable[[Element], bool]) -> Iterator[Element]:
    """Yield the wanted elements below one that are in no other wanted one."""
    for child in element:
        if is_wanted(child):
            yield child
        else:
            yield from outermost(child, is_wanted)
