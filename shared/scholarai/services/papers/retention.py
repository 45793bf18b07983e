"""Deletes papers and reviews that are older than the operator allows."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial

from scholarai.domain.errors import ConflictError, NotFoundError, TransientError
from scholarai.domain.ids import OwnerId, ReviewId
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.reviews import ReviewStore
from scholarai.ports.stores import PaperStore
from scholarai.services.papers.deletion import DeletePaper

# A guess: a paper takes some seconds, and a run of the sweeper has minutes. The next run goes on.
_PER_RUN = 50

_LOG = logging.getLogger(__name__)


class EndRetention(Value, frozen=True, kw_only=True):
    """Deletes what exceeds its retention period, as its owner would; run it every few minutes.

    Attributes:
        keep_papers: The age at which a paper is deleted; None keeps it until its owner deletes it.
        keep_reviews: The same for reviews.
    """

    papers: PaperStore
    reviews: ReviewStore
    delete_paper: DeletePaper
    delete_review: Callable[[OwnerId, ReviewId], None]
    clock: Clock
    keep_papers: timedelta | None
    keep_reviews: timedelta | None

    def delete_expired(self) -> int:
        """Delete a bounded number of expired items and return the count; what fails is left for the next run.

        Raises:
            TransientError: If the store cannot list what has expired.
        """
        now, deleted = self.clock.now(), 0
        if self.keep_reviews is not None:
            reviews = self.reviews.made_before(now - self.keep_reviews, limit=_PER_RUN)
            deleted += _delete((item.id, partial(self.delete_review, item.owner, item.id)) for item in reviews)
        if self.keep_papers is not None:
            papers = self.papers.made_before(now - self.keep_papers, limit=_PER_RUN)
            deleted += _delete((item.id, partial(self.delete_paper.delete, item.owner, item.id)) for item in papers)
        return deleted


def _delete(due: Iterable[tuple[str, Callable[[], None]]]) -> int:
    deleted = 0
    for name, delete in due:
        try:
            delete()
        except NotFoundError:
            continue  # its owner deleted it meanwhile
        except (TransientError, ConflictError) as error:
            _LOG.warning("kept for too long", extra={"id": name, "code": error.code})
        else:
            deleted += 1
    return deleted
