"""Reads a LaTeX project, and LaTeX inside another format, such as a figure environment in a Markdown paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from scholarai.domain.content import FormulaCommand, PaperContent
from scholarai.domain.errors import PaperFaultError
from scholarai.parsing.assembly import Assembly
from scholarai.parsing.bibliography import read_or_empty
from scholarai.parsing.latex.commands import COMMANDS
from scholarai.parsing.latex.counters import Counters
from scholarai.parsing.latex.definitions import Macro
from scholarai.parsing.latex.document import DocumentReader
from scholarai.parsing.latex.environments import read_environment
from scholarai.parsing.latex.expansion import Expander
from scholarai.parsing.latex.front_matter import abstract_in_preamble, read_head
from scholarai.parsing.latex.primitives import primitive_of
from scholarai.parsing.latex.project import Project
from scholarai.parsing.latex.references import read_bibliography

# Bounds for hostile sources, far above what papers use.
_MOST = 300
_LONGEST = 1_000

_NAME = re.compile(r"\\([A-Za-z@]+)")


def read_latex(files: Mapping[str, bytes], *, main: str | None = None) -> PaperContent:
    r"""Return the content of a LaTeX paper.

    Args:
        files: The project's files by path; binary files may be left out.
        main: Path of the main file; by default the file with `\documentclass` and `\begin{document}`.

    Raises:
        PaperFaultError: If no file is a LaTeX document (`no_main_file`), or groups nest too deeply (`too_complex`).
    """
    try:
        return _read(files, main)
    except RecursionError as error:
        raise PaperFaultError(
            "too_complex",
            "the LaTeX source nests deeper than any paper's",
            action="Upload the paper as PDF, or without the file that nests so deeply.",
        ) from error


def _read(files: Mapping[str, bytes], main: str | None) -> PaperContent:
    project = Project(files)
    expanded = Expander(project, project.main_file(main), primitive_of).run()
    paper = Assembly("latex")
    for code, detail in expanded.notes:
        paper.note(code, detail)
    reader = DocumentReader(paper, expanded, commands=COMMANDS, environment=read_environment)
    reader.read(before=abstract_in_preamble(expanded))
    head = read_head(expanded, reader)
    bibliography = read_or_empty(lambda: read_bibliography(project, expanded, reader, paper), paper.note)
    content = paper.finish(head, bibliography)
    formulas = (*expanded.sink.displays, *expanded.sink.formulas)
    return replace(content, commands=_commands_of(formulas, expanded.macros))


def _commands_of(formulas: Iterable[str], macros: Mapping[str, Macro]) -> tuple[FormulaCommand, ...]:
    """Return the macros that the formulas use, directly or through other macros, by name.

    Macros with an optional argument are left out, since `FormulaCommand` has no default value.
    """
    found: dict[str, FormulaCommand] = {}
    texts = list(formulas)
    while texts and len(found) < _MOST:
        for name in _NAME.findall(texts.pop()):
            macro = macros.get(name)
            if macro is not None and name not in found and macro.default is None and len(macro.body) <= _LONGEST:
                found[name] = FormulaCommand(name=name, arity=macro.arity, body=macro.body)
                texts.append(macro.body)
    return tuple(found[name] for name in sorted(found)[:_MOST])


class FragmentReader:
    """Reads the fragments of one paper in order; counters of figures, tables and equations continue across them."""

    def __init__(self, paper: Assembly) -> None:
        self._expander = Expander(Project({"fragment.tex": b""}), "fragment.tex", primitive_of)
        self._reader = DocumentReader(paper, self._expander.run(), commands=COMMANDS, environment=read_environment)

    @property
    def counters(self) -> Counters:
        return self._reader.counters

    def read(self, source: str) -> None:
        """Add the content of `source` to the paper."""
        self._reader.walk_separately(self._reader.parse(self._expander.expand(source)))
