"""What this process is set to, and where it keeps things."""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Protocol

from scholarai.config import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scholarai.ports.events import EventPublisher
    from scholarai.ports.objects import ObjectStore, UploadSigner
    from scholarai.ports.papers import ChunkSearch, ContentStore, PaperStore
    from scholarai.ports.reviews import LibraryCatalog, ReviewStore, StepPublisher
    from scholarai.ports.sessions import SessionStore
    from scholarai.ports.spending import SpendingStore
    from scholarai.ports.workroom import Workroom


class Backend(Protocol):
    """Where things are kept: one property per port, each made on first use and kept for the life of the process."""

    @property
    def papers(self) -> PaperStore: ...
    @property
    def contents(self) -> ContentStore: ...
    @property
    def search(self) -> ChunkSearch: ...
    @property
    def sessions(self) -> SessionStore: ...
    @property
    def spending(self) -> SpendingStore: ...
    @property
    def objects(self) -> ObjectStore: ...
    @property
    def signer(self) -> UploadSigner: ...
    @property
    def events(self) -> EventPublisher: ...
    @property
    def reviews(self) -> ReviewStore: ...
    @property
    def review_steps(self) -> StepPublisher: ...
    @property
    def catalog(self) -> LibraryCatalog: ...
    @property
    def workroom(self) -> Workroom: ...


@functools.cache
def settings() -> Settings:
    """Return the settings of this process."""
    return Settings.from_env(os.environ)


@functools.cache
def backend() -> Backend:
    """Return the backend that the settings name."""
    match settings().backend:
        case "embedded":
            from scholarai.adapters.embedded.backend import EmbeddedBackend

            return EmbeddedBackend(settings())
        case "gcp":
            from scholarai.adapters.gcp.backend import GcpBackend

            return GcpBackend(settings())


def store_checks() -> Mapping[str, Callable[[], object]]:
    """Return one small read per store, for health checks: there is no paper and no object of these names."""
    from scholarai.domain.ids import PaperId

    return {
        "papers": lambda: backend().papers.get(PaperId("health")),
        "objects": lambda: backend().objects.read("health"),
    }
