"""Operations on bibliographies: what papers cite, what cites them, and what a library lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.domain.errors import InvalidRequestError
from scholarai.entrypoints.calls import Call, JsonReply, Reply
from scholarai.entrypoints.citing_schemas import (
    LAST_MENTION,
    CitedPassageView,
    MissingList,
    MissingPaperView,
    ReferenceList,
    RelatedView,
)

if TYPE_CHECKING:
    from scholarai.services.library.cited_passage import FindCitedPassage
    from scholarai.services.library.missing import ListMissing
    from scholarai.services.library.references import FindRelated, ListReferences

# More references than any paper has.
_NUMBER_DIGITS = 6


def list_references(call: Call, references: ListReferences) -> Reply:
    return JsonReply(value=ReferenceList.of(references.run(call.owner, call.paper_id)))


def find_cited_passage(call: Call, find: FindCitedPassage) -> Reply:
    text = call.query.get("mention", "1")
    mention = _number(text)
    if not 0 < mention <= LAST_MENTION:
        raise InvalidRequestError("mention_invalid", f"mention must be a whole number from 1 to {LAST_MENTION}")
    found = find.run(call.owner, call.paper_id, _number(call.parameters["number"]), mention)
    return JsonReply(value=CitedPassageView.of(found))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _NUMBER_DIGITS else 0


def get_related(call: Call, find: FindRelated) -> Reply:
    return JsonReply(value=RelatedView.of(find.run(call.owner, call.paper_id)))


def list_missing(call: Call, missing: ListMissing) -> Reply:
    limit, _ = call.page()
    found = missing.run(call.owner, limit=limit)
    return JsonReply(value=MissingList(missing=tuple(map(MissingPaperView.of, found))))
