"""Dead letters that wait in a subscription for an operator."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from google.api_core.exceptions import DeadlineExceeded

from scholarai.adapters.gcp.errors import EVENTS, translated_errors
from scholarai.domain.paper import PaperEvent
from scholarai.domain.review import StepMessage
from scholarai.domain.values import from_json

if TYPE_CHECKING:
    from google.cloud.pubsub_v1 import SubscriberClient

# A guess: a subscription that delivers nothing for so long is empty.
PULL_S = 10.0
AT_ONCE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetter:
    """A message and the call that acknowledges it."""

    message: PaperEvent | StepMessage
    acknowledge: Callable[[], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetterBox:
    """Reads one subscription; a message that is not acknowledged is redelivered after its deadline."""

    client: Callable[[], SubscriberClient]
    project: str
    subscription: str

    def letters(self) -> Iterator[DeadLetter]:
        """Yield the messages until none is left.

        Raises:
            TransientError: If the event service cannot be reached, or there is no such subscription.
            ValueError: If a message has another form.
        """
        client = self.client()
        path = client.subscription_path(self.project, self.subscription)
        while found := _pulled(client, path):
            for data, about_paper, ack_id in found:
                message = from_json(PaperEvent, data) if about_paper else from_json(StepMessage, data)
                yield DeadLetter(message=message, acknowledge=functools.partial(_acknowledge, client, path, ack_id))


def _pulled(client: SubscriberClient, path: str) -> list[tuple[bytes, bool, str]]:
    with translated_errors(EVENTS):
        try:
            answer = client.pull(subscription=path, max_messages=AT_ONCE, timeout=PULL_S)
        except DeadlineExceeded:
            return []
    return [
        (item.message.data, item.message.attributes.get("type", "") == "paper.failed", item.ack_id)
        for item in answer.received_messages
    ]


def _acknowledge(client: SubscriberClient, path: str, ack_id: str) -> None:
    with translated_errors(EVENTS):
        client.acknowledge(subscription=path, ack_ids=[ack_id], timeout=PULL_S)
