"""Walks a web page and writes what it says as the body of an article in JATS."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unicodedata import normalize
from xml.etree.ElementTree import Element

from scholarai.parsing.finishing import is_references_title
from scholarai.parsing.html.floats import captioned, float_of, is_layout
from scholarai.parsing.html.formulas import displayed, formula
from scholarai.parsing.html.inline import inline, inline_child, without_start
from scholarai.parsing.html.references import entries, is_list
from scholarai.parsing.html.tree import append_text, classes, made
from scholarai.parsing.section_names import COMMON_SECTIONS, SUMMARIES
from scholarai.parsing.xml_elements import text_of

_TAG = re.compile(r"</?[a-z]{1,6}>")
_OUTERMOST = "h0"
# Of a page's text, what may stand above the title without being of the paper. A guess.
_MASTHEAD_SHARE = 0.2
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = frozenset(
    "address article blockquote body center dd details div dl dt fieldset figcaption figure header hr html li main".split()
    + "ol p pre section summary table ul aside".split()
).union(HEADINGS)
_LISTS_OF_ENTRIES = frozenset({"ul", "ol", "dl"})
_ABSTRACTS = frozenset({"abstract", "ltx_abstract", "doc-abstract"})
_STATEMENTS = frozenset({"ltx_theorem", "theorem", "statement", "proposition", "lemma", "ltx_proof"})
_LISTINGS = frozenset({"ltx_listing", "ltx_verbatim"})
_NOTES = frozenset({"doc-endnotes", "doc-footnote", "footnotes", "footnote-list", "fn-group"})
# The front matter is read from `meta` elements and classes.
_FRONT = frozenset(
    "author authors ltx_authors author-list author-name contributors contributor-list contrib-group affiliations aff date".split()
    + "highwire-cite-authors subtitle cg aug affils abstract-title".split()
)
_NUMBERS = frozenset({"ltx_tag", "header-section-number", "sec-number", "sec-no", "section-number", "label"})
_NUMBER = re.compile(r"\s*((?:\d{1,2}|[A-Z](?=\.\d))(?:\.\d{1,2})*)[.)]?\s+(?=\S)")
_NAMED_NUMBER = re.compile(r"\s*(?:Appendix\s+)?([\dA-Z]+(?:[.-][\dA-Z]+)*)[.:)]?\s*$")


class _Open(NamedTuple):
    """A section that is being written: the element of its heading, and its title in lower case."""

    level: str
    section: Element
    name: str


class Walk:
    """Writes `body` from the elements of a page; `title` is the heading that names the paper, which is left out."""

    def __init__(self, title: Element | None, content: Element) -> None:
        self.body = Element("body")
        self._title = title
        headings = [one for one in content.iter() if one.tag in HEADINGS and one is not title]
        self._top = min((one.tag for one in headings if "ltx_title_abstract" not in classes(one)), default="h1")
        self._is_numbered = any(text_of(one).startswith(("1 ", "1. ", "I. ")) for one in headings)
        self._open: list[_Open] = []
        self._into = self.body
        self._line = Element("p")
        self._blocks: set[Element] = set()
        self._floats: dict[tuple[str, str], Element] = {}
        self._listed: Element | None = None
        self._length = len(text_of(content))
        self._mark_blocks(content)
        self._flow(content)
        self._end_line()

    def _mark_blocks(self, element: Element) -> bool:
        """Remember the elements that are blocks or hold some."""
        inside = [self._mark_blocks(child) for child in element]
        if any(inside) or element.tag in _BLOCKS:
            self._blocks.add(element)
        return element in self._blocks

    def _flow(self, element: Element) -> None:
        append_text(self._line, element.text or "")
        for child in element:
            self._child(child)
            append_text(self._line, child.tail or "")

    def _child(self, child: Element) -> None:
        if formula(child) is not None or (child not in self._blocks and not displayed(child)):
            piece = inline_child(child)
            if piece is not None:
                self._line.append(piece)
        elif child is self._title:
            self._begin()
        elif classes(child).isdisjoint(_FRONT):
            self._end_line()
            self._block(child)
            self._end_line()

    def _begin(self) -> None:
        """Forget the menus and mastheads above the title."""
        if self._into is self._section and len(text_of(self.body)) < _MASTHEAD_SHARE * self._length:
            self.body[:] = []
            self._open.clear()
            self._floats.clear()
            self._into, self._line = self.body, Element("p")

    def _block(self, child: Element) -> None:
        names = classes(child)
        if formulas := displayed(child):
            self._into.extend(formulas)
        elif child.tag in HEADINGS:
            self._heading(child)
        elif child.tag == "pre" or not names.isdisjoint(_LISTINGS):
            self._into.append(made("preformat", _lines(child)))
        elif (shown := float_of(child)) is not None and not is_layout(child):
            self._float(shown)
        elif not self._references(child):
            self._group(child, names)

    def _group(self, child: Element, names: frozenset[str]) -> None:
        if not names.isdisjoint(_ABSTRACTS) and not self._in_abstract:
            self._abstract(child)
        elif not names.isdisjoint(_NOTES):
            self._notes(child)
        elif child.tag in {"ul", "ol", "dl"}:
            with self._inside(made("list")):
                self._flow(child)
        elif child.tag == "blockquote":
            with self._inside(made("disp-quote")):
                self._flow(child)
        elif not names.isdisjoint(_STATEMENTS):
            with self._inside(made("statement")):
                self._flow(child)
        else:
            self._flow(child)

    @property
    def _section(self) -> Element:
        return self._open[-1].section if self._open else self.body

    @property
    def _in_references(self) -> bool:
        return bool(self._open) and self._into is self._section and is_references_title(self._open[-1].name)

    @property
    def _in_abstract(self) -> bool:
        return any(one.name in SUMMARIES for one in self._open)

    def _end_line(self) -> None:
        if len(self._line) or (self._line.text or "").strip():
            line, self._line = self._line, Element("p")
            shown = captioned(line)
            name = text_of(line)
            if shown is not None:
                self._float(shown)
            elif self._into is self._section and (is_references_title(name) or name.lower() in COMMON_SECTIONS):
                self._open_section(self._top, made("title", name))
            else:
                self._into.append(line)
        self._line = Element("p")

    def _float(self, shown: Element) -> None:
        """Add a figure or table; pages show some twice, and set a table apart from its caption."""
        label, tables = text_of(shown.find("label")), shown.findall("table")
        last = self._into[-1] if len(self._into) else None
        known = self._floats.get((label[:3].lower(), label.split()[-1])) if label else last
        if known is not None and known.tag == "table-wrap" and tables and known.find("table") is None:
            known.extend(child for child in shown if child.tag not in {"label", "caption"})
        elif not label or known is None or text_of(known.find("caption")) != text_of(shown.find("caption")):
            self._into.append(shown)
            if label:
                self._floats[label[:3].lower(), label.split()[-1]] = shown

    @contextmanager
    def _inside(self, element: Element) -> Iterator[None]:
        """Write into an element, which follows what was written so far."""
        self._into.append(element)
        outer, self._into = self._into, element
        yield
        self._end_line()
        self._into = outer

    def _heading(self, heading: Element) -> None:
        """Open a section; a heading inside a list or quotation is a line of it."""
        if self._title is not None and letters(text_of(heading)) == letters(text_of(self._title)):
            return
        if self._into is not self._section:
            self._into.append(inline(heading, "p"))
            return
        if (shown := captioned(inline(heading, "p"))) is not None:
            self._float(shown)
            return
        title = inline(heading, "title")
        number = self._cut_number(heading, title)
        name = text_of(title).lower()
        level = self._top if is_references_title(name) or name.startswith("acknowledg") else heading.tag
        if not (self._in_abstract and name in SUMMARIES):
            self._open_section(level, title, number)

    def _open_section(self, level: str, title: Element, number: str = "") -> None:
        while self._open and self._open[-1].level >= level:
            self._open.pop()
        section = made("sec", *([made("label", number)] if number else ()), title)
        self._section.append(section)
        self._open.append(_Open(level, section, text_of(title).rstrip(".:").lower()))
        self._into = section

    def _cut_number(self, heading: Element, title: Element) -> str:
        """Remove the number from a title and return it; the count in "10 simple rules" belongs to the title."""
        text = "".join(title.itertext())
        marked = next((one for one in heading.iter() if not classes(one).isdisjoint(_NUMBERS)), None)
        printed = "".join(marked.itertext()) if marked is not None else ""
        if printed and text.lstrip().startswith(printed.strip()):
            without_start(title, text.index(printed.strip()) + len(printed.strip()))
            found = _NAMED_NUMBER.match(printed)
            return found[1] if found else printed.strip()
        found = _NUMBER.match(text) if self._is_numbered else None
        if found:
            without_start(title, found.end())
        return found[1] if found else ""

    def _abstract(self, child: Element) -> None:
        self._open_section(_OUTERMOST, made("title", "Abstract"))
        self._flow(child)
        self._end_line()
        self._open.clear()
        self._into = self.body

    def _references(self, child: Element) -> bool:
        """Add the entries of an element, if it holds some: below a list of them, paragraphs say something else."""
        is_listed = is_list(child) or child.tag in _LISTS_OF_ENTRIES
        is_entry = child.tag == "p" and self._section is not self._listed
        if not (is_list(child) or (self._in_references and (is_listed or is_entry))):
            return False
        found = entries(child)
        if is_listed and not any(map(str.isdecimal, "".join(map(text_of, found)))):
            return False  # a menu: works have years and pages
        if not self._in_references:
            self._open_section(self._top, made("title", "References"))
        self._section.extend(found)
        self._listed = self._section if is_listed else self._listed
        return True

    def _notes(self, child: Element) -> None:
        items = list(child.iter("li")) or [child]
        self._into.extend(made("fn", inline(item, "p")) for item in items)


def letters(title: str) -> str:
    """Return what tells two titles apart: their letters and digits, without tags that a program has written out."""
    return "".join(filter(str.isalnum, normalize("NFKC", without_tags(title)).lower()))


def without_tags(title: str) -> str:
    return _TAG.sub("", title)


def is_abstract(section: Element) -> bool:
    """Tell whether a section is titled as the abstract."""
    return text_of(section.find("title")).rstrip(".:").lower() in SUMMARIES


def _lines(listing: Element) -> str:
    lines = [one for one in listing.iter() if "ltx_listingline" in classes(one)]
    return "\n".join("".join(one.itertext()).rstrip() for one in lines) or "".join(listing.itertext())
