"""Formulas of an article as LaTeX: as the source gives them, or written from presentation MathML."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

from scholarai.parsing.jats.elements import text_of

_SIGNS = {
    "×": r"\times", "±": r"\pm", "∓": r"\mp", "·": r"\cdot", "⋅": r"\cdot", "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "≈": r"\approx",
    "∼": r"\sim", "≃": r"\simeq", "≡": r"\equiv", "∝": r"\propto", "∞": r"\infty", "→": r"\to", "←": r"\leftarrow",
    "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "∈": r"\in", "∉": r"\notin", "⊂": r"\subset", "⊆": r"\subseteq", "∪": r"\cup",
    "∩": r"\cap", "∀": r"\forall", "∃": r"\exists", "¬": r"\neg", "∧": r"\wedge", "∨": r"\vee", "∑": r"\sum", "∏": r"\prod",
    "∫": r"\int", "∂": r"\partial", "∇": r"\nabla", "√": r"\sqrt", "°": r"^{\circ}", "…": r"\ldots", "⋯": r"\cdots", "−": "-",
    "{": r"\{", "}": r"\}", "%": r"\%", "&": r"\&", "#": r"\#", "_": r"\_", "|": "|", "‖": r"\|", "′": "'", "*": "*", "∗": "*",
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon", "ϵ": r"\epsilon", "ζ": r"\zeta",
    "η": r"\eta", "θ": r"\theta", "ϑ": r"\vartheta", "ι": r"\iota", "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "ν": r"\nu",
    "ξ": r"\xi", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau", "υ": r"\upsilon", "φ": r"\varphi", "ϕ": r"\phi",
    "χ": r"\chi", "ψ": r"\psi", "ω": r"\omega", "Γ": r"\Gamma", "Δ": r"\Delta", "Θ": r"\Theta", "Λ": r"\Lambda", "Ξ": r"\Xi",
    "Π": r"\Pi", "Σ": r"\Sigma", "Φ": r"\Phi", "Ψ": r"\Psi", "Ω": r"\Omega",
}  # fmt: skip
_ACCENTS = {
    "¯": "bar", "‾": "overline", "―": "overline", "_": "underline", "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde", "∼": "tilde",
    "˙": "dot", ".": "dot", "¨": "ddot", "→": "vec", "⃗": "vec", "ˇ": "check", "˘": "breve", "⏞": "overbrace", "⏟": "underbrace",
}  # fmt: skip
_FUNCTIONS = frozenset("sin cos tan log ln exp min max lim sup inf arg det dim ker Pr".split())
# Marks that only say how to read.
_UNSEEN = str.maketrans(dict.fromkeys("\u2061\u2062\u2063\u2064\u200b\u200c\u200d\ufeff", ""))
_FENCES = {"(": "(", ")": ")", "[": "[", "]": "]", "{": r"\{", "}": r"\}", "|": "|", "": "."}


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
    text = text_of(element).translate(_UNSEEN)
    if text in _FUNCTIONS:
        return rf"\{text}"
    if len(text) > 1 and element.tag in {"mi", "mtext"} and text.isascii() and text.replace(" ", "").isalpha():
        return rf"\mathrm{{{text}}}" if element.tag == "mi" else rf"\text{{{text}}}"
    return " ".join("".join(f"{_SIGNS[sign]} " if sign in _SIGNS else sign for sign in text).split())


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
    return rf"\{_ACCENTS[sign]}{{{base}}}" if sign in _ACCENTS else _script(element) if mark else base


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
    left, right = element.get("open", "("), element.get("close", ")")
    separator = f" {(element.get('separators', ',').strip() or ' ')[0]} "
    inside = separator.join(_latex(child) for child in element)
    return rf"\left{_FENCES.get(left, left)} {inside} \right{_FENCES.get(right, right)}"


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
    "semantics": _first,
}
