"""A library takes a bounded number of notes; those that are there can still be changed and deleted."""

from __future__ import annotations

from pathlib import Path

import pytest
from contract.making import ADA, BOB, a_paper
from msgspec.structs import replace

from scholarai.bootstrap import App
from scholarai.config import Settings
from scholarai.domain.errors import ConflictError
from scholarai.domain.ids import PaperId
from scholarai.services.own.notes import NewNote, NoteEdit

P1, P2 = PaperId("p1"), PaperId("p2")
NOTE = NewNote(kind="note", text="A thought.")


def test_a_note_too_many_is_refused_until_one_is_deleted(tmp_path: Path) -> None:
    app = App(Settings.from_env({"SCHOLARAI_DATA": str(tmp_path)}))
    app.backend().papers.change(P1, lambda _: a_paper(P1))
    app.backend().papers.change(P2, lambda _: a_paper(P2, owner=BOB))
    keep = replace(app.library.keep_notes(), most=1)
    first = keep.make(ADA, P1, NOTE)

    with pytest.raises(ConflictError, match="notes_full"):
        keep.make(ADA, P1, NOTE)
    assert keep.edit(ADA, first.id, NoteEdit(version=first.version, text="Another.")).text == "Another."
    assert keep.make(BOB, P2, NOTE).owner == BOB

    keep.delete(ADA, first.id)
    assert keep.make(ADA, P1, NOTE).text == "A thought."
