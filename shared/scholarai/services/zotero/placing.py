"""Imports annotations and notes from Zotero as highlights and notes, and merges changes of both sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, cast

from msgspec.structs import replace

from scholarai.domain.content import Page
from scholarai.domain.errors import ConflictError, InvalidRequestError, NotReadyError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.merging import Merged
from scholarai.domain.notes import Note, NoteId
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.domain.zotero import (
    OUR_TAG,
    LinkState,
    NoteContent,
    ZoteroAnnotation,
    ZoteroItem,
    ZoteroLink,
    box_on_page,
    came_from_zotero,
    content_of,
    key_for,
    link_id,
    merged,
    note_id_of,
)
from scholarai.ports.clock import Clock
from scholarai.ports.notes import NoteStore
from scholarai.ports.stores import PaperStore
from scholarai.ports.zotero import LinkStore
from scholarai.services.library.open_papers import OpenPapers
from scholarai.services.own.anchoring import Marked, Region
from scholarai.services.own.notes import KeepNotes, NewNote
from scholarai.services.papers.owned_papers import require_owned

# `new`: it came in; `changed`: a change of theirs was taken over; `same`: there was nothing to do.
Placed = Literal["new", "changed", "same", "waiting", "left_out", "gone"]
_TEXT_MARKS = frozenset({"highlight", "underline"})
_REGIONS = frozenset({"note", "image", "text"})
_PER_PAGE = 100


class PlaceNotes(Value, frozen=True, kw_only=True):
    links: LinkStore
    notes: NoteStore
    papers: PaperStore
    keep: KeepNotes
    open_papers: Callable[[], OpenPapers]
    clock: Clock

    def place(self, owner: OwnerId, library: str, item: ZoteroItem, paper_id: PaperId) -> Placed:
        """Take one annotation or note in; may be repeated at any time.

        Raises:
            TransientError: If a store failed.
        """
        link = self.links.get(link_id(owner, library, item.key))
        if link is None:
            return "gone" if item.trashed else self._first(self._link(owner, library, item, paper_id), item)
        if link.state == "waiting":
            return self._first(link, item)
        if link.state in {"gone", "left_out"}:
            return "gone" if link.state == "gone" else "left_out"
        if item.trashed:
            return self._keep(link, item, "gone")
        return self._evened(link, item)

    def pages(self, paper: Paper) -> Mapping[int, Page]:
        """Return the pages of a paper by number.

        Raises:
            NotReadyError: If the paper is just being replaced.
        """
        return self.open_papers().open(paper).locator.pages

    def _first(self, link: ZoteroLink, item: ZoteroItem) -> Placed:
        """Take in what is not linked yet; what bears our tag was written by us, and what bound it was lost."""
        ours = OUR_TAG in item.tags
        note_id = note_id_of(link.id)
        # One that came in and is there already was made by a call that was interrupted.
        there = self._written_by_us(link) if ours else self.notes.get(note_id)
        if there is not None:
            return self._bound_again(link, item, there)
        if ours or item.trashed:
            return self._keep(replace(link, mine=item.note_content()), item, "kept" if ours else "gone")
        return self._new(link, item, note_id)

    def _new(self, link: ZoteroLink, item: ZoteroItem, note_id: NoteId) -> Placed:
        try:
            note = self._made(link, item, note_id)
        except (NotReadyError, ConflictError):  # it is not read yet, or could not be read: another file may come
            return self._keep(replace(link, draft=item), item, "waiting")
        except InvalidRequestError as error:
            return self._keep(replace(link, detail=error.code), item, "left_out")
        if note is None:
            return self._keep(replace(link, detail="no_form"), item, "left_out")
        self._keep(replace(link, ours=note.id, mine=item.note_content(), draft=None), item, "kept")
        return "new"

    def _bound_again(self, link: ZoteroLink, item: ZoteroItem, note: Note) -> Placed:
        """Bind a note whose link was lost. Who changed what since is not known, unless nobody changed it here: both stay."""
        base = content_of(note) if note.version == 1 and came_from_zotero(note.id) else NoteContent()
        return self._evened(replace(link, ours=note.id, mine=base, theirs=base, draft=None), item)

    def _made(self, link: ZoteroLink, item: ZoteroItem, note_id: NoteId) -> Note | None:
        """Make the note of an item; None where it has no form here, such as a drawing."""
        if link.paper_id is None:
            return None
        content = item.note_content()
        if item.annotation is None:
            new = NewNote(kind="note", text=content.text) if content.text else None
        else:
            new = self._mark(link.owner, link.paper_id, item.annotation)
        return None if new is None else self.keep.make(link.owner, link.paper_id, new, note_id=note_id)

    def _mark(self, owner: OwnerId, paper_id: PaperId, annotation: ZoteroAnnotation) -> NewNote | None:
        if annotation.type not in _TEXT_MARKS | _REGIONS:
            return None
        page = self.pages(require_owned(self.papers.get(paper_id), owner)).get(annotation.page_index + 1)
        boxes = () if page is None else tuple(box_on_page(rect, page) for rect in annotation.rects)
        regions = (Region(page_number=annotation.page_index + 1, boxes=boxes),) if boxes else ()
        marks_text = annotation.type in _TEXT_MARKS
        return NewNote(
            kind="highlight" if marks_text else "note",
            text=annotation.said.text,
            colour=annotation.said.colour,
            marked=Marked(exact=annotation.text if marks_text else "", regions=regions),
        )

    def _written_by_us(self, link: ZoteroLink) -> Note | None:
        """Return the note that was written as this item."""
        cursor: str | None = None
        while link.paper_id is not None:
            page = self.notes.list(link.owner, link.paper_id, limit=_PER_PAGE, cursor=cursor)
            for note in page.notes:
                if link.key in {key_for(link.library, "note", note.id, str(part)) for part in range(3)}:
                    return note
            cursor = page.next_cursor
            if cursor is None:
                return None
        return None

    def _evened(self, link: ZoteroLink, item: ZoteroItem) -> Placed:
        mine, theirs, there = (
            link.mine or item.note_content(),
            link.theirs or link.mine or item.note_content(),
            item.note_content(),
        )
        note = self.notes.get(NoteId(link.ours)) if link.ours else None
        if note is None:  # deleted here, or the quote of an answer, which nobody changes here
            self._keep(link, item, "gone" if link.ours else "kept")
            return "same"
        if there == theirs and content_of(note) == mine:
            self._keep(link, item, "kept")
            return "same"
        seen: list[Note] = []

        def taken_over(found: Note | None) -> Note | None:
            if found is None:
                return None
            seen[:] = [found]
            now = merged((mine, theirs), content_of(found), there).now
            if now == content_of(found):
                return found
            at = self.clock.now()
            return replace(found, text=now.text, colour=now.colour, version=found.version + 1, updated_at=at)

        changed = self.notes.change(note.id, taken_over)
        if changed is None or not seen:
            self._keep(link, item, "gone")
            return "gone"
        outcome = merged((mine, theirs), content_of(seen[0]), there)
        self._keep(replace(link, mine=outcome.ours), item, "kept", outcome)
        return "changed" if changed != seen[0] else "same"

    def _link(self, owner: OwnerId, library: str, item: ZoteroItem, paper_id: PaperId) -> ZoteroLink:
        now = self.clock.now()
        return ZoteroLink(
            id=link_id(owner, library, item.key),
            owner=owner,
            library=library,
            key=item.key,
            kind="note" if item.kind == "note" else "annotation",
            created_at=now,
            updated_at=now,
            paper_id=paper_id,
            parent=item.parent,
        )

    def _keep(
        self, link: ZoteroLink, item: ZoteroItem, state: LinkState, outcome: Merged[NoteContent] | None = None
    ) -> Placed:
        kept = replace(
            link,
            state=state,
            version=item.version,
            theirs=item.note_content() if outcome is None else outcome.theirs,
            token="",
            updated_at=self.clock.now(),
        )
        self.links.change(link.id, lambda _: kept)
        if state in {"kept", "sending"}:
            return "same"
        return cast("Placed", state)
