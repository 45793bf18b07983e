"""Expands a LaTeX document as TeX does: inputs, comments, conditionals, and the paper's own macros."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from scholarai.parsing.hidden_text import HIDDEN_TEXT
from scholarai.parsing.latex.definitions import Macro, UserEnvironment, read_macro_arguments
from scholarai.parsing.latex.expanded import Expanded
from scholarai.parsing.latex.project import Project
from scholarai.parsing.latex.sink import Mark, Sink
from scholarai.parsing.latex.specs import CLOSED_BY_SECTIONS, SECTIONS

# Bounds for hostile sources. Maxima over 164 papers and manuals (2026-11-20): 1,462 expansions and 250,000 characters;
# tokens from macros and from files read again: 2,640 for one use of a macro, 7,572 in all.
MOST_EXPANSIONS = 100_000
MOST_CHARACTERS = 8_000_000
MOST_PIECES = 100_000
MOST_PIECES_AT_ONCE = 20_000
DEEPEST_EXPANSION = 100

Primitive: TypeAlias = "Callable[[Expander, Frame, str], None]"

_TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|[%${}]|[^\\%${}]+|\\", re.DOTALL)
_TOKEN_AT = re.compile(r"\\(?:[A-Za-z@]+|.)|[%${}]|[^\\%${}]+|\\", re.DOTALL)
# Commands that papers also use as environments.
_ENVIRONMENTS = {
    name: UserEnvironment(Macro(name, rf"\{name}{{#1}}", 1), Macro(f"end{name}", ""))
    for name in ("color", "transparent")
}
_COMMENT = re.compile(r"[^\n]*\n?[ \t]*")


@dataclass(slots=True)
class _Use:
    """One use of a macro in a file, or one repeated reading of a file, with its whole expansion."""

    name: str
    mark: Mark
    pieces: int = 0


@dataclass(slots=True)
class Frame:
    """A text being read: a file, a macro's replacement, or a branch; its inputs are resolved from `folder`."""

    text: str
    name: str
    folder: str
    use: _Use | None = None
    at: int = 0


class Expander:
    """One expansion of one document. Primitives use its public attributes and methods.

    Args:
        project: The files that the document may read.
        main: Path of the file that is read first.
        primitive_of: Returns the primitive of a command's name, None for any other command.
    """

    def __init__(self, project: Project, main: str, primitive_of: Callable[[str], Primitive | None]) -> None:
        self.project = project
        self.main = main
        self.root = posixpath.dirname(main)
        self.sink = Sink()
        self.macros: dict[str, Macro] = {}
        self.environments = dict(_ENVIRONMENTS)
        self.environment_arguments: dict[str, list[str]] = {}
        """The arguments of the last use of each environment of the paper."""
        self.switches: dict[str, bool] = {}
        self.boxes: dict[str, str] = {}
        """What boxes hold, by register or command."""
        self.unprinted: set[str] = set()
        """Those that hold words and were not printed yet."""
        self.excluded: set[str] = set()
        self.included: set[str] | None = None
        r"""The files that `\includeonly` names, None for all."""
        self.at_is_letter = False
        self.in_preamble = True
        self.result = Expanded(self.sink, self.macros, self.expand)
        self._primitive_of = primitive_of
        self._frames: list[Frame] = []
        self._expansions = 0
        self._characters = 0
        self._pieces = 0
        self._read_before: set[str] = set()
        self._exploding: set[str] = set()

    def run(self) -> Expanded:
        """Return the expanded document."""
        self.push(self.project.text(self.main), self.main, self.root)
        self._read()
        self.result.body = self.sink.text()
        if self.unprinted:
            self.result.note(HIDDEN_TEXT.code, HIDDEN_TEXT.detail)
        return self.result

    def expand(self, source: str) -> str:
        """Return further source, expanded with the document's definitions."""
        self.sink.restart()
        self.push(source, "…", self.root)
        self._read()
        return self.sink.text()

    def push(self, text: str, name: str, folder: str) -> None:
        """Read `text` next, before the rest of the current text."""
        self._expansions += 1
        self._characters += len(text)
        if self._expansions > MOST_EXPANSIONS or self._characters > MOST_CHARACTERS or name in self._exploding:
            self._note_cut()
        else:
            self._frames.append(Frame(text, name, folder, self._use(name)))
            self._read_before.add(name)

    def _use(self, name: str) -> _Use | None:
        """Return the use that the text `name` belongs to: that of the current text, or a new one."""
        above = self._frames[-1].use if self._frames else None
        is_macro = name.startswith("\\") and not name.endswith("…")
        is_file_again = name in self._read_before and name in self.project
        return _Use(name, self.sink.mark()) if above is None and (is_macro or is_file_again) else above

    def _spend(self, use: _Use) -> None:
        """Count a token; end a use that takes too many, and ignore its name from then on."""
        use.pieces += 1
        self._pieces += 1
        if use.pieces > MOST_PIECES_AT_ONCE or self._pieces > MOST_PIECES:
            self._exploding.add(use.name)
            while self._frames and self._frames[-1].use is use:
                self._frames.pop()
            self.sink.close_to(use.mark)
            self._note_cut()

    def _note_cut(self) -> None:
        detail = "macros or inputs expand to more than a paper can hold; the rest was left out"
        self.result.note("expansion_cut", detail)

    def is_reading(self, name: str) -> bool:
        return any(frame.name == name for frame in self._frames)

    @property
    def in_style(self) -> bool:
        return any(frame.name.endswith(".sty") for frame in self._frames)

    def end_text(self) -> None:
        r"""Stop reading the current text, as `\endinput` does."""
        self._frames.pop()

    def begin_document(self) -> None:
        if self.in_preamble:
            self.result.preamble = self.sink.text()
            self.sink.restart()
            self.in_preamble = self.at_is_letter = False

    def end_document(self) -> None:
        self._frames.clear()

    def _read(self) -> None:
        while self._frames:
            frame = self._frames[-1]
            match = (_TOKEN_AT if self.at_is_letter else _TOKEN).match(frame.text, frame.at)
            if match is None:
                self._frames.pop()
            else:
                frame.at = match.end()
                self._take(frame, match.group())
                if frame.use is not None:
                    self._spend(frame.use)

    def _take(self, frame: Frame, piece: str) -> None:
        if piece[0] == "\\" and len(piece) > 1:
            self.command(frame, piece[1:])
        elif piece == "%":
            comment = _COMMENT.match(frame.text, frame.at)
            frame.at = comment.end() if comment else frame.at
        elif piece == "{":
            self.sink.open_group()
        elif piece == "}":
            self.sink.close_group()
        elif piece == "$":
            self._dollar(frame)
        else:
            self.sink.add(piece)

    def _dollar(self, frame: Frame) -> None:
        double = frame.text.startswith("$", frame.at)
        if self.sink.in_formula:
            if double and self.sink.dollar("$$"):
                frame.at += 1
            elif not self.sink.dollar("$"):
                self.sink.add("$")
        elif double:
            frame.at += 1
            self.sink.open_formula("$$", "$$")
        else:
            self.sink.open_formula("$", "$")

    def command(self, frame: Frame, name: str) -> None:
        r"""Read a command by its name, which is not a word where `\csname` made it."""
        primitive = self._primitive_of(name)
        if primitive is not None:
            primitive(self, frame, name)
        elif name in self.macros:
            self._macro(frame, self.macros[name])
        elif name in {"(", ")", "[", "]"}:
            self._bracket(name)
        elif not self._switch(name) and (name.isalpha() or len(name) == 1):
            if name in SECTIONS and not self.in_preamble:
                self.sink.end_open(CLOSED_BY_SECTIONS)
            self.sink.add("\\" + name)

    def _switch(self, name: str) -> bool:
        r"""Set a conditional, as `\drafttrue` does, and tell whether there is one of this name."""
        for value, ending in ((True, "true"), (False, "false")):
            if name.endswith(ending) and name.removesuffix(ending) in self.switches:
                self.switches[name.removesuffix(ending)] = value
                return True
        return False

    def _bracket(self, name: str) -> None:
        if name in {")", "]"}:
            if not self.sink.dollar("\\" + name) and self.sink.in_formula:
                self.sink.add("\\" + name)
        elif self.sink.in_formula:
            self.sink.add("\\" + name)
        else:
            self.sink.open_formula("\\" + name, r"\)" if name == "(" else r"\]")

    def _macro(self, frame: Frame, macro: Macro) -> None:
        """Expand a macro of the paper; in formulas only macros without arguments, which a reader could not resolve."""
        kept = self.sink.in_formula and (macro.arity or macro.is_alias)
        if kept or self.is_reading("\\" + macro.name) or len(self._frames) > DEEPEST_EXPANSION:
            self.sink.add("\\" + macro.name)
            return
        arguments: list[str] = []
        if macro.arity:
            while frame.at >= len(frame.text) and len(self._frames) > 1:
                self._frames.pop()  # the arguments follow the macro whose expansion ends with this one
                frame = self._frames[-1]
            arguments, frame.at = read_macro_arguments(frame.text, frame.at, macro)
        self.push(macro.filled(arguments), "\\" + macro.name, frame.folder)
