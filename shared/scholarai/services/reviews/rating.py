"""Rates the sentences of a paper's passages for a question, as answers without a model are: by all that its paper tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.chat import Evidence
from scholarai.domain.ids import PaperId
from scholarai.retrieval.index import index_paper
from scholarai.retrieval.ranking import log_shares, rank_sentences
from scholarai.retrieval.vectors import ChunkSet
from scholarai.reviewing.candidates import bears
from scholarai.services.library.passages import embed_question
from scholarai.services.reviews.job import Job
from scholarai.services.reviews.paper_cache import CachedPaper
from scholarai.services.reviews.writing import PaperPassages

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector


def rated(
    job: Job, opened: Mapping[PaperId, CachedPaper], items: Sequence[PaperPassages], best: float
) -> list[PaperPassages]:
    """Return the papers with those of their passages that bear on the question, the sentences rated.

    Args:
        job: The step, whose review has the question.
        opened: The papers.
        items: Their passages.
        best: The score of the best passage of all papers.
    """
    embedder = job.tools.embedder()
    vector = None if embedder is None else embed_question(embedder, job.review.request.question)
    found = []
    for item in items:
        bearing = tuple(piece for piece in item.passages if bears(piece.score, best))
        if bearing:
            bearing = _with_ratings(job, opened[item.paper.paper_id], bearing, vector)
        found.append(replace(item, passages=bearing))
    return found


def _with_ratings(
    job: Job, cached: CachedPaper, passages: Sequence[Evidence], vector: Vector | None
) -> tuple[Evidence, ...]:
    chunks = job.tools.contents.read_chunks(cached.paper.id, cached.paper.generation)
    index = index_paper(cached.content, chunks)
    ranking = rank_sentences(index, job.review.request.question, vector if _is_comparable(job, chunks) else None)
    ratings = log_shares(ranking.answering).round(3).tolist()
    starts = index.starts.tolist()
    return tuple(replace(piece, ratings=_inside(piece, starts, ratings)) for piece in passages)


def _is_comparable(job: Job, chunks: ChunkSet) -> bool:
    embedder = job.tools.embedder()
    return embedder is not None and chunks.space == embedder.space


def _inside(piece: Evidence, starts: Sequence[int], ratings: Sequence[float]) -> tuple[tuple[int, float], ...]:
    low, high = np.searchsorted(starts, [piece.start, piece.end])
    return tuple(zip(starts[low:high], ratings[low:high], strict=True))
