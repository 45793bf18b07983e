r"""Removes from formulas in LaTeX what is not drawn: words in `\phantom`, what is white, and what is raised off the page.

KaTeX and MathJax draw formulas of Markdown, HTML and JATS, LaTeX its own; these commands mean the same to all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from scholarai.parsing.latex.hidden import SHIFTS, SPACES, Visibility
from scholarai.parsing.latex.scanning import read_argument, read_group, read_groups, read_option

_COMMAND = re.compile(
    r"\\(?:([vh]?phantom|(?:text|math)?color|f?colorbox|raise(?:box)?|lower|move(?:left|right)|(?:text)?transparent|scalebox|resizebox"
    r"|style|htmlStyle|bbox|mmlToken|hspace|hskip|kern|mskip|mkern|mspace|texttip|mathtip|toggle"
    r"|label|href|class|cssId|html(?:Id|Class|Data))(?![A-Za-z@])|.)|%[^\n]*+",
    re.DOTALL,
)
_SPACE = re.compile(r"[\s*{=]*+([-+]?[\d.]{1,12}\s*+(?:[a-z]{2}|\\[A-Za-z]++))\s*+\}?")
# Commands whose first argument is a name or an address, and those of which a reader sees the second when pointing at the first.
_NAMED = frozenset({"label", "href", "class", "cssId", "htmlId", "htmlClass", "htmlData"})
_ACTIONS = frozenset({"texttip", "mathtip", "toggle"})
_SENTENCE = re.compile(r"(?<![A-Za-z])(?:[A-Za-z]{2,}+[\s~]++){2}[A-Za-z]{2}")
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
    shown = 0
    for found in _COMMAND.finditer(source):
        name = found[1]
        if found.start() < max(at, shown):
            continue
        if name is None:
            is_comment = found[0].startswith("%") and holds_word(found[0])
            end = found.end() if is_comment else _end_of_far_line(source, found, is_hidden)
        elif name.endswith("colorbox"):
            shown = _box_end(source, found.end(), name, is_hidden)
            continue
        elif name in _ACTIONS:
            tip = _tip(source, found.end(), name)
            if tip is not None and holds_word(source[tip[0] : tip[1]]):
                kept.append(source[at : tip[0]])
                at = tip[1]
            continue
        else:
            end = _hidden_end(source, found.end(), name, is_hidden)
        if end is not None:
            kept.append(source[at : found.start()])
            at = end
    return "".join((*kept, source[at:])) if kept else source


def holds_word(hidden: str) -> bool:
    """Tell whether what a formula does not draw is more than a sign that takes room."""
    return bool(_WORD.search(hidden))


def _box_end(source: str, at: int, name: str, is_hidden: Callable[[str, list[str]], bool]) -> int:
    """Return where a box ends whose colour shows what is white; `at` if it is white itself."""
    option = read_option(source, at)
    groups = read_groups(source, option[1] if option else at, 3 if name == "fcolorbox" else 2)
    if groups is None or is_hidden("color", [option[0] if option else "", groups[0][-2]]):
        return at
    return groups[1]


def _end_of_far_line(source: str, found: re.Match[str], is_hidden: Callable[[str, list[str]], bool]) -> int | None:
    r"""Return where a line ends that `\\[-9999em]` begins off the page, None for anything else."""
    lift = read_option(source, found.end()) if found[0] == "\\\\" else None
    return _group_end(source, lift[1]) if lift and is_hidden("kern", ["", lift[0]]) else None


def _tip(source: str, at: int, name: str) -> tuple[int, int] | None:
    r"""Return where the words begin and end that a reader sees on a click or at the pointer, after `\texttip{x}` or `\toggle{x}`."""
    first = _operand(source, at)
    if first is None:
        return None
    end = source.find(r"\endtoggle", first[1]) if name == "toggle" else (_operand(source, first[1]) or ("", -1))[1]
    return (first[1], end) if end >= 0 else None


def _operand(source: str, at: int) -> tuple[str, int] | None:
    """Return what a command is followed by, a group or another command with its groups, and its end."""
    operand = read_argument(source, at)
    while operand and operand[0].startswith("\\") and (more := read_group(source, operand[1])):
        operand = (operand[0] + more[0], more[1])
    return operand


def _hidden_end(source: str, at: int, name: str, is_hidden: Callable[[str, list[str]], bool]) -> int | None:  # noqa: PLR0911
    """Return where a command ends together with what it hides, None if that shows."""
    if name.endswith("phantom"):
        operand = _operand(source, at)
        return operand[1] if operand and holds_word(operand[0]) else None
    if name in _NAMED:
        group = read_group(source, at)
        return group[1] if group and _SENTENCE.search(group[0]) else None
    if name in {"bbox", "mmlToken"}:
        kind = read_argument(source, at) if name == "mmlToken" else ("", at)
        look = read_option(source, kind[1]) if kind else None
        group = read_group(source, look[1]) if look else None
        return group[1] if look and group and is_hidden(name, [look[0], ""]) else None
    if name in SPACES or name in SHIFTS - {"raisebox"}:
        space = _SPACE.match(source, at)
        if space is None or not is_hidden(name, ["", space[1]]):
            return None
        operand = _operand(source, space.end()) if name in SHIFTS else None
        return operand[1] if operand else _group_end(source, space.end())
    if name == "resizebox":
        groups = read_groups(source, at, 3)
        return groups[1] if groups and is_hidden(name, groups[0][:2]) else None
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
