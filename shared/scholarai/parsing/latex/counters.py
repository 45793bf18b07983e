"""Numbers sections, figures, tables, theorems and equations as LaTeX does."""

from __future__ import annotations

import re
from collections import Counter

from scholarai.parsing.latex.expanded import Expanded, Theorem
from scholarai.parsing.numbering import EquationNumbers

_DEPTH = re.compile(r"\\setcounter\s*\{secnumdepth\}\s*\{(-?\d)\}")
_LEVELS = ("chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_NUMBERED = 3  # LaTeX's secnumdepth in articles: down to subsubsections
# Environments that publishers' classes define: llncs, lipics, acmart, jmlr, and the guide of elsarticle.
_USUAL_THEOREMS = (
    "theorem lemma proposition corollary definition remark example claim conjecture observation fact property problem "
    "exercise question note assumption axiom notation hypothesis"
)


class Counters:
    """LaTeX's counters, advanced while a document is read in order."""

    def __init__(self, expanded: Expanded) -> None:
        self._within = expanded.within_section
        self.theorems = {name: Theorem(name.title(), name) for name in _USUAL_THEOREMS.split()} | expanded.theorems
        self._counts: Counter[str] = Counter()
        depth = _DEPTH.search(expanded.preamble + expanded.body[:2_000])
        self._depth = int(depth.group(1)) if depth else _NUMBERED
        self._first = 0 if "\\chapter" in expanded.body else 1
        self._equations = EquationNumbers()
        self.in_appendix = False

    def section(self, name: str, *, starred: bool) -> str | None:
        """Count a section and return its number, None for an unnumbered one."""
        if starred or name not in _LEVELS or _LEVELS.index(name) > self._depth:
            return None
        level = _LEVELS.index(name)
        self._counts[name] += 1
        for lower in _LEVELS[level + 1 :]:
            self._counts[lower] = 0
        if level == self._first:
            self._restart()
        return self._section_number(level)

    def begin_appendix(self) -> None:
        self.in_appendix = True
        for name in _LEVELS:
            self._counts[name] = 0

    def step(self, name: str) -> str:
        """Count a float, such as a "Figure", and return its number."""
        self._counts[name] += 1
        return self._prefix(name.lower()) + str(self._counts[name])

    def theorem(self, environment: str) -> tuple[str, str]:
        """Count a theorem and return its title and number; the number is empty for an unnumbered one."""
        kind = self.theorems.get(environment) or self.theorems.get(environment.rstrip("*"))
        if kind is None or kind.counter is None or environment.endswith("*"):
            return (kind.title if kind else environment.title()), ""
        if kind.counter == "equation":
            self._equations.count += 1
            return kind.title, f"{self._equations.prefix}{self._equations.count}"
        owner = self.theorems.get(kind.counter)
        self._counts["theorem " + kind.counter] += 1
        number = str(self._counts["theorem " + kind.counter])
        within = (owner.within if owner else None) or kind.within
        if within in _LEVELS:
            number = f"{self._section_number(_LEVELS.index(within))}.{number}"
        return kind.title, number

    def equation(self, source: str) -> tuple[list[str], dict[str, str]]:
        """Count a display and return its numbers, and the number that each of its labels refers to."""
        self._equations.prefix = self._prefix("equation")
        return self._equations.number(source)

    def next_equation(self) -> str:
        """Count a display and return its number, whether or not its environment has one."""
        self._equations.count += 1
        return str(self._equations.count)

    def begin_subequations(self) -> None:
        self._equations.begin_letters()

    def end_subequations(self) -> None:
        self._equations.end_letters()

    def _prefix(self, counter: str) -> str:
        return f"{self._section_number(self._first)}." if counter in self._within else ""

    def _section_number(self, level: int) -> str:
        numbers = [str(self._counts[name]) for name in _LEVELS[self._first : level + 1]]
        if self.in_appendix and numbers:
            numbers[0] = chr(ord("A") + (int(numbers[0]) - 1) % 26)
        return ".".join(numbers)

    def _restart(self) -> None:
        if "equation" in self._within:
            self._equations.count = 0
        for name in ("Figure", "Table"):
            if name.lower() in self._within:
                self._counts[name] = 0
        for name, kind in self.theorems.items():
            if kind.within == _LEVELS[self._first]:
                self._counts["theorem " + name] = 0
