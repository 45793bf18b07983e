"""The references of a text, and which of the works that they name exist as far as one can search."""

from __future__ import annotations

from typing import Literal

from scholarai.domain.content import Reference
from scholarai.domain.identity import Relation
from scholarai.domain.ids import PaperId
from scholarai.domain.notices import WorkNotice
from scholarai.domain.values import Value

# `library`: the work is a paper of the library. `cited`: a paper of the library cites it. `service`: an outside service knows it. `nowhere`:
# not found anywhere that was searched, which does not prove that there is no such work. `unclear`: too little of it can be read to look for it.
Whereabouts = Literal["library", "cited", "service", "nowhere", "unclear"]
ReferenceField = Literal["title", "authors", "year", "doi"]


class FieldDifference(Value, frozen=True, kw_only=True):
    """A field that a reference has otherwise than the work that was found."""

    field: ReferenceField
    said: str
    known: str


class CheckedReference(Value, frozen=True, kw_only=True):
    """A reference at characters `start` to `end` of the text.

    Attributes:
        reference: Its fields as they were read.
        found: Where the work was found: `library`, it is a paper of yours, or a `version` of one; `cited`, the paper `paper_id` cites it;
            `service`, the service `source` knows it; `nowhere`, not found where it was searched; `unclear`, too little can be read.
        title: The title of the work that was found.
        paper_id: The paper of the library that it is, or is a `version` of; with `cited`, a paper that cites it.
        source: The outside service that knows it.
        differs: What the reference has otherwise than the work that was found.
        notices: Retractions and the like.
    """

    start: int
    end: int
    reference: Reference
    found: Whereabouts
    title: str = ""
    paper_id: PaperId | None = None
    relation: Relation | None = None
    source: str = ""
    differs: tuple[FieldDifference, ...] = ()
    notices: tuple[WorkNotice, ...] = ()


class CheckedReferences(Value, frozen=True, kw_only=True):
    """The references of a text in order; ranges count in `text`, and `looked` names the places that were searched."""

    text: str
    references: tuple[CheckedReference, ...]
    looked: tuple[str, ...]
    notes: tuple[str, ...] = ()
