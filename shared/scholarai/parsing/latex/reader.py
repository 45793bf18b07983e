"""Reads a LaTeX project."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from scholarai.domain.content import PaperContent
from scholarai.domain.errors import PaperFaultError
from scholarai.parsing.assembly import Assembly
from scholarai.parsing.bibliography import read_or_empty
from scholarai.parsing.latex.commands import COMMANDS
from scholarai.parsing.latex.document import DocumentReader
from scholarai.parsing.latex.environments import read_environment
from scholarai.parsing.latex.expansion import Expander
from scholarai.parsing.latex.formula_commands import commands_of
from scholarai.parsing.latex.front_matter import abstract_in_preamble, read_head
from scholarai.parsing.latex.primitives import primitive_of
from scholarai.parsing.latex.project import Project
from scholarai.parsing.latex.references import read_bibliography


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
    return replace(content, commands=commands_of(formulas, expanded.macros))
