"""Events reach their function as Eventarc would bring them, until it acknowledges."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import functions_framework
import pytest
from contract.making import a_paper, a_review
from doubles.stores import with_empty_store
from msgspec.structs import replace
from werkzeug.wrappers import Request, Response

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.events import PendingEvent
from scholarai.config import Settings
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.review import STEP_EVENT
from scholarai.local.delivery import DeadLetters, Delivery, post

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PDF = "application/pdf"
PAPER_ID = PaperId("0f" * 16)
NAME = f"uploads/ada/{PAPER_ID}/paper.pdf"


class Extractor:
    """A function that answers with the given statuses in turn, then 200, and remembers what it was sent."""

    def __init__(self, *statuses: int) -> None:
        self.requests: list[Request] = []
        self.called = threading.Event()
        self._statuses = iter(statuses)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        request = Request(environ)
        request.get_data()
        self.requests.append(request)
        self.called.set()
        return Response(status=next(self._statuses, 200))(environ, start_response)


class Clock:
    def __init__(self) -> None:
        self.time = datetime.now(UTC) + timedelta(hours=1)  # behind everything that a test puts into the queue

    def now(self) -> datetime:
        return self.time


@pytest.fixture
def backend(tmp_path: Path) -> EmbeddedBackend:
    return EmbeddedBackend(Settings.from_env({"SCHOLARAI_DATA": str(with_empty_store(tmp_path))}))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def deliver(backend: EmbeddedBackend, clock: Clock) -> Iterator[Callable[..., Delivery]]:
    started: list[Delivery] = []

    def make(extractor: Extractor, max_attempts: int = 3) -> Delivery:
        dead = DeadLetters(backend.papers, backend.reviews, OwnerId("local"), clock.now)
        started.append(
            Delivery(queue=backend.queue, app=extractor, now=clock.now, max_attempts=max_attempts, on_dead=dead.record)
        )
        return started[-1]

    yield make
    for delivery in started:
        delivery.stop()


def test_an_event_comes_in_http_binary_mode(backend: EmbeddedBackend, deliver: Callable[..., Delivery]) -> None:
    generation = backend.objects.put(NAME, b"x", content_type=PDF)
    extractor = Extractor()

    assert deliver(extractor).deliver_next()

    (request,) = extractor.requests
    assert request.headers["ce-type"] == "google.cloud.storage.object.v1.finalized"
    assert request.headers["ce-specversion"] == "1.0"
    assert request.headers["ce-subject"] == f"objects/{NAME}"
    assert request.headers["content-type"] == "application/json"
    assert json.loads(request.get_data())["generation"] == str(generation)


def test_the_functions_framework_reads_it_as_the_event_that_was_stored(tmp_path: Path) -> None:
    source = tmp_path / "main.py"
    source.write_text(
        "import functions_framework, json, pathlib\n"
        "@functions_framework.cloud_event\n"
        "def hear(event):\n"
        "    pathlib.Path(__file__).with_name('heard').write_text(json.dumps([event['subject'], event.data]))\n"
    )
    app = functions_framework.create_app(target="hear", source=str(source))
    data = {"name": "uploads/ada/p1/Zürich \u4e2d.pdf", "size": "1"}
    event = {"specversion": "1.0", "type": "t", "source": "//s", "id": "1", "subject": f"objects/{data['name']}"}

    status = post(app, event | {"datacontenttype": "application/json", "data": data})

    subject, heard = json.loads((tmp_path / "heard").read_text())
    assert status == 200
    assert heard == data
    assert subject == "objects/uploads/ada/p1/Z%C3%BCrich%20%E4%B8%AD.pdf"


def test_an_acknowledged_event_never_comes_again(
    backend: EmbeddedBackend, deliver: Callable[..., Delivery], clock: Clock
) -> None:
    backend.objects.put(NAME, b"x", content_type=PDF)
    delivery = deliver(Extractor())
    delivery.deliver_next()
    clock.time += timedelta(days=1)

    assert not delivery.deliver_next()


def test_a_failed_delivery_is_repeated_after_a_wait(
    backend: EmbeddedBackend, deliver: Callable[..., Delivery], clock: Clock
) -> None:
    backend.objects.put(NAME, b"x", content_type=PDF)
    extractor = Extractor(500)
    delivery = deliver(extractor)

    delivered = [delivery.deliver_next(), delivery.deliver_next()]
    clock.time += timedelta(seconds=1)
    delivered.append(delivery.deliver_next())

    assert delivered == [True, False, True]
    assert len(extractor.requests) == 2
    assert backend.queue.next_due() is None


def test_an_event_that_is_never_acknowledged_ends_as_a_failed_paper(
    backend: EmbeddedBackend, deliver: Callable[..., Delivery], clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    paper = replace(a_paper(PAPER_ID), status="extracting")
    backend.papers.change(paper.id, lambda _: paper)
    backend.objects.put(NAME, b"x", content_type=PDF)
    delivery = deliver(Extractor(500, 500, 500), max_attempts=3)

    with caplog.at_level(logging.ERROR, "scholarai"):
        for _ in range(3):
            delivery.deliver_next()
            clock.time += timedelta(minutes=1)

    failed = backend.papers.get(paper.id)
    assert failed is not None
    assert failed.failure is not None
    assert (failed.status, failed.failure.code) == ("failed", "delivery_exhausted")
    assert not delivery.deliver_next()
    assert "event is a dead letter" in caplog.messages


def test_an_event_that_ended_the_server_at_each_delivery_is_given_up(
    backend: EmbeddedBackend, deliver: Callable[..., Delivery], clock: Clock
) -> None:
    backend.papers.change(PAPER_ID, lambda _: replace(a_paper(PAPER_ID), status="extracting"))
    backend.objects.put(NAME, b"x", content_type=PDF)
    for _ in range(3):  # taken by a server that was killed before it had an answer
        backend.queue.take(clock.now())
        backend.queue.recover(clock.now())
    extractor = Extractor()

    assert deliver(extractor, max_attempts=3).deliver_next()

    paper = backend.papers.get(PAPER_ID)
    assert paper is not None
    assert paper.failure is not None
    assert (paper.status, paper.failure.code) == ("failed", "delivery_exhausted")
    assert extractor.requests == []
    assert not deliver(extractor).deliver_next()


def test_a_dead_letter_leaves_a_paper_alone_that_ended_otherwise(backend: EmbeddedBackend, clock: Clock) -> None:
    paper = replace(a_paper(PAPER_ID), status="completed", generation=10**18)
    backend.papers.change(paper.id, lambda _: paper)
    backend.objects.put(NAME, b"x", content_type=PDF)
    event = backend.queue.take(clock.now())
    assert isinstance(event, PendingEvent)

    DeadLetters(backend.papers, backend.reviews, OwnerId("local"), clock.now).record(event)

    assert backend.papers.get(PAPER_ID) == paper


@pytest.mark.parametrize(
    ("now_at", "step", "state"), [(3, "plan", "failed"), (4, "search", "running"), (3, None, "running")]
)
def test_a_review_whose_step_was_never_accepted_has_failed_unless_it_is_at_another(
    backend: EmbeddedBackend, clock: Clock, now_at: int, step: str | None, state: str
) -> None:
    review = a_review(n=now_at, step=step)
    backend.reviews.change(review.id, lambda _: review)
    order = {"type": STEP_EVENT, "data": {"review_id": review.id, "n": 3}}

    DeadLetters(backend.papers, backend.reviews, OwnerId("local"), clock.now).record(
        PendingEvent(id="e1", subject="reviews/v1", event=order, attempts=9)
    )

    found = backend.reviews.get(review.id)
    assert found is not None
    assert (found.state, found.failure is not None) == (state, state == "failed")


def test_threads_deliver_what_comes_while_they_sleep(
    backend: EmbeddedBackend, deliver: Callable[..., Delivery]
) -> None:
    extractor = Extractor()
    deliver(extractor).start()

    backend.objects.put(NAME, b"x", content_type=PDF)

    assert extractor.called.wait(60)
