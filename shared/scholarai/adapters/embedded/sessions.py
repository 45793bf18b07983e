"""Conversations in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from scholarai.adapters.embedded.database import Database, key
from scholarai.adapters.odd_documents import message_from_json, session_from_json
from scholarai.adapters.pages import decode, page_of
from scholarai.adapters.system import to_us
from scholarai.domain.chat import Message, Session
from scholarai.domain.errors import NotFoundError
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.values import Value, to_json
from scholarai.ports.sessions import SessionPage, SessionRule


class SqliteSessionStore(Value, frozen=True):
    """Implements `ports.sessions.SessionStore`."""

    database: Database

    def create(self, session: Session) -> None:
        with self.database.writing() as tx:
            _save(tx, session)

    def read(self, session_id: SessionId) -> tuple[Session, Sequence[Message]] | None:
        with self.database.reading() as tx:
            return _load(tx, session_id)

    def change(self, session_id: SessionId, rule: SessionRule) -> tuple[Session, Sequence[Message]]:
        with self.database.writing() as tx:
            stored = _load(tx, session_id)
            if stored is None:
                raise NotFoundError("session_not_found", "there is no such session")
            session, messages = rule(*stored)
            _save(tx, session)
            _write(tx, [(session_id, message) for message in messages])
            return session, messages

    def list(self, owner: OwnerId, paper_id: PaperId | None, *, limit: int, cursor: str | None = None) -> SessionPage:
        after = decode(cursor)
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT doc, owner, id, updated_us FROM sessions WHERE owner = ? AND (updated_us, id) < (?, ?)"
                " AND (? IS NULL OR id IN (SELECT session_id FROM session_papers WHERE paper_id = ?))"
                " ORDER BY updated_us DESC, id DESC LIMIT ?",
                (owner, after.us, after.id, paper_id, paper_id, limit + 1),
            ).fetchall()
        shown, next_cursor = page_of(rows, limit)
        return SessionPage(sessions=tuple(map(_session, shown)), next_cursor=next_cursor)

    def delete(self, session_id: SessionId) -> None:
        with self.database.writing() as tx:
            tx.execute("DELETE FROM sessions WHERE id = ?", (key(session_id),))

    def delete_expired(self, now: datetime) -> int:
        """Remove expired sessions and return how many there were; the cloud has a TTL policy for it."""
        with self.database.writing() as tx:
            return tx.execute("DELETE FROM sessions WHERE expires_us <= ?", (to_us(now),)).rowcount

    def expire_leases(self, now: datetime) -> int:
        """End the leases of abandoned answers and return how many there were."""
        with self.database.writing() as tx:
            rows = tx.execute(
                "SELECT session_id, n, doc FROM messages WHERE json_valid(doc) AND json_extract(doc, '$.state') = 'pending'"
            ).fetchall()
            pending = [(session_id, message_from_json(doc, n)) for session_id, n, doc in rows]
            ended = [(session_id, replace(message, lease_until=now)) for session_id, message in pending]
            _write(tx, [item for item in ended if item[1].state == "pending"])  # one that is not understood stays
        return len(rows)


def _load(tx: sqlite3.Connection, session_id: SessionId) -> tuple[Session, Sequence[Message]] | None:
    row = tx.execute("SELECT doc, owner, id FROM sessions WHERE id = ?", (key(session_id),)).fetchone()
    if row is None:
        return None
    messages = tx.execute("SELECT doc, n FROM messages WHERE session_id = ? ORDER BY n", (session_id,)).fetchall()
    return _session(row), tuple(message_from_json(doc, n) for doc, n in messages)


def _session(row: Sequence[Any]) -> Session:
    """Return the session of a row that begins with document, owner and id."""
    return session_from_json(row[0], SessionId(row[2]), OwnerId(row[1]))


def _write(tx: sqlite3.Connection, messages: Sequence[tuple[SessionId, Message]]) -> None:
    tx.executemany(
        "INSERT OR REPLACE INTO messages (session_id, n, doc) VALUES (?, ?, ?)",
        [(session_id, message.n, to_json(message).decode()) for session_id, message in messages],
    )


def _save(tx: sqlite3.Connection, session: Session) -> None:
    tx.execute(
        "INSERT INTO sessions (id, owner, updated_us, expires_us, doc) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, updated_us = excluded.updated_us,"
        " expires_us = excluded.expires_us, doc = excluded.doc",
        (session.id, session.owner, to_us(session.updated_at), to_us(session.expires_at), to_json(session).decode()),
    )
    tx.execute("DELETE FROM session_papers WHERE session_id = ?", (session.id,))
    tx.executemany(
        "INSERT OR IGNORE INTO session_papers (paper_id, session_id) VALUES (?, ?)",
        [(paper_id, session.id) for paper_id in session.paper_ids],
    )
