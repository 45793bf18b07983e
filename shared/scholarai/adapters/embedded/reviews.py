"""Reviews with their outputs in SQLite, and the orders of their steps in the queue of events."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from scholarai.adapters.embedded.claims import note_holder, without_lost_claim
from scholarai.adapters.embedded.database import Database, key, summed
from scholarai.adapters.embedded.events import EventQueue, add_pending
from scholarai.adapters.odd_documents import review_from_json
from scholarai.adapters.pages import decode, page_of
from scholarai.adapters.system import to_us
from scholarai.domain.errors import ConflictError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.review import STEP_EVENT, Review, StepMessage
from scholarai.domain.values import to_json, to_plain
from scholarai.ports.reviews import Output, ReviewPage, ReviewRule


@dataclass(frozen=True, slots=True)
class SqliteReviewStore:
    """Implements `ports.reviews.ReviewStore`."""

    database: Database

    def get(self, review_id: ReviewId) -> Review | None:
        with self.database.reading() as tx:
            return _load(tx, review_id)

    def change(self, review_id: ReviewId, rule: ReviewRule, outputs: Sequence[Output] = ()) -> Review | None:
        with self.database.writing() as tx:
            holder = f"review/{key(review_id)}"
            stored = without_lost_claim(tx, holder, _load(tx, review_id))
            review = rule(stored)
            note_holder(tx, holder, stored, review)
            if review is None:
                tx.execute("DELETE FROM reviews WHERE id = ?", (key(review_id),))
                return None
            _save(tx, review)
            tx.executemany(
                "INSERT OR REPLACE INTO review_outputs (review_id, name, doc, sum) VALUES (?, ?, ?, ?)",
                [summed(review_id, output.name, output.json) for output in outputs],
            )
            return review

    def read_outputs(self, review_id: ReviewId, names: Sequence[str]) -> Mapping[str, str]:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT name, checked_doc FROM checked_review_outputs WHERE review_id = ? AND name IN (SELECT value FROM json_each(?))",
                (key(review_id), json.dumps(list(names))),
            ).fetchall()
        if any(doc is None for _, doc in rows):
            raise ConflictError(
                "review_damaged",
                f"what is stored of the review {review_id} is not what was written",
                action="Restore a backup, or start the review again.",
            )
        return dict(rows)

    def read_all_outputs(self, review_id: ReviewId) -> Mapping[str, str]:
        with self.database.reading() as tx:
            return dict(
                tx.execute("SELECT name, doc FROM review_outputs WHERE review_id = ?", (key(review_id),)).fetchall()
            )

    def touching(self, owner: OwnerId, paper_id: PaperId) -> Sequence[Review]:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id FROM checked_reviews WHERE owner = ? AND deleting = 0 AND json_valid(doc)"
                " AND (json_extract(doc, '$.state') = 'running'"
                " OR EXISTS (SELECT 1 FROM json_each(doc, '$.papers') WHERE value = ?)) ORDER BY id",
                (owner, key(paper_id)),
            ).fetchall()
        return list(map(_review, rows))

    def list(self, owner: OwnerId, *, limit: int, cursor: str | None = None) -> ReviewPage:
        after = decode(cursor)
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id, created_us FROM checked_reviews WHERE owner = ? AND deleting = 0"
                " AND (created_us, id) < (?, ?) ORDER BY created_us DESC, id DESC LIMIT ?",
                (owner, after.us, after.id, limit + 1),
            ).fetchall()
        shown, next_cursor = page_of(rows, limit)
        return ReviewPage(reviews=tuple(map(_review, shown)), next_cursor=next_cursor)

    def unfinished(self, *, limit: int) -> Sequence[Review]:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id FROM checked_reviews WHERE owing = 1 ORDER BY updated_us, id LIMIT ?",
                (limit,),
            ).fetchall()
        return list(map(_review, rows))

    def made_before(self, time: datetime, *, limit: int) -> Sequence[Review]:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id FROM checked_reviews WHERE deleting = 0 AND created_us < ? ORDER BY created_us, id LIMIT ?",
                (to_us(time), limit),
            ).fetchall()
        return list(map(_review, rows))

    def clear(self, review_id: ReviewId) -> None:
        with self.database.writing() as tx:
            tx.execute("DELETE FROM review_outputs WHERE review_id = ?", (key(review_id),))

    def expire_leases(self, now: datetime) -> int:
        """End the leases of dead workers and return how many there were; attempts stay counted."""
        with self.database.writing() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id FROM checked_reviews WHERE json_valid(doc)"
                " AND json_extract(doc, '$.claim.epoch') IS NOT NULL"
            ).fetchall()
            expired = 0
            for review in map(_review, rows):
                if review.claim is not None and review.claim.lease_expires_at > now:
                    _save(tx, replace(review, claim=replace(review.claim, lease_expires_at=now)))
                    expired += 1
        return expired


@dataclass(frozen=True, slots=True)
class QueuedStepPublisher:
    """Implements `ports.reviews.StepPublisher`: orders wait in the queue until the local server delivers them."""

    database: Database
    queue: EventQueue
    now: Callable[[], datetime]

    def publish(self, message: StepMessage) -> None:
        now = self.now()
        event = {
            "specversion": "1.0",
            "id": secrets.token_hex(16),
            "type": STEP_EVENT,
            "source": "//scholarai/reviews",
            "subject": f"reviews/{message.review_id}",
            "time": now.isoformat(),
            "datacontenttype": "application/json",
            "data": to_plain(message),
        }
        with self.database.writing() as tx:
            add_pending(tx, event, now)
        self.queue.announce()


def _load(tx: sqlite3.Connection, review_id: ReviewId) -> Review | None:
    row = tx.execute("SELECT checked_doc, owner, id FROM checked_reviews WHERE id = ?", (key(review_id),)).fetchone()
    return None if row is None else _review(row)


def _review(row: Sequence[Any]) -> Review:
    """Return the review of a row that begins with document, owner and id."""
    return review_from_json(row[0], ReviewId(row[2]), OwnerId(row[1]))


def _save(tx: sqlite3.Connection, review: Review) -> None:
    tx.execute(
        "INSERT OR REPLACE INTO reviews (id, owner, created_us, updated_us, deleting, owing, doc, sum)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        summed(
            review.id,
            review.owner,
            to_us(review.created_at),
            to_us(review.updated_at),
            review.deleting,
            bool(review.outbox) or review.deleting,
            to_json(review).decode(),
        ),
    )
