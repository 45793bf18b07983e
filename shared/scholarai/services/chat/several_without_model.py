"""Answers a question about several papers by rules, and says for each what became of it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from scholarai.domain.chat import Answer, Evidence, SearchOutcome, TextSection, place_label
from scholarai.domain.coverage import ClosestPassage
from scholarai.domain.usage import Usage
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer
from scholarai.services.chat.coverage import coverage_of
from scholarai.services.chat.paper_rows import FoundRows, RowsOfPapers, quoted
from scholarai.services.chat.refusals import CLOSEST, PASSAGES, refused_in_code, with_outcome
from scholarai.services.chat.reply import ReplyEvent, SectionFinished, is_no_english, other_language
from scholarai.services.library.open_papers import AskedPapers, EachPaper, Reading
from scholarai.services.library.passages import FindPassages

# Papers that are quoted where none may answer. A guess.
_NEAREST = 3
# Papers that a question's language is compared with. A guess.
_LANGUAGE_PAPERS = 4


class AnswerSeveral(Value, frozen=True, kw_only=True):
    """Answers with sentences of the papers; `answerer` says nothing else, and none of `shown` again."""

    each: EachPaper
    find: FindPassages
    answerer: Answerer
    clock: Clock
    shown: tuple[str, ...] = ()

    def answer(self, asked: AskedPapers, question: str) -> Iterator[ReplyEvent | Answer]:
        """Yield the events of the answer, and last the whole answer with its coverage.

        Raises:
            TransientError: If no paper can be reached.
        """
        reading = self.each.reading()
        begun = self.clock.now()
        rows = RowsOfPapers(find=self.find, answerer=self.answerer, clock=self.clock, shown=self.shown)
        found = rows.collect(reading, asked.readable, question)
        sections = self._sections(found, reading, asked)
        seconds = (self.clock.now() - begun).total_seconds()
        for section in sections:
            yield SectionFinished(section=section)
        answer = Answer(
            kind="extracts",
            sections=sections,
            usage=Usage(),
            question_used=question,
            notes=found.absent if found.sure else (),
        )
        outcome = SearchOutcome(
            outcome="passages" if found.sure else "closest",
            message=PASSAGES if found.sure else found.message or CLOSEST,
        )
        answer = with_outcome(answer, outcome) if sections else refused_in_code(question)
        closest = {row.paper_id: _closest(row.closest) for row in found.rows}
        yield replace(
            answer,
            usage=Usage(model=self.answerer.name if sections else "", retrieval_s=seconds),
            retrieval="lexical" if found.lexical else "hybrid",
            notes=(*self._note_on_language(answer, reading, asked), *answer.notes),
            coverage=coverage_of(asked, reading, answer, closest=closest),
        )

    def _sections(self, found: FoundRows, reading: Reading, asked: AskedPapers) -> tuple[TextSection, ...]:
        """Return the sections of the rows that may answer, of the first ones if none does, with their citations numbered."""
        rows = {row.paper_id: row for row in found.rows if row.answers} or {
            row.paper_id: row for row in found.rows[:_NEAREST]
        }
        papers = {paper.id: paper for paper in asked.readable}
        sections: list[TextSection] = []
        given = 0
        for opened in reading.over([papers[paper_id] for paper_id in rows]):
            row = rows[opened.paper_id]
            for section in row.sections or quoted(opened, row.closest):
                numbers = range(given + 1, given + 1 + len(section.citations))
                given += len(section.citations)
                citations = tuple(replace(one, number=n) for one, n in zip(section.citations, numbers, strict=True))
                part = reading.titles[row.paper_id]
                sections.append(replace(section, part=part, note=row.note, citations=citations))
        return tuple(sections)

    def _note_on_language(self, answer: Answer, reading: Reading, asked: AskedPapers) -> tuple[str, ...]:
        """Return the note on a question in another language than the first papers, if any."""
        if not is_no_english(answer.question_used):
            return ()
        first = {paper.paper_id: paper for paper in reading.over(asked.readable[:_LANGUAGE_PAPERS])}
        note = other_language(answer.question_used, first, lexical=answer.retrieval == "lexical")
        return (note,) if note else ()


def _closest(evidence: Evidence) -> ClosestPassage:
    pages = evidence.page_numbers
    return ClosestPassage(
        text=evidence.text,
        label=place_label(evidence.section_path, pages),
        page_number=pages[0] if pages else None,
    )
