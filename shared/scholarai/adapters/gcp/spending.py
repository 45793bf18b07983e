"""Daily sums of owners' usage and cost in Firestore."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from google.api_core.exceptions import AlreadyExists
from google.cloud.firestore_v1 import Increment
from google.cloud.firestore_v1.base_query import FieldFilter
from msgspec.structs import asdict

from scholarai.adapters.gcp.calls import COMMIT_S, RETRY, delete_matching, read_document, read_query, read_total
from scholarai.adapters.gcp.errors import STORE, translated_errors
from scholarai.domain.ids import OwnerId
from scholarai.domain.spending import Spent
from scholarai.domain.values import from_plain

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, DocumentReference

SPENDING = "spending"
# A guess: a year of days, removed by a TTL policy on `expires_at`.
KEPT = timedelta(days=400)


@dataclass(frozen=True, slots=True)
class FirestoreSpendingStore:
    """Implements `ports.stores.SpendingStore` with `spending/{day}-{owner's digest}`: any text may be an owner.

    `spending/once-{digest}` marks an addition that may come again.
    """

    client: Callable[[], Client]

    def read(self, owner: OwnerId, day: date) -> Spent:
        stored = read_document(self._reference(day.isoformat(), owner))
        fields = (stored.to_dict() or {}) if stored.exists else {}
        return from_plain(Spent, {name: fields[name] for name in Spent.__struct_fields__ if name in fields})

    def add(self, owner: OwnerId, day: date, spent: Spent, *, once: str | None = None) -> None:
        expires_at = datetime.combine(day, time(), UTC) + KEPT
        sums = {name: Increment(value) for name, value in asdict(spent).items() if value}
        batch = self.client().batch()
        batch.set(
            self._reference(day.isoformat(), owner),
            {"owner": owner, "day": day.isoformat(), "expires_at": expires_at, **sums},
            merge=True,
        )
        if once is not None:
            batch.create(self._reference("once", owner, once), {"owner": owner, "expires_at": expires_at})
        with translated_errors(STORE), suppress(AlreadyExists):
            # No retry without `once`: an addition whose response was lost must not count twice.
            batch.commit(retry=None if once is None else RETRY, timeout=COMMIT_S)

    def days(self, owner: OwnerId) -> Sequence[date]:
        query = self.client().collection(SPENDING).where(filter=FieldFilter("owner", "==", owner)).select(["day"])
        found = [item.to_dict() or {} for item in read_query(query)]
        return [date.fromisoformat(fields["day"]) for fields in found if "day" in fields]  # the others mark additions

    def cost_usd(self, day: date) -> float:
        query = self.client().collection(SPENDING).where(filter=FieldFilter("day", "==", day.isoformat()))
        return float(read_total(query.sum("cost_usd")))

    def forget(self, owner: OwnerId) -> None:
        query = self.client().collection(SPENDING).where(filter=FieldFilter("owner", "==", owner))
        delete_matching(self.client(), query)

    def _reference(self, prefix: str, *parts: str) -> DocumentReference:
        digest = hashlib.blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()
        return self.client().collection(SPENDING).document(f"{prefix}-{digest}")
