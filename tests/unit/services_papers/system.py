"""The services around one paper, wired to the embedded backend in a folder, with clock, reader and model in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

from doubles.readers import ScriptedReader, a_content
from doubles.stores import embedded
from doubles.watched import Watched, When
from msgspec.structs import replace

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.system import RandomIds
from scholarai.bootstrap import Backend
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import MIB
from scholarai.domain.object_names import address_of, announced_id
from scholarai.domain.paper import ObjectFinalized, Paper, PaperEvent
from scholarai.entrypoints.events import read_event
from scholarai.ports.stores import ContentStore, PaperStore
from scholarai.retrieval.vectors import ChunkSet
from scholarai.services.extraction import Ended, ExtractionRules, ExtractPaper
from scholarai.services.leases import HeldLeases
from scholarai.services.library.open_papers import OpenPapers
from scholarai.services.outbox import SettlePaper, sweep_papers
from scholarai.services.papers.deletion import DeletePaper, FinishDeletion
from scholarai.services.papers.figure_images import FigureImages
from scholarai.services.papers.merging import MergePapers
from scholarai.services.papers.owned_papers import RestartExtraction
from scholarai.services.papers.uploads import Announcement, AnnouncePaper
from scholarai.services.reviews.forgetting import ForgetPaper
from scholarai.testing import HashEmbedder, ManualClock

ADA = OwnerId("ada")
BOB = OwnerId("bob")
LEASE_S = 60.0
MAX_ATTEMPTS = 3
RANGES = 3
"""How many ranges the paper of this system has."""


class Recorder:
    """Implements EventPublisher: remembers."""

    def __init__(self) -> None:
        self.events: list[PaperEvent] = []

    def publish(self, event: PaperEvent) -> None:
        self.events.append(event)


class FrameworkEvent(dict[str, Any]):
    """A CloudEvent as the functions framework hands it over."""

    @property
    def data(self) -> Any:
        return self["data"]


class System:
    """Everything that a test of the flow touches. What `watch` raises, the watched call raises."""

    def __init__(self, folder: Path, content: PaperContent | None = None, *, backend: Backend | None = None) -> None:
        self.clock = ManualClock()
        store = embedded(folder, self.clock.now)
        self.queue = store.queue
        self.backend: Backend = backend or store
        self.reader = ScriptedReader(content or a_content(100))
        self.embedder: HashEmbedder | None = HashEmbedder()
        self.keeps_images = False
        self.held = HeldLeases()
        self.published = Recorder()
        self.calls: list[str] = []
        self.on_call: dict[tuple[str, When], BaseException] = {}
        self.papers = cast("PaperStore", Watched("papers", self.backend.papers, self.watch))
        self.contents = cast("ContentStore", Watched("contents", self.backend.contents, self.watch))
        self.rules = ExtractionRules(
            lease=timedelta(seconds=LEASE_S),
            budget=timedelta(seconds=500),
            max_attempts=MAX_ATTEMPTS,
            max_bytes=1 * MIB,
            default_owner=OwnerId("default"),
            fingerprint="",
        )

    def watch(self, call: str, when: When) -> None:
        if when == "before":
            self.calls.append(call)
        if (call, when) in self.on_call:
            raise self.on_call[call, when]

    @contextmanager
    def failing(self, call: str, error: BaseException, when: When = "before") -> Iterator[None]:
        """Let every such call end with `error` inside the block."""
        self.on_call[call, when] = error
        yield
        del self.on_call[call, when]

    def announce(self, owner: OwnerId = ADA, filename: str = "paper.pdf") -> Announcement:
        service = AnnouncePaper(
            papers=self.papers, signer=self.backend.signer, clock=self.clock, ids=RandomIds(), max_bytes=MIB
        )
        return service.announce(owner, filename=filename)

    def put(self, name: str, data: bytes = b"%PDF a paper") -> ObjectFinalized:
        """Write an object and return its event."""
        self.clock.advance(1)
        generation = self.backend.objects.put(name, data, content_type="application/pdf")
        if isinstance(self.backend, EmbeddedBackend):
            return self.take_event()
        return ObjectFinalized(
            bucket="papers", name=name, generation=generation, size_bytes=len(data), content_type="application/pdf"
        )

    def upload(self, owner: OwnerId = ADA) -> ObjectFinalized:
        """Announce a paper, send its file and return its event."""
        return self.put(self.announce(owner).paper.object_name)

    def take_event(self) -> ObjectFinalized:
        pending = self.queue.take(self.clock.now())
        assert pending is not None
        self.queue.done(pending.id)
        return read_event(FrameworkEvent(pending.event))

    @property
    def settle(self) -> SettlePaper:
        return SettlePaper(
            papers=self.papers,
            contents=self.contents,
            publisher=cast("Any", Watched("events", self.published, self.watch)),
            images=self.images,
        )

    @property
    def extraction(self) -> ExtractPaper:
        embedder = self.embedder
        return ExtractPaper(
            papers=self.papers,
            contents=self.contents,
            objects=cast("Any", Watched("objects", self.backend.objects, self.watch)),
            reader=cast("Any", Watched("reader", self.reader, self.watch)),
            temporary_directories=self.backend.temporary_directories,
            embedder=lambda: cast("Any", Watched("embedder", embedder, self.watch)) if embedder else None,
            settle=self.settle,
            clock=self.clock,
            rules=self.rules,
            images=self.images,
            held=self.held,
        )

    @property
    def images(self) -> FigureImages | None:
        objects = cast("Any", Watched("images", self.backend.objects, self.watch))
        return FigureImages(objects=objects) if self.keeps_images else None

    def extract(self, event: ObjectFinalized) -> Ended:
        return self.extraction.extract(event)

    def deliver_at_once(self, event: ObjectFinalized, times: int) -> Counter[str]:
        """Deliver an event in as many threads, and count the result of each: its end, or its error's code."""
        extraction = self.extraction

        def deliver(_: int) -> str:
            try:
                return extraction.extract(event)
            except TransientError as error:
                return error.code

        with ThreadPoolExecutor(times) as pool:
            return Counter(pool.map(deliver, range(times)))

    @property
    def finish_deletion(self) -> FinishDeletion:
        return FinishDeletion(
            papers=self.papers,
            contents=self.contents,
            objects=cast("Any", Watched("objects", self.backend.objects, self.watch)),
            sessions=cast("Any", Watched("sessions", self.backend.sessions, self.watch)),
            notes=cast("Any", Watched("notes", self.backend.notes, self.watch)),
            links=self.backend.zotero_links,
            forget=ForgetPaper(
                reviews=cast("Any", Watched("reviews", self.backend.reviews, self.watch)),
                clock=self.clock,
            ),
            temporary_directories=self.backend.temporary_directories,
        )

    @property
    def merging(self) -> MergePapers:
        opened = OpenPapers(contents=self.backend.contents)
        return MergePapers(
            papers=self.papers,
            notes=cast("Any", Watched("notes", self.backend.notes, self.watch)),
            sessions=cast("Any", Watched("sessions", self.backend.sessions, self.watch)),
            open_papers=lambda: opened,
            deletion=self.finish_deletion,
            clock=self.clock,
        )

    def delete(self, owner: OwnerId, paper_id: PaperId) -> None:
        DeletePaper(papers=self.papers, finish=self.finish_deletion, clock=self.clock).delete(owner, paper_id)

    def restart(self, owner: OwnerId, paper_id: PaperId) -> Paper:
        return RestartExtraction(papers=self.papers, objects=self.backend.objects, clock=self.clock).restart(
            owner, paper_id
        )

    def sweep_outbox(self) -> int:
        """Run the sweeper a while later."""
        self.clock.advance(120)
        return sweep_papers(self.papers, self.settle, self.finish_deletion, self.clock, lambda: self.merging).sweep()

    def paper(self, event: ObjectFinalized) -> Paper:
        found = self.find(event)
        assert found is not None
        return found

    def find(self, event: ObjectFinalized) -> Paper | None:
        return self.backend.papers.get(paper_id_of(event))

    def chunks(self, event: ObjectFinalized, generation: int | None = None) -> ChunkSet:
        return self.backend.contents.read_chunks(paper_id_of(event), generation or event.generation)

    def content(self, event: ObjectFinalized) -> PaperContent | None:
        return self.backend.contents.read_content(paper_id_of(event), event.generation)

    def texts(self, event: ObjectFinalized) -> list[str]:
        return [item.chunk.text for item in self.chunks(event).chunks]

    def with_rules(self, **changes: Any) -> None:
        self.rules = replace(self.rules, **changes)


def paper_id_of(event: ObjectFinalized) -> PaperId:
    """Return the paper of an event: the announced one, else that of a file put into the bucket by hand."""
    address = address_of(event.bucket, event.name, OwnerId("ada"))
    assert address is not None
    return announced_id(event.name) or address.paper_id


def extract_again_and_again(system: System, event: ObjectFinalized, times: int = 20) -> list[str]:
    """Deliver the event as a platform does, until it is acknowledged; return what became of each delivery."""
    ends: list[str] = []
    for _ in range(times):
        try:
            return [*ends, system.extract(event)]
        except TransientError as error:
            ends.append(error.code)
        system.clock.advance(10)
    return ends
