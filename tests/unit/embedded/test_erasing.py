"""After a deletion nothing of the text is left in the data folder."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from contract.making import a_chunk, a_content, a_paper, a_session, embedded, in_work

from scholarai.adapters.embedded import erasing
from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.domain.parts import to_parts
from scholarai.ports.stores import ContentRange

MARKER = "zyzzyvamarker"
PARTS = 40


def found(folder: Path) -> list[str]:
    """Return the files that hold the marker, in any case."""
    return [path.name for path in folder.rglob("*") if path.is_file() and MARKER.encode() in path.read_bytes().lower()]


def fill(backend: EmbeddedBackend) -> None:
    """Store a paper with content, chunks, file and a conversation, all with the marker; words in many transactions."""
    backend.erase()  # what is due once after an upgrade would hide what each deletion leaves
    paper = in_work(a_paper(filename=f"{MARKER}.pdf"), 7)
    backend.objects.put(paper.object_name, f"%PDF {MARKER}".encode(), content_type="application/pdf")
    backend.papers.change(paper.id, lambda _: paper)
    for n in range(PARTS):
        piece = ContentRange(
            generation=7,
            parts=to_parts(a_content([f"Part {n} says {MARKER}."])) if n == 0 else (),
            chunks=(embedded(a_chunk(7, n, f"chunk {n} {MARKER} {MARKER}{n} word{n}"), [1, 0, 0, n]),),
        )
        backend.contents.write(paper.id, piece, lambda _: paper)
    backend.sessions.create(a_session(title=MARKER))


def delete(backend: EmbeddedBackend) -> None:
    backend.objects.delete("uploads/")
    backend.contents.drop(a_paper().id, keep_generation=None)
    backend.sessions.delete(a_session().id)
    with backend._database.writing() as tx:
        tx.execute("DELETE FROM pending_events")
    backend.papers.change(a_paper().id, lambda _: None)


def test_nothing_of_a_deleted_paper_is_left_in_the_folder(backend: EmbeddedBackend, folder: Path) -> None:
    fill(backend)
    assert found(folder)
    delete(backend)

    assert backend.erase()

    assert found(folder) == []


def test_erasing_is_finished_at_once_where_nothing_was_deleted(backend: EmbeddedBackend) -> None:
    assert backend.erase()  # what is due once after an upgrade

    assert backend.erase(budget_s=0)


def test_words_of_other_papers_are_found_after_the_erasing(backend: EmbeddedBackend, folder: Path) -> None:
    fill(backend)
    with backend._database.reading() as tx:
        count = "SELECT count(*) FROM chunk_words WHERE chunk_words MATCH ?"
        assert tx.execute(count, (MARKER,)).fetchone() == (PARTS,)
    other = in_work(a_paper(paper_id="p2"), 8)
    backend.papers.change(other.id, lambda _: other)
    piece = ContentRange(generation=8, parts=(), chunks=(embedded(a_chunk(8, 0, "attention"), [1, 0, 0, 0]),))
    backend.contents.write(other.id, piece, lambda _: other)
    delete(backend)

    backend.erase()

    with backend._database.reading() as tx:
        assert tx.execute(count, (MARKER,)).fetchone() == (0,)
        assert tx.execute(count, ("attention",)).fetchone() == (1,)


def test_the_work_is_done_in_pieces_that_a_later_call_goes_on_with(
    backend: EmbeddedBackend, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasing, "_PAGES", 1)
    fill(backend)
    delete(backend)

    calls = 1
    while not backend.erase(budget_s=0):
        calls += 1
        assert calls < 1000

    assert calls > 1
    assert found(folder) == []


def test_a_closed_library_has_erased_what_was_deleted(open_at: Callable[[Path], EmbeddedBackend], folder: Path) -> None:
    fill(open_at(folder))
    backend = open_at(folder)
    delete(backend)

    backend.close()

    assert found(folder) == []


def test_what_an_earlier_release_deleted_is_erased_after_the_upgrade(
    open_at: Callable[[Path], EmbeddedBackend], folder: Path
) -> None:
    backend = open_at(folder)
    backend.papers.get(a_paper().id)
    backend.close()
    with contextlib.closing(sqlite3.connect(folder / "scholarai.db", isolation_level=None)) as database:
        database.execute("PRAGMA secure_delete = OFF")
        database.execute("INSERT INTO published_events (paper_id, doc) VALUES ('p', ?)", (MARKER,))
        database.execute("DELETE FROM published_events")
        database.execute("INSERT INTO counters (name, value) VALUES ('vacuum', 1)")
    assert found(folder)

    backend = open_at(folder)
    backend.papers.get(a_paper().id)
    backend.close()

    assert found(folder) == []
