"""`scholarai ops replay`: replays dead letters from a subscription."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass

from scholarai import bootstrap
from scholarai.config import Settings
from scholarai.domain.errors import ConflictError, NotFoundError, TransientError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.paper import PaperEvent
from scholarai.domain.review import StepMessage
from scholarai.domain.values import Value
from scholarai.local.terminal import DONE, TRY_AGAIN, complain, show
from scholarai.ports.stores import PaperStore


class Replayed(Value, frozen=True, kw_only=True):
    """What became of a message: of a paper, or of a step of a review."""

    paper_id: PaperId | None = None
    review_id: ReviewId | None = None
    said: str

    @property
    def in_words(self) -> str:
        """It as one line."""
        what = f"review {self.review_id}" if self.paper_id is None else f"paper {self.paper_id}"
        return f"{what}: {self.said}"


def run(options: argparse.Namespace) -> int:
    """Print a line for each message; a further call goes on where some had to be left."""
    from google.cloud.pubsub_v1 import SubscriberClient

    from scholarai.adapters.gcp.dead_letters import DeadLetterBox

    settings = Settings.from_env({**os.environ, "SCHOLARAI_BACKEND": "gcp"})
    box = DeadLetterBox(client=SubscriberClient, project=settings.project, subscription=options.subscription)
    replay = Replay(
        papers=bootstrap.process.backend().papers,
        restart=bootstrap.process.papers.restart_any_extraction().restart,
        order=bootstrap.process.backend().review_steps.publish,
    )
    try:
        for letter in box.letters():
            done = replay.run(letter.message)
            show(done, done.in_words, as_json=options.json)
            letter.acknowledge()
    except TransientError as error:
        return complain(f"the rest is left where it is ({error.code}); run it again", TRY_AGAIN)
    return DONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    papers: PaperStore
    restart: Callable[[OwnerId, PaperId], object]
    order: Callable[[StepMessage], None]

    def run(self, message: PaperEvent | StepMessage) -> Replayed:
        """Replay one message and return what was done.

        Raises:
            TransientError: If a dependency does not answer; the message can be replayed later.
        """
        match message:
            case StepMessage():
                self.order(message)
                return Replayed(review_id=message.review_id, said=f"step {message.n}, {message.step}, ordered again")
            case PaperEvent():
                return Replayed(paper_id=message.paper_id, said=self._started(message))

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
