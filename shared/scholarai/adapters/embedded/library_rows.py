"""What the list of a library sorts, counts and searches, kept beside each paper's document in SQLite.

A row holds the numbers of its facets' values (`domain/listing.py`), so that fifty thousand papers are counted without
reading a document. A value is forgotten with the last paper that has it.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Sequence

from scholarai.adapters.embedded.owner_versions import new_version
from scholarai.adapters.system import to_us
from scholarai.domain.listing import FACETS, KINDS, FacetKind, code_of, facet_values, family_name
from scholarai.domain.paper import Paper, plain

_SHOWN = "owner, added_us, updated_us, title, author, year, venue, codes"
# A guess: a collaboration has thousands of authors, and nobody searches for the last of them.
_AUTHORS_SEARCHED = 200


def save_row(tx: sqlite3.Connection, paper: Paper) -> None:
    """Store what lists ask of a paper, in the transaction that stores the paper."""
    if paper.deleting:
        drop_row(tx, paper.id)
        return
    old = tx.execute(f"SELECT {_SHOWN} FROM library_rows WHERE id = ?", (paper.id,)).fetchone()  # noqa: S608  - ours
    before = [] if old is None else from_bytes(old[-1])
    about = paper.metadata
    row = (
        paper.owner,
        to_us(paper.created_at),
        to_us(paper.updated_at),
        plain(about.title or paper.filename),
        plain(family_name(about.authors)),
        about.year or 0,
        plain(about.venue or ""),
        array("q", _codes(tx, paper, before)).tobytes(),
    )
    if row != old:
        tx.execute(
            f"INSERT OR REPLACE INTO library_rows (id, version, {_SHOWN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            (paper.id, new_version(tx, "library_row_versions", paper.owner), *row),
        )
    words = (about.title or "", *about.authors[:_AUTHORS_SEARCHED], about.venue or "", *about.keywords)
    text = "\n".join((about.abstract or "", paper.filename, about.doi or "", *words[1:], *paper.marks.tags))
    save_text(tx, paper.owner, "paper", paper.id, words[0], text)


def drop_row(tx: sqlite3.Connection, paper_id: str) -> None:
    """Forget a paper."""
    gone = tx.execute("DELETE FROM library_rows WHERE id = ? RETURNING owner, codes", (paper_id,)).fetchall()
    for owner, codes in gone:
        _release(tx, from_bytes(codes))
        new_version(tx, "library_row_versions", owner)
    drop_text(tx, "paper", paper_id)


def from_bytes(codes: bytes) -> list[int]:
    """Return the numbers of a row."""
    return array("q", codes).tolist()


def save_text(tx: sqlite3.Connection, owner: str, kind: str, ref: str, title: str, text: str) -> None:
    """Store what the search looks at, if it differs from what is there."""
    stored = tx.execute("SELECT owner, title, text FROM library_texts WHERE kind = ? AND ref = ?", (kind, ref))
    if stored.fetchone() == (owner, title, text):
        return
    drop_text(tx, kind, ref)
    tx.execute(
        "INSERT INTO library_texts (owner, kind, ref, title, text) VALUES (?, ?, ?, ?, ?)",
        (owner, kind, ref, title, text),
    )


def drop_text(tx: sqlite3.Connection, kind: str, ref: str) -> None:
    """Forget what the search looked at."""
    tx.execute("DELETE FROM library_texts WHERE kind = ? AND ref = ?", (kind, ref))


def _codes(tx: sqlite3.Connection, paper: Paper, before: Sequence[int]) -> list[int]:
    """Return the numbers of a paper's values, after counting how its uses of them changed."""
    wanted = facet_values(paper)
    known = {
        (FACETS[code % KINDS], value): code
        for code in before
        for (value,) in tx.execute(
            "SELECT value FROM library_values WHERE id = ? AND owner = ?", (code // KINDS, paper.owner)
        )
    }
    codes = [known[pair] if pair in known else _used(tx, paper.owner, *pair) for pair in wanted]
    _release(tx, [code for code in before if code not in codes])
    return codes


def _used(tx: sqlite3.Connection, owner: str, kind: FacetKind, value: str) -> int:
    (n,) = tx.execute(
        "INSERT INTO library_values (owner, kind, value, folded, uses) VALUES (?, ?, ?, ?, 1)"
        " ON CONFLICT (owner, kind, value) DO UPDATE SET uses = uses + 1 RETURNING id",
        (owner, FACETS.index(kind), value, plain(value)),
    ).fetchone()
    return code_of(kind, n)


def _release(tx: sqlite3.Connection, codes: Sequence[int]) -> None:
    for code in codes:
        tx.execute("UPDATE library_values SET uses = uses - 1 WHERE id = ?", (code // KINDS,))
        tx.execute("DELETE FROM library_values WHERE id = ? AND uses <= 0", (code // KINDS,))
