"""What a LaTeX document is once inputs, conditionals and its own macros are expanded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from scholarai.parsing.latex.definitions import Macro
from scholarai.parsing.latex.sink import Sink


@dataclass(frozen=True, slots=True)
class Theorem:
    """A kind of theorem: its printed name, the counter it shares, and the counter it restarts with."""

    title: str
    counter: str | None
    within: str | None = None


@dataclass(slots=True)
class Expanded:
    """An expanded document; formulas and code stand in `sink`, behind placeholders."""

    sink: Sink
    macros: dict[str, Macro]
    expand: Callable[[str], str]
    """Expands another piece of source, with all that the document defined."""
    preamble: str = ""
    body: str = ""
    theorems: dict[str, Theorem] = field(default_factory=dict)
    within_section: set[str] = field(default_factory=set)
    """Counters, such as "equation", that restart with each section."""
    bibliographies: list[str] = field(default_factory=list)
    """Names of BibTeX files, in the order in which the paper names them."""
    notes: list[tuple[str, str]] = field(default_factory=list)

    def note(self, code: str, detail: str) -> None:
        if (code, detail) not in self.notes:
            self.notes.append((code, detail))
