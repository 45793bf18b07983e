"""Papers of earlier releases get the keys by which publications are found, once."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

from contract.making import ADA
from contract.test_publications import SEALS, WHALES, entries, stored

from scholarai.adapters.embedded.backend import EmbeddedBackend

Opener = Callable[[Path], EmbeddedBackend]


def without_keys(folder: Path) -> None:
    """Take the keys away, as the step to schema version 11 finds a store of before."""
    with contextlib.closing(sqlite3.connect(folder / "scholarai.db")) as connection, connection:
        for table in ("paper_keys", "cited_keys", "cited"):
            connection.execute(f"DELETE FROM {table}")
        connection.execute("INSERT INTO counters (name, value) VALUES ('publications_due', 1)")


def test_papers_of_an_earlier_release_are_found_by_their_keys(folder: Path, open_at: Opener) -> None:
    stored(open_at(folder), "p1", [WHALES, SEALS], title="Krill")
    without_keys(folder)

    backend = open_at(folder)

    assert [paper.id for paper in backend.publications.papers(ADA, ["title:krill"])] == ["p1"]
    assert entries(backend, ["arxiv:2101.00001"]) == [("p1", "r2")]


def test_a_damaged_part_keeps_nothing_else_from_being_found(folder: Path, open_at: Opener) -> None:
    backend = open_at(folder)
    stored(backend, "p1", [WHALES])
    stored(backend, "p2", [SEALS])
    with contextlib.closing(sqlite3.connect(folder / "scholarai.db")) as connection, connection:
        connection.execute("""UPDATE parts SET doc = '{"references":[{"raw' WHERE paper_id = 'p1'""")
    without_keys(folder)

    assert [one.paper_id for one in open_at(folder).publications.cited(ADA)] == ["p2"]
