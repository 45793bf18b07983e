"""Operations on bibliographies: what papers cite, what cites them, and what a library lacks."""

from __future__ import annotations

from scholarai.bootstrap import App
from scholarai.domain.errors import InvalidRequestError
from scholarai.entrypoints.calls import Call, JsonReply
from scholarai.entrypoints.citing_schemas import (
    LAST_MENTION,
    LIMIT,
    MENTION,
    CitedPassageView,
    MissingList,
    MissingPaperView,
    ReferenceList,
    RelatedView,
)
from scholarai.entrypoints.operations import Routes

# More references than any paper has.
_NUMBER_DIGITS = 6


routes = Routes()


@routes.add(
    "GET",
    "/papers/{paper_id}/references",
    "chat",
    "The bibliography of a paper: where each entry is cited, and which paper of the library it is",
    problems=(409, 425),
)
def list_references(call: Call, app: App) -> JsonReply[ReferenceList]:
    return JsonReply(value=ReferenceList.of(app.library.list_references().list(call.owner, call.paper_id)))


@routes.add(
    "GET",
    "/papers/{paper_id}/references/{number}/passage",
    "chat",
    "What a cited paper of the library says about a sentence that cites it; references are numbered from 1",
    query=MENTION,
    problems=(409, 422, 425),
)
def find_cited_passage(call: Call, app: App) -> JsonReply[CitedPassageView]:
    text = call.query.get("mention", "1")
    mention = _number(text)
    if not 0 < mention <= LAST_MENTION:
        raise InvalidRequestError("mention_invalid", f"mention must be a whole number from 1 to {LAST_MENTION}")
    found = app.library.find_cited_passage().locate(
        call.owner, call.paper_id, _number(call.parameters["number"]), mention
    )
    return JsonReply(value=CitedPassageView.of(found))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _NUMBER_DIGITS else 0


@routes.add(
    "GET",
    "/papers/{paper_id}/related",
    "chat",
    "Papers of the library that are the same publication, that are versions of it, and that cite it",
)
def get_related(call: Call, app: App) -> JsonReply[RelatedView]:
    return JsonReply(value=RelatedView.of(app.library.find_related().find(call.owner, call.paper_id)))


@routes.add(
    "GET",
    "/library/missing",
    "chat",
    "Publications that papers of the library cite and that are not there, those cited by most papers first",
    query=LIMIT,
    problems=(422,),
)
def list_missing(call: Call, app: App) -> JsonReply[MissingList]:
    limit, _ = call.page()
    found = app.library.list_missing().list(call.owner, limit=limit)
    return JsonReply(value=MissingList(missing=tuple(map(MissingPaperView.of, found))))
