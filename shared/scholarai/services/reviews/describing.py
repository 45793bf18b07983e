"""Describes a paper as reviews and tables name it, and records which papers' text they keep."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.imprint import imprint_of
from scholarai.domain.review import Review, ReviewedPaper
from scholarai.ports.reviews import LibraryPaper
from scholarai.reviewing.dating import year_of


def described(paper: LibraryPaper, relevance: float, passages: tuple[ChunkId, ...]) -> ReviewedPaper:
    """Return a paper as a review names it, its label not given yet."""
    about = paper.metadata
    return ReviewedPaper(
        paper_id=paper.id,
        generation=paper.generation,
        label="",
        title=about.title or paper.filename,
        authors=about.authors,
        year=year_of(about, paper.filename),
        venue=about.venue,
        doi=about.doi,
        **imprint_of(about),
        relevance=relevance,
        passages=passages,
    )


def holding(review: Review, paper_ids: Sequence[PaperId]) -> Review:
    """Return the review with these papers recorded, so that deleting one finds the review."""
    return replace(review, papers=tuple(dict.fromkeys((*review.papers, *paper_ids))))
