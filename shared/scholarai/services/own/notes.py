"""Makes, lists, changes and deletes an owner's highlights, notes, saved answers and saved quotes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from scholarai.domain.chat import Citation, Message
from scholarai.domain.errors import (
    ChangedMeanwhileError,
    ConflictError,
    InvalidRequestError,
    NotFoundError,
    NotReadyError,
)
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.limits import NOTE_CHARACTERS
from scholarai.domain.notes import ANSWER_BYTES, Colour, Note, NoteId, NoteKind, Target
from scholarai.domain.paper import Paper
from scholarai.domain.repeats import Repeatable
from scholarai.domain.values import Value, to_json
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.notes import NotePage, NoteStore
from scholarai.ports.stores import PaperStore, SessionStore
from scholarai.services.chat.turns import require_session
from scholarai.services.library.open_papers import OpenPapers
from scholarai.services.own.anchoring import Marked, place, placed_again
from scholarai.services.papers.owned_papers import require_owned

# Of one owner. A guess: some hundred for each paper of a large library.
MOST_NOTES = 100_000


class NewNote(Value, frozen=True, kw_only=True):
    """A note about a paper; a highlight has a place, a note may have one."""

    kind: NoteKind
    text: str = ""
    colour: Colour = "yellow"
    marked: Marked | None = None


class NoteEdit(Value, frozen=True, kw_only=True):
    """The changes to a note of this `version`; None stays."""

    version: int
    text: str | None = None
    colour: Colour | None = None
    marked: Marked | None = None


class ReadNotes(Value, frozen=True, kw_only=True):
    notes: NoteStore
    papers: PaperStore
    open_papers: Callable[[], OpenPapers]

    def get(self, owner: OwnerId, note_id: NoteId) -> Note:
        """Return a note.

        Raises:
            NotFoundError: If it is unknown or another owner's.
        """
        return require_note(self.notes.get(note_id), owner)

    def list(self, owner: OwnerId, paper_id: PaperId | None, *, limit: int, cursor: str | None = None) -> NotePage:
        """Return a page of the owner's notes, latest first; with `paper_id` those about it, in its newest extraction.

        A note that was made in an earlier extraction is looked for in the newest one, once.

        Raises:
            NotFoundError: If the paper is unknown, being deleted, or another owner's.
            InvalidRequestError: If the cursor is malformed.
        """
        if paper_id is None:
            return self.notes.list(owner, None, limit=limit, cursor=cursor)
        paper = require_owned(self.papers.get(paper_id), owner)
        page = self.notes.list(owner, paper_id, limit=limit, cursor=cursor)
        return replace(page, notes=tuple(self._current(note, paper) for note in page.notes))

    def _current(self, note: Note, paper: Paper) -> Note:
        target, shown = note.target, paper.visible_generation
        if target is None or shown is None or target.generation == shown:
            return note
        with suppress(NotReadyError, ConflictError):  # it is being replaced: the next call looks again
            again = placed_again(target, self.open_papers().open(paper))
            stored = self.notes.change(note.id, partial(_placed, again))
            return note if stored is None else stored
        return note


class KeepNotes(Value, frozen=True, kw_only=True):
    notes: NoteStore
    papers: PaperStore
    sessions: SessionStore
    open_papers: Callable[[], OpenPapers]
    clock: Clock
    ids: IdSource
    most: int = MOST_NOTES

    def make(
        self,
        owner: OwnerId,
        paper_id: PaperId,
        new: NewNote,
        *,
        note_id: NoteId | None = None,
        idempotency_key: str | None = None,
    ) -> Note:
        """Store a highlight or a note about a paper and return it; `note_id` where it is to have a certain id.

        A repeated request with a key returns the note that the first one made, as it stands now.

        Raises:
            InvalidRequestError: If it says nothing, is too long, or marks what the paper has not, or another request had this key.
            NotFoundError: If the paper is unknown, being deleted, or another owner's.
            NotReadyError: If a place is marked in a paper that is not extracted yet.
            ConflictError: If that failed, or the owner has `most` notes.
        """
        repeatable = Repeatable.of(owner, "note", idempotency_key, paper_id, new)
        if (made := self._made(repeatable)) is not None:
            return made
        paper = require_owned(self.papers.get(paper_id), owner)
        text = _text(new.text)
        if new.kind == "highlight" and new.marked is None:
            raise InvalidRequestError("mark_empty", "a highlight needs a place")
        if new.marked is None and not text:
            raise InvalidRequestError("note_empty", "a note needs a text or a place")
        target = None if new.marked is None else place(new.marked, self.open_papers().open(paper))
        note = self._note(owner, new.kind, (paper_id,))
        note = replace(note, id=note_id or note.id, text=text, colour=new.colour, target=target)
        return self._stored(note, repeatable)

    def save_answer(
        self,
        owner: OwnerId,
        session_id: SessionId,
        n: int,
        number: int | None,
        text: str = "",
        *,
        idempotency_key: str | None = None,
    ) -> Note:
        """Keep an answer of a conversation, or one of its quotes, with its citations as they stand now.

        Args:
            owner: Whose.
            session_id: The conversation.
            n: The message with the answer.
            number: The citation to keep alone; None: the whole answer.
            text: What its owner says of it.
            idempotency_key: A repeated request with it returns the note that the first one made, as it stands now.

        Raises:
            NotFoundError: If there is no such conversation, answer or citation.
            InvalidRequestError: If the answer is too long to be kept, or another request had this key.
            ConflictError: If the owner has `most` notes.
        """
        repeatable = Repeatable.of(owner, "saved answer", idempotency_key, session_id, n, number, text)
        if (made := self._made(repeatable)) is not None:
            return made
        found = self.sessions.read(session_id)
        session = require_session(found[0] if found else None, owner, self.clock.now())
        messages = {message.n: message for message in (found[1] if found else ())}
        message = messages.get(n)
        if message is None or message.answer is None:
            raise NotFoundError("answer_unknown", "there is no such answer in the conversation")
        question = messages[n - 1].text if n - 1 in messages else ""
        said = _text(text)
        if number is not None:
            cited = _citation(message, number)
            quote = self._note(owner, "quote", (cited.paper_id,))
            quote = replace(quote, text=said, question=question, citation=cited, session_id=session_id)
            return self._stored(quote, repeatable)
        sections = message.answer.sections
        if len(to_json(sections)) > ANSWER_BYTES:
            raise InvalidRequestError("answer_too_long", "the answer is too long to be kept", action="Keep its quotes.")
        cited_ids = dict.fromkeys(citation.paper_id for section in sections for citation in section.citations)
        answer = self._note(owner, "answer", tuple(cited_ids) or session.paper_ids)
        answer = replace(answer, text=said, question=question, sections=sections, session_id=session_id)
        return self._stored(answer, repeatable)

    def edit(self, owner: OwnerId, note_id: NoteId, edit: NoteEdit) -> Note:
        """Change a note of this version and return it.

        Raises:
            ChangedMeanwhileError: If it was changed since that version; nothing is stored, `current` is the note as it stands.
            InvalidRequestError: If it would say nothing or be too long.
            NotFoundError: If it is unknown or another owner's.
            NotReadyError: If another place is marked, and the paper is not extracted.
        """
        found = require_note(self.notes.get(note_id), owner)
        target = None if edit.marked is None else self._target(owner, found, edit.marked)
        now = self.clock.now()

        def rule(stored: Note | None) -> Note:
            note = require_note(stored, owner)
            if note.version != edit.version:
                raise ChangedMeanwhileError(
                    "note_changed",
                    "the note was changed meanwhile",
                    action="Look at both, and save again.",
                    current=note,
                )
            return replace(
                note,
                text=note.text if edit.text is None else _text(edit.text),
                colour=edit.colour or note.colour,
                target=target or note.target,
                version=note.version + 1,
                updated_at=now,
            )

        return require_note(self.notes.change(note_id, rule), owner)

    def delete(self, owner: OwnerId, note_id: NoteId) -> None:
        """Delete a note.

        Raises:
            NotFoundError: If it is unknown or another owner's.
        """
        self.notes.change(note_id, partial(_gone, owner))

    def _target(self, owner: OwnerId, note: Note, marked: Marked) -> Target:
        if note.kind not in {"highlight", "note"} or not note.paper_ids:
            raise InvalidRequestError("mark_invalid", "what was saved of an answer has no place that can be moved")
        paper = require_owned(self.papers.get(note.paper_ids[0]), owner)
        return place(marked, self.open_papers().open(paper))

    def _note(self, owner: OwnerId, kind: NoteKind, paper_ids: tuple[PaperId, ...]) -> Note:
        now = self.clock.now()
        return Note(
            id=NoteId(self.ids.new()), owner=owner, kind=kind, paper_ids=paper_ids, created_at=now, updated_at=now
        )

    def _made(self, repeatable: Repeatable | None) -> Note | None:
        """Return what the same request made before."""
        return repeatable.find(lambda one: self.notes.get(NoteId(one)), self.clock.now()) if repeatable else None

    def _stored(self, note: Note, repeatable: Repeatable | None) -> Note:
        """Store a note; one about a paper that is deleted at this moment goes with it.

        Two calls at once may store one more than `most`; two of the same request store one note.
        """
        if repeatable is not None:
            note = replace(note, id=NoteId(repeatable.ids(note.created_at)[-1]), request_digest=repeatable.digest)
        if self.notes.count(note.owner) >= self.most and self.notes.get(note.id) is None:
            raise ConflictError(
                "notes_full",
                f"a library has at most {self.most:,} notes",
                action="Delete notes that you no longer need.",
            )

        def rule(known: Note | None) -> Note:
            return note if known is None or repeatable is None else repeatable.require_same(known)

        stored = require_note(self.notes.change(note.id, rule), note.owner)
        try:
            for paper_id in note.paper_ids:
                require_owned(self.papers.get(paper_id), note.owner)
        except NotFoundError:
            self.notes.change(note.id, lambda _: None)
            raise
        return stored


def require_note(note: Note | None, owner: OwnerId) -> Note:
    """Return the note if it is this owner's.

    Raises:
        NotFoundError: If not; another owner's note is as unknown as a missing one.
    """
    if note is None or note.owner != owner:
        raise NotFoundError("note_unknown", "there is no such note")
    return note


def _gone(owner: OwnerId, stored: Note | None) -> None:
    require_note(stored, owner)


def _placed(target: Target, stored: Note | None) -> Note | None:
    """Return the note at its place in a newer extraction, unless its owner moved or deleted it meanwhile."""
    if stored is None or stored.target is None or stored.target.quote != target.quote:
        return stored
    return replace(stored, target=target)


def _citation(message: Message, number: int) -> Citation:
    sections = message.answer.sections if message.answer else ()
    found = [citation for section in sections for citation in section.citations if citation.number == number]
    if not found:
        raise NotFoundError("citation_unknown", "the answer has no citation of this number")
    return found[0]


def _text(text: str) -> str:
    if len(text) > NOTE_CHARACTERS:
        raise InvalidRequestError("note_too_long", f"a note may have {NOTE_CHARACTERS} characters, got {len(text)}")
    return visible(text).strip()
