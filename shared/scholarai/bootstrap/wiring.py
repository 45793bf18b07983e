"""The composition root: makes every service of a system from its settings, stores and models.

An `App` is one system. Services are values without state and are made when they are asked for; what is kept for the life of a
system is marked with `once`. Imports inside methods are of packages or adapters that only some deployments have or that are
slow to load, such as Google's clients.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import structs

from scholarai.adapters.embedded.model_choice import FileModelChoice
from scholarai.adapters.literature.cache import ReplyCache
from scholarai.adapters.literature.client import Gates, LiteratureClient
from scholarai.adapters.literature.client import over_http as literature_over_http
from scholarai.adapters.literature.notice_table import FileNoticeTable, NoNotices
from scholarai.adapters.literature.open_files import PublicFiles
from scholarai.adapters.literature.rate_limiter import Gate
from scholarai.adapters.models.offers import in_use, offers
from scholarai.adapters.models.prices import vectors_usd
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.system import RandomIds, SystemClock
from scholarai.adapters.zotero.client import LOCAL_LIMITS, WEB_LIMITS, WEB_URL, Send, ZoteroClient
from scholarai.adapters.zotero.client import over_http as zotero_over_http
from scholarai.adapters.zotero.key_file import read_key
from scholarai.bootstrap.models import Models
from scholarai.bootstrap.once import once
from scholarai.config import Settings, SettingsError
from scholarai.config.model_choice import with_choice
from scholarai.config.models import Role
from scholarai.config.setting import Environment
from scholarai.domain.errors import ConflictError, InvalidRequestError, TransientError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import EVENT_FUNCTION_S, MIB
from scholarai.domain.model_choice import ModelChoice
from scholarai.domain.paper import Paper
from scholarai.domain.review import Review
from scholarai.domain.service_names import ROWS, ServiceName
from scholarai.domain.spending import DailyLimits
from scholarai.ports.callers import PushVerifier, SignInAccounts, StoredOwners, TokenVerifier
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.events import EventPublisher
from scholarai.ports.leases import LeaseStore
from scholarai.ports.literature import LiteratureService, OpenFiles
from scholarai.ports.model_choice import FoundServer, ModelChoiceStore
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
from scholarai.ports.turns import HostTurns
from scholarai.ports.zotero import LinkStore, ZoteroServer
from scholarai.prompting.prompt import ChatLimits
from scholarai.services.chat.asking import AskPapers, ChatRules
from scholarai.services.chat.brief import BriefPaper
from scholarai.services.chat.figures import ShowFigures
from scholarai.services.chat.running_answers import RunningAnswers
from scholarai.services.chat.sessions import Sessions
from scholarai.services.checking.nearest import FindNearest
from scholarai.services.checking.passages import SearchPassages
from scholarai.services.checking.reading import ReadClaims
from scholarai.services.checking.references import CheckReferences
from scholarai.services.checking.sources import FindSources
from scholarai.services.checking.text import CheckText
from scholarai.services.exporting.annotated import AnnotatePdf
from scholarai.services.exporting.conversations import ExportConversation
from scholarai.services.exporting.papers import ExportPapers
from scholarai.services.extraction.charging import Charging
from scholarai.services.leases import ExclusiveLease, HeldLeases
from scholarai.services.library.checking import CheckQuotes
from scholarai.services.library.cited_passage import FindCitedPassage
from scholarai.services.library.missing import ListMissing
from scholarai.services.library.open_papers import EachPaper, OpenPapers
from scholarai.services.library.passages import FindPassages, NearestPapers, SearchPaper
from scholarai.services.library.references import FindCited, FindRelated, ListReferences
from scholarai.services.library.search import FindInLibrary, SearchLibrary
from scholarai.services.literature.adding import AddWork
from scholarai.services.literature.discovering import WAIT_S, Discover
from scholarai.services.literature.finding import FindWork
from scholarai.services.literature.open_files import KeepAsUpload, KeepFile
from scholarai.services.literature.renewing import RenewNotices
from scholarai.services.model_settings import ModelSettings
from scholarai.services.model_trial import TryModel
from scholarai.services.outbox import SettlePaper, SettleReview, SweepOutbox, sweep_papers, sweep_reviews
from scholarai.services.own.collections import EditCollections
from scholarai.services.own.listing import ListLibrary
from scholarai.services.own.marks import MarkPapers
from scholarai.services.own.notes import KeepNotes, ReadNotes
from scholarai.services.papers.account_deletion import ForgetOwner
from scholarai.services.papers.attaching import AttachSource
from scholarai.services.papers.closed_accounts import ForgetClosedAccounts
from scholarai.services.papers.deletion import DeletePaper, FinishDeletion
from scholarai.services.papers.figure_images import FigureImages
from scholarai.services.papers.metadata import DescribePaper
from scholarai.services.papers.owned_papers import GetContent, Papers, RestartExtraction
from scholarai.services.papers.retention import EndRetention
from scholarai.services.papers.same_paper import RecordSamePaper
from scholarai.services.papers.uploads import AnnouncePaper
from scholarai.services.papers.usage import ShowUsage
from scholarai.services.reviews.forgetting import FinishReviewDeletion, ForgetPaper
from scholarai.services.reviews.job import Fetching, PaperCache, ReviewTools
from scholarai.services.reviews.reports import Reports
from scholarai.services.reviews.requests import Reviews, StartReview
from scholarai.services.reviews.tables import ChoosePapers, FillTables, TableRules, Tables
from scholarai.services.spending import Spending
from scholarai.services.spending_report import ShowSpent
from scholarai.services.zotero.collections import FindHomes
from scholarai.services.zotero.drafts import MakeDrafts
from scholarai.services.zotero.importing import ImportFromZotero
from scholarai.services.zotero.items import TakeItem
from scholarai.services.zotero.placing import PlaceNotes
from scholarai.services.zotero.sending import SendToZotero

if TYPE_CHECKING:
    from scholarai.adapters.reading.reader import SandboxedReader
    from scholarai.services.extraction import ExtractPaper
    from scholarai.services.literature.importing import ImportEntries
    from scholarai.services.reviews.run import RunStep

# How long a call waits for another one; each works for 20 s at most. A guess: a page's reader waits so long without a word.
_ZOTERO_WAIT_S = 10.0


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


class App:
    """One system. Two systems in one process share nothing but the processor."""

    # Settings, stores and what this process keeps

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
        """Use what is given; what is None is made on first use.

        Args:
            settings: None: those of the environment.
            backend: None: the one that the settings name.
            embedder: None: the model that the settings name.
            answerer: None: the model that the settings name.
            clock: None: the clock of this machine.
            ids: None: random ids.
        """
        self._settings = settings
        self._backend = backend
        self.clock = clock or SystemClock()
        self.ids = ids or RandomIds()
        self.models = Models(
            self.settings, lambda: self.backend().spending, self.clock, embedder=embedder, answerer=answerer
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

    @once
    def open_papers(self) -> OpenPapers:
        """Return the papers that this process keeps ready for questions."""
        return OpenPapers(contents=self.backend().contents)

    @once
    def running_answers(self) -> RunningAnswers:
        """Return the answers that this process is making."""
        return RunningAnswers()

    @once
    def held_leases(self) -> HeldLeases:
        """Return the leases that this process holds on papers and reviews."""
        return HeldLeases()

    def store_checks(self) -> Mapping[str, Callable[[], object]]:
        """Return one small read per store for health checks; there is no paper and no object of these names."""
        return {
            "papers": lambda: self.backend().papers.get(PaperId("health")),
            "objects": lambda: self.backend().objects.read("health"),
        }

    # Who may call

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

    # Limits of owners

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

    def charging(self) -> Charging:
        overrides = self.settings().model_prices
        return Charging(
            spending=self.spending(),
            stored_bytes=self.stored_bytes(),
            vectors_usd=lambda model, characters: vectors_usd(model, characters, overrides=overrides),
        )

    def show_usage(self) -> ShowUsage:
        return ShowUsage(
            papers=self.backend().papers,
            spending=self.spending(),
            stored_bytes=self.stored_bytes(),
            clock=self.clock,
        )

    def show_spent(self) -> ShowSpent:
        backend = self.backend()
        return ShowSpent(store=backend.spending, papers=backend.papers, sessions=backend.sessions)

    # Papers

    def announce_paper(self) -> AnnouncePaper:
        return AnnouncePaper(
            papers=self.backend().papers,
            signer=self.backend().signer,
            clock=self.clock,
            ids=self.ids,
            max_bytes=self.settings().max_upload_bytes,
            stored_bytes=self.stored_bytes(),
            spending=self.spending(),
        )

    def papers(self) -> Papers:
        return Papers(papers=self.backend().papers, signer=self.backend().signer, clock=self.clock)

    def describe_paper(self) -> DescribePaper:
        return DescribePaper(papers=self.backend().papers, clock=self.clock, same=self.record_same_paper())

    def get_content(self) -> GetContent:
        return GetContent(papers=self.backend().papers, contents=self.backend().contents)

    def restart_extraction(self) -> RestartExtraction:
        """Return what restarts a paper for its owner, within the owner's limits."""
        return structs.replace(self.restart_any_extraction(), spending=self.spending())

    def restart_any_extraction(self) -> RestartExtraction:
        """Return what restarts a paper for an operator."""
        return RestartExtraction(
            papers=self.backend().papers,
            objects=self.backend().objects,
            clock=self.clock,
            lease=timedelta(seconds=self.settings().lease_s),
        )

    def attach_source(self) -> AttachSource:
        return AttachSource(
            papers=self.backend().papers,
            contents=self.backend().contents,
            objects=self.backend().objects,
            clock=self.clock,
            lease=timedelta(seconds=self.settings().lease_s),
            stored_bytes=self.stored_bytes(),
            spending=self.spending(),
        )

    def figure_images(self) -> FigureImages:
        return FigureImages(objects=self.backend().objects)

    def record_same_paper(self) -> RecordSamePaper:
        return RecordSamePaper(papers=self.backend().papers, index=self.backend().publications)

    def delete_paper(self) -> DeletePaper:
        return DeletePaper(papers=self.backend().papers, finish=self.finish_deletion(), clock=self.clock)

    def finish_deletion(self) -> FinishDeletion:
        return FinishDeletion(
            same=self.record_same_paper(),
            papers=self.backend().papers,
            contents=self.backend().contents,
            objects=self.backend().objects,
            sessions=self.backend().sessions,
            links=self.backend().zotero_links,
            notes=self.backend().notes,
            forget=ForgetPaper(reviews=self.backend().reviews, clock=self.clock),
            temporary_directories=self.backend().temporary_directories,
        )

    def forget_owner(self) -> ForgetOwner:
        return ForgetOwner(
            papers=self.backend().papers,
            sessions=self.backend().sessions,
            reviews=self.backend().reviews,
            spending=self.backend().spending,
            links=self.backend().zotero_links,
            notes=self.backend().notes,
            collections=self.backend().collections,
            library_index=self.backend().library_index,
            delete_paper=self.delete_paper(),
            delete_review=self.reviews().delete,
        )

    # Extraction

    def extract_paper(self) -> ExtractPaper:
        """Return the use case that a storage event starts."""
        from scholarai.services.extraction import ExtractionRules, ExtractPaper

        rules = ExtractionRules(
            lease=timedelta(seconds=self.settings().lease_s),
            # A guess: the time for one more range and for recording the end.
            budget=timedelta(seconds=EVENT_FUNCTION_S - 40),
            max_attempts=self.settings().max_attempts,
            max_bytes=self.settings().max_upload_bytes,
            default_owner=OwnerId(self.settings().default_owner),
            fingerprint=f"max_pages={self.settings().max_pages} figure_images={int(self.settings().figure_images)}",
            bucket=self.settings().papers_bucket,
            accounts=self.settings().identity != "local",
            per_owner=self.settings().extractions_per_owner,
        )
        return ExtractPaper(
            papers=self.backend().papers,
            contents=self.backend().contents,
            objects=self.backend().objects,
            reader=self.reader(),
            temporary_directories=self.backend().temporary_directories,
            embedder=self.models.embedder,
            settle=self.settle_paper(),
            clock=self.clock,
            rules=rules,
            images=self.figure_images() if self.settings().figure_images else None,
            same=self.record_same_paper(),
            charging=self.charging(),
            held=self.held_leases(),
        )

    @once
    def reader(self) -> SandboxedReader:
        """Return the sandboxed reader of papers."""
        from scholarai.adapters.reading.reader import SandboxedReader

        return SandboxedReader(self.reading_limits())

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

    def settle_paper(self) -> SettlePaper:
        return SettlePaper(
            papers=self.backend().papers,
            contents=self.backend().contents,
            publisher=self.backend().events,
            images=self.figure_images(),
        )

    def sweep_papers(self) -> SweepOutbox[Paper]:
        return sweep_papers(self.backend().papers, self.settle_paper(), self.finish_deletion(), self.clock)

    # Questions and conversations

    def ask_papers(self) -> AskPapers:
        """Return what answers questions."""
        self.models.load_ahead()
        limits = ChatLimits(
            temperature=self.settings().temperature,
            max_output_tokens=self.settings().max_output_tokens,
            whole_tokens=self.models.whole_tokens(),
        )
        return AskPapers(
            papers=self.backend().papers,
            sessions=self.backend().sessions,
            open_papers=self.open_papers(),
            find=self.find_passages(),
            answerer=self.models.answerer,
            stand_in=self.models.stand_in,
            clock=self.clock,
            ids=self.ids,
            rules=ChatRules(
                kept=timedelta(days=self.settings().session_days),
                limits=limits,
                model_s=self.settings().model_timeout_s,
                depth=self.settings().depth,
                budget_usd=self.settings().depth_budget_usd,
            ),
            rewriter=lambda: self.models.model_for("rewrite"),
            second_reader=self.models.second_reader,
            looking=self.models.deep_models,
            nearest=NearestPapers(
                catalog=lambda: self.backend().catalog,
                search=lambda: self.backend().search,
                embedder=self.models.embedder,
            ),
            figures=self.show_figures,
            spending=self.spending(),
            running=self.running_answers(),
        )

    def show_figures(self) -> ShowFigures:
        """Return what shows a model the pictures that a question names."""
        return ShowFigures(images=self.figure_images, sees=lambda: self.models.provider().takes_images)

    def find_passages(self) -> FindPassages:
        return FindPassages(embedder=self.models.embedder, reranker=self.models.reranker)

    def search_paper(self) -> SearchPaper:
        return SearchPaper(papers=self.backend().papers, open_papers=self.open_papers(), find=self.find_passages())

    def check_quotes(self) -> CheckQuotes:
        return CheckQuotes(papers=self.backend().papers, open_papers=self.open_papers())

    def check_text(self) -> CheckText:
        """Return the service that checks whole texts against papers."""
        self.models.load_ahead()
        each = EachPaper(papers=self.backend().papers, open_papers=self.open_papers())
        return CheckText(
            each=each,
            sources=FindSources(each=each, search=lambda: self.backend().search),
            nearest=FindNearest(each=each, find=self.find_passages(), search=lambda: self.backend().search),
            read=ReadClaims(each=each, model=lambda: self.models.model_for("judge"), spending=self.spending()),
        )

    def check_references(self) -> CheckReferences:
        return CheckReferences(
            index=self.backend().publications,
            catalog=lambda: self.backend().catalog,
            notices=self.notice_table(),
            find=self._find_for_people,
            clock=self.clock,
        )

    def _find_for_people(self) -> FindWork:
        """Return the service that looks up works while a user waits."""
        return FindWork(services=self.search_services(), allowed=frozenset(self.settings().literature))

    def search_passages(self) -> SearchPassages:
        return SearchPassages(
            papers=self.backend().papers,
            open_papers=self.open_papers(),
            library=self.search_library(),
            find=self.find_passages(),
        )

    @once
    def brief_paper(self) -> BriefPaper:
        return BriefPaper(papers=self.backend().papers, open_papers=self.open_papers(), check=self.check_quotes())

    def sessions(self) -> Sessions:
        return Sessions(
            sessions=self.backend().sessions,
            papers=self.backend().papers,
            clock=self.clock,
            running=self.running_answers(),
        )

    # The library: its list, its search, collections, notes and references

    def list_library(self) -> ListLibrary:
        return ListLibrary(index=self.backend().library_index, collections=self.backend().collections)

    def find_in_library(self) -> FindInLibrary:
        return FindInLibrary(search=self.backend().search, embedder=self.models.embedder)

    def search_library(self) -> SearchLibrary:
        return SearchLibrary(catalog=self.backend().catalog, find=self.find_in_library())

    def mark_papers(self) -> MarkPapers:
        return MarkPapers(papers=self.backend().papers, collections=self.backend().collections, clock=self.clock)

    def edit_collections(self) -> EditCollections:
        return EditCollections(collections=self.backend().collections, clock=self.clock, ids=self.ids)

    def read_notes(self) -> ReadNotes:
        return ReadNotes(notes=self.backend().notes, papers=self.backend().papers, open_papers=self.open_papers)

    def keep_notes(self) -> KeepNotes:
        return KeepNotes(
            notes=self.backend().notes,
            papers=self.backend().papers,
            sessions=self.backend().sessions,
            open_papers=self.open_papers,
            clock=self.clock,
            ids=self.ids,
        )

    def find_cited(self) -> FindCited:
        return FindCited(index=self.backend().publications)

    def list_references(self) -> ListReferences:
        return ListReferences(content=self.get_content(), find=self.find_cited(), notices=self.notice_table())

    def find_related(self) -> FindRelated:
        return FindRelated(papers=self.backend().papers, index=self.backend().publications)

    @once
    def list_missing(self) -> ListMissing:
        """Return the list of what libraries cite and lack; it keeps what owners' papers cite."""
        return ListMissing(index=self.backend().publications, find=self.find_cited())

    def find_cited_passage(self) -> FindCitedPassage:
        return FindCitedPassage(
            papers=self.backend().papers,
            references=self.list_references(),
            open_papers=self.open_papers(),
            find=self.find_passages(),
            check=self.check_quotes(),
            picker=self.models.quote_picker,
        )

    @once
    def notice_table(self) -> FileNoticeTable | NoNotices:
        """Return the table of retractions; Google Cloud has none."""
        if self.settings().backend != "embedded":
            return NoNotices()
        return FileNoticeTable(file=self.settings().data_dir / "retractions.db")

    # Published works

    def add_work(self, keep: KeepFile | None = None) -> AddWork:
        """Return what adds works; `keep` takes their files in, None: as uploads."""
        return AddWork(
            find=self.find_work(),
            papers=self.backend().papers,
            publications=self.backend().publications,
            files=self.open_files(),
            keep=keep or self.as_upload(),
            notices=self.notice_table(),
            temporary_directories=self.backend().temporary_directories,
            clock=self.clock,
            max_bytes=self.settings().max_upload_bytes,
        )

    def as_upload(self, then: Callable[[Paper, int, int], object] | None = None) -> KeepFile:
        """Return what keeps files as uploads; `then` is called for each, as `KeepAsUpload` says."""
        return KeepAsUpload(
            papers=self.backend().papers,
            objects=self.backend().objects,
            stored_bytes=self.stored_bytes(),
            spending=self.spending(),
            then=then,
        )

    def import_entries(self) -> ImportEntries:
        from scholarai.services.literature.importing import ImportEntries

        return ImportEntries(add=self.add_work(), clock=self.clock)

    def find_work(self) -> FindWork:
        return FindWork(services=self.literature_services(), allowed=frozenset(self.settings().literature))

    def discover(self) -> Discover:
        """Return what searches beyond one's own files."""
        settings = self.settings()
        without_key = {row.name for row in ROWS if row.key_setting and not getattr(settings, row.key_setting)}
        return Discover(
            services=self.search_services(),
            allowed=frozenset(settings.literature),
            keyless=frozenset(settings.literature) & without_key,
            find=self.find_cited(),
            notices=self.notice_table(),
            embedder=self.models.embedder,
        )

    def renew_notices(self) -> RenewNotices:
        """Return what renews the table of retractions, which the backend must have."""
        from scholarai.adapters.literature.crossref import Crossref

        source, table = self.literature_services()["crossref"], self.notice_table()
        assert isinstance(source, Crossref)  # noqa: S101  - the row of that name
        if not isinstance(table, FileNoticeTable):
            raise ConflictError("notices_elsewhere", "the table of retractions is kept on one machine alone")
        return RenewNotices(source=source, table=table, papers=self.backend().papers, clock=self.clock)

    @once
    def literature_services(self) -> Mapping[ServiceName, LiteratureService]:
        """Return all outside services by name, whether they may be asked or not."""
        from scholarai.adapters.literature.services import make_services

        return make_services(self.settings(), self.literature_client(), self.clock)

    @once
    def search_services(self) -> Mapping[ServiceName, LiteratureService]:
        """Return all outside services for people who wait; they share the pace of the others."""
        from scholarai.adapters.literature.services import make_services

        return make_services(
            self.settings(), dataclasses.replace(self.literature_client(), deadline_s=WAIT_S), self.clock
        )

    @once
    def literature_client(self) -> LiteratureClient:
        """Return what asks outside services; its gates are shared by all that ask."""
        settings = self.settings()
        kept = ReplyCache(folder=settings.data_dir / "literature") if settings.backend == "embedded" else None
        return LiteratureClient(
            transport=literature_over_http,
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

        return FirestoreHostTurns(client=Once(lambda: firestore_client(self.settings())), clock=self.clock)

    @once
    def open_files(self) -> OpenFiles:
        """Return what fetches open files."""
        return PublicFiles(gates={}, turns=self.host_turns(), contact=self.settings().literature_contact)

    # Zotero

    def import_from_zotero(self, keep: KeepFile | None = None) -> ImportFromZotero:
        """Return what imports; `keep` takes files in, None: as uploads.

        Raises:
            ConflictError: If no Zotero is set.
        """
        links, server = self.backend().zotero_links, self.zotero_to_read()
        return ImportFromZotero(
            server=server,
            links=links,
            take=TakeItem(
                server=server,
                links=links,
                add=self.add_work(),
                keep=keep or self.as_upload(),
                papers=self.backend().papers,
                mark=self.mark_papers(),
                temporary_directories=self.backend().temporary_directories,
                clock=self.clock,
                max_bytes=self.settings().max_upload_bytes,
            ),
            place=self._place_notes(),
            homes=FindHomes(links=links, collections=self.backend().collections, clock=self.clock),
            clock=self.clock,
            lease=self.zotero_lease(),
            writes_elsewhere=self._writes_elsewhere(),
        )

    def send_to_zotero(self) -> SendToZotero:
        """Return what writes back.

        Raises:
            ConflictError: If no key is set.
        """
        return SendToZotero(
            server=self.zotero_to_write(),
            links=self.backend().zotero_links,
            notes=self.read_notes(),
            papers=self.backend().papers,
            sessions=self.backend().sessions,
            place=self._place_notes(),
            drafts=MakeDrafts(clock=self.clock, public_url=self.settings().public_url),
            clock=self.clock,
            ids=self.ids,
            lease=self.zotero_lease(),
        )

    def _place_notes(self) -> PlaceNotes:
        return PlaceNotes(
            links=self.backend().zotero_links,
            notes=self.backend().notes,
            papers=self.backend().papers,
            keep=self.keep_notes(),
            open_papers=self.open_papers,
            clock=self.clock,
        )

    def zotero_lease(self) -> ExclusiveLease:
        """Return what lets imports and sends of this machine take turns: the page, and commands beside it, use one Zotero."""
        return ExclusiveLease(
            leases=self.backend().leases,
            clock=self.clock,
            ids=self.ids,
            name="zotero",
            busy=lambda: TransientError(
                "zotero_busy",
                "another import from Zotero, or another send, is under way",
                action="Try again when it is done.",
                retry_after_s=_ZOTERO_WAIT_S,
            ),
            wait_s=_ZOTERO_WAIT_S,
        )

    def zotero_links(self) -> LinkStore:
        """Return what binds things of Zotero to things here."""
        return self.backend().zotero_links

    def zotero_to_read(self) -> ZoteroServer:
        """Return the program on this machine if that is set, else the service."""
        return self._zotero_program() if self._require_one_user().zotero_url else self.zotero_to_write()

    @once
    def _zotero_program(self) -> ZoteroServer:
        from scholarai.adapters.zotero.server import ZoteroApi

        client = ZoteroClient(
            base_url=f"{self.settings().zotero_url}/api",
            gate=Gate("Zotero", LOCAL_LIMITS),
            send=self.zotero_transport(),
        )
        return ZoteroApi(client=client, files=self.open_files(), files_are_local=True)

    @once
    def zotero_to_write(self) -> ZoteroServer:
        """Return the service."""
        from scholarai.adapters.zotero.server import ZoteroApi

        key = self._zotero_key()
        if not key:
            raise ConflictError(
                "zotero_not_set",
                "no Zotero is set",
                action="Set SCHOLARAI_ZOTERO_KEY or SCHOLARAI_ZOTERO_KEY_FILE, or for importing alone SCHOLARAI_ZOTERO_URL (docs/zotero.md).",
            )
        client = ZoteroClient(base_url=WEB_URL, key=key, gate=Gate("Zotero", WEB_LIMITS), send=self.zotero_transport())
        return ZoteroApi(client=client, files=self.open_files())

    def zotero_transport(self) -> Send:
        """Return what sends requests to Zotero."""
        return zotero_over_http

    def _zotero_key(self) -> str:
        """Return the key, empty where none is set.

        Raises:
            ConflictError: If its file cannot be read, or somebody else could use it.
        """
        settings = self._require_one_user()
        if settings.zotero_key or not settings.zotero_key_file:
            return settings.zotero_key
        return read_key(Path(settings.zotero_key_file))

    def _writes_elsewhere(self) -> bool:
        settings = self.settings()
        return bool(settings.zotero_url and (settings.zotero_key or settings.zotero_key_file))

    def _require_one_user(self) -> Settings:
        settings = self.settings()
        if settings.backend != "embedded" or settings.identity != "local":
            raise ConflictError(
                "zotero_elsewhere",
                "Zotero can be reached where one person uses this program on a machine of their own",
                action="Use `scholarai zotero`, then `scholarai move`.",
            )
        return settings

    # Reviews

    def start_review(self, publisher: StepPublisher | None = None) -> StartReview:
        return StartReview(
            reviews=self.backend().reviews,
            papers=self.backend().papers,
            catalog=self.backend().catalog,
            settle=self.settle_review(publisher),
            clock=self.clock,
            ids=self.ids,
            model=lambda: self.models.provider_for("review").model,
            price_per_token=lambda: self.models.price_per_token("review"),
            cost=self.models.expected_cost,
            spending=self.spending(),
            depth=self.settings().review_depth,
            role_prices=self.role_prices,
            discover=self.discover,
        )

    def role_prices(self) -> dict[str, tuple[float, float]]:
        """Return what a token read and one written cost with the models that weigh, search again and check."""
        roles: tuple[Role, ...] = ("rewrite", "weigh", "judge")
        found = {role: self.models.price_per_token(role) for role in roles}
        return {role: price for role, price in found.items() if price is not None}

    def run_review_step(self, publisher: StepPublisher | None = None) -> RunStep:
        """Return the runner of review steps; `publisher` gets the messages of the next steps, None: the backend's."""
        from scholarai.services.reviews.run import ReviewRules, RunStep

        rules = ReviewRules(
            lease=timedelta(seconds=self.settings().lease_s),
            max_attempts=self.settings().max_attempts,
            budget_usd=self.settings().review_budget_usd,
        )
        return RunStep(
            tools=self.review_tools(), settle=self.settle_review(publisher), rules=rules, held=self.held_leases()
        )

    def review_tools(self) -> ReviewTools:
        def fetching() -> Fetching:
            return Fetching(discover=self.discover(), add=self.add_work(), sleep=time.sleep)

        return ReviewTools(
            reviews=self.backend().reviews,
            catalog=self.backend().catalog,
            contents=self.backend().contents,
            find=self.find_in_library(),
            papers=self.review_paper_cache(),
            embedder=self.models.embedder,
            picker=self.models.quote_picker,
            model=lambda: self.models.model_for("review"),
            price_per_token=lambda: self.models.price_per_token("review"),
            clock=self.clock,
            spending=self.spending(),
            looking=self.models.deep_models,
            passages=self.find_passages,
            discover=self.discover,
            fetching=fetching,
        )

    @once
    def review_paper_cache(self) -> PaperCache:
        """Return the papers that this process keeps open for quotes."""
        return PaperCache(contents=self.backend().contents)

    def settle_review(self, publisher: StepPublisher | None = None) -> SettleReview:
        return SettleReview(reviews=self.backend().reviews, publisher=publisher or self.backend().review_steps)

    def reviews(self) -> Reviews:
        return Reviews(
            reviews=self.backend().reviews,
            settle=self.settle_review(),
            finish=self.finish_review_deletion(),
            clock=self.clock,
            asks_model=lambda: self.models.model_for("review") is not None,
        )

    def reports(self) -> Reports:
        return Reports(reviews=self.backend().reviews, catalog=self.backend().catalog)

    def finish_review_deletion(self) -> FinishReviewDeletion:
        return FinishReviewDeletion(reviews=self.backend().reviews)

    def sweep_reviews(self) -> SweepOutbox[Review]:
        return sweep_reviews(self.backend().reviews, self.settle_review(), self.finish_review_deletion(), self.clock)

    # Tables, which are made by the steps of reviews

    def fill_tables(self, publisher: StepPublisher | None = None) -> FillTables:
        backend = self.backend()
        return FillTables(
            reviews=backend.reviews,
            papers=backend.papers,
            choose=ChoosePapers(catalog=backend.catalog, index=backend.library_index, collections=backend.collections),
            settle=self.settle_review(publisher),
            clock=self.clock,
            ids=self.ids,
            rules=TableRules(
                model=lambda: self.models.provider_for("review").model,
                price_per_token=lambda: self.models.price_per_token("review"),
                cost=lambda read, written: self.models.expected_cost(read, written, "review"),
                spending=self.spending(),
            ),
        )

    def tables(self) -> Tables:
        backend = self.backend()
        return Tables(
            reviews=backend.reviews, catalog=backend.catalog, clock=self.clock, delete_review=self.reviews().delete
        )

    # Exports

    def export_papers(self) -> ExportPapers:
        backend = self.backend()
        return ExportPapers(papers=backend.papers, sessions=backend.sessions, notes=backend.notes, clock=self.clock)

    def export_conversation(self) -> ExportConversation:
        return ExportConversation(papers=self.backend().papers, sessions=self.sessions())

    def annotate_pdf(self) -> AnnotatePdf:
        from scholarai.adapters.annotating.annotator import SandboxedAnnotator

        return AnnotatePdf(
            papers=self.backend().papers,
            sessions=self.backend().sessions,
            notes=self.read_notes(),
            objects=self.backend().objects,
            temporary_directories=self.backend().temporary_directories,
            annotator=SandboxedAnnotator(self.reading_limits()),
            clock=self.clock,
            max_bytes=self.settings().max_upload_bytes,
        )

    # The model that is chosen on the page

    def model_choice(self) -> ModelChoiceStore | None:
        """Return the store of the model that is chosen on the page, or None if only the operator may choose it."""
        settings = self.settings()
        if self._settings is not None or settings.backend != "embedded" or settings.identity != "local":
            return None
        return FileModelChoice(settings.data_dir)

    def model_settings(self) -> ModelSettings:
        return ModelSettings(
            store=self.model_choice(),
            offers=lambda: offers(os.environ),
            in_use=lambda: in_use(self.settings(), self.models.provider()),
            found=self._found,
            check=self._check,
            use=self._use,
        )

    def try_model(self) -> TryModel:
        return TryModel(
            model=self.models.text_model,
            spending=self.spending(),
            clock=time.monotonic,
            is_allowed=self.model_choice() is not None,
        )

    def _found(self) -> list[FoundServer]:
        from scholarai.adapters.models.discovery import found_servers

        with _as_invalid_request():
            return found_servers(self.settings())

    def _check(self, choice: ModelChoice) -> None:
        """Make everything that a choice names, in a system of its own."""
        with _as_invalid_request():
            tried = App(Settings.from_env(with_choice(os.environ, choice)), self.backend()).models
            tried.require_models()
            tried.embedder()

    def _use(self) -> None:
        """Forget the settings and every model: they are made again by the next question."""
        self.settings.cache_clear()
        self.models.forget()

    # What runs every few minutes

    def sweepers(self) -> Mapping[str, Callable[[], int]]:
        """Return the sweepers by name; each returns how many items it handled."""
        closed = (
            {"accounts": lambda: self.forget_closed_accounts().sweep()} if self.settings().closed_account_days else {}
        )
        return {
            **closed,
            "papers": lambda: self.sweep_papers().sweep(),
            "reviews": lambda: self.sweep_reviews().sweep(),
            "retention": lambda: self.end_retention().delete_expired(),
            "folders": self.backend().temporary_directories.sweep,
        }

    def forget_closed_accounts(self, accounts: SignInAccounts | None = None) -> ForgetClosedAccounts:
        """Return what forgets owners whose account is gone; `accounts` None: those of Identity Platform."""
        from scholarai.adapters.gcp.accounts import IdentityPlatformAccounts
        from scholarai.adapters.gcp.backend import GcpBackend
        from scholarai.adapters.gcp.clients import authorized_session

        backend, settings = self.backend(), self.settings()
        if not isinstance(backend, GcpBackend):
            raise SettingsError("SCHOLARAI_CLOSED_ACCOUNT_DAYS needs SCHOLARAI_BACKEND=gcp")
        return ForgetClosedAccounts(
            owners=backend.owners,
            accounts=accounts
            or IdentityPlatformAccounts(session=authorized_session, project=settings.identity_project),
            forget=self.forget_owner(),
            clock=self.clock,
            grace=timedelta(days=settings.closed_account_days),
            kept=OwnerId(settings.default_owner),
        )

    def end_retention(self) -> EndRetention:
        return EndRetention(
            papers=self.backend().papers,
            reviews=self.backend().reviews,
            delete_paper=self.delete_paper(),
            delete_review=self.reviews().delete,
            clock=self.clock,
            keep_papers=_days(self.settings().paper_days),
            keep_reviews=_days(self.settings().review_days),
        )


def settings_of(environment: Environment) -> Settings:
    """Return the settings of an environment, with the model that was chosen on the page of a server on this machine.

    Raises:
        SettingsError: If a setting is wrong.
        ConflictError: If what was chosen cannot be read.
    """
    settings = Settings.from_env(environment)
    if settings.backend != "embedded" or settings.identity != "local":
        return settings
    choice = FileModelChoice(settings.data_dir).read()
    return settings if choice is None else Settings.from_env(with_choice(environment, choice))


@contextlib.contextmanager
def _as_invalid_request() -> Iterator[None]:
    """Raise what is wrong with settings as an error of the request that gave them."""
    try:
        yield
    except SettingsError as error:
        raise InvalidRequestError("model_settings_invalid", str(error)) from None


def _days(days: int) -> timedelta | None:
    return timedelta(days=days) if days else None
