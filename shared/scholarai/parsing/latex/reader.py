"""Reads a LaTeX project, and LaTeX inside another format, such as a figure environment in a Markdown paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from scholarai.domain.content import Author, FormulaCommand, PaperContent
from scholarai.domain.errors import PaperFaultError
from scholarai.parsing.assembly import Assembly
from scholarai.parsing.bibliography import doi_in, read_or_empty, year_in
from scholarai.parsing.drafts import Head
from scholarai.parsing.latex.authors import read_authors
from scholarai.parsing.latex.commands import COMMANDS
from scholarai.parsing.latex.counters import Counters
from scholarai.parsing.latex.definitions import Macro
from scholarai.parsing.latex.document import DocumentReader
from scholarai.parsing.latex.environments import read_environment
from scholarai.parsing.latex.expanded import Expanded
from scholarai.parsing.latex.expansion import Expander
from scholarai.parsing.latex.primitives import primitive_of
from scholarai.parsing.latex.project import Project
from scholarai.parsing.latex.references import read_bibliography
from scholarai.parsing.latex.scanning import commands

# Bounds for hostile sources, far above what papers use.
_MOST = 300
_LONGEST = 1_000

_NAME = re.compile(r"\\([A-Za-z@]+)")
_TITLES = ("title", "icmltitle", "papertitle", "Title", "TITLE", "mlsystitle", "articletitle")
_DOIS = ("doi", "DOI", "acmDOI", "articledoi", "articleDOI", "paperdoi")
_KEYWORDS = ("keywords", "keyword", "Keywords", "kwd", "icmlkeywords", "IEEEkeywords")
_KEYWORD_ENVIRONMENT = re.compile(r"(?>.*?\\begin\{(?:keywords?|IEEEkeywords)\})(.*?)\\end\{", re.DOTALL)
_SEPARATOR = re.compile(r"[,;·•]|\\sep\b|\\and\b|\\\\")
_BIG = re.compile(
    r"\{\s*(?:\\(?:bf|bfseries|centering|sffamily)\s*)*\\(Large|LARGE|huge|Huge)\b([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"
)
_SIZES = ("Large", "LARGE", "huge", "Huge")
_ABSTRACT = re.compile(r"\\begin\s*\{abstract\*?\}|\\abstract\b")
_ARXIV = re.compile(r"arXiv:\s*(\d{4}\.\d{4,5}|[a-z\-]+(?:\.[A-Z]{2})?/\d{7})", re.IGNORECASE)
# A guess: front matter ends within this much of the body; the longest known has 15,000 characters, with 300 authors.
_FRONT_CHARACTERS = 40_000


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
    reader.read(before=_abstract_in_preamble(expanded))
    head = _read_head(expanded, reader)
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


def _read_head(expanded: Expanded, reader: DocumentReader) -> Head:
    front = expanded.preamble + "\n" + expanded.body[:_FRONT_CHARACTERS]
    return Head(
        title=_title(front, expanded, reader),
        authors=read_authors(front, reader),
        doi=next((found for c in commands(front, _DOIS) if (found := doi_in(c.argument))), None),
        arxiv_id=match.group(1) if (match := _ARXIV.search(expanded.preamble)) else None,
        year=next(
            (year for c in commands(front, ("acmYear", "date", "copyrightyear")) if (year := year_in(c.argument))), None
        ),
        venue=next((v for c in commands(front, ("journal", "acmJournal")) if (v := reader.plain(c.argument))), None),
        keywords=_keywords(front, reader),
    )


def _abstract_in_preamble(expanded: Expanded) -> str:
    """Return the source of an abstract that a class wants before the document begins, empty where the body has one."""
    if _ABSTRACT.search(expanded.body):
        return ""
    opened = expanded.preamble.rfind(r"\begin{abstract}")
    closed = expanded.preamble.find(r"\end{abstract}", opened)
    if 0 <= opened < closed:
        return expanded.expand(expanded.preamble[opened:closed]) + r"\end{abstract}"
    written = [command.argument for command in commands(expanded.preamble, ("abstract",)) if command.argument.strip()]
    return rf"\begin{{abstract}}{expanded.expand(written[-1])}\end{{abstract}}" if written else ""


def _title(front: str, expanded: Expanded, reader: DocumentReader) -> str | None:
    titles = [reader.plain(command.argument) for command in commands(front, _TITLES)]
    for title in reversed(titles):
        if any(character.isalpha() for character in title):
            return title
    sized = _BIG.findall(expanded.body, 0, _FRONT_CHARACTERS)
    largest = max(sized, key=lambda found: _SIZES.index(found[0]), default=("", ""))
    return reader.plain(largest[1]) or None


def _keywords(front: str, reader: DocumentReader) -> tuple[str, ...]:
    found = next((command.argument for command in commands(front, _KEYWORDS) if command.argument.strip()), "")
    if not found and (match := _KEYWORD_ENVIRONMENT.match(front)):
        found = match.group(1)
    return tuple(word for part in _SEPARATOR.split(found) if (word := reader.plain(part).strip(" .")))


__all__ = ["Author", "_read_head"]
