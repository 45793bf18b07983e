"""What the Pub/Sub publisher promises beyond its port."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

import pytest
from contract.listening import PubSubListener
from contract.test_events import EXTRACTED, FAILED
from google.cloud.pubsub_v1 import PublisherClient
from msgspec.structs import replace

from scholarai.adapters.gcp.clients import Once
from scholarai.adapters.gcp.events import PubSubPublisher
from scholarai.adapters.reading.faults import codes
from scholarai.domain.errors import TransientError
from scholarai.domain.paper import PaperEvent
from scholarai.domain.values import from_json

pytestmark = pytest.mark.emulator
TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


@pytest.fixture
def listener(
    pubsub_emulator: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[PubSubListener]:
    monkeypatch.setenv("PUBSUB_EMULATOR_HOST", pubsub_emulator)
    with PubSubListener(project(request), "all", "failed") as listener:
        yield listener


@pytest.fixture
def publisher(listener: PubSubListener, request: pytest.FixtureRequest) -> PubSubPublisher:
    return PubSubPublisher(
        client=Once(PublisherClient),
        project=project(request),
        events_topic="all",
        failed_topic="failed",
        trace=lambda: TRACE,
    )


def project(request: pytest.FixtureRequest) -> str:
    """Return a project of the test's own; projects of the emulator come into being when they are named."""
    return f"events-{crc32(request.node.name.encode())}"


def test_attributes_let_subscribers_filter_and_follow_the_trace(
    publisher: PubSubPublisher, listener: PubSubListener
) -> None:
    publisher.publish(EXTRACTED)

    (message,) = listener.messages("all")
    assert dict(message.attributes) == {
        "type": "paper.extracted",
        "paper_id": "p1",
        "generation": "7",
        "traceparent": TRACE,
    }


@pytest.mark.parametrize("code", ["gave_up", "reader_crashed", "a_code_of_a_later_version", None])
def test_a_failure_that_its_owner_cannot_help_reaches_the_operators(
    publisher: PubSubPublisher, listener: PubSubListener, code: str | None
) -> None:
    publisher.publish(EXTRACTED)
    publisher.publish(replace(FAILED, code=code))

    assert [message.attributes["type"] for message in listener.messages("failed")] == ["paper.failed"]
    assert {message.attributes["type"] for message in listener.messages("all", at_least=2)} == {
        "paper.extracted",
        "paper.failed",
    }


def test_a_bad_file_and_a_limit_that_is_reached_wake_nobody(
    publisher: PubSubPublisher, listener: PubSubListener
) -> None:
    bad = [code for code in codes() if code != "reader_crashed"]
    bad += ["daily_limit_reached", "storage_limit_reached", "daily_spend_reached"]
    for code in bad:
        publisher.publish(replace(FAILED, code=code))
    publisher.publish(replace(FAILED, code="gave_up"))

    # Published last, so whatever was sent before it has come too.
    assert [from_json(PaperEvent, message.data).code for message in listener.messages("failed")] == ["gave_up"]
    everything = listener.messages("all", at_least=len(bad) + 1)
    assert {from_json(PaperEvent, message.data).code for message in everything} == {*bad, "gave_up"}


def test_a_topic_that_is_missing_leaves_the_event_owed(
    listener: PubSubListener, request: pytest.FixtureRequest
) -> None:
    astray = PubSubPublisher(
        client=Once(PublisherClient), project=project(request), events_topic="nowhere", failed_topic="failed"
    )

    with pytest.raises(TransientError) as raised:
        astray.publish(EXTRACTED)
    assert raised.value.code == "events_missing"
