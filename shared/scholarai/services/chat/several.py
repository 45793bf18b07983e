"""Answers a question about several papers by rules, and says for each what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scholarai.domain.chat import Answer, Evidence, Refusal, TextSection, Usage
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer
from scholarai.services.chat.coverage import coverage_of
from scholarai.services.chat.refusals import refused_in_code
from scholarai.services.chat.reply import ReplyEvent, SectionFinished, is_no_english, other_language
from scholarai.services.chat.rows import FoundRows, RowsOfPapers
from scholarai.services.library.open_papers import AskedPapers, EachPaper, Reading
from scholarai.services.library.passages import FindPassages

# Papers that a question's language is compared with. A guess.
_LANGUAGE_PAPERS = 4
_NONE_SAYS_SO = "None of the papers says so. Their text, their tables and the captions of their figures were searched for these words."


class AnswerSeveral(Value, frozen=True, kw_only=True):
    """Answers with sentences of the papers; `answerer` says nothing else, and none of `shown` again."""

    each: EachPaper
    find: FindPassages
    answerer: Answerer
    clock: Clock
    shown: tuple[str, ...] = ()

    def run(self, asked: AskedPapers, question: str) -> Iterator[ReplyEvent | Answer]:
        """Yield the events of the answer, and last the whole answer with its coverage.

        Raises:
            TransientError: If no paper can be reached.
        """
        reading = self.each.reading()
        begun = self.clock.now()
        rows = RowsOfPapers(find=self.find, answerer=self.answerer, clock=self.clock, shown=self.shown)
        found = rows.run(reading, asked.readable, question)
        seconds = (self.clock.now() - begun).total_seconds()
        sections = _numbered(found)
        for section in sections:
            yield SectionFinished(section=section)
        if sections:
            answer = Answer(
                kind="extracts", sections=sections, usage=Usage(), question_used=question, notes=found.absent
            )
        elif found.absent:
            refusal = Refusal(reason="weak_evidence", message=" ".join(found.absent))
            answer = Answer(sections=(), usage=Usage(), question_used=question, refusal=refusal)
        elif found.nearest or not reading.titles:
            answer = refused_in_code(question)
        else:
            refusal = Refusal(reason="weak_evidence", message=_NONE_SAYS_SO)
            answer = Answer(sections=(), usage=Usage(), question_used=question, refusal=refusal)
        yield replace(
            answer,
            usage=Usage(model=self.answerer.name if sections else "", retrieval_s=seconds),
            retrieval="lexical" if found.lexical else "hybrid",
            notes=(*self._note_on_language(answer, reading, asked), *answer.notes),
            coverage=coverage_of(asked, reading, answer),
        )

    def _note_on_language(self, answer: Answer, reading: Reading, asked: AskedPapers) -> tuple[str, ...]:
        """Return the note on a question in another language than the first papers, if any."""
        if not is_no_english(answer.question_used):
            return ()
        first = {paper.paper_id: paper for paper in reading.over(asked.readable[:_LANGUAGE_PAPERS])}
        note = other_language(answer.question_used, first, lexical=answer.retrieval == "lexical")
        return (note,) if note else ()


def _numbered(found: FoundRows) -> tuple[TextSection, ...]:
    """Return the sections of all rows with their citations numbered, and one for each compared thing that no paper names."""
    sections: list[TextSection] = []
    given = 0
    for row in found.rows:
        for section in row.sections:
            numbers = range(given + 1, given + 1 + len(section.citations))
            given += len(section.citations)
            citations = tuple(replace(one, number=n) for one, n in zip(section.citations, numbers, strict=True))
            sections.append(replace(section, part=row.part, citations=citations))
    named = {row.part for row in found.rows}
    missing = [part for part in found.parts if part not in named] if sections else []
    return (*sections, *(TextSection(text=f"Nothing found on {part}.", part=part, uncited=True) for part in missing))


def _papers_of(evidence: Sequence[Evidence], asked: AskedPapers) -> list[Paper]:
    wanted = {piece.paper_id for piece in evidence}
    return [paper for paper in asked.readable if paper.id in wanted]
