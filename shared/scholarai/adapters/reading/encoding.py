"""Encodes content on its way from the reading process: compact JSON with flat numbers, never code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict

from scholarai.domain.content import (
    Author,
    Block,
    Box,
    CellBox,
    CellSpan,
    CiteSpan,
    Equation,
    Figure,
    FormulaCommand,
    Line,
    Note,
    Page,
    Panel,
    PaperContent,
    Reference,
    Section,
    Table,
    Word,
)
from scholarai.domain.imprint import Imprint

_Number = TypeVar("_Number", int, float)
_PLAIN = {
    "authors": Author,
    "pages": Page,
    "sections": Section,
    "equations": Equation,
    "references": Reference,
    "cite_spans": CiteSpan,
    "commands": FormulaCommand,
    "notes": Note,
}
_BOXED = {"figures": Figure, "tables": Table}
_SCALARS = ("source_format", "title", "doi", "arxiv_id", "abstract", "year", "venue", *Imprint.__struct_fields__)

# What unpacking a value of another shape raises: a reading process that a file took over may send anything.
_MISSHAPEN = (ValueError, LookupError, TypeError, AttributeError, RecursionError)


def encode(content: PaperContent) -> Iterator[bytes]:
    """Yield content as lines for a `Decoder`: a head, each block, and an empty line at the end."""
    # Field by field: written in one go, the head of a book takes 10 MB.
    head = [_pair(name, getattr(content, name)) for name in (*_SCALARS, "keywords")]
    head += [_pair(name, [asdict(value) for value in getattr(content, name)]) for name in (*_PLAIN, *_BOXED)]
    yield b"{" + b",".join(head) + b"}\n"
    for block in content.blocks:
        yield _line_of(_packed_block(block))
    yield b"\n"


class Decoder:
    """Takes the lines that `encode` yields and puts the content together, block by block."""

    def __init__(self) -> None:
        self._head: dict[str, Any] | None = None
        self._blocks: list[Block] = []
        self._ended = False

    def take(self, line: bytes) -> None:
        """Take one line without its end.

        Raises:
            ValueError: If `encode` makes no such line.
        """
        try:
            if not line:
                self._ended = True
            elif self._head is None:
                self._head = msgspec.json.decode(line)
            else:
                self._blocks.append(_block(*msgspec.json.decode(line)))
        except _MISSHAPEN as error:
            raise ValueError("a line is not one of a paper") from error

    def content(self) -> PaperContent | None:
        """Return the content, None when its end has not come.

        Raises:
            ValueError: If the head is none that `encode` makes.
        """
        if self._head is None or not self._ended:
            return None
        try:
            return self._content(self._head)
        except _MISSHAPEN as error:
            raise ValueError("the head is not one of a paper") from error

    def _content(self, plain: dict[str, Any]) -> PaperContent:
        values: dict[str, Any] = {name: plain[name] for name in _SCALARS}
        for name, kind in _PLAIN.items():
            values[name] = tuple(kind(**_tuples(item)) for item in plain[name])
        for name, kind in _BOXED.items():
            values[name] = tuple(kind(**(_tuples(item) | _placed(item))) for item in plain[name])
        return PaperContent(keywords=tuple(plain["keywords"]), blocks=tuple(self._blocks), **values)


def _placed(item: dict[str, Any]) -> dict[str, Any]:
    """Return the boxes of a figure or table, the panels of the one, the cells of the other."""
    placed: dict[str, Any] = {"boxes": tuple(Box(*box) for box in item["boxes"])}
    if "panels" in item:
        placed["panels"] = tuple(Panel(*panel) for panel in item["panels"])
    if "cell_boxes" in item:
        placed["spans"] = tuple(CellSpan(*span) for span in item["spans"])
        placed["cell_boxes"] = tuple(
            CellBox(row, column, page, Box(*box)) for row, column, page, box in item["cell_boxes"]
        )
    return placed


def _pair(name: str, value: Any) -> bytes:
    return _json_of(name) + b":" + _json_of(value)


def _line_of(value: Any) -> bytes:
    return _json_of(value) + b"\n"


def _json_of(value: Any) -> bytes:
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:  # halves of characters
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _tuples(item: dict[str, Any]) -> dict[str, Any]:
    return {name: _deep_tuple(value) if isinstance(value, list) else value for name, value in item.items()}


def _deep_tuple(value: list[Any]) -> tuple[Any, ...]:
    return tuple(_deep_tuple(item) if isinstance(item, list) else item for item in value)


def _packed_block(block: Block) -> list[Any]:
    lines = [
        [line.page_number, line.start, line.end, int(line.vertical), [number for word in line.words for number in word]]
        for line in block.lines
    ]
    head = [block.id, block.kind, block.text, block.start, block.end, block.section_id, block.page_number]
    return [*head, block.boxes, lines, block.confidence]


def _block(  # noqa: PLR0913, PLR0917  - the packed order of a block's fields
    block_id: Any,
    kind: Any,
    text: str,
    start: int,
    end: int,
    section_id: Any,
    page_number: int | None,
    boxes: Any,
    lines: Any,
    confidence: float | None,
) -> Block:
    return Block(
        id=block_id,
        kind=kind,
        text=text,
        start=start,
        end=end,
        section_id=section_id,
        page_number=page_number,
        boxes=tuple(Box(*map(_shared.__getitem__, box)) for box in boxes),
        lines=tuple(_line(*line) for line in lines),
        confidence=confidence,
    )


def _line(page_number: int, start: int, end: int, vertical: int, flat: list[Any]) -> Line:
    numbers = iter(flat)
    words = tuple(
        [
            _new(Word, (_offsets[first], _offsets[last], _shared[low], _shared[high]))
            for first, last, low, high in zip(numbers, numbers, numbers, numbers, strict=True)
        ]
    )
    return Line(page_number=page_number, start=start, end=end, words=words, vertical=bool(vertical))


class _Shared(dict[_Number, _Number]):
    """Numbers by themselves: a long paper holds half a million words of four numbers; equal ones are one object."""

    def __missing__(self, value: _Number) -> _Number:
        if len(self) >= _MOST_SHARED:
            self.clear()
        self[value] = value
        return value


_MOST_SHARED = 65_536
_shared = _Shared[float]()
_offsets = _Shared[int]()
# What NamedTuple's constructor does, without its call.
_new = tuple.__new__
