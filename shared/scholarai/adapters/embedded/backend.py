"""Everything that the use cases need, on one machine, in one folder."""

from __future__ import annotations

import contextlib
import functools
import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from scholarai.adapters.embedded.archive import write_archive
from scholarai.adapters.embedded.catalog import SqliteCatalog
from scholarai.adapters.embedded.contents import SqliteContentStore
from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.erasing import erase
from scholarai.adapters.embedded.events import EventQueue, SqliteEventPublisher
from scholarai.adapters.embedded.leases import SqliteLeases
from scholarai.adapters.embedded.migration import drop_copies
from scholarai.adapters.embedded.notes import SqliteCollectionStore, SqliteNoteStore
from scholarai.adapters.embedded.objects import FileObjectStore
from scholarai.adapters.embedded.publications import SqlitePublicationIndex
from scholarai.adapters.embedded.query_words import RareWords
from scholarai.adapters.embedded.records import SqliteOwners, SqlitePaperStore, SqliteSessionStore, SqliteSpendingStore
from scholarai.adapters.embedded.reserve import Reserve
from scholarai.adapters.embedded.reviews import QueuedStepPublisher, SqliteReviewStore
from scholarai.adapters.embedded.search import SqliteChunkSearch
from scholarai.adapters.embedded.signing import LocalSigner, read_secret
from scholarai.adapters.embedded.vector_cache import MatrixCache
from scholarai.adapters.embedded.vector_index import VectorIndex
from scholarai.adapters.embedded.verifying import FindLocalLeftovers, VerifyLibrary
from scholarai.adapters.embedded.zotero_links import SqliteLinkStore
from scholarai.adapters.system import RandomIds, SystemClock
from scholarai.adapters.temporary_directories import LockedTemporaryDirectories
from scholarai.config import Settings
from scholarai.domain.errors import ConflictError, TransientError

if TYPE_CHECKING:
    from scholarai.adapters.embedded.library_index import SqliteLibraryIndex
    from scholarai.domain.paper import PaperEvent

DEFAULT_BUCKET = "scholarai-local"
# A guess: how long closing a library may take; the next close does the rest.
ERASE_S = 5.0

_log = logging.getLogger(__name__)


class EmbeddedBackend:
    """Implements `bootstrap.Backend`; each adapter is made on first use and kept.

    `queue` holds the object store's events that wait for delivery; the local server delivers them.
    """

    def __init__(self, settings: Settings, *, now: Callable[[], datetime] | None = None) -> None:
        self._settings = settings
        self._now = now or SystemClock().now
        self._database = Database(settings.data_dir / "scholarai.db", read_only=settings.read_only)

    @functools.cached_property
    def queue(self) -> EventQueue:
        return EventQueue(self._database)

    @functools.cached_property
    def papers(self) -> SqlitePaperStore:
        return SqlitePaperStore(self._database)

    @functools.cached_property
    def contents(self) -> SqliteContentStore:
        return SqliteContentStore(self._database)

    @functools.cached_property
    def search(self) -> SqliteChunkSearch:
        return SqliteChunkSearch(self._database, MatrixCache(), VectorIndex(self._database), RareWords())

    @functools.cached_property
    def sessions(self) -> SqliteSessionStore:
        return SqliteSessionStore(self._database)

    @functools.cached_property
    def spending(self) -> SqliteSpendingStore:
        return SqliteSpendingStore(self._database)

    @functools.cached_property
    def objects(self) -> FileObjectStore:
        return FileObjectStore(
            database=self._database,
            queue=self.queue,
            folder=self._settings.data_dir / "objects",
            bucket=self._settings.papers_bucket or DEFAULT_BUCKET,
            now=self._now,
            new_id=RandomIds().new,
        )

    @functools.cached_property
    def signer(self) -> LocalSigner:
        kept = None if self.read_only else self._settings.data_dir / "signing.key"
        secret = functools.cache(lambda: read_secret(kept))
        return LocalSigner(base_url=self._settings.public_url, secret=secret)

    @functools.cached_property
    def events(self) -> SqliteEventPublisher:
        return SqliteEventPublisher(self._database, _log_event)

    @functools.cached_property
    def reviews(self) -> SqliteReviewStore:
        return SqliteReviewStore(self._database)

    @functools.cached_property
    def review_steps(self) -> QueuedStepPublisher:
        return QueuedStepPublisher(self._database, self.queue, self._now)

    @functools.cached_property
    def catalog(self) -> SqliteCatalog:
        return SqliteCatalog(self._database)

    @functools.cached_property
    def notes(self) -> SqliteNoteStore:
        return SqliteNoteStore(self._database)

    @functools.cached_property
    def collections(self) -> SqliteCollectionStore:
        return SqliteCollectionStore(self._database)

    @functools.cached_property
    def zotero_links(self) -> SqliteLinkStore:
        return SqliteLinkStore(self._database)

    @functools.cached_property
    def owners(self) -> SqliteOwners:
        return SqliteOwners(self._database)

    @functools.cached_property
    def leases(self) -> SqliteLeases:
        return SqliteLeases(self._database)

    @functools.cached_property
    def library_index(self) -> SqliteLibraryIndex:
        from scholarai.adapters.embedded.library_index import SqliteLibraryIndex  # loads NumPy

        return SqliteLibraryIndex(self._database)

    @functools.cached_property
    def publications(self) -> SqlitePublicationIndex:
        return SqlitePublicationIndex(self._database)

    @functools.cached_property
    def temporary_directories(self) -> LockedTemporaryDirectories:
        if self.read_only:
            return LockedTemporaryDirectories.of_system()
        return LockedTemporaryDirectories(self._settings.data_dir / "work")

    @contextlib.contextmanager
    def room_to_delete(self) -> Iterator[None]:
        """Free the reserved space for the body, which deletes something, if the disk is full."""
        with self._reserve.given_up():
            self._database.try_to_write()
            yield

    def keep_room(self) -> None:
        """Reserve room on the disk for deletions, for `room_to_delete`."""
        self._reserve.keep()

    @functools.cached_property
    def _reserve(self) -> Reserve:
        return Reserve(self._settings.data_dir)

    @property
    def data_folder(self) -> Path:
        return self._settings.data_dir

    @property
    def read_only(self) -> bool:
        """Whether the library is open for reading only; conversations then last as long as the process."""
        return self._database.read_only

    def leftovers(self) -> FindLocalLeftovers:
        """Return the search for orphans."""
        return FindLocalLeftovers(
            database=self._database,
            objects=self.objects.folder,
            bucket=self.objects.bucket,
            temporary_directories=self.temporary_directories,
        )

    def check(self) -> None:
        """Check the database for damage, and that it belongs to its folder; nothing is changed.

        Raises:
            ConflictError: If it is damaged or another one; `action` says the way out.
        """
        self._database.check()

    def erase(self, budget_s: float = ERASE_S) -> bool:
        """Erase what deletions left in the files, for about `budget_s` seconds, and return whether nothing is left."""
        return erase(self._database, budget_s)

    def verify(self) -> VerifyLibrary:
        """Return the check of every document and every file."""
        return VerifyLibrary(self._database, self.objects.folder)

    def back_up(self, target: Path) -> list[str]:
        """Write the whole library to a file and return what `verify` says of what was written.

        Raises:
            ConflictError: If there are problems and the file exists, which is kept.
        """
        with self.temporary_directories.folder() as scratch:
            return write_archive(self._database, scratch, target)

    def close(self) -> None:
        """Erase deleted data and close the database, so that the folder can be moved or removed."""
        if self._database.is_open and not self.read_only:
            with contextlib.suppress(TransientError, ConflictError):  # the next start does it
                self.erase()
        self._database.close()

    def put_off(self) -> None:
        """Release the work of this process, which is about to end, for the next one; that counts as no attempt."""
        if self.read_only:
            return
        self.papers.release_claims(self._now())
        self.queue.take_back(self._now())

    def recover(self) -> None:
        """Clean up after a server that was killed. The caller must hold the lock on the folder."""
        with self._database.writing(durable=True):
            pass  # from here on, a copy of the database from before this start counts as older
        drop_copies(self._database.path, self._now())
        _log.info(
            "store recovered",
            extra={
                "orphan_files": self.objects.sweep(),
                "orphan_folders": self.temporary_directories.sweep() + LockedTemporaryDirectories.of_system().sweep(),
                "waiting_events": self.queue.recover(self._now()),
                "released_claims": self.papers.release_claims(self._now()),
                "expired_review_leases": self.reviews.expire_leases(self._now()),
                "expired_answer_leases": self.sessions.expire_leases(self._now()),
                "expired_sessions": self.sessions.delete_expired(self._now()),
            },
        )
        aside = [path for path in self.objects.quarantine.glob("*/*") if path.is_file()]
        if aside:
            _log.warning("files in quarantine", extra={"folder": str(self.objects.quarantine), "files": len(aside)})


def _log_event(event: PaperEvent) -> None:
    _log.info(
        "paper event published",
        extra={"type": event.type, "paper_id": event.paper_id, "generation": event.generation, "code": event.code},
    )
