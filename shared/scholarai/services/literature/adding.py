"""Adds published works to an owner's papers, one or all of a file of references: with their open files, or as records of what is known."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from scholarai.domain.bibliography_entry import BibliographyEntry
from scholarai.domain.errors import ConflictError, InvalidRequestError, ScholarError, sentence_of
from scholarai.domain.identifiers import identifier_in
from scholarai.domain.identity import keys_of, publication_of, relation
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.metadata import corrected
from scholarai.domain.notices import with_notices
from scholarai.domain.object_names import upload_name
from scholarai.domain.paper import MetadataSource, Origin, Paper
from scholarai.domain.plurals import counted
from scholarai.domain.published_works import FoundWork, ReferenceFormat
from scholarai.domain.title_folding import folded_title
from scholarai.domain.values import Value
from scholarai.parsing.reference_files.entries import FileEntry, read_entries
from scholarai.ports.clock import Clock
from scholarai.ports.literature import NoticeTable, OpenFiles
from scholarai.ports.stores import PaperStore, PublicationIndex
from scholarai.ports.temporary_directories import TemporaryDirectories
from scholarai.services.literature.finding import FindWork
from scholarai.services.literature.open_files import PDF, KeepFile

# `added`: its file is there, or being read; `record`: no file; `there`: the owner had it; `unknown`: no service knows it;
# `broken`: the entry cannot be read; `failed`: something went wrong, and nothing was added.
Outcome = Literal["added", "record", "there", "unknown", "broken", "failed"]
# Open addresses of one work that are tried. A guess: they often are the same file.
_MOST_PLACES = 3
_NAME_CHARACTERS = 80
# Papers and records of one owner beyond which no record is added: lists are measured with so many
# (docs/scale.md).
MOST_PAPERS = 50_000
# A call ends after so long, and the next one goes on. A guess below the patience of browsers and proxies.
CALL_S = 20.0
# Entries that one call tells about at most. A guess.
ENTRIES_PER_CALL = 500


class AddedWork(Value, frozen=True, kw_only=True):
    """What became of a wanted work.

    `asked` is what was asked for, `line` where it stands in a file of references. `code` and `detail` tell what went wrong:
    with `record`, why its open file could not be had; `retryable`, whether the same call may work later. `supplement_of` is the
    paper that the file was made a supplement of.
    """

    asked: str
    outcome: Outcome
    paper_id: PaperId | None = None
    title: str | None = None
    line: int | None = None
    code: str = ""
    detail: str = ""
    retryable: bool = False
    supplement_of: PaperId | None = None


class AddWork(Value, frozen=True, kw_only=True):
    """Adding the same work again changes nothing but what services know better, and fetches a file that was missing."""

    find: FindWork
    papers: PaperStore
    publications: PublicationIndex
    files: OpenFiles
    keep: KeepFile
    notices: NoticeTable
    temporary_directories: TemporaryDirectories
    clock: Clock
    max_bytes: int
    most_papers: int = MOST_PAPERS

    def asked_for(self, owner: OwnerId, text: str, *, fetch: bool = True) -> AddedWork:
        """Add a work by an identifier, a link or a title; the outcome names any error."""
        identifier = identifier_in(text)
        try:
            found = self.find.titled(text) if identifier is None else self.find.named(identifier)
        except ScholarError as error:
            return AddedWork(
                asked=text, outcome="failed", code=error.code, detail=sentence_of(error), retryable=error.retryable
            )
        if found is None:
            kind = "title" if identifier is None else "identifier"
            return AddedWork(
                asked=text, outcome="unknown", code="work_unknown", detail=f"No service knows this {kind}."
            )
        return self._added(owner, found, text, "service", fetch=fetch)

    def entry(self, owner: OwnerId, work: FoundWork, *, fetch: bool = False, line: int | None = None) -> AddedWork:
        """Add a work of a file of references, completed by the services that the settings allow.

        A service that fails loses nothing: the entry is added as the file has it.
        """
        asked = str(next(iter(work.identifiers()), None) or work.title)
        code = detail = ""
        source: MetadataSource = "file"
        try:
            whole = self.find.completed(work)
        except ScholarError as error:
            whole, code, detail = work, error.code, sentence_of(error)
        if whole.source != work.source:
            source = "service"
        added = self._added(owner, whole, asked, source, fetch=fetch)
        return replace(added, line=line, code=added.code or code, detail=added.detail or detail)

    def add_known(self, owner: OwnerId, work: FoundWork, *, there: PaperId | None = None) -> AddedWork:
        """Add a work with the metadata of another library of its owner, or describe the existing paper; no service is asked."""
        if there is None:
            return self._added(owner, work, work.title or "", "service", fetch=False)
        paper = self._described(there, work, "service")
        return AddedWork(asked=work.title or "", outcome="there", paper_id=paper.id, title=work.title)

    def unread(self, owner: OwnerId, filename: str, sha256: str) -> Paper:
        """Return the record of a file of which nothing else is known, always the same one for the same file."""
        paper_id = _id_of(owner, f"file:{sha256}")
        now = self.clock.now()
        fresh = replace(_record(owner, paper_id, FoundWork(source="file"), "file", now), filename=filename)
        fresh = replace(fresh, object_name=upload_name(owner, paper_id, filename))
        return _present(self.papers.change(paper_id, lambda found: found or fresh))

    def _added(self, owner: OwnerId, work: FoundWork, asked: str, source: MetadataSource, *, fetch: bool) -> AddedWork:
        try:
            told = self.notices.notices_for([work.doi] if work.doi else [])
            work = replace(work, notices=with_notices(work.notices, told.get(work.doi or "", ())))
            known = self._known(owner, work)
            there = next((one for one in known if one.status != "record"), None)
            if not known:
                self._require_place(owner)
            paper_id = known[0].id if known else record_id(owner, work)
            paper = self._described(there.id, work, source) if there else self._recorded(owner, paper_id, work, source)
            done = AddedWork(asked=asked, outcome="there" if there else "record", paper_id=paper.id, title=work.title)
            if there is not None or paper.status != "record" or not fetch or not work.pdfs:
                return replace(done, outcome="there") if paper.status != "record" else done
            return self._with_file(done, paper, work)
        except ScholarError as error:
            return AddedWork(
                asked=asked,
                outcome="failed",
                title=work.title,
                code=error.code,
                detail=sentence_of(error),
                retryable=error.retryable,
            )

    def _require_place(self, owner: OwnerId) -> None:
        if self.papers.count(owner) >= self.most_papers:
            raise ConflictError(
                "library_full",
                f"a library takes in records up to {self.most_papers:,} papers",
                action="Delete papers or records that you no longer need.",
            )

    def _known(self, owner: OwnerId, work: FoundWork) -> Sequence[Paper]:
        """Return the owner's papers and records of this publication, oldest first."""
        wanted = publication_of(work.metadata())
        papers = self.publications.papers(owner, keys_of(wanted))
        return [paper for paper in papers if relation(publication_of(paper.metadata), wanted) == "same"]

    def _described(self, paper_id: PaperId, work: FoundWork, source: MetadataSource) -> Paper:
        """Store what services say of a paper that is there; of a file of references its entry."""
        now = self.clock.now()

        def rule(found: Paper | None) -> Paper:
            paper = _present(found)
            better = corrected(_with_entry(paper, work), work.described() if source == "service" else {}, source, now)
            return replace(better, notices=with_notices(paper.notices, work.notices), updated_at=now)

        return _present(self.papers.change(paper_id, rule))

    def _recorded(self, owner: OwnerId, paper_id: PaperId, work: FoundWork, source: MetadataSource) -> Paper:
        """Store the record of a work, or what is known better of the one that is there."""
        now = self.clock.now()

        def rule(found: Paper | None) -> Paper:
            if found is None:
                return _record(owner, paper_id, work, source, now)
            paper = _present(found)
            changes = work.described() if source == "service" or paper.status == "record" else {}
            return replace(
                corrected(_with_entry(paper, work), changes, source, now),
                notices=with_notices(paper.notices, work.notices),
                updated_at=now,
            )

        return _present(self.papers.change(paper_id, rule))

    def _with_file(self, done: AddedWork, paper: Paper, work: FoundWork) -> AddedWork:
        self.keep.require_room(paper.owner)
        with self._folder() as folder:
            file = folder / "open.pdf"
            fault = self._fetched(work.pdfs[:_MOST_PLACES], file)
            if fault is None:
                try:
                    return replace(done, outcome="added", paper_id=self.keep.keep(paper, file))
                except ScholarError as error:
                    fault = error
        return replace(done, code=fault.code, detail=sentence_of(fault))

    def _fetched(self, places: Sequence[str], file: Path) -> ScholarError | None:
        """Fetch the first file that can be had; return why none could."""
        fault: ScholarError | None = None
        for place in places:
            try:
                self.files.fetch(place, file, max_bytes=self.max_bytes)
            except ScholarError as error:
                fault = fault or error
            else:
                return None
        return fault

    def _folder(self) -> AbstractContextManager[Path]:
        return self.temporary_directories.folder()


def record_id(owner: OwnerId, work: FoundWork) -> PaperId:
    """Return the id of an owner's record of a work, always the same one, so that no work is recorded twice."""
    name = next(iter(work.identifiers()), None)
    people = folded_title(work.authors[0]).letters if work.authors else ""
    what = str(name) if name else f"title:{folded_title(work.title).letters}:{people}:{work.year}"
    return _id_of(owner, what)


def _id_of(owner: OwnerId, what: str) -> PaperId:
    digest = hashlib.sha256(f"{owner} {what}".encode()).hexdigest()
    return PaperId(f"r{digest[:31]}")


def _record(owner: OwnerId, paper_id: PaperId, work: FoundWork, source: MetadataSource, now: datetime) -> Paper:
    filename = _filename(work)
    metadata = work.metadata()
    return Paper(
        id=paper_id,
        owner=owner,
        filename=filename,
        object_name=upload_name(owner, paper_id, filename),
        media_type=PDF,
        status="record",
        created_at=now,
        updated_at=now,
        metadata=metadata,
        origins=tuple(Origin(field=field, source=source, at=now) for field in work.described()),
        notices=work.notices,
    )


def _with_entry(paper: Paper, work: FoundWork) -> Paper:
    """Return the paper with the fields of its bibliography entry, such as its citation key."""
    if not work.entry:
        return paper
    # Zotero knows little more than the key.
    said = {name: value for name in work.entry.__struct_fields__ if (value := getattr(work.entry, name))}
    entry = replace(paper.metadata.entry or BibliographyEntry(), **said)
    return replace(paper, metadata=replace(paper.metadata, entry=entry))


def _filename(work: FoundWork) -> str:
    """Return the name that the work's file has when it comes: its title, or else what names it."""
    named = work.title or str(next(iter(work.identifiers()), "paper"))
    plain = re.sub(r"[^\w .,()&+'-]+", " ", named)
    return f"{' '.join(plain.split())[:_NAME_CHARACTERS].strip('. ') or 'paper'}.pdf"


def _present(paper: Paper | None) -> Paper:
    if paper is None or paper.deleting:
        raise ConflictError("paper_deleting", "the paper is being deleted", action="Add it again in a moment.")
    return paper


class Imported(Value, frozen=True, kw_only=True):
    """The outcome of imported entries; `total` counts the entries of the whole file, `next_start` is where the next call continues."""

    works: tuple[AddedWork, ...]
    total: int
    next_start: int | None


class ImportEntries(Value, frozen=True, kw_only=True):
    add: AddWork
    clock: Clock

    def import_file(
        self, owner: OwnerId, data: bytes, form: ReferenceFormat | None, *, start: int = 0, fetch: bool = False
    ) -> Imported:
        """Add entries from the index `start` on; at least one, then as many as the time allows.

        Raises:
            InvalidRequestError: If the file is too large, of none of the formats, or has no entry `start`.
        """
        entries = read_entries(data, form)
        if start > len(entries) or start < 0:
            raise InvalidRequestError("start_invalid", f"the file has {counted(len(entries), 'entry', 'entries')}")
        end = self.clock.now() + timedelta(seconds=CALL_S)
        works: list[AddedWork] = []
        for entry in entries[start : start + ENTRIES_PER_CALL]:
            works.append(added_entry(self.add, owner, entry, fetch=fetch))
            if self.clock.now() >= end:
                break
        following = start + len(works)
        return Imported(
            works=tuple(works), total=len(entries), next_start=following if following < len(entries) else None
        )


def added_entry(add: AddWork, owner: OwnerId, entry: FileEntry, *, fetch: bool) -> AddedWork:
    """Add one entry, or tell what is wrong with it."""
    if entry.work is None:
        detail = f"The entry in line {entry.line} {entry.fault}."
        return AddedWork(asked="", outcome="broken", line=entry.line, code="entry_broken", detail=detail)
    return add.entry(owner, entry.work, fetch=fetch, line=entry.line)
