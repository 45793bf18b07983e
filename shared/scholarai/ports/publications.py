"""Finds an owner's papers, and what they cite, by the keys of publications (`domain.identity.keys_of`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from scholarai.domain.content import Reference
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value


class CitedEntry(Value, frozen=True, kw_only=True):
    """An entry of the bibliography of a paper."""

    paper_id: PaperId
    reference: Reference


class PublicationIndex(Protocol):
    """The papers of an owner that can be read, or are only known as publications, and their bibliographies.

    What shares a key need not be the same publication: `domain.identity.relation` decides. The index follows each change of
    a paper with its transaction. Every method raises TransientError when the store cannot be reached.
    """

    def papers(self, owner: OwnerId, keys: Sequence[str]) -> Sequence[Paper]:
        """Return the papers that have one of the keys, oldest `created_at` first, ties by id."""
        ...

    def citing(self, owner: OwnerId, keys: Sequence[str]) -> Sequence[CitedEntry]:
        """Return the entries that have one of the keys, in the order of papers' ids and of their bibliographies."""
        ...

    def cited(self, owner: OwnerId) -> Sequence[CitedEntry]:
        """Return all entries of all papers, in the order of papers' ids and of their bibliographies."""
        ...

    def version(self, owner: OwnerId) -> str:
        """Return what changes whenever the set of readable papers or their content does."""
        ...
