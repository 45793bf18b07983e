"""Word's formulas (Office Math) as LaTeX."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

from scholarai.parsing.math_symbols import ACCENTS, fenced, symbols


def math_latex(element: Element) -> str:
    """Return an `oMath` or `oMathPara` as LaTeX."""
    return " ".join(_inside(element).split())


def _latex(element: Element) -> str:
    convert = _ELEMENTS.get(element.tag)
    return _inside(element) if convert is None else convert(element)


def _inside(element: Element | None) -> str:
    return "" if element is None else " ".join(filter(None, map(_latex, element)))


def _part(element: Element, name: str) -> str:
    return _inside(element.find(name))


def _set(element: Element, name: str, usual: str) -> str:
    """Return a character that is set in an element's properties."""
    found = element.find(f"{element.tag}Pr/{name}")
    return usual if found is None else found.get("val", "")


def _run(element: Element) -> str:
    text = "".join(part.text or "" for part in element.iterfind("t"))
    return symbols(text, is_text=element.find("rPr/nor") is not None)


def _script(element: Element) -> str:
    below, above = _part(element, "sub"), _part(element, "sup")
    marks = (f"_{{{below}}}" if below else "") + (f"^{{{above}}}" if above else "")
    return f"{{}}{marks} {_part(element, 'e')}" if element.tag == "sPre" else f"{_part(element, 'e') or '{}'}{marks}"


def _fraction(element: Element) -> str:
    return rf"\frac{{{_part(element, 'num')}}}{{{_part(element, 'den')}}}"


def _root(element: Element) -> str:
    degree = _part(element, "deg")
    return rf"\sqrt{f'[{degree}]' if degree else ''}{{{_part(element, 'e')}}}"


def _sum(element: Element) -> str:
    sign = symbols(_set(element, "chr", "∫"))
    below, above = _part(element, "sub"), _part(element, "sup")
    bounds = (f"_{{{below}}}" if below else "") + (f"^{{{above}}}" if above else "")
    return f"{sign}{bounds} {_part(element, 'e')}"


def _brackets(element: Element) -> str:
    separator = f" {_set(element, 'sepChr', '|')} "
    inside = separator.join(_inside(part) for part in element.iterfind("e"))
    return fenced(inside, _set(element, "begChr", "("), _set(element, "endChr", ")"))


def _accent(element: Element) -> str:
    usual = {"acc": "ˆ", "bar": "‾", "groupChr": "⏟"}[element.tag]
    command = ACCENTS.get(_set(element, "chr", usual).replace("\u0302", "^").replace("\u0305", "‾"), "hat")
    return rf"\{command}{{{_part(element, 'e')}}}"


def _limit(element: Element) -> str:
    mark = "_" if element.tag == "limLow" else "^"
    return f"{_part(element, 'e')}{mark}{{{_part(element, 'lim')}}}"


def _function(element: Element) -> str:
    return f"{_part(element, 'fName')} {_part(element, 'e')}"


def _matrix(element: Element) -> str:
    rows = (" & ".join(_inside(cell) for cell in row.iterfind("e")) for row in element.iterfind("mr"))
    return r"\begin{matrix} " + r" \\ ".join(rows) + r" \end{matrix}"


def _lines(element: Element) -> str:
    return r"\begin{aligned} " + r" \\ ".join(_inside(line) for line in element.iterfind("e")) + r" \end{aligned}"


def _nothing(_element: Element) -> str:
    return ""


_ELEMENTS: dict[str, Callable[[Element], str]] = {
    "r": _run,
    **dict.fromkeys(("sSub", "sSup", "sSubSup", "sPre"), _script),
    "f": _fraction,
    "rad": _root,
    "nary": _sum,
    "d": _brackets,
    **dict.fromkeys(("acc", "bar", "groupChr"), _accent),
    **dict.fromkeys(("limLow", "limUpp"), _limit),
    "func": _function,
    "m": _matrix,
    "eqArr": _lines,
    **dict.fromkeys(
        ("rPr", "ctrlPr", "oMathParaPr", "fPr", "radPr", "naryPr", "dPr", "accPr", "barPr", "groupChrPr", "mPr"),
        _nothing,
    ),
    **dict.fromkeys(
        ("sSubPr", "sSupPr", "sSubSupPr", "sPrePr", "funcPr", "limLowPr", "limUppPr", "eqArrPr", "phant"), _nothing
    ),
}
