"""Computes the progress of an extraction, in percent and in seconds left."""

from __future__ import annotations

from scholarai.domain.paper import Progress, Stage

# Percent of the whole job. Guesses: reading takes a few milliseconds a page, embedding with the
# local model some 50 ms a chunk, so that storing the ranges is most of a job.
_READ = 20
_STRUCTURED = 25
_WRITTEN = 98


def reading(page: int, pages: int | None, elapsed_s: float) -> Progress:
    """Return the progress after `page` of `pages` read in `elapsed_s`."""
    percent = _READ * page // pages if pages else 0
    eta_s = round(elapsed_s * (100 - percent) / percent) if percent else None
    return Progress(stage="reading", page=page, pages=pages, percent=percent, eta_s=eta_s)


def structuring(pages: int) -> Progress:
    """Return the progress of a paper that has been read and is not split yet."""
    return Progress(stage="structuring", page=pages, pages=pages, percent=_READ)


def embedding(pages: int, done: int, total: int, *, measured: int = 0, elapsed_s: float = 0.0) -> Progress:
    """Return the progress with `done` of `total` ranges stored, `measured` of them by this worker in `elapsed_s`."""
    percent = _STRUCTURED + (_WRITTEN - _STRUCTURED) * done // total
    eta_s = round(elapsed_s / measured * (total - done)) if measured else None
    stage: Stage = "finishing" if done == total else "embedding"
    return Progress(stage=stage, page=pages, pages=pages, percent=percent, eta_s=eta_s)
