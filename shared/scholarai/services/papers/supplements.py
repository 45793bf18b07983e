"""Makes a file a supplement of a paper, or a paper of its own again."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from scholarai.domain.errors import ConflictError, InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.supplements import as_own, as_supplement
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.stores import PaperStore
from scholarai.services.papers.owned_papers import require_owned
from scholarai.services.papers.same_paper import RecordSamePaper


class MarkSupplement(Value, frozen=True, kw_only=True):
    papers: PaperStore
    same: RecordSamePaper
    clock: Clock

    def mark(self, owner: OwnerId, paper_id: PaperId, of: PaperId | None) -> Paper:
        """Make a paper a supplement of another one, or with `of` None a paper of its own, and return it; may be repeated.

        Raises:
            NotFoundError: If one is unknown, being deleted, or another owner's.
            InvalidRequestError: If both are one paper.
            ConflictError: If a supplement would have supplements.
            TransientError: If the store cannot be reached.
        """
        before = require_owned(self.papers.get(paper_id), owner)
        if before.supplement_of == of:
            return before
        paper = None if of is None else self._paper(owner, before, of)
        marked = require_owned(self.papers.change(paper_id, partial(self._marked, owner, paper)), owner)
        self.same.record(marked, before.metadata)
        return require_owned(self.papers.get(paper_id), owner)

    def _paper(self, owner: OwnerId, file: Paper, of: PaperId) -> Paper:
        paper = require_owned(self.papers.get(of), owner)
        if paper.id == file.id:
            raise InvalidRequestError("supplement_invalid", "a paper cannot be its own supplement")
        if paper.supplement_of is not None or self.papers.supplements(owner, file.id):
            raise ConflictError(
                "supplement_nested",
                "a supplement cannot have supplements",
                action="Name the paper that both belong to.",
            )
        return paper

    def _marked(self, owner: OwnerId, paper: Paper | None, found: Paper | None) -> Paper:
        file = require_owned(found, owner)
        changed = as_own(file) if paper is None else as_supplement(file, paper)
        return replace(changed, updated_at=self.clock.now())
