"""Operations on reviews and on the search of the library, and the messages that order steps of reviews."""

from __future__ import annotations

import base64
import binascii
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from scholarai.domain.dotted import load
from scholarai.domain.errors import ConflictError, InvalidRequestError
from scholarai.domain.ids import PaperId, ReviewId
from scholarai.domain.review import STEP_EVENT
from scholarai.entrypoints.calls import Call, EmptyReply, JsonReply, Reply, TextReply
from scholarai.entrypoints.telemetry import delivered

if TYPE_CHECKING:
    from scholarai.domain.review import Filters, StepMessage
    from scholarai.entrypoints.events import CloudEvent
    from scholarai.services.library.search import SearchLibrary
    from scholarai.services.reviews.reports import ReadReport, TraceReview
    from scholarai.services.reviews.requests import (
        CancelReview,
        DeleteReview,
        EditReview,
        EstimateReview,
        ListReviews,
        StartReview,
    )

PUBLISHED = "google.cloud.pubsub.topic.v1.messagePublished"
_YEARS = range(1_000, 3_000)
_LOG = logging.getLogger(__name__)


def receive_order(event: CloudEvent, run: Callable[[StepMessage], object]) -> None:
    """Pass a step message to `run` in a span of its own; log and acknowledge a malformed one.

    Raises:
        TransientError: If `run` raises it: the platform must redeliver the message.
    """
    message = read_order(event)
    with delivered(f"review {_kind(message)}", _sender(event.data)):
        if message is None:
            _LOG.error("order malformed", extra={"type": str(event.get("type"))[:64]})
            return
        run(message)


def read_order(event: CloudEvent) -> StepMessage | None:
    """Return the step message of an event of Pub/Sub or of the local server; None if it is malformed."""
    import msgspec

    from scholarai.domain.review import StepMessage
    from scholarai.domain.values import from_json, from_plain

    data = event.data
    try:
        if event.get("type") == PUBLISHED and isinstance(data, Mapping):
            return from_json(StepMessage, base64.b64decode(data["message"]["data"], validate=True))
        if event.get("type") == STEP_EVENT and isinstance(data, Mapping):
            return from_plain(StepMessage, dict(data))
    except (msgspec.MsgspecError, UnicodeDecodeError, binascii.Error, KeyError, TypeError, ValueError):
        return None
    return None


def _kind(message: StepMessage | None) -> str:
    from scholarai.reviewing.chain import KINDS, kind_of

    kind = "" if message is None else kind_of(message.step)
    return kind if kind in KINDS else "order"


def _sender(data: Any) -> object:
    """Return the `traceparent` that a message of Pub/Sub was sent with, if any."""
    message = data.get("message") if isinstance(data, Mapping) else None
    attributes = message.get("attributes") if isinstance(message, Mapping) else None
    return attributes.get("traceparent") if isinstance(attributes, Mapping) else None


def _review_id(call: Call) -> ReviewId:
    return ReviewId(call.parameters["review_id"])


def search_library(call: Call, search: SearchLibrary) -> Reply:
    from scholarai.entrypoints.review_schemas import SearchResults

    limit, _ = call.page()
    return JsonReply(
        value=SearchResults.of(search.run(call.owner, call.query.get("q", ""), _filters(call), limit=limit))
    )


def _filters(call: Call) -> Filters:
    from scholarai.domain.review import Filters

    def names(name: str) -> tuple[str, ...]:
        return tuple(part.strip() for part in call.query.get(name, "").split(";") if part.strip())

    return Filters(
        year_from=_year(call, "year_from"),
        year_to=_year(call, "year_to"),
        venues=names("venue"),
        authors=names("author"),
        fields=names("field"),
        text=call.query.get("text", "").strip() or None,
    )


def _year(call: Call, name: str) -> int | None:
    text = call.query.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) == 4 and int(text) in _YEARS):
        raise InvalidRequestError("year_invalid", f"{name} must be a year of four digits")
    return int(text)


def create_review(call: Call, start: StartReview) -> Reply:
    from scholarai.domain.review import ReviewRequest
    from scholarai.entrypoints.review_requests import NewReview
    from scholarai.entrypoints.review_schemas import ReviewSummary

    body = call.parse(NewReview)
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
    made = start.run(call.owner, request, idempotency_key=call.idempotency_key)
    return JsonReply(value=ReviewSummary.of(made), status=202, headers={"Location": f"/reviews/{made.id}"})


def estimate_review(call: Call, estimate: EstimateReview) -> Reply:
    from scholarai.entrypoints.review_requests import ReviewPapers
    from scholarai.entrypoints.review_schemas import ReviewEstimateView

    body = call.parse(ReviewPapers)
    papers = None if body.paper_ids is None else tuple(map(PaperId, body.paper_ids))
    return JsonReply(
        value=ReviewEstimateView.of(estimate.run(call.owner, papers, body.filters, body.depth, body.fetch))
    )


def edit_review(call: Call, edit: EditReview) -> Reply:
    from scholarai.domain.review import Edit
    from scholarai.entrypoints.review_requests import EditReport
    from scholarai.entrypoints.review_schemas import ReviewSummary

    body = call.parse(EditReport)
    wanted = Edit(
        action=body.action,
        section_id=body.section_id,
        title=body.title,
        instruction=body.instruction,
        version=body.version,
    )
    return JsonReply(value=ReviewSummary.of(edit.run(call.owner, _review_id(call), wanted)), status=202)


def list_reviews(call: Call, reviews: ListReviews) -> Reply:
    from scholarai.entrypoints.review_schemas import ReviewList, ReviewSummary

    limit, cursor = call.page()
    page = reviews.run(call.owner, limit=limit, cursor=cursor)
    return JsonReply(value=ReviewList(reviews=tuple(map(ReviewSummary.of, page.reviews)), next_cursor=page.next_cursor))


def get_review(call: Call, read: ReadReport) -> Reply:
    from scholarai.entrypoints.review_schemas import ReviewView

    return JsonReply(value=ReviewView.of(*read.run(call.owner, _review_id(call), _version(call))))


def _version(call: Call) -> int | None:
    text = call.query.get("version", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise InvalidRequestError("version_invalid", "version must be a whole number of at most six digits")
    return int(text)


def export_review(call: Call, read: ReadReport, trace: TraceReview) -> Reply:
    from scholarai.domain.exports import REVIEW_EXPORTS, require_export

    export = require_export(call.query.get("format", REVIEW_EXPORTS[0].name), REVIEW_EXPORTS)
    if export.of == "trace":
        text: str = load(export.renderer)(trace.run(call.owner, _review_id(call)))
    else:
        review, report = read.run(call.owner, _review_id(call), _version(call))
        if report is None:
            raise ConflictError("review_unfinished", "no section of the report is written yet")
        text = export.render(review, report)
    headers = {"Content-Disposition": f'attachment; filename="review-{_review_id(call)}{export.endings[0]}"'}
    return TextReply(text=text, content_type=export.content_type, headers=headers)


def cancel_review(call: Call, cancel: CancelReview) -> Reply:
    from scholarai.entrypoints.review_schemas import ReviewSummary

    return JsonReply(value=ReviewSummary.of(cancel.run(call.owner, _review_id(call))))


def delete_review(call: Call, delete: DeleteReview) -> Reply:
    delete.run(call.owner, _review_id(call))
    return EmptyReply()
