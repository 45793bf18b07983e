"""Small papers for the tests of splitting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scholarai.domain.content import BLOCK_SEPARATOR, Block, BlockKind, CiteSpan, PaperContent, Section, SourceFormat
from scholarai.domain.ids import BlockId, ReferenceId, SectionId

Piece = tuple[BlockKind, str, str | None]
"""Kind, text and section of a block."""


def paper(
    pieces: Iterable[Piece],
    *,
    parents: dict[str, str | None] | None = None,
    cites: Sequence[tuple[int, str, str]] = (),
    source_format: SourceFormat = "latex",
) -> PaperContent:
    """Return a paper of `pieces`; `cites` are (block index, marker text, reference id)."""
    blocks = []
    at = 0
    for n, (kind, text, section) in enumerate(pieces):
        section_id = SectionId(section) if section is not None else None
        blocks.append(
            Block(id=BlockId(f"b{n}"), kind=kind, text=text, start=at, end=at + len(text), section_id=section_id)
        )
        at += len(text) + len(BLOCK_SEPARATOR)
    names = parents if parents is not None else {piece.section_id: None for piece in blocks if piece.section_id}
    return PaperContent(
        source_format=source_format,
        title="A paper",
        doi="10.1/x",
        sections=tuple(
            Section(
                id=SectionId(name),
                title=name.title(),
                level=1 if parent is None else 2,
                parent_id=SectionId(parent) if parent else None,
            )
            for name, parent in names.items()
        ),
        blocks=tuple(blocks),
        cite_spans=tuple(_cite(blocks[index], marker, reference) for index, marker, reference in cites),
    )


def _cite(block: Block, marker: str, reference: str) -> CiteSpan:
    start = block.text.index(marker)
    return CiteSpan(block_id=block.id, start=start, end=start + len(marker), reference_ids=(ReferenceId(reference),))
