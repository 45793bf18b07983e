"""Reads the figures, tables and algorithms of a LaTeX document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from scholarai.parsing.grids import Grid, stacked
from scholarai.parsing.latex.commands import add_display
from scholarai.parsing.latex.document import DocumentReader
from scholarai.parsing.latex.nodes import Chars, arguments, is_tabular, options, source_of, without_options
from scholarai.parsing.latex.sink import CODE, DISPLAY, GRAPHIC
from scholarai.parsing.latex.tables import read_grid
from scholarai.parsing.rich_text import Rich, plain_text

_CAPTIONS = {"caption", "tablecaption", "figcaption", "tabcaption"}
_SUBCAPTIONS = {"subcaption", "subcaptionbox"}
_SUBFLOATS = {"subfloat", "subfigure", "subtable"}
_SENTENCE_LENGTH = 60  # a guess: shorter text in a float labels its parts
_KEYWORDS = {
    "State": "", "STATE": "", "Statex": "", "If": "if ", "IF": "if ", "ElsIf": "else if ", "ELSIF": "else if ",
    "Else": "else", "ELSE": "else", "EndIf": "end if", "ENDIF": "end if", "For": "for ", "FOR": "for ",
    "ForAll": "for all ", "FORALL": "for all ", "EndFor": "end for", "ENDFOR": "end for", "While": "while ",
    "WHILE": "while ", "EndWhile": "end while", "ENDWHILE": "end while", "Repeat": "repeat", "REPEAT": "repeat",
    "Until": "until ", "UNTIL": "until ", "Loop": "loop", "EndLoop": "end loop", "Require": "Require: ",
    "REQUIRE": "Require: ", "Ensure": "Ensure: ", "ENSURE": "Ensure: ", "Input": "Input: ", "INPUT": "Input: ",
    "Output": "Output: ", "OUTPUT": "Output: ", "Function": "function ", "EndFunction": "end function",
    "Procedure": "procedure ", "EndProcedure": "end procedure", "KwIn": "Input: ", "KwOut": "Output: ", "KwData":
    "Data: ", "KwResult": "Result: ", ";": "", "\\": "", "uIf": "if ", "eIf": "if ", "ForEach": "for each ", "KwRet": "return ",
}  # fmt: skip


class FloatReader:
    """Reads the captions, cells, code and other text of one float."""

    def __init__(self, reader: DocumentReader, name: str) -> None:
        self._reader = reader
        self._name = name
        self._captions: list[tuple[str, Rich, int]] = []
        """Label, text, and how many files stand before it."""
        self._files: list[str] = []
        self._parts: list[Rich] = []
        self._grid = Grid()
        self._codes: list[list[Any]] = []
        self._text: list[Any] = []
        self._waiting: list[Any] = []
        self._letters = 0

    def read(self, nodes: Sequence[Any]) -> None:
        """Number the float, and add its content after the paragraph that it interrupts."""
        self._visit(nodes, inside_part=False)
        reader, paper = self._reader, self._reader.paper
        has_displays = any(getattr(node, "macroname", None) == DISPLAY for node in self._text)
        in_flow = has_displays or self._name not in {"Figure", "Table"}
        notes = () if in_flow else reader.inline(self._text)
        has_notes = len(plain_text(notes)) >= _SENTENCE_LENGTH
        if has_notes:
            self._grid = replace(self._grid, notes=(*self._grid.notes, notes))
        self._put_captioned()
        for steps in self._codes:
            reader.after_paragraph(partial(_add_steps, reader, steps))
        if self._name != "Table" and self._grid.rows:
            reader.after_paragraph(lambda: paper.add_table("", (), self._grid))
        if in_flow:
            reader.after_paragraph(lambda: reader.walk_separately(self._text))
        for part in self._parts:
            reader.after_paragraph(partial(paper.add_figure, "", part))
        if has_notes:
            reader.after_paragraph(lambda: paper.add("footnote" if self._name == "Table" else "paragraph", notes))

    def _put_captioned(self) -> None:
        """Add a table or figure for each caption; a table's cells belong to the first one."""
        reader, paper = self._reader, self._reader.paper
        captions = self._captions or ([("", (), 0)] if self._grid.rows or self._codes else [])
        for index, (label, caption, _) in enumerate(captions):
            if self._name == "Table":
                grid = self._grid if index == 0 else Grid()
                reader.after_paragraph(partial(paper.add_table, label, caption, grid))
            elif label:
                reader.after_paragraph(partial(paper.add_figure, label, caption, files=self._files_of(index)))

    def _files_of(self, index: int) -> tuple[str, ...]:
        """Return the files of a figure: of several in one float, those between its caption and the one before."""
        first = self._captions[index - 1][2] if index else 0
        last = self._captions[index][2] if index + 1 < len(self._captions) else len(self._files)
        return tuple(self._files[first:last])

    def _visit(self, nodes: Sequence[Any], *, inside_part: bool) -> None:
        for node in nodes:
            if node is None:
                continue
            macro = getattr(node, "macroname", None)
            environment = getattr(node, "environmentname", None)
            if macro is not None:
                self._macro(node, macro, inside_part=inside_part)
            elif environment is not None:
                self._environment(node, environment, inside_part=inside_part)
            elif hasattr(node, "nodelist"):
                self._visit(node.nodelist, inside_part=inside_part)
            else:
                self._text.append(node)

    def _macro(self, node: Any, name: str, *, inside_part: bool) -> None:
        if name in _CAPTIONS or name in _SUBCAPTIONS:
            self._caption(arguments(node)[-1:], is_part=inside_part or name in _SUBCAPTIONS)
        elif name in _SUBFLOATS:
            if options(node):
                self._caption(options(node)[-1:], is_part=True)
            self._visit(arguments(node)[-1:], inside_part=True)
        elif name == "captionof":
            self._name = "Table" if source_of(arguments(node)[0]).startswith("table") else self._name
            self._caption(arguments(node)[-1:], is_part=False)
        elif name == "label":
            self._label(node, inside_part=inside_part)
        elif name == GRAPHIC:
            self._files.append(self._reader.placeholder_source(self._reader.expanded.sink.graphics, node))
        elif name == CODE:
            self._codes.append([self._reader.placeholder_source(self._reader.expanded.sink.codes, node)])
        elif name in {"resizebox", "scalebox", "adjustbox", "rotatebox", "makebox", "fbox", "centerline", "parbox"}:
            self._visit(arguments(node)[-1:], inside_part=inside_part)
        else:
            self._text.append(node)

    def _environment(self, node: Any, name: str, *, inside_part: bool) -> None:
        if is_tabular(name):
            self._visit(
                [n for n in node.nodelist if _is_named(n, {*_CAPTIONS, "label", GRAPHIC})], inside_part=inside_part
            )
            self._grid = stacked(self._grid, read_grid(node, self._reader.inline))
        elif name.startswith("algorithmic"):
            self._codes.append(self._steps(without_options(node.nodelist)))
        elif (self._name not in {"Figure", "Table"} and name in {"enumerate", "itemize", "description"}) or name in {
            "thebibliography",
            "displaymath",
        }:
            self._text.append(node)
        else:
            part = name.startswith(("subfigure", "subtable"))
            self._visit(without_options(node.nodelist), inside_part=inside_part or part)

    def _caption(self, nodes: Sequence[Any], *, is_part: bool) -> None:
        reader = self._reader
        if is_part:
            letter = chr(ord("a") + self._letters % 26)
            self._letters += 1
            text = reader.inline(nodes)
            if plain_text(text):
                self._parts.append((f"({letter}) ", *text))
            return
        label = reader.number_float(self._name)
        for node in self._waiting:
            reader.name_target(node)
        self._waiting.clear()
        self._captions.append((label, reader.inline(nodes), len(self._files)))

    def _label(self, node: Any, *, inside_part: bool) -> None:
        """Let a label refer to the float; a label before the caption waits for the float's number."""
        if self._captions:
            self._reader.name_target(node)
        elif inside_part or not self._captions:
            self._waiting.append(node)

    def _steps(self, nodes: Sequence[Any]) -> list[Any]:
        """Return an algorithm as runs of lines, separated by its displayed formulas."""
        steps: list[Any] = []
        lines: list[list[Any]] = [[]]
        for node in nodes:
            name = getattr(node, "macroname", None)
            if name in _CAPTIONS:
                self._caption(arguments(node)[-1:], is_part=False)
            elif name == "label":
                self._label(node, inside_part=False)
            elif name == DISPLAY:
                steps += [self._text_of(lines), node]
                lines = [[]]
            elif name in _KEYWORDS:
                lines.append([Chars(_KEYWORDS[name]), *arguments(node)])
            else:
                lines[-1].append(node)
        return [*steps, self._text_of(lines)]

    def _text_of(self, lines: list[list[Any]]) -> str:
        texts = (plain_text(self._reader.inline(line)) for line in lines)
        return "\n".join(text for text in texts if text)


def _add_steps(reader: DocumentReader, steps: Sequence[Any]) -> None:
    """Add runs of code and the displayed formulas between them."""
    for step in steps:
        if isinstance(step, str):
            reader.add_code(step)
        else:
            add_display(reader, step)


def _is_named(node: Any, names: set[str]) -> bool:
    return getattr(node, "macroname", None) in names
