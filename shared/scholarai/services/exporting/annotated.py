"""Makes a copy of a paper's PDF in which the owner's highlights and the quotes of conversations are marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scholarai.domain.chat import Citation, Message
from scholarai.domain.checked_text import CheckedText
from scholarai.domain.checking import QuotePlace
from scholarai.domain.errors import ConflictError, NotFoundError
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.limits import MIB
from scholarai.domain.notes import Colour, Note
from scholarai.domain.paper import Paper
from scholarai.domain.quote_markup import PLAIN, marked, verdict_on
from scholarai.domain.values import Value
from scholarai.domain.verdicts import TRUE_VERDICTS
from scholarai.exporting.checked_texts import citation_of
from scholarai.ports.clock import Clock
from scholarai.ports.reading import Mark, PdfAnnotator
from scholarai.ports.stores import ObjectStore, PaperStore, SessionStore
from scholarai.ports.temporary_directories import TemporaryDirectories
from scholarai.services.chat.turns import current_branch, require_session
from scholarai.services.exporting.papers import sessions_of
from scholarai.services.own.notes import ReadNotes
from scholarai.services.papers.owned_papers import readable_generation, require_owned

# Yellow for what the paper says, orange for what it says otherwise.
_TRUE, _OTHERWISE = (1.0, 0.9, 0.3), (1.0, 0.6, 0.2)
_COLOURS: Mapping[Colour, tuple[float, float, float]] = {
    "yellow": _TRUE,
    "green": (0.6, 0.95, 0.6),
    "blue": (0.6, 0.8, 1.0),
    "pink": (1.0, 0.7, 0.85),
    "purple": (0.85, 0.7, 1.0),
}
# PyMuPDF's time on one page grows with the square of their number: 500 take some seconds (tests/unit/pdfs).
MOST_MARKS = 500
_PIECE_BYTES = 256 * 1024


class AnnotatePdf(Value, frozen=True, kw_only=True):
    papers: PaperStore
    sessions: SessionStore
    notes: ReadNotes
    objects: ObjectStore
    temporary_directories: TemporaryDirectories
    annotator: PdfAnnotator
    clock: Clock
    max_bytes: int = 100 * MIB

    def annotate(
        self,
        owner: OwnerId,
        paper_id: PaperId,
        session_id: SessionId | None,
        file: Path | None = None,
        *,
        quotes: bool = True,
    ) -> Iterator[bytes]:
        """Return a copy of the PDF in pieces; the stored file stays as it is.

        Args:
            owner: Whose paper.
            paper_id: Which.
            session_id: The conversation whose quotes are marked; None: all of the owner's about this paper.
            file: The paper's file, where it is not kept with the others. None: the stored one.
            quotes: Whether what conversations quote is marked, beside the owner's highlights and notes.

        Raises:
            NotFoundError: If the paper or the conversation is unknown or another owner's.
            NotReadyError: If the paper is not extracted yet.
            ConflictError: If it has no pages to mark, or its file is gone.
            PaperFaultError: If no copy of the file can be made.
        """
        paper = require_owned(self.papers.get(paper_id), owner)
        generation = _require_pages(paper)
        kept = note_marks(self._notes(owner, paper_id), generation)
        cited = marks_of(self._messages(owner, paper, session_id), paper_id) if quotes else ()
        return self._marked(paper, generation, (*kept, *cited), file)

    def checked(
        self, owner: OwnerId, paper_id: PaperId, checked: CheckedText, file: Path | None = None
    ) -> Iterator[bytes]:
        """Return a copy of the PDF with what a checked text quotes from it, in pieces; arguments and errors as those of `run`."""
        paper = require_owned(self.papers.get(paper_id), owner)
        return self._marked(paper, _require_pages(paper), marks_of_text(checked, paper_id), file)

    def _marked(self, paper: Paper, generation: int, marks: Sequence[Mark], file: Path | None) -> Iterator[bytes]:
        marks = marks[:MOST_MARKS]
        pdf = self.annotator.annotate(file, marks) if file is not None else self._copy(paper, generation, marks)
        return (pdf[start : start + _PIECE_BYTES] for start in range(0, len(pdf), _PIECE_BYTES))

    def _copy(self, paper: Paper, generation: int, marks: Sequence[Mark]) -> bytes:
        with self.temporary_directories.folder() as folder:
            path = folder / "paper"
            try:
                self.objects.download(paper.object_name, generation, path, max_bytes=self.max_bytes)
            except NotFoundError:
                raise ConflictError(
                    "file_missing", "the paper's file never arrived or is gone", action="Upload it again."
                ) from None
            return self.annotator.annotate(path, marks)

    def _notes(self, owner: OwnerId, paper_id: PaperId) -> list[Note]:
        page = self.notes.list(owner, paper_id, limit=MOST_MARKS)
        return list(page.notes)

    def _messages(self, owner: OwnerId, paper: Paper, session_id: SessionId | None) -> list[Message]:
        if session_id is None:
            ids = [session.id for session in sessions_of(self.sessions, self.clock, owner, paper.id)]
        else:
            ids = [session_id]
        messages: list[Message] = []
        for wanted in ids:
            found = self.sessions.read(wanted)
            if session_id is not None:
                require_session(found[0] if found else None, owner, self.clock.now())
            messages += current_branch(*found) if found else ()
        return messages


def _require_pages(paper: Paper) -> int:
    """Return the generation that is marked.

    Raises:
        ConflictError: If the paper has no pages.
    """
    generation = readable_generation(paper)
    if not paper.counts.pages:
        raise ConflictError(
            "pdf_missing",
            "this paper has no PDF to mark",
            action="Export the conversation as HTML or Word instead.",
        )
    return generation


def note_marks(notes: Sequence[Note], generation: int) -> tuple[Mark, ...]:
    """Return an owner's highlights and saved quotes as marks, without those that have no place in this extraction."""
    marks = []
    for note in notes:
        if note.target is not None:
            is_there = note.target.generation == generation and note.target.state != "not_found"
            pages = note.target.pages if is_there else ()
        else:
            pages = note.citation.pages if note.kind == "quote" and note.citation else ()
        said = visible(note.text or (note.target.quote.exact if note.target else ""))
        marks += [Mark(place=page, text=said, color=_COLOURS[note.colour]) for page in pages]
    return tuple(marks)


def marks_of(messages: Sequence[Message], paper_id: PaperId) -> tuple[Mark, ...]:
    """Return what answers quote from a paper as marks, each place once, in the paper's order."""
    places: dict[tuple[int, int, str], tuple[Citation, str]] = {}
    question = ""
    for message in messages:
        question = message.text if message.role == "user" else question
        for section in message.answer.sections if message.answer else ():
            for citation in section.citations:
                if citation.paper_id == paper_id and citation.pages and citation.start is not None:
                    places.setdefault((citation.start, citation.end or 0, citation.quote), (citation, question))
    found = [places[place] for place in sorted(places)]
    return tuple(
        Mark(
            place=page,
            text=visible(f"{question}\n{marked(citation, PLAIN)} ({verdict_on(citation)})"),
            color=_TRUE if citation.verdict in TRUE_VERDICTS else _OTHERWISE,
        )
        for citation, question in found
        for page in citation.pages
    )


def marks_of_text(checked: CheckedText, paper_id: PaperId) -> tuple[Mark, ...]:
    """Return what the quotes of a checked text have from a paper as marks; of other sentences the passages that differ from them."""
    marks: list[Mark] = []
    for sentence in checked.sentences:
        for quote in sentence.quotes:
            if quote.paper_id == paper_id:
                citation = citation_of(quote)
                said = f"{marked(citation, PLAIN)} ({verdict_on(citation)})"
                color = _TRUE if citation.verdict in TRUE_VERDICTS else _OTHERWISE
                marks += _marks(quote.checked.places, said, color)
        for near in sentence.nearest:
            if near.paper_id == paper_id and near.differs:
                differs = "; ".join(
                    f"“{difference.said}”: “{difference.printed}” here"
                    for difference in near.differs
                    if difference.printed
                )
                marks += _marks(near.places, f"{sentence.text}\n{differs}", _OTHERWISE)
    return tuple(marks)


def _marks(places: Sequence[QuotePlace], text: str, color: tuple[float, float, float]) -> list[Mark]:
    return [Mark(place=place.page, text=visible(text), color=color) for place in places if place.page is not None]
