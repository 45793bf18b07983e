"""Merges two records of one paper: what is kept of the second one goes to the first, in an order that can be resumed after a crash."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from scholarai.citations.sections import cited_in_file
from scholarai.domain.chat import Citation, Message, Session
from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError, NotReadyError, TransientError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.marks import joined
from scholarai.domain.metadata import corrected
from scholarai.domain.notes import Note
from scholarai.domain.paper import Merged, Merging, MetadataField, Paper
from scholarai.domain.repeats import Repeatable
from scholarai.domain.supplements import as_supplement
from scholarai.domain.values import Value, from_plain, to_plain
from scholarai.ports.clock import Clock
from scholarai.ports.notes import NoteStore
from scholarai.ports.stores import PaperStore, SessionStore
from scholarai.services.library.open_papers import OpenPaper, OpenPapers
from scholarai.services.moving.ids import Recipient
from scholarai.services.papers.deletion import FinishDeletion
from scholarai.services.papers.owned_papers import require_owned

V = TypeVar("V", bound=Value)

_PER_PAGE = 100
# A guess: more conversations or notes than anybody has about one paper; bounds the loop if a store misbehaves.
_PAGES = 1_000
_RESTING = frozenset({"completed", "failed", "record"})


class MergePapers(Value, frozen=True, kw_only=True):
    """Merges an owner's papers.

    The plan is written into the second paper first; with `remove` the same transaction hides the paper. Each step after it may be
    repeated, and what a crash left behind is finished by the sweeper of papers.
    """

    papers: PaperStore
    notes: NoteStore
    sessions: SessionStore
    open_papers: Callable[[], OpenPapers]
    deletion: FinishDeletion
    clock: Clock

    def merge(
        self,
        owner: OwnerId,
        paper_id: PaperId,
        other_id: PaperId,
        fields: Sequence[MetadataField] = (),
        *,
        remove: bool = True,
        idempotency_key: str | None = None,
    ) -> Paper:
        """Move the owner's notes, marks, conversations and supplements from the second paper to the first, and return that.

        Notes, highlights, tags, collections, conversations and supplements go to the first paper. Places in the second one are looked for in the
        first one, and quotes are checked there again.

        Args:
            owner: Whose papers.
            paper_id: The paper that stays.
            other_id: The same paper, a second time.
            fields: What of the description is taken from the second one.
            remove: Whether the second one is deleted with its file and text; else it stays as a paper of its own.
            idempotency_key: A repeated request with it returns the first paper, as it stands now.

        Raises:
            NotFoundError: If one is unknown, being deleted, or another owner's.
            InvalidRequestError: If both are one paper, or another request had this key.
            ConflictError: If one is being read or merged, only the second one has a text, or the first one alone is a supplement.
            TransientError: If a store failed; the rest is done later.
        """
        now = self.clock.now()
        wanted = Repeatable.of(owner, "merge", idempotency_key, paper_id, other_id, sorted(fields), remove)
        paper = require_owned(self.papers.get(paper_id), owner)
        if paper_id == other_id:
            raise InvalidRequestError("merge_invalid", "a paper cannot be merged with itself")
        if wanted is not None:
            done = {one.request_id: one for one in paper.merged if one.request_id is not None}
            if wanted.find(done.get, now) is not None:
                return paper
        plan = Merging(
            into=paper_id,
            at=now,
            fields=tuple(fields),
            remove=remove,
            request_id=None if wanted is None else wanted.ids(now)[1],
            request_digest=None if wanted is None else wanted.digest,
        )
        other = self.papers.change(other_id, partial(_planned, owner, paper, plan))
        if other is None or (merged := self.finish(other)) is None:
            raise NotFoundError("paper_unknown", "there is no such paper")
        return merged

    def finish(self, other: Paper) -> Paper | None:
        """Do what is left of a planned merge; may be repeated. Return the first paper, None if it is gone: then nothing was merged.

        Raises:
            ConflictError: If the first one is being merged itself; then nothing was merged.
            TransientError: If something could not be done now; the plan stays.
        """
        plan = other.merging
        if plan is None:
            return None
        try:
            paper = self.papers.change(plan.into, partial(_taken, other, plan))
            text = None if paper is None or paper.visible_generation is None else self.open_papers().open(paper)
        except NotReadyError as error:
            raise TransientError("merge_waits", "the paper is just being replaced") from error
        except (NotFoundError, ConflictError) as error:
            self.papers.change(other.id, _given_up)
            if isinstance(error, ConflictError):
                raise
            return None
        self._move_supplements(other, paper)
        moved = partial(_moved, other, plan.into, text)
        self._move_notes(other, moved)
        self._move_sessions(other, moved)
        if plan.remove:
            self.deletion.finish(other)
        else:
            self.papers.change(other.id, _given_up)
        return paper

    def _move_supplements(self, other: Paper, paper: Paper | None) -> None:
        def rule(found: Paper | None) -> Paper | None:
            if found is None or paper is None or found.supplement_of != other.id:
                return found
            return as_supplement(found, paper)

        for _ in range(_PAGES):
            files = self.papers.supplements(other.owner, other.id)
            if not files:
                return
            for file in files:
                self.papers.change(file.id, rule)
        raise TransientError("supplements_left", "the paper's supplements are not all moved yet")

    def _move_notes(self, other: Paper, moved: Callable[[Any], Any]) -> None:
        def rule(note: Note | None) -> Note | None:
            if note is None or other.id not in note.paper_ids:
                return note
            found: Note = moved(note)
            # A place of an extraction that is none is looked for when the note is next read.
            target = None if found.target is None else replace(found.target, generation=0)
            return replace(found, paper_ids=tuple(dict.fromkeys(found.paper_ids)), target=target)

        for _ in range(_PAGES):
            page = self.notes.list(other.owner, other.id, limit=_PER_PAGE)
            if not page.notes:
                return
            for note in page.notes:
                self.notes.change(note.id, rule)
        raise TransientError("notes_left", "the paper's notes are not all moved yet")

    def _move_sessions(self, other: Paper, moved: Callable[[Any], Any]) -> None:
        def rule(session: Session, messages: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
            found: Session = moved(session)
            about = tuple(dict.fromkeys(found.paper_ids))
            return replace(found, paper_ids=about), tuple(map(moved, messages))

        for _ in range(_PAGES):
            page = self.sessions.list(other.owner, other.id, limit=_PER_PAGE)
            if not page.sessions:
                return
            for session in page.sessions:
                try:
                    self.sessions.change(session.id, rule)
                except NotFoundError:  # it was deleted meanwhile
                    continue
        raise TransientError("sessions_left", "the paper's conversations are not all moved yet")


def _planned(owner: OwnerId, paper: Paper, plan: Merging, found: Paper | None) -> Paper:
    other = require_owned(found, owner, deleting=True)
    if other.merging is not None and other.merging.into == plan.into:
        return other
    require_owned(found, owner)
    if other.merging is not None or paper.merging is not None:
        raise ConflictError(
            "merge_busy", "one of the papers is being merged already", action="Try it again in a moment."
        )
    if other.status not in _RESTING or paper.status not in _RESTING:
        raise ConflictError(
            "merge_unread", "one of the papers is still being read", action="Merge them when it is read."
        )
    if paper.supplement_of not in {None, other.supplement_of}:
        raise ConflictError(
            "merge_supplement",
            "the first paper is a supplement of another one",
            action="Make it a paper of its own first, or merge it into the second one.",
        )
    if other.visible_generation is not None and paper.visible_generation is None:
        raise ConflictError(
            "merge_backwards", "only the second paper has a text", action="Merge the first one into the second one."
        )
    return replace(other, merging=plan, deleting=plan.remove, updated_at=plan.at)


def _taken(other: Paper, plan: Merging, found: Paper | None) -> Paper:
    """Return the first paper with the description, marks and collections that it gets, once."""
    paper = require_owned(found, other.owner)
    if paper.merging is not None:
        raise ConflictError(
            "merge_busy", "one of the papers is being merged already", action="Try it again in a moment."
        )
    if any(one.paper_id == other.id and one.at == plan.at for one in paper.merged):
        return paper
    changes: dict[MetadataField, Any] = {name: getattr(other.metadata, name) for name in plan.fields}
    done = Merged(paper_id=other.id, at=plan.at, request_id=plan.request_id, request_digest=plan.request_digest)
    return replace(
        corrected(paper, changes, "person", plan.at),
        marks=joined(paper.marks, other.marks),
        merged=(*paper.merged, done),
        updated_at=plan.at,
    )


def _given_up(found: Paper | None) -> Paper | None:
    if found is None or found.merging is None:
        return found
    # Where the plan lets the paper stay, it was its owner who deleted it.
    return replace(found, merging=None, deleting=found.deleting and not found.merging.remove)


def _moved(other: Paper, into: PaperId, text: OpenPaper | None, value: V) -> V:
    """Return a note, a conversation or a message with the first paper in place of the other."""
    plain = _cited(to_plain(value), other.id, into, text)
    return Recipient(owner=other.owner, ids={other.id: into}).copy(from_plain(type(value), plain))


def _cited(plain: Any, other: PaperId, into: PaperId, text: OpenPaper | None) -> Any:
    if isinstance(plain, list):
        return [_cited(one, other, into, text) for one in plain]
    if not isinstance(plain, dict):
        return plain
    if plain.get("paper_id") == other and "verdict" in plain and "quote" in plain and text is not None:
        return to_plain(cited_in_file(from_plain(Citation, plain), into, text.grounding, text.locator))
    return {name: _cited(one, other, into, text) for name, one in plain.items()}
