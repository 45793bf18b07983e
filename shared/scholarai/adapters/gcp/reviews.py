"""Reviews with their outputs in Firestore, and the orders of their steps on Pub/Sub."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from google.api_core.retry import Retry
from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import delete_matching, read_document, read_documents, read_query
from scholarai.adapters.gcp.changes import Change, change_document
from scholarai.adapters.gcp.documents import can_be_id, plain_fields, to_fields
from scholarai.adapters.gcp.errors import EVENTS, translated_errors
from scholarai.adapters.gcp.events import PUBLISH_S
from scholarai.adapters.gcp.pages import read_page
from scholarai.adapters.gcp.parts import SLICE_BYTES
from scholarai.adapters.odd_documents import review_from_plain
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.review import Review, StepMessage
from scholarai.domain.values import to_json
from scholarai.ports.callers import traceparent
from scholarai.ports.reviews import Output, ReviewPage, ReviewRule

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, DocumentReference
    from google.cloud.pubsub_v1 import PublisherClient

    from scholarai.adapters.gcp.calls import StoredDocument

REVIEWS = "reviews"
OUTPUTS = "steps"
# Sanity bound: our largest output needs one slice.
SLICES = 4
_SLICE_MARK = "~"


@dataclass(frozen=True, slots=True)
class FirestoreReviewStore:
    """Implements `ports.reviews.ReviewStore` with `reviews/{review_id}` and `…/steps/{name}` below it.

    An output's JSON is stored compressed; one that outgrows a document goes on in `{name}~1`, `{name}~2`.
    """

    client: Callable[[], Client]

    def get(self, review_id: ReviewId) -> Review | None:
        return _review_of(read_document(self._reference(review_id))) if can_be_id(review_id) else None

    def change(self, review_id: ReviewId, rule: ReviewRule, outputs: Sequence[Output] = ()) -> Review | None:
        if not can_be_id(review_id):
            if rule(None) is not None:
                raise InvalidRequestError("bad_review_id", "no review can have an id of this form")
            return None
        reference = self._reference(review_id)

        def decide(stored: StoredDocument) -> Change[Review | None]:
            review = rule(_review_of(stored))
            if review is None:
                return Change(result=None, fields=None)
            also = {place: fields for output in outputs for place, fields in _slices(reference, output)}
            return Change(result=review, fields=_fields(review), also=also)

        return change_document(self.client(), reference, decide)

    def read_outputs(self, review_id: ReviewId, names: Sequence[str]) -> Mapping[str, str]:
        if not can_be_id(review_id) or not names:
            return {}
        places = {self._output(review_id, name, 0).path: name for name in names}
        wanted = [self._output(review_id, name, 0) for name in dict.fromkeys(names)]
        first = read_documents(self.client(), wanted, None)
        found = {places[path]: fields for path, fields in first.items()}
        return {name: self._whole(review_id, name, fields) for name, fields in found.items()}

    def read_all_outputs(self, review_id: ReviewId) -> Mapping[str, str]:
        if not can_be_id(review_id):
            return {}
        stored = read_query(self._reference(review_id).collection(OUTPUTS))
        slices = {item.id: item.to_dict() or {} for item in stored}
        return {
            name: _joined([slices[_slice_name(name, number)] for number in range(first["slices"])])
            for name, first in slices.items()
            if _SLICE_MARK not in name
        }

    def touching(self, owner: OwnerId, paper_id: PaperId) -> Sequence[Review]:
        own = self.client().collection(REVIEWS).where(filter=FieldFilter("owner", "==", owner))
        found = {
            item.id: _review(item)
            for query in (
                own.where(filter=FieldFilter("state", "==", "running")),
                own.where(filter=FieldFilter("papers", "array_contains", paper_id)),
            )
            for item in read_query(query)
        }
        return [review for _, review in sorted(found.items()) if not review.deleting]

    def list(self, owner: OwnerId, *, limit: int, cursor: str | None = None) -> ReviewPage:
        query = (
            self.client()
            .collection(REVIEWS)
            .where(filter=FieldFilter("owner", "==", owner))
            .where(filter=FieldFilter("deleting", "==", False))
        )
        page = read_page(query, "created_at", limit=limit, cursor=cursor)
        return ReviewPage(
            reviews=tuple(map(_review, page.documents)),
            next_cursor=page.next_cursor,
        )

    def unfinished(self, *, limit: int) -> Sequence[Review]:
        query = self.client().collection(REVIEWS).where(filter=FieldFilter("owing", "==", True))
        documents = read_query(query.order_by("updated_at").limit(limit))
        return list(map(_review, documents))

    def made_before(self, time: datetime, *, limit: int) -> Sequence[Review]:
        query = (
            self.client()
            .collection(REVIEWS)
            .where(filter=FieldFilter("deleting", "==", False))
            .where(filter=FieldFilter("created_at", "<", time))
            .order_by("created_at")
        )
        return [_review(item) for item in read_query(query.limit(limit))]

    def clear(self, review_id: ReviewId) -> None:
        if not can_be_id(review_id):
            return
        delete_matching(self.client(), self._reference(review_id).collection(OUTPUTS))

    def _whole(self, review_id: ReviewId, name: str, first: Mapping[str, Any]) -> str:
        rest = [self._output(review_id, name, number) for number in range(1, min(first["slices"], SLICES))]
        more = read_documents(self.client(), rest, None)
        return _joined([first, *(more[place.path] for place in rest)])

    def _reference(self, review_id: ReviewId) -> DocumentReference:
        reference: DocumentReference = self.client().collection(REVIEWS).document(review_id)
        return reference

    def _output(self, review_id: ReviewId, name: str, number: int) -> DocumentReference:
        return _place(self._reference(review_id), name, number)


@dataclass(frozen=True, slots=True, kw_only=True)
class PubSubStepPublisher:
    """Implements `ports.reviews.StepPublisher`: one message per step, its JSON as data."""

    client: Callable[[], PublisherClient]
    project: str
    topic: str

    def publish(self, message: StepMessage) -> None:
        client, trace = self.client(), traceparent()
        with translated_errors(EVENTS):
            client.publish(
                client.topic_path(self.project, self.topic),
                to_json(message),
                retry=Retry(timeout=PUBLISH_S),
                timeout=PUBLISH_S,
                review_id=message.review_id,
                step=message.step,
                **({} if trace is None else {"traceparent": trace}),
            ).result(timeout=PUBLISH_S)


def _review_of(stored: StoredDocument) -> Review | None:
    return _review(stored) if stored.exists else None


def _review(stored: StoredDocument) -> Review:
    fields = plain_fields(stored.to_dict() or {})
    return review_from_plain(fields, ReviewId(stored.id), OwnerId(str(fields.get("owner", ""))))


def _fields(review: Review) -> dict[str, Any]:
    """Return the fields of a review's document; `owing` serves one query only."""
    return to_fields(review) | {"owing": bool(review.outbox) or review.deleting}


def _slices(reference: DocumentReference, output: Output) -> Iterator[tuple[DocumentReference, dict[str, Any]]]:
    packed = gzip.compress(output.json.encode(), mtime=0)
    slices = [packed[at : at + SLICE_BYTES] for at in range(0, len(packed), SLICE_BYTES)]
    for number, data in enumerate(slices):
        yield _place(reference, output.name, number), {"json_gz": data, "slices": len(slices)}


def _place(reference: DocumentReference, name: str, number: int) -> DocumentReference:
    place: DocumentReference = reference.collection(OUTPUTS).document(_slice_name(name, number))
    return place


def _slice_name(name: str, number: int) -> str:
    return f"{name}{_SLICE_MARK}{number}" if number else name


def _joined(slices: Sequence[Mapping[str, Any]]) -> str:
    return gzip.decompress(b"".join(part["json_gz"] for part in slices)).decode()
