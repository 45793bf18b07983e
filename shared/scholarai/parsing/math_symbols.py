"""Signs of formulas as LaTeX writes them."""

from __future__ import annotations

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
ACCENTS = {
    "¯": "bar", "‾": "overline", "―": "overline", "_": "underline", "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde", "∼": "tilde",
    "˙": "dot", ".": "dot", "¨": "ddot", "→": "vec", "⃗": "vec", "ˇ": "check", "˘": "breve", "⏞": "overbrace", "⏟": "underbrace",
}  # fmt: skip
_FUNCTIONS = frozenset("sin cos tan log ln exp min max lim sup inf arg det dim ker Pr".split())
# Marks that only say how to read.
_UNSEEN = str.maketrans(dict.fromkeys("\u2061\u2062\u2063\u2064\u200b\u200c\u200d\ufeff", ""))
_FENCES = {"(": "(", ")": ")", "[": "[", "]": "]", "{": r"\{", "}": r"\}", "|": "|", "": "."}


def symbols(text: str, *, is_text: bool = False) -> str:
    """Return what one token of a formula says; a word is upright, or running text where it is that."""
    text = text.translate(_UNSEEN)
    if text in _FUNCTIONS:
        return rf"\{text}"
    if len(text) > 1 and text.isascii() and text.replace(" ", "").isalpha():
        return rf"\text{{{text}}}" if is_text else rf"\mathrm{{{text}}}"
    return " ".join("".join(f"{_SIGNS[sign]} " if sign in _SIGNS else sign for sign in text).split())


def fenced(inside: str, left: str, right: str) -> str:
    """Return a formula between brackets of its height."""
    return rf"\left{_FENCES.get(left, left)} {inside} \right{_FENCES.get(right, right)}"
