"""The parts of a Word file: its text, its styles, its notes, what its properties say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from scholarai.parsing.docx.hidden import backgrounds_of, page_colour, unseen_paragraphs
from scholarai.parsing.hidden_text import Colour
from scholarai.parsing.xml_elements import XmlError, root_of, text_of

_TEXT, _STYLES, _PROPERTIES = "word/document.xml", "word/styles.xml", "docProps/core.xml"
_NOTES = {"footnoteReference": "word/footnotes.xml", "endnoteReference": "word/endnotes.xml"}
PARTS = frozenset({_TEXT, _STYLES, _PROPERTIES, *_NOTES.values()})
# Styles are based on others; a longer chain is a circle.
_LONGEST_CHAIN = 20


class NotADocumentError(ValueError):
    """An archive that is no Word file, or one whose text cannot be parsed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """A style: its name in lower case, the elements of its properties by their names, and whether it shades something."""

    name: str
    based_on: str | None
    paragraph: Mapping[str, Element]
    run: Mapping[str, Element]
    shades: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A Word file.

    Attributes:
        notes: Foot and end notes by the element that points at them and their number.
        run_defaults: The properties of runs that no style gives.
        backgrounds: What stands behind paragraphs that are not on white paper; None where that is not known.
        unseen: The paragraphs of rows and boxes that show nothing.
    """

    body: Element
    title: str | None
    styles: Mapping[str, Style]
    notes: Mapping[tuple[str, str], Element] = field(default_factory=dict)
    run_defaults: Mapping[str, Element] = field(default_factory=dict)
    backgrounds: Mapping[Element, Colour | None] = field(default_factory=dict)
    unseen: frozenset[Element] = frozenset()

    @classmethod
    def of(cls, parts: Mapping[str, bytes]) -> Package:
        """Return the parsed parts; only the text is indispensable.

        Raises:
            NotADocumentError: If there is no text, or a part cannot be parsed.
        """
        try:
            roots = {name: root_of(parts[name]) for name in PARTS if name in parts}
        except XmlError as error:
            raise NotADocumentError(str(error)) from error
        body = roots[_TEXT].find("body") if _TEXT in roots else None
        if body is None:
            raise NotADocumentError("it has no text of Word's")
        properties = roots.get(_PROPERTIES)
        sheet = roots.get(_STYLES, Element("none"))
        styles = dict(_styles(sheet))
        page = page_colour(roots[_TEXT].find("background"))
        return cls(
            body=body,
            title=text_of(properties.find("title")) or None if properties is not None else None,
            styles=styles,
            run_defaults=by_name(sheet.find("docDefaults/rPrDefault/rPr")),
            backgrounds=dict(backgrounds_of(body, page, lambda name: any(one.shades for one in _chain(styles, name)))),
            unseen=frozenset(unseen_paragraphs(body)),
            notes={
                (pointer, note.get("id", "")): note
                for pointer, name in _NOTES.items()
                for note in roots.get(name, Element("none"))
                if note.get("type") is None
            },
        )

    def chain(self, style_id: str | None) -> Iterator[Style]:
        """Return a style and those that it is based on."""
        return _chain(self.styles, style_id)


def _chain(styles: Mapping[str, Style], style_id: str | None) -> Iterator[Style]:
    for _ in range(_LONGEST_CHAIN):
        style = styles.get(style_id or "")
        if style is None:
            return
        yield style
        style_id = style.based_on


def value_of(element: Element | None) -> str | None:
    """Return the `val` of a property."""
    return None if element is None else element.get("val")


def is_on(element: Element | None) -> bool:
    """Tell whether a switch such as bold is there and not set to off."""
    return element is not None and value_of(element) not in {"0", "false", "off", "none"}


def by_name(element: Element | None) -> dict[str, Element]:
    """Return the children of properties by their names."""
    return {child.tag: child for child in element} if element is not None else {}


def _styles(root: Element) -> Iterator[tuple[str, Style]]:
    for style in root.iterfind("style"):
        yield (
            style.get("styleId", ""),
            Style(
                name=(value_of(style.find("name")) or "").lower(),
                based_on=value_of(style.find("basedOn")),
                paragraph=by_name(style.find("pPr")),
                run=by_name(style.find("rPr")),
                shades=style.find(".//shd") is not None,
            ),
        )
