"""What every EventPublisher promises."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from contract.making import ADA, NOW

from scholarai.bootstrap import Backend
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import PaperEvent

Heard = Callable[[], Sequence[PaperEvent]]
EXTRACTED = PaperEvent(type="paper.extracted", paper_id=PaperId("p1"), owner=ADA, generation=7, occurred_at=NOW)
FAILED = PaperEvent(
    type="paper.failed", paper_id=PaperId("p2"), owner=ADA, generation=8, occurred_at=NOW, code="encrypted"
)


class TestEventPublisher:
    @pytest.mark.parametrize("event", [EXTRACTED, FAILED], ids=lambda event: event.type)
    def test_a_published_event_is_heard_as_it_was_sent(self, backend: Backend, heard: Heard, event: PaperEvent) -> None:
        backend.events.publish(event)

        assert list(heard()) == [event]

    def test_publishing_twice_is_heard_at_least_once_and_harms_nothing(self, backend: Backend, heard: Heard) -> None:
        backend.events.publish(EXTRACTED)
        backend.events.publish(EXTRACTED)

        assert set(heard()) == {EXTRACTED}
