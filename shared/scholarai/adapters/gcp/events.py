"""Publishes events on Pub/Sub."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from google.api_core.retry import Retry

from scholarai.adapters.gcp.errors import EVENTS, translated_errors
from scholarai.adapters.reading.faults import codes
from scholarai.domain.paper import PaperEvent
from scholarai.domain.values import to_json
from scholarai.ports.callers import traceparent

if TYPE_CHECKING:
    from google.cloud.pubsub_v1 import PublisherClient

# A guess; an event that is not published by then stays in its paper's outbox.
PUBLISH_S = 15.0
# Failures that are their owners' matter, who were told: a file's faults, a limit of theirs, and the limit of all owners
# together, which has an alert of its own. A reader that crashes is ours to mend.
OWNERS_MATTER = frozenset({*codes(), "daily_limit_reached", "storage_limit_reached", "daily_spend_reached"}) - {
    "reader_crashed"
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PubSubPublisher:
    """Implements `ports.events.EventPublisher`: every event on the events topic, some failures on the failed topic too.

    They are those that an operator should look at: all but `OWNERS_MATTER`.
    The message is the event's JSON; `type`, `paper_id` and `generation` stand in its attributes as well, for filters,
    and `traceparent` where `trace` gives one.
    """

    client: Callable[[], PublisherClient]
    project: str
    events_topic: str
    failed_topic: str
    trace: Callable[[], str | None] = traceparent

    def publish(self, event: PaperEvent) -> None:
        watched = event.type == "paper.failed" and event.code not in OWNERS_MATTER
        topics = [self.events_topic, *([self.failed_topic] if watched else [])]
        client, data, attributes = self.client(), to_json(event), self._attributes(event)
        with translated_errors(EVENTS):
            sent = [
                client.publish(
                    client.topic_path(self.project, topic),
                    data,
                    retry=Retry(timeout=PUBLISH_S),
                    timeout=PUBLISH_S,
                    **attributes,
                )
                for topic in topics
            ]
            for future in sent:
                future.result(timeout=PUBLISH_S)

    def _attributes(self, event: PaperEvent) -> dict[str, str]:
        attributes = {"type": event.type, "paper_id": event.paper_id, "generation": str(event.generation)}
        trace = self.trace()
        return attributes if trace is None else attributes | {"traceparent": trace}
