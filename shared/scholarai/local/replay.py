"""Replays dead letters from a subscription: `scholarai ops replay SUBSCRIPTION`.

A review's step is ordered again. The extraction of a paper that failed for a passing reason is started again, as its
owner would; the letter of a paper whose file is at fault is acknowledged, since its owner was informed. Settings come from
the environment, and Google's default credentials are used.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass

from scholarai import bootstrap
from scholarai.config import Settings
from scholarai.domain.errors import ConflictError, NotFoundError, TransientError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import PaperEvent
from scholarai.domain.review import StepMessage
from scholarai.ports.stores import PaperStore


def main(arguments: list[str]) -> int:
    """Print a line for each message; return 1 when some had to be left."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    from google.cloud.pubsub_v1 import SubscriberClient

    from scholarai.adapters.gcp.dead_letters import DeadLetterBox

    settings = Settings.from_env({**os.environ, "SCHOLARAI_BACKEND": "gcp"})
    box = DeadLetterBox(client=SubscriberClient, project=settings.project, subscription=arguments[0])
    replay = Replay(
        papers=bootstrap.process.backend().papers,
        restart=bootstrap.process.papers.restart_any_extraction().restart,
        order=bootstrap.process.backend().review_steps.publish,
    )
    try:
        for letter in box.letters():
            print(replay.run(letter.message))
            letter.acknowledge()
    except TransientError as error:
        print(f"the rest is left where it is ({error.code}); run it again", file=sys.stderr)
        return 1
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    papers: PaperStore
    restart: Callable[[OwnerId, PaperId], object]
    order: Callable[[StepMessage], None]

    def run(self, message: PaperEvent | StepMessage) -> str:
        """Replay one message and return what was done.

        Raises:
            TransientError: If a dependency does not answer; the message can be replayed later.
        """
        match message:
            case StepMessage():
                self.order(message)
                return f"review {message.review_id}: step {message.n}, {message.step}, ordered again"
            case PaperEvent():
                return f"paper {message.paper_id}: {self._started(message)}"

    def _started(self, message: PaperEvent) -> str:
        paper = self.papers.get(message.paper_id)
        if paper is None or paper.deleting:
            return "is gone"
        if paper.status != "failed" or paper.failure is None or paper.generation != message.generation:
            return "went on since"
        if not paper.failure.retryable:
            return f"{paper.failure.code}, which its owner was told"
        try:
            self.restart(paper.owner, paper.id)
        except (ConflictError, NotFoundError) as error:
            return error.code
        return f"{paper.failure.code}, started again"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
