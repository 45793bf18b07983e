"""Publishing events about papers to consumers outside of this project."""

from __future__ import annotations

from typing import Protocol

from scholarai.domain.paper import PaperEvent


class EventPublisher(Protocol):
    def publish(self, event: PaperEvent) -> None:
        """Hand the event over; return only once it is durable. Consumers may see it more than once.

        Raises:
            TransientError: If it could not be handed over.
        """
        ...
