"""The composition root: chooses adapters and hands them to services. The only module that knows both."""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Protocol

from scholarai.config import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scholarai.ports.events import EventPublisher
    from scholarai.ports.identity import TokenVerifier
    from scholarai.ports.models import Answerer, Embedder, TextModel
    from scholarai.ports.objects import ObjectStore, UploadSigner
    from scholarai.ports.papers import ChunkSearch, ContentStore, PaperStore
    from scholarai.ports.reading import PaperReader
    from scholarai.ports.sessions import SessionStore
    from scholarai.ports.spending import SpendingStore
    from scholarai.services.chat import AskPapers
    from scholarai.services.deletion import DeletePaper, FinishDeletion
    from scholarai.services.extraction import ExtractPaper
    from scholarai.services.open_papers import OpenPapers
    from scholarai.services.outbox import PayDebts, SettlePaper
    from scholarai.services.papers import GetContent, GetPaper, LinkFile, ListPapers, RestartExtraction
    from scholarai.services.passages import FindPassages, SearchPaper
    from scholarai.services.sessions import DeleteSession, GetSession, ListSessions
    from scholarai.services.uploads import AnnouncePaper


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


@functools.cache
def embedder() -> Embedder | None:
    """Return the embedding model, or None when there is neither a key nor local weights: lexical retrieval alone."""
    if settings().uses_gemini:
        from scholarai.adapters.gemini.embedder import gemini_embedder

        return gemini_embedder(settings())
    from scholarai.adapters.embedded.models import local_embedder

    return local_embedder(settings())


@functools.cache
def answerer() -> Answerer:
    """Return the answering model: Gemini where it is configured, else the extractive one."""
    if settings().uses_gemini:
        from scholarai.adapters.gemini.answerer import gemini_answerer

        return gemini_answerer(settings())
    from scholarai.adapters.embedded.models import ExtractiveAnswerer

    return ExtractiveAnswerer()


@functools.cache
def text_model() -> TextModel | None:
    """Return the model that writes whole texts, or None where none is configured: rules do what they can then."""
    if not settings().uses_gemini:
        return None
    from scholarai.adapters.gemini.text_model import gemini_text_model

    return gemini_text_model(settings())


@functools.cache
def token_verifier() -> TokenVerifier | None:
    """Return what checks ID tokens, or None where everybody is the one local user."""
    match settings().identity:
        case "local":
            return None
        case "firebase":
            from scholarai.adapters.gcp.identity import Certificates, FirebaseVerifier

            return FirebaseVerifier(settings().identity_project, Certificates())


@functools.cache
def reader() -> PaperReader:
    """Return what reads papers, in a process of its own."""
    from scholarai.adapters.reading.limits import ReadLimits
    from scholarai.adapters.reading.reader import SandboxedReader

    limits = ReadLimits(
        file_bytes=settings().max_upload_bytes,
        pages=settings().max_pages,
        wall_s=settings().read_wall_s,
        cpu_s=settings().read_cpu_s,
        memory_bytes=settings().read_memory_bytes,
    )
    return SandboxedReader(limits)


def extract_paper() -> ExtractPaper:
    """Return what the bucket's news start."""
    from datetime import timedelta

    from scholarai.adapters.system import SystemClock
    from scholarai.domain.ids import OwnerId
    from scholarai.domain.limits import EVENT_FUNCTION_S
    from scholarai.services.extraction import ExtractionRules, ExtractPaper

    rules = ExtractionRules(
        lease=timedelta(seconds=settings().lease_s),
        # A guess: one range more and the record of its end fit into what is left.
        budget=timedelta(seconds=EVENT_FUNCTION_S - 40),
        max_attempts=settings().max_attempts,
        max_bytes=settings().max_upload_bytes,
        default_owner=OwnerId(settings().default_owner),
        fingerprint=f"max_pages={settings().max_pages}",
        bucket=settings().papers_bucket,
    )
    return ExtractPaper(
        papers=backend().papers,
        contents=backend().contents,
        objects=backend().objects,
        reader=reader(),
        embedder=embedder,
        settle=settle_paper(),
        clock=SystemClock(),
        rules=rules,
    )


def settle_paper() -> SettlePaper:
    from scholarai.services.outbox import SettlePaper

    return SettlePaper(papers=backend().papers, contents=backend().contents, publisher=backend().events)


def pay_debts() -> PayDebts:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.outbox import PayDebts

    return PayDebts(
        papers=backend().papers, settle=settle_paper(), finish_deletion=finish_deletion(), clock=SystemClock()
    )


def announce_paper() -> AnnouncePaper:
    from scholarai.adapters.system import RandomIds, SystemClock
    from scholarai.services.uploads import AnnouncePaper

    return AnnouncePaper(
        papers=backend().papers,
        signer=backend().signer,
        clock=SystemClock(),
        ids=RandomIds(),
        max_bytes=settings().max_upload_bytes,
    )


def get_paper() -> GetPaper:
    from scholarai.services.papers import GetPaper

    return GetPaper(papers=backend().papers)


def list_papers() -> ListPapers:
    from scholarai.services.papers import ListPapers

    return ListPapers(papers=backend().papers)


def get_content() -> GetContent:
    from scholarai.services.papers import GetContent

    return GetContent(papers=backend().papers, contents=backend().contents)


def link_file() -> LinkFile:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.papers import LinkFile

    return LinkFile(papers=backend().papers, signer=backend().signer, clock=SystemClock())


def restart_extraction() -> RestartExtraction:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.papers import RestartExtraction

    return RestartExtraction(papers=backend().papers, objects=backend().objects, clock=SystemClock())


def finish_deletion() -> FinishDeletion:
    from scholarai.services.deletion import FinishDeletion

    return FinishDeletion(
        papers=backend().papers,
        contents=backend().contents,
        objects=backend().objects,
        sessions=backend().sessions,
    )


def delete_paper() -> DeletePaper:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.deletion import DeletePaper

    return DeletePaper(papers=backend().papers, finish=finish_deletion(), clock=SystemClock())


@functools.cache
def open_papers() -> OpenPapers:
    """Return the papers that this process keeps ready for questions."""
    from scholarai.services.open_papers import OpenPapers

    return OpenPapers(contents=backend().contents)


def find_passages() -> FindPassages:
    from scholarai.services.passages import FindPassages

    return FindPassages(embedder=embedder)


def search_paper() -> SearchPaper:
    from scholarai.services.passages import SearchPaper

    return SearchPaper(papers=backend().papers, open_papers=open_papers(), find=find_passages())


def ask_papers() -> AskPapers:
    """Return what answers questions."""
    from datetime import timedelta

    from scholarai.adapters.system import RandomIds, SystemClock
    from scholarai.domain.spending import DailyLimits
    from scholarai.prompting.chat import ChatLimits
    from scholarai.services.chat import AskPapers, ChatRules
    from scholarai.services.choosing import ChoosePapers
    from scholarai.services.spending import Spending

    daily = DailyLimits(
        questions=settings().daily_questions, tokens=settings().daily_tokens, cost_usd=settings().daily_cost_usd
    )
    limits = ChatLimits(temperature=settings().temperature, max_output_tokens=settings().max_output_tokens)
    return AskPapers(
        papers=backend().papers,
        sessions=backend().sessions,
        open_papers=open_papers(),
        find=find_passages(),
        answerer=answerer,
        clock=SystemClock(),
        ids=RandomIds(),
        rules=ChatRules(kept=timedelta(days=settings().session_days), limits=limits),
        rewriter=text_model,
        choose=ChoosePapers(search=lambda: backend().search, embedder=embedder),
        spending=Spending(store=backend().spending, clock=SystemClock(), limits=daily),
    )


def list_sessions() -> ListSessions:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.sessions import ListSessions

    return ListSessions(sessions=backend().sessions, papers=backend().papers, clock=SystemClock())


def get_session() -> GetSession:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.sessions import GetSession

    return GetSession(sessions=backend().sessions, clock=SystemClock())


def delete_session() -> DeleteSession:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.sessions import DeleteSession

    return DeleteSession(sessions=backend().sessions, clock=SystemClock())


def store_checks() -> Mapping[str, Callable[[], object]]:
    """Return one small read per store, for health checks: there is no paper and no object of these names."""
    from scholarai.domain.ids import PaperId

    return {
        "papers": lambda: backend().papers.get(PaperId("health")),
        "objects": lambda: backend().objects.read("health"),
    }
