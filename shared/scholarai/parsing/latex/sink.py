"""Collects expanded source as balanced text, with placeholders for formulas and code."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field

DISPLAY = "scholardisplay"
FORMULA = "scholarformula"
VERBATIM = "scholarverbatim"
CODE = "scholarcode"
GRAPHIC = "scholargraphic"
# Deeper groups and environments are flattened, since a recursive parser reads the result.
DEEPEST = 40
_FLAT = "!"
# pylatexenc 2.11 takes quadratic time for plain text without a break; an empty group is a break.
_RUN = 2_000
_LONG_RUN = re.compile(r"[^\n]{2000}(?=[ \n])|[^\n]{4000}")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_MARKUP = re.compile(r"\\[A-Za-z@]+|[\\{}$&]")
_SPACES = re.compile(r"\s+")


@dataclass(slots=True)
class _Formula:
    closing: str
    parts: list[str]
    depth: int = 0
    nested: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """The nesting at one time: the number of open groups and environments, and of open groups in the open formula."""

    opened: int
    formula: _Formula | None
    depth: int


@dataclass(slots=True)
class Sink:
    r"""Collects expanded source.

    `displays`, `formulas` and `codes` hold the source that placeholders such as `\scholardisplay{3}` replace, without
    comments and with macros that take no arguments expanded. Groups and environments in the text are always balanced.
    """

    displays: list[str] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    graphics: list[str] = field(default_factory=list)
    """Names of files with pictures."""
    _out: list[str] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)
    _formula: _Formula | None = None

    @property
    def in_formula(self) -> bool:
        return self._formula is not None

    def text(self) -> str:
        """Close everything that is open and return the collected text."""
        if self._formula is not None:
            self._close_formula()
        while self._open:
            self._out.append(_closer(self._open.pop()))
        return "".join(self._out)

    def mark(self) -> Mark:
        return Mark(len(self._open), self._formula, self._formula.depth if self._formula is not None else 0)

    def close_to(self, mark: Mark) -> None:
        """Close everything opened since `mark`."""
        if self._formula is not None and self._formula is not mark.formula:
            self._close_formula()
        while self._formula is not None and self._formula.depth > mark.depth:
            self.close_group()
        while len(self._open) > mark.opened:
            self._out.append(_closer(self._open.pop()))

    def restart(self) -> None:
        """Begin a new text; formulas and code are kept."""
        self._out.clear()
        self._open.clear()
        self._formula = None

    def add(self, piece: str) -> None:
        """Add text or a command; there are separate methods for groups, environments and dollars."""
        formula = self._formula
        if piece[:1].isalpha():  # from a macro's replacement: it is no part of the command before it
            before = (self._out if formula is None else formula.parts)[-1:]
            if before and before[0][:1] == "\\" and before[0][-1].isalpha():
                piece = ("{}" if formula is None else " ") + piece
        if formula is None:
            self._out.append(_LONG_RUN.sub(r"\g<0>{}", piece) if len(piece) > _RUN else piece)
        elif formula.closing in {"$", r"\)"} and formula.depth == 0 and _BLANK_LINE.search(piece):
            self._abandon(formula)  # a stray dollar: no formula spans paragraphs
            self._out.append(piece)
        else:
            formula.parts.append(piece)

    def add_graphic(self, name: str) -> None:
        if self._formula is None:
            self._out.append(rf"\{GRAPHIC}{{{len(self.graphics)}}}")
            self.graphics.append(name)

    def open_group(self) -> None:
        if self._formula is not None:
            self._formula.depth += 1
            self._formula.parts.append("{")
        elif len(self._open) < DEEPEST:
            self._open.append("{")
            self._out.append("{")
        else:
            self._open.append(_FLAT)

    def close_group(self) -> None:
        if self._formula is not None:
            self._formula.depth -= 1
            self._formula.parts.append("}")
        elif self._open and self._open[-1] in {"{", _FLAT}:
            self._out.append(_closer(self._open.pop()))

    def begin(self, environment: str) -> None:
        if len(self._open) < DEEPEST:
            self._out.append(rf"\begin{{{environment}}}")
            self._open.append(environment)
        else:
            self._open.append(_FLAT + environment)

    def end(self, environment: str) -> None:
        """Close an environment and those still open inside it; do nothing if it is not open."""
        if environment in self._open or _FLAT + environment in self._open:
            while (name := self._open.pop()).removeprefix(_FLAT) != environment:
                self._out.append(_closer(name))
            self._out.append(_closer(name))

    def end_open(self, environments: Container[str]) -> None:
        """Close the outermost open one of `environments`, with all that is open inside it."""
        if self._formula is None and (name := next((name for name in self._open if name in environments), None)):
            self.end(name)
            self.end_open(environments)

    def open_formula(self, opening: str, closing: str) -> None:
        r"""Begin a formula: `closing` is "$", "$$", r"\)", r"\]", or the name of an environment."""
        self._formula = _Formula(closing, [opening])

    def dollar(self, dollars: str) -> bool:
        """Close the formula that `dollars` ends, and tell whether there was one."""
        if self._formula is None or self._formula.closing != dollars or self._formula.depth > 0:
            return False
        self._formula.parts.append(dollars)
        self._close_formula()
        return True

    def begin_in_formula(self, environment: str) -> None:
        if self._formula is not None:
            self._formula.nested += environment == self._formula.closing
            self._formula.parts.append(rf"\begin{{{environment}}}")

    def end_in_formula(self, environment: str) -> None:
        formula = self._formula
        if formula is None:
            return
        formula.parts.append(rf"\end{{{environment}}}")
        if environment == formula.closing:
            if formula.nested == 0:
                self._close_formula()
            else:
                formula.nested -= 1

    def add_code(self, code: str, *, inline: bool) -> None:
        self.codes.append(code)
        self.add(rf"\{VERBATIM if inline else CODE}{{{len(self.codes) - 1}}}")

    def _close_formula(self) -> None:
        formula, self._formula = self._formula, None
        if formula is None:
            return
        source = "".join(formula.parts)
        if formula.closing in {"$", r"\)", "math"}:
            self.formulas.append(_inline(source))
            self._out.append(rf"\{FORMULA}{{{len(self.formulas) - 1}}}")
        else:
            self.displays.append(source)
            self._out.append(rf"\{DISPLAY}{{{len(self.displays) - 1}}}")

    def _abandon(self, formula: _Formula) -> None:
        self._formula = None
        self._out.append(_MARKUP.sub(" ", "".join(formula.parts)))


def _inline(source: str) -> str:
    """Return an inline formula between single dollars, on one line."""
    inner = re.sub(r"\A(?:\$|\\\(|\\begin\{math\})|(?:\$|\\\)|\\end\{math\})\Z", "", source)
    return "$" + _SPACES.sub(" ", inner).strip() + "$" if inner.strip() else ""


def _closer(opened: str) -> str:
    if opened.startswith(_FLAT):
        return ""
    return "}" if opened == "{" else rf"\end{{{opened}}}"
