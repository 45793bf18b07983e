"""The extract flow on Google's emulators and our Cloud Storage, from a signed upload to a search and to deletion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
import requests
from cloudevents.http import CloudEvent as HttpCloudEvent
from contract.conftest import Stand
from contract.making import ADA, delete_paper
from doubles.readers import ScriptedReader, a_content
from doubles.storage_server.announcing import CloudEvent
from doubles.storage_server.server import StorageServer
from msgspec.structs import replace

from scholarai.adapters.gcp.backend import GcpBackend
from scholarai.adapters.system import RandomIds, SystemClock
from scholarai.domain.content import Author
from scholarai.domain.errors import PaperFaultError, TransientError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import MIB
from scholarai.domain.paper import ObjectFinalized, Paper
from scholarai.entrypoints.events import receive
from scholarai.services.extraction import ExtractionRules, ExtractPaper
from scholarai.services.outbox import SettlePaper
from scholarai.services.papers.attaching import AttachSource
from scholarai.services.papers.owned_papers import RestartExtraction
from scholarai.services.papers.same_paper import RecordSamePaper
from scholarai.services.papers.uploads import AnnouncePaper
from scholarai.testing import HashEmbedder

pytestmark = pytest.mark.emulator
CLOCK = SystemClock()


@dataclass
class Cloud:
    """A project with a bucket, whose events are kept until the test delivers them."""

    backend: GcpBackend
    stand: Stand
    bucket: str
    flush: Callable[[], None]
    events: list[CloudEvent]
    reader: ScriptedReader = field(default_factory=lambda: ScriptedReader(a_content(100)))
    embedder: HashEmbedder = field(default_factory=HashEmbedder)

    def upload(self, data: bytes = b"%PDF a paper") -> PaperId:
        """Announce a paper and send its file as a browser would."""
        announced = AnnouncePaper(
            papers=self.backend.papers, signer=self.backend.signer, clock=CLOCK, ids=RandomIds(), max_bytes=MIB
        ).announce(ADA, filename="paper.pdf")
        upload = announced.upload
        assert upload is not None
        answer = requests.request(upload.method, upload.url, data=data, headers=dict(upload.headers), timeout=60)
        assert answer.status_code == 200, answer.text
        return announced.paper.id

    def take_events(self) -> list[CloudEvent]:
        self.flush()
        taken, self.events[:] = list(self.events), []
        return taken

    def deliver(self, event: CloudEvent) -> str:
        """Deliver an event as the functions framework would, and tell how it ended."""
        ended: list[str] = []

        def extract(uploaded: ObjectFinalized) -> None:
            ended.append(self.extraction().extract(uploaded))

        attributes = {key: value for key, value in event.items() if key != "data"}
        try:
            receive(HttpCloudEvent(attributes, event["data"]), extract)
        except TransientError as error:
            return error.code
        return ended[0]

    def extraction(self) -> ExtractPaper:
        backend = self.stand.open()
        settle = SettlePaper(papers=backend.papers, contents=backend.contents, publisher=backend.events)
        return ExtractPaper(
            papers=backend.papers,
            contents=backend.contents,
            objects=backend.objects,
            reader=self.reader,
            temporary_directories=backend.temporary_directories,
            embedder=lambda: self.embedder,
            settle=settle,
            same=RecordSamePaper(papers=backend.papers, index=backend.publications),
            clock=CLOCK,
            rules=ExtractionRules(
                lease=timedelta(seconds=60),
                budget=timedelta(seconds=500),
                max_attempts=3,
                max_bytes=MIB,
                default_owner=OwnerId("default"),
                fingerprint="",
                bucket=self.bucket,
            ),
        )

    def paper(self, paper_id: PaperId) -> Paper:
        found = self.backend.papers.get(paper_id)
        assert found is not None
        return found


@pytest.fixture
def cloud(gcp_stand: Stand, storage_server: StorageServer) -> Iterator[Cloud]:
    backend = gcp_stand.open()
    assert isinstance(backend, GcpBackend)
    bucket = backend._settings.papers_bucket
    events: list[CloudEvent] = []

    def keep(event: CloudEvent) -> None:
        if event["bucket"] == bucket:
            events.append(event)

    announcer = storage_server.announce_to(keep, copies=2)
    yield Cloud(backend=backend, stand=gcp_stand, bucket=bucket, flush=announcer.flush, events=events)
    storage_server.dismiss(announcer)


def test_a_signed_upload_becomes_a_searchable_paper_and_an_announcement(cloud: Cloud) -> None:
    paper_id = cloud.upload()

    first, second = cloud.take_events()
    assert [cloud.deliver(first), cloud.deliver(second)] == ["completed", "finished"]

    paper = cloud.paper(paper_id)
    assert (paper.status, paper.counts.chunks, paper.outbox) == ("completed", 100, ())
    assert paper.visible_generation is not None
    assert cloud.backend.contents.read_content(paper_id, paper.visible_generation) == cloud.reader.content
    question = list(map(float, cloud.embedder.embed_query("paragraph 42")))
    hits = cloud.backend.search.nearest(ADA, None, question, space=cloud.embedder.space, limit=5)
    assert {hit.paper_id for hit in hits} == {paper_id}
    assert [event.type for event in cloud.stand.heard()] == ["paper.extracted"]


def test_each_chunk_says_by_itself_whose_words_it_holds(cloud: Cloud) -> None:
    """Other programs read the collection, as those that feed a search of their own from it."""
    authors = tuple(Author(name=f"Author {n}") for n in range(3_000))
    cloud.reader = ScriptedReader(replace(a_content(50), doi="10.1000/nothing", authors=authors))
    paper_id = cloud.upload()
    cloud.deliver(cloud.take_events()[0])

    stored = [item.to_dict() or {} for item in cloud.backend._firestore().collection_group("chunks").stream()]
    assert len(stored) == 50
    assert {(fields["title"], fields["doi"], fields["source"]) for fields in stored} == {
        ("On Nothing New", "10.1000/nothing", f"uploads/ada/{paper_id}/paper.pdf")
    }
    assert {tuple(fields["authors"]) for fields in stored} == {tuple(author.name for author in authors[:50])}
    assert {section for fields in stored for section in fields["section_path"]} == {f"Part {n}" for n in range(50)}


def test_one_event_twenty_times_at_once_is_worked_on_once(cloud: Cloud) -> None:
    paper_id = cloud.upload()
    event = cloud.take_events()[0]

    with ThreadPoolExecutor(20) as pool:
        ends = list(pool.map(lambda _: cloud.deliver(event), range(20)))

    assert ends.count("completed") == 1
    assert set(ends) <= {"completed", "busy", "finished"}
    assert len(cloud.reader.read_files) == 1
    assert cloud.paper(paper_id).status == "completed"
    assert cloud.paper(paper_id).attempts == 0  # the stored range gave its attempt back


def test_one_file_sent_by_several_at_once_is_named_as_one_paper(cloud: Cloud) -> None:
    ids = [cloud.upload(b"%PDF the same") for _ in range(3)]
    events = cloud.take_events()

    with ThreadPoolExecutor(len(events)) as pool:
        assert list(pool.map(cloud.deliver, events)).count("completed") == 3

    assert [cloud.paper(one).same_as for one in ids] == [None, ids[0], ids[0]]


def test_of_two_generations_in_the_wrong_order_the_newest_wins(cloud: Cloud) -> None:
    paper_id = cloud.upload()
    old = cloud.take_events()[0]
    newest = cloud.backend.objects.put(cloud.paper(paper_id).object_name, b"%PDF newer", content_type="application/pdf")
    new = cloud.take_events()[0]

    assert [cloud.deliver(new), cloud.deliver(old)] == ["completed", "superseded"]
    assert cloud.paper(paper_id).visible_generation == newest
    assert cloud.reader.read_files == [b"%PDF newer"]


def test_a_replaced_object_is_acknowledged_without_work(cloud: Cloud) -> None:
    paper_id = cloud.upload()
    old = cloud.take_events()[0]
    cloud.backend.objects.put(cloud.paper(paper_id).object_name, b"%PDF newer", content_type="application/pdf")

    assert cloud.deliver(old) == "superseded"
    assert cloud.reader.read_files == []


def test_starting_again_replaces_the_generation_whole(cloud: Cloud) -> None:
    paper_id = cloud.upload()
    cloud.deliver(cloud.take_events()[0])
    before = cloud.paper(paper_id).visible_generation
    assert before is not None
    cloud.reader.content = a_content(30)

    RestartExtraction(papers=cloud.backend.papers, objects=cloud.backend.objects, clock=CLOCK).restart(ADA, paper_id)
    assert cloud.deliver(cloud.take_events()[0]) == "completed"

    after = cloud.paper(paper_id).visible_generation
    assert after is not None
    assert after > before
    assert len(cloud.backend.contents.read_chunks(paper_id, after).chunks) == 30
    assert cloud.backend.contents.read_chunks(paper_id, before).chunks == ()


def test_a_source_is_attached_to_a_paper_that_is_there(cloud: Cloud) -> None:
    paper_id = cloud.upload(b"%PDF-1.7 a paper")
    cloud.deliver(cloud.take_events()[0])
    before = cloud.paper(paper_id).visible_generation
    assert before is not None
    cloud.reader.content = replace(a_content(100), source_format="latex")
    source_id = cloud.upload(b"\\documentclass{article}")
    cloud.deliver(cloud.take_events()[0])
    attach = AttachSource(
        papers=cloud.backend.papers,
        contents=cloud.backend.contents,
        objects=cloud.backend.objects,
        clock=CLOCK,
        lease=timedelta(seconds=60),
    )

    waiting = attach.attach(ADA, paper_id, source_id)
    assert cloud.deliver(cloud.take_events()[0]) == "completed"

    paper = cloud.paper(paper_id)
    assert (waiting.status, paper.filename, paper.media_type) == ("uploaded", "paper.zip", "application/zip")
    assert paper.visible_generation == waiting.generation > before
    assert cloud.reader.read_files[-1].startswith(b"PK")


def test_a_paper_that_cannot_be_read_fails_and_announces_it(cloud: Cloud) -> None:
    paper_id = cloud.upload()

    def refuse(_: int) -> None:
        raise PaperFaultError("encrypted", "The file is locked.", action="Unlock it.")

    cloud.reader.during = refuse

    assert cloud.deliver(cloud.take_events()[0]) == "failed"
    failure = cloud.paper(paper_id).failure
    assert failure is not None
    assert (cloud.paper(paper_id).status, failure.code) == ("failed", "encrypted")
    assert [event.type for event in cloud.stand.heard()] == ["paper.failed"]


def test_deleting_leaves_nothing_in_firestore_or_in_the_bucket(cloud: Cloud, storage_server: StorageServer) -> None:
    paper_id = cloud.upload()
    cloud.deliver(cloud.take_events()[0])
    backend = cloud.backend

    delete_paper(backend, ADA, paper_id, CLOCK)

    client = backend._firestore()
    left = [list(client.collection(f"papers/{paper_id}/{name}").list_documents()) for name in ("chunks", "content")]
    assert left == [[], []]
    assert backend.papers.get(paper_id) is None
    assert storage_server.objects.names(cloud.bucket, "") == []
