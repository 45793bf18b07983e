"""Shows an owner's papers, their content and their files, and restarts extractions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError, NotReadyError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.leases import has_live_lease
from scholarai.domain.limits import PAPERS_PER_LIST
from scholarai.domain.metadata import described
from scholarai.domain.paper import Paper, Progress, plain
from scholarai.domain.spending import Spent
from scholarai.domain.values import Value
from scholarai.ports.stores import PaperPage

if TYPE_CHECKING:
    from scholarai.domain.content import PaperContent
    from scholarai.ports.clock import Clock
    from scholarai.ports.stores import ContentStore, ObjectStore, PaperStore, UploadSigner
    from scholarai.services.spending import Spending

NamePart = Literal["title", "author", "venue"]

# Papers that one call with parts of names looks at: a second of a store in the cloud. A guess.
_LOOKED_AT = 500
# A guess for `Retry-After` where no speed is measured yet.
_RETRY_AFTER_S = 5.0


class Papers(Value, frozen=True, kw_only=True):
    papers: PaperStore
    signer: UploadSigner
    clock: Clock

    def get(self, owner: OwnerId, paper_id: PaperId) -> Paper:
        """Return the owner's paper with its status and progress.

        Raises:
            NotFoundError: If it is unknown, being deleted, or another owner's.
        """
        return require_owned(self.papers.get(paper_id), owner)

    def page(
        self, owner: OwnerId, *, limit: int, cursor: str | None = None, parts: Mapping[NamePart, str] | None = None
    ) -> PaperPage:
        """Return a page of the owner's papers, newest first.

        With `parts`, those in whose title, venue, or one author each of these texts stands, whatever its case and accents. A page may then
        be short though others follow it, since one call looks at `_LOOKED_AT` papers or a few more.

        Raises:
            InvalidRequestError: If the cursor is malformed.
        """
        wanted = {name: text for name, given in (parts or {}).items() if (text := plain(given))}
        if not wanted:
            return self.papers.list(owner, limit=limit, cursor=cursor)
        found: list[Paper] = []
        for _ in range(math.ceil(_LOOKED_AT / limit)):
            page = self.papers.list(owner, limit=limit - len(found), cursor=cursor)
            found += [paper for paper in page.papers if _has(paper, wanted)]
            cursor = page.next_cursor
            if cursor is None or len(found) == limit:
                break
        return PaperPage(papers=tuple(found), next_cursor=cursor)

    def named(self, owner: OwnerId, paper_ids: Sequence[PaperId]) -> Sequence[Paper]:
        """Return the owner's papers of these ids, in this order; those that are unknown or being deleted are left out.

        Raises:
            InvalidRequestError: If these are more than `limits.PAPERS_PER_LIST` ids.
        """
        wanted = tuple(dict.fromkeys(paper_ids))
        if len(wanted) > PAPERS_PER_LIST:
            raise InvalidRequestError(
                "papers_too_many",
                f"a list has at most {PAPERS_PER_LIST} papers, these are {len(wanted)}",
                action="Ask for them in several calls.",
            )
        found = self.papers.several(wanted)
        known = (found[paper_id] for paper_id in wanted if paper_id in found)
        return tuple(paper for paper in known if paper.owner == owner and not paper.deleting)

    def supplements(self, owner: OwnerId, paper_id: PaperId) -> Sequence[Paper]:
        """Return the supplements of an owner's paper, oldest first, at most `limits.SUPPLEMENTS`.

        Raises:
            NotFoundError: If the paper is unknown, being deleted, or another owner's.
        """
        return self.papers.supplements(owner, require_owned(self.papers.get(paper_id), owner).id)

    def link_file(self, owner: OwnerId, paper_id: PaperId) -> str:
        """Return a URL that serves the paper's file for some minutes.

        Raises:
            NotFoundError: If the paper is unknown, being deleted, another owner's, or has no file yet.
        """
        paper = require_owned(self.papers.get(paper_id), owner)
        if paper.generation == 0:
            raise NotFoundError("file_unknown", "no file has arrived for this paper yet")
        return self.signer.sign_download(paper.object_name, filename=paper.filename, now=self.clock.now())


def _has(paper: Paper, wanted: Mapping[NamePart, str]) -> bool:
    about = paper.metadata
    names: Mapping[NamePart, Sequence[str]] = {
        "title": (about.title or "",),
        "author": about.authors,
        "venue": (about.venue or "",),
    }
    return all(any(text in plain(name) for name in names[kind]) for kind, text in wanted.items())


class GetContent(Value, frozen=True, kw_only=True):
    papers: PaperStore
    contents: ContentStore

    def get(self, owner: OwnerId, paper_id: PaperId) -> PaperContent:
        """Return the content that readers follow now.

        Raises:
            NotFoundError: If the paper is unknown, being deleted, or another owner's.
            NotReadyError: If it is not extracted yet.
            ConflictError: If it failed and nothing of it was ever extracted.
        """
        paper = require_owned(self.papers.get(paper_id), owner)
        content = self.contents.read_content(paper_id, readable_generation(paper))
        if content is None:  # a newer generation became visible between the two reads
            raise NotReadyError("paper_not_ready", "the paper is just being replaced", retry_after_s=1.0)
        return described(content, paper)


class RestartExtraction(Value, frozen=True, kw_only=True):
    """Restarts the extraction of a paper by writing a new generation of its object.

    `spending` counts that as an upload of the owner; None where an operator does it.
    """

    papers: PaperStore
    objects: ObjectStore
    clock: Clock
    lease: timedelta = timedelta(seconds=60)
    spending: Spending | None = None

    def restart(self, owner: OwnerId, paper_id: PaperId) -> Paper:
        """Rewrite the object onto itself and return the paper, now waiting for the event.

        Raises:
            NotFoundError: If the paper is unknown, being deleted, or another owner's.
            ConflictError: If it is being extracted right now, or its file never arrived.
            LimitReachedError: If the owner has taken a day's worth.
        """
        paper = require_owned(self.papers.get(paper_id), owner)
        if has_live_lease(paper, self.clock.now(), self.lease):
            raise ConflictError("already_extracting", "the paper is being extracted right now")
        if self.spending is not None:
            self.spending.room_of(owner, "upload")()
        try:
            generation = self.objects.touch(paper.object_name)
        except NotFoundError:
            raise ConflictError(
                "file_missing", "the paper's file never arrived or is gone", action="Upload it again."
            ) from None
        if self.spending is not None:
            self.spending.count(owner, Spent(uploads=1))
        now = self.clock.now()
        waiting = self.papers.change(
            paper_id, lambda found: waiting_again(require_owned(found, owner), generation, now)
        )
        return require_owned(waiting, owner)


def require_owned(paper: Paper | None, owner: OwnerId, *, deleting: bool = False) -> Paper:
    """Return the paper if it is this owner's; one that is being deleted only if `deleting` is true.

    Raises:
        NotFoundError: If not; another owner's paper is as unknown as a missing one.
    """
    if paper is None or paper.owner != owner or (paper.deleting and not deleting):
        raise NotFoundError("paper_unknown", "there is no such paper")
    return paper


def readable_generation(paper: Paper) -> int:
    """Return the generation that readers follow; it stays readable while a newer one is extracted or failed.

    Raises:
        NotReadyError: If the first one is not extracted yet.
        ConflictError: If it failed, or has no file.
    """
    if paper.visible_generation is not None:
        return paper.visible_generation
    if paper.status == "record":
        raise ConflictError(
            "paper_without_file", "only a record of the paper is kept, not its text", action="Upload its file."
        )
    if paper.status == "failed" and paper.failure is not None:
        raise ConflictError("paper_failed", f"the paper failed: {paper.failure.message}", action=paper.failure.action)
    eta_s = paper.progress.eta_s
    raise NotReadyError(
        "paper_not_ready",
        "the paper is not extracted yet",
        retry_after_s=_RETRY_AFTER_S if eta_s is None else float(max(1, eta_s)),
    )


def waiting_again(paper: Paper, generation: int, now: datetime) -> Paper:
    """Return the paper with status `uploaded` again, unless the event of that generation came first."""
    if paper.generation >= generation:
        return paper
    return replace(
        paper,
        generation=generation,
        attempts=0,
        claim=None,
        status="uploaded",
        failure=None,
        progress=Progress(),
        updated_at=now,
    )
