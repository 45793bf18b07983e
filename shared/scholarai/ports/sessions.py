"""Where conversations are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from scholarai.domain.chat import Message, Session
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.values import Value

SessionRule: TypeAlias = Callable[[Session, Sequence[Message]], tuple[Session, Sequence[Message]]]
"""Takes a session with its messages, in order, and returns the session and the messages to write (new or changed).
Pure: it may run several times; what it raises aborts."""


class SessionPage(Value, frozen=True, kw_only=True):
    """One page of a list, latest first; `next_cursor` is None on the last one."""

    sessions: tuple[Session, ...]
    next_cursor: str | None


class SessionStore(Protocol):
    """Sessions and their messages.

    Nothing here checks owners or expiry; services do. Any text may come as an id: one that no session can have is
    unknown like any other. Every method raises TransientError when the store cannot be reached or contention outlasts
    its retries.
    """

    def create(self, session: Session) -> None:
        """Store a new session."""
        ...

    def read(self, session_id: SessionId) -> tuple[Session, Sequence[Message]] | None:
        """Return a session with all its messages in order, or None when it is unknown."""
        ...

    def change(self, session_id: SessionId, rule: SessionRule) -> tuple[Session, Sequence[Message]]:
        """Apply `rule` in one transaction and return what it returned.

        Raises:
            NotFoundError: If the session is unknown.
        """
        ...

    def list(self, owner: OwnerId, paper_id: PaperId | None, *, limit: int, cursor: str | None = None) -> SessionPage:
        """Return the owner's sessions, latest `updated_at` first, ties by id downwards; with `paper_id` those about it.

        Raises:
            InvalidRequestError: If the cursor is not one that this method gave.
        """
        ...

    def delete(self, session_id: SessionId) -> None:
        """Remove a session and its messages; nothing happens when it is unknown."""
        ...
