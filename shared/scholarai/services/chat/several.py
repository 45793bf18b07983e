"""Answers a question about several papers, and says for each what became of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from scholarai.domain.chat import Answer, Evidence, Refusal, TextSection, Usage
from scholarai.domain.coverage import Coverage, CoverageOutcome, CoveredPaper
from scholarai.domain.errors import LimitReachedError, ModelRefusedError, TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer
from scholarai.services.chat.answers import Preparation, may_be_stood_in_for
from scholarai.services.chat.refusals import refused_in_code
from scholarai.services.chat.reply import AnswerRestarted, ReplyEvent, SectionFinished, is_no_english, other_language
from scholarai.services.chat.rows import FoundRows, RowsOfPapers
from scholarai.services.chat.written import WriteFromPapers, Written
from scholarai.services.library.open_papers import AskedPapers, EachPaper, Reading, left_out_paper
from scholarai.services.library.passages import FindPassages

# Papers that a question's language is compared with. A guess.
_LANGUAGE_PAPERS = 4
_NONE_SAYS_SO = "None of the papers says so. Their text, their tables and the captions of their figures were searched for these words."

_log = logging.getLogger(__name__)


class AnswerSeveral(Value, frozen=True, kw_only=True):
    """Answers by rules, or by the model that `write` asks; `stand_in` answers if the model cannot be reached.

    `before` is the usage of understanding the question, `shown` are the quotes earlier in the conversation.
    """

    each: EachPaper
    find: FindPassages
    answerer: Answerer
    clock: Clock
    write: WriteFromPapers
    before: Preparation
    stand_in: Callable[[], Answerer | None] = lambda: None
    shown: tuple[str, ...] = ()

    def run(self, asked: AskedPapers, question: str) -> Iterator[ReplyEvent | Answer]:
        """Yield the events of the answer, and last the whole answer with its coverage.

        Raises:
            TransientError: If no paper can be reached, or the model is busy and nothing stands in for it.
            ModelRefusedError: If the model may not answer.
        """
        reading = self.each.reading()
        if self.answerer.verbatim:
            yield from self._by_rules(self.answerer, reading, asked, question)
            return
        shown = False
        try:
            for event in self.write.run(self.answerer, reading, asked.readable, question):
                if isinstance(event, Written):
                    yield self._whole(event, reading, asked)
                else:
                    shown = not isinstance(event, AnswerRestarted)
                    yield event
        except (TransientError, LimitReachedError, ModelRefusedError) as error:
            stand_in = self.stand_in() if may_be_stood_in_for(error) else None
            if stand_in is None:
                raise
            _log.warning("rules answer in the model's place", extra={"code": error.code})
            if shown:
                yield AnswerRestarted()
            for given in self._by_rules(stand_in, reading, asked, question):
                yield replace(given, degraded=error.code) if isinstance(given, Answer) else given

    def _by_rules(
        self, answerer: Answerer, reading: Reading, asked: AskedPapers, question: str
    ) -> Iterator[ReplyEvent | Answer]:
        begun = self.clock.now()
        rows = RowsOfPapers(find=self.find, answerer=answerer, clock=self.clock, shown=self.shown)
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
            nearest = {opened.paper_id: opened for opened in reading.over(_papers_of(found.nearest, asked))}
            evidence = [piece for piece in found.nearest if piece.paper_id in nearest]
            answer = refused_in_code(question, evidence, nearest)
        else:
            refusal = Refusal(reason="weak_evidence", message=_NONE_SAYS_SO)
            answer = Answer(sections=(), usage=Usage(), question_used=question, refusal=refusal)
        usage = Usage(model=answerer.name if sections else "", retrieval_s=seconds)
        answer = replace(answer, usage=usage, retrieval="lexical" if found.lexical else "hybrid")
        yield self._whole(Written(answer=answer), reading, asked)

    def _whole(self, written: Written, reading: Reading, asked: AskedPapers) -> Answer:
        """Return the answer with its whole usage, and what became of each paper."""
        usage = self.before.added_to_usage(written.answer.usage)
        usage = replace(usage, retrieval_s=written.answer.usage.retrieval_s)
        notes = (*self._note_on_language(written.answer, reading, asked), *written.answer.notes)
        return replace(written.answer, usage=usage, notes=notes, coverage=coverage_of(asked, reading, written))

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


def coverage_of(asked: AskedPapers, reading: Reading, written: Written) -> Coverage:
    """Return what became of each paper that was asked."""
    cited = {citation.paper_id for section in written.answer.sections for citation in section.citations}
    lost = {one.paper_id: one for one in asked.left_out} | reading.lost

    def covered(paper_id: PaperId) -> CoveredPaper:
        title = reading.titles.get(paper_id, "")
        if paper_id in cited:
            return CoveredPaper(paper_id=paper_id, title=title, outcome="cited")
        if paper_id in lost:
            return lost[paper_id]
        if paper_id in written.crowded:
            return left_out_paper(paper_id, title, "no_room")
        outcome: CoverageOutcome = "not_cited" if paper_id in written.shown else "nothing_found"
        return CoveredPaper(paper_id=paper_id, title=title, outcome=outcome)

    return Coverage(papers=tuple(map(covered, asked.ids)), beyond=asked.beyond)


def _papers_of(evidence: Sequence[Evidence], asked: AskedPapers) -> list[Paper]:
    wanted = {piece.paper_id for piece in evidence}
    return [paper for paper in asked.readable if paper.id in wanted]
