"""Has a model answer a question about one or several papers: from the whole papers where they fit, else from passages."""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from msgspec.structs import replace

from scholarai.domain.chat import Answer, Citation, Evidence
from scholarai.domain.errors import ScholarError
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.usage import ModelUsage, Usage
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, AnswerRequest, TextModel
from scholarai.prompting.history import rewrite_prompt
from scholarai.prompting.papers import about_paper
from scholarai.prompting.prompt import CHARACTERS_PER_TOKEN, ChatLimits
from scholarai.services.chat.answers import AnswerStream, Lost, Preparation
from scholarai.services.chat.coverage import coverage_of
from scholarai.services.chat.passages import ChoosePassages, ChosenPassages
from scholarai.services.chat.refusals import refused_in_code
from scholarai.services.chat.reply import ReplyEvent
from scholarai.services.chat.request import ModelQuestion, fits_whole
from scholarai.services.chat.second_reading import ReadAgain
from scholarai.services.library.open_papers import AskedPapers, EachPaper, OpenPaper, Reading, title_of
from scholarai.services.library.passages import FindPassages

_log = logging.getLogger(__name__)

_NOT_REWRITTEN = "The question was searched for in its own words: putting what it refers to into them failed ({})."


class AnswerWithModel(Value, frozen=True, kw_only=True, eq=False):
    """Asks the model; nothing refuses in its place but papers without any text.

    Attributes:
        question: As the model is asked it.
        last: The quotes of the last answer.
        rewriter: Returns the model that puts a follow-up into words to search with, or None.
        second: Reads the answer a second time, if at all.
        before: What preceded the answer.
        may_spend: Tells whether a further call is allowed after this usage.
        lost: Gets the usage if no answer is given.
    """

    question: ModelQuestion
    last: Sequence[Citation]
    each: EachPaper
    find: FindPassages
    answerer: Answerer
    rewriter: Callable[[], TextModel | None]
    second: ReadAgain | None
    clock: Clock
    model_s: float
    before: Preparation
    may_spend: Callable[[Usage], bool]
    lost: Lost

    def answer(self, asked: AskedPapers) -> Iterator[ReplyEvent | Answer]:
        """Yield the events of the answer, and last the whole answer.

        Raises:
            TransientError: If no paper can be reached, or the model is busy or too slow.
            LimitReachedError: If the model may not be asked any more today.
            ModelRefusedError: If it may not answer.
        """
        begun, prepared = self.clock.now(), self.before
        reading = self.each.reading()
        choose = ChoosePassages(find=self.find, reading=reading, papers=asked.readable, last=self.last)
        opened = open_whole(self.each, reading, asked, self.question.limits)
        request = beside_unread(self.question, asked, opened).with_whole(opened) if opened else None
        text, chosen, notes = self.question.text, ChosenPassages(evidence=()), tuple[str, ...]()
        if request is None or not self._may_read(request):
            text, call, notes = searched_for(self.question, self.rewriter)
            prepared = prepared.with_call(call)
            chosen = choose.choose(text)
            opened = {one.paper_id: one for one in reading.over([p for p in asked.readable if p.id in chosen.papers])}
            prepared = replace(prepared.with_call(chosen.usage), lexical=chosen.lexical)
            request = self._with_passages(asked, opened, chosen.evidence)
        prepared = replace(prepared, seconds=prepared.seconds + (self.clock.now() - begun).total_seconds())
        answer = None
        if request.evidence:
            stream = self._stream(asked, request, opened or {}, prepared, choose)
            yield from stream
            answer = stream.given
            if self.second is not None and stream.calls == 1 and self.may_spend(prepared.added_to_usage(answer.usage)):
                answer = self.second.read(self.question.text, answer, opened or {})
        answer = prepared.added_to(answer or refused_in_code(text))
        covered = coverage_of(asked, reading, answer, shown=frozenset(opened or ()))
        yield replace(
            answer,
            question_used=text,
            notes=(*notes, *answer.notes),
            coverage=covered if len(asked.ids) > 1 else None,
        )

    def _may_read(self, request: AnswerRequest) -> bool:
        """Tell whether the owner's daily limits allow to read whole papers."""
        tokens = len(request.prompt.prefix) // CHARACTERS_PER_TOKEN
        return self.may_spend(self.before.added_to_usage(Usage(input_tokens=tokens)))

    def _with_passages(
        self, asked: AskedPapers, opened: Mapping[PaperId, OpenPaper], evidence: Sequence[Evidence]
    ) -> AnswerRequest:
        return beside_unread(self.question, asked, opened).with_passages(opened, evidence)

    def _stream(
        self,
        asked: AskedPapers,
        request: AnswerRequest,
        opened: Mapping[PaperId, OpenPaper],
        prepared: Preparation,
        choose: ChoosePassages,
    ) -> AnswerStream:
        def passages() -> AnswerRequest:
            return self._with_passages(asked, opened, choose.choose(self.question.text).evidence)

        whole = bool(request.prompt.prefix)
        return AnswerStream(
            answerer=self.answerer,
            request=request,
            papers=opened,
            clock=self.clock,
            context="whole" if whole else "passages",
            smaller=passages if whole else lambda: None,
            nearest=lambda: choose.choose(self.question.text).evidence if whole else request.evidence,
            title_pages=[about_paper(paper.index.content) for paper in opened.values()],
            time_s=self.model_s,
            may_spend=lambda usage: self.may_spend(prepared.added_to_usage(usage)),
            lost=lambda usage: self.lost(prepared.added_to_usage(usage)),
        )


def beside_unread(question: ModelQuestion, asked: AskedPapers, shown: Container[PaperId]) -> ModelQuestion:
    """Return the question with the titles of the papers of which nothing is shown."""
    unread = [title_of(paper) for paper in asked.readable if paper.id not in shown]
    unread += [one.title for one in asked.left_out if one.title]
    return replace(question, unread=tuple(unread))


def searched_for(
    question: ModelQuestion, rewriter: Callable[[], TextModel | None]
) -> tuple[str, ModelUsage | None, tuple[str, ...]]:
    """Return what passages are searched by, the usage of the model that rewrote a follow-up, and notes on its failure."""
    model = rewriter() if question.history else None
    if model is None:
        return question.text, None, ()
    try:
        generation = model.generate(rewrite_prompt(question.text, question.history))
    except ScholarError as error:
        _log.warning("follow-up not rewritten", extra={"code": error.code})
        return question.text, error.usage, (_NOT_REWRITTEN.format(error.code),)
    rewritten = " ".join(generation.text.split())[:QUESTION_CHARACTERS]
    return rewritten or question.text, generation.usage, ()


def open_whole(
    each: EachPaper, reading: Reading, asked: AskedPapers, limits: ChatLimits
) -> dict[PaperId, OpenPaper] | None:
    """Return the papers in their order if they may be shown whole, None once they are too long.

    Raises:
        NotFoundError: If the only paper was deleted meanwhile.
        NotReadyError: If the only paper cannot be read.
        TransientError: If none of several can be reached.
    """
    if len(asked.ids) == 1:
        return each.all_opened(asked.readable)
    opened: dict[PaperId, OpenPaper] = {}
    characters = 0
    for paper in reading.over(asked.readable):
        characters += len(paper.index.text)
        if not fits_whole(characters, limits.whole_tokens):
            return None
        opened[paper.paper_id] = paper
    return opened
