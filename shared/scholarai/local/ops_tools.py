"""What operators do: keep and replay the cloud's documents and messages, list and forget what an owner has, and find what is left over."""

from __future__ import annotations

import gzip
import itertools
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from scholarai import bootstrap
from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.system import SystemClock
from scholarai.config import Settings
from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError, TransientError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.limits import MIB, PAPERS_PER_LIST
from scholarai.domain.paper import Paper, PaperEvent
from scholarai.domain.plurals import counted
from scholarai.domain.review import StepMessage
from scholarai.domain.values import Value
from scholarai.entrypoints.schemas import PaperView
from scholarai.local.terminal import DONE, NOT_FOUND, SOME_FAILED, TRY_AGAIN, complain, show
from scholarai.ports.stores import PaperStore


class Documents(Value, frozen=True, kw_only=True):
    """How many documents were written."""

    documents: int


def export(*, file: Path, owner: str | None, as_json: bool) -> int:
    """Save the documents of one owner or of everybody, and print how many there were."""
    from scholarai.adapters.gcp.backup import export as exported
    from scholarai.adapters.gcp.clients import firestore_client

    client = firestore_client(_cloud())  # first, so that a missing setting leaves no empty file
    count = 0
    with gzip.open(file, "wt", encoding="utf-8") as saved:
        for line in exported(client, owner):
            saved.write(f"{line}\n")
            count += 1
    show(Documents(documents=count), counted(count, "document"), as_json=as_json)
    return DONE


def restore(*, file: Path, as_json: bool) -> int:
    """Write the documents of a file back, and print how many there were."""
    from scholarai.adapters.gcp.backup import restore as restored
    from scholarai.adapters.gcp.clients import firestore_client

    _check(file)
    with gzip.open(file, "rt", encoding="utf-8") as saved:
        count = restored(firestore_client(_cloud()), saved)
    show(Documents(documents=count), counted(count, "document"), as_json=as_json)
    return DONE


def _check(file: Path) -> None:
    """Compare the whole file with gzip's own sum before any of it is written.

    Raises:
        InvalidRequestError: If it is not what was written.
    """
    try:
        with gzip.open(file) as saved:
            while saved.read(MIB):
                pass
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InvalidRequestError(
            "backup_unusable",
            f"{file} is not what was written: {error}",
            action="Nothing was restored; use another one.",
        ) from error


def forget(*, owner: str, as_json: bool) -> int:
    """Print what was removed; a repeated call removes the rest."""
    try:
        gone = bootstrap.process.deletion.forget_owner().forget(OwnerId(owner))
    except TransientError as error:
        return complain(f"not everything could be removed ({error.code}); run it again", TRY_AGAIN)
    text = f"{gone.papers} papers, {gone.sessions} conversations, {gone.reviews} reviews removed"
    show(gone, text, as_json=as_json)
    return DONE


class Leftover(Value, frozen=True, kw_only=True):
    """Where something lies that belongs to nothing."""

    path: str


def leftovers(*, as_json: bool) -> int:
    """Print an orphan per line, and return whether there is any."""
    settings = Settings.from_env({"SCHOLARAI_BACKEND": "gcp"} | os.environ)
    found = 0
    for path in _on_this_machine(settings) if settings.backend == "embedded" else _in_the_cloud(settings):
        show(Leftover(path=path), path, as_json=as_json)
        found += 1
    print(f"{found} left over", file=sys.stderr)
    return SOME_FAILED if found else DONE


def _on_this_machine(settings: Settings) -> Iterator[str]:
    return EmbeddedBackend(settings).leftovers().run()


def _in_the_cloud(settings: Settings) -> Iterator[str]:
    from scholarai.adapters.gcp.clients import firestore_client, storage_client
    from scholarai.adapters.gcp.leftovers import FindLeftovers

    firestore, storage = firestore_client(settings), storage_client(settings)
    find = FindLeftovers(client=lambda: firestore, storage=lambda: storage, bucket=settings.papers_bucket)
    return find.run(SystemClock().now())


def papers(*, owner: str, as_json: bool) -> int:
    """Print a line per paper."""
    listed, cursor = 0, None
    while True:
        page = bootstrap.process.papers.owned_papers().page(OwnerId(owner), limit=PAPERS_PER_LIST, cursor=cursor)
        for paper in page.papers:
            failed = "-" if paper.failure is None else paper.failure.code
            text = f"{paper.id}\t{paper.status}\t{failed}\t{paper.filename}"
            show(PaperView.of(paper), text, as_json=as_json)
        listed += len(page.papers)
        cursor = page.next_cursor
        if cursor is None:
            break
    print(f"{listed} papers", file=sys.stderr)
    return DONE if listed else NOT_FOUND


class Started(Value, frozen=True, kw_only=True):
    """How many papers were started."""

    papers: int


def reindex(*, most: int | None, as_json: bool) -> int:
    """Read the papers again that have no vectors of the current embedding model, and print how many were started."""
    from scholarai.adapters.gcp.clients import firestore_client
    from scholarai.adapters.gcp.papers import papers_outside

    embedder = bootstrap.process.models.embedder()
    client = firestore_client(_cloud())
    papers = papers_outside(client, None if embedder is None else embedder.space)
    restart = bootstrap.process.papers.restart_any_extraction().restart
    count = start_again(itertools.islice(papers, most), restart)
    show(Started(papers=count), f"{count} papers started", as_json=as_json)
    return DONE


def start_again(papers: Iterable[Paper], restart: Callable[[OwnerId, PaperId], object]) -> int:
    """Start the extraction of each paper again and return how many there were."""
    count = 0
    for paper in papers:
        try:
            restart(paper.owner, paper.id)
        except (ConflictError, NotFoundError) as error:
            print(f"{paper.id}: {error.code}", file=sys.stderr)  # deleted or started since it was listed
            continue
        count += 1
    return count


class Replayed(Value, frozen=True, kw_only=True):
    """A message that was sent again: the paper or the review that it is about, and what became of it."""

    paper_id: PaperId | None = None
    review_id: ReviewId | None = None
    said: str

    @property
    def in_words(self) -> str:
        """What became of it, as one line."""
        what = f"review {self.review_id}" if self.paper_id is None else f"paper {self.paper_id}"
        return f"{what}: {self.said}"


def replay(*, subscription: str, as_json: bool) -> int:
    """Print a line for each message; a further call goes on where some had to be left."""
    from google.cloud.pubsub_v1 import SubscriberClient

    from scholarai.adapters.gcp.dead_letters import DeadLetterBox

    settings = _cloud()
    box = DeadLetterBox(client=SubscriberClient, project=settings.project, subscription=subscription)
    replay = Replay(
        papers=bootstrap.process.backend().papers,
        restart=bootstrap.process.papers.restart_any_extraction().restart,
        order=bootstrap.process.backend().review_steps.publish,
    )
    try:
        for letter in box.letters():
            done = replay.run(letter.message)
            show(done, done.in_words, as_json=as_json)
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


def _cloud() -> Settings:
    return Settings.from_env({**os.environ, "SCHOLARAI_BACKEND": "gcp"})
