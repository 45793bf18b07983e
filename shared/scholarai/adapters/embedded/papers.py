"""Paper documents in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scholarai.adapters.embedded.database import Database, key
from scholarai.adapters.odd_documents import paper_from_json
from scholarai.adapters.pages import decode, page_of
from scholarai.adapters.system import to_us
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value, to_json
from scholarai.ports.papers import PaperPage, PaperRule


class SqlitePaperStore(Value, frozen=True):
    """Implements `ports.papers.PaperStore`."""

    database: Database

    def get(self, paper_id: PaperId) -> Paper | None:
        with self.database.reading() as tx:
            return load_paper(tx, paper_id)

    def several(self, paper_ids: Sequence[PaperId]) -> Mapping[PaperId, Paper]:
        keys = [key(paper_id) for paper_id in paper_ids]
        marks = ", ".join("?" * len(keys))
        with self.database.reading() as tx:
            rows = tx.execute(f"SELECT doc, owner, id FROM papers WHERE id IN ({marks})", keys).fetchall()  # noqa: S608  - question marks alone
        return {paper.id: paper for paper in map(paper_of, rows)}

    def change(self, paper_id: PaperId, rule: PaperRule) -> Paper | None:
        with self.database.writing() as tx:
            paper = rule(load_paper(tx, paper_id))
            if paper is None:
                _drop_paper(tx, key(paper_id) or "")
            else:
                save_paper(tx, paper)
            return paper

    def list(self, owner: OwnerId, *, limit: int, cursor: str | None = None) -> PaperPage:
        after = decode(cursor)
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT doc, owner, id, created_us FROM papers WHERE owner = ? AND deleting = 0 AND (created_us, id) < (?, ?)"
                " ORDER BY created_us DESC, id DESC LIMIT ?",
                (owner, after.us, after.id, limit + 1),
            ).fetchall()
        shown, next_cursor = page_of(rows, limit)
        return PaperPage(papers=tuple(paper_of(row) for row in shown), next_cursor=next_cursor)

    def with_file(self, owner: OwnerId, sha256: str) -> Paper | None:
        with self.database.reading() as tx:
            row = tx.execute(
                "SELECT doc, owner, id FROM papers WHERE owner = ? AND deleting = 0 AND json_valid(doc)"
                " AND json_extract(doc, '$.sha256') = ? ORDER BY created_us DESC, id DESC LIMIT 1",
                (owner, sha256),
            ).fetchone()
        return None if row is None else paper_of(row)

    def unfinished(self, *, limit: int) -> Sequence[Paper]:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT doc, owner, id FROM papers WHERE owing = 1 ORDER BY updated_us, id LIMIT ?", (limit,)
            ).fetchall()
        return [paper_of(row) for row in rows]

    def made_before(self, time: datetime, *, limit: int) -> Sequence[Paper]:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT doc, owner, id FROM papers WHERE deleting = 0 AND created_us < ? ORDER BY created_us, id LIMIT ?",
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
                "SELECT doc, owner, id FROM papers WHERE owner = ? AND deleting = 0 AND json_valid(doc)"
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
        from scholarai.domain.endings import interrupted

        with self.database.writing() as tx:
            rows = tx.execute(
                "SELECT doc, owner, id FROM papers WHERE json_valid(doc) AND json_extract(doc, '$.claim.epoch') IS NOT NULL"
            ).fetchall()
            released = 0
            for row in rows:
                paper = paper_of(row)
                if paper.claim is not None and paper.claim.lease_expires_at > now:
                    save_paper(tx, interrupted(paper, max(0, paper.attempts - 1), now))
                    released += 1
        return released


def load_paper(tx: sqlite3.Connection, paper_id: PaperId) -> Paper | None:
    """Return the stored paper, or None."""
    row = tx.execute("SELECT doc, owner, id FROM papers WHERE id = ?", (key(paper_id),)).fetchone()
    return None if row is None else paper_of(row)


def paper_of(row: Sequence[Any]) -> Paper:
    """Return the paper of a row that begins with document, owner and id."""
    return paper_from_json(row[0], PaperId(row[2]), OwnerId(row[1]))


def save_paper(tx: sqlite3.Connection, paper: Paper) -> None:
    """Store the paper with the columns that lists and searches look at."""
    from scholarai.adapters.embedded.facts import save_facts  # the first calls of most instances only read papers
    from scholarai.adapters.embedded.library_rows import save_row

    tx.execute(
        "INSERT OR REPLACE INTO papers (id, owner, created_us, updated_us, visible_generation, deleting, owing, doc)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            paper.id,
            paper.owner,
            to_us(paper.created_at),
            to_us(paper.updated_at),
            paper.visible_generation,
            paper.deleting,
            bool(paper.outbox) or paper.deleting,
            to_json(paper).decode(),
        ),
    )
    save_facts(tx, paper)
    save_row(tx, paper)


def _drop_paper(tx: sqlite3.Connection, key: str) -> None:
    from scholarai.adapters.embedded.facts import drop_facts
    from scholarai.adapters.embedded.library_rows import drop_row

    tx.execute("DELETE FROM papers WHERE id = ?", (key,))
    drop_facts(tx, key)
    drop_row(tx, key)
