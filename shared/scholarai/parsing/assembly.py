"""Collects the pieces of a paper while a source is read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from scholarai.domain.content import BlockKind, Note, PaperContent, SourceFormat
from scholarai.parsing.bibliography import Bibliography
from scholarai.parsing.drafts import DraftBlock, DraftEquation, DraftFloat, DraftPaper, DraftSection, Head
from scholarai.parsing.finishing import finished, is_references_title
from scholarai.parsing.grids import Grid
from scholarai.parsing.rich_text import Rich, Target, cite_keys, plain_text

CELL_SEPARATOR = " | "


class Assembly:
    """A paper being read: sections open and close, blocks follow each other."""

    def __init__(self, source_format: SourceFormat) -> None:
        self._paper = DraftPaper(source_format)
        self._open: list[DraftSection] = []

    @property
    def has_text(self) -> bool:
        return bool(self._paper.blocks)

    @property
    def last(self) -> DraftBlock | None:
        """The block that was added last."""
        return self._paper.blocks[-1] if self._paper.blocks else None

    @property
    def in_references(self) -> bool:
        """Tell whether the current section is titled as a list of references."""
        return bool(self._open) and is_references_title(plain_text(self._open[-1].title))

    def open_section(self, title: Rich, level: int, *, number: str | None = None) -> None:
        """Begin a section, with a heading block; level counts from 1."""
        while self._open and self._open[-1].level >= level:
            self._open.pop()
        section = DraftSection(title, level, number, self._open[-1] if self._open else None)
        self._paper.sections.append(section)
        self._open.append(section)
        self.add("heading", ((f"{number} ", *title) if number else title))

    def open_abstract(self, title: Rich = ("Abstract",)) -> None:
        """Begin the abstract's section."""
        self.open_section(title, 1)
        self._paper.abstract = self._open[-1]

    def close_sections(self) -> None:
        """Close all sections: the blocks that follow, such as text after an abstract, belong to none."""
        self._open.clear()

    def add(self, kind: BlockKind, parts: Rich, *, keep_lines: bool = False) -> DraftBlock:
        """Append a block; an empty one is dropped when the paper is finished."""
        block = DraftBlock(kind, parts, self._open[-1] if self._open else None, keep_lines)
        self._paper.blocks.append(block)
        return block

    def add_equation(self, text: str, *, label: str | None, latex: str | None) -> None:
        block = self.add("equation", (text,), keep_lines=True)
        self._paper.equations.append(DraftEquation(block, label, latex))

    def add_formula(self, latex: str, label: str | None) -> None:
        """Append a displayed formula of a source that is not LaTeX itself."""
        self.add_equation(rf"\[{latex}\]" + (f" ({label})" if label else ""), label=label, latex=latex)

    def add_figure(self, label: str, caption: Rich, *, files: Sequence[str] = ()) -> None:
        self._paper.floats.append(DraftFloat(label, self._caption(label, caption), files=tuple(files)))

    def add_table(self, label: str, caption: Rich, grid: Grid) -> None:
        """Append a table: its caption, if any, and a block with one line per row."""
        captioned = self._caption(label, caption) if caption or label else None
        lines = [_between(row, CELL_SEPARATOR) for row in grid.rows]
        table = self.add("table", _between(lines, "\n"), keep_lines=True) if lines else None
        self._paper.floats.append(DraftFloat(label, captioned, table, is_table=True, grid=grid))

    def name_target(self, label: str, target: Target) -> None:
        """Record what a label refers to; the first definition counts."""
        self._paper.targets.setdefault(label, target)

    def note(self, code: str, detail: str) -> None:
        note = Note(code=code, detail=detail)
        if note not in self._paper.notes:
            self._paper.notes.append(note)

    def place_bibliography(self) -> None:
        """Mark the current position as that of the list of references; the first mark counts."""
        if self._paper.bibliography_at is None:
            self._paper.bibliography_at = len(self._paper.blocks)

    def cited_keys(self) -> list[str]:
        """Return the distinct keys cited so far, in reading order."""
        return list(dict.fromkeys(chain.from_iterable(cite_keys(block.parts) for block in self._paper.blocks)))

    def finish(self, head: Head, bibliography: Bibliography) -> PaperContent:
        return finished(self._paper, head, bibliography)

    def _caption(self, label: str, caption: Rich) -> DraftBlock:
        return self.add("caption", (f"{label}: " if caption else label, *caption) if label else caption)


def _between(items: Sequence[Rich], separator: str) -> Rich:
    parts: list[Rich] = []
    for k, item in enumerate(items):
        parts.append(((separator,) if k else ()) + item)
    return tuple(chain.from_iterable(parts))
