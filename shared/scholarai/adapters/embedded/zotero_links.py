"""Links to Zotero in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from scholarai.adapters.embedded.database import Database, key, summed
from scholarai.adapters.odd_documents import link_from_json
from scholarai.adapters.pages import decode, page_of
from scholarai.adapters.system import to_us
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.values import Value, to_json
from scholarai.domain.zotero import LinkId, LinkState, ZoteroLink
from scholarai.ports.zotero import LinkPage, LinkRule


class SqliteLinkStore(Value, frozen=True):
    """Implements `ports.zotero.LinkStore`."""

    database: Database

    def get(self, link_id: LinkId) -> ZoteroLink | None:
        with self.database.reading() as tx:
            return _load(tx, link_id)

    def change(self, link_id: LinkId, rule: LinkRule) -> ZoteroLink | None:
        with self.database.writing() as tx:
            link = rule(_load(tx, link_id))
            if link is None:
                tx.execute("DELETE FROM zotero_links WHERE id = ?", (key(link_id),))
            else:
                tx.execute(
                    "INSERT OR REPLACE INTO zotero_links (id, owner, created_us, state, paper_id, doc, sum)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    summed(
                        link.id,
                        link.owner,
                        to_us(link.created_at),
                        link.state,
                        link.paper_id,
                        to_json(link).decode(),
                    ),
                )
            return link

    def list(
        self,
        owner: OwnerId,
        *,
        state: LinkState | None = None,
        paper_id: PaperId | None = None,
        limit: int,
        cursor: str | None = None,
    ) -> LinkPage:
        after = decode(cursor)
        wanted = ""
        values: list[str] = []
        for column, value in (("state", state), ("paper_id", None if paper_id is None else key(paper_id) or "")):
            if value is not None:
                wanted, values = f"{wanted} AND {column} = ?", [*values, value]
        with self.database.reading() as tx:
            rows = tx.execute(
                f"SELECT doc, owner, id, created_us FROM zotero_links WHERE owner = ?{wanted}"  # noqa: S608  - our own words
                " AND (created_us, id) < (?, ?) ORDER BY created_us DESC, id DESC LIMIT ?",
                (owner, *values, after.us, after.id, limit + 1),
            ).fetchall()
        shown, next_cursor = page_of(rows, limit)
        return LinkPage(links=tuple(map(_link, shown)), next_cursor=next_cursor)


def _link(row: Sequence[Any]) -> ZoteroLink:
    return link_from_json(row[0], LinkId(row[2]), OwnerId(row[1]))


def _load(tx: sqlite3.Connection, link_id: LinkId) -> ZoteroLink | None:
    row = tx.execute("SELECT doc, owner, id FROM zotero_links WHERE id = ?", (key(link_id),)).fetchone()
    return None if row is None else _link(row)
