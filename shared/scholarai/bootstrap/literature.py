"""Makes the services that find and add published works, and the clients of outside services."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scholarai.adapters.literature.cache import ReplyCache
from scholarai.adapters.literature.client import Gates, LiteratureClient, make_services
from scholarai.adapters.literature.client import over_http as literature_over_http
from scholarai.adapters.literature.crossref import Crossref
from scholarai.adapters.literature.notice_table import FileNoticeTable
from scholarai.adapters.literature.open_files import PublicFiles
from scholarai.bootstrap.library import LibraryServices
from scholarai.bootstrap.once import once
from scholarai.bootstrap.system import System
from scholarai.domain.errors import ConflictError
from scholarai.domain.paper import Paper
from scholarai.domain.service_names import ROWS, ServiceName
from scholarai.ports.literature import LiteratureService, OpenFiles
from scholarai.services.literature.adding import AddWork, ImportEntries
from scholarai.services.literature.describing import CALL_S, DescribeReadPaper
from scholarai.services.literature.discovering import WAIT_S, Discover
from scholarai.services.literature.finding import FindWork
from scholarai.services.literature.open_files import KeepAsUpload, KeepFile
from scholarai.services.literature.renewing import RenewNotices


@dataclass(eq=False)
class LiteratureServices:
    """The services of published works."""

    system: System
    library: LibraryServices

    def add_work(self, keep: KeepFile | None = None) -> AddWork:
        """Return what adds works; `keep` takes their files in, None: as uploads."""
        return AddWork(
            find=self.find_work(),
            papers=self.system.backend().papers,
            publications=self.system.backend().publications,
            files=self.open_files(),
            keep=keep or self.as_upload(),
            notices=self.library.notice_table(),
            temporary_directories=self.system.backend().temporary_directories,
            clock=self.system.clock,
            max_bytes=self.system.settings().max_upload_bytes,
        )

    def as_upload(self, then: Callable[[Paper, int, int], object] | None = None) -> KeepFile:
        """Return what keeps files as uploads; `then` is called for each, as `KeepAsUpload` says."""
        return KeepAsUpload(
            papers=self.system.backend().papers,
            objects=self.system.backend().objects,
            stored_bytes=self.system.stored_bytes(),
            spending=self.system.spending(),
            then=then,
        )

    def import_entries(self) -> ImportEntries:
        return ImportEntries(add=self.add_work(), clock=self.system.clock)

    def find_work(self) -> FindWork:
        return FindWork(services=self.services(), allowed=frozenset(self.system.settings().literature))

    def discover(self) -> Discover:
        """Return what searches beyond one's own files."""
        settings = self.system.settings()
        without_key = {row.name for row in ROWS if row.key_setting and not getattr(settings, row.key_setting)}
        return Discover(
            services=self.search_services(),
            allowed=frozenset(settings.literature),
            keyless=frozenset(settings.literature) & without_key,
            find=self.library.find_cited(),
            notices=self.library.notice_table(),
            embedder=self.system.models.embedder,
        )

    def describe_read_paper(self) -> DescribeReadPaper:
        """Return what describes PDFs by what outside services know of them."""
        client = dataclasses.replace(self.client(), deadline_s=CALL_S)
        return DescribeReadPaper(
            services=make_services(self.system.settings(), client, self.system.clock),
            allowed=frozenset(self.system.settings().literature),
            papers=self.system.backend().papers,
            same=self.library.papers.record_same_paper(),
            clock=self.system.clock,
        )

    def renew_notices(self) -> RenewNotices:
        """Return the use case that renews the table of retractions, which the backend must have."""
        source, table = self.services()["crossref"], self.library.notice_table()
        assert isinstance(source, Crossref)  # noqa: S101  - the row of that name
        if not isinstance(table, FileNoticeTable):
            raise ConflictError("notices_elsewhere", "the table of retractions is kept on one machine alone")
        return RenewNotices(source=source, table=table, papers=self.system.backend().papers, clock=self.system.clock)

    @once
    def services(self) -> Mapping[ServiceName, LiteratureService]:
        """Return all outside services by name, whether they may be asked or not."""
        return make_services(self.system.settings(), self.client(), self.system.clock)

    @once
    def search_services(self) -> Mapping[ServiceName, LiteratureService]:
        """Return all outside services for interactive use; they share their rate limits with the others."""
        return make_services(
            self.system.settings(), dataclasses.replace(self.client(), deadline_s=WAIT_S), self.system.clock
        )

    @once
    def client(self) -> LiteratureClient:
        """Return what asks outside services; its gates are shared by all that ask."""
        settings = self.system.settings()
        kept = ReplyCache(folder=settings.data_dir / "literature") if settings.backend == "embedded" else None
        return LiteratureClient(
            transport=literature_over_http,
            gates=Gates(),
            contact=settings.literature_contact,
            cache=kept,
            turns=self.system.host_turns(),
        )

    @once
    def open_files(self) -> OpenFiles:
        """Return what fetches open files."""
        return PublicFiles(gates={}, turns=self.system.host_turns(), contact=self.system.settings().literature_contact)

    def find_for_people(self) -> FindWork:
        """Return the service that looks up works while a user waits."""
        return FindWork(services=self.search_services(), allowed=frozenset(self.system.settings().literature))
