"""Exports an owner's papers as records, as a bibliography or as notes."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from scholarai.domain.chat import Citation, Message, Session
from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.notes import Note
from scholarai.domain.paper import Paper
from scholarai.domain.plugins import Export, load
from scholarai.domain.supplements import entries, names
from scholarai.domain.values import Value
from scholarai.domain.works import works_of
from scholarai.exporting.export_content import Collected
from scholarai.ports.clock import Clock
from scholarai.ports.notes import NoteStore
from scholarai.ports.stores import PaperStore, SessionStore

T = TypeVar("T")

# Guesses. Works are held in memory (about 3 KB each), and a citation style takes 2 to 17 ms for an
# entry, which together stay below a function's time.
MOST_PAPERS = 50_000
MOST_STYLED = 5_000
# Conversations and notes of one owner that go into files of notes, latest first.
MOST_SESSIONS = 1_000
MOST_NOTES = 10_000
_PER_PAGE = 100


class ExportPapers(Value, frozen=True, kw_only=True):
    papers: PaperStore
    sessions: SessionStore
    notes: NoteStore
    clock: Clock

    def export(
        self, owner: OwnerId, paper_ids: Collection[PaperId] | None, export: Export, style: str
    ) -> Iterator[bytes]:
        """Yield an export in pieces; everything that can be refused is refused before this returns.

        A paper that is there twice (`Paper.same_as`) is exported once, with the quotes and notes of both, and a supplement as its
        paper, with those of both.

        `paper_ids` None: all. `style` names a citation style, which counts where the export has a bibliography.

        Raises:
            NotFoundError: If a paper is unknown, being deleted, or another owner's.
            InvalidRequestError: If there are too many papers.
        """
        library = all_papers(self.papers, owner)
        wanted = None if paper_ids is None else frozenset(paper_ids)
        if wanted is not None and not wanted <= {paper.id for paper in library}:
            raise NotFoundError("paper_unknown", "there is no such paper")
        wanted = frozenset(paper.id for paper in library) if wanted is None else wanted
        of_supplements = {paper.supplement_of for paper in library if paper.id in wanted}
        wanted |= {paper.id for paper in library if paper.id in of_supplements}
        firsts = entries(paper for paper in library if paper.id in wanted)
        supplements = names(library)
        wanted -= firsts.keys()
        count = len(wanted)
        if export.styled and count > MOST_STYLED:
            raise InvalidRequestError(
                "papers_too_many",
                f"a bibliography has at most {MOST_STYLED} papers, these are {count}",
                action="Choose papers, or export records such as BibTeX, which have no such limit.",
            )
        collected = Collected(
            works=works_of(library, wanted),
            style=style,
            quotes=_joined(placed(self._quotes(owner), supplements), firsts) if export.quoted else {},
            notes=_joined(notes_by_paper(all_notes(self.notes, owner, None)), firsts) if export.quoted else {},
            supplements=supplements,
        )
        render: Callable[[Collected], Iterator[bytes]] = load(export.renderer)
        return render(collected)

    def _quotes(self, owner: OwnerId) -> Mapping[PaperId, tuple[Citation, ...]]:
        talks = [self.sessions.read(session.id) for session in sessions_of(self.sessions, self.clock, owner, None)]
        return quotes_by_paper([message for talk in talks if talk is not None for message in talk[1]])


def _joined(
    by_paper: Mapping[PaperId, tuple[T, ...]], firsts: Mapping[PaperId, PaperId]
) -> dict[PaperId, tuple[T, ...]]:
    """Return what belongs to papers, that of a paper which is there twice with the first one."""
    found = dict(by_paper)
    for paper_id, first in firsts.items():
        if paper_id in found:
            found[first] = (*found.get(first, ()), *found.pop(paper_id))
    return found


def placed(
    quotes: Mapping[PaperId, tuple[Citation, ...]], supplements: Mapping[PaperId, str]
) -> Mapping[PaperId, tuple[Citation, ...]]:
    """Return quotes by paper, those from a supplement with its name behind their place: they are listed with the paper's own."""
    return {
        paper_id: tuple(
            replace(one, label=", ".join(filter(None, (one.label, supplements[paper_id]))))
            if paper_id in supplements
            else one
            for one in quoted
        )
        for paper_id, quoted in quotes.items()
    }


def all_papers(papers: PaperStore, owner: OwnerId) -> Sequence[Paper]:
    """Return an owner's papers, latest first.

    Raises:
        InvalidRequestError: If there are more than `MOST_PAPERS`.
    """
    found: list[Paper] = []
    cursor: str | None = None
    while True:
        page = papers.list(owner, limit=_PER_PAGE, cursor=cursor)
        found += page.papers
        cursor = page.next_cursor
        if cursor is None:
            return found
        if len(found) > MOST_PAPERS:
            raise InvalidRequestError(
                "papers_too_many", f"libraries of more than {MOST_PAPERS} papers do not leave at once"
            )


def sessions_of(sessions: SessionStore, clock: Clock, owner: OwnerId, paper_id: PaperId | None) -> Sequence[Session]:
    """Return an owner's latest conversations that have not expired, at most `MOST_SESSIONS`; with `paper_id` those about it."""
    found: list[Session] = []
    cursor: str | None = None
    now = clock.now()
    while True:
        page = sessions.list(owner, paper_id, limit=_PER_PAGE, cursor=cursor)
        found += [session for session in page.sessions if session.expires_at > now]
        cursor = page.next_cursor
        if cursor is None or len(found) >= MOST_SESSIONS:
            return found[:MOST_SESSIONS]


def all_notes(notes: NoteStore, owner: OwnerId, paper_id: PaperId | None) -> Sequence[Note]:
    """Return an owner's notes, latest first, at most `MOST_NOTES`; with `paper_id`, those about that paper."""
    found: list[Note] = []
    cursor: str | None = None
    while True:
        page = notes.list(owner, paper_id, limit=_PER_PAGE, cursor=cursor)
        found += page.notes
        cursor = page.next_cursor
        if cursor is None or len(found) >= MOST_NOTES:
            return found[:MOST_NOTES]


def notes_by_paper(notes: Sequence[Note]) -> dict[PaperId, tuple[Note, ...]]:
    """Return highlights, notes and saved quotes by paper, in the paper's order, those without a place last."""
    found: dict[PaperId, list[Note]] = {}
    for note in sorted(notes, key=_first_character):
        for paper_id in note.paper_ids if note.kind != "answer" else ():
            found.setdefault(paper_id, []).append(note)
    return {paper_id: tuple(kept) for paper_id, kept in found.items()}


def _first_character(note: Note) -> float:
    if note.target and note.target.positions:
        return note.target.positions[0].start
    start = note.citation.start if note.citation else None
    return math.inf if start is None else start


def quotes_by_paper(messages: Sequence[Message]) -> dict[PaperId, tuple[Citation, ...]]:
    """Return what answers quote from each paper and what stands there, in the paper's order, each place once."""
    places: dict[PaperId, dict[tuple[int, int], Citation]] = {}
    for message in messages:
        for section in message.answer.sections if message.answer else ():
            for citation in section.citations:
                if citation.stands and citation.start is not None and citation.end is not None:
                    places.setdefault(citation.paper_id, {})[citation.start, citation.end] = citation
    return {paper_id: tuple(quoted[place] for place in sorted(quoted)) for paper_id, quoted in places.items()}
