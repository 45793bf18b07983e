"""Each step of a review is a span of its own, named after its kind, with what it came to."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from cloudevents.http import CloudEvent
from doubles.collector import Collector
from unit.services_reviews.system import System

from scholarai.domain.review import STEP_EVENT, StepMessage
from scholarai.domain.values import to_plain
from scholarai.entrypoints import telemetry
from scholarai.entrypoints.events import receive_order


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    found = logging.getLogger("scholarai")
    level = found.level
    found.setLevel(logging.INFO)
    telemetry.begin({telemetry.ENDPOINT: made.endpoint}, "review")
    yield made
    telemetry.end()
    found.setLevel(level)
    made.close()


def order(message: StepMessage) -> CloudEvent:
    return CloudEvent({"type": STEP_EVENT, "source": "test"}, to_plain(message))


def test_every_review_step_is_traced_as_a_span(system: System, collector: Collector) -> None:
    review_id = system.start()
    while (message := system.orders.take()) is not None:
        receive_order(order(message), system.run_step.run)

    spans = list(collector.spans())
    steps = [step.name for step in system.get(review_id).steps]
    assert [span.name for span in spans] == [f"review {name.partition('-')[0]}" for name in steps]
    assert [event.name for span in spans for event in span.events].count("review step ended") == len(steps)


def test_an_order_of_no_step_of_ours_gives_its_span_no_name(system: System, collector: Collector) -> None:
    receive_order(order(StepMessage(review_id=system.start(), n=1, step="whatever they like")), system.run_step.run)

    assert [span.name for span in collector.spans()] == ["review order"]
