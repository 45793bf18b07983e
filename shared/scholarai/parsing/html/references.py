"""The entries of a list of references on a web page."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from scholarai.domain.superscripts import raised
from scholarai.parsing.html.inline import inline, remove_added_links
from scholarai.parsing.html.tree import classes, made, outermost
from scholarai.parsing.xml_elements import printed_text_of, text_of

_LISTS = frozenset(
    "ltx_biblist references ref-list reflist csl-bib-body cit-list citation-list reference-list doc-bibliography".split()
)
_ENTRIES = frozenset({"ltx_bibitem", "csl-entry", "doc-biblioentry", "reference", "cit"})
_LABELS = frozenset({"ltx_tag_bibitem", "label", "ref-label", "csl-left-margin", "reference-number"})
_LABEL = re.compile(r"(?:\[(\d{1,3})\]|(\d{1,3})\.)\s*(?=[^\d\s])")
_NUMBER = re.compile(r"[\[(]?(\d{1,3})[\]).]*")
# The sign of a link back to the text.
_BACK = "↵"
# What is left of links that the page added: [CrossRef] [PubMed].
_EMPTY = re.compile(r"[\[(]\s*[\])]")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def is_list(element: Element) -> bool:
    """Tell whether an element holds references and nothing else."""
    named = not classes(element).isdisjoint(_LISTS)
    return named and not any(inner.tag in _HEADINGS for inner in element.iter())


def entries(holder: Element) -> list[Element]:
    """Return the entries in an element as `ref`; an item of an ordered list without a label has its number."""
    items = list(outermost(holder, lambda one: one.tag == "li" or not classes(one).isdisjoint(_ENTRIES)))
    if not items:
        items = [child for child in holder if child.tag in {"p", "div", "dd"}] or [holder]
    is_counted = any(one.tag == "ol" for one in holder.iter())
    return [found for number, item in enumerate(items, 1) if (found := _entry(item, str(number) if is_counted else ""))]


def _entry(item: Element, number: str) -> Element | None:
    """Return an entry with all names that point at it, the first one being its own."""
    first = next((one for one in item.iter() if one is not item and text_of(one)), None)
    is_number = first is not None and bool(_NUMBER.fullmatch(text_of(first))) and not (item.text or "").strip()
    marked = first if is_number else next((one for one in item.iter() if not classes(one).isdisjoint(_LABELS)), None)
    remove_added_links(item)
    said = _EMPTY.sub("", printed_text_of(inline(item)).replace(_BACK, ""))
    label, text = text_of(marked), said.strip().rstrip(" |,;·")
    if label:
        text = text.removeprefix(label).removeprefix(raised(label)).strip()
    elif found := _LABEL.match(text):
        label, text = found[1] or found[2], text[found.end() :]
    if not text:
        return None
    names = [one.get("id") or one.get("name") or "" for one in item.iter() if one.get("id") or one.tag == "a"]
    shown = [made("label", label or number)] if label or number else []
    entry = made("ref", *shown, made("mixed-citation", text))
    entry.set("id", " ".join(filter(None, names)))
    return entry
