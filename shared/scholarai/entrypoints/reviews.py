"""Operations on literature reviews."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from scholarai.bootstrap import App
from scholarai.domain.depth import Depth
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.exports import REVIEW_EXPORTS, require_export
from scholarai.domain.ids import PaperId, ReviewId
from scholarai.domain.limits import PAPERS_PER_REVIEW, PASSAGES_READ, PASSAGES_RETRIEVED, WORKS_PER_CALL
from scholarai.domain.review import Edit, EditAction, Filters, ReviewRequest
from scholarai.entrypoints.calls import Call, EmptyReply, FileReply, JsonReply, StreamReply
from scholarai.entrypoints.chat_requests import Asked, Id
from scholarai.entrypoints.operations import BODY_PROBLEMS, Routes
from scholarai.entrypoints.queries import EXPORT, EXPORT_MEDIA_TYPES, PAGING, VERSION
from scholarai.entrypoints.review_schemas import ReviewEstimateView, ReviewList, ReviewSummary, ReviewView
from scholarai.entrypoints.streams import STREAM, progress_events, watched

_PaperIds = Annotated[tuple[Id, ...], Meta(extra_json_schema={"minItems": 1, "maxItems": PAPERS_PER_REVIEW})]
_Fetch = Annotated[
    int,
    Meta(
        ge=0,
        le=WORKS_PER_CALL,
        description="Before anything is searched, so many found works with an open PDF are added to the library and reviewed, "
        "too: the words of the question are sent to the outside services that are switched on, and the PDFs are fetched from "
        "where these say. More than 0 is also `discover`.",
    ),
]
_ReviewDepth = Annotated[
    Depth | None,
    Meta(
        description="How far to look: `quick` searches once, `normal` weighs what is found, `deep` also searches again for what is "
        "missing, finds evidence for sentences without a quote or removes them, and reads each sentence a second time. The "
        "server's own without it."
    ),
]


class NewReview(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A literature review to write."""

    question: Asked
    paper_ids: Annotated[
        _PaperIds | None,
        Meta(description="The papers to review; all of the library without it."),
    ] = None
    filters: Annotated[Filters, Meta(description="What papers must have to count.")] = Filters()
    budget_usd: Annotated[
        Annotated[float, Meta(ge=0, le=1_000)] | None,
        Meta(description="What the models may cost together, in US dollars."),
    ] = None
    depth: _ReviewDepth = None
    discover: Annotated[
        bool,
        Meta(
            description="Ask the outside services that are switched on what there is beyond the library, too; the words of the "
            "question are sent to them."
        ),
    ] = False
    fetch: _Fetch = 0
    n_retrieval: Annotated[
        int | None,
        Meta(
            description="How many passages the search takes; 256 without it.",
            extra_json_schema={"minimum": 1, "maximum": PASSAGES_RETRIEVED},
        ),
    ] = None
    n_rerank: Annotated[
        int | None,
        Meta(
            description="How many of them are read, the best after ranking; without it 50, and more where more papers bear on the "
            "question.",
            extra_json_schema={"minimum": 1, "maximum": PASSAGES_READ},
        ),
    ] = None
    threshold: Annotated[
        float | None,
        Meta(
            description="The share of the best passage's score that a passage needs in order to be read; 0.2 without it.",
            extra_json_schema={"minimum": 0, "maximum": 1},
        ),
    ] = None
    tables: Annotated[bool, Meta(description="Whether sections that compare papers get a table.")] = True


class ReviewPapers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The papers of a review that is thought of."""

    paper_ids: Annotated[
        _PaperIds | None,
        Meta(description="The papers to review; all of the library without it."),
    ] = None
    filters: Annotated[Filters, Meta(description="What papers must have to count.")] = Filters()
    depth: _ReviewDepth = None
    fetch: _Fetch = 0


class EditReport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change of a finished report, which makes a new version of it."""

    action: EditAction
    section_id: Annotated[Id | None, Meta(description="The section to change; `add` needs none.")] = None
    title: Annotated[
        Annotated[str, Meta(max_length=200)] | None, Meta(description="The title of an added section.")
    ] = None
    instruction: Annotated[str, Meta(max_length=2_000, description="What is wanted, in one's own words.")] = ""
    version: Annotated[
        Annotated[int, Meta(ge=1, le=999_999)] | None,
        Meta(description="The earlier version from which `restore` takes the section, or all where none is named."),
    ] = None


routes = Routes()

# A step of a review takes some seconds. A guess.
_LOOK_S = 2.0


@routes.add(
    "POST",
    "/reviews",
    "chat",
    "Have a literature review written",
    status=202,
    problems=(*BODY_PROBLEMS, 409),
    costs=True,
    repeatable=True,
)
def create_review(call: Call, body: NewReview, app: App) -> JsonReply[ReviewSummary]:
    request = ReviewRequest(
        question=body.question,
        paper_ids=None if body.paper_ids is None else tuple(map(PaperId, body.paper_ids)),
        filters=body.filters,
        budget_usd=body.budget_usd,
        depth=body.depth,
        discover=body.discover,
        fetch=body.fetch,
        n_retrieval=body.n_retrieval,
        n_rerank=body.n_rerank,
        threshold=body.threshold,
        tables=body.tables,
    )
    made = app.reviews.start_review().start(call.owner, request, idempotency_key=call.idempotency_key)
    return JsonReply(value=ReviewSummary.of(made), status=202, headers={"Location": f"/reviews/{made.id}"})


@routes.add(
    "POST",
    "/reviews/estimate",
    "chat",
    "What a literature review is expected to take and cost; no model is asked",
    problems=BODY_PROBLEMS,
)
def estimate_review(call: Call, body: ReviewPapers, app: App) -> JsonReply[ReviewEstimateView]:
    papers = None if body.paper_ids is None else tuple(map(PaperId, body.paper_ids))
    return JsonReply(
        value=ReviewEstimateView.of(
            app.reviews.start_review().estimate(call.owner, papers, body.filters, body.depth, body.fetch)
        )
    )


@routes.add(
    "PATCH",
    "/reviews/{review_id}",
    "chat",
    "Change a finished report, as a new version",
    status=202,
    problems=(*BODY_PROBLEMS, 409),
    costs=True,
)
def edit_review(call: Call, body: EditReport, app: App) -> JsonReply[ReviewSummary]:
    wanted = Edit(
        action=body.action,
        section_id=body.section_id,
        title=body.title,
        instruction=body.instruction,
        version=body.version,
    )
    return JsonReply(
        value=ReviewSummary.of(app.reviews.requests().edit(call.owner, _review_id(call), wanted)), status=202
    )


@routes.add("GET", "/reviews", "status", "List one's reviews, newest first", query=PAGING, problems=(422,))
def list_reviews(call: Call, app: App) -> JsonReply[ReviewList]:
    limit, cursor = call.page()
    page = app.reviews.requests().page(call.owner, limit=limit, cursor=cursor)
    return JsonReply(value=ReviewList(reviews=tuple(map(ReviewSummary.of, page.reviews)), next_cursor=page.next_cursor))


@routes.add(
    "GET",
    "/reviews/{review_id}",
    "status",
    "A review: its steps, what it cost, and its report as far as it is written; with `stream`, each change as an event until it ends",
    query={**VERSION, **STREAM},
    events=progress_events(ReviewView),
    problems=(422,),
)
def get_review(call: Call, app: App) -> JsonReply[ReviewView] | StreamReply:
    reports, version = app.reviews.reports(), _version(call)

    def look() -> ReviewView:
        return ReviewView.of(*reports.read(call.owner, _review_id(call), version))

    if call.flag("stream"):
        return watched(look, lambda now: now.review.state != "running", every_s=_LOOK_S)
    return JsonReply(value=look())


def _version(call: Call) -> int | None:
    text = call.query.get("version", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise InvalidRequestError("version_invalid", "version must be a whole number of at most six digits")
    return int(text)


@routes.add("DELETE", "/reviews/{review_id}", "status", "Delete a review with everything made for it", status=204)
def delete_review(call: Call, app: App) -> EmptyReply:
    app.reviews.requests().delete(call.owner, _review_id(call))
    return EmptyReply()


@routes.add("POST", "/reviews/{review_id}/cancel", "status", "End a review that is under way", problems=(409,))
def cancel_review(call: Call, app: App) -> JsonReply[ReviewSummary]:
    return JsonReply(value=ReviewSummary.of(app.reviews.requests().cancel(call.owner, _review_id(call))))


@routes.add(
    "GET",
    "/reviews/{review_id}/export",
    "chat",
    "A report, or the trace of how it was made, as a file",
    query=EXPORT,
    texts=EXPORT_MEDIA_TYPES,
    problems=(409, 422),
)
def export_review(call: Call, app: App) -> FileReply:
    export = require_export(call.query.get("format", REVIEW_EXPORTS[0].name), REVIEW_EXPORTS)
    data = app.reviews.export_review().export(call.owner, _review_id(call), export, _version(call))
    headers = {"Content-Disposition": f'attachment; filename="review-{_review_id(call)}{export.endings[0]}"'}
    return FileReply(pieces=iter((data,)), content_type=export.content_type, headers=headers)


def _review_id(call: Call) -> ReviewId:
    return ReviewId(call.parameters["review_id"])
