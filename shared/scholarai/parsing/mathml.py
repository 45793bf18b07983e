"""Formulas of an article as LaTeX: as the source gives them, or written from presentation MathML."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

from scholarai.parsing.math_symbols import ACCENTS, fenced, symbols
from scholarai.parsing.xml_elements import text_of


def formula_latex(element: Element) -> str:
    """Return the formula inside an element as LaTeX, empty where there is only its picture."""
    written = next(element.iter("tex-math"), None)
    if written is not None:
        return _inside(text_of(written))
    formula = next(element.iter("math"), None)
    return "" if formula is None else " ".join(_row(formula).split())


def _inside(source: str) -> str:
    """Return the formula of a `tex-math`, which publishers write as a whole document."""
    if r"\begin{document}" in source:
        source = source.partition(r"\begin{document}")[2].partition(r"\end{document}")[0]
    for mark in ("$$", "$"):
        source = source.strip().removeprefix(mark).removesuffix(mark)
    return source.strip()


def _latex(element: Element) -> str:
    convert = _ELEMENTS.get(element.tag)
    return _row(element) if convert is None else convert(element)


def _row(element: Element) -> str:
    return " ".join(filter(None, (_latex(child) for child in element)))


def _token(element: Element) -> str:
    return symbols(text_of(element), is_text=element.tag == "mtext")


def _parts(element: Element, count: int) -> list[str]:
    parts = [_latex(child) for child in element][:count]
    return [*parts, *[""] * (count - len(parts))]


def _script(element: Element) -> str:
    base, *scripts = _parts(element, 3 if element.tag in {"msubsup", "munderover"} else 2)
    marks = {"msub": "_", "munder": "_", "msup": "^", "mover": "^"}.get(element.tag, "_^")
    shown = "".join(f"{mark}{{{script}}}" for mark, script in zip(marks, scripts, strict=True) if script)
    return f"{base or '{}'}{shown}"


def _accented(element: Element) -> str:
    base, mark = _parts(element, 2)
    sign = text_of(element[1]) if len(element) > 1 else ""
    return rf"\{ACCENTS[sign]}{{{base}}}" if sign in ACCENTS else _script(element) if mark else base


def _fraction(element: Element) -> str:
    above, below = _parts(element, 2)
    return rf"\frac{{{above}}}{{{below}}}"


def _root(element: Element) -> str:
    if element.tag == "msqrt":
        return rf"\sqrt{{{_row(element)}}}"
    base, degree = _parts(element, 2)
    return rf"\sqrt[{degree}]{{{base}}}"


def _table(element: Element) -> str:
    rows = [
        " & ".join(_row(cell) for cell in row if cell.tag == "mtd")
        for row in element
        if row.tag in {"mtr", "mlabeledtr"}
    ]
    return r"\begin{matrix} " + r" \\ ".join(rows) + r" \end{matrix}"


def _fenced(element: Element) -> str:
    separator = f" {(element.get('separators', ',').strip() or ' ')[0]} "
    inside = separator.join(_latex(child) for child in element)
    return fenced(inside, element.get("open", "("), element.get("close", ")"))


def _first(element: Element) -> str:
    return _latex(element[0]) if len(element) else ""


_ELEMENTS: dict[str, Callable[[Element], str]] = {
    **dict.fromkeys(("mi", "mn", "mo", "mtext", "ms"), _token),
    **dict.fromkeys(("msub", "msup", "msubsup", "munderover"), _script),
    **dict.fromkeys(("mover", "munder"), _accented),
    **dict.fromkeys(("msqrt", "mroot"), _root),
    **dict.fromkeys(("mspace", "mphantom", "annotation", "annotation-xml", "none"), lambda _: ""),
    "mfrac": _fraction,
    "mtable": _table,
    "mfenced": _fenced,
    # The other parts are other notations, and what a click shows.
    **dict.fromkeys(("semantics", "maction"), _first),
}
