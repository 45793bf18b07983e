"""Leases in Firestore, shared by all instances of all functions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from scholarai.adapters.gcp.changes import Change, change_document

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, DocumentReference

    from scholarai.adapters.gcp.calls import StoredDocument

LEASES = "leases"


@dataclass(frozen=True, slots=True)
class FirestoreLeases:
    """Implements `ports.leases.LeaseStore` with `leases/{name's digest}`."""

    client: Callable[[], Client]

    def take(self, name: str, holder: str, *, now: datetime, until: datetime) -> bool:
        def decide(stored: StoredDocument) -> Change[bool]:
            held = _fields(stored)
            if held and held["holder"] != holder and now < held["expires_at"] <= until + (until - now):
                return Change(result=False, fields=held)
            return Change(result=True, fields={"name": name, "holder": holder, "expires_at": until})

        return change_document(self.client(), self._reference(name), decide)

    def give_back(self, name: str, holder: str) -> None:
        def decide(stored: StoredDocument) -> Change[None]:
            held = _fields(stored)
            return Change(result=None, fields=None if not held or held["holder"] == holder else held)

        change_document(self.client(), self._reference(name), decide)

    def _reference(self, name: str) -> DocumentReference:
        digest = hashlib.blake2b(name.encode(), digest_size=16).hexdigest()
        return self.client().collection(LEASES).document(digest)


def _fields(stored: StoredDocument) -> dict[str, Any]:
    return (stored.to_dict() or {}) if stored.exists else {}
