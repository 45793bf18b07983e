"""What an owner kept and deleted is in no file of the data folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from contract.making import ADA, a_chunk, a_note, a_searchable_paper, embedded
from msgspec.structs import replace

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.domain.collections import Collection, without
from scholarai.domain.listing import LibraryQuery
from scholarai.domain.marks import CollectionId, Marks
from scholarai.domain.notes import Target, TextQuoteSelector

MARKER = "zyxquicksilver"
Opener = Callable[[Path], EmbeddedBackend]


def holding(folder: Path, marker: str) -> list[str]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [file.name for file in files if marker.encode() in file.read_bytes()]


def test_deleted_notes_tags_and_collections_leave_nothing_behind(folder: Path, open_at: Opener) -> None:
    backend = open_at(folder)
    paper = a_searchable_paper(backend, "p1", [embedded(a_chunk(1, 0, "attention"), [1, 0, 0, 0])])
    quote = TextQuoteSelector(exact=f"{MARKER} marked", prefix=MARKER, suffix=MARKER)
    target = Target(generation=1, state="found", quote=quote)
    note = a_note(text=f"{MARKER} noted", target=target)
    backend.notes.change(note.id, lambda _: note)
    backend.papers.change(paper.id, lambda found: found and replace(found, marks=Marks(tags=(f"{MARKER} tagged",))))
    shelf = Collection(id=CollectionId("c1"), name=f"{MARKER} collected")
    backend.collections.change(ADA, lambda tree: replace(tree, items=(shelf,)))
    backend.erase()
    assert holding(folder, MARKER)

    backend.notes.change(note.id, lambda _: None)
    backend.papers.change(paper.id, lambda found: found and replace(found, marks=Marks()))
    backend.collections.change(ADA, lambda tree: without(tree, shelf.id))

    assert backend.erase()
    backend.close()
    assert holding(folder, MARKER) == []
    assert backend.library_index.list(ADA, LibraryQuery(text=MARKER)).total == 0


def test_a_list_that_is_kept_in_memory_shows_every_change(folder: Path, open_at: Opener) -> None:
    backend, other = open_at(folder), open_at(folder)
    paper = a_searchable_paper(backend, "p1", [])
    assert backend.library_index.list(ADA, LibraryQuery(favourite=True)).total == 0

    other.papers.change(paper.id, lambda found: found and replace(found, marks=Marks(favourite=True)))

    assert backend.library_index.list(ADA, LibraryQuery(favourite=True)).total == 1
    other.papers.change(paper.id, lambda _: None)
    assert backend.library_index.list(ADA, LibraryQuery()).total == 0
