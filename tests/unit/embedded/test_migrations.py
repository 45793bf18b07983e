"""A library of every earlier schema version is led to the newest one with all that it holds."""

from __future__ import annotations

import contextlib
import gzip
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from contract.making import ADA, ENGINE, a_paper, a_review, a_session

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.migration import COPY_KEPT, SCHEMA_VERSION, copies, drop_copies
from scholarai.adapters.embedded.schema import MIGRATIONS
from scholarai.domain.errors import TransientError
from scholarai.domain.listing import LibraryQuery
from scholarai.services.chat.turns import current_branch

STORES = Path(__file__).parents[2] / "data" / "stores"
VERSIONS = range(1, len(MIGRATIONS))
FIRST_WITH_REVIEWS = 3

Opener = Callable[[Path], EmbeddedBackend]


def unpack(version: int, folder: Path) -> Path:
    """Put the library of a version into a folder and return its database."""
    database = folder / "scholarai.db"
    (folder / "objects").mkdir(parents=True)
    database.write_bytes(gzip.decompress((STORES / f"schema-{version}.db.gz").read_bytes()))
    ((file,),) = rows(database, "SELECT file FROM objects")
    (folder / "objects" / file).write_bytes(b"%PDF")
    return database


def rows(database: Path, query: str) -> list[tuple[Any, ...]]:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


def test_a_database_with_every_migration_is_known_without_loading_them() -> None:
    assert len(MIGRATIONS) == SCHEMA_VERSION


@pytest.mark.parametrize("version", VERSIONS)
def test_a_library_of_an_earlier_version_keeps_all_that_it_holds(version: int, folder: Path, open_at: Opener) -> None:
    database = unpack(version, folder)

    backend = open_at(folder)
    backend.recover()

    (paper,) = backend.papers.list(ADA, limit=9).papers
    assert (paper.id, paper.visible_generation) == (a_paper().id, 7)
    assert list(backend.verify().run()) == []
    assert backend.objects.read(paper.object_name) == b"%PDF"
    assert backend.sessions.list(ADA, paper.id, limit=9).sessions[0].id == a_session().id
    conversation = backend.sessions.read(a_session().id)
    assert conversation is not None
    assert current_branch(*conversation) == conversation[1]  # of before branches: one line
    assert [r.id for r in backend.reviews.list(ADA, limit=9).reviews] == [a_review().id][
        : version >= FIRST_WITH_REVIEWS
    ]
    chunks = backend.contents.read_chunks(paper.id, 7)
    assert [item.chunk.text for item in chunks.chunks] == ["attention is all", "momentum decays"]
    assert chunks.space == ENGINE.space
    listed = backend.library_index.list(ADA, LibraryQuery(text="momentum"))
    assert [one.id for one in listed.papers] == [paper.id]
    assert [(one.value, one.count) for one in listed.facets["state"]] == [("unread", 1)]
    found = rows(database, "SELECT rowid FROM chunk_words WHERE chunk_words MATCH 'momentum'")
    assert len(found) == 1


@pytest.mark.parametrize("version", VERSIONS)
def test_a_copy_of_before_the_migration_is_kept(version: int, folder: Path, open_at: Opener) -> None:
    database = unpack(version, folder)
    papers = rows(database, "SELECT * FROM papers")

    open_at(folder).papers.get(a_paper().id)

    (copy,) = copies(database)
    assert rows(copy, "PRAGMA user_version") == [(version,)]
    assert rows(copy, "SELECT * FROM papers") == papers
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_migration_that_fails_leaves_the_library_as_it_was(folder: Path, open_at: Opener) -> None:
    database = unpack(1, folder)
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE removed_files (of TEXT)")  # in the way of the last step

    with pytest.raises(TransientError, match="removed_files"):
        open_at(folder).papers.get(a_paper().id)

    assert rows(database, "PRAGMA user_version") == [(1,)]
    assert rows(database, "SELECT name FROM sqlite_master WHERE name = 'reviews'") == []


def test_a_copy_goes_after_its_time_and_with_the_first_deletion(folder: Path, open_at: Opener) -> None:
    database = unpack(VERSIONS[-1], folder)
    backend = open_at(folder)
    backend.erase()
    now = datetime.now(UTC)

    drop_copies(database, now)
    assert len(copies(database)) == 1
    backend.papers.change(a_paper().id, lambda _: None)
    backend.erase()
    assert copies(database) == []

    unpack_again = unpack(VERSIONS[-1], folder.with_name("again"))
    open_at(unpack_again.parent).erase()
    drop_copies(unpack_again, now + COPY_KEPT + timedelta(minutes=1))
    assert copies(unpack_again) == []
