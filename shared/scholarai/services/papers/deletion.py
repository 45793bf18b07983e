"""Deletes a paper with everything made from it, in an order that can be resumed after a crash, and what is kept too long."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial

from msgspec.structs import replace

from scholarai.domain.errors import ConflictError, NotFoundError, TransientError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.object_names import MOVING, NOBODY, address_of, images_folder, is_file_of, unknown_file
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.domain.zotero import ZoteroLink, link_id
from scholarai.ports.clock import Clock
from scholarai.ports.notes import NoteStore
from scholarai.ports.reviews import ReviewStore
from scholarai.ports.stores import ContentStore, ObjectStore, PaperStore, SessionStore
from scholarai.ports.temporary_directories import TemporaryDirectories
from scholarai.ports.zotero import LinkStore
from scholarai.services.papers.owned_papers import require_owned
from scholarai.services.papers.same_paper import RecordSamePaper
from scholarai.services.reviews.forgetting import ForgetPaper

_PER_PAGE = 100
# A guess: more sessions or notes than anybody has about one paper; bounds the loop if a store misbehaves.
_PAGES = 1_000


class FinishDeletion(Value, frozen=True, kw_only=True):
    """Removes what is left of a paper that is marked as deleting, after its supplements; the mark goes last."""

    papers: PaperStore
    contents: ContentStore
    objects: ObjectStore
    sessions: SessionStore
    notes: NoteStore
    forget: ForgetPaper
    temporary_directories: TemporaryDirectories
    same: RecordSamePaper | None = None
    links: LinkStore | None = None

    def finish(self, paper: Paper) -> None:
        """Remove file, content, chunks, images, sessions, notes, quotes in reviews, at last the paper's document; may be repeated.

        Its supplements are removed in the same way before it.

        Raises:
            TransientError: If something could not be removed now; the mark stays.
            ConflictError: If the paper is no longer marked: another call finished, and its file was uploaded again.
        """
        _without_marked(self.papers.get(paper.id))
        self._delete_supplements(paper)
        for name in (*self._files_of(paper), images_folder(paper.id)):
            self.objects.delete(name)
        self.contents.drop(paper.id, keep_generation=None, fence=_without_marked)
        self._delete_sessions(paper)
        self._delete_notes(paper)
        if self.links is not None:
            delete_links(self.links, paper.owner, paper.id)
        self.forget.forget(paper.owner, paper.id)
        if self.same is not None:
            self.same.forget(paper)
        self.temporary_directories.sweep()  # a worker that was killed may have left a copy of the file
        self.papers.change(paper.id, _without_marked)

    def _delete_supplements(self, paper: Paper) -> None:
        for _ in range(_PAGES):
            files = self.papers.supplements(paper.owner, paper.id)
            if not files:
                return
            for file in files:
                marked = self.papers.change(
                    file.id,
                    lambda found: found and (_marked(found, paper.updated_at) if _is_of(found, paper) else found),
                )
                if marked is not None and marked.deleting:
                    self.finish(marked)
        raise TransientError("supplements_left", "the paper's supplements are not all deleted yet")

    def _files_of(self, paper: Paper) -> Sequence[str]:
        """Return the paper's file; where its record no longer names it, the one that by its name is no other paper's.

        Of several that may be it, all stay: somebody may have put them there just now.
        """
        if paper.object_name != unknown_file(paper.owner, paper.id):
            return (paper.object_name.removesuffix(MOVING),)
        mine = [name for name in self.objects.names("") if is_file_of(paper.id, self.objects.bucket, name)]
        possible = [name for name in mine if not self._is_another(paper, name)]
        return possible if len(possible) == 1 else ()

    def _is_another(self, paper: Paper, name: str) -> bool:
        """Tell whether an object of the paper's folder became a paper of its own."""
        address = address_of(self.objects.bucket, name, NOBODY)
        return address is not None and address.paper_id != paper.id and self.papers.get(address.paper_id) is not None

    def _delete_sessions(self, paper: Paper) -> None:
        for _ in range(_PAGES):
            page = self.sessions.list(paper.owner, paper.id, limit=_PER_PAGE)
            if not page.sessions:
                return
            for session in page.sessions:
                self.sessions.delete(session.id)
        raise TransientError("sessions_left", "the paper's sessions are not all deleted yet")

    def _delete_notes(self, paper: Paper) -> None:
        """Remove what was kept of the paper: it holds the paper's words."""
        for _ in range(_PAGES):
            page = self.notes.list(paper.owner, paper.id, limit=_PER_PAGE)
            if not page.notes:
                return
            for note in page.notes:
                self.notes.change(note.id, lambda _: None)
        raise TransientError("notes_left", "the paper's notes are not all deleted yet")


def delete_links(links: LinkStore, owner: OwnerId, paper_id: PaperId | None) -> None:
    """Remove what binds an owner's paper, or all of them, to Zotero; what is there stays.

    That a supplement was deleted is remembered with its paper, so that it does not come back with a change of their item.

    Raises:
        TransientError: If a store failed.
    """
    for _ in range(_PAGES):
        page = links.list(owner, paper_id=paper_id, limit=_PER_PAGE)
        if not page.links:
            return
        for link in page.links:
            item = links.get(link_id(owner, link.library, link.parent)) if link.parent and paper_id else None
            of = item.paper_id if item is not None and link.kind == "attachment" else None
            gone = None if of in {None, paper_id} else replace(link, state="gone", ours="", paper_id=of, sha256=None)
            links.change(link.id, partial(_instead, gone))
    raise TransientError("links_left", "not all links to Zotero are deleted yet")


class DeletePaper(Value, frozen=True, kw_only=True):
    """Deletes an owner's paper with its supplements; workers that still process it lose their claim with the first step."""

    papers: PaperStore
    finish: FinishDeletion
    clock: Clock

    def delete(self, owner: OwnerId, paper_id: PaperId) -> None:
        """Mark the paper as deleting, then remove everything; a repeated call goes on with what is left.

        Raises:
            NotFoundError: If the paper is unknown or another owner's, or being merged into another one.
            TransientError: If not all could be removed now; the paper is hidden already.
        """
        now = self.clock.now()
        marked = self.papers.change(paper_id, lambda found: _marked(require_owned(found, owner, deleting=True), now))
        if marked is not None:
            self.finish.finish(marked)


def _marked(paper: Paper, now: datetime) -> Paper:
    if paper.merging is not None and paper.deleting:  # what is kept of it goes to the other one first
        raise NotFoundError("paper_unknown", "there is no such paper")
    if paper.deleting:
        return paper
    return replace(paper, deleting=True, claim=None, updated_at=now)


def _is_of(file: Paper, paper: Paper) -> bool:
    return file.supplement_of == paper.id and not file.deleting


def _instead(link: ZoteroLink | None, _: ZoteroLink | None) -> ZoteroLink | None:
    return link


def _without_marked(found: Paper | None) -> Paper | None:
    if found is not None and not found.deleting:
        raise ConflictError("paper_came_back", "a paper of the same id was uploaded while this one was deleted")
    return None


# A guess: a paper takes some seconds, and a run of the sweeper has minutes. The next run goes on.
_PER_RUN = 50

_LOG = logging.getLogger(__name__)


class EndRetention(Value, frozen=True, kw_only=True):
    """Deletes what exceeds its retention period, as its owner would; run it every few minutes.

    Attributes:
        keep_papers: The age at which a paper is deleted; None keeps it until its owner deletes it.
        keep_reviews: The same for reviews.
    """

    papers: PaperStore
    reviews: ReviewStore
    delete_paper: DeletePaper
    delete_review: Callable[[OwnerId, ReviewId], None]
    clock: Clock
    keep_papers: timedelta | None
    keep_reviews: timedelta | None

    def delete_expired(self) -> int:
        """Delete a bounded number of expired items and return the count; what fails is left for the next run.

        Raises:
            TransientError: If the store cannot list what has expired.
        """
        now, deleted = self.clock.now(), 0
        if self.keep_reviews is not None:
            reviews = self.reviews.made_before(now - self.keep_reviews, limit=_PER_RUN)
            deleted += _delete((item.id, partial(self.delete_review, item.owner, item.id)) for item in reviews)
        if self.keep_papers is not None:
            papers = self.papers.made_before(now - self.keep_papers, limit=_PER_RUN)
            deleted += _delete((item.id, partial(self.delete_paper.delete, item.owner, item.id)) for item in papers)
        return deleted


def _delete(due: Iterable[tuple[str, Callable[[], None]]]) -> int:
    deleted = 0
    for name, delete in due:
        try:
            delete()
        except NotFoundError:
            continue  # its owner deleted it meanwhile
        except (TransientError, ConflictError) as error:
            _LOG.warning("kept for too long", extra={"id": name, "code": error.code})
        else:
            deleted += 1
    return deleted
