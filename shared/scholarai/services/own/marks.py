"""Sets the tags, favourites, read states and collections of papers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from msgspec.structs import replace

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.marks import CollectionId, MarkChange, clean_tags, marked
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.notes import CollectionStore
from scholarai.ports.stores import PaperStore
from scholarai.services.papers.owned_papers import require_owned

# Ours: a page of a list, twice; each paper is a transaction of its own.
PAPERS_PER_CALL = 200


class MarkPapers(Value, frozen=True, kw_only=True):
    papers: PaperStore
    collections: CollectionStore
    clock: Clock

    def mark(self, owner: OwnerId, paper_ids: Sequence[PaperId], change: MarkChange) -> tuple[Paper, ...]:
        """Change the marks of papers and return these, in the order asked for; a repeated call changes nothing more.

        Raises:
            InvalidRequestError: If a collection to add to is unknown, or there are too many papers, tags or collections; the
                papers before the one that would have too many are marked.
            NotFoundError: If a paper is unknown, being deleted or another owner's; nothing is changed then.
        """
        wanted = tuple(dict.fromkeys(paper_ids))
        if not 0 < len(wanted) <= PAPERS_PER_CALL:
            raise InvalidRequestError(
                "papers_invalid", f"a call marks 1 to {PAPERS_PER_CALL} papers, got {len(wanted)}"
            )
        known = self.collections.get(owner).by_id()
        if not set(change.add_to) <= set(known):
            raise InvalidRequestError("collection_unknown", "there is no such collection", action="Make it first.")
        cleaned = replace(change, add_tags=clean_tags(change.add_tags), remove_tags=clean_tags(change.remove_tags))
        for paper_id in wanted:
            require_owned(self.papers.get(paper_id), owner)
        rule = partial(_marked, owner, cleaned, frozenset(known), self.clock.now())
        return tuple(require_owned(self.papers.change(paper_id, rule), owner) for paper_id in wanted)


def _marked(
    owner: OwnerId, change: MarkChange, known: frozenset[CollectionId], now: datetime, found: Paper | None
) -> Paper:
    paper = require_owned(found, owner)
    marks = marked(paper.marks, change, known)
    return paper if marks == paper.marks else replace(paper, marks=marks, updated_at=now)
