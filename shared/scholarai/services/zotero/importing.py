"""Imports chosen collections from Zotero within a bounded time, from where an earlier call ended, and what is new in the watched one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from scholarai.domain.connections import Watched
from scholarai.domain.errors import ConflictError, NotFoundError, TransientError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.marks import CollectionId
from scholarai.domain.values import Value
from scholarai.domain.zotero import (
    CHILDREN,
    WHOLE,
    WHOLE_LIBRARY,
    LinkState,
    ZoteroCollection,
    ZoteroItem,
    ZoteroKey,
    ZoteroLibrary,
    ZoteroLink,
    link_id,
    main_pdf,
    nested_in,
    pdfs_of,
)
from scholarai.ports.clock import Clock
from scholarai.ports.zotero import ITEMS_PER_REQUEST, LinkStore, ZoteroServer
from scholarai.services.leases import ExclusiveLease
from scholarai.services.zotero.collections import FindHomes
from scholarai.services.zotero.items import TakeItem, TakenItem
from scholarai.services.zotero.placing import Placed, PlaceNotes

# A call ends after so long, and the next one goes on. A guess below the patience of browsers and proxies.
CALL_S = 20.0
_CHILD_TYPES = ("attachment", "annotation", "note")
_PER_PAGE = 500
# A guess: soon enough to find a paper that was just saved, seldom enough to disturb nobody.
WATCH_EVERY = timedelta(minutes=5)

_log = logging.getLogger(__name__)


class ImportedFromZotero(Value, frozen=True, kw_only=True):
    """What came in; with `more` the next call goes on. `notes` counts annotations and notes by what became of them."""

    items: tuple[TakenItem, ...]
    notes: Mapping[Placed, int]
    more: bool


class _OutOfTimeError(Exception):
    """The time of the call is over."""


class ImportFromZotero(Value, frozen=True, kw_only=True):
    server: ZoteroServer
    links: LinkStore
    take: TakeItem
    place: PlaceNotes
    homes: FindHomes
    clock: Clock
    lease: ExclusiveLease
    call_s: float = CALL_S
    writes_elsewhere: bool = False

    def libraries(self) -> Sequence[ZoteroLibrary]:
        """Return the libraries that Zotero shows; errors as in `import_new`.

        What the program on this machine does not take can be sent to the service where there is a key for it; that is not asked here,
        since the service may be out of reach.
        """
        return [
            replace(library, writable=library.writable or self.writes_elsewhere) for library in self.server.libraries()
        ]

    def collections(self, library: str) -> Sequence[ZoteroCollection]:
        """Return the collections of a library; errors as in `import_new`."""
        return self.server.collections(library)

    def import_new(self, owner: OwnerId, library: str, collection: ZoteroKey | None = None) -> ImportedFromZotero:
        """Take in what is new or changed in a collection and those nested in it, or in the whole library.

        What came in completely is not asked for again; a call that was interrupted goes on where it ended. Imports and sends of all
        processes take turns.

        Raises:
            NotFoundError: If there is no such library or collection.
            TransientError: If Zotero or a store failed, or another import or send lasts; what came in until then stays.
            ConflictError: If Zotero refuses the access.
        """
        with self.lease.hold():
            job = _Job(self, owner, library)
            try:
                job.import_from(collection)
            except _OutOfTimeError:
                return job.done(more=True)
            return job.done(more=False)


class _Job:
    """One call of an import, which collects the outcome of each item."""

    def __init__(self, services: ImportFromZotero, owner: OwnerId, library: str) -> None:
        self._of = services
        self._owner, self._library = owner, library
        self._end: datetime = services.clock.now() + timedelta(seconds=services.call_s)
        self._taken: list[TakenItem] = []
        self._notes: dict[Placed, int] = {}
        self._whole = True
        self._numbering: str | None = ""
        self._has_begun = False
        self._known: dict[ZoteroKey, int] = {}

    def done(self, *, more: bool) -> ImportedFromZotero:
        return ImportedFromZotero(items=tuple(self._taken), notes=self._notes, more=more)

    def import_from(self, collection: ZoteroKey | None) -> None:
        tree = self._of.server.collections(self._library)
        scopes = [WHOLE_LIBRARY] if collection is None else list(nested_in(tree, collection))
        if not scopes:
            raise NotFoundError("zotero_unknown", "Zotero has no such collection")
        chosen = {one.key for one in tree} if collection is None else set(scopes)
        homes = self._of.homes.find(self._owner, self._library, tree, chosen)
        self._numbering = self._of.server.numbering()
        # At once, since a library of 20,000 items would otherwise take longer to look up than a call may last.
        self._known = {link.key: link.version for link in self._links() if _is_settled(link)}
        marker = self._link(CHILDREN)
        is_first = marker is None or marker.token != self._token
        before = self._of.server.versions(self._library, since=self._since(CHILDREN), types=_CHILD_TYPES)
        if is_first:
            # Before the first item comes in: what changes inside of it from here on must not be missed, whatever happens.
            self._reached(CHILDREN, before.library)
        self._waiting()
        for scope in scopes:
            self._scope(scope, homes)
        if not is_first:
            self._children(before.items, homes)
        if self._whole:
            self._reached(CHILDREN, before.library)

    def _scope(self, scope: ZoteroKey, homes: Mapping[ZoteroKey, CollectionId]) -> None:
        server, failed = self._of.server, False
        within = None if scope == WHOLE_LIBRARY else scope
        since = 0 if self._numbering is None else self._since(scope)
        found = server.versions(self._library, since=since, collection=within)
        for item in self._changed(found.items):
            taken = self._item(item, homes)
            failed |= taken is not None and taken.outcome == "failed"
        if failed:
            self._whole = False
        else:
            self._reached(scope, found.library)

    def _item(self, item: ZoteroItem, homes: Mapping[ZoteroKey, CollectionId]) -> TakenItem | None:
        """Take an item in with what it contains; its link is stored last."""
        if item.kind not in {"work", "attachment"} or item.trashed or (item.kind == "attachment" and not item.file):
            return None
        children = (item,) if item.kind == "attachment" else self._of.server.children(self._library, item.key)
        pdf = self._main_pdf(item, children)
        taken = self._of.take.take(self._owner, self._library, item, pdf, homes)
        self._taken.append(taken)
        if taken.paper_id is None:
            return taken
        marks = self._of.server.children(self._library, pdf.key) if pdf is not None else ()
        self._notes_of((*children, *marks), taken.paper_id)
        self._supplements(item, [one for one in pdfs_of(children) if one != pdf], taken.paper_id)
        self._settle(item)
        return taken

    def _main_pdf(self, item: ZoteroItem, children: Sequence[ZoteroItem]) -> ZoteroItem | None:
        """Return the PDF that is the paper: the same one as before, whatever was added or renamed since."""
        links = {one.key: self._link(one.key) for one in pdfs_of(children)}
        paper = self._link(item.key)
        came = {
            key: link.paper_id if link.state == "kept" else None
            for key, link in links.items()
            if link is not None and link.parent == item.key
        }
        if paper is not None and paper.paper_id in came.values():
            return next(one for one in pdfs_of(children) if came.get(one.key) == paper.paper_id)
        return main_pdf(item.work, [one for one in children if one.key not in came])

    def _supplements(self, item: ZoteroItem, files: Sequence[ZoteroItem], paper_id: PaperId) -> None:
        """Take in further PDFs with their annotations; at least one, then as many as the time allows."""
        is_late = False
        for file in files:
            if is_late:
                raise _OutOfTimeError
            taken = self._of.take.take_supplement(self._owner, self._library, item, file, paper_id)
            link = self._link(file.key)
            if link is not None and link.paper_id is not None and link.state == "kept":
                self._notes_of(self._of.server.children(self._library, file.key), link.paper_id)
            if taken is not None:
                self._taken.append(taken)
                is_late = self._of.clock.now() >= self._end

    def _notes_of(self, children: Iterable[ZoteroItem], paper_id: PaperId) -> None:
        for child in children:
            if child.kind in {"annotation", "note"}:
                self._place(child, paper_id)

    def _children(self, changed: Mapping[ZoteroKey, int], homes: Mapping[ZoteroKey, CollectionId]) -> None:
        """Take in what changed inside of items that were taken in before."""
        parents: dict[ZoteroKey, None] = {}
        for child in self._changed(changed):
            link = self._link(child.parent) if child.parent else None
            if link is None or link.paper_id is None or link.state == "gone":
                continue
            if child.kind in {"annotation", "note"}:
                self._place(child, link.paper_id)
            elif child.file and link.kind == "item" and not child.trashed and self._is_new(child):
                parents[link.key] = None
        for item in self._read(list(parents)):
            self._item(item, homes)

    def _is_new(self, file: ZoteroItem) -> bool:
        link = self._link(file.key)
        return link is None or (link.parent != file.parent and link.state != "gone")

    def _waiting(self) -> None:
        """Place what waited for its paper; what waits longer comes again next time."""
        for link in list(self._links("waiting")):
            if link.draft is not None and link.paper_id is not None:
                self._place(link.draft, link.paper_id)

    def _links(self, state: LinkState | None = None) -> Iterator[ZoteroLink]:
        cursor: str | None = None
        while True:
            page = self._of.links.list(self._owner, state=state, limit=_PER_PAGE, cursor=cursor)
            yield from (link for link in page.links if link.library == self._library)
            cursor = page.next_cursor
            if cursor is None:
                return

    def _changed(self, found: Mapping[ZoteroKey, int]) -> Iterator[ZoteroItem]:
        """Yield the items that are not known in this version, those that changed last first."""
        newest = sorted(found.items(), key=lambda one: (-one[1], one[0]))
        yield from self._read([key for key, version in newest if self._known.get(key) != version])

    def _read(self, keys: Sequence[ZoteroKey]) -> Iterator[ZoteroItem]:
        for start in range(0, len(keys), ITEMS_PER_REQUEST):
            wanted = keys[start : start + ITEMS_PER_REQUEST]
            items = {item.key: item for item in self._of.server.items(self._library, wanted)}
            for key in wanted:
                # The first one comes in however long the listing took, so that repeated calls come to an end.
                if self._has_begun and self._of.clock.now() >= self._end:
                    raise _OutOfTimeError
                self._has_begun = True
                if key in items:
                    yield items[key]

    def _settle(self, item: ZoteroItem) -> None:
        """Remember that an item came in with all that it contains."""
        named = link_id(self._owner, self._library, item.key)
        self._of.links.change(named, lambda found: found and replace(found, version=item.version, detail=WHOLE))
        self._known[item.key] = item.version

    def _link(self, key: ZoteroKey) -> ZoteroLink | None:
        return self._of.links.get(link_id(self._owner, self._library, key))

    def _since(self, scope: ZoteroKey) -> int:
        link = self._link(scope)
        return 0 if link is None or link.token != self._token else link.version

    @property
    def _token(self) -> str:
        """Return what numbers versions; that of earlier releases is another one, so that the further PDFs they left come in."""
        return f"{WHOLE} {self._numbering or ''}"

    def _reached(self, scope: ZoteroKey, version: int) -> None:
        now, token = self._of.clock.now(), self._token
        fresh = ZoteroLink(
            id=link_id(self._owner, self._library, scope),
            owner=self._owner,
            library=self._library,
            key=scope,
            kind="collection",
            created_at=now,
            updated_at=now,
            token=token,
        )

        def rule(found: ZoteroLink | None) -> ZoteroLink:
            link = found or fresh
            reached = max(version, link.version) if link.token == token else version
            return replace(link, version=reached, token=token, updated_at=now)

        self._of.links.change(fresh.id, rule)

    def _place(self, item: ZoteroItem, paper_id: PaperId) -> None:
        placed = self._of.place.place(self._owner, self._library, item, paper_id)
        self._notes[placed] = self._notes.get(placed, 0) + 1
        if placed != "waiting":
            self._known[item.key] = item.version


def _is_settled(link: ZoteroLink) -> bool:
    """Tell whether what a link binds came in with all that it contains."""
    if link.kind == "item" or (link.kind == "attachment" and link.parent is None):
        return link.detail == WHOLE
    return link.state != "waiting"


class WatchZotero:
    """Runs at most one bounded import per call, when it is due."""

    def __init__(
        self,
        owner: OwnerId,
        watched: Callable[[], Watched | None],
        importing: Callable[[], ImportFromZotero],
        clock: Clock,
    ) -> None:
        self._owner, self._watched, self._importing, self._clock = owner, watched, importing, clock
        self._due: datetime | None = None
        self._last: Watched | None = None

    def look(self) -> None:
        """Import what is new, if that is due; a Zotero that is closed or refuses is asked again the next time."""
        watched, now = self._watched(), self._clock.now()
        # A clock that was set back puts nothing off.
        waits = self._due is not None and self._due - WATCH_EVERY <= now < self._due
        if watched is None or (watched == self._last and waits):
            return
        self._last, self._due = watched, now + WATCH_EVERY
        try:
            done = self._importing().import_new(self._owner, watched.library, watched.collection)
        except (TransientError, ConflictError, NotFoundError) as error:
            _log.info("zotero not watched", extra={"code": error.code})
            return
        if done.more:
            self._due = None
