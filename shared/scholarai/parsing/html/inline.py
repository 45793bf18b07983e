"""Running text of a web page as JATS writes it."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from scholarai.parsing.html.formulas import formula
from scholarai.parsing.html.tree import append_text, classes, made
from scholarai.parsing.xml_elements import text_of

# Links that pages add to entries and captions: to services that know a work, and to other views of a figure.
_ADDED_LINK = re.compile(
    r"(?:[\W_]*(?:(?:view |full )?article|(?:view (?:at|in|on) )?(?:google scholar|publisher|web of science|scopus)|pub ?med(?:/ncbi|"
    r" central)?|medline|cross ?ref|cas|ads|isi|chemport|openurl|mathscinet|math|google books|worldcat|(?:reference|data) source|"
    r"(?:publisher |free )?full text(?: pdf)?|abstract|return to (?:text|ref.*)|(?:open|view|show) (?:in|larger?|full|figure|table)\b.{0,40}|"
    r"download\b.{0,40}|full[- ]size.{0,20}|original (?:image|jpg|png).*|power ?point.*|tiff|png|ppt|csv|pdf))+[\W_]*",
    re.IGNORECASE,
)
_SAME = frozenset({"sup", "sub"})
_FOOTNOTES = frozenset({"ltx_role_footnote", "footnote-text", "doc-footnote"})
# Set below each other, so that their words do not touch.
_LINES = frozenset({"p", "div", "li", "tr", "td", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6"})


def inline(element: Element, tag: str = "span") -> Element:
    """Return a new element with what an element says: text, citations, formulas, footnotes."""
    found = made(tag, element.text or "")
    for child in element:
        if child.tag in _LINES:
            append_text(found, " ")
        piece = inline_child(child)
        if piece is not None:
            found.append(piece)
        append_text(found, (" " if child.tag in _LINES else "") + (child.tail or ""))
    return found


def inline_child(element: Element) -> Element | None:
    """Return what an element inside running text says, without what follows it; None for a picture."""
    shown = formula(element)
    if shown is not None or element.tag in {"img", "script"}:
        return shown
    if element.tag == "br":
        return made("break")
    if keys := element.get("data-cites"):  # as pandoc names what it cites
        return _pointing(element, *(f"ref-{key}" for key in keys.split()))
    if element.tag == "a" and len(element.get("href", "")) > 1 and element.get("href", "").startswith("#"):
        return _pointing(element, element.get("href", "")[1:])
    is_note = not classes(element).isdisjoint(_FOOTNOTES)
    return (
        made("fn", inline(element, "p"))
        if is_note
        else inline(element, element.tag if element.tag in _SAME else "span")
    )


def _pointing(element: Element, *targets: str) -> Element:
    found = inline(element, "xref")
    found.set("rid", " ".join(targets))
    return found


def remove_added_links(element: Element) -> None:
    """Remove the links of an entry or a caption that the page has added to it."""
    for parent in list(element.iter()):
        children = list(parent)
        parent[:] = []
        for child in children:
            if child.tag == "a" and _ADDED_LINK.fullmatch(text_of(child)):
                append_text(parent, child.tail or "")
            else:
                parent.append(child)


def without_start(element: Element, count: int) -> int:
    """Remove the first characters of an element's text; return how many are still to be removed."""
    text = element.text or ""
    element.text, count = text[count:], max(count - len(text), 0)
    for child in element:
        if not count:
            break
        count = without_start(child, count)
        tail = child.tail or ""
        child.tail, count = tail[count:], max(count - len(tail), 0)
    return count
