"""Parts of a paper read from a source, before citation keys and labels are resolved."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from scholarai.domain.content import Author, BlockKind, Note, SourceFormat
from scholarai.domain.imprint import Imprint
from scholarai.parsing.grids import Grid
from scholarai.parsing.rich_text import Rich, Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What a paper says about itself before its text."""

    title: str | None = None
    authors: tuple[Author, ...] = ()
    doi: str | None = None
    arxiv_id: str | None = None
    year: int | None = None
    venue: str | None = None
    keywords: tuple[str, ...] = ()
    imprint: Imprint = Imprint()  # noqa: RUF009  - frozen

    def titled(self, title: str | None) -> Head:
        return replace(self, title=title)


@dataclass(slots=True, eq=False)
class DraftSection:
    title: Rich
    level: int
    number: str | None = None
    parent: DraftSection | None = None


@dataclass(slots=True, eq=False)
class DraftBlock:
    kind: BlockKind
    parts: Rich
    section: DraftSection | None
    keep_lines: bool = False


@dataclass(slots=True, eq=False)
class DraftFloat:
    label: str
    caption: DraftBlock | None
    table: DraftBlock | None = None
    is_table: bool = False
    files: tuple[str, ...] = ()
    grid: Grid = Grid()  # noqa: RUF009  - frozen


@dataclass(slots=True, eq=False)
class DraftEquation:
    block: DraftBlock
    label: str | None
    latex: str | None


@dataclass(slots=True, eq=False)
class DraftPaper:
    """Everything read from one source, in reading order."""

    source_format: SourceFormat
    blocks: list[DraftBlock] = field(default_factory=list)
    sections: list[DraftSection] = field(default_factory=list)
    floats: list[DraftFloat] = field(default_factory=list)
    equations: list[DraftEquation] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    targets: dict[str, Target] = field(default_factory=dict)
    abstract: DraftSection | None = None
    bibliography_at: int | None = None
    """Index of the block before which the list of references belongs; None means at the end."""
