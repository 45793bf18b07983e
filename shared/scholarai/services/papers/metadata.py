"""Stores a person's corrections of a paper's metadata, and of what it is a supplement of."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from scholarai.domain.errors import ConflictError, InvalidRequestError
from scholarai.domain.identifiers import ARXIV, DOI
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.imprint import issn_in, page_range
from scholarai.domain.invisible_characters import visible
from scholarai.domain.metadata import corrected, restored
from scholarai.domain.paper import MetadataField, Paper
from scholarai.domain.supplements import as_own, as_supplement
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.stores import PaperStore
from scholarai.services.papers.owned_papers import require_owned
from scholarai.services.papers.same_paper import RecordSamePaper

_IDENTIFIERS: Mapping[str, re.Pattern[str]] = {"doi": DOI, "arxiv_id": ARXIV}


class DescribePaper(Value, frozen=True, kw_only=True):
    """Stores corrections of a paper's metadata by its owner; no extraction and no outside service overwrites them."""

    papers: PaperStore
    clock: Clock
    same: RecordSamePaper | None = None
    supplements: MarkSupplement | None = None

    def describe(
        self,
        owner: OwnerId,
        paper_id: PaperId,
        changes: Mapping[MetadataField, Any],
        restore: Collection[MetadataField] = (),
        supplement_of: PaperId | UnsetType | None = UNSET,
    ) -> Paper:
        """Store the changes and return the paper.

        Of `changes`, None or nothing in a value: there is none. `restore` are fields that are to be as the paper says again.
        `supplement_of` names the paper that it is a supplement of; None: it is a paper of its own.

        Raises:
            InvalidRequestError: If a DOI or arXiv id is none, a field is to be both changed and restored, or it is to be its own
                supplement.
            NotFoundError: If the paper, or the one that it is to be a supplement of, is unknown, being deleted, or another owner's.
            ConflictError: If a supplement would have supplements.
        """
        both = set(changes) & set(restore)
        if both:
            raise InvalidRequestError("metadata_invalid", f"{', '.join(sorted(both))}: either a new value or restored")
        cleaned = {name: _cleaned(name, value) for name, value in changes.items()}
        if supplement_of is not UNSET and self.supplements is not None:
            self.supplements.mark(owner, paper_id, supplement_of)
        now = self.clock.now()

        before = require_owned(self.papers.get(paper_id), owner)

        def rule(found: Paper | None) -> Paper:
            paper = require_owned(found, owner)
            changed = corrected(restored(paper, restore), cleaned, "person", now)
            return paper if changed == paper else replace(changed, updated_at=now)

        paper = require_owned(self.papers.change(paper_id, rule), owner)
        if self.same is None or paper.metadata == before.metadata:
            return paper
        self.same.record(paper, before.metadata)
        return require_owned(self.papers.get(paper_id), owner)


def _cleaned(name: MetadataField, value: object) -> Any:
    if isinstance(value, str):
        text = " ".join(visible(value).split())
        if name == "page_range":
            return page_range(text)
        if name == "issn" and text:
            return _issn(text)
        return _identifier(name, text) if text and name in _IDENTIFIERS else text or None
    if isinstance(value, list | tuple):
        return tuple(dict.fromkeys(filter(None, (" ".join(visible(one).split()) for one in value))))
    return () if value is None and name in {"authors", "keywords"} else value


def _issn(text: str) -> str:
    issn = issn_in(text)
    if issn is None:
        raise InvalidRequestError("metadata_invalid", "issn is not an ISSN, as in 1549-1676")
    return issn


def _identifier(name: str, text: str) -> str:
    match = _IDENTIFIERS[name].fullmatch(text)
    if match is None:
        kind = "a DOI, as in 10.1000/182" if name == "doi" else "an arXiv id, as in 2101.00001"
        raise InvalidRequestError("metadata_invalid", f"{name} is not {kind}")
    return match[1]


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
