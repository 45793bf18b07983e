"""The papers, the conversations and the daily sums of spending in SQLite: all that a question reads and writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from msgspec.structs import astuple, replace

from scholarai.adapters.embedded.claims import note_holder, without_lost_claim
from scholarai.adapters.embedded.database import Database, key, summed
from scholarai.adapters.embedded.paper_facets import drop_facts, drop_row, save_facts, save_row
from scholarai.adapters.odd_documents import message_from_json, paper_from_json, session_from_json
from scholarai.adapters.pages import decode, page_of
from scholarai.adapters.system import to_us
from scholarai.domain.chat import Message, Session
from scholarai.domain.errors import ConflictError, NotFoundError
from scholarai.domain.extraction_outcomes import interrupted
from scholarai.domain.identity import supplement_key
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.limits import SAME_FILES, SUPPLEMENTS
from scholarai.domain.paper import Paper
from scholarai.domain.spending import Spent
from scholarai.domain.unreadable_documents import damage_of, is_damaged
from scholarai.domain.values import Value, to_json
from scholarai.ports.stores import PaperPage, PaperRule, SessionPage, SessionRule

# The columns of sums are named like the fields.
_SUMS = Spent.__struct_fields__
_READ_SUMS = f"SELECT {', '.join(_SUMS)} FROM spending WHERE owner = ? AND day = ?"  # noqa: S608  - our own names
_ADD_SUMS = (
    f"INSERT INTO spending (owner, day, {', '.join(_SUMS)}) VALUES (?, ?{', ?' * len(_SUMS)})"  # noqa: S608
    f" ON CONFLICT (owner, day) DO UPDATE SET {', '.join(f'{name} = {name} + excluded.{name}' for name in _SUMS)}"
)
_TABLES = ("papers", "sessions", "reviews", "notes", "collections", "zotero_links", "spending")


class SqlitePaperStore(Value, frozen=True):
    """Implements `ports.stores.PaperStore`."""

    database: Database

    def get(self, paper_id: PaperId) -> Paper | None:
        with self.database.reading() as tx:
            return load_paper(tx, paper_id)

    def several(self, paper_ids: Sequence[PaperId]) -> Mapping[PaperId, Paper]:
        keys = [key(paper_id) for paper_id in paper_ids]
        marks = ", ".join("?" * len(keys))
        with self.database.reading() as tx:
            rows = tx.execute(
                f"SELECT checked_doc, owner, id FROM checked_papers WHERE id IN ({marks})",  # noqa: S608  - question marks alone
                keys,
            ).fetchall()
        return {paper.id: paper for paper in map(paper_of, rows)}

    def change(self, paper_id: PaperId, rule: PaperRule) -> Paper | None:
        with self.database.writing() as tx:
            holder = f"paper/{key(paper_id)}"
            before = without_lost_claim(tx, holder, load_paper(tx, paper_id))
            paper = rule(before)
            if paper is not None and not paper.deleting and is_damaged(before):
                raise damaged_paper(tx, paper_id)  # saved again, what is lost would look whole
            if paper is None:
                _drop_paper(tx, key(paper_id) or "")
            else:
                save_paper(tx, paper)
            note_holder(tx, holder, before, paper)
            return paper

    def list(self, owner: OwnerId, *, limit: int, cursor: str | None = None) -> PaperPage:
        after = decode(cursor)
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id, created_us FROM checked_papers WHERE owner = ? AND deleting = 0 AND (created_us, id) < (?, ?)"
                " ORDER BY created_us DESC, id DESC LIMIT ?",
                (owner, after.us, after.id, limit + 1),
            ).fetchall()
        shown, next_cursor = page_of(rows, limit)
        return PaperPage(papers=tuple(paper_of(row) for row in shown), next_cursor=next_cursor)

    def with_file(self, owner: OwnerId, sha256: str) -> Sequence[Paper]:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id FROM checked_papers WHERE owner = ? AND deleting = 0 AND json_valid(doc)"
                " AND json_extract(doc, '$.sha256') = ? ORDER BY created_us DESC, id DESC LIMIT ?",
                (owner, sha256, SAME_FILES),
            ).fetchall()
        return [paper_of(row) for row in rows]

    def supplements(self, owner: OwnerId, paper_id: PaperId) -> Sequence[Paper]:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id FROM checked_papers WHERE owner = ? AND deleting = 0"
                " AND id IN (SELECT paper_id FROM paper_keys WHERE owner = ? AND key = ?) ORDER BY created_us, id LIMIT ?",
                (owner, owner, supplement_key(key(paper_id) or ""), SUPPLEMENTS),
            ).fetchall()
        return [paper_of(row) for row in rows]

    def unfinished(self, *, limit: int) -> Sequence[Paper]:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id FROM checked_papers WHERE owing = 1 ORDER BY updated_us, id LIMIT ?",
                (limit,),
            ).fetchall()
        return [paper_of(row) for row in rows]

    def made_before(self, time: datetime, *, limit: int) -> Sequence[Paper]:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id FROM checked_papers WHERE deleting = 0 AND created_us < ? ORDER BY created_us, id LIMIT ?",
                (to_us(time), limit),
            ).fetchall()
        return [paper_of(row) for row in rows]

    def stored_bytes(self, owner: OwnerId) -> int:
        with self.database.reading() as tx:
            (total,) = tx.execute(
                "SELECT coalesce(sum(json_extract(doc, '$.size_bytes')), 0) FROM papers"
                " WHERE owner = ? AND deleting = 0 AND json_valid(doc)",
                (owner,),
            ).fetchone()
        return int(total)

    def count(self, owner: OwnerId) -> int:
        with self.database.reading() as tx:
            (count,) = tx.execute("SELECT count(*) FROM papers WHERE owner = ?", (owner,)).fetchone()
        return int(count)

    def at_work(self, owner: OwnerId, now: datetime) -> int:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id FROM checked_papers WHERE owner = ? AND deleting = 0 AND json_valid(doc)"
                " AND json_extract(doc, '$.claim.epoch') IS NOT NULL",
                (owner,),
            ).fetchall()
        claims = [paper_of(row).claim for row in rows]
        return sum(claim is not None and claim.lease_expires_at > now for claim in claims)

    def release_claims(self, now: datetime) -> int:
        """End the claims of workers that were stopped or killed, and return how many there were.

        That is no failure of the paper, so the attempt does not count. A file that kills the server each time is given
        up when its event was delivered too often.
        """
        with self.database.writing() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id FROM checked_papers WHERE json_valid(doc) AND json_extract(doc, '$.claim.epoch') IS NOT NULL"
            ).fetchall()
            papers = [paper_of(row) for row in rows]
            claimed = [paper for paper in papers if paper.claim is not None and paper.claim.lease_expires_at > now]
            for paper in claimed:
                save_paper(tx, interrupted(paper, max(0, paper.attempts - 1), now))
        return len(claimed)


def load_paper(tx: sqlite3.Connection, paper_id: PaperId) -> Paper | None:
    """Return the stored paper, or None."""
    row = tx.execute("SELECT checked_doc, owner, id FROM checked_papers WHERE id = ?", (key(paper_id),)).fetchone()
    return None if row is None else paper_of(row)


def damaged_paper(tx: sqlite3.Connection, paper_id: PaperId) -> ConflictError:
    """Return the error for what is stored of a paper and does not fit its sum; it names the paper."""
    paper = load_paper(tx, paper_id)
    return damage_of(paper_id, None if paper is None else paper.metadata.title or paper.filename)


def paper_of(row: Sequence[Any]) -> Paper:
    """Return the paper of a row that begins with checked document, owner and id."""
    return paper_from_json(row[0], PaperId(row[2]), OwnerId(row[1]))


def save_paper(tx: sqlite3.Connection, paper: Paper) -> None:
    """Store the paper with the columns that lists and searches look at."""
    tx.execute(
        "INSERT OR REPLACE INTO papers (id, owner, created_us, updated_us, visible_generation, deleting, owing, doc, sum)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        summed(
            paper.id,
            paper.owner,
            to_us(paper.created_at),
            to_us(paper.updated_at),
            paper.visible_generation,
            paper.deleting,
            paper.owing,
            to_json(paper).decode(),
        ),
    )
    save_facts(tx, paper)
    save_row(tx, paper)


def _drop_paper(tx: sqlite3.Connection, key: str) -> None:
    tx.execute("DELETE FROM papers WHERE id = ?", (key,))
    drop_facts(tx, key)
    drop_row(tx, key)


class SqliteSessionStore(Value, frozen=True):
    """Implements `ports.stores.SessionStore`."""

    database: Database

    def create(self, session: Session) -> None:
        with self.database.writing() as tx:
            _save_session(tx, session)

    def read(self, session_id: SessionId) -> tuple[Session, Sequence[Message]] | None:
        with self.database.reading() as tx:
            return _load_session(tx, session_id)

    def change(self, session_id: SessionId, rule: SessionRule) -> tuple[Session, Sequence[Message]]:
        with self.database.writing() as tx:
            stored = _load_session(tx, session_id)
            if stored is None:
                raise NotFoundError("session_not_found", "there is no such session")
            session, messages = rule(*stored)
            _save_session(tx, session)
            _save_messages(tx, [(session_id, message) for message in messages])
            return session, messages

    def list(self, owner: OwnerId, paper_id: PaperId | None, *, limit: int, cursor: str | None = None) -> SessionPage:
        after = decode(cursor)
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id, updated_us FROM checked_sessions WHERE owner = ? AND (updated_us, id) < (?, ?)"
                " AND (? IS NULL OR id IN (SELECT session_id FROM session_papers WHERE paper_id = ?))"
                " ORDER BY updated_us DESC, id DESC LIMIT ?",
                (owner, after.us, after.id, paper_id, paper_id, limit + 1),
            ).fetchall()
        shown, next_cursor = page_of(rows, limit)
        return SessionPage(sessions=tuple(map(_session_of, shown)), next_cursor=next_cursor)

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
                "SELECT session_id, n, checked_doc FROM checked_messages WHERE json_valid(doc) AND json_extract(doc, '$.state') = 'pending'"
            ).fetchall()
            pending = [(session_id, message_from_json(doc, n)) for session_id, n, doc in rows]
            ended = [(session_id, replace(message, lease_until=now)) for session_id, message in pending]
            # One that is not understood has failed, and stays as it is stored.
            _save_messages(tx, [item for item in ended if item[1].state == "pending"])
        return len(rows)


def _load_session(tx: sqlite3.Connection, session_id: SessionId) -> tuple[Session, Sequence[Message]] | None:
    row = tx.execute("SELECT checked_doc, owner, id FROM checked_sessions WHERE id = ?", (key(session_id),)).fetchone()
    if row is None:
        return None
    messages = tx.execute(
        "SELECT checked_doc, n FROM checked_messages WHERE session_id = ? ORDER BY n", (session_id,)
    ).fetchall()
    return _session_of(row), tuple(message_from_json(doc, n) for doc, n in messages)


def _session_of(row: Sequence[Any]) -> Session:
    """Return the session of a row that begins with document, owner and id."""
    return session_from_json(row[0], SessionId(row[2]), OwnerId(row[1]))


def _save_messages(tx: sqlite3.Connection, messages: Sequence[tuple[SessionId, Message]]) -> None:
    tx.executemany(
        "INSERT OR REPLACE INTO messages (session_id, n, doc, sum) VALUES (?, ?, ?, ?)",
        [summed(session_id, message.n, to_json(message).decode()) for session_id, message in messages],
    )


def _save_session(tx: sqlite3.Connection, session: Session) -> None:
    tx.execute(
        "INSERT INTO sessions (id, owner, updated_us, expires_us, doc, sum) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, updated_us = excluded.updated_us,"
        " expires_us = excluded.expires_us, doc = excluded.doc, sum = excluded.sum",
        summed(
            session.id, session.owner, to_us(session.updated_at), to_us(session.expires_at), to_json(session).decode()
        ),
    )
    tx.execute("DELETE FROM session_papers WHERE session_id = ?", (session.id,))
    tx.executemany(
        "INSERT OR IGNORE INTO session_papers (paper_id, session_id) VALUES (?, ?)",
        [(paper_id, session.id) for paper_id in session.paper_ids],
    )


class SqliteSpendingStore(Value, frozen=True):
    """Implements `ports.stores.SpendingStore`."""

    database: Database

    def read(self, owner: OwnerId, day: date) -> Spent:
        with self.database.reading() as tx:
            row = tx.execute(_READ_SUMS, (owner, day.isoformat())).fetchone()
        return Spent() if row is None else Spent(**dict(zip(_SUMS, row, strict=True)))

    def add(self, owner: OwnerId, day: date, spent: Spent, *, once: str | None = None) -> None:
        with self.database.writing() as tx:
            if once is not None:
                added = tx.execute("INSERT OR IGNORE INTO counted (owner, key) VALUES (?, ?)", (owner, once))
                if added.rowcount == 0:
                    return
            tx.execute(_ADD_SUMS, (owner, day.isoformat(), *astuple(spent)))

    def days(self, owner: OwnerId) -> Sequence[date]:
        with self.database.reading() as tx:
            rows = tx.execute("SELECT day FROM spending WHERE owner = ?", (owner,)).fetchall()
        return [date.fromisoformat(day) for (day,) in rows]

    def cost_usd(self, day: date) -> float:
        with self.database.reading() as tx:
            (total,) = tx.execute(
                "SELECT coalesce(sum(cost_usd), 0.0) FROM spending WHERE day = ?", (day.isoformat(),)
            ).fetchone()
        return float(total)

    def forget(self, owner: OwnerId) -> None:
        with self.database.writing() as tx:
            tx.execute("DELETE FROM spending WHERE owner = ?", (owner,))
            tx.execute("DELETE FROM counted WHERE owner = ?", (owner,))


class SqliteOwners(Value, frozen=True):
    """Implements `ports.callers.StoredOwners`."""

    database: Database

    def all(self) -> Sequence[OwnerId]:
        each = " UNION ".join(f"SELECT owner FROM {table}" for table in _TABLES)  # noqa: S608  - our own names
        with self.database.reading() as tx:
            return [OwnerId(owner) for (owner,) in tx.execute(f"{each} ORDER BY owner")]
