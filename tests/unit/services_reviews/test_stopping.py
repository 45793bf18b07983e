"""A step in a process that is told to end: it is given back, at once and without an attempt."""

from __future__ import annotations

import pytest
from unit.services_reviews.system import System

from scholarai.domain.errors import TransientError


def test_a_stopped_step_is_done_by_whoever_gets_its_message_next(modelled: System) -> None:
    modelled.max_attempts = 1
    review_id = modelled.start()
    message = modelled.until("plan")

    def stop(_: str) -> None:
        modelled.writer.says.pop("plan")
        assert modelled.held.release() == 1

    modelled.writer.says["plan"] = stop
    with pytest.raises(TransientError, match="stopping"):
        modelled.run_step.run(message)

    waiting = modelled.get(review_id)
    assert (waiting.claim, waiting.attempts) == (None, 0)
    assert [(step.state, step.error) for step in waiting.steps if step.name == "plan"] == [("waiting", None)]
    assert modelled.run_step.run(message) == "done"
