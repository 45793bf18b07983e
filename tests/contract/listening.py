"""What arrives on the topics of a project in the Pub/Sub emulator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from google.api_core.exceptions import DeadlineExceeded
from google.cloud.pubsub_v1 import PublisherClient, SubscriberClient

from scholarai.domain.paper import PaperEvent
from scholarai.domain.values import from_json

# Guesses: the emulator delivers within milliseconds where the machine is idle.
HEARING_S = 60.0
SILENCE_S = 0.3


class PubSubListener:
    """Topics made on entering, each with a subscription; needs `PUBSUB_EMULATOR_HOST`."""

    def __init__(self, project: str, *topics: str) -> None:
        self._project = project
        self._topics = topics
        self._subscriber = SubscriberClient()
        # By id, since Pub/Sub delivers a message once or more.
        self._messages: dict[str, dict[str, Any]] = {topic: {} for topic in topics}

    def __enter__(self) -> Self:
        publisher = PublisherClient()
        for topic in self._topics:
            name = publisher.topic_path(self._project, topic)
            publisher.create_topic(name=name, timeout=HEARING_S)
            self._subscriber.create_subscription(name=self._subscription(topic), topic=name, timeout=HEARING_S)
        publisher.transport.close()
        return self

    def __exit__(self, *_: object) -> None:
        self._subscriber.close()

    def events(self) -> Sequence[PaperEvent]:
        """Return what was published on the first topic so far, after waiting for one event at least."""
        return [from_json(PaperEvent, message.data) for message in self.messages(self._topics[0])]

    def messages(self, topic: str, at_least: int = 1) -> Sequence[Any]:
        """Return the messages of a topic so far, after waiting for some; a redelivered message counts once."""
        heard = self._messages[topic]
        while pulled := self._pull(topic, HEARING_S if len(heard) < at_least else SILENCE_S):
            heard |= {message.message_id: message for message in pulled}
        return list(heard.values())

    def _pull(self, topic: str, timeout_s: float) -> list[Any]:
        subscription = self._subscription(topic)
        try:
            pulled = self._subscriber.pull(
                subscription=subscription, max_messages=100, timeout=timeout_s, retry=None
            ).received_messages
        except DeadlineExceeded:
            return []
        if pulled:
            self._subscriber.acknowledge(
                subscription=subscription, ack_ids=[item.ack_id for item in pulled], timeout=HEARING_S
            )
        return [item.message for item in pulled]

    def _subscription(self, topic: str) -> str:
        path: str = self._subscriber.subscription_path(self._project, f"{topic}-heard")
        return path
