"""The steps of a review or a table that is made in one go, in this process."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from scholarai.domain.errors import TransientError
from scholarai.domain.review import StepMessage

# How often a transiently failing step is retried at once; a server waits between attempts, a caller does not.
_TRIES = 3


class StepQueue:
    """Implements `ports.reviews.StepPublisher` for one process: the next step waits here."""

    def __init__(self) -> None:
        self.waiting: deque[StepMessage] = deque()

    def publish(self, message: StepMessage) -> None:
        self.waiting.append(message)

    def do_all(
        self,
        step: Callable[[StepMessage], object],
        *,
        begun: Callable[[StepMessage], None] = lambda _: None,
        done: Callable[[StepMessage], None] = lambda _: None,
    ) -> None:
        """Do the steps in turn, those that they publish too, until none is waiting."""
        while self.waiting:
            message = self.waiting.popleft()
            begun(message)
            _do(step, message)
            done(message)


def _do(step: Callable[[StepMessage], object], message: StepMessage) -> None:
    """Do a step; one that fails for a passing reason is tried again at once."""
    for attempt in range(1, _TRIES + 1):
        try:
            step(message)
        except TransientError:
            if attempt == _TRIES:
                raise
        else:
            return
