"""What all services of a system share: its settings, its stores, its clock and ids, who may call, and the limits of owners.

Imports inside methods are of packages or adapters that only some deployments have or that are slow to load, such as Google's
clients.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from scholarai.adapters.embedded.choices import connections_in, model_choice_in
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.system import RandomIds, SystemClock
from scholarai.bootstrap.once import once, once_attribute
from scholarai.config import Settings, SettingsError
from scholarai.config.connections import with_choice, with_connections
from scholarai.config.setting import Environment
from scholarai.domain.connections import Connections, ModelChoice
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import MIB
from scholarai.domain.spending import DailyLimits
from scholarai.ports.callers import PushVerifier, TokenVerifier
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.events import EventPublisher
from scholarai.ports.leases import LeaseStore
from scholarai.ports.model_choice import ChoiceStore
from scholarai.ports.models import Answerer, Embedder
from scholarai.ports.notes import LibraryIndex
from scholarai.ports.reviews import LibraryCatalog, StepPublisher
from scholarai.ports.stores import ChunkSearch, ObjectStore, PublicationIndex, UploadSigner
from scholarai.ports.temporary_directories import TemporaryDirectories
from scholarai.ports.turns import HostTurns
from scholarai.services.leases import HeldLeases
from scholarai.services.moving.stores import LibraryStores
from scholarai.services.spending import Spending

if TYPE_CHECKING:
    from scholarai.bootstrap.models import Models


class Backend(LibraryStores, Protocol):
    """The stores of a system: one property per port, each made on first use and kept for the life of the process."""

    @property
    def read_only(self) -> bool: ...
    @property
    def search(self) -> ChunkSearch: ...
    @property
    def signer(self) -> UploadSigner: ...
    @property
    def events(self) -> EventPublisher: ...
    @property
    def review_steps(self) -> StepPublisher: ...
    @property
    def catalog(self) -> LibraryCatalog: ...
    @property
    def leases(self) -> LeaseStore: ...
    @property
    def library_index(self) -> LibraryIndex: ...
    @property
    def publications(self) -> PublicationIndex: ...
    @property
    def temporary_directories(self) -> TemporaryDirectories: ...


class System:
    """The settings and stores of one system. Two systems in one process share nothing but the processor."""

    def __init__(
        self,
        settings: Settings | None = None,
        backend: Backend | None = None,
        *,
        embedder: Embedder | None = None,
        answerer: Answerer | None = None,
        clock: Clock | None = None,
        ids: IdSource | None = None,
    ) -> None:
        """Use what is given; what is None is made on first use: as the settings name it, and these as the environment has them."""
        self._settings = settings
        self._backend = backend
        self.clock = clock or SystemClock()
        self.ids = ids or RandomIds()
        self._embedder = embedder
        self._answerer = answerer

    @once_attribute
    def models(self) -> Models:
        """The models that the settings name, each made when it is first asked for."""
        from scholarai.bootstrap.models import Models

        return Models(
            self.settings,
            lambda: self.backend().spending,
            self.clock,
            embedder=self._embedder,
            answerer=self._answerer,
        )

    @once
    def settings(self) -> Settings:
        """Return the settings of this system."""
        return self._settings or settings_of(os.environ)

    def authorized_session(self) -> Any:
        """Return an HTTP session with the credentials of this deployment on Google Cloud."""
        from scholarai.adapters.gcp.clients import authorized_session

        return authorized_session()

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

    def store_checks(self) -> Mapping[str, Callable[[], object]]:
        """Return one small read per store for health checks; there is no paper and no object of these names."""
        return {
            "papers": lambda: self.backend().papers.get(PaperId("health")),
            "objects": lambda: self.backend().objects.read("health"),
        }

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

    @once
    def host_turns(self) -> HostTurns | None:
        """Return the turns at outside hosts that instances share; None where there is one process."""
        if self.settings().backend != "gcp":
            return None
        from scholarai.adapters.gcp.clients import Once, firestore_client
        from scholarai.adapters.gcp.turns import FirestoreHostTurns

        return FirestoreHostTurns(client=Once(lambda: firestore_client(self.settings())), clock=self.clock)

    @once
    def spending(self) -> Spending:
        """Return what counts what owners take of their days, and refuses what goes beyond."""
        settings = self.settings()
        limits = DailyLimits(
            questions=settings.daily_questions,
            tokens=settings.daily_tokens,
            cost_usd=settings.daily_cost_usd,
            uploads=settings.daily_uploads,
            pages=settings.daily_pages,
            reading_s=settings.daily_reading_s,
        )
        return Spending(store=self.backend().spending, clock=self.clock, limits=limits)

    def stored_bytes(self) -> int:
        """Return what all files of one owner may have together, 0 for any size."""
        return self.settings().stored_mib * MIB

    def reading_limits(self) -> ReadLimits:
        """Return what a process that reads or marks one file may cost."""
        return ReadLimits(
            file_bytes=self.settings().max_upload_bytes,
            pages=self.settings().max_pages,
            wall_s=self.settings().read_wall_s,
            cpu_s=self.settings().read_cpu_s,
            memory_bytes=self.settings().read_memory_bytes,
            ocr=self.settings().ocr,
            ocr_languages=self.settings().ocr_languages,
        )

    def model_choice(self) -> ChoiceStore[ModelChoice] | None:
        """Return the store of the model that is chosen on the page, or None if only the operator may choose it."""
        return model_choice_in(self.settings().data_dir) if self._is_chosen_on_page() else None

    def connections(self) -> ChoiceStore[Connections] | None:
        """Return the store of what is connected on the page, or None if only the operator may connect something."""
        return connections_in(self.settings().data_dir) if self._is_chosen_on_page() else None

    def _is_chosen_on_page(self) -> bool:
        settings = self.settings()
        return self._settings is None and settings.backend == "embedded" and settings.identity == "local"

    @once
    def held_leases(self) -> HeldLeases:
        """Return the leases that this process holds on papers and reviews."""
        return HeldLeases()


def settings_of(environment: Environment) -> Settings:
    """Return the settings of an environment, with what was chosen on the page of a server on this machine.

    Raises:
        SettingsError: If a setting is wrong.
        ConflictError: If what was chosen cannot be read.
    """
    settings = Settings.from_env(environment)
    if settings.backend != "embedded" or settings.identity != "local":
        return settings
    choice, connected = model_choice_in(settings.data_dir).read(), connections_in(settings.data_dir).read()
    if choice is None and connected is None:
        return settings
    return Settings.from_env(with_connections(with_choice(environment, choice), connected))
