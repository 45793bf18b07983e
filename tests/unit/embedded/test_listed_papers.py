"""The list that a process keeps in memory is the one that a new process reads, whatever changed in between."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from contract.making import ADA, BOB, NOW, a_note, a_paper

from scholarai.adapters.embedded import library_index, listed_papers
from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.library_index import SqliteLibraryIndex
from scholarai.adapters.embedded.records import save_paper
from scholarai.domain.ids import PaperId
from scholarai.domain.listing import SORTS, LibraryQuery
from scholarai.domain.marks import Marks
from scholarai.domain.paper import Metadata, Paper

Opener = Callable[[Path], EmbeddedBackend]


def drawn(paper_id: str, chance: random.Random) -> Paper:
    about = Metadata(
        title=f"Title {chance.randrange(5)}",
        authors=tuple(f"Given Family{chance.randrange(4)}" for _ in range(chance.randrange(3))),
        year=chance.choice([None, 1999, 2001]),
        venue=chance.choice([None, "Sea", "Land"]),
    )
    marks = Marks(tags=(f"tag {chance.randrange(3)}",), favourite=chance.random() < 0.3)
    later = NOW + timedelta(seconds=chance.randrange(9))
    return a_paper(paper_id, age_s=chance.randrange(4), updated_at=later, metadata=about, marks=marks)


def store(backend: EmbeddedBackend, paper: Paper) -> None:
    backend.papers.change(paper.id, lambda _: paper)


@pytest.mark.parametrize("few", [0, 500])
def test_a_kept_list_equals_a_new_one_after_any_changes(
    folder: Path, open_at: Opener, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(listed_papers, "_FEW", few)
    backend, chance = open_at(folder), random.Random(few)
    for _ in range(120):
        for _ in range(chance.randrange(4)):
            name = f"p{chance.randrange(12)}"
            if chance.random() < 0.3:
                backend.papers.change(PaperId(name), lambda _: None)
            else:
                store(backend, drawn(name, chance))
        text = chance.choice(["", "", "title", "sea"])
        for sort in chance.sample(SORTS, 3):
            query = LibraryQuery(
                text=text, sort=sort, descending=chance.random() < 0.5, favourite=chance.random() < 0.2, limit=5
            )
            kept, new = backend.library_index.list(ADA, query), SqliteLibraryIndex(backend._database).list(ADA, query)
            assert kept == new
            after = LibraryQuery(text=text, sort=sort, descending=query.descending, limit=5, cursor=kept.next_cursor)
            assert backend.library_index.list(ADA, after) == SqliteLibraryIndex(backend._database).list(ADA, after)


def test_a_list_after_a_change_reads_the_row_that_changed_and_no_other(
    folder: Path, open_at: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend, chance = open_at(folder), random.Random(1)
    with backend.papers.database.writing() as tx:
        for n in range(300):
            save_paper(tx, drawn(f"p{n}", chance))
    backend.library_index.list(ADA, LibraryQuery())
    taken: list[int] = []
    whole = listed_papers.ListedLibrary._take

    def watched(library: listed_papers.ListedLibrary, rows: Sequence[Sequence[Any]]) -> None:
        taken.append(len(rows))
        whole(library, rows)

    monkeypatch.setattr(listed_papers.ListedLibrary, "_take", watched)

    store(backend, drawn("p7", chance))
    backend.library_index.list(ADA, LibraryQuery())
    backend.library_index.list(ADA, LibraryQuery(sort="title"))

    assert taken == [1]


def test_a_transaction_that_began_earlier_does_not_lead_the_list_back(folder: Path, open_at: Opener) -> None:
    backend = open_at(folder)
    store(backend, a_paper("p1"))
    library = listed_papers.ListedLibrary(ADA)
    with backend._database.reading() as tx:
        library.update(tx)
    with sqlite3.connect(folder / "scholarai.db", isolation_level=None) as early:
        early.execute("BEGIN")
        early.execute("SELECT count(*) FROM library_rows").fetchone()
        store(backend, a_paper("p2"))
        with backend._database.reading() as tx:
            library.update(tx)
        library.update(early)

    assert library.ids == ["p1", "p2"]


def test_an_owner_who_left_and_came_back_finds_the_new_papers_alone(folder: Path, open_at: Opener) -> None:
    kept, other = open_at(folder), open_at(folder)
    for n in range(3):
        store(kept, a_paper(f"p{n}"))
    assert len(kept.library_index.list(ADA, LibraryQuery()).papers) == 3

    for n in range(3):
        other.papers.change(PaperId(f"p{n}"), lambda _: None)
    other.library_index.forget(ADA)
    store(other, a_paper("p9"))

    found = kept.library_index.list(ADA, LibraryQuery())
    assert ([paper.id for paper in found.papers], found.total) == (["p9"], 1)


def test_words_that_nearly_everything_holds_are_found_everywhere_titles_first(
    folder: Path, open_at: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_index, "TEXTS_RANKED", 3)
    backend = open_at(folder)
    for n in range(9):
        about = Metadata(title="A whale" if n in {2, 4} else f"Number {n}", abstract=f"It tells of whales {n} times.")
        store(backend, a_paper(f"p{n}", metadata=about))
    backend.notes.change(a_note("n1").id, lambda _: a_note("n1", text="whales"))

    found = backend.library_index.list(ADA, LibraryQuery(text="whale", sort="relevance"))

    assert {paper.id for paper in found.papers[:2]} == {"p2", "p4"}
    assert [paper.id for paper in found.papers[2:]] == ["p8", "p7", "p6", "p5", "p3", "p1", "p0"]
    assert (found.total, [note.id for note in found.notes]) == (9, ["n1"])


def test_a_kept_list_shows_what_came_after_its_owner_was_forgotten(folder: Path, open_at: Opener) -> None:
    chance = random.Random(1)
    backend, other = open_at(folder), open_at(folder)
    for name in ("p1", "p2", "p3"):
        store(backend, drawn(name, chance))
    assert other.library_index.list(ADA, LibraryQuery()).total == 3

    for name in ("p1", "p2", "p3"):
        backend.papers.change(PaperId(name), lambda _: None)
    backend.library_index.forget(ADA)
    store(backend, drawn("p4", chance))

    assert [paper.id for paper in other.library_index.list(ADA, LibraryQuery()).papers] == ["p4"]


def test_forgetting_one_owner_leaves_the_lists_of_others(folder: Path, open_at: Opener) -> None:
    backend, other = open_at(folder), open_at(folder)
    store(backend, a_paper("p1", owner=BOB))
    assert other.library_index.list(BOB, LibraryQuery()).total == 1

    backend.library_index.forget(ADA)
    store(backend, a_paper("p2", owner=BOB))

    assert other.library_index.list(BOB, LibraryQuery()).total == 2
