"""Adds an open file of a work to the owner's papers, as if the owner had uploaded it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.spending import Spent, require_storage
from scholarai.domain.values import Value
from scholarai.ports.stores import ObjectStore, PaperStore
from scholarai.services.spending import Spending

PDF = "application/pdf"


class KeepFile(Protocol):
    """Takes a file in."""

    def require_room(self, owner: OwnerId) -> None:
        """Raises LimitReachedError where the owner may not take one more file in today."""
        ...

    def keep(self, record: Paper, file: Path) -> PaperId:
        """Take the PDF of a record in and return the paper that it is now, which may be another one.

        Raises:
            PaperFaultError: If it cannot be read as a paper, where that is tried at once.
            LimitReachedError: If the owner stores as much as is allowed.
            TransientError: If a store failed.
        """
        ...


class KeepAsUpload(Value, frozen=True, kw_only=True):
    """Implements `KeepFile`: puts the file where uploads go, from where its event brings it to extraction.

    `then` gets the record, the generation of its object and how many bytes it has; it may extract it at once.
    """

    papers: PaperStore
    objects: ObjectStore
    stored_bytes: int = 0
    spending: Spending | None = None
    then: Callable[[Paper, int, int], object] | None = None

    def require_room(self, owner: OwnerId) -> None:
        if self.spending is not None:
            self.spending.room_of(owner, "upload")()

    def keep(self, record: Paper, file: Path) -> PaperId:
        size = file.stat().st_size
        if self.stored_bytes:
            require_storage(self.papers.stored_bytes(record.owner) + size, self.stored_bytes)
        generation = self.objects.put(record.object_name, file.read_bytes(), content_type=PDF)
        self.papers.change(record.id, _arrived)
        if self.spending is not None:
            self.spending.count(record.owner, Spent(uploads=1))
        if self.then is not None:
            self.then(record, generation, size)
        return record.id


def _arrived(found: Paper | None) -> Paper | None:
    """Return a record as a paper that waits for extraction, unless that has begun already."""
    return replace(found, status="uploaded") if found is not None and found.status == "record" else found
