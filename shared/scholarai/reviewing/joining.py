"""Joins passages of one paper, so that a prompt shows none of its text twice."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from scholarai.domain.chat import Evidence
from scholarai.domain.content import BLOCK_SEPARATOR


def join_passages(passages: Sequence[Evidence], text: str) -> tuple[Evidence, ...]:
    """Return the passages in the order of the paper, numbered from 1; those that overlap, or follow each other in a section, are one.

    One whose words are not those of its range, such as a table beside the paragraph that mentions it, stays as it is.

    Args:
        passages: Of one paper.
        text: The paper's, in which their ranges count.
    """
    found: list[Evidence] = []
    apart: list[Evidence] = []
    for piece in sorted(passages, key=_place):
        before = found[-1] if found else None
        if piece.text != text[piece.start : piece.end]:
            apart.append(piece)
        elif before is None or not _follows(piece, before):
            found.append(piece)
        elif piece.end > before.end:
            found[-1] = replace(
                before,
                text=text[before.start : piece.end],
                end=piece.end,
                score=max(before.score, piece.score),
                page_numbers=tuple(dict.fromkeys((*before.page_numbers, *piece.page_numbers))),
            )
    ordered = sorted((*found, *apart), key=_place)
    return tuple(replace(piece, number=number) for number, piece in enumerate(ordered, start=1))


def _place(piece: Evidence) -> tuple[int, int]:
    return piece.start, piece.end


def _follows(piece: Evidence, before: Evidence) -> bool:
    """Tell whether a passage overlaps the one before it, or goes on in the same section."""
    if piece.start < before.end:
        return True
    return piece.start <= before.end + len(BLOCK_SEPARATOR) and piece.section_path == before.section_path
