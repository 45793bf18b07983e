"""Builds the services that ask outside services for published works and add these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.library import Library
from scholarai.bootstrap.once import once

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scholarai.adapters.literature.client import LiteratureClient
    from scholarai.domain.service_names import ServiceName
    from scholarai.ports.literature import LiteratureService, OpenFiles
    from scholarai.ports.turns import HostTurns
    from scholarai.services.literature.adding import AddWork
    from scholarai.services.literature.discovering import Discover
    from scholarai.services.literature.finding import FindWork
    from scholarai.services.literature.importing import ImportEntries
    from scholarai.services.literature.keeping import KeepFile
    from scholarai.services.literature.renewing import RenewNotices


class Adding(Library):
    """The services of published works."""

    def add_work(self, keep: KeepFile | None = None) -> AddWork:
        """Return what adds works; `keep` takes their files in, None: as uploads."""
        from scholarai.adapters.system import SystemClock
        from scholarai.services.literature.adding import AddWork

        return AddWork(
            find=self.find_work(),
            papers=self.backend().papers,
            publications=self.backend().publications,
            files=self.open_files(),
            keep=keep or self._as_upload(),
            notices=self.notice_table(),
            temporary_directories=self.backend().temporary_directories,
            clock=SystemClock(),
            max_bytes=self.settings().max_upload_bytes,
        )

    def import_entries(self) -> ImportEntries:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.literature.importing import ImportEntries

        return ImportEntries(add=self.add_work(), clock=SystemClock())

    def discover(self) -> Discover:
        """Return what searches beyond one's own files."""
        from scholarai.services.literature.discovering import Discover

        settings = self.settings()
        keys = {"openalex": settings.openalex_key, "semantic_scholar": settings.semantic_scholar_key}
        return Discover(
            services=self.search_services(),
            allowed=frozenset(settings.literature),
            keyless=frozenset(name for name in settings.literature if keys.get(name) == ""),
            find=self.find_cited(),
            notices=self.notice_table(),
            embedder=self.embedder,
        )

    def find_work(self) -> FindWork:
        from scholarai.services.literature.finding import FindWork

        return FindWork(services=self.literature_services(), allowed=frozenset(self.settings().literature))

    def renew_notices(self) -> RenewNotices:
        """Return what renews the table of retractions, which the backend must have."""
        from scholarai.adapters.literature.crossref import Crossref
        from scholarai.adapters.literature.notice_table import FileNoticeTable
        from scholarai.adapters.system import SystemClock
        from scholarai.services.literature.renewing import RenewNotices

        source, table = self.literature_services()["crossref"], self.notice_table()
        assert isinstance(source, Crossref)  # noqa: S101  - the row of that name
        if not isinstance(table, FileNoticeTable):
            from scholarai.domain.errors import ConflictError

            raise ConflictError("notices_elsewhere", "the table of retractions is kept on one machine alone")
        return RenewNotices(source=source, table=table, papers=self.backend().papers, clock=SystemClock())

    @once
    def literature_services(self) -> Mapping[ServiceName, LiteratureService]:
        """Return all outside services by name, whether they may be asked or not."""
        from scholarai.adapters.literature.services import make_services
        from scholarai.adapters.system import SystemClock

        return make_services(self.settings(), self.literature_client(), SystemClock())

    @once
    def search_services(self) -> Mapping[ServiceName, LiteratureService]:
        """Return all outside services for people who wait; they share the pace of the others."""
        from dataclasses import replace

        from scholarai.adapters.literature.services import make_services
        from scholarai.adapters.system import SystemClock
        from scholarai.services.literature.discovering import WAIT_S

        return make_services(self.settings(), replace(self.literature_client(), deadline_s=WAIT_S), SystemClock())

    @once
    def literature_client(self) -> LiteratureClient:
        """Return what asks outside services; its gates are shared by all that ask."""
        from scholarai.adapters.literature.cache import ReplyCache
        from scholarai.adapters.literature.client import Gates, LiteratureClient, over_http

        settings = self.settings()
        kept = ReplyCache(folder=settings.data_dir / "literature") if settings.backend == "embedded" else None
        return LiteratureClient(
            transport=over_http,
            gates=Gates(),
            contact=settings.literature_contact,
            cache=kept,
            turns=self.host_turns(),
        )

    @once
    def host_turns(self) -> HostTurns | None:
        """Return the turns at outside hosts that instances share; None where there is one process."""
        if self.settings().backend != "gcp":
            return None
        from scholarai.adapters.gcp.clients import Once, firestore_client
        from scholarai.adapters.gcp.turns import FirestoreHostTurns
        from scholarai.adapters.system import SystemClock

        return FirestoreHostTurns(client=Once(lambda: firestore_client(self.settings())), clock=SystemClock())

    @once
    def open_files(self) -> OpenFiles:
        """Return what fetches open files."""
        from scholarai.adapters.literature.open_files import PublicFiles

        return PublicFiles(gates={}, turns=self.host_turns(), contact=self.settings().literature_contact)

    def _as_upload(self) -> KeepFile:
        from scholarai.services.literature.keeping import KeepAsUpload

        return KeepAsUpload(
            papers=self.backend().papers,
            objects=self.backend().objects,
            stored_bytes=self.stored_bytes(),
            spending=self.spending(),
        )
