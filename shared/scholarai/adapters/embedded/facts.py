"""What filters ask of an owner's readable papers, kept beside each paper's document in SQLite."""

from __future__ import annotations

import sqlite3

from scholarai.adapters.embedded.owner_versions import new_version
from scholarai.adapters.embedded.publication_keys import drop_keys, save_keys
from scholarai.adapters.embedded.stored_codes import save_codes
from scholarai.domain.paper import Paper, plain

# Between names of one column, so that none is found across two.
_BETWEEN = "\n"


def save_facts(tx: sqlite3.Connection, paper: Paper) -> None:
    """Store what filters ask of a paper, in the transaction that stores the paper; only readable ones have facts."""
    if paper.visible_generation is None or paper.deleting:
        drop_facts(tx, paper.id)
        save_keys(tx, paper)
        return
    save_keys(tx, paper)
    known = tx.execute("SELECT owner, generation FROM paper_facts WHERE id = ?", (paper.id,)).fetchone()
    if known != (paper.owner, paper.visible_generation):
        new_version(tx, "library_versions", paper.owner)
        save_codes(tx, paper.id, paper.visible_generation)
    about = paper.metadata
    tx.execute(
        "INSERT OR REPLACE INTO paper_facts (id, owner, generation, year, title, venue, authors, fields, text)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            paper.id,
            paper.owner,
            paper.visible_generation,
            about.year,
            plain(about.title or ""),
            plain(about.venue or ""),
            _BETWEEN.join(map(plain, about.authors)),
            _BETWEEN.join(map(plain, about.keywords)),
            plain(" ".join((about.title or "", about.abstract or "", *about.keywords))),
        ),
    )


def drop_facts(tx: sqlite3.Connection, paper_id: str) -> None:
    """Forget a paper that is readable no more, and what was made of its vectors."""
    drop_keys(tx, paper_id)
    gone = tx.execute("DELETE FROM paper_facts WHERE id = ? RETURNING owner", (paper_id,)).fetchall()
    for (owner,) in gone:
        new_version(tx, "library_versions", owner)
        tx.execute("DELETE FROM signatures WHERE paper_id = ?", (paper_id,))
