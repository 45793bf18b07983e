"""Keeps the keys of papers and of what they cite beside their rows in SQLite."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import msgspec

from scholarai.domain.paper import Paper
from scholarai.domain.values import to_json

if TYPE_CHECKING:
    from scholarai.domain.parts import ContentPart

# The counter that says that papers of earlier releases have no keys yet.
DUE = "publications_due"


def save_keys(tx: sqlite3.Connection, paper: Paper) -> None:
    """Store the keys of a paper that is found by them, in the transaction that stores the paper."""
    # Titles are folded by two dozen patterns, which a process that only reads papers need not compile.
    from scholarai.domain.identity import is_published, keys_of, publication_of

    drop_keys(tx, paper.id)
    if is_published(paper):
        tx.executemany(
            "INSERT INTO paper_keys (owner, key, paper_id) VALUES (?, ?, ?)",
            [(paper.owner, key, paper.id) for key in keys_of(publication_of(paper.metadata))],
        )


def drop_keys(tx: sqlite3.Connection, paper_id: str) -> None:
    """Forget the keys of a paper; what it cites goes with its content."""
    tx.execute("DELETE FROM paper_keys WHERE paper_id = ?", (paper_id,))


def save_cited(tx: sqlite3.Connection, paper_id: str, generation: int, part: ContentPart) -> None:
    """Store the entries of the bibliography that a part of a paper's content holds, in place of those that it held."""
    from scholarai.domain.identity import cited_publication, keys_of
    from scholarai.domain.parts import references_in

    place = (paper_id, generation, part.index)
    tx.execute("DELETE FROM cited WHERE paper_id = ? AND generation = ? AND part = ?", place)
    try:
        references = references_in(part)
    except msgspec.MsgspecError:  # a damaged part, which `verify` names
        return
    for number, reference in enumerate(references):
        row = tx.execute(
            "INSERT INTO cited (paper_id, generation, part, place, doc) VALUES (?, ?, ?, ?, ?)",
            (*place, number, to_json(reference).decode()),
        )
        tx.executemany(
            "INSERT INTO cited_keys (key, cited_id) VALUES (?, ?)",
            [(key, row.lastrowid) for key in keys_of(cited_publication(reference))],
        )
