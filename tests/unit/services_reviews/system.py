"""The review services over an embedded store in a folder, with a small library and a model server at hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

from doubles.gemini_server import GeminiServer
from doubles.models import TopicEmbedder
from doubles.review_writer import ReviewWriter
from doubles.stores import embedded
from doubles.watched import Watch, Watched
from doubles.written import Writer as PaperWriter
from doubles.written import bee_paper

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.gemini.model import gemini_text_model
from scholarai.adapters.models.local.extractive import SentencePicker
from scholarai.adapters.system import RandomIds
from scholarai.config import Settings
from scholarai.domain.content import Author, CiteSpan, Page, PaperContent, Reference
from scholarai.domain.ids import OwnerId, PaperId, ReferenceId, ReviewId
from scholarai.domain.paper import Engine, Metadata, Paper
from scholarai.domain.parts import to_parts
from scholarai.domain.review import Edit, Report, Review, ReviewRequest, StepMessage
from scholarai.domain.spending import FREE
from scholarai.domain.values import from_json
from scholarai.ports.models import Embedder, ReplyModel
from scholarai.ports.stores import ContentRange
from scholarai.retrieval.vectors import EmbeddedChunk
from scholarai.services.chat.deep_calls import DeepModels
from scholarai.services.leases import HeldLeases
from scholarai.services.library.search import FindInLibrary
from scholarai.services.outbox import SettleReview, SweepOutbox, sweep_reviews
from scholarai.services.papers.deletion import DeletePaper, FinishDeletion
from scholarai.services.reviews.forgetting import FinishReviewDeletion, ForgetPaper
from scholarai.services.reviews.job import PaperCache, ReviewTools
from scholarai.services.reviews.reports import Reports
from scholarai.services.reviews.requests import Reviews, StartReview
from scholarai.services.reviews.run import Ended, ReviewRules, RunStep
from scholarai.services.spending import Spending
from scholarai.splitting import split
from scholarai.testing import ManualClock

ADA = OwnerId("ada")
ASK = "How do swarms of bees choose a nest site?"
LEASE = timedelta(seconds=60)
PRICE = (1e-6, 4e-6)
T = TypeVar("T")


class Orders:
    """Implements StepPublisher: what was ordered, in order."""

    def __init__(self) -> None:
        self.sent: list[StepMessage] = []
        self.taken = 0

    def publish(self, message: StepMessage) -> None:
        self.sent.append(message)

    def take(self) -> StepMessage | None:
        if self.taken == len(self.sent):
            return None
        self.taken += 1
        return self.sent[self.taken - 1]


class System:
    """`model` writes where there is one, else the papers' own sentences; `watch` sees every call of a port."""

    def __init__(self, folder: Path, watch: Watch = lambda *_: None) -> None:
        self.clock = ManualClock()
        self.backend = embedded(folder, self.clock.now)
        self.reviews: Any = Watched("reviews", self.backend.reviews, watch)
        self.orders = Orders()
        self.publisher: Any = Watched("orders", self.orders, watch)
        self.embedder: Embedder | None = TopicEmbedder()
        self.model: ReplyModel | None = None
        self.looking: DeepModels | None = None
        self.writer = ReviewWriter()
        self.budget_usd = 1.0
        self.max_attempts = 3
        self.held = HeldLeases()
        self.spending: Spending | None = None

    def use(self, server: GeminiServer) -> None:
        """Write with Gemini, as the server speaks for it."""
        server.reset()
        server.writer = self.writer
        settings = Settings.from_env({"GEMINI_API_KEY": "key", "SCHOLARAI_GEMINI_BASE_URL": server.url})
        self.model = gemini_text_model(settings, calls=Calls(timeout_s=10, sleep=lambda _: None))

    def add(self, name: str, content: PaperContent | None = None, **about: Any) -> PaperId:
        """Store a readable paper."""
        content = content or bee_paper()
        chunks = split(content, generation=1)
        vectors = TopicEmbedder().embed_texts([chunk.text for chunk in chunks])
        now = self.clock.now()
        metadata = Metadata(**({"title": content.title, "authors": tuple(a.name for a in content.authors)} | about))
        paper = Paper(
            id=PaperId(name), owner=ADA, filename=f"{name}.pdf", object_name=f"uploads/ada/{name}/p.pdf", generation=1,
            created_at=now, updated_at=now, status="completed", visible_generation=1, metadata=metadata,
            engine=Engine(version="1", settings="", space=TopicEmbedder().space),
        )  # fmt: skip
        piece = ContentRange(
            generation=1,
            parts=to_parts(content),
            chunks=tuple(EmbeddedChunk(chunk=c, vectors=v) for c, v in zip(chunks, vectors, strict=True)),
        )
        self.backend.contents.write(paper.id, piece, lambda _: paper)
        return paper.id

    def add_library(self) -> None:
        """Store four papers, each with findings of its own."""
        self.add("bees", authors=("Thomas Seeley", "Ada Bee", "Ben Wax"), year=2010)
        for name, year, author in (
            ("ants", 2015, "Nora Ant"),
            ("wasps", 2018, "Ned Wasp"),
            ("moths", 2021, "Mia Moth"),
        ):
            self.add(name, paper_about(name, year), authors=(author,), year=year)

    def remove(self, paper_id: str) -> None:
        self.backend.papers.change(PaperId(paper_id), lambda _: None)
        self.backend.contents.drop(PaperId(paper_id), keep_generation=None)

    def finish_deletion(self, watch: Watch = lambda *_: None) -> FinishDeletion:
        """Return what deletes papers; `watch` sees every call of a port that it makes."""
        backend = self.backend
        reviews: Any = Watched("reviews", backend.reviews, watch)
        stores: dict[str, Any] = {
            name: Watched(name, getattr(backend, name), watch)
            for name in ("papers", "contents", "objects", "sessions", "notes")
        }
        return FinishDeletion(
            **stores,
            forget=ForgetPaper(reviews=reviews, clock=self.clock),
            temporary_directories=backend.temporary_directories,
        )

    def delete_paper(self, paper_id: str, watch: Watch = lambda *_: None) -> None:
        """Delete a paper as its owner does."""
        finish = self.finish_deletion(watch)
        DeletePaper(papers=finish.papers, finish=finish, clock=self.clock).delete(ADA, PaperId(paper_id))

    @property
    def settle(self) -> SettleReview:
        return SettleReview(reviews=self.reviews, publisher=self.publisher)

    @property
    def run_step(self) -> RunStep:
        tools = ReviewTools(
            reviews=self.reviews,
            catalog=self.backend.catalog,
            contents=self.backend.contents,
            find=FindInLibrary(search=self.backend.search, embedder=lambda: self.embedder),
            papers=PaperCache(contents=self.backend.contents),
            embedder=lambda: self.embedder,
            picker=SentencePicker,
            model=lambda: self.model,
            price_per_token=lambda: PRICE if self.model else None,
            clock=self.clock,
            spending=self.spending,
            looking=lambda: self.looking,
        )
        rules = ReviewRules(lease=LEASE, max_attempts=self.max_attempts, budget_usd=self.budget_usd)
        return RunStep(tools=tools, settle=self.settle, rules=rules, held=self.held)

    def start(self, question: str = ASK, **about: Any) -> ReviewId:
        start = StartReview(
            reviews=self.reviews,
            papers=self.backend.papers,
            catalog=self.backend.catalog,
            settle=self.settle,
            clock=self.clock,
            ids=RandomIds(),
            model=lambda: self.model.name if self.model else "extractive",
            price_per_token=lambda: PRICE if self.model else None,
            cost=lambda _read, _written, _role: FREE,
            spending=self.spending,
        )
        key = about.pop("idempotency_key", None)
        return start.start(ADA, ReviewRequest(question=question, **about), idempotency_key=key).id

    def step(self) -> Ended | None:
        """Do the next step that is ordered, if there is one."""
        message = self.orders.take()
        return None if message is None else self.run_step.run(message)

    def until(self, name: str) -> StepMessage:
        """Do steps until the one of that name is ordered, and return its order, not yet taken."""
        for _ in range(50):
            if self.orders.sent[-1].step == name and self.orders.taken < len(self.orders.sent):
                return self.orders.sent[-1]
            self.step()
        raise AssertionError(f"{name} never came: {[order.step for order in self.orders.sent]}")

    def finish(self, review_id: ReviewId) -> Review:
        """Do all steps; at most as many as any review has."""
        for _ in range(100):
            if self.step() is None:
                break
        return self.get(review_id)

    def written(self, **about: Any) -> tuple[Review, Report]:
        review = self.finish(self.start(**about))
        report = self.report(review.id)
        assert report is not None, review.failure
        return review, report

    def get(self, review_id: ReviewId) -> Review:
        review = self.backend.reviews.get(review_id)
        assert review is not None
        return review

    @property
    def requests(self) -> Reviews:
        return Reviews(
            reviews=self.reviews,
            settle=self.settle,
            finish=FinishReviewDeletion(reviews=self.reviews),
            clock=self.clock,
            asks_model=lambda: self.model is not None,
        )

    @property
    def reports(self) -> Reports:
        return Reports(reviews=self.backend.reviews, catalog=self.backend.catalog)

    def report(self, review_id: ReviewId, version: int | None = None) -> Report | None:
        return self.reports.read(ADA, review_id, version)[1]

    def output(self, review_id: ReviewId, kind: type[T], step: str) -> T:
        """Return what a step of a review stored."""
        return from_json(kind, self.backend.reviews.read_outputs(review_id, [step])[step])

    def trace(self, review_id: ReviewId) -> dict[str, Any]:
        return self.reports.trace(ADA, review_id)

    def edit(self, review_id: ReviewId, **edit: Any) -> Review:
        self.requests.edit(ADA, review_id, Edit(**edit))
        return self.finish(review_id)

    def cancel(self, review_id: ReviewId) -> Review:
        return self.requests.cancel(ADA, review_id)

    def delete(self, review_id: ReviewId) -> None:
        self.requests.delete(ADA, review_id)

    @property
    def sweeper(self) -> SweepOutbox[Review]:
        finish = FinishReviewDeletion(reviews=self.reviews)
        return sweep_reviews(self.reviews, self.settle, finish, self.clock)

    @property
    def paid_calls(self) -> int:
        return sum(self.writer.asked.values())


class EndError(BaseException):
    """The process ends here."""


class EndsOnce:
    """A store of reviews that ends the process when it is to store what a step found, the first time."""

    def __init__(self, reviews: Any, step: str) -> None:
        self._reviews, self._step = reviews, step

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reviews, name)

    def change(self, review_id: Any, rule: Any, outputs: Any = ()) -> Any:
        if any(output.name == f"{self._step}.calls-0" for output in outputs):
            self._step = ""
            raise EndError
        return self._reviews.change(review_id, rule, outputs)


def paper_about(name: str, year: int, sentences: Sequence[str] = ()) -> PaperContent:
    """Return a paper of two sections whose sentences all bear on nest sites; its second one cites the bee paper."""
    write = PaperWriter()
    write.section("1", "Introduction")
    write.add("paragraph", f"Swarms of {name} choose a nest site by scouting, as bees do [1]. " + _weather())
    write.section("2", "Results")
    found = sentences or (
        f"We measured that {name} prefer a nest site with an entrance of {year - 2000} square centimetres.",
        f"The colony of {name} reached a decision once {year - 1995} scouts stood at one site.",
    )
    write.add("paragraph", " ".join(found) + " " + _weather())
    reference = "[1] T. Seeley. How Honey Bees Choose a Home. 2010."
    write.section(None, "References")
    write.add("reference", reference)
    first = write.blocks[1]
    marker = first.text.index("[1]")
    title = f"How {name.capitalize()} Settle"
    return PaperContent(
        source_format="pdf",
        title=title,
        authors=(Author(name=f"{name.capitalize()} Author"),),
        year=year,
        pages=(Page(page_number=1, width_pt=612, height_pt=792),),
        sections=tuple(write.sections),
        blocks=tuple(write.blocks),
        references=(
            Reference(
                id=ReferenceId("r1"),
                raw=reference,
                label="[1]",
                title="How Honey Bees Choose a Home",
                authors=("T. Seeley",),
                year=2010,
            ),
        ),
        cite_spans=(CiteSpan(block_id=first.id, start=marker, end=marker + 3, reference_ids=(ReferenceId("r1"),)),),
    )


def short_paper(title: str, sentence: str) -> PaperContent:
    """Return a paper that is too short for a search to take it seriously."""
    write = PaperWriter()
    write.add("paragraph", sentence)
    return PaperContent(
        source_format="pdf",
        title=title,
        pages=(Page(page_number=1, width_pt=612, height_pt=792),),
        blocks=tuple(write.blocks),
    )


def _weather() -> str:
    return " ".join(f"Weather of day {n} was mild and of no further interest to anybody there." for n in range(1, 6))
