"""Imports one item from Zotero: its metadata, its PDFs, its tags and its collections."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from scholarai.domain.errors import InvalidRequestError, NotFoundError, PaperFaultError, ScholarError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.marks import TAG_CHARACTERS, CollectionId, MarkChange
from scholarai.domain.paper import Paper
from scholarai.domain.published_works import FoundWork
from scholarai.domain.values import Value
from scholarai.domain.zotero import ZoteroItem, ZoteroKey, ZoteroLink, link_id
from scholarai.ports.clock import Clock
from scholarai.ports.stores import PaperStore
from scholarai.ports.temporary_directories import TemporaryDirectories
from scholarai.ports.zotero import LinkStore, ZoteroServer
from scholarai.services.literature.adding import AddWork
from scholarai.services.literature.open_files import KeepFile
from scholarai.services.own.marks import MarkPapers
from scholarai.services.papers.metadata import MarkSupplement

# `added`: its file is there, or being read; `record`: it has no PDF; `there`: the owner had it; `gone`: it was deleted on one side;
# `left_out`: it is a file without an item, or a further PDF of one, that cannot be had or read.
ItemOutcome = Literal["added", "record", "there", "failed", "gone", "left_out"]

# Links of one paper among which one to its item is looked for. A guess: items have fewer notes and annotations.
_LINKS_OF_FILE = 5_000


class TakenItem(Value, frozen=True, kw_only=True):
    """What became of an item; `code` and `detail` tell what went wrong, also where it came in without its file.

    A further PDF of an item has one of its own, whose `supplement_of` is the paper that it is a supplement of here.
    """

    key: ZoteroKey
    title: str
    outcome: ItemOutcome
    paper_id: PaperId | None = None
    code: str = ""
    detail: str = ""
    supplement_of: PaperId | None = None


class Brought(Value, frozen=True, kw_only=True):
    """What an item brought here: the digest of its file, tags, collections."""

    sha256: str | None = None
    tags: tuple[str, ...] = ()
    homes: tuple[CollectionId, ...] = ()


class TakeItem(Value, frozen=True, kw_only=True):
    server: ZoteroServer
    links: LinkStore
    add: AddWork
    keep: KeepFile
    papers: PaperStore
    mark: MarkPapers
    supplements: MarkSupplement
    temporary_directories: TemporaryDirectories
    clock: Clock
    max_bytes: int

    def take(
        self,
        owner: OwnerId,
        library: str,
        item: ZoteroItem,
        pdf: ZoteroItem | None,
        homes: Mapping[ZoteroKey, CollectionId],
    ) -> TakenItem:
        """Add an item, or what changed of it; may be repeated at any time.

        The item is a work, or an attachment that stands alone; `homes` are our collections for Zotero's.

        Raises:
            TransientError: If Zotero or a store failed.
        """
        title = item.title or item.filename if item.kind == "attachment" else _titled(item).title or ""
        link = self.links.get(link_id(owner, library, item.key))
        known = None if link is None or link.paper_id is None else self.papers.get(link.paper_id)
        if link is not None and (known is None or known.deleting):
            return TakenItem(key=item.key, title=title, outcome="gone")
        taken, sha256 = (
            self._file(owner, library, item, known)
            if item.kind == "attachment"
            else self._taken(owner, library, item, pdf, known)
        )
        if taken.paper_id is None:
            return taken
        homes_here = tuple(dict.fromkeys(homes[key] for key in item.collections if key in homes))
        kept = self._marked(owner, taken.paper_id, item, link, homes_here)
        # The item first: a linked PDF of an item that is not linked would be taken for another file than its paper.
        self._keep(owner, library, item, taken.paper_id, Brought(sha256=sha256, tags=item.tags, homes=homes_here))
        if pdf is not None and sha256 is not None and pdf.key != item.key:
            self._keep(owner, library, pdf, taken.paper_id, Brought(sha256=sha256))
        return taken if not kept else replace(taken, code=taken.code or kept[0], detail=taken.detail or kept[1])

    def take_supplement(
        self, owner: OwnerId, library: str, item: ZoteroItem, file: ZoteroItem, paper_id: PaperId
    ) -> TakenItem | None:
        """Add a further PDF of an item as a supplement of its paper, and return what became of it; may be repeated.

        None: it came in before. From then on its owner alone says whose supplement it is, unless it goes to another item in Zotero.

        Raises:
            TransientError: If Zotero or a store failed.
        """
        link = self.links.get(link_id(owner, library, file.key))
        if link is not None and (link.state == "gone" or link.parent == item.key):
            return None
        taken, sha256 = self._file(owner, library, file, None, of=paper_id, is_moved=link is not None)
        if taken.paper_id is not None:
            self._keep(owner, library, file, taken.paper_id, Brought(sha256=sha256))
        return taken

    def _taken(
        self,
        owner: OwnerId,
        library: str,
        item: ZoteroItem,
        pdf: ZoteroItem | None,
        known: Paper | None,
    ) -> tuple[TakenItem, str | None]:
        """Add the work with its file where that is new, and return what became of it and the digest of the file."""
        work = _titled(item)
        with self.temporary_directories.folder() as folder:
            file, sha256, fault = self._file_of(owner, library, pdf, known, folder / "zotero.pdf")
            of_file = self.papers.with_file(owner, sha256) if file is not None and sha256 else ()
            there = known or next(iter(of_file), None)
            if known is None and there is not None and there.supplement_of is not None:
                self.supplements.mark(owner, there.id, None)  # an item of its own has this file, too
            added = self.add.add_known(owner, work, there=None if there is None else there.id)
            taken = TakenItem(
                key=item.key, title=work.title or "", outcome="failed", code=added.code, detail=added.detail
            )
            if added.paper_id is None:
                return taken, None
            paper_id, outcome, refusal = self._filed(owner, added.paper_id, file, sha256)
        fault = refusal or fault
        told = replace(taken, code=fault.code if fault else "", detail=fault.detail if fault else "")
        return replace(told, paper_id=paper_id, outcome=outcome), sha256

    def _file(
        self,
        owner: OwnerId,
        library: str,
        file: ZoteroItem,
        known: Paper | None,
        of: PaperId | None = None,
        *,
        is_moved: bool = False,
    ) -> tuple[TakenItem, str | None]:
        """Add a PDF that is not the paper of an item; what it is called in Zotero is no title, so the paper keeps its own.

        `of` is the paper that it is a supplement of; `is_moved`: until now it was another item's.
        """
        taken = TakenItem(key=file.key, title=file.title or file.filename, outcome="left_out")
        with self.temporary_directories.folder() as folder:
            target = folder / "zotero.pdf"
            fetched, sha256, fault = self._file_of(owner, library, file, known, target)
            there = known or next(iter(self.papers.with_file(owner, sha256) if sha256 else ()), None)
            if there is not None and there.status != "record":
                if of is not None and self._is_free(owner, there, of, is_moved=is_moved):
                    there = self.supplements.mark(owner, there.id, of)
                return replace(taken, outcome="there", paper_id=there.id, supplement_of=there.supplement_of), sha256
            if fetched is None or sha256 is None:
                return replace(taken, code=fault.code if fault else "", detail=fault.detail if fault else ""), None
            record = self.add.unread(owner, _pdf_name(file), sha256)
            try:
                if of is not None:  # before it is read: it often prints what its paper is called
                    self.supplements.mark(owner, record.id, of)
                paper_id, outcome, refusal = self._filed(owner, record.id, fetched, sha256)
            except ScholarError:
                self._forget(record)
                raise
        if refusal is not None:
            self._forget(record)
            return replace(taken, code=refusal.code, detail=refusal.detail), None
        if of is not None and paper_id != record.id:
            self.supplements.mark(owner, paper_id, of)
        return replace(taken, outcome=outcome, paper_id=paper_id, supplement_of=of), sha256

    def _is_free(self, owner: OwnerId, there: Paper, of: PaperId, *, is_moved: bool) -> bool:
        """Tell whether a paper that has the file of a supplement may become one: no item of Zotero has it as its paper."""
        if there.id == of or (there.supplement_of is not None and not is_moved):
            return False
        links = self.links.list(owner, paper_id=there.id, limit=_LINKS_OF_FILE).links
        return all(link.kind != "item" for link in links) and not self.papers.supplements(owner, there.id)

    def _forget(self, record: Paper) -> None:
        """Remove the record of a file that could not be taken in."""
        self.papers.change(record.id, lambda found: None if found is None or found.status == "record" else found)

    def _file_of(
        self, owner: OwnerId, library: str, pdf: ZoteroItem | None, known: Paper | None, target: Path
    ) -> tuple[Path | None, str | None, ScholarError | None]:
        """Fetch the PDF unless it is here, and return it with its digest, or why there is none."""
        attached = None if pdf is None else self.links.get(link_id(owner, library, pdf.key))
        sha256 = None if attached is None else attached.sha256
        if pdf is None or (sha256 is not None and known is not None and known.status != "record"):
            return None, sha256, None
        try:
            return target, self._fetched(library, pdf, target), None
        except (PaperFaultError, NotFoundError) as error:
            return None, sha256, error

    def _filed(
        self, owner: OwnerId, paper_id: PaperId, file: Path | None, sha256: str | None
    ) -> tuple[PaperId, ItemOutcome, ScholarError | None]:
        """Give a record its file, and return the paper that it is now, with what refused the file."""
        paper = self.papers.get(paper_id)
        if paper is None or paper.status != "record":
            return paper_id, "there", None
        if file is None:
            return paper_id, "record", None
        try:
            self.keep.require_room(owner)
            kept = self.keep.keep(paper, file)
        except PaperFaultError as error:
            return paper_id, "record", error
        # From now on, the same file elsewhere in Zotero is this paper, read or not.
        self.papers.change(kept, lambda found: found and replace(found, sha256=found.sha256 or sha256))
        return kept, "added", None

    def _fetched(self, library: str, pdf: ZoteroItem, file: Path) -> str:
        self.server.download(library, pdf.key, file, max_bytes=self.max_bytes)
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()

    def _marked(
        self,
        owner: OwnerId,
        paper_id: PaperId,
        item: ZoteroItem,
        link: ZoteroLink | None,
        homes: Sequence[CollectionId],
    ) -> tuple[str, str] | None:
        """Give the paper the tags and collections of its item, and take away those that Zotero took away since."""
        change = MarkChange(
            add_tags=tuple(tag for tag in item.tags if len(tag) <= TAG_CHARACTERS),
            remove_tags=tuple(tag for tag in (link.tags if link else ()) if tag not in item.tags),
            add_to=tuple(homes),
            remove_from=tuple(CollectionId(one) for one in (link.collections if link else ()) if one not in homes),
        )
        if change == MarkChange():
            return None
        try:
            self.mark.mark(owner, [paper_id], change)
        except InvalidRequestError as error:
            return error.code, error.detail
        return None

    def _keep(self, owner: OwnerId, library: str, item: ZoteroItem, paper_id: PaperId, brought: Brought) -> None:
        now = self.clock.now()

        def rule(found: ZoteroLink | None) -> ZoteroLink:
            return ZoteroLink(
                id=link_id(owner, library, item.key),
                owner=owner,
                library=library,
                key=item.key,
                kind="attachment" if item.kind == "attachment" else "item",
                created_at=now if found is None else found.created_at,
                updated_at=now,
                ours=paper_id,
                paper_id=paper_id,
                parent=item.parent,
                version=item.version,
                sha256=brought.sha256,
                tags=brought.tags,
                collections=brought.homes,
            )

        self.links.change(link_id(owner, library, item.key), rule)


def _titled(item: ZoteroItem) -> FoundWork:
    """Return an item's work with a title, its key where it has none."""
    work = item.work or FoundWork(source="zotero")
    return work if work.title else replace(work, title=f"Untitled ({item.key})")


def _pdf_name(file: ZoteroItem) -> str:
    """Return the name of a file as one of an upload, which ends as PDFs do."""
    name = file.filename or file.title or file.key
    return name if name.lower().endswith(".pdf") else f"{name}.pdf"
