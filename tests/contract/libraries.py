"""Whole libraries for tests of moving: a full one, a listing of its values, and stores that fail halfway."""

from __future__ import annotations

import hashlib
from datetime import date
from pathlib import Path
from typing import Any

from contract.making import ADA, NOW, a_content, a_link, a_note, a_paper, a_review
from doubles.models import TopicEmbedder
from doubles.stores import with_empty_store
from doubles.written import bee_paper
from msgspec.structs import replace

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.bootstrap import App, Backend
from scholarai.config import Settings
from scholarai.domain.chat import Answer
from scholarai.domain.collections import Collection, Collections
from scholarai.domain.content import PaperContent
from scholarai.domain.extraction_progress import plan_ranges
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.marks import CollectionId, Marks
from scholarai.domain.metadata import corrected
from scholarai.domain.notes import Note, Target, TextQuoteSelector
from scholarai.domain.object_names import images_folder
from scholarai.domain.paper import EmbeddingSpace, Engine, Failure, ObjectFinalized, Paper
from scholarai.domain.parts import to_parts
from scholarai.domain.review import StepRecord
from scholarai.domain.spending import Spent
from scholarai.domain.usage import Usage
from scholarai.domain.values import to_json
from scholarai.domain.zotero import link_id
from scholarai.ports.reviews import Output
from scholarai.ports.stores import ContentRange
from scholarai.retrieval.vectors import EmbeddedChunk
from scholarai.services.chat.asking import AnswerSaved
from scholarai.services.chat.record import Question
from scholarai.splitting import split
from scholarai.testing import ScriptedAnswerer, sample_paper

SAMPLE = PaperId("5a" * 16)
DAMAGED = PaperId("bd" * 16)
DAY = date(2026, 11, 20)
ASK = "How many people make a shared birthday more likely than not?"
SAYS = 'So it is. <cite id="1">For 23 people the exact probability is 0.5073.</cite>'


def at_folder(folder: Path) -> EmbeddedBackend:
    settings = {"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": str(with_empty_store(folder))}
    return EmbeddedBackend(Settings.from_env(settings))


def app_of(backend: Any) -> App:
    return App(backend._settings, backend, answerer=ScriptedAnswerer(SAYS), embedder=TopicEmbedder())


def fill(backend: Backend, owner: OwnerId = ADA) -> None:
    """Store what a user may have: read, failed, fileless and long papers, a conversation, a review, a day's sums, things of their own."""
    app = app_of(backend)
    name = f"uploads/{owner}/{SAMPLE}/sample.pdf"
    file = sample_paper().read_bytes()
    generation = backend.objects.put(name, file, content_type="application/pdf")
    app.extraction.extract_paper().extract(
        ObjectFinalized(
            bucket=backend.objects.bucket,
            name=name,
            generation=generation,
            size_bytes=len(file),
            content_type="application/pdf",
        )
    )
    readable(backend, "bees", bee_paper(), owner=owner)
    words = " ".join(f"Sentence {n} of a long paper says that value {n} was measured." for n in range(1_500))
    readable(backend, "long", a_content([words[at : at + 900] for at in range(0, len(words), 900)]), owner=owner)
    damaged = backend.objects.put(f"uploads/{owner}/{DAMAGED}/bad.pdf", b"no PDF", content_type="application/pdf")
    failure = Failure(code="damaged", message="The file is damaged.", action="Upload it again.", retryable=False)
    store(backend, a_paper(DAMAGED, owner=owner, status="failed", failure=failure, generation=damaged,
                           object_name=f"uploads/{owner}/{DAMAGED}/bad.pdf"))  # fmt: skip
    ask(backend, owner)
    steps = (StepRecord(name="plan", state="done", counts={"quotes": 3}),)
    review = a_review(owner=owner, state="completed", steps=steps, papers=(SAMPLE,), version=1, title="A report")
    outputs = [Output(name=f"call-{n}", json=to_json({"text": str(n) * 300_000}).decode()) for n in range(9)]
    backend.reviews.change(review.id, lambda _: review, outputs)
    backend.spending.add(owner, DAY, Spent(questions=3, input_tokens=100, cost_usd=0.1, reading_s=0.7))
    keep_own(backend, owner)


def keep_own(backend: Backend, owner: OwnerId) -> None:
    """Store what an owner adds to a library: marks, a correction, nested collections, notes, and a link to Zotero."""
    outer, inner = CollectionId("c1"), CollectionId("c2")
    tree = (Collection(id=outer, name="Thesis"), Collection(id=inner, name="Chapter 2", parent_id=outer))
    backend.collections.change(owner, lambda _: Collections(owner=owner, items=tree, updated_at=NOW))
    marks = Marks(tags=("to read", "β"), favourite=True, read_state="reading", collection_ids=(inner,))

    def own(paper: Paper | None) -> Paper:
        assert paper is not None
        return replace(corrected(paper, {"volume": "9", "venue": "Annals"}, "person", NOW), marks=marks)

    backend.papers.change(SAMPLE, own)
    quote = TextQuoteSelector(exact="the exact probability", prefix="For 23 people ", suffix=" is 0.5073")
    found = Target(generation=1, state="found", quote=quote)
    notes = (
        a_note("mark", owner=owner, kind="highlight", colour="green", paper_ids=(SAMPLE,), target=found),
        a_note("note", owner=owner, age_s=5, paper_ids=(SAMPLE,), text="α, read this again"),
        a_note("said", owner=owner, age_s=9, kind="answer", paper_ids=(SAMPLE,), question="How many?", text=""),
    )
    for note in notes:
        _keep(backend, note)
    link = a_link(owner=owner, ours="mark", paper_id=SAMPLE)
    backend.zotero_links.change(link.id, lambda _: link)


def _keep(backend: Backend, note: Note) -> None:
    backend.notes.change(note.id, lambda _: note)


def store(backend: Backend, paper: Paper) -> None:
    backend.papers.change(paper.id, lambda _: paper)


def readable(backend: Backend, paper_id: str, content: PaperContent, *, owner: OwnerId) -> Paper:
    """Store a paper as the command line does, without its file, with vectors of a model of its own."""
    embedder = TopicEmbedder(f"model of {paper_id}")
    chunks = split(content, generation=3)
    space = EmbeddingSpace(model=embedder.space.model, dimensions=embedder.space.dimensions)
    engine = Engine(version="1", settings="", space=space)
    paper = a_paper(paper_id, owner=owner, status="completed", generation=3, visible_generation=3, engine=engine)
    for piece in plan_ranges(to_parts(content), chunks):
        vectors = embedder.embed_texts([chunk.text for chunk in piece.chunks])
        embedded = tuple(EmbeddedChunk(chunk=c, vectors=v) for c, v in zip(piece.chunks, vectors, strict=True))
        backend.contents.write(
            paper.id, ContentRange(generation=3, parts=piece.parts, chunks=embedded), lambda _: paper
        )
    return paper


def ask(backend: Backend, owner: OwnerId) -> Answer:
    """Return the answer to one question about the sample paper, without its timings."""
    *_, last = app_of(backend).chat.ask_papers().ask(Question(owner=owner, text=ASK, paper_ids=(SAMPLE,)))
    assert isinstance(last, AnswerSaved)
    return replace(last.answer, usage=Usage())


def held(backend: Backend, owner: OwnerId) -> dict[str, Any]:
    """Return everything that an owner has, by name, without the counters that differ between stores."""
    found: dict[str, Any] = {}
    for paper in backend.papers.list(owner, limit=100).papers:
        found[f"paper {paper.id}"] = replace(
            paper,
            owner=ADA,
            generation=0,
            epoch=0,
            attempts=0,
            outbox=(),
            object_name=paper.object_name.rsplit("/")[-1],
        )
        generation = paper.visible_generation or 0
        found[f"content {paper.id}"] = backend.contents.read_content(paper.id, generation)
        chunks = backend.contents.read_chunks(paper.id, generation)
        found[f"chunks {paper.id}"] = (
            chunks.space,
            [
                (item.chunk, item.vectors and (item.vectors.windows, item.vectors.matrix.tobytes()))
                for item in chunks.chunks
            ],
        )
        names = [
            *backend.objects.names(f"uploads/{owner}/{paper.id}/"),
            *backend.objects.names(images_folder(paper.id)),
        ]
        found[f"objects {paper.id}"] = [
            (n.rsplit("/")[-1], hashlib.sha256(backend.objects.read(n)).hexdigest()) for n in names
        ]
    for session in backend.sessions.list(owner, None, limit=100).sessions:
        stored = backend.sessions.read(session.id)
        assert stored is not None
        found[f"conversation {session.id}"] = replace(stored[0], owner=ADA), stored[1]
    for review in backend.reviews.list(owner, limit=100).reviews:
        found[f"review {review.id}"] = replace(review, owner=ADA), backend.reviews.read_all_outputs(review.id)
    for note in backend.notes.list(owner, None, limit=100).notes:
        found[f"note {note.id}"] = replace(note, owner=ADA)
    for link in backend.zotero_links.list(owner, limit=100).links:
        found[f"link {link.key}"] = replace(link, owner=ADA, id=link_id(ADA, link.library, link.key))
    found["collections"] = replace(backend.collections.get(owner), owner=ADA)
    return found | {f"spent {day}": backend.spending.read(owner, day) for day in backend.spending.days(owner)}


class KilledError(BaseException):
    """Stands for the end of the process: nothing catches it."""


class Stopping:
    """The stores of a library of which the write number `at` is the last; it is done first where `after` says so."""

    _WRITES = frozenset({"change", "write", "drop", "put", "delete", "create", "clear", "add"})

    def __init__(self, stores: Any, at: int | None = None, *, after: bool = False) -> None:
        self.calls: list[str] = []
        self._stores, self._at, self._after = stores, at, after

    def __getattr__(self, name: str) -> Any:
        return _Store(getattr(self._stores, name), self)

    @property
    def writes(self) -> int:
        return len(self.calls)

    def call(self, write: Any, *given: Any, **named: Any) -> Any:
        self.calls.append(write.__name__)
        if self.writes == self._at and not self._after:
            raise KilledError
        result = write(*given, **named)
        if self.writes == self._at:
            raise KilledError
        return result


class _Store:
    def __init__(self, store: Any, stopping: Stopping) -> None:
        self._store, self._stopping = store, stopping

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if name not in Stopping._WRITES:
            return found
        return lambda *given, **named: self._stopping.call(found, *given, **named)


__all__ = [
    "ASK",
    "DAY",
    "NOW",
    "SAMPLE",
    "KilledError",
    "Stopping",
    "app_of",
    "ask",
    "at_folder",
    "fill",
    "held",
    "readable",
    "store",
]
