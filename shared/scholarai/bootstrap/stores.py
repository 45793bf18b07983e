"""Builds what every part of a system needs: its settings, its stores, the files of its page, and the checks of tokens."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Protocol

from scholarai.bootstrap.once import once
from scholarai.config import Settings, SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scholarai.ports.callers import PushVerifier, StoredOwners, TokenVerifier
    from scholarai.ports.events import EventPublisher
    from scholarai.ports.leases import LeaseStore
    from scholarai.ports.model_choice import ModelChoiceStore
    from scholarai.ports.models import Answerer, Embedder
    from scholarai.ports.notes import CollectionStore, LibraryIndex, NoteStore
    from scholarai.ports.publications import PublicationIndex
    from scholarai.ports.reviews import LibraryCatalog, ReviewStore, StepPublisher
    from scholarai.ports.stores import (
        ChunkSearch,
        ContentStore,
        ObjectStore,
        PaperStore,
        SessionStore,
        SpendingStore,
        UploadSigner,
    )
    from scholarai.ports.temporary_directories import TemporaryDirectories
    from scholarai.ports.zotero import LinkStore
    from scholarai.services.papers.figure_images import FigureImages
    from scholarai.services.under_way import HeldLeases
    from scholarai.setting import Environment


class Backend(Protocol):
    """The stores of a system: one property per port, each made on first use and kept for the life of the process."""

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
    def notes(self) -> NoteStore: ...
    @property
    def collections(self) -> CollectionStore: ...
    @property
    def zotero_links(self) -> LinkStore: ...
    @property
    def leases(self) -> LeaseStore: ...
    @property
    def owners(self) -> StoredOwners: ...
    @property
    def library_index(self) -> LibraryIndex: ...
    @property
    def publications(self) -> PublicationIndex: ...
    @property
    def temporary_directories(self) -> TemporaryDirectories: ...


def settings_of(environment: Environment) -> Settings:
    """Return the settings of an environment, with the model that was chosen on the page of a server on this machine.

    Raises:
        SettingsError: If a setting is wrong.
        ConflictError: If what was chosen cannot be read.
    """
    settings = Settings.from_env(environment)
    if settings.backend != "embedded" or settings.identity != "local":
        return settings
    from scholarai.adapters.embedded.model_choice import FileModelChoice

    choice = FileModelChoice(settings.data_dir).read()
    if choice is None:
        return settings
    from scholarai.config_choice import with_choice

    return Settings.from_env(with_choice(environment, choice))


class Stores:
    """Settings and stores of one system."""

    def __init__(
        self,
        settings: Settings | None = None,
        backend: Backend | None = None,
        *,
        embedder: Embedder | None = None,
        answerer: Answerer | None = None,
    ) -> None:
        """Use what is given; what is None is made on first use.

        Args:
            settings: None: those of the environment.
            backend: None: the one that the settings name.
            embedder: None: the model that the settings name.
            answerer: None: the model that the settings name.
        """
        self._settings = settings
        self._backend = backend
        self._embedder = embedder
        self._answerer = answerer

    @once
    def settings(self) -> Settings:
        """Return the settings of this system."""
        return self._settings or settings_of(os.environ)

    def authorized_session(self) -> Any:
        """Return an HTTP session with the credentials of this deployment on Google Cloud."""
        from scholarai.adapters.gcp.clients import authorized_session

        return authorized_session()

    def model_choice(self) -> ModelChoiceStore | None:
        """Return the store of the model that is chosen on the page, or None if only the operator may choose it."""
        settings = self.settings()
        if self._settings is not None or settings.backend != "embedded" or settings.identity != "local":
            return None
        from scholarai.adapters.embedded.model_choice import FileModelChoice

        return FileModelChoice(settings.data_dir)

    @once
    def backend(self) -> Backend:
        """Return the backend that was given, or the one that the settings name."""
        if self._backend is not None:
            return self._backend
        match self.settings().backend:
            case "embedded":
                from scholarai.adapters.embedded.backend import EmbeddedBackend

                return EmbeddedBackend(self.settings())
            case "gcp":
                from scholarai.adapters.gcp.backend import GcpBackend

                return GcpBackend(self.settings())

    @once
    def held(self) -> HeldLeases:
        """Return the leases that this process holds on papers and reviews."""
        from scholarai.services.under_way import HeldLeases

        return HeldLeases()

    def store_checks(self) -> Mapping[str, Callable[[], object]]:
        """Return one small read per store for health checks; there is no paper and no object of these names."""
        from scholarai.domain.ids import PaperId

        return {
            "papers": lambda: self.backend().papers.get(PaperId("health")),
            "objects": lambda: self.backend().objects.read("health"),
        }

    def figure_images(self) -> FigureImages:
        from scholarai.services.papers.figure_images import FigureImages

        return FigureImages(objects=self.backend().objects)

    @once
    def token_verifier(self) -> TokenVerifier | None:
        """Return the verifier of ID tokens, or None where there is one local user only."""
        match self.settings().identity:
            case "local":
                return None
            case "firebase":
                from scholarai.adapters.gcp.identity import CERTIFICATES_URL, Certificates, FirebaseVerifier

                certificates = Certificates(self.settings().identity_certificates or CERTIFICATES_URL)
                return FirebaseVerifier(self.settings().identity_project, certificates)

    @once
    def push_verifier(self) -> PushVerifier | None:
        """Return the verifier of push tokens, or None where only this machine can reach the process."""
        allowed, service = self.settings().push_accounts, self.settings().service
        if not allowed and service:
            raise SettingsError(
                "SCHOLARAI_PUSH_ACCOUNTS is empty; it must name the accounts that push events to this function"
            )
        if not allowed:
            return None
        from scholarai.adapters.gcp.identity import Certificates
        from scholarai.adapters.gcp.push_identity import CERTIFICATES_URL, GooglePushVerifier, address_of_service

        audience = self.settings().push_audience
        return GooglePushVerifier(
            accounts=allowed,
            is_audience=audience.__eq__ if audience else address_of_service(service),
            certificates=Certificates(self.settings().push_certificates or CERTIFICATES_URL),
            signatures_removed=bool(service),
        )

    @once
    def site_files(self) -> ObjectStore | None:
        """Return the bucket of the built page, or None where others serve the page."""
        if not self.settings().site_bucket:
            return None
        from scholarai.adapters.gcp.clients import Once, storage_client
        from scholarai.adapters.gcp.objects import CloudStorageObjects

        return CloudStorageObjects(
            client=Once(lambda: storage_client(self.settings())), bucket=self.settings().site_bucket
        )
