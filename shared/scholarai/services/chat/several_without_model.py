"""Answers a question about several papers by rules, and says for each what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from scholarai.answering.named_places import Absent, absent_from_all, absent_places, within_places
from scholarai.answering.several import (
    LEAST_SAID,
    Said,
    Saying,
    SetQuestion,
    asked_of_each,
    rank_of,
    said_by,
    sayings,
    set_question,
)
from scholarai.citations import Quote, SectionBuilder, Text
from scholarai.citations.parser import Piece
from scholarai.domain.chat import Answer, Evidence, SearchOutcome, TextSection, place_label
from scholarai.domain.coverage import ClosestPassage
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.usage import Usage
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, AnswerRequest
from scholarai.prompting.prompt import Prompt
from scholarai.retrieval.search import evidence_at
from scholarai.services.chat.answers import AnswerStream, sources
from scholarai.services.chat.coverage import coverage_of
from scholarai.services.chat.refusals import CLOSEST, PASSAGES, refused_in_code, with_outcome
from scholarai.services.chat.reply import ReplyEvent, SectionFinished, is_no_english, other_language
from scholarai.services.library.open_papers import AskedPapers, EachPaper, OpenPaper, Reading
from scholarai.services.library.passages import FindPassages

# Papers that are quoted where none may answer. A guess.
_NEAREST = 3
# Papers that a question's language is compared with. A guess.
_LANGUAGE_PAPERS = 4
# Passages that a paper's sentences are taken from, as for a question about one paper.
PASSAGES_OF_A_PAPER = 10
# Sentences of a paper where few are asked, and where more are. Guesses from reading answers.
FEW_PAPERS, FEW_SENTENCES, SENTENCES = 3, 2, 1
_LACKING = "No sentence of theirs has all of: {}. These come closest."
# Words of the question that a sentence names; more are only counted. A guess.
_WORDS_NAMED = 12


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


class Row(Value, frozen=True, kw_only=True):
    """What comes closest in one paper; `answers` tells whether it may answer, `note` why it may be less than it seems."""

    paper_id: PaperId
    answers: bool
    closest: Evidence
    note: str = ""
    sections: tuple[TextSection, ...] = ()


class FoundRows(Value, frozen=True, kw_only=True):
    """The rows, best first.

    Attributes:
        sure: Whether the first row may answer.
        message: What to say if it may not; "" for the usual words.
        absent: Sentences about places that the question names and none of the papers has.
        lexical: Whether all papers were searched by words alone.
    """

    rows: tuple[Row, ...]
    sure: bool
    message: str = ""
    absent: tuple[str, ...] = ()
    lexical: bool = True


class RowsOfPapers(Value, frozen=True, kw_only=True):
    """Finds the rows; `answerer` says nothing but sentences of its evidence, and none of `shown` again."""

    find: FindPassages
    answerer: Answerer
    clock: Clock
    shown: tuple[str, ...] = ()

    def collect(self, reading: Reading, papers: Sequence[Paper], question: str) -> FoundRows:
        """Return what the papers say; only some of them are in memory at a time."""
        wanted = set_question(question)
        if wanted is None:
            return self._each(reading, papers, asked_of_each(question))
        said = self._members(reading, papers, wanted)
        if said.rows and said.rows[0].answers:
            return said
        return replace(self._each(reading, papers, question), sure=False, message=said.message)

    def _each(self, reading: Reading, papers: Sequence[Paper], question: str) -> FoundRows:
        """Ask every paper, as if it were alone."""
        query = self.find.query(question)
        ranked: list[tuple[tuple[bool, float], Row]] = []
        absent: list[Sequence[Absent]] = []
        lexical = True
        most = FEW_SENTENCES if len(papers) <= FEW_PAPERS else SENTENCES
        for opened in reading.over(papers):
            found = query.search(opened, k=PASSAGES_OF_A_PAPER, closely=len(papers) <= FEW_PAPERS)
            lexical = lexical and not query.compares(opened)
            absent.append(absent_places(question, opened.index.content))
            if not found.evidence:
                continue
            lacks_place = bool(absent[-1]) and not any(piece.named for piece in found.evidence)
            sections = self._sentences_of(opened, within_places(question, found.evidence), question)[:most]
            row = Row(
                paper_id=opened.paper_id,
                answers=bool(sections) and not found.weak and not lacks_place,
                closest=_best_sentence(opened, found.evidence[0]),
                sections=sections,
            )
            ranked.append(((row.answers, found.strength), row))
        rows = tuple(row for _, row in sorted(ranked, key=lambda pair: pair[0], reverse=True))
        missing = absent_from_all(absent)
        return FoundRows(
            rows=rows,
            sure=bool(rows) and rows[0].answers,
            message=" ".join(missing),
            absent=missing,
            lexical=lexical,
        )

    def _sentences_of(
        self, opened: OpenPaper, evidence: tuple[Evidence, ...], question: str
    ) -> tuple[TextSection, ...]:
        """Return the sentences of a paper's answer."""
        prompt = Prompt(system="", user=question)
        request = AnswerRequest(question=question, evidence=evidence, prompt=prompt, shown=self.shown)
        stream = AnswerStream(
            answerer=self.answerer, request=request, papers={opened.paper_id: opened}, clock=self.clock
        )
        for _ in stream:
            pass
        return stream.given.sections

    def _members(self, reading: Reading, papers: Sequence[Paper], asked: SetQuestion) -> FoundRows:
        """Return the papers, those first of which one sentence has most of what is asked for."""
        query = self.find.query(asked.phrase)
        each: list[tuple[Saying, ...]] = []
        places: list[tuple[Evidence, ...]] = []
        for opened in reading.over(papers):
            each.append(sayings(opened.index, asked))
            places.append(tuple(evidence_at(opened.index, opened.paper_id, one.start, one.end) for one in each[-1]))
            if not each[-1]:
                places[-1] = tuple(_best_sentence(opened, piece) for piece in query.search(opened, k=1).evidence)
        ranked = [
            (said, own[found.index(said.saying)] if said.saying in found else own[0])
            for found, own, said in zip(each, places, said_by(asked, each), strict=True)
            if own
        ]
        ranked.sort(key=lambda pair: rank_of(pair[0]), reverse=True)
        rows = tuple(
            Row(
                paper_id=evidence.paper_id,
                answers=said.share >= LEAST_SAID,
                closest=evidence,
                note=_note(asked, said),
            )
            for said, evidence in ranked
        )
        best = ranked[0][0] if ranked else None
        return FoundRows(rows=rows, sure=best is not None and not best.lacks, message=_lacking(asked))


def quoted(opened: OpenPaper, evidence: Evidence) -> tuple[TextSection, ...]:
    """Return a place of a paper as a section that quotes it."""
    builder = SectionBuilder(sources=sources([evidence], {opened.paper_id: opened}), in_context=True)
    pieces: list[Piece] = [Text(f"“{evidence.text}”"), Quote((1,), evidence.text)]
    return (*builder.add(pieces), *builder.finish())


def _note(asked: SetQuestion, said: Said) -> str:
    lacks = f"without: {asked.listed(said.lacks)}" if said.lacks and said.share >= LEAST_SAID else ""
    return "; ".join(filter(None, (said.saying.note, lacks)))


def _lacking(asked: SetQuestion) -> str:
    words = asked.listed(asked.words.keys()).split(", ")
    more = f" and {len(words) - _WORDS_NAMED} more words" if len(words) > _WORDS_NAMED else ""
    return _LACKING.format(", ".join(words[:_WORDS_NAMED]) + more)


def _best_sentence(opened: OpenPaper, piece: Evidence) -> Evidence:
    """Return the sentence of a passage that is rated best, the first one without ratings."""
    index = opened.index
    inside = [n for n in range(len(index.starts)) if piece.start <= index.starts[n] and index.ends[n] <= piece.end]
    if not inside:
        return piece
    ratings = dict(piece.ratings)
    best = max(inside, key=lambda n: ratings.get(int(index.starts[n]), float("-inf")))
    return evidence_at(index, opened.paper_id, int(index.starts[best]), int(index.ends[best]))
