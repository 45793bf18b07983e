"""Adding published works to a library of this machine: their open files are read at once."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from scholarai.api.adding import AddPaper, AddUpload
from scholarai.bootstrap import App
from scholarai.domain.errors import NotFoundError
from scholarai.domain.ids import COMMAND_LINE, OwnerId, PaperId
from scholarai.domain.marks import joined
from scholarai.domain.metadata import METADATA_FIELDS, corrected, corrections
from scholarai.domain.notes import Note
from scholarai.domain.notices import with_notices
from scholarai.domain.paper import Paper
from scholarai.services.literature.open_files import KeepFile

_PER_PAGE = 100


def keeping(app: App, owner: OwnerId) -> KeepFile:
    """Return the service that adds the files of works for an owner and reads them at once."""
    if owner == COMMAND_LINE:
        return KeepAndRead(app)
    return app.literature.as_upload(AddUpload(app, owner).finish)


@dataclass(frozen=True, slots=True)
class KeepAndRead:
    """Implements `services.literature.keeping.KeepFile` for the command line and Python, whose papers have ids of their bytes."""

    app: App

    def require_room(self, owner: OwnerId) -> None:
        """On one machine nothing is limited."""

    def keep(self, record: Paper, file: Path) -> PaperId:
        named = file.with_name(record.filename)
        file.rename(named)
        paper = AddPaper(self.app, record.owner).add(named)
        told = {name: getattr(record.metadata, name) for name in METADATA_FIELDS if getattr(record.metadata, name)}
        sources = {origin.field: origin.source for origin in record.origins}
        persons = {name: value for name, value in told.items() if sources.get(name) == "person"}
        services = {name: value for name, value in told.items() if sources.get(name) == "service"}

        def rule(found: Paper | None) -> Paper | None:
            if found is None:
                return None
            known = corrections(found)
            now = record.updated_at
            better = corrected(
                found, {name: value for name, value in services.items() if name not in known}, "service", now
            )
            better = corrected(better, persons, "person", now)
            marks = joined(found.marks, record.marks)
            return replace(
                better,
                marks=marks,
                notices=with_notices(found.notices, record.notices),
            )

        self.app.backend().papers.change(paper.id, rule)
        self._move_notes(record, paper.id)
        for one in self.app.backend().papers.supplements(record.owner, record.id):
            self.app.papers.mark_supplement().mark(record.owner, one.id, paper.id)
        with contextlib.suppress(NotFoundError):  # another process did
            self.app.deletion.delete_paper().delete(record.owner, record.id)
        return paper.id

    def _move_notes(self, record: Paper, paper_id: PaperId) -> None:
        """Make the notes about a record notes about the paper that it is now."""
        notes = self.app.backend().notes

        def rule(found: Note | None) -> Note | None:
            if found is None:
                return None
            about = (paper_id if one == record.id else one for one in found.paper_ids)
            return replace(found, paper_ids=tuple(dict.fromkeys(about)))

        cursor: str | None = None
        while True:
            page = notes.list(record.owner, record.id, limit=_PER_PAGE, cursor=cursor)
            for note in page.notes:
                notes.change(note.id, rule)
            cursor = page.next_cursor
            if cursor is None:
                return
