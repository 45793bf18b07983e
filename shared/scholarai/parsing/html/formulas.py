"""Formulas of a web page as LaTeX."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from scholarai.parsing.html.tree import classes, made
from scholarai.parsing.mathml import formula_latex
from scholarai.parsing.xml_elements import text_of

_DELIMITED = re.compile(r"\\\((.*)\\\)|\\\[(.*)\\\]|\$\$(.*)\$\$|\$(.*)\$", re.DOTALL)
# LaTeXML says it of each cell of aligned equations.
_STYLE = re.compile(r"\\(?:display|text)style(?![a-zA-Z])\s*")
_TEX = frozenset({"tex", "latex", "math", "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display"})
_DISPLAYS = frozenset(
    "ltx_equation ltx_equationgroup ltx_eqn_table equation disp-formula display-formula displayed-equation".split()
    + "MathJax_Display mwe-math-fallback-image-display".split()
)
_LABEL = re.compile(r"[(\[]?\s*([A-Z]?\d+(?:\.\d+)*[a-z]?)\s*[)\]]?\.?")


def formula(element: Element) -> Element | None:
    """Return a formula, as the element that JATS has for it; None for an element that is none."""
    names = classes(element)
    if element.tag == "math":
        return _formula(
            _math(element), is_display=element.get("display") == "block" or element.get("mode") == "display"
        )
    if element.tag == "script":
        return _formula(element.text or "", is_display="display" in element.get("type", ""))
    if element.tag == "img" and (not names.isdisjoint(_TEX) or element.get("alt", "").startswith(("\\", "$", "{\\"))):
        return _formula(element.get("alt", ""), is_display=not names.isdisjoint(_DISPLAYS))
    if element.tag == "span" and "math" in names and not len(element):
        return _formula(text_of(element), is_display="display" in names)
    return None


def displayed(element: Element) -> list[Element]:
    """Return the displayed formulas of an element that holds nothing else, one per numbered row; empty for others."""
    if classes(element).isdisjoint(_DISPLAYS):
        return []
    rows = [row for row in element.iter("tr") if any(map(_latex, row.iter()))] or [element]
    return [found for row in rows if (found := _row(row)) is not None]


def _row(row: Element) -> Element | None:
    latex = " ".join(filter(None, map(_latex, row.iter())))
    rest = " ".join("".join(_outside(row)).split())
    label = _LABEL.fullmatch(rest)
    pictured = next(row.iter("img"), None) is not None
    if (rest and label is None) or not (latex or pictured):
        return None
    return made(
        "disp-formula", *([made("label", label[1])] if label else ()), *([made("tex-math", latex)] if latex else ())
    )


def _latex(element: Element) -> str:
    found = formula(element)
    return "" if found is None else text_of(found)


def _outside(element: Element) -> list[str]:
    """Return the text of an element without its formulas."""
    pieces = [element.text or ""]
    for child in element:
        pieces += [] if formula(child) is not None else _outside(child)
        pieces.append(child.tail or "")
    return pieces


def _formula(latex: str, *, is_display: bool) -> Element:
    found = _DELIMITED.fullmatch(latex.strip())
    latex = next(filter(None, found.groups()), "") if found else latex
    latex = _STYLE.sub("", " ".join(latex.split())).strip(" %")
    shown = (made("tex-math", latex),) if latex else ()
    return made("disp-formula" if is_display or (found and (found[2] or found[3])) else "inline-formula", *shown)


def _math(element: Element) -> str:
    """Return the source that a `math` names, else what its elements say."""
    sources = (note.text for note in element.iter("annotation") if "tex" in note.get("encoding", "").lower())
    return next(filter(None, sources), None) or element.get("alttext", "") or formula_latex(made("p", element))
