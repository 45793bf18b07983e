"""A LaTeX document after its inputs, conditionals and own macros were expanded."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from scholarai.parsing.latex.definitions import Macro, read_macro_arguments
from scholarai.parsing.latex.sink import Sink


@dataclass(frozen=True, slots=True)
class Theorem:
    """A kind of theorem: its printed name, its counter, and the counter that resets it."""

    title: str
    counter: str | None
    within: str | None = None


@dataclass(slots=True)
class Expanded:
    """An expanded document; placeholders in its text refer to the formulas and code in `sink`."""

    sink: Sink
    macros: dict[str, Macro]
    expand: Callable[[str], str]
    """Expands further source with the document's definitions."""
    preamble: str = ""
    body: str = ""
    theorems: dict[str, Theorem] = field(default_factory=dict)
    within_section: set[str] = field(default_factory=set)
    """Counters, such as "equation", that restart with each section."""
    bibliographies: list[str] = field(default_factory=list)
    """Names of BibTeX files, in the order of their mention."""
    notes: list[tuple[str, str]] = field(default_factory=list)

    def note(self, code: str, detail: str) -> None:
        if (code, detail) not in self.notes:
            self.notes.append((code, detail))

    def labelled(self, source: str) -> str:
        r"""Return a formula after expanding the macros that define its labels, such as `\eqlabel{gauss}`."""
        for macro in self.macros.values():
            if macro.arity and r"\label" in macro.body:
                source = _expanded_once(source, macro)
        return source


def _expanded_once(source: str, macro: Macro) -> str:
    pieces, at = [], 0
    for match in re.compile(rf"\\{re.escape(macro.name)}(?![A-Za-z@])").finditer(source):
        if match.start() >= at:
            arguments, end = read_macro_arguments(source, match.end(), macro)
            pieces += [source[at : match.start()], macro.filled(arguments)]
            at = end
    return "".join([*pieces, source[at:]])
