"""Running text of an article: its citations, formulas, raised and lowered characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element

from scholarai.parsing.mathml import formula_latex
from scholarai.parsing.rich_text import Cite, Part, Rich
from scholarai.parsing.xml_elements import SHIFTS, text_of

_DASHES = ("-", "–", "—", "−")
_FORMULAS = frozenset({"inline-formula", "math", "tex-math"})
# Stands for a formula that is given as a picture only; citations that hold it are marked as incomplete.
PICTURED = "\ufffd"
_LONE_SCRIPT = re.compile(r"\{\}([_^])\{([\d+ −-]+)\}")
_NOT_TEXT = frozenset({"fn", "index-term", "object-id", "inline-graphic", "graphic", "media", "alt-text", "long-desc"})


def inline(element: Element) -> Rich:
    """Return what an element says as running text."""
    return tuple(_parts(element))


def inline_child(child: Element, before: str = "") -> Iterator[Part]:
    """Yield what an element inside running text says, without what follows it; `before` is the text before it.

    Citations behind a blank are not raised: they are apart from what they stand behind.
    """
    if child.tag in _NOT_TEXT:
        return
    if child.tag == "xref":
        yield _marker(child)
    elif child.tag in _FORMULAS:
        latex = formula_latex(child)
        script = _LONE_SCRIPT.fullmatch(latex)
        if script:  # behind a word, as in CO2
            yield SHIFTS["sub" if script[1] == "_" else "sup"](script[2].replace(" ", ""))
        else:
            yield f"${latex}$" if latex else text_of(child) or PICTURED
    elif child.tag in SHIFTS and before[-1:].isspace() and child.find(".//xref") is not None:
        yield from _parts(child)
    elif child.tag in SHIFTS:
        shift = SHIFTS[child.tag]
        cites = child.find(".//xref") is not None
        yield from (_shifted(part, shift) for part in _parts(child)) if cites else (shift(text_of(child)),)
    elif child.tag == "break":
        yield " "
    else:
        yield from _parts(child)


def _parts(element: Element) -> Iterator[Part]:
    before = element.text or ""
    yield before
    for child in element:
        yield from inline_child(child, before)
        before = child.tail or ""
        yield before


def _shifted(part: Part, shift: Callable[[str], str]) -> Part:
    """Return a raised or lowered part beside citations; the dash between two of them stays one."""
    if isinstance(part, Cite):
        return replace(part, before=shift(part.before))
    return shift(part) if isinstance(part, str) and part.strip() not in _DASHES else part


def _marker(xref: Element) -> Part:
    """Return a citation as it is printed, with the entries that it points at; another reference as its text."""
    text = "".join(part for part in _parts(xref) if isinstance(part, str))
    if xref.get("ref-type") != "bibr":
        return text
    return Cite(tuple(xref.get("rid", "").split()), "printed", before=text)
