"""Divides a paper's content into documents, each well below the limit of a Firestore document, and joins them again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from scholarai.domain.content import Block, CiteSpan, PaperContent, Reference, Table
from scholarai.domain.limits import CONTENT_PART_BYTES
from scholarai.domain.values import Value, from_json, to_json

T = TypeVar("T")
_HOLDS_REFERENCES = '"references":[{'


class ContentPart(Value, frozen=True, kw_only=True):
    """One document of a paper's content; `index` counts from 0 in reading order, the first one holds the metadata."""

    index: int
    json: str


def to_parts(content: PaperContent, limit: int = CONTENT_PART_BYTES) -> tuple[ContentPart, ...]:
    """Return the content as parts of at most `limit` bytes of JSON each.

    A single block, table, reference list entry or head longer than `limit` still makes one part of its own.
    The same content always gives the same parts.
    """
    head = replace(content, blocks=(), tables=(), references=(), cite_spans=())
    pieces: list[PaperContent] = [head]
    pieces += [_only(content, blocks=tuple(run)) for run in runs(content.blocks, limit)]
    pieces += [_only(content, tables=tuple(run)) for run in runs(content.tables, limit)]
    pieces += [_only(content, references=tuple(run)) for run in runs(content.references, limit)]
    pieces += [_only(content, cite_spans=tuple(run)) for run in runs(content.cite_spans, limit)]
    return tuple(ContentPart(index=i, json=to_json(piece).decode()) for i, piece in enumerate(pieces))


def from_parts(parts: Iterable[ContentPart]) -> PaperContent:
    """Return the content that `to_parts` divided; parts may come in any order.

    Raises:
        ValueError: If there is no part at all.
    """
    pieces = [from_json(PaperContent, part.json) for part in sorted(parts, key=lambda part: part.index)]
    if not pieces:
        raise ValueError("a paper's content has at least one part, got none")
    return replace(
        pieces[0],
        blocks=tuple(block for piece in pieces for block in piece.blocks),
        tables=tuple(table for piece in pieces for table in piece.tables),
        references=tuple(entry for piece in pieces for entry in piece.references),
        cite_spans=tuple(span for piece in pieces for span in piece.cite_spans),
    )


def references_in(part: ContentPart) -> tuple[Reference, ...]:
    """Return the bibliography entries of a part; parts without any are not decoded.

    Raises:
        msgspec.MsgspecError: If the JSON is not a part's.
    """
    return from_json(_References, part.json).references if _HOLDS_REFERENCES in part.json else ()


class _References(Value, frozen=True, kw_only=True):
    references: tuple[Reference, ...] = ()


def _only(
    content: PaperContent,
    *,
    blocks: tuple[Block, ...] = (),
    tables: tuple[Table, ...] = (),
    references: tuple[Reference, ...] = (),
    cite_spans: tuple[CiteSpan, ...] = (),
) -> PaperContent:
    return PaperContent(
        source_format=content.source_format, blocks=blocks, tables=tables, references=references, cite_spans=cite_spans
    )


def _json_bytes(item: object) -> int:
    return len(to_json(item))


def runs(items: Sequence[T], limit: int, bytes_of: Callable[[T], int] = _json_bytes) -> Iterator[list[T]]:
    """Yield the items in order, in runs of at most `limit` bytes, of JSON unless `bytes_of` says; a larger item goes alone."""
    run: list[T] = []
    size = 0
    for item in items:
        item_bytes = bytes_of(item)
        if run and size + item_bytes > limit:
            yield run
            run, size = [], 0
        run.append(item)
        size += item_bytes
    if run:
        yield run
