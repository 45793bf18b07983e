"""Reads an article of the JATS collection so that it can be typeset.

It is not the reader of the product: what is scored must not say what is true.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html import escape
from itertools import chain
from pathlib import Path

from zoo.article import (
    Article,
    Author,
    Block,
    Bullets,
    Cell,
    Figure,
    Formula,
    Paragraph,
    Reference,
    Section,
    Table,
)

KEPT = {"italic": "i", "bold": "b", "underline": "u", "sup": "sup", "sub": "sub"}
# What a paragraph may hold but no line of it.
BLOCKS = frozenset(("disp-formula", "list", "fig", "table-wrap", "disp-quote"))
CITATIONS = ("element-citation", "mixed-citation", "nlm-citation")
# Drawings of formulas are not in the collection.
UNKNOWN_FORMULA = "x"

_SPACE = re.compile(r"\s+")
_RANGE = re.compile(r"(\d+)(?:\s*[–-]\s*(\d+))?")
_ONE = r"<cite>[\d ]+</cite>"
_RUN = rf"{_ONE}(?:\s*(?:,|;|–|—|-)\s*{_ONE})*"
_CITED = re.compile(rf"\s*(?:\[({_RUN})\]|({_RUN}))")
_TO = re.compile(r"<cite>(?:\d+ )*(\d+)</cite>\s*[–—-]\s*<cite>(\d+)")


class Reader:
    """Reads one article; citations need the places of its references."""

    def __init__(self, path: Path) -> None:
        self._root = ET.parse(path).getroot()
        self._id = path.stem
        self._meta = _need(self._root, "front/article-meta")
        self._places = {one.get("id", ""): place for place, one in enumerate(self._root.iter("ref"), start=1)}

    def article(self) -> Article:
        meta = self._meta
        contributors = meta.findall("contrib-group/contrib[@contrib-type='author']")
        return Article(
            id=self._id,
            doi=meta.findtext("article-id[@pub-id-type='doi']", ""),
            title=self._rich(_need(meta, "title-group/article-title")),
            rubric=meta.findtext("article-categories/subj-group/subject", ""),
            journal=self._root.findtext(".//journal-title", "PLoS"),
            running_head=meta.findtext("title-group/alt-title", ""),
            date=" ".join(part.text or "" for part in meta.findall("pub-date[@pub-type='epub']/*")),
            volume=meta.findtext("volume", ""),
            authors=tuple(_author(one) for one in contributors if one.find("name") is not None),
            affiliations=tuple((one.findtext("label", ""), _address(one)) for one in meta.findall("aff")[:8]),
            correspondence=self._all(meta, "author-notes/corresp"),
            licence=self._all(meta, "permissions/license"),
            abstract=tuple(self._abstract()),
            sections=tuple(chain(self._sections(_need(self._root, "body"), 0), self._back())),
            references=tuple(map(_reference, self._root.iter("ref"))),
        )

    def _all(self, above: ET.Element, path: str) -> str:
        return " ".join(self._rich(one) for one in above.findall(path))

    def _abstract(self) -> Iterator[tuple[str, str]]:
        # Summaries for other readers carry a type; some papers have nothing else.
        abstract = min(self._meta.findall("abstract"), key=lambda one: one.get("abstract-type") is not None)
        for section in abstract.findall("sec") or [abstract]:
            yield section.findtext("title", ""), self._all(section, "p")

    def _sections(self, above: ET.Element, level: int) -> Iterator[Section]:
        """Yield a section and those below it; a box is read as a section of its place."""
        title = above.find("title") if above.find("title") is not None else above.find("caption/title")
        own = [one for one in above if one.tag not in {"sec", "boxed-text"}]
        blocks = tuple(block for one in own for block in self._blocks(one))
        if title is not None or blocks:
            yield Section("" if title is None else self._rich(title), level, blocks)
        for below in above:
            if below.tag in {"sec", "boxed-text"}:
                yield from self._sections(below, level + (below.tag == "sec"))

    def _back(self) -> Iterator[Section]:
        for thanks in self._root.findall("back/ack"):
            text = tuple(Paragraph(self._rich(one)) for one in thanks.findall("p"))
            yield Section(thanks.findtext("title") or "Acknowledgments", 1, text)
        for glossary in self._root.findall("back/glossary"):
            terms = [f"{self._all(one, 'term')}, {self._all(one, 'def/p')}" for one in glossary.iter("def-item")]
            yield Section(glossary.findtext("title") or "Abbreviations", 1, (Paragraph("; ".join(terms)),))

    def _blocks(self, element: ET.Element) -> Iterator[Block]:
        match element.tag:
            case "p":
                yield from self._paragraph(element)
            case "fig":
                yield Figure(_label(element), self._caption(element))
            case "table-wrap":
                yield self._table(element)
            case "disp-formula":
                yield Formula(_letters(element), element.findtext("label", ""))
            case "list":
                items = tuple(self._all(one, "p") for one in element.findall("list-item"))
                yield Bullets(items, ordered=element.get("list-type") in {"order", "ordered"})
            case "supplementary-material":
                yield Paragraph(f"<b>{_label(element)}.</b> {self._caption(element)}")
            case "disp-quote":
                yield from (block for one in element for block in self._blocks(one))

    def _paragraph(self, element: ET.Element) -> Iterator[Block]:
        """Yield a paragraph, cut where something stands in it that is no text."""
        text = escape(element.text or "", quote=False)
        for child in element:
            if child.tag in BLOCKS:
                yield from _filled(text)
                yield from self._blocks(child)
                text = ""
            else:
                text += self._inline(child)
            text += escape(child.tail or "", quote=False)
        yield from _filled(text)

    def _caption(self, element: ET.Element) -> str:
        return " ".join(self._rich(one) for one in element.findall("caption/*")).strip()

    def _table(self, element: ET.Element) -> Table:
        rows = [
            tuple(self._cell(cell, header=part == "thead") for cell in row)
            for part in ("thead", "tbody")
            for row in element.findall(f".//table/{part}/tr")
        ]
        notes = tuple(self._note(one) for one in element.findall("table-wrap-foot/*"))
        return Table(_label(element), self._caption(element), tuple(filter(_has_text, rows)), notes)

    def _cell(self, cell: ET.Element, *, header: bool) -> Cell:
        rows, columns = (int(cell.get(name) or 1) for name in ("rowspan", "colspan"))
        return Cell(self._rich(cell), rows, columns, header)

    def _note(self, note: ET.Element) -> str:
        label = note.findtext("label", "")
        return f"<sup>{escape(label)}</sup>{self._all(note, 'p')}" if label else self._rich(note)

    def _rich(self, element: ET.Element) -> str:
        text = escape(element.text or "", quote=False)
        return _tidy(text + "".join(self._inline(child) + escape(child.tail or "", quote=False) for child in element))

    def _inline(self, element: ET.Element) -> str:
        inner = escape(element.text or "", quote=False)
        inner += "".join(self._inline(child) + escape(child.tail or "", quote=False) for child in element)
        match element.tag:
            case "inline-formula":
                return f"<var>{_letters(element)}</var>"
            case "xref" if element.get("ref-type") == "bibr":
                return self._cited(element)
            case "break" | "hr":
                return " "
            case tag if tag in KEPT and inner.strip():
                return f"<{KEPT[tag]}>{inner}</{KEPT[tag]}>"
        return inner

    def _cited(self, element: ET.Element) -> str:
        numbers = [
            number
            for first, last in _RANGE.findall("".join(element.itertext()))
            for number in range(int(first), int(last or first) + 1)
            if number <= len(self._places)
        ]
        known = self._places.get(element.get("rid", ""))
        numbers = numbers or ([known] if known else [])
        return f"<cite>{' '.join(map(str, numbers))}</cite>" if numbers else ""


def _need(above: ET.Element, path: str) -> ET.Element:
    found = above.find(path)
    if found is None:
        raise ValueError(f"no {path} in the article")
    return found


def _label(element: ET.Element) -> str:
    return element.findtext("label", "").strip().rstrip(".:")


def _author(element: ET.Element) -> Author:
    known = tuple((one.findtext("sup") or one.text or "").strip() for one in element.findall("xref[@ref-type='aff']"))
    suffix = element.findtext("name/suffix", "")
    family = f"{element.findtext('name/surname', '')} {suffix}".strip()
    return Author(element.findtext("name/given-names", ""), family, tuple(filter(None, known)))


def _address(element: ET.Element) -> str:
    parts = [" ".join("".join(one.itertext()).split()) for one in element if one.tag != "label"]
    return ", ".join(filter(None, parts))


def _has_text(row: tuple[Cell, ...]) -> bool:
    return any(cell.text for cell in row)


def _letters(formula: ET.Element) -> str:
    """Return the signs of a formula in their order: engines without MathML set them, too."""
    math = next((one for one in formula.iter() if one.tag.endswith("}math")), None)
    signs = "" if math is None else "".join("".join(math.itertext()).split())
    return escape(signs or UNKNOWN_FORMULA, quote=False)


def _filled(text: str) -> Iterator[Paragraph]:
    if tidy := _tidy(text):
        yield Paragraph(tidy)


def _tidy(text: str) -> str:
    """Return text with single spaces, and neighbouring citations as one without brackets and space before it."""
    return _SPACE.sub(" ", _CITED.sub(lambda found: _joined(found[1] or found[2]), text)).strip()


def _joined(run: str) -> str:
    filled = _TO.sub(lambda found: f"<cite>{' '.join(map(str, range(int(found[1]), int(found[2]) + 1)))}", run)
    return f"<cite>{' '.join(dict.fromkeys(re.findall(r'[0-9]+', filled)))}</cite>"


def _reference(element: ET.Element) -> Reference:
    cited = next(one for one in element if one.tag in CITATIONS)
    title, source = (_words(cited.find(name)) for name in ("article-title", "source"))
    publisher = _words(cited.find("publisher-name"))
    first, last = (cited.findtext(name, "").strip() for name in ("fpage", "lpage"))
    # A comment of other kinds of entry says more than the parts do.
    whole = "" if title or source else _words(cited)
    return Reference(
        authors=tuple(map(_person, [*cited.iter("name"), *cited.iter("collab")])),
        more=cited.find(".//etal") is not None,
        title=title or source,
        source=source if title else publisher,
        year=cited.findtext("year", "").strip()[:4],
        volume=cited.findtext("volume", "").strip(),
        pages=f"{first}–{last}" if first and last else first,
        text=whole,
    )


def _person(element: ET.Element) -> tuple[str, str]:
    if element.tag == "collab":
        return _words(element), ""
    return _words(element.find("surname")), _words(element.find("given-names"))


def _words(element: ET.Element | None) -> str:
    """Return the escaped words of an element, without the full stop at their end."""
    text = "" if element is None else " ".join("".join(element.itertext()).split())
    return escape(text.rstrip("."), quote=False)
