"""Figures and tables of a web page as JATS writes them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from xml.etree.ElementTree import Element

from scholarai.parsing.html.inline import inline, remove_added_links, without_start
from scholarai.parsing.html.tree import classes, made, outermost
from scholarai.parsing.xml_elements import text_of

_FLOATS = frozenset("fig figure ltx_figure ltx_table table-wrap tw table-container fig-group table-wrapper".split())
_CAPTIONS = frozenset(
    {"caption", "fig-caption", "figcaption", "table-caption", "ltx_caption", "captions", "html-caption"}
)
_FEET = frozenset({"tw-foot", "tblwrap-foot", "table-wrap-foot", "table-foot", "table-footnotes", "table-fn"})
_LABEL = re.compile(
    r"\s*((?:Supplementary |Extended Data )?(?:Figure|Fig\.?|Table|Tab\.|Scheme|Box|Algorithm|Listing)\s*[A-Z]?\d+(?:\.\d+)*[a-z]?)\s*[.:|]*\s*",
    re.IGNORECASE,
)
# What a line may be the caption of.
_SHOWN = ("fig", "tab", "scheme", "supp", "ext")
_SPANS = ("rowspan", "colspan")
_HEADINGS = frozenset({"h1", "h2", "h3"})


def float_of(element: Element) -> Element | None:
    """Return a `fig` or `table-wrap` for an element that holds a caption and what it belongs to, else None."""
    if element.tag not in {"figure", "table"} and classes(element).isdisjoint(_FLOATS):
        return None
    tables = list(element.iter("table"))
    captions = list(outermost(element, _is_caption))
    if (
        is_layout(element)
        or (not captions and not tables)
        or any(inner.tag in {"pre", *_HEADINGS} for inner in element.iter())
    ):
        return None
    if not tables:
        captions += [
            one for one in outermost(element, lambda one: _is_caption(one) or one.tag == "p") if one.tag == "p"
        ]
    label, caption = _caption(element, captions)
    if not tables:
        return made(_kind(label), *label, caption)
    feet = [made("p", inline(foot)) for foot in _named(element, _FEET)]
    shown = made("table-wrap", *label, caption, *map(_table, tables))
    if feet:
        shown.append(made("table-wrap-foot", *feet))
    return shown


def is_layout(element: Element) -> bool:
    """Tell whether a table only holds its text in place."""
    if element.tag != "table":
        return False
    cells = [cell for cell in element.iter() if cell.tag in {"td", "th"}]
    is_nested = sum(1 for _ in element.iter("table")) > 1
    return element.get("role") == "presentation" or len(cells) < 2 or is_nested


def _caption(element: Element, captions: list[Element]) -> tuple[list[Element], Element]:
    """Return the label, if there is one, and the caption without it."""
    for found in captions:
        remove_added_links(found)
    parts = [inline(found, "p") for found in captions if text_of(found)]
    marked = next(filter(None, (_LABEL.fullmatch(text_of(one)) for one in element.iter())), None)
    label = cut_label(parts[0]) if parts else ""
    label = label or (marked[1] if marked else "")
    return [made("label", label)] if label else [], made("caption", *parts)


def cut_label(caption: Element) -> str:
    """Remove the label with which a caption begins, and return it."""
    found = _LABEL.match("".join(caption.itertext()))
    if not found:
        return ""
    without_start(caption, found.end())
    return found[1]


def captioned(line: Element) -> Element | None:
    """Return the figure or table of a line that begins with a label that is set apart from it, None for other lines."""
    text = "".join(line.itertext())
    found = _LABEL.match(text)
    rest = text[found.end() :] if found else ""
    if not found or not rest or not found[1].lower().startswith(_SHOWN):
        return None
    first = None if (line.text or "").strip() else next(iter(line), None)
    is_apart = first is not None and first.tag == "span" and bool(_LABEL.fullmatch(text_of(first)))
    if rest[0].islower() or not (is_apart or found.group().rstrip()[-1] in ".:|"):
        return None
    label = made("label", cut_label(line))
    return made(_kind([label]), label, made("caption", line))


def _kind(label: list[Element]) -> str:
    return "table-wrap" if label and text_of(label[0]).lower().startswith("tab") else "fig"


def _table(table: Element) -> Element:
    head = [row for part in table.iter("thead") for row in part.iter("tr")]
    in_head = set(head)
    shown = [_row(row) for row in (*head, *(row for row in table.iter("tr") if row not in in_head))]
    return made("table", *([made("thead", *shown[: len(head)])] if head else ()), *shown[len(head) :])


def _row(row: Element) -> Element:
    cells = [(cell, inline(cell, cell.tag)) for cell in row if cell.tag in {"td", "th"}]
    for cell, shown in cells:
        for name in _SPANS:
            shown.set(name, cell.get(name, "1"))
    return made("tr", *(shown for _, shown in cells))


def _is_caption(element: Element) -> bool:
    return element.tag in {"figcaption", "caption"} or not classes(element).isdisjoint(_CAPTIONS)


def _named(element: Element, names: Collection[str]) -> Iterator[Element]:
    return (found for found in element.iter() if not classes(found).isdisjoint(names))
