"""Lists, shows, renames and deletes an owner's conversations, and stops answers that this process is making."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from scholarai.domain.chat import Message, Session
from scholarai.domain.errors import ClaimLostError, InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.limits import SESSION_TITLE_CHARACTERS
from scholarai.domain.plurals import counted
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.stores import PaperStore, SessionPage, SessionStore
from scholarai.services.chat.turns import STOPPED, as_seen, end_through, failed, require_session
from scholarai.services.papers.owned_papers import require_owned


class Sessions(Value, frozen=True, kw_only=True):
    sessions: SessionStore
    papers: PaperStore
    clock: Clock
    running: RunningAnswers

    def page(self, owner: OwnerId, paper_id: PaperId | None, *, limit: int, cursor: str | None = None) -> SessionPage:
        """Return a page of the owner's conversations, latest first; expired ones are left out, so it may be short.

        Raises:
            NotFoundError: If the paper is unknown, being deleted, or another owner's.
            InvalidRequestError: If the cursor is malformed.
        """
        if paper_id is not None:
            require_owned(self.papers.get(paper_id), owner)
        now = self.clock.now()
        page = self.sessions.list(owner, paper_id, limit=limit, cursor=cursor)
        return SessionPage(
            sessions=tuple(session for session in page.sessions if session.expires_at > now),
            next_cursor=page.next_cursor,
        )

    def get(self, owner: OwnerId, session_id: SessionId) -> tuple[Session, tuple[Message, ...]]:
        """Return a conversation with its messages in order; a pending answer without a live lease has failed.

        Raises:
            NotFoundError: If it is unknown, expired, or another owner's.
        """
        now = self.clock.now()
        found = self.sessions.read(session_id)
        session = require_session(found[0] if found else None, owner, now)
        return session, tuple(as_seen(message, now) for message in (found[1] if found else ()))

    def stop(self, owner: OwnerId, session_id: SessionId) -> None:
        """Ask the worker that is answering in a conversation to search no further; without one, nothing happens.

        Raises:
            NotFoundError: If it is unknown, expired, or another owner's.
        """

        def rule(session: Session, messages: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
            require_session(session, owner, self.clock.now())
            return session, [replace(message, stop=True) for message in messages if message.state == "pending"]

        self.sessions.change(session_id, rule)

    def cancel(self, owner: OwnerId, session_id: SessionId) -> None:
        """Stop the answer in progress in a conversation, unfinished; without one, nothing happens.

        Its worker stops at its next event if it is in this process, otherwise when it next renews its lease.

        Raises:
            NotFoundError: If it is unknown, expired, or another owner's.
        """

        def rule(session: Session, messages: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
            require_session(session, owner, self.clock.now())
            return session, [failed(message, STOPPED) for message in messages if message.state == "pending"]

        self.sessions.change(session_id, rule)
        self.running.stop(session_id)

    def change(
        self, owner: OwnerId, session_id: SessionId, *, title: str | None, pinned: bool | None, shown: int | None = None
    ) -> Session:
        """Rename a conversation, pin or unpin it, or choose a branch; None changes nothing. Its place in the list stays.

        `shown` is the number of a message: the latest branch through it becomes the current one.

        Raises:
            NotFoundError: If it is unknown, expired, or another owner's.
            InvalidRequestError: If the name has no visible characters or is too long, or there is no such message.
        """
        name = None if title is None else " ".join(visible(title).split())
        if name is not None and not 0 < len(name) <= SESSION_TITLE_CHARACTERS:
            raise InvalidRequestError(
                "title_invalid",
                f"a conversation's name has 1 to {SESSION_TITLE_CHARACTERS} characters, got {len(name)}",
            )

        def rule(session: Session, messages: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
            known = require_session(session, owner, self.clock.now())
            if shown is not None and not 0 <= shown < len(messages):
                there = counted(len(messages), "message")
                raise InvalidRequestError(
                    "message_unknown", f"this conversation has {there}, numbered from 0, got {shown}"
                )
            changed = replace(
                known,
                title=known.title if name is None else name,
                named=known.named or name is not None,
                pinned=known.pinned if pinned is None else pinned,
                head=known.head if shown is None else end_through(messages, shown),
            )
            return changed, ()

        return self.sessions.change(session_id, rule)[0]

    def delete(self, owner: OwnerId, session_id: SessionId) -> None:
        """Remove a conversation with its messages.

        Raises:
            NotFoundError: If it is unknown, expired, or another owner's.
        """
        session = self.sessions.read(session_id)
        require_session(session[0] if session else None, owner, self.clock.now())
        self.sessions.delete(session_id)


class RunningAnswer:
    """An answer that a worker of this process is making."""

    def __init__(self) -> None:
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Stop the answer; may be called from any thread."""
        self._stopped.set()

    def require_wanted(self) -> None:
        """Raise ClaimLostError if the answer was stopped or taken over, or its conversation deleted."""
        if self._stopped.is_set():
            raise ClaimLostError("answer_stopped", "this answer was stopped or taken over")


class RunningAnswers:
    """The answers that this process is making, by conversation."""

    def __init__(self) -> None:
        self._answers: dict[SessionId, list[RunningAnswer]] = {}
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def track(self, session_id: SessionId) -> Iterator[RunningAnswer]:
        """Register an answer while the body writes it, so that `stop` finds it."""
        answer = RunningAnswer()
        with self._lock:
            self._answers.setdefault(session_id, []).append(answer)
        try:
            yield answer
        finally:
            with self._lock:
                answers = self._answers[session_id]
                answers.remove(answer)
                if not answers:
                    del self._answers[session_id]

    def stop(self, session_id: SessionId) -> None:
        """Stop every answer that is being written in a conversation."""
        with self._lock:
            for answer in self._answers.get(session_id, ()):
                answer.stop()
