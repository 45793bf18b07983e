"""Removes invisible characters from a paper's content and adjusts every range."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from scholarai.domain.content import BLOCK_SEPARATOR, Block, CiteSpan, Line, PaperContent, Word
from scholarai.domain.ids import BlockId
from scholarai.domain.invisible_characters import hidden_ranges, visible
from scholarai.domain.sentences import Span


def without_hidden(content: PaperContent) -> PaperContent:
    """Return the content with all its texts passed through `domain.invisible_characters`; ranges count in the new texts."""
    moves = {block.id: _offset_map(hidden_ranges(block.text)) for block in content.blocks}
    ranged: dict[str, Any] = {"blocks": _blocks(content.blocks, moves), "cite_spans": _spans(content.cite_spans, moves)}
    names = [name for name in content.__struct_fields__ if name not in ranged]
    return PaperContent(**ranged, **{name: _cleaned(getattr(content, name)) for name in names})


_Move = Callable[[int], int]


def _offset_map(cuts: Sequence[Span]) -> _Move | None:
    """Return a function from offsets in the old text to offsets in the new one, None where nothing moves."""
    if not cuts:
        return None

    def moved(at: int) -> int:
        return at - sum(min(end, at) - start for start, end in cuts if start < at)

    return moved


def _blocks(blocks: Sequence[Block], moves: Mapping[BlockId, _Move | None]) -> tuple[Block, ...]:
    cleaned: list[Block] = []
    at = 0
    for block in blocks:
        move = moves[block.id]
        text = visible(block.text)
        lines = block.lines if move is None else tuple(_line(line, move) for line in block.lines)
        cleaned.append(replace(block, text=text, start=at, end=at + len(text), lines=lines))
        at += len(text) + len(BLOCK_SEPARATOR)
    return tuple(cleaned)


def _line(line: Line, move: _Move) -> Line:
    words = tuple(Word(move(word.start), move(word.end), word.low_pt, word.high_pt) for word in line.words)
    return replace(line, start=move(line.start), end=move(line.end), words=words)


def _spans(spans: Sequence[CiteSpan], moves: Mapping[BlockId, _Move | None]) -> tuple[CiteSpan, ...]:
    return tuple(
        span if move is None else replace(span, start=move(span.start), end=move(span.end))
        for span in spans
        for move in [moves.get(span.block_id)]
    )


def _cleaned(value: Any) -> Any:
    match value:
        case str():
            return visible(value)
        case tuple() if type(value) is tuple:  # not a Box, which is a named tuple
            return tuple(map(_cleaned, value))
        case Struct():
            fields = {name: _cleaned(getattr(value, name)) for name in value.__struct_fields__}
            return type(value)(**fields)
        case _:
            return value
