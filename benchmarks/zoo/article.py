"""What a paper of the zoo says, before it is set.

Running text is HTML of few tags: `i`, `b`, `u`, `sup`, `sub`, `var` for a formula, and `<cite>3 4</cite>`, which names
references by their places in the list from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Author:
    given: str
    family: str
    affiliations: tuple[str, ...] = ()  # their labels

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}".strip()


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Bullets:
    items: tuple[str, ...]
    ordered: bool = False


@dataclass(frozen=True)
class Formula:
    text: str
    number: str  # as printed, "(1)"; may be empty


@dataclass(frozen=True)
class Figure:
    label: str
    caption: str


@dataclass(frozen=True)
class Cell:
    text: str
    row_span: int = 1
    column_span: int = 1
    header: bool = False


@dataclass(frozen=True)
class Table:
    """A table; without rows it was printed from a picture."""

    label: str
    caption: str
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    @property
    def columns(self) -> int:
        return max((sum(cell.column_span for cell in row) for row in self.rows), default=0)


Block: TypeAlias = Paragraph | Bullets | Formula | Figure | Table


@dataclass(frozen=True)
class Section:
    """A heading (level from 1) with what stands before the next one; a body's opening text has the title ""."""

    title: str
    level: int
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Reference:
    """A bibliography entry; one without known parts has only `text`."""

    authors: tuple[tuple[str, str], ...]  # family name, initials
    more: bool  # "et al."
    title: str
    source: str
    year: str
    volume: str
    pages: str
    text: str


@dataclass(frozen=True)
class Article:
    id: str
    doi: str
    title: str
    rubric: str
    journal: str
    running_head: str
    date: str
    volume: str
    authors: tuple[Author, ...]
    affiliations: tuple[tuple[str, str], ...]  # label, address
    correspondence: str
    licence: str
    abstract: tuple[tuple[str, str], ...]  # heading or "", text
    sections: tuple[Section, ...]
    references: tuple[Reference, ...]

    @property
    def blocks(self) -> list[Block]:
        return [block for section in self.sections for block in section.blocks]
