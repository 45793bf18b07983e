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
    from scholarai.ports.models import Answerer, Embedder, Reranker, TextModel
    from scholarai.ports.objects import ObjectStore, UploadSigner
    from scholarai.ports.papers import ChunkSearch, ContentStore, PaperStore
    from scholarai.ports.reading import PaperReader
    from scholarai.ports.reviews import LibraryCatalog, QuotePicker, ReviewStore, StepPublisher
    from scholarai.ports.sessions import SessionStore
    from scholarai.ports.spending import SpendingStore
    from scholarai.services.chat import AskPapers
    from scholarai.services.crops import CropShelf
    from scholarai.services.deletion import DeletePaper, FinishDeletion
    from scholarai.services.extraction import ExtractPaper
    from scholarai.services.library_search import FindInLibrary, SearchLibrary
    from scholarai.services.open_papers import OpenPapers
    from scholarai.services.outbox import PayDebts, SettlePaper
    from scholarai.services.papers import GetContent, GetPaper, LinkFile, ListPapers, RestartExtraction
    from scholarai.services.passages import FindPassages, SearchPaper
    from scholarai.services.reviews.editing import EditReview
    from scholarai.services.reviews.job import ReviewTools
    from scholarai.services.reviews.reports import ReadReport, TraceReview
    from scholarai.services.reviews.requests import CancelReview, DeleteReview, GetReview, ListReviews, StartReview
    from scholarai.services.reviews.run import RunStep
    from scholarai.services.reviews.settling import FinishReviewDeletion, PayReviewDebts, SettleReview
    from scholarai.services.reviews.shelf import Shelf
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
    @property
    def reviews(self) -> ReviewStore: ...
    @property
    def review_steps(self) -> StepPublisher: ...
    @property
    def catalog(self) -> LibraryCatalog: ...


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
def reranker() -> Reranker | None:
    """Return what orders passages once more, or None where it is not wanted or no model is configured."""
    model = text_model() if settings().rerank else None
    if model is None:
        return None
    from scholarai.services.reranking import ModelReranker

    return ModelReranker(model=model)


@functools.cache
def token_verifier() -> TokenVerifier | None:
    """Return what checks ID tokens, or None where everybody is the one local user."""
    match settings().identity:
        case "local":
            return None
        case "firebase":
            from scholarai.adapters.gcp.identity import CERTIFICATES_URL, Certificates, FirebaseVerifier

            certificates = Certificates(settings().identity_certificates or CERTIFICATES_URL)
            return FirebaseVerifier(settings().identity_project, certificates)


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
        ocr=settings().ocr,
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
        fingerprint=f"max_pages={settings().max_pages} crops={int(settings().figure_crops)}",
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
        crops=crop_shelf() if settings().figure_crops else None,
    )


def crop_shelf() -> CropShelf:
    from scholarai.services.crops import CropShelf

    return CropShelf(objects=backend().objects)


def settle_paper() -> SettlePaper:
    from scholarai.services.outbox import SettlePaper

    return SettlePaper(
        papers=backend().papers, contents=backend().contents, publisher=backend().events, crops=crop_shelf()
    )


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

    return FindPassages(embedder=embedder, reranker=reranker)


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
    from scholarai.services.figures import ShowFigures
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
        figures=ShowFigures(crops=crop_shelf) if settings().uses_gemini else None,
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


@functools.cache
def quote_picker() -> QuotePicker:
    """Return what picks quotes where no model does."""
    from scholarai.adapters.embedded.models.quote_picker import SentencePicker

    return SentencePicker()


def price_per_token() -> tuple[float, float] | None:
    """Return what a token read and one written cost with the configured model, in US dollars; None without a model."""
    if not settings().uses_gemini:
        return None
    from scholarai.adapters.gemini.answerer import utc_today
    from scholarai.adapters.gemini.prices import MILLION, cost_usd

    today, prices = utc_today(), settings().model_prices
    read = cost_usd(settings().chat_model, MILLION, 0, on=today, overrides=prices) / MILLION
    return read, cost_usd(settings().chat_model, 0, MILLION, on=today, overrides=prices) / MILLION


@functools.cache
def review_shelf() -> Shelf:
    """Return the papers that this process keeps open for quotes."""
    from scholarai.services.reviews.shelf import Shelf

    return Shelf(contents=backend().contents)


def find_in_library() -> FindInLibrary:
    from scholarai.services.library_search import FindInLibrary

    return FindInLibrary(search=backend().search, embedder=embedder)


def search_library() -> SearchLibrary:
    from scholarai.services.library_search import SearchLibrary

    return SearchLibrary(catalog=backend().catalog, find=find_in_library())


def review_tools() -> ReviewTools:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.reviews.job import ReviewTools

    return ReviewTools(
        reviews=backend().reviews,
        catalog=backend().catalog,
        contents=backend().contents,
        find=find_in_library(),
        shelf=review_shelf(),
        embedder=embedder,
        picker=quote_picker,
        model=text_model,
        price_per_token=price_per_token,
        clock=SystemClock(),
    )


def settle_review(publisher: StepPublisher | None = None) -> SettleReview:
    from scholarai.services.reviews.settling import SettleReview

    return SettleReview(reviews=backend().reviews, publisher=publisher or backend().review_steps)


def run_review_step(publisher: StepPublisher | None = None) -> RunStep:
    """Return what does the steps of reviews; `publisher` takes the orders of the next ones, None: the backend's."""
    from datetime import timedelta

    from scholarai.services.reviews.run import ReviewRules, RunStep

    rules = ReviewRules(
        lease=timedelta(seconds=settings().lease_s),
        max_attempts=settings().max_attempts,
        budget_usd=settings().review_budget_usd,
    )
    return RunStep(tools=review_tools(), settle=settle_review(publisher), rules=rules)


def start_review(publisher: StepPublisher | None = None) -> StartReview:
    from scholarai.adapters.system import RandomIds, SystemClock
    from scholarai.services.reviews.requests import StartReview

    return StartReview(
        reviews=backend().reviews,
        papers=backend().papers,
        catalog=backend().catalog,
        settle=settle_review(publisher),
        clock=SystemClock(),
        ids=RandomIds(),
        model=lambda: settings().chat_model if settings().uses_gemini else "extractive",
        price_per_token=price_per_token,
    )


def get_review() -> GetReview:
    from scholarai.services.reviews.requests import GetReview

    return GetReview(reviews=backend().reviews)


def list_reviews() -> ListReviews:
    from scholarai.services.reviews.requests import ListReviews

    return ListReviews(reviews=backend().reviews)


def read_report() -> ReadReport:
    from scholarai.services.reviews.reports import ReadReport

    return ReadReport(reviews=backend().reviews)


def trace_review() -> TraceReview:
    from scholarai.services.reviews.reports import TraceReview

    return TraceReview(reviews=backend().reviews)


def cancel_review() -> CancelReview:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.reviews.requests import CancelReview

    return CancelReview(reviews=backend().reviews, clock=SystemClock())


def edit_review() -> EditReview:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.reviews.editing import EditReview

    return EditReview(
        reviews=backend().reviews,
        settle=settle_review(),
        clock=SystemClock(),
        asks_model=lambda: settings().uses_gemini,
    )


def delete_review() -> DeleteReview:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.reviews.requests import DeleteReview

    return DeleteReview(reviews=backend().reviews, finish=finish_review_deletion(), clock=SystemClock())


def finish_review_deletion() -> FinishReviewDeletion:
    from scholarai.services.reviews.settling import FinishReviewDeletion

    return FinishReviewDeletion(reviews=backend().reviews)


def pay_review_debts() -> PayReviewDebts:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.reviews.settling import PayReviewDebts

    return PayReviewDebts(
        reviews=backend().reviews,
        settle=settle_review(),
        finish_deletion=finish_review_deletion(),
        clock=SystemClock(),
    )


def store_checks() -> Mapping[str, Callable[[], object]]:
    """Return one small read per store, for health checks: there is no paper and no object of these names."""
    from scholarai.domain.ids import PaperId

    return {
        "papers": lambda: backend().papers.get(PaperId("health")),
        "objects": lambda: backend().objects.read("health"),
    }
