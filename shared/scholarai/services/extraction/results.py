"""Summarizes extracted content for the paper's document: metadata, counts and media type."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from scholarai.answering.publication import printed_line
from scholarai.domain.content import Chunk, PaperContent
from scholarai.domain.extraction_outcomes import Extracted
from scholarai.domain.formats import ARCHIVES, MediaType, format_of
from scholarai.domain.imprint import Imprint
from scholarai.domain.paper import Counts, Engine, Metadata, MetadataField

_LOG = logging.getLogger(__name__)

# Enough of an abstract to know it by. A guess.
_OPENING_WORDS = 12


def describe(content: PaperContent, chunks: Sequence[Chunk], engine: Engine, hint: str) -> Extracted:
    """Return metadata, counts and media type; `hint` is the media type that the upload claimed."""
    counts, media_type = _counts(content, chunks), _media_type(content, hint)
    _LOG.info("paper read", extra={"pages": counts.pages, "chunks": counts.chunks, "media_type": media_type})
    return Extracted(
        metadata=_metadata(content), printed=_printed(content), counts=counts, engine=engine, media_type=media_type
    )


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
        **{name: getattr(content, name) for name in Imprint.__struct_fields__},
    )


def _printed(content: PaperContent) -> frozenset[MetadataField]:
    """Return the fields that the paper prints where papers print such things."""
    opening = " ".join((content.abstract or "").split()[:_OPENING_WORDS])
    sought: dict[MetadataField, object] = {
        "title": content.title,
        "authors": content.authors[0].name if content.authors else None,
        "doi": content.doi,
        "arxiv_id": content.arxiv_id,
        "abstract": opening,
        "year": content.year,
        "venue": content.venue,
        "keywords": content.keywords[0] if content.keywords else None,
    }
    return frozenset(name for name, value in sought.items() if value and printed_line(content, str(value)))


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
    # A source that stands on pages came in an archive, with its PDF.
    packed = found.in_archives or (bool(content.pages) and found.name != "pdf")
    return hint if packed and hint in archives else found.media_type
