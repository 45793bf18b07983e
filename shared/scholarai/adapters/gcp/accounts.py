"""Sign-in accounts in Identity Platform, and the owners of documents in Firestore."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import COMMIT_S, RETRY, read_document, read_query
from scholarai.adapters.gcp.documents import plain_fields
from scholarai.adapters.gcp.errors import STORE, Dependency, translated_errors
from scholarai.adapters.gcp.notes import COLLECTIONS, NOTES
from scholarai.adapters.gcp.papers import PAPERS
from scholarai.adapters.gcp.reviews import REVIEWS
from scholarai.adapters.gcp.sessions import SESSIONS
from scholarai.adapters.gcp.spending import SPENDING
from scholarai.adapters.gcp.zotero_links import LINKS
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import OwnerId

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, DocumentReference

TOOLKIT_URL = "https://identitytoolkit.googleapis.com"
CHECKS = "account_checks"
_ACCOUNTS = Dependency("accounts", "the account service")
_OWNED = (PAPERS, SESSIONS, REVIEWS, NOTES, COLLECTIONS, LINKS)
_LOOKUP_S = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityPlatformAccounts:
    """Implements `ports.callers.SignInAccounts` by `accounts:lookup`, which needs `firebaseauth.users.get`."""

    session: Callable[[], Any]
    project: str
    url: str = TOOLKIT_URL

    def existing(self, owners: Sequence[OwnerId]) -> frozenset[OwnerId]:
        if not owners:
            return frozenset()
        with translated_errors(_ACCOUNTS):
            answer = self.session().post(
                f"{self.url}/v1/projects/{self.project}/accounts:lookup", json={"localId": owners}, timeout=_LOOKUP_S
            )
            if answer.status_code != 200:
                raise TransientError("accounts_unavailable", f"accounts were not looked up, HTTP {answer.status_code}")
            return frozenset(OwnerId(user["localId"]) for user in answer.json().get("users", ()))


@dataclass(frozen=True, slots=True)
class FirestoreOwners:
    """Implements `ports.callers.OwnerDirectory` and `StoredOwners`; `account_checks/next` holds the owner to resume after.

    Firestore cannot list distinct values, so each query asks every collection for the owner that follows the last one.
    """

    client: Callable[[], Client]

    def all(self) -> Sequence[OwnerId]:
        return list(self._after("", (*_OWNED, SPENDING)))

    def take(self, limit: int) -> Sequence[OwnerId]:
        place = self._checks("next")
        before = (read_document(place).to_dict() or {}).get("after", "")
        owners = [owner for owner, _ in zip(self._after(before), range(limit), strict=False)]
        with translated_errors(STORE):
            place.set({"after": owners[-1] if len(owners) == limit else ""}, retry=RETRY, timeout=COMMIT_S)
        return owners

    def missing(self, owner: OwnerId, now: datetime) -> datetime:
        note = self._note(owner)
        stored = read_document(note)
        if stored.exists:
            since: datetime = plain_fields(stored.to_dict() or {})["since"]
            return since
        with translated_errors(STORE):
            note.set({"since": now}, retry=RETRY, timeout=COMMIT_S)
        return now

    def clear_missing(self, owner: OwnerId) -> None:
        note = self._note(owner)
        if read_document(note).exists:
            with translated_errors(STORE):
                note.delete(retry=RETRY, timeout=COMMIT_S)

    def _after(self, owner: str, kinds: Sequence[str] = _OWNED) -> Iterator[OwnerId]:
        while following := [name for name in (self._next(kind, owner) for kind in kinds) if name is not None]:
            owner = min(following)
            yield OwnerId(owner)

    def _next(self, kind: str, owner: str) -> str | None:
        behind = self.client().collection(kind).where(filter=FieldFilter("owner", ">", owner))
        documents = read_query(behind.order_by("owner").select(["owner"]).limit(1))
        return str(documents[0].get("owner")) if documents else None

    def _note(self, owner: OwnerId) -> DocumentReference:
        return self._checks(hashlib.blake2b(owner.encode(), digest_size=16).hexdigest())

    def _checks(self, name: str) -> DocumentReference:
        return self.client().collection(CHECKS).document(name)
