r"""Removes from formulas in LaTeX what is not drawn: words in `\phantom`, what is white, and what is raised off the page.

KaTeX and MathJax draw formulas of Markdown, HTML and JATS, LaTeX its own; these commands mean the same to all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from scholarai.parsing.latex.hidden import Visibility
from scholarai.parsing.latex.scanning import read_argument, read_group, read_option

_COMMAND = re.compile(
    r"\\(?:([vh]?phantom|textcolor|color|raisebox|transparent|texttransparent|scalebox)(?![A-Za-z@])|.)", re.DOTALL
)
# Space and the size of a bracket are what phantoms are for; a name of a function is the longest that they hold.
_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{5,}")
_END = re.compile(r"\\(?:end|right|\\|\)|\]|color(?![A-Za-z]))|\\.|[{}&$]", re.DOTALL)
_ENDS = frozenset({"\\end", "\\right", "\\\\", "\\)", "\\]", "\\color", "&", "$"})
_PLAIN = Visibility("")


def visible_formula(source: str, is_hidden: Callable[[str, list[str]], bool] | None = None) -> str:
    """Return a formula without what is not drawn of it.

    Args:
        source: LaTeX, with or without its delimiters.
        is_hidden: Tells of a command and its arguments whether it hides; without it, with the colours that every LaTeX knows.
    """
    is_hidden = is_hidden or _PLAIN.hides_in_formula
    kept: list[str] = []
    at = 0
    for found in _COMMAND.finditer(source):
        name = found[1]
        if name is None or found.start() < at:
            continue
        end = _hidden_end(source, found.end(), name, is_hidden)
        if end is not None:
            kept.append(source[at : found.start()])
            at = end
    return "".join((*kept, source[at:])) if kept else source


def _hidden_end(source: str, at: int, name: str, is_hidden: Callable[[str, list[str]], bool]) -> int | None:
    """Return where a command ends together with what it hides, None if that shows."""
    if name.endswith("phantom"):
        group = read_group(source, at)
        return group[1] if group and _WORD.search(group[0]) else None
    option = read_option(source, at)
    value = read_argument(source, option[1] if option else at)
    if value is None or not is_hidden(name, [option[0] if option else "", value[0]]):
        return None
    if name in {"color", "transparent"}:
        return _group_end(source, value[1])
    at = value[1]
    while more := read_option(source, at):
        at = more[1]
    held = read_argument(source, at)
    return held[1] if held else None


def _group_end(source: str, at: int) -> int:
    """Return where a declaration ends: with its group, cell, line or formula, or at the next colour."""
    depth = 0
    for found in _END.finditer(source, at):
        piece = found[0]
        depth += (piece == "{") - (piece == "}")
        if depth < 0 or (depth == 0 and piece in _ENDS):
            return found.start()
    return len(source)
