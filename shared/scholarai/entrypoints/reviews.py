"""Operations on literature reviews."""

from __future__ import annotations

from scholarai.bootstrap import App
from scholarai.domain.dotted_names import load
from scholarai.domain.errors import ConflictError, InvalidRequestError
from scholarai.domain.exports import REVIEW_EXPORTS, rendered_report, require_export
from scholarai.domain.ids import PaperId, ReviewId
from scholarai.domain.review import Edit, ReviewRequest
from scholarai.entrypoints.calls import Call, EmptyReply, JsonReply, StreamReply, TextReply
from scholarai.entrypoints.operations import BODY_PROBLEMS, Routes
from scholarai.entrypoints.queries import EXPORT, EXPORT_MEDIA_TYPES, PAGING, VERSION
from scholarai.entrypoints.review_requests import EditReport, NewReview, ReviewPapers
from scholarai.entrypoints.review_schemas import (
    ReviewEstimateView,
    ReviewList,
    ReviewSummary,
    ReviewView,
)
from scholarai.entrypoints.watching import STREAM, progress_events, watched

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
    "status",
    "A report, or the trace of how it was made, as a file",
    query=EXPORT,
    texts=EXPORT_MEDIA_TYPES,
    problems=(409, 422),
)
def export_review(call: Call, app: App) -> TextReply:
    export = require_export(call.query.get("format", REVIEW_EXPORTS[0].name), REVIEW_EXPORTS)
    if export.of == "trace":
        text: str = load(export.renderer)(app.reviews.reports().trace(call.owner, _review_id(call)))
    else:
        review, report = app.reviews.reports().read(call.owner, _review_id(call), _version(call))
        if report is None:
            raise ConflictError("review_unfinished", "no section of the report is written yet")
        text = rendered_report(export, review, report)
    headers = {"Content-Disposition": f'attachment; filename="review-{_review_id(call)}{export.endings[0]}"'}
    return TextReply(text=text, content_type=export.content_type, headers=headers)


def _review_id(call: Call) -> ReviewId:
    return ReviewId(call.parameters["review_id"])
