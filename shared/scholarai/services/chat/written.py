"""Has a model answer from several papers: from whole ones if they fit, else from what it copied of each of them."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from scholarai.answering.set_questions import Saying, SetQuestion, members, sayings, thing_asked
from scholarai.answering.several import Plan, best_place, narrowed, plan
from scholarai.citations.chosen import chosen_words
from scholarai.domain.chat import Answer, Evidence, ModelUsage, Usage, place_label
from scholarai.domain.errors import ScholarError
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.sentences import ShownExcerpts
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, AnswerRequest, ReplyModel
from scholarai.prompting.chat import about_paper, about_several, chat_prompt
from scholarai.prompting.prompt import ChatLimits, Prompt, Turn
from scholarai.prompting.review.stages import Excerpt, quotes_prompt
from scholarai.retrieval.search import Found
from scholarai.services.chat.answers import AnswerStream, Lost, Preparation, sum_of_calls
from scholarai.services.chat.figures import ShowFigures
from scholarai.services.chat.refusals import NEAREST, refused_in_code
from scholarai.services.chat.reply import ReplyEvent
from scholarai.services.chat.whole import fits_whole, with_whole_papers
from scholarai.services.library.open_papers import KEPT_CHARACTERS, OpenPaper, Reading
from scholarai.services.library.passages import FindPassages
from scholarai.services.under_way import at_once

if TYPE_CHECKING:
    from scholarai.prompting.replies import CopiedQuotes

_log = logging.getLogger(__name__)

# Passages of a paper that a model reads in a call of its own, and papers that it reads in this way. Guesses: forty calls of some
# 2,500 tokens cost as much as one call with a long paper, and forty papers fit into memory.
PASSAGES, PAPERS_READ = 4, 40
# Characters of all excerpts of the answer's own prompt: some 15,000 tokens.
CHARACTERS = 60_000
# The share of the time for all calls after which papers keep the passages that the search found. A guess.
READING_SHARE = 0.5


class Written(Value, frozen=True, kw_only=True):
    """The whole answer, the papers that its model was shown, and those for whose passages there was no room."""

    answer: Answer
    shown: frozenset[PaperId] = frozenset()
    crowded: frozenset[PaperId] = frozenset()


class Candidate(Value, frozen=True, kw_only=True):
    """A paper that may answer, with its best passages."""

    paper: Paper
    title: str
    characters: int
    strength: float
    evidence: tuple[Evidence, ...]
    missing: tuple[str, ...] = ()
    weak: bool = False


class WriteFromPapers(Value, frozen=True, kw_only=True):
    """Answers with a model.

    Attributes:
        reader: Returns the model that copies what each paper says, or None.
        may_spend: Tells whether a further call is allowed after this usage.
        lost: Gets the usage if no answer is given.
        shown: The quotes earlier in the conversation.
    """

    find: FindPassages
    reader: Callable[[], ReplyModel | None]
    clock: Clock
    limits: ChatLimits
    model_s: float
    may_spend: Callable[[Usage], bool]
    lost: Lost = lambda _: None
    history: Sequence[Turn] = ()
    figures: ShowFigures | None = None
    shown: tuple[str, ...] = ()

    def run(
        self, answerer: Answerer, reading: Reading, papers: Sequence[Paper], question: str
    ) -> Iterator[ReplyEvent | Written]:
        """Yield the events of the answer, and last the whole answer.

        Raises:
            TransientError: If no paper can be reached, or the model is busy or too slow.
            ModelRefusedError: If the model may not answer.
        """
        begun = self.clock.now()
        planned = plan(question)
        found = self._candidates(reading, papers, planned)
        likely = [one for one in found if not one.weak]
        kept = _fitting(likely)
        crowded = frozenset(one.paper.id for one in likely[len(kept) :])
        begun_reading = self.clock.now()
        until = begun_reading + timedelta(seconds=READING_SHARE * self.model_s)
        read, took = (kept, ()) if self._fit_whole(kept) else self._read(kept, question, until)
        prepared = Preparation(seconds=(begun_reading - begun).total_seconds(), lexical=False, models=took)
        opened = {paper.paper_id: paper for paper in reading.over([one.paper for one in read])}
        evidence = _numbered(piece for one in read if one.paper.id in opened for piece in one.evidence)
        if not evidence:
            yield Written(answer=prepared.added_to(_refused(question, reading, found)), crowded=crowded)
            return
        prompt = self._prompter(question, opened, reading, missing=_missing(found))
        make = functools.partial(about_several, asked=len(papers), shown=len(opened), compared=planned.compared)
        stream = AnswerStream(
            answerer=answerer,
            request=AnswerRequest(
                question=question, evidence=evidence, prompt=make(prompt(evidence)), shown=self.shown
            ),
            papers=opened,
            clock=self.clock,
            about=[about_paper(paper.index.content) for paper in opened.values()],
            time_s=self.model_s - (self.clock.now() - begun_reading).total_seconds(),
            may_spend=lambda usage: self.may_spend(prepared.added_to_usage(usage)),
            lost=lambda usage: self.lost(prepared.added_to_usage(usage)),
        )
        stream = with_whole_papers(stream, self.limits, lambda whole: make(prompt(whole, whole=True)))
        yield from stream
        if stream.answer is not None:
            yield Written(answer=prepared.added_to(stream.answer), shown=frozenset(opened), crowded=crowded)

    def _prompter(
        self, question: str, opened: Mapping[PaperId, OpenPaper], reading: Reading, missing: Sequence[str]
    ) -> Callable[..., Prompt]:
        """Return a function that makes the prompt from excerpts."""
        return functools.partial(
            chat_prompt,
            question,
            titles={paper_id: reading.titles[paper_id] for paper_id in opened},
            history=self.history,
            missing=missing,
            about=[about_paper(paper.index.content) for paper in opened.values()],
            pictures=self.figures.run(list(opened.values()), question) if self.figures else (),
            shown=self.shown,
            limits=self.limits,
        )

    def _fit_whole(self, papers: Sequence[Candidate]) -> bool:
        """Tell whether papers need not be read one by one because the answering model is shown all of them."""
        named = any(piece.named for one in papers for piece in one.evidence)
        return not named and fits_whole(sum(one.characters for one in papers), self.limits.whole_tokens)

    def _candidates(self, reading: Reading, papers: Sequence[Paper], planned: Plan) -> list[Candidate]:
        """Return the papers with their evidence: first those that say what is asked for, then by strength, weak ones last."""
        texts = [f"{thing} {planned.about}".strip() for thing in planned.compared] or [planned.question]
        queries = [self.find.query(text) for text in texts]
        wanted = [one for one in (planned.wanted, *map(thing_asked, planned.compared)) if one is not None]
        by_id = {paper.id: paper for paper in papers}
        found: list[Candidate] = []
        said: list[list[tuple[Saying, ...]]] = []
        for opened in reading.over(papers):
            searched = [query.search(opened, k=PASSAGES // len(queries)) for query in queries]
            found.append(_candidate(opened, by_id[opened.paper_id], reading.titles[opened.paper_id], searched))
            said.append([sayings(opened.index, one) for one in wanted])
        named = _saying(found, wanted, said)
        found = [replace(one, weak=one.weak and one.paper.id not in named) for one in found if one.evidence]
        return sorted(found, key=lambda one: (one.weak, one.paper.id not in named, -one.strength))

    def _read(
        self, papers: Sequence[Candidate], question: str, until: datetime
    ) -> tuple[list[Candidate], tuple[ModelUsage, ...]]:
        """Return the papers with what a model copied of each, without those in which it found nothing, and the model's usage."""
        reader = self.reader()
        if reader is None:
            return [_shortened(one, len(papers)) for one in papers], ()
        took: list[ModelUsage] = []

        def copied(one: Candidate) -> Candidate | None:
            if self.clock.now() >= until or not self.may_spend(sum_of_calls(took)):
                return _shortened(one, len(papers))
            shown = [
                Excerpt(number=item.number, text=item.text, place=place_label(item.section_path, item.page_numbers))
                for item in one.evidence
            ]
            try:
                typed = reader.reply(quotes_prompt(question, one.title, shown))
            except ScholarError as error:
                _log.warning("paper not read by the model on its own", extra={"code": error.code})
                return _shortened(one, len(papers))
            took.append(typed.usage)
            return around_chosen(one, typed.reply, len(papers))

        return [one for one in at_once(copied, papers) if one is not None], tuple(took)


def _candidate(opened: OpenPaper, paper: Paper, title: str, searched: Sequence[Found]) -> Candidate:
    strong = [item for item in searched if not item.weak]
    return Candidate(
        paper=paper,
        title=title,
        characters=len(opened.index.text),
        strength=max(item.strength.value for item in searched),
        evidence=_numbered(piece for item in strong or searched for piece in item.evidence),
        missing=searched[0].missing,
        weak=not strong,
    )


def _refused(question: str, reading: Reading, found: Sequence[Candidate]) -> Answer:
    """Return a refusal with the best passages of the nearest papers."""
    nearest = sorted(found, key=lambda one: -one.strength)[:NEAREST]
    opened = {paper.paper_id: paper for paper in reading.over([one.paper for one in nearest])}
    return refused_in_code(question, [one.evidence[0] for one in nearest if one.paper.id in opened], opened)


def _saying(
    papers: Sequence[Candidate], wanted: Sequence[SetQuestion], said: Sequence[Sequence[tuple[Saying, ...]]]
) -> set[PaperId]:
    """Return the papers that say one of the wanted things; `said` has, by paper, what it says of each of them."""
    named: set[PaperId] = set()
    for asked, own in zip(wanted, zip(*said, strict=True), strict=False):
        says = zip(papers, members(asked, own), strict=True)
        named |= {one.paper.id for one, saying in says if saying is not None}
    return named


def _fitting(papers: Sequence[Candidate]) -> list[Candidate]:
    """Return the first papers, as many as can be read and held in memory together."""
    kept: list[Candidate] = []
    for one in papers[:PAPERS_READ]:
        if kept and sum(other.characters for other in kept) + one.characters > KEPT_CHARACTERS:
            break
        kept.append(one)
    return kept


def _missing(papers: Sequence[Candidate]) -> tuple[str, ...]:
    """Return the places that the question names and none of the papers has."""
    common = set.intersection(*(set(one.missing) for one in papers)) if papers else set()
    return tuple(text for text in papers[0].missing if text in common) if papers else ()


def _shortened(one: Candidate, papers: int) -> Candidate:
    """Return a paper with its best passage alone, cut to its share of the prompt."""
    best = one.evidence[0]
    return replace(one, evidence=(narrowed(best, best_place(best), CHARACTERS // papers),))


def around_chosen(one: Candidate, reply: CopiedQuotes, papers: int) -> Candidate | None:
    """Return a paper with the passages around what a model chose or copied of it, or None if it found nothing."""
    if not reply.quotes:
        return None
    shown = ShownExcerpts(texts={piece.number: piece.text for piece in one.evidence})
    found = [
        words for quote in reply.quotes for words in chosen_words(quote.sentences, quote.excerpt, quote.text, shown)
    ]
    share = CHARACTERS // papers // max(min(len(found), PASSAGES), 1)
    passages = {piece.number: piece for piece in one.evidence}
    around = {
        chosen.number: narrowed(passages[chosen.number], chosen.at, share)
        for chosen in reversed(found)
        if chosen.at is not None
    }
    return replace(one, evidence=tuple(around.values())) if around else _shortened(one, papers)


def _numbered(pieces: Iterable[Evidence]) -> tuple[Evidence, ...]:
    return tuple(replace(piece, number=number) for number, piece in enumerate(pieces, start=1))
