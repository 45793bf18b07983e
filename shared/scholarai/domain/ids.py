"""Opaque ids, each with its own type."""

from __future__ import annotations

from typing import NewType

OwnerId = NewType("OwnerId", str)
PaperId = NewType("PaperId", str)
ChunkId = NewType("ChunkId", str)
BlockId = NewType("BlockId", str)
SectionId = NewType("SectionId", str)
ReferenceId = NewType("ReferenceId", str)
SessionId = NewType("SessionId", str)
ReviewId = NewType("ReviewId", str)

# Owner of the papers that the command line and the Python library add. A server's page does not show them, and their files stay
# where the user has them.
COMMAND_LINE = OwnerId("command-line")


def chunk_id(generation: int, index: int) -> ChunkId:
    """Return the id of a chunk: `{generation}-{nnnn}`, index from 0, so ids sort in paper order up to 9,999."""
    return ChunkId(f"{generation}-{index:04d}")
