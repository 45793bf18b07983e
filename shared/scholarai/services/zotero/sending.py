"""Writes highlights, notes and verified quotes to Zotero, each once, whatever fails in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import cache, partial

from msgspec.structs import replace

from scholarai.domain.errors import NotReadyError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.notes import Note, NoteId
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.domain.zotero import LinkId, NoteContent, ZoteroLink, came_from_zotero
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.stores import PaperStore, SessionStore
from scholarai.ports.zotero import ITEMS_PER_REQUEST, LinkPage, LinkStore, Written, ZoteroServer
from scholarai.services.exporting.papers import sessions_of
from scholarai.services.leases import ExclusiveLease
from scholarai.services.own.notes import ReadNotes
from scholarai.services.zotero.drafts import MakeDrafts, Quote, changed_content, quotes_by_place
from scholarai.services.zotero.importing import CALL_S
from scholarai.services.zotero.placing import PlaceNotes

_PER_PAGE = 100
# Rounds of one call: what was changed in Zotero meanwhile is evened out and written again. A guess.
_ROUNDS = 4


class SentToZotero(Value, frozen=True, kw_only=True):
    """How many items were created and how many were changed; with `more` the next call goes on.

    `left_out` names papers of which nothing was written, since Zotero has no PDF of them, or another one.
    """

    written: int = 0
    changed: int = 0
    conflicts: int = 0
    refused: tuple[str, ...] = ()
    left_out: tuple[PaperId, ...] = ()
    more: bool = False


class SendToZotero(Value, frozen=True, kw_only=True):
    server: ZoteroServer
    links: LinkStore
    notes: ReadNotes
    papers: PaperStore
    sessions: SessionStore
    place: PlaceNotes
    drafts: MakeDrafts
    clock: Clock
    ids: IdSource
    lease: ExclusiveLease
    call_s: float = CALL_S

    def send(self, owner: OwnerId, paper_ids: Sequence[PaperId] | None = None) -> SentToZotero:
        """Write what Zotero lacks of these papers (None: all that came from Zotero), and what changed here since.

        Each item has a key of its own, which is stored before it is sent: a call that was interrupted is gone on with by the next.

        Raises:
            TransientError: If Zotero or a store failed, or another import or send lasts; nothing is lost.
            ConflictError: If Zotero refuses the access.
        """
        with self.lease.hold():
            return self._run(owner, paper_ids)

    def _run(self, owner: OwnerId, paper_ids: Sequence[PaperId] | None) -> SentToZotero:
        end = self.clock.now() + timedelta(seconds=self.call_s)
        done = self._resumed(owner, SentToZotero())
        links = list(self._all(lambda cursor: self.links.list(owner, limit=_PER_PAGE, cursor=cursor)))
        fresh: list[ZoteroLink] = []
        for attachment, paper in self._wanted(links, paper_ids):
            if attachment.sha256 is None or paper.sha256 != attachment.sha256:
                done = replace(done, left_out=(*done.left_out, paper.id))
                continue
            known = {link.key: link for link in links if link.paper_id == paper.id}
            try:
                fresh += self._new(owner, paper, attachment, frozenset(known))
            except NotReadyError:
                done = replace(done, more=True)
                continue
            done = self._changes(owner, list(known.values()), done)
            if self.clock.now() >= end:
                done = replace(done, more=True)
                break
        return self._created(owner, fresh, done)

    def _wanted(
        self, links: Sequence[ZoteroLink], paper_ids: Sequence[PaperId] | None
    ) -> Iterator[tuple[ZoteroLink, Paper]]:
        """Yield the PDFs of Zotero with their papers that can be read; of all papers, or of these.

        Of the same file twice, the one that came first is written into.
        """
        for link in reversed(links):
            if link.kind != "attachment" or link.state == "gone" or link.paper_id is None:
                continue
            paper = self.papers.get(link.paper_id) if paper_ids is None or link.paper_id in paper_ids else None
            if paper is not None and not paper.deleting and paper.visible_generation is not None:
                yield link, paper

    def _new(self, owner: OwnerId, paper: Paper, attachment: ZoteroLink, known: frozenset[str]) -> Iterator[ZoteroLink]:
        """Yield links of what was not written yet; what came from Zotero is there already."""
        notes = list(self._all_notes(owner, paper.id))
        linked = {one.ours for one in self._links_of(owner, paper.id)}
        seen: set[str] = set(known)
        pages = cache(partial(self.place.pages, paper))  # most papers have nothing new
        for note in notes:
            # One that came in and is not linked yet was interrupted: the next import links it.
            if note.id in linked or came_from_zotero(note.id):
                continue
            for draft in self.drafts.of_note(note, paper, attachment, pages):
                if draft.key not in seen:
                    seen.add(draft.key)
                    yield draft.link
        for quote in quotes_by_place(list(self._quotes(owner, paper.id)), paper.id).values():
            for draft in self.drafts.of_quote(quote, attachment, pages):
                if draft.key not in seen:
                    seen.add(draft.key)
                    yield draft.link

    def _resumed(self, owner: OwnerId, done: SentToZotero) -> SentToZotero:
        """Send again what an earlier call may or may not have written, in the same requests."""
        waiting = list(
            self._all(lambda cursor: self.links.list(owner, state="sending", limit=_PER_PAGE, cursor=cursor))
        )
        groups: dict[tuple[str, str], list[ZoteroLink]] = {}
        for link in waiting:
            groups.setdefault((link.library, link.token), []).append(link)
        for (_, token), batch in groups.items():
            if token:
                done = self._sent(owner, sorted(batch, key=lambda one: one.key), done)
            else:
                done = self._created(owner, batch, done)
        return done

    def _created(self, owner: OwnerId, links: Sequence[ZoteroLink], done: SentToZotero) -> SentToZotero:
        """Store new links with the name of the request that will write them, then send it."""
        libraries = dict.fromkeys(link.library for link in links)
        for library in libraries:
            inside = [link for link in links if link.library == library]
            for start in range(0, len(inside), ITEMS_PER_REQUEST):
                token = self.ids.new()
                batch = sorted(
                    (replace(link, token=token) for link in inside[start : start + ITEMS_PER_REQUEST]),
                    key=lambda one: one.key,
                )
                done = self._sent(owner, [one for one in batch if self._claimed(one)], done)
        return done

    def _claimed(self, link: ZoteroLink) -> bool:
        """Store a link before it is sent, unless another call did meanwhile."""
        stored = self.links.change(
            link.id, lambda found: link if found is None or (found.state == "sending" and not found.token) else found
        )
        return stored == link

    def _sent(self, owner: OwnerId, batch: Sequence[ZoteroLink], done: SentToZotero) -> SentToZotero:
        if not batch:
            return done
        results = self.server.write(batch[0].library, list(map(self.drafts.outgoing, batch)), batch[0].token)
        unsure = []
        for link, result in zip(batch, results, strict=True):
            if result.result == "conflict":
                unsure.append(link)
            else:
                done = self._noted(link, result, done)
        return self._looked_up(owner, unsure, done)

    def _noted(self, link: ZoteroLink, result: Written, done: SentToZotero) -> SentToZotero:
        """Store what became of a new item."""
        match result.result:
            case "written":
                self._set(link, replace(link, state="kept", version=result.version, theirs=link.mine))
                return replace(done, written=done.written + 1)
            case "later":
                # The request as a whole succeeded: its name would be taken for done.
                self._set(link, replace(link, token=""))
                return replace(done, more=True)
            case _:
                self._set(link, replace(link, state="left_out", detail=result.detail[:200] or result.result))
                return replace(done, refused=(*done.refused, result.detail or result.result))

    def _looked_up(self, owner: OwnerId, links: Sequence[ZoteroLink], done: SentToZotero) -> SentToZotero:
        """Find out which items are there already; those that are not are sent by a later request."""
        if not links:
            return done
        library = links[0].library
        there = {item.key: item for item in self.server.items(library, [link.key for link in links])}
        for link in links:
            item = there.get(link.key)
            if item is None or link.paper_id is None:
                self._set(link, replace(link, token=""))
                done = replace(done, more=True)
            else:
                self.place.place(owner, library, item, link.paper_id)
                done = replace(done, written=done.written + 1)
        return done

    def _changes(self, owner: OwnerId, links: Sequence[ZoteroLink], done: SentToZotero) -> SentToZotero:
        """Write what changed here of items that are there."""
        keys = {link.id for link in links if link.kind in {"annotation", "note"} and link.ours}
        for _ in range(_ROUNDS):
            todo = [found for found in (self._changed(key) for key in keys) if found is not None]
            if not todo:
                return done
            for start in range(0, len(todo), ITEMS_PER_REQUEST):
                done = self._rewritten(owner, todo[start : start + ITEMS_PER_REQUEST], done)
        return replace(done, more=True)

    def _changed(self, key: LinkId) -> tuple[ZoteroLink, NoteContent] | None:
        link = self.links.get(key)
        if link is None or link.state != "kept" or not link.version:
            return None
        note = self.notes.notes.get(NoteId(link.ours))
        now = None if note is None else changed_content(link, note)
        return None if now is None else (link, now)

    def _rewritten(
        self, owner: OwnerId, todo: Sequence[tuple[ZoteroLink, NoteContent]], done: SentToZotero
    ) -> SentToZotero:
        library = todo[0][0].library
        results = self.server.write(library, [self.drafts.change(link, now) for link, now in todo])
        stale = []
        for (link, now), result in zip(todo, results, strict=True):
            if result.result == "written":
                theirs = _with_changes(link, now)
                self._set(link, replace(link, version=result.version, mine=now, theirs=theirs))
                done = replace(done, changed=done.changed + 1)
            elif result.result == "conflict":
                stale.append(link)
            elif result.result == "missing":
                self._set(link, replace(link, state="gone"))
            elif result.result == "refused":
                self._set(link, replace(link, state="left_out", detail=result.detail[:200]))
                done = replace(done, refused=(*done.refused, result.detail))
        there = {item.key: item for item in self.server.items(library, [link.key for link in stale])} if stale else {}
        for link in stale:
            item = there.get(link.key)
            if item is None or link.paper_id is None:
                self._set(link, replace(link, state="gone"))
            else:
                self.place.place(owner, library, item, link.paper_id)
                done = replace(done, conflicts=done.conflicts + 1)
        return done

    def _set(self, before: ZoteroLink, after: ZoteroLink) -> None:
        """Store a link, unless another call changed it meanwhile."""
        now = self.clock.now()
        self.links.change(before.id, lambda found: replace(after, updated_at=now) if found == before else found)

    def _quotes(self, owner: OwnerId, paper_id: PaperId) -> Iterator[Quote]:
        for session in sessions_of(self.sessions, self.clock, owner, paper_id):
            question = ""
            found = self.sessions.read(session.id)
            for message in found[1] if found else ():
                question = message.text if message.role == "user" else question
                for section in message.answer.sections if message.answer else ():
                    for citation in section.citations:
                        yield Quote(citation=citation, question=question)

    def _links_of(self, owner: OwnerId, paper_id: PaperId) -> Iterator[ZoteroLink]:
        return self._all(lambda cursor: self.links.list(owner, paper_id=paper_id, limit=_PER_PAGE, cursor=cursor))

    def _all(self, page: Callable[[str | None], LinkPage]) -> Iterator[ZoteroLink]:
        cursor: str | None = None
        while True:
            found = page(cursor)
            yield from found.links
            cursor = found.next_cursor
            if cursor is None:
                return

    def _all_notes(self, owner: OwnerId, paper_id: PaperId) -> Iterator[Note]:
        cursor: str | None = None
        while True:
            page = self.notes.list(owner, paper_id, limit=_PER_PAGE, cursor=cursor)
            yield from page.notes
            cursor = page.next_cursor
            if cursor is None:
                return


def _with_changes(link: ZoteroLink, now: NoteContent) -> NoteContent:
    """Return what Zotero's says after the changed fields were written."""
    mine, theirs = link.mine or NoteContent(), link.theirs or NoteContent()
    return NoteContent(
        text=theirs.text if now.text == mine.text else now.text,
        colour=theirs.colour if now.colour == mine.colour else now.colour,
    )
