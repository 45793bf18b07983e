"""Decides which branch of a TeX conditional the printed paper shows."""

from __future__ import annotations

import re
from collections.abc import Container

# Commands whose names begin with "if" but that take their branches as arguments.
_NOT_CONDITIONALS = frozenset(
    {"iff", "ifthenelse", "ifblank", "ifstrempty", "ifstrequal", "ifdefempty", "ifdef", "ifundef", "iftoggle", "ifbool",
     "ifempty", "ifcsdef", "ifdefstring", "ifnumcomp", "ifdimcomp"}
)  # fmt: skip
_STEP = re.compile(r"\\(if[A-Za-z@]*|else|fi)(?![A-Za-z@])|(?<!\\)%[^\n]*|\\verb\*?([^A-Za-z\s]).*?\2")
_TWO_TOKENS = re.compile(r"\s*(\\[A-Za-z@]+|\\.|[^\s\\])\s*(\\[A-Za-z@]+|\\.|[^\s\\])")
_NUMBERS = re.compile(r"\s*(-?\d+)\s*([<=>])\s*(-?\d+)(?:\\relax)?\s?")
_TESTED = re.compile(r"\s*\\([A-Za-z@]+)")
_TESTED_NAME = re.compile(r"\s*+([^\\{}]{1,200}+)\\endcsname")


def is_conditional(name: str) -> bool:
    return name.startswith("if") and name not in _NOT_CONDITIONALS


def branches(text: str, at: int) -> tuple[tuple[int, int], tuple[int, int], int] | None:
    r"""Return the ranges of both branches of the conditional whose test ends at `at`, and the end of its `\fi`."""
    if text.find(r"\fi", at) < 0:
        return None
    depth, middle = 0, None
    for match in _STEP.finditer(text, at):
        name = match.group(1)
        if name is None:
            continue
        if name == "fi":
            if depth == 0:
                first_end = middle.start() if middle else match.start()
                second = (middle.end(), match.start()) if middle else (match.start(), match.start())
                return (at, first_end), second, match.end()
            depth -= 1
        elif name == "else":
            middle = match if depth == 0 and middle is None else middle
        elif is_conditional(name):
            depth += 1
    return None


def evaluate(name: str, text: str, at: int, switches: dict[str, bool], known: Container[str]) -> tuple[bool, int]:
    """Return the value of the conditional `name`, and the end of its test; an unknown conditional counts as true.

    Args:
        name: The name, such as "iffalse" or "ifdraft".
        text: The source.
        at: Offset in `text` at which the name ends.
        switches: Values of the paper's own conditionals, by name without "if".
        known: Names of the macros defined so far.
    """
    if name in {"iffalse", "iftrue"}:
        return name == "iftrue", at
    if name[2:] in switches:
        return switches[name[2:]], at
    if name in {"ifx", "if"}:
        match = _TWO_TOKENS.match(text, at)
        return (match.group(1) == match.group(2), match.end()) if match else (False, at)
    if name in {"ifnum", "ifodd", "ifdim", "ifcase"}:
        return _compared(text, at)
    if name in {"ifdefined", "ifcsname"}:
        tested = _TESTED.match(text, at) if name == "ifdefined" else _TESTED_NAME.match(text, at)
        return (tested[1].rstrip() in known, tested.end()) if tested else (False, at)
    return True, at


def _compared(text: str, at: int) -> tuple[bool, int]:
    numbers = _NUMBERS.match(text, at)
    if numbers is None:
        return False, at
    left, sign, right = int(numbers.group(1)), numbers.group(2), int(numbers.group(3))
    return {"<": left < right, "=": left == right, ">": left > right}[sign], numbers.end()
