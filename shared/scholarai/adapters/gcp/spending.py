"""Sums of what owners took, in Firestore."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from google.cloud.firestore_v1 import Increment
from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import COMMIT_S, RETRY, read_document, read_query
from scholarai.adapters.gcp.errors import STORE, our_errors
from scholarai.domain.ids import OwnerId
from scholarai.domain.spending import Spent

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, DocumentReference

SPENDING = "spending"
# A guess: a year of days, removed by a TTL policy on `expires_at`.
KEPT = timedelta(days=400)
# Firestore takes 500 writes in one commit.
_REMOVALS = 400


@dataclass(frozen=True, slots=True)
class FirestoreSpendingStore:
    """Implements `ports.spending.SpendingStore` with `spending/{day}-{owner's digest}`: any text may be an owner."""

    client: Callable[[], Client]

    def read(self, owner: OwnerId, day: date) -> Spent:
        stored = read_document(self._reference(owner, day))
        fields = (stored.to_dict() or {}) if stored.exists else {}
        return Spent(
            questions=int(fields.get("questions", 0)),
            input_tokens=int(fields.get("input_tokens", 0)),
            output_tokens=int(fields.get("output_tokens", 0)),
            cost_usd=float(fields.get("cost_usd", 0.0)),
        )

    def add(self, owner: OwnerId, day: date, spent: Spent) -> None:
        fields = {
            "owner": owner,
            "day": day.isoformat(),
            "expires_at": datetime.combine(day, time(), UTC) + KEPT,
            "questions": Increment(spent.questions),
            "input_tokens": Increment(spent.input_tokens),
            "output_tokens": Increment(spent.output_tokens),
            "cost_usd": Increment(spent.cost_usd),
        }
        with our_errors(STORE):
            # Without a retry: an addition whose answer got lost must not count twice.
            self._reference(owner, day).set(fields, merge=True, retry=None, timeout=COMMIT_S)

    def forget(self, owner: OwnerId) -> None:
        query = self.client().collection(SPENDING).where(filter=FieldFilter("owner", "==", owner))
        while found := read_query(query.select([]).limit(_REMOVALS)):
            batch = self.client().batch()
            for item in found:
                batch.delete(item.reference)
            with our_errors(STORE):
                batch.commit(retry=RETRY, timeout=COMMIT_S)

    def _reference(self, owner: OwnerId, day: date) -> DocumentReference:
        digest = hashlib.blake2b(owner.encode(), digest_size=16).hexdigest()
        return self.client().collection(SPENDING).document(f"{day.isoformat()}-{digest}")
