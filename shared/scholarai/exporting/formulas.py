"""Formulas in dollars within titles and abstracts: told from prices, and read as plain text where that is possible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from scholarai.domain.superscripts import lowered, raised

# As Pandoc tells formulas: no blank inside of the dollars, and no digit behind them unless they hold a command ("$\sim$5").
_FORMULA = re.compile(r"(?<![\\$])\$(?![\s$])((?:[^$\\]|\\[^$])*+)(?<!\s)\$(?!\$)")
_COMMAND = re.compile(r"\\([A-Za-z]++|.)", re.DOTALL)
_BRACE = re.compile(r"(?<!\\)[{}]")
# Commands that set what stands in their argument.
_SETTING = frozenset(
    "rm it bf sf tt cal frac sqrt mathrm mathbf mathit mathsf mathcal mathbb mathfrac mathscr mathfrak boldsymbol text textrm textit textbf "
    "operatorname left right overline underline bar hat tilde vec dot ddot widehat widetilde".split()
)
_SHIFTED = re.compile(r"([\^_])(?:\{([^{}\\^_]*)\}|([^\s{}\\^_]))")
_STYLED = re.compile(
    r"\\(?:mathrm|mathbf|mathit|mathsf|text|textrm|textit|textbf|boldsymbol|operatorname)\s*+\{([^{}\\]*+)\}"
)


def in_parts(text: str) -> Iterator[tuple[str, bool]]:
    r"""Yield the parts of a text, each with whether it is a formula that can be passed to TeX unchanged, dollars included.

    A formula of other commands than those that set signs, letters and their like is text: `\input` reads files.
    """
    place = 0
    for found in _FORMULA.finditer(text):
        is_price = text[found.end() : found.end() + 1].isdigit() and "\\" not in found[1]
        if not is_price and _is_harmless(found[1]):
            yield text[place : found.start()], False
            yield found[0], True
            place = found.end()
    yield text[place:], False


def readable(text: str) -> str:
    """Return a text whose simple formulas are plain text, "10³" for "$10^{3}$"; others stay."""
    return "".join(_plain(part) if is_formula else part for part, is_formula in in_parts(text)) if "$" in text else text


def _plain(formula: str) -> str:
    source = _STYLED.sub(r"\1", formula[1:-1])
    source = _COMMAND.sub(lambda found: _symbols().get(found[1], found[0]), source)
    plain = _SHIFTED.sub(lambda found: _moved(found[1], found[2] or found[3] or "") or found[0], source)
    return formula if re.search(r"[\\^_{}]", plain) else plain


def _moved(sign: str, text: str) -> str | None:
    moved = raised(text) if sign == "^" else lowered(text)
    return moved if moved != text or not text else None


def _is_harmless(formula: str) -> bool:
    depth = 0
    for brace in _BRACE.findall(formula):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    named = (found[1] for found in _COMMAND.finditer(formula))
    return (
        not depth
        and "^^" not in formula
        and all(name in _SETTING or name in _symbols() or not name[0].isalpha() for name in named)
    )


@cache
def _symbols() -> dict[str, str]:
    r"""Return the commands that stand for a character or, such as `\log`, for their name; pylatexenc has a table of them."""
    from pylatexenc.latex2text import get_default_latex_context_db

    specs: Any = get_default_latex_context_db().iter_macro_specs(["latex-base", "advanced-symbols"])
    return {
        spec.macroname: spec.simplify_repl
        for spec in specs
        if isinstance(spec.simplify_repl, str)
        and (len(spec.simplify_repl) == 1 or spec.simplify_repl.replace(" ", "") == spec.macroname)
    }
