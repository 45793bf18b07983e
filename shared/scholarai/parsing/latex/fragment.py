"""Reads LaTeX inside another format, such as a figure environment in a Markdown paper."""

from __future__ import annotations

from scholarai.parsing.assembly import Assembly
from scholarai.parsing.latex.commands import COMMANDS
from scholarai.parsing.latex.counters import Counters
from scholarai.parsing.latex.document import DocumentReader
from scholarai.parsing.latex.environments import read_environment
from scholarai.parsing.latex.expansion import Expander
from scholarai.parsing.latex.primitives import primitive_of
from scholarai.parsing.latex.project import Project


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
