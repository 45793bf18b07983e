"""Everything that the use cases need, on Google Cloud."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from scholarai.adapters.gcp.accounts import FirestoreOwners
from scholarai.adapters.gcp.catalog import FirestoreCatalog
from scholarai.adapters.gcp.clients import Once, default_credentials, firestore_client, publisher_client, storage_client
from scholarai.adapters.gcp.events import PubSubPublisher
from scholarai.adapters.gcp.leases import FirestoreLeases
from scholarai.adapters.gcp.notes import FirestoreCollectionStore, FirestoreNoteStore
from scholarai.adapters.gcp.papers import FirestorePaperStore
from scholarai.adapters.gcp.publications import FirestorePublicationIndex
from scholarai.adapters.gcp.reviews import FirestoreReviewStore, PubSubStepPublisher
from scholarai.adapters.gcp.sessions import FirestoreSessionStore
from scholarai.adapters.gcp.signing import CloudStorageSigner
from scholarai.adapters.gcp.spending import FirestoreSpendingStore
from scholarai.adapters.gcp.zotero_links import FirestoreLinkStore
from scholarai.adapters.temporary_directories import LockedTemporaryDirectories
from scholarai.config import Settings

if TYPE_CHECKING:
    from scholarai.adapters.gcp.contents import FirestoreContentStore
    from scholarai.adapters.gcp.library_index import FirestoreLibraryIndex
    from scholarai.adapters.gcp.objects import CloudStorageObjects
    from scholarai.adapters.gcp.search import FirestoreChunkSearch


class GcpBackend:
    """Implements `bootstrap.Backend`; adapters and Google's clients are made on first use and kept."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._firestore = Once(lambda: firestore_client(settings))
        self._storage = Once(lambda: storage_client(settings))
        self._publisher = Once(lambda: publisher_client(settings))
        self._credentials = Once(lambda: default_credentials(settings))

    @functools.cached_property
    def papers(self) -> FirestorePaperStore:
        return FirestorePaperStore(self._firestore)

    @functools.cached_property
    def contents(self) -> FirestoreContentStore:
        from scholarai.adapters.gcp.contents import FirestoreContentStore  # loads NumPy, which not every bundle has

        return FirestoreContentStore(self._firestore)

    @functools.cached_property
    def search(self) -> FirestoreChunkSearch:
        from scholarai.adapters.gcp.search import FirestoreChunkSearch  # loads NumPy

        return FirestoreChunkSearch(self._firestore)

    @functools.cached_property
    def sessions(self) -> FirestoreSessionStore:
        return FirestoreSessionStore(self._firestore)

    @functools.cached_property
    def spending(self) -> FirestoreSpendingStore:
        return FirestoreSpendingStore(self._firestore)

    @property
    def read_only(self) -> bool:
        """Tell whether the stores can only be read; a deployment's are always written."""
        return False

    @functools.cached_property
    def objects(self) -> CloudStorageObjects:
        from scholarai.adapters.gcp.objects import CloudStorageObjects  # loads Google's client of Cloud Storage

        return CloudStorageObjects(client=self._storage, bucket=self._settings.papers_bucket)

    @functools.cached_property
    def signer(self) -> CloudStorageSigner:
        return CloudStorageSigner(
            client=self._storage, credentials=self._credentials, bucket=self._settings.papers_bucket
        )

    @functools.cached_property
    def events(self) -> PubSubPublisher:
        return PubSubPublisher(
            client=self._publisher,
            project=self._settings.project,
            events_topic=self._settings.events_topic,
            failed_topic=self._settings.failed_topic,
        )

    @functools.cached_property
    def reviews(self) -> FirestoreReviewStore:
        return FirestoreReviewStore(self._firestore)

    @functools.cached_property
    def review_steps(self) -> PubSubStepPublisher:
        return PubSubStepPublisher(
            client=self._publisher, project=self._settings.project, topic=self._settings.steps_topic
        )

    @functools.cached_property
    def catalog(self) -> FirestoreCatalog:
        return FirestoreCatalog(self._firestore)

    @functools.cached_property
    def notes(self) -> FirestoreNoteStore:
        return FirestoreNoteStore(self._firestore)

    @functools.cached_property
    def collections(self) -> FirestoreCollectionStore:
        return FirestoreCollectionStore(self._firestore)

    @functools.cached_property
    def zotero_links(self) -> FirestoreLinkStore:
        return FirestoreLinkStore(self._firestore)

    @functools.cached_property
    def leases(self) -> FirestoreLeases:
        return FirestoreLeases(self._firestore)

    @functools.cached_property
    def library_index(self) -> FirestoreLibraryIndex:
        from scholarai.adapters.gcp.library_index import FirestoreLibraryIndex  # loads NumPy
        from scholarai.adapters.gcp.listed_papers import ListedLibraries

        return FirestoreLibraryIndex(self._firestore, ListedLibraries(self._firestore))

    @functools.cached_property
    def publications(self) -> FirestorePublicationIndex:
        return FirestorePublicationIndex(self._firestore)

    @functools.cached_property
    def owners(self) -> FirestoreOwners:
        return FirestoreOwners(self._firestore)

    @functools.cached_property
    def temporary_directories(self) -> LockedTemporaryDirectories:
        """The system's own folder is the instance's memory: it goes with the instance, not with a worker that is killed."""
        return LockedTemporaryDirectories.of_system()
