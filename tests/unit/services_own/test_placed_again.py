"""Notes follow their paper through new extractions, and are never lost."""

from __future__ import annotations

import itertools
from datetime import datetime
from pathlib import Path

import pytest
from contract.making import ADA, NOW, a_chunk, a_content, a_paper, embedded, in_work, show
from doubles.stores import with_empty_store
from msgspec.structs import replace

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.config import Settings
from scholarai.domain.content import Box, Page, PaperContent
from scholarai.domain.ids import PaperId
from scholarai.domain.notes import Note
from scholarai.domain.parts import to_parts
from scholarai.ports.stores import ContentRange
from scholarai.services.library.open_papers import OpenPapers
from scholarai.services.own.anchoring import Marked, Region
from scholarai.services.own.notes import KeepNotes, NewNote, NoteEdit, ReadNotes

P1 = PaperId("p1")
PAGES = (Page(page_number=1, width_pt=612.0, height_pt=792.0),)


class Clock:
    def now(self) -> datetime:
        return NOW


class Ids:
    def __init__(self) -> None:
        self._numbers = itertools.count()

    def new(self) -> str:
        return f"n{next(self._numbers)}"


@pytest.fixture
def backend(tmp_path: Path) -> EmbeddedBackend:
    return EmbeddedBackend(
        Settings.from_env({"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": str(with_empty_store(tmp_path))})
    )


def extract(backend: EmbeddedBackend, generation: int, *texts: str) -> None:
    """Let readers follow an extraction with these paragraphs."""
    content: PaperContent = a_content(texts, pages=PAGES)
    piece = ContentRange(
        generation=generation,
        parts=tuple(to_parts(content)),
        chunks=tuple(embedded(a_chunk(generation, n, text)) for n, text in enumerate(texts)),
    )
    backend.contents.write(P1, piece, lambda stored: in_work(stored or a_paper("p1"), generation))
    show(backend, P1, generation)


def keep(backend: EmbeddedBackend) -> KeepNotes:
    papers = OpenPapers(contents=backend.contents)
    return KeepNotes(
        notes=backend.notes,
        papers=backend.papers,
        sessions=backend.sessions,
        open_papers=lambda: papers,
        clock=Clock(),
        ids=Ids(),
    )


def listed(backend: EmbeddedBackend) -> Note:
    papers = OpenPapers(contents=backend.contents)
    reading = ReadNotes(notes=backend.notes, papers=backend.papers, open_papers=lambda: papers)
    (note,) = reading.list(ADA, P1, limit=9).notes
    return note


def test_a_highlight_moves_with_its_words_and_keeps_its_version(backend: EmbeddedBackend) -> None:
    extract(backend, 1, "First words here.", "The marked words stand here.")
    made = keep(backend).make(ADA, P1, NewNote(kind="highlight", marked=Marked(exact="marked words")))

    extract(backend, 2, "A paragraph that was not read before.", "The marked words stand here.", "First words here.")
    note = listed(backend)

    assert note.target is not None
    (position,) = note.target.positions
    assert (note.target.generation, note.target.state, note.version) == (2, "found", made.version)
    assert position.start == len("A paragraph that was not read before.") + 2 + len("The ")
    assert note.target.pages[0].boxes
    assert backend.notes.get(note.id) == note


def test_a_highlight_that_is_gone_keeps_text_and_page_and_comes_back(backend: EmbeddedBackend) -> None:
    extract(backend, 1, "The marked words stand here.")
    made = keep(backend).make(
        ADA, P1, NewNote(kind="highlight", text="mine", marked=Marked(exact="marked words stand"))
    )

    extract(backend, 2, "Quite another sentence, of which nothing was read.")
    gone = listed(backend)
    extract(backend, 3, "The marked words stand here.")
    back = listed(backend)

    assert made.target is not None
    assert gone.target is not None
    assert (gone.target.state, gone.target.positions) == ("not_found", ())
    assert (gone.target.quote, gone.target.pages, gone.text) == (made.target.quote, made.target.pages, "mine")
    assert back.target == replace(made.target, generation=3)


def test_a_region_without_words_stays_where_it_was_drawn(backend: EmbeddedBackend) -> None:
    extract(backend, 1, "Some words.")
    region = Region(page_number=1, boxes=(Box(1, 2, 3, 4),))
    made = keep(backend).make(ADA, P1, NewNote(kind="highlight", marked=Marked(regions=(region,))))

    extract(backend, 2, "Other words.")

    assert made.target is not None
    assert listed(backend).target == replace(made.target, generation=2)


def test_a_place_that_its_owner_moved_is_looked_for_by_its_new_words(backend: EmbeddedBackend) -> None:
    extract(backend, 1, "The marked words stand here. The others stand there.")
    keeping = keep(backend)
    made = keeping.make(ADA, P1, NewNote(kind="highlight", marked=Marked(exact="marked words")))
    moved = keeping.edit(ADA, made.id, NoteEdit(version=1, marked=Marked(exact="others stand")))

    extract(backend, 2, "Before. The marked words stand here. The others stand there.")

    assert moved.target is not None
    found = listed(backend).target
    assert found is not None
    assert (found.quote, found.state, found.generation) == (moved.target.quote, "found", 2)
