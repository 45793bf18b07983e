"""What was given up is taken up again from where it lies, once and as what it was."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest
from contract.conftest import Stand
from contract.making import ADA, a_paper
from google.api_core.exceptions import AlreadyExists
from google.cloud.pubsub_v1 import PublisherClient, SubscriberClient
from msgspec.structs import replace

from scholarai.adapters.gcp.backend import GcpBackend
from scholarai.adapters.gcp.dead_letters import DeadLetterBox
from scholarai.adapters.gcp.events import PubSubPublisher
from scholarai.adapters.gcp.reviews import PubSubStepPublisher
from scholarai.adapters.system import SystemClock
from scholarai.domain.extraction_outcomes import failed
from scholarai.domain.ids import PaperId, ReviewId
from scholarai.domain.paper import Failure, PaperEvent
from scholarai.domain.review import StepMessage
from scholarai.local.ops_tools import Replay
from scholarai.services.papers.owned_papers import RestartExtraction

pytestmark = pytest.mark.emulator
NOW = datetime(2026, 11, 20, tzinfo=UTC)
PROJECT = "replaying"
EVENTS_TOPIC = "events"
_numbers = itertools.count(1)


@pytest.fixture
def box(gcp_stand: Stand) -> DeadLetterBox:
    """A topic of its own with a subscription of the same name."""
    name = f"given-up-{next(_numbers)}"
    publisher, subscriber = PublisherClient(), SubscriberClient()
    topic = publisher.topic_path(PROJECT, name)
    publisher.create_topic(name=topic)
    with contextlib.suppress(AlreadyExists):
        publisher.create_topic(name=publisher.topic_path(PROJECT, EVENTS_TOPIC))
    subscriber.create_subscription(name=subscriber.subscription_path(PROJECT, name), topic=topic)
    return DeadLetterBox(client=lambda: subscriber, project=PROJECT, subscription=name)


@pytest.fixture
def backend(gcp_stand: Stand) -> GcpBackend:
    opened = gcp_stand.open()
    assert isinstance(opened, GcpBackend)
    return opened


@pytest.fixture
def take_up(backend: GcpBackend, box: DeadLetterBox) -> Callable[[], Sequence[str]]:
    restart = RestartExtraction(papers=backend.papers, objects=backend.objects, clock=SystemClock())
    replay = Replay(papers=backend.papers, restart=restart.restart, order=backend.review_steps.publish)

    def take() -> Sequence[str]:
        said = []
        for letter in box.letters():
            said.append(replay.run(letter.message).in_words)
            letter.acknowledge()
        return said

    return take


def test_a_step_is_ordered_again_and_its_message_gone(
    gcp_stand: Stand, box: DeadLetterBox, take_up: Callable[[], Sequence[str]]
) -> None:
    step = StepMessage(review_id=ReviewId("r1"), n=3, step="plan")
    PubSubStepPublisher(client=PublisherClient, project=PROJECT, topic=box.subscription).publish(step)

    assert take_up() == ["review r1: step 3, plan, ordered again"]
    assert gcp_stand.ordered() == [step]
    assert take_up() == []


@pytest.mark.parametrize(
    ("passing", "said", "status"),
    [(True, "gave_up, started again", "uploaded"), (False, "gave_up, which its owner was told", "failed")],
)
def test_a_paper_is_started_again_where_that_can_help(
    backend: GcpBackend,
    box: DeadLetterBox,
    take_up: Callable[[], Sequence[str]],
    passing: bool,
    said: str,
    status: str,
) -> None:
    generation = backend.objects.put("uploads/ada/p1/paper.pdf", b"%PDF", content_type="application/pdf")
    _given_up(backend, box, generation, retryable=passing)

    assert take_up() == [f"paper p1: {said}"]
    paper = backend.papers.get(PaperId("p1"))
    assert paper is not None
    assert paper.status == status


def test_a_paper_that_was_uploaded_anew_is_left_alone(
    backend: GcpBackend, box: DeadLetterBox, take_up: Callable[[], Sequence[str]]
) -> None:
    _given_up(backend, box, 7, retryable=True)
    backend.papers.change(PaperId("p1"), lambda found: found and replace(found, generation=8))

    assert take_up() == ["paper p1: went on since"]


def test_a_paper_that_was_deleted_is_let_go(box: DeadLetterBox, take_up: Callable[[], Sequence[str]]) -> None:
    _announce(box, generation=7)

    assert take_up() == ["paper p1: is gone"]


def _given_up(backend: GcpBackend, box: DeadLetterBox, generation: int, *, retryable: bool) -> None:
    failure = Failure(code="gave_up", message="m", action="a", retryable=retryable)
    paper = replace(a_paper("p1"), object_name="uploads/ada/p1/paper.pdf", generation=generation)
    backend.papers.change(PaperId("p1"), lambda _: failed(paper, failure, NOW))
    _announce(box, generation)


def _announce(box: DeadLetterBox, generation: int) -> None:
    event = PaperEvent(
        type="paper.failed",
        paper_id=PaperId("p1"),
        owner=ADA,
        generation=generation,
        occurred_at=NOW,
        code="gave_up",
    )
    sender = PubSubPublisher(
        client=PublisherClient, project=PROJECT, events_topic=EVENTS_TOPIC, failed_topic=box.subscription
    )
    sender.publish(event)
