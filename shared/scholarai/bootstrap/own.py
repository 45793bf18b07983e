"""Builds the services of what owners keep of their papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.chat import Chat

if TYPE_CHECKING:
    from scholarai.services.own.collections import EditCollections
    from scholarai.services.own.listing import ListLibrary
    from scholarai.services.own.marks import MarkPapers
    from scholarai.services.own.notes import KeepNotes, ReadNotes


class Own(Chat):
    """The services of marks, collections and notes."""

    def list_library(self) -> ListLibrary:
        from scholarai.services.own.listing import ListLibrary

        return ListLibrary(index=self.backend().library_index, collections=self.backend().collections)

    def mark_papers(self) -> MarkPapers:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.own.marks import MarkPapers

        return MarkPapers(papers=self.backend().papers, collections=self.backend().collections, clock=SystemClock())

    def edit_collections(self) -> EditCollections:
        from scholarai.adapters.system import RandomIds, SystemClock
        from scholarai.services.own.collections import EditCollections

        return EditCollections(collections=self.backend().collections, clock=SystemClock(), ids=RandomIds())

    def read_notes(self) -> ReadNotes:
        from scholarai.services.own.notes import ReadNotes

        return ReadNotes(notes=self.backend().notes, papers=self.backend().papers, open_papers=self.open_papers)

    def keep_notes(self) -> KeepNotes:
        from scholarai.adapters.system import RandomIds, SystemClock
        from scholarai.services.own.notes import KeepNotes

        return KeepNotes(
            notes=self.backend().notes,
            papers=self.backend().papers,
            sessions=self.backend().sessions,
            open_papers=self.open_papers,
            clock=SystemClock(),
            ids=RandomIds(),
        )
