"""Writes documents of random displayed equations in LaTeX, the same ones for the same seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")

_LETTERS = "abcdefghkmnpqrstuvwxyzABCDEFGHKLMNPQRSTUVWXYZ"
_GREEK = (
    r"\alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \kappa \lambda \mu \nu \xi \pi \rho \sigma \tau \phi "
    r"\varphi \chi \psi \omega \Gamma \Delta \Lambda \Sigma \Phi \Psi \Omega \ell \partial \nabla"
).split()
_RELATIONS = r"= = = \leq \geq < > \approx \sim \equiv \propto \neq \in \subset \subseteq \to \ll".split()
_OPERATIONS = r"+ + - - \cdot \times \pm \oplus \otimes \cup \cap \wedge".split()
_FUNCTIONS = r"\sin \cos \exp \log \ln \tanh \max \min \det".split()
_ACCENTS = r"\hat \tilde \bar \dot \vec \widehat \widetilde \overline \ddot".split()
_NAMES = "d e i obs eff max est in".split()
_BRACKETS = (
    ("(", ")"),
    ("[", "]"),
    (r"\{", r"\}"),
    ("|", "|"),
    (r"\langle", r"\rangle"),
    (r"\|", r"\|"),
    (r"\lfloor", r"\rfloor"),
)
_WORDS = "the of we a system result given where thus model which for function and value then with energy field large order".split()
_HEAD = (
    "\n\\pdfmapfile{=lm.map}\\pdfmapfile{+cm.map}\\pdfmapfile{+symbols.map}\\pdfmapfile{+cmextra.map}\\pdfmapfile{+euler.map}\n"
    "\\usepackage{amsmath,amssymb}\n\\begin{document}\n"
    "\\title{Formulas drawn by lot}\\author{Ann Author}\\maketitle\n\\section{Introduction}\n"
)


class RandomFormulas:
    """Draws formulas and documents from a seed."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def document(self, preamble: str, count: int) -> tuple[str, list[str]]:
        """Return a document after a preamble, with its displayed equations; rows of aligned ones are parted by `\\\\`."""
        formulas, body = [], []
        for _ in range(count):
            body.append(" ".join(self._random.choices(_WORDS, k=40)).capitalize() + ". So")
            shape = self._random.random()
            if shape < 0.8:
                formulas.append(self._equation())
                body[-1] += "\n" + (r"\begin{equation}%s\end{equation}" if shape < 0.55 else r"\[%s\]") % formulas[-1]
            else:
                sides = [
                    (self._sum(self._one_of((0, 1))), self._sum(self._one_of((1, 2))))
                    for _ in range(self._one_of((2, 3)))
                ]
                formulas.append(r" \\ ".join(f"{left} &= {right}" for left, right in sides))
                name = self._one_of(("align", "align*"))
                body[-1] += f"\n\\begin{{{name}}}{formulas[-1]}\\end{{{name}}}"
        return preamble + _HEAD + "\n\n".join(body) + "\n\\end{document}\n", formulas

    def _one_of(self, values: Sequence[_T]) -> _T:
        return self._random.choice(values)

    def _equation(self) -> str:
        shape = self._random.random()
        if shape < 0.06:
            left, letter = self._nucleus(), self._one_of(_LETTERS)
            return rf"{left} = \begin{{cases}} {self._sum(1)} & \text{{if }} {letter} > 0, \\ {self._sum(1)} & \text{{otherwise}} \end{{cases}}"
        if shape < 0.12:
            letter = self._one_of(_LETTERS)
            return rf"{letter}_1, {letter}_2, \ldots, {letter}_n {self._one_of(_RELATIONS)} {self._sum(1)}"
        formula = (
            f"{self._sum(self._one_of((0, 1, 1, 2)))} {self._one_of(_RELATIONS)} {self._sum(self._one_of((1, 2, 2)))}"
        )
        if shape > 0.92:
            formula += rf", \qquad \text{{for all }} {self._one_of(_LETTERS)} \in \mathbb{{R}}"
        return formula + self._one_of(("", ".", ","))

    def _sum(self, depth: int) -> str:
        terms = [self._term(depth) for _ in range(self._one_of((1, 2, 2, 3)))]
        return "".join(f" {self._one_of(_OPERATIONS)} {term}" if index else term for index, term in enumerate(terms))

    def _term(self, depth: int) -> str:
        if depth <= 0 or self._random.random() < 0.5:
            return self._nucleus()
        kinds = (
            self._fraction,
            self._fraction,
            self._root,
            self._function,
            self._bracketed,
            self._bracketed,
            self._operator,
            self._matrix,
        )
        return self._one_of(kinds)(depth - 1)

    def _fraction(self, depth: int) -> str:
        return rf"\frac{{{self._sum(depth)}}}{{{self._sum(depth)}}}"

    def _root(self, depth: int) -> str:
        return self._one_of((r"\sqrt{%s}", r"\sqrt{%s}", r"\sqrt[3]{%s}")) % self._sum(depth)

    def _function(self, depth: int) -> str:
        return self._one_of(_FUNCTIONS) + self._one_of((r" \left(%s\right)", " (%s)")) % self._sum(depth)

    def _bracketed(self, depth: int) -> str:
        left, right = self._one_of(_BRACKETS)
        script = self._one_of(("", "", f"^{{{self._script()}}}"))
        return rf"\left{left} {self._sum(depth)} \right{right}{script}"

    def _operator(self, _depth: int) -> str:
        name = self._one_of((r"\sum", r"\sum", r"\prod", r"\int", r"\int", r"\bigcup", r"\max", r"\lim", r"\inf"))
        below = r"n\to\infty" if name == r"\lim" else self._one_of(("i=1", r"j\in S", "x"))
        above = self._one_of(("", "^{n}", r"^{\infty}")) if name in {r"\sum", r"\prod", r"\int", r"\bigcup"} else ""
        return f"{name}_{{{below}}}{above} {self._nucleus()}"

    def _matrix(self, _depth: int) -> str:
        name, columns = self._one_of(("pmatrix", "bmatrix")), self._one_of((1, 2, 3))
        rows = r" \\ ".join(" & ".join(self._atom() for _ in range(columns)) for _ in range(self._one_of((2, 3))))
        return rf"\begin{{{name}}} {rows} \end{{{name}}}"

    def _nucleus(self) -> str:
        shape = self._random.random()
        below = f"_{{{self._script()}}}" if 0.45 < shape < 0.65 or shape > 0.85 else ""
        above = f"^{{{self._script()}}}" if shape > 0.65 else ""
        return self._atom() + below + above

    def _script(self) -> str:
        shape = self._random.random()
        if shape < 0.6:
            return self._atom()
        if shape < 0.75:
            return f"{self._atom()},{self._atom()}"
        if shape < 0.9:
            return self._atom() + self._one_of("+-") + self._one_of("12n")
        return self._one_of(
            (r"\mathrm{eff}", r"\ast", r"\top", r"\dagger", "(2)", f"{self._atom()}_{{{self._one_of(_LETTERS)}}}")
        )

    def _atom(self) -> str:
        shape, letter = self._random.random(), self._one_of(_LETTERS)
        if shape < 0.45:
            return letter
        if shape < 0.68:
            return self._one_of(_GREEK)
        if shape < 0.76:
            return str(self._random.randint(0, 12))
        if shape < 0.92:
            styles = (
                rf"\mathbf{{{letter}}}",
                rf"\boldsymbol{{{letter}}}",
                rf"\mathcal{{{letter.upper()}}}",
                rf"\mathbb{{{letter.upper()}}}",
            )
            return self._one_of((*styles, rf"\mathfrak{{{letter}}}", rf"\mathrm{{{self._one_of(_NAMES)}}}", r"\infty"))
        return f"{self._one_of(_ACCENTS)}{{{letter}}}"
