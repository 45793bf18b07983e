"""Numbers of displayed equations, as LaTeX would print them."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBERED_ONCE = {"equation", "multline", "math", "dmath"}
_NUMBERED_ROWS = {"align", "gather", "eqnarray", "alignat", "flalign", "xalignat", "dgroup"}
DISPLAY_ENVIRONMENTS = frozenset(
    {name + star for name in _NUMBERED_ONCE | _NUMBERED_ROWS for star in ("", "*")}
    | {"displaymath", "subequations", "xxalignat", "IEEEeqnarray", "IEEEeqnarray*"}
) - {"math", "math*"}
LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
_ENVIRONMENT = re.compile(r"\s*\\begin\s*\{([A-Za-z]+\*?)\}")
_TAG = re.compile(r"\\tag\*?\s*\{([^{}]*)\}")
_UNNUMBERED = re.compile(r"\\(?:nonumber|notag)\b")
_STEP = re.compile(r"\\(begin|end)\s*\{([^{}]*)\}|\\\\|\\.|[{}]", re.DOTALL)


@dataclass(slots=True)
class EquationNumbers:
    """Counts displayed equations; `prefix`, such as "2.", is set where numbers restart with each section."""

    count: int = 0
    prefix: str = ""
    _letters: int | None = None

    def number(self, source: str) -> tuple[list[str], dict[str, str]]:
        """Return the printed numbers of one display, and the number that each of its labels refers to.

        Args:
            source: The display as written, with its environment or dollars around it.
        """
        numbers: list[str] = []
        labels: dict[str, str] = {}
        for row in _rows(source):
            printed = self._row_number(source, row)
            if printed and not numbers:
                # Labels of unnumbered first rows refer to the next number.
                labels = dict.fromkeys(labels, printed)
            if printed:
                numbers.append(printed)
            labels.update(dict.fromkeys(LABEL.findall(row), numbers[-1] if numbers else ""))
        return numbers, labels

    def _row_number(self, source: str, row: str) -> str:
        if tag := _TAG.search(row):
            return tag.group(1).strip("$ ")
        environment = _environment(source)
        numbered = environment.rstrip("*") in _NUMBERED_ONCE | _NUMBERED_ROWS | {"IEEEeqnarray"}
        if environment.endswith("*") or not numbered or _UNNUMBERED.search(row):
            return ""
        if self._letters is not None:
            self._letters += 1
            return f"{self.prefix}{self.count}{chr(ord('a') + (self._letters - 1) % 26)}"
        self.count += 1
        return f"{self.prefix}{self.count}"

    def begin_letters(self) -> None:
        """Number the following displays as parts of one equation: 3a, 3b."""
        self.count += 1
        self._letters = 0

    def end_letters(self) -> None:
        self._letters = None


def tidy(source: str) -> str:
    """Return a display's source without blank lines and without white space around its lines."""
    return "\n".join(line.strip() for line in source.split("\n") if line.strip())


def _environment(source: str) -> str:
    match = _ENVIRONMENT.match(source)
    return match.group(1) if match else ""


def _rows(source: str) -> list[str]:
    """Return the rows that can have a number of their own: split at row ends outside nested groups and environments."""
    environment = _environment(source)
    if environment.rstrip("*") not in _NUMBERED_ROWS | {"IEEEeqnarray"}:
        return [source]
    rows, depth, start = [], 0, 0
    for match in _STEP.finditer(source):
        piece = match.group()
        if piece == "{" or match.group(1) == "begin":
            depth += 1
        elif piece == "}" or match.group(1) == "end":
            depth -= 1
        elif piece == "\\\\" and depth == 1:
            rows.append(source[start : match.start()])
            start = match.end()
    last = source[start:]
    body = re.sub(r"\\end\s*\{[^{}]*\}\s*$|\\hline", "", last).strip()
    return [*rows, last] if body or not rows else rows
