"""What a paper's document says about its content."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from scholarai.domain.content import Chunk, PaperContent
from scholarai.domain.endings import Extracted
from scholarai.domain.formats import ARCHIVES, MediaType, format_of
from scholarai.domain.paper import Counts, Engine, Metadata

_LOG = logging.getLogger(__name__)


def describe(content: PaperContent, chunks: Sequence[Chunk], engine: Engine, hint: str) -> Extracted:
    """Return metadata, counts and media type; `hint` is the media type that the upload claimed."""
    counts, media_type = _counts(content, chunks), _media_type(content, hint)
    _LOG.info("paper read", extra={"pages": counts.pages, "chunks": counts.chunks, "media_type": media_type})
    return Extracted(metadata=_metadata(content), counts=counts, engine=engine, media_type=media_type)


def _metadata(content: PaperContent) -> Metadata:
    return Metadata(
        title=content.title,
        authors=tuple(author.name for author in content.authors),
        doi=content.doi,
        arxiv_id=content.arxiv_id,
        abstract=content.abstract,
        year=content.year,
        venue=content.venue,
        keywords=content.keywords,
    )


def _counts(content: PaperContent, chunks: Sequence[Chunk]) -> Counts:
    return Counts(
        pages=len(content.pages),
        sections=len(content.sections),
        blocks=len(content.blocks),
        chunks=len(chunks),
        figures=len(content.figures),
        tables=len(content.tables),
        equations=len(content.equations),
        references=len(content.references),
    )


def _media_type(content: PaperContent, hint: str) -> MediaType:
    """Return the media type of the format that was read, or of the archive in which a paper of it came."""
    found = format_of(content.source_format)
    archives = [archive.media_type for archive in ARCHIVES if archive.endings]
    return hint if found.in_archives and hint in archives else found.media_type
