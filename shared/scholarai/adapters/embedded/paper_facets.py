"""Stores beside each paper what filters, lists and searches by publication ask of it.

A row of the list holds the codes of its facet values (`domain/listing.py`), so that fifty thousand papers are counted
without reading a document. A value is deleted with the last paper that has it.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Sequence

import msgspec

from scholarai.adapters.embedded.database import summed
from scholarai.adapters.embedded.owner_versions import new_version
from scholarai.adapters.embedded.stored_codes import save_codes
from scholarai.adapters.system import to_us
from scholarai.domain.identity import cited_publication, keys_of, keys_of_paper
from scholarai.domain.listing import FACETS, KINDS, FacetKind, code_of, facet_values, family_name
from scholarai.domain.paper import Paper, plain
from scholarai.domain.parts import ContentPart, references_in
from scholarai.domain.values import to_json

# Separates the names in one column, so that no search matches across two.
_BETWEEN = "\n"
# The counter that is set while papers of earlier releases have no keys.
DUE = "publications_due"
_SHOWN = "owner, added_us, updated_us, title, author, year, venue, codes"
# A guess: a collaboration has thousands of authors, and nobody searches for the last of them.
_AUTHORS_SEARCHED = 200


def save_facts(tx: sqlite3.Connection, paper: Paper) -> None:
    """Store what filters ask of a paper, in the transaction that stores the paper; only readable papers have facts."""
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
        "INSERT OR REPLACE INTO paper_facts (id, owner, generation, year, title, venue, authors, fields, text, sum)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        summed(
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
    """Delete the facts of a paper that is no longer readable, and what was made of its vectors."""
    drop_keys(tx, paper_id)
    gone = tx.execute("DELETE FROM paper_facts WHERE id = ? RETURNING owner", (paper_id,)).fetchall()
    for (owner,) in gone:
        new_version(tx, "library_versions", owner)
        tx.execute("DELETE FROM signatures WHERE paper_id = ?", (paper_id,))


def save_keys(tx: sqlite3.Connection, paper: Paper) -> None:
    """Store the keys that a paper is found by, in the transaction that stores the paper."""
    drop_keys(tx, paper.id)
    tx.executemany(
        "INSERT INTO paper_keys (owner, key, paper_id) VALUES (?, ?, ?)",
        [(paper.owner, key, paper.id) for key in keys_of_paper(paper)],
    )


def drop_keys(tx: sqlite3.Connection, paper_id: str) -> None:
    """Delete the keys of a paper; those of what it cites go with its content."""
    tx.execute("DELETE FROM paper_keys WHERE paper_id = ?", (paper_id,))


def save_cited(tx: sqlite3.Connection, paper_id: str, generation: int, part: ContentPart) -> None:
    """Replace the stored bibliography entries of one part of a paper's content."""
    place = (paper_id, generation, part.index)
    tx.execute("DELETE FROM cited WHERE paper_id = ? AND generation = ? AND part = ?", place)
    try:
        references = references_in(part)
    except msgspec.MsgspecError:  # a damaged part, which `verify` names
        return
    for number, reference in enumerate(references):
        row = tx.execute(
            "INSERT INTO cited (paper_id, generation, part, place, doc, sum) VALUES (?, ?, ?, ?, ?, ?)",
            summed(*place, number, to_json(reference).decode()),
        )
        tx.executemany(
            "INSERT INTO cited_keys (key, cited_id) VALUES (?, ?)",
            [(key, row.lastrowid) for key in keys_of(cited_publication(reference))],
        )


def save_row(tx: sqlite3.Connection, paper: Paper) -> None:
    """Store the row of a paper in the list, in the transaction that stores the paper."""
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
            f"INSERT OR REPLACE INTO library_rows (id, version, {_SHOWN}, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            summed(paper.id, new_version(tx, "library_row_versions", paper.owner), *row),
        )
    words = (about.title or "", *about.authors[:_AUTHORS_SEARCHED], about.venue or "", *about.keywords)
    text = "\n".join((about.abstract or "", paper.filename, about.doi or "", *words[1:], *paper.marks.tags))
    save_text(tx, paper.owner, "paper", paper.id, words[0], text)


def drop_row(tx: sqlite3.Connection, paper_id: str) -> None:
    """Delete the row of a paper in the list."""
    gone = tx.execute("DELETE FROM library_rows WHERE id = ? RETURNING owner, codes", (paper_id,)).fetchall()
    for owner, codes in gone:
        _release(tx, from_bytes(codes))
        new_version(tx, "library_row_versions", owner)
    drop_text(tx, "paper", paper_id)


def from_bytes(codes: bytes) -> list[int]:
    """Return the codes of a row."""
    return array("q", codes).tolist()


def save_text(tx: sqlite3.Connection, owner: str, kind: str, ref: str, title: str, text: str) -> None:
    """Store the searched text of a paper or note, unless it is unchanged."""
    stored = tx.execute("SELECT owner, title, text FROM library_texts WHERE kind = ? AND ref = ?", (kind, ref))
    if stored.fetchone() == (owner, title, text):
        return
    drop_text(tx, kind, ref)
    tx.execute(
        "INSERT INTO library_texts (owner, kind, ref, title, text, sum) VALUES (?, ?, ?, ?, ?, ?)",
        summed(owner, kind, ref, title, text),
    )


def drop_text(tx: sqlite3.Connection, kind: str, ref: str) -> None:
    """Delete the searched text of a paper or note."""
    tx.execute("DELETE FROM library_texts WHERE kind = ? AND ref = ?", (kind, ref))


def _codes(tx: sqlite3.Connection, paper: Paper, before: Sequence[int]) -> list[int]:
    """Update the use counts of a paper's facet values, and return their codes."""
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
        "INSERT INTO library_values (owner, kind, value, folded, sum, uses) VALUES (?, ?, ?, ?, ?, 1)"
        " ON CONFLICT (owner, kind, value) DO UPDATE SET uses = uses + 1 RETURNING id",
        summed(owner, FACETS.index(kind), value, plain(value)),
    ).fetchone()
    return code_of(kind, n)


def _release(tx: sqlite3.Connection, codes: Sequence[int]) -> None:
    for code in codes:
        tx.execute("UPDATE library_values SET uses = uses - 1 WHERE id = ?", (code // KINDS,))
        tx.execute("DELETE FROM library_values WHERE id = ? AND uses <= 0", (code // KINDS,))
