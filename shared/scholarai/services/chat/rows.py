"""Finds what several papers say, without a language model: a row per paper, or per paper and compared thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scholarai.answering.named_places import Absent, absent_from, absent_from_all, asked_of_places, within_places
from scholarai.answering.set_questions import Saying, SetQuestion, members, sayings, sentence_as_evidence, thing_asked
from scholarai.answering.several import ABOUT_THE_PAPER, Plan, best_sections, plan
from scholarai.citations import Quote, SectionBuilder, Text
from scholarai.citations.parser import Piece
from scholarai.domain.chat import Evidence, TextSection
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, AnswerRequest
from scholarai.prompting.prompt import Prompt
from scholarai.retrieval.words import terms
from scholarai.services.chat.answers import AnswerStream, sources
from scholarai.services.chat.refusals import NEAREST
from scholarai.services.library.open_papers import OpenPaper, Reading, title_of
from scholarai.services.library.passages import FindPassages, Query

# Passages that a paper's sentences are taken from, as for a question about one paper.
PASSAGES = 10
# Sentences of a paper where few are asked, and where more are. Guesses from reading answers.
FEW_PAPERS, FEW_SENTENCES, SENTENCES = 3, 2, 1
# Papers that are quoted for one of the things compared. A guess.
PAPERS_PER_THING = 5
# Shorter names of papers occur in other words. A guess.
_LEAST_NAME = 4


class Row(Value, frozen=True, kw_only=True):
    """What one paper says in one part of the answer; within a part, rows of higher `worth` come first."""

    paper_id: PaperId
    part: str
    worth: float
    sections: tuple[TextSection, ...]


class FoundRows(Value, frozen=True, kw_only=True):
    """The rows in the order to show them.

    Attributes:
        nearest: The passages to show if there are no rows.
        absent: Sentences about places that the question names and none of the papers has.
        parts: The things that are compared.
        lexical: Whether all papers were searched by words alone.
    """

    rows: tuple[Row, ...]
    nearest: tuple[Evidence, ...] = ()
    absent: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    lexical: bool = True


class RowsOfPapers(Value, frozen=True, kw_only=True):
    """Finds the rows; `answerer` says nothing but sentences of its evidence, and none of `shown` again."""

    find: FindPassages
    answerer: Answerer
    clock: Clock
    shown: tuple[str, ...] = ()

    def run(self, reading: Reading, papers: Sequence[Paper], question: str) -> FoundRows:
        """Return what the papers say; only some of them are in memory at a time."""
        planned = plan(question)
        if planned.wanted is not None:
            rows = self._members(reading, papers, planned.wanted)
            return FoundRows(rows=tuple(sorted(rows, key=lambda row: -row.worth)))
        if planned.compared:
            rows = [row for thing in planned.compared for row in self._thing(reading, papers, thing, planned)]
            return FoundRows(rows=tuple(rows), parts=planned.compared)
        return self._each(reading, papers, planned.question)

    def _each(self, reading: Reading, papers: Sequence[Paper], question: str) -> FoundRows:
        """Ask every paper, as if it were alone."""
        query = self.find.query(question)
        rows: list[Row] = []
        nearest: list[tuple[float, Evidence]] = []
        absent: list[tuple[str, Sequence[Absent]]] = []
        lexical = True
        most = FEW_SENTENCES if len(papers) <= FEW_PAPERS else SENTENCES
        for opened in reading.over(papers):
            found = query.search(opened, k=PASSAGES)
            lexical = lexical and not query.compares(opened)
            near = [(found.strength.value, piece) for piece in found.evidence[:1]]
            nearest = sorted([*nearest, *near], key=lambda pair: -pair[0])[:NEAREST]
            absent.append((reading.titles[opened.paper_id], absent_from(question, opened.index.content)))
            weak = found.weak or bool(absent[-1][1] and not asked_of_places(question))
            sections = () if weak else self._said(opened, within_places(question, found.evidence), question, most)
            if sections:
                worth = found.strength.value
                part = reading.titles[opened.paper_id]
                rows.append(Row(paper_id=opened.paper_id, part=part, worth=worth, sections=sections))
        return FoundRows(
            rows=tuple(sorted(rows, key=lambda row: -row.worth)),
            nearest=tuple(piece for _, piece in nearest),
            absent=absent_from_all(absent),
            lexical=lexical,
        )

    def _said(
        self, opened: OpenPaper, evidence: tuple[Evidence, ...], question: str, most: int
    ) -> tuple[TextSection, ...]:
        """Return the best sentences of a paper's answer; nothing if it does not answer."""
        if not evidence:
            return ()
        prompt = Prompt(system="", user=question)
        request = AnswerRequest(question=question, evidence=evidence, prompt=prompt, shown=self.shown)
        stream = AnswerStream(
            answerer=self.answerer, request=request, papers={opened.paper_id: opened}, clock=self.clock
        )
        for _ in stream:
            pass
        sections = stream.answer.sections if stream.answer is not None else ()
        return tuple(best_sections(sections, evidence, most))

    def _members(self, reading: Reading, papers: Sequence[Paper], asked: SetQuestion) -> list[Row]:
        """Return a row for each paper that says what is asked for."""
        return [
            Row(
                paper_id=opened.paper_id,
                part=reading.titles[opened.paper_id],
                worth=worth,
                sections=_quoted(opened, saying),
            )
            for opened, worth, saying in self._saying(reading, papers, asked)
        ]

    def _saying(
        self, reading: Reading, papers: Sequence[Paper], asked: SetQuestion, most: int | None = None
    ) -> Iterator[tuple[OpenPaper, float, Saying]]:
        """Yield the papers that say what is asked for, best first, with their score and the place.

        They are opened a second time, since only some are in memory at a time.
        """
        said = {opened.paper_id: sayings(opened.index, asked) for opened in reading.over(papers)}
        scored = zip(said, members(asked, list(said.values())), strict=True)
        found = {paper_id: one for paper_id, one in scored if one is not None}
        best = sorted((paper for paper in papers if paper.id in found), key=lambda paper: -found[paper.id][0])[:most]
        for opened in reading.over(best):
            yield opened, *found[opened.paper_id]

    def _thing(self, reading: Reading, papers: Sequence[Paper], thing: str, planned: Plan) -> list[Row]:
        """Return what papers say of one of the compared things; one that is the name of a paper is that paper."""
        named = [paper for paper in papers if _is_named(thing, paper)]
        if named:
            asked = f"What is {planned.about}?" if planned.about else ABOUT_THE_PAPER
            return [replace(row, part=thing) for row in self._each(reading, named, asked).rows]
        wanted = thing_asked(thing)
        if wanted is None:
            return []
        query = self.find.query(f"{thing} {planned.about}" if planned.about else planned.question)
        return [
            Row(paper_id=opened.paper_id, part=thing, worth=worth, sections=self._of_thing(opened, query, saying))
            for opened, worth, saying in self._saying(reading, papers, wanted, PAPERS_PER_THING)
        ]

    def _of_thing(self, opened: OpenPaper, query: Query, saying: Saying) -> tuple[TextSection, ...]:
        """Return the answer from the passages that name the thing, as far as it names it, too; else the sentence that does."""
        start = int(opened.index.starts[saying.sentence])
        naming = [piece for piece in query.search(opened, k=PASSAGES).evidence if piece.start <= start < piece.end]
        evidence = tuple(replace(piece, number=number) for number, piece in enumerate(naming, start=1))
        said = self._said(opened, evidence, query.text, SENTENCES)
        naming_it = tuple(section for section in said if saying.terms <= set(terms(section.text)))
        return naming_it or _quoted(opened, saying)


def _quoted(opened: OpenPaper, saying: Saying) -> tuple[TextSection, ...]:
    evidence = sentence_as_evidence(opened.index, opened.paper_id, saying.sentence)
    builder = SectionBuilder(sources=sources([evidence], {opened.paper_id: opened}), in_context=True)
    pieces: list[Piece] = [Text(f"“{evidence.text}”"), Quote((1,), evidence.text)]
    return (*builder.add(pieces), *builder.finish())


def _is_named(thing: str, paper: Paper) -> bool:
    """Tell whether a thing is the title of a paper, or its file's name without the ending."""
    names = {paper.filename.rpartition(".")[0], title_of(paper)}
    wanted = _even(thing)
    return len(wanted) >= _LEAST_NAME and any(wanted == _even(name) for name in names)


def _even(name: str) -> str:
    return re.sub(r"\W+", " ", name).strip().lower()
