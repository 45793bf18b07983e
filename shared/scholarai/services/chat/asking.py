"""Asking papers: a question is saved, evidence is found, a model answers from it, and every quote is checked."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from datetime import timedelta

from msgspec import field

from scholarai.answering.absent import absent_places
from scholarai.answering.named_places import within_places
from scholarai.domain.chat import Answer, Session, Usage
from scholarai.domain.errors import InvalidRequestError, ScholarError
from scholarai.domain.ids import SessionId
from scholarai.domain.limits import PAPERS_PER_CHAT, QUESTION_CHARACTERS
from scholarai.domain.values import Value
from scholarai.domain.visible import visible
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.models import Answerer, AnswerRequest, ModelUsage, ReplyModel, TextModel
from scholarai.ports.papers import PaperStore
from scholarai.ports.sessions import SessionStore
from scholarai.prompting.about import about_paper
from scholarai.prompting.chat import ChatLimits, chat_prompt
from scholarai.prompting.follow_ups import carry_topics, refers_back, rewrite_prompt
from scholarai.services.chat.answers import AnswerStream, Preparation, Understood
from scholarai.services.chat.figures import ShowFigures
from scholarai.services.chat.known import answer_from_metadata, refused_for_absence
from scholarai.services.chat.record import ChatRecord, Question
from scholarai.services.chat.refusals import refused_in_code
from scholarai.services.chat.reply import AnswerRestarted, ReplyEvent, SectionFinished, TextWritten
from scholarai.services.chat.several import AnswerSeveral
from scholarai.services.chat.turns import INTERRUPTED, Turnover, answered, failed, questions_before, said_before
from scholarai.services.chat.written import WriteFromPapers
from scholarai.services.library.each_paper import AskedPapers, EachPaper
from scholarai.services.library.open_papers import OpenPapers
from scholarai.services.library.passages import FindPassages, NearestPapers
from scholarai.services.spending import Spending

_log = logging.getLogger(__name__)


class QuestionSaved(Value, frozen=True, kw_only=True):
    """The first event: the question stands in the session; `message_n` will be its answer."""

    session_id: SessionId
    message_n: int


class AnswerSaved(Value, frozen=True, kw_only=True):
    """The last event."""

    session_id: SessionId
    message_n: int
    answer: Answer


__all__ = [
    "AnswerRestarted",
    "AnswerSaved",
    "AskPapers",
    "ChatEvent",
    "ChatRules",
    "Question",
    "QuestionSaved",
    "SectionFinished",
    "TextWritten",
]

ChatEvent = QuestionSaved | ReplyEvent | AnswerSaved


class ChatRules(Value, frozen=True, kw_only=True):
    """Settings of the chat.

    Attributes:
        passages: How many excerpts a model is shown.
        kept: How long a session lives after its last question.
        limits: Bounds of prompt and reply.
        model_s: How long all calls of the model for one question may take together.
    """

    passages: int = 10
    kept: timedelta = timedelta(days=90)
    limits: ChatLimits = field(default_factory=ChatLimits)
    model_s: float = 60.0


class AskPapers(Value, frozen=True, kw_only=True):
    papers: PaperStore
    sessions: SessionStore
    open_papers: OpenPapers
    find: FindPassages
    answerer: Callable[[], Answerer]
    stand_in: Callable[[], Answerer | None] = lambda: None
    clock: Clock
    ids: IdSource
    rules: ChatRules = field(default_factory=ChatRules)
    rewriter: Callable[[], TextModel | None] = lambda: None
    reader: Callable[[], ReplyModel | None] = lambda: None
    spending: Spending | None = None
    nearest: NearestPapers | None = None
    figures: ShowFigures | None = None

    def run(self, question: Question) -> Generator[ChatEvent]:
        """Yield the events of a question, the saved answer last.

        A refusal is an answer, too. When the model fails, the question stays saved
        with a failed message, and asking again with the same idempotency key tries again. A request that was answered
        already gets that answer.

        Raises:
            InvalidRequestError: If the question is empty or too long, or names no paper or too many.
            NotFoundError: If a paper or the session is unknown, expired, or another owner's.
            NotReadyError: If the paper is not extracted yet; of several, if none can be read.
            ConflictError: If the paper failed, or the same request is being answered right now.
            LimitReachedError: If the owner has taken a day's worth of questions, tokens or money.
            TransientError: If a store or the model cannot be reached in time.
            ModelRefusedError: If the model may not answer.
        """
        question = replace(question, text=_checked(question.text))
        record = self._record
        session = record.session_of(question)
        asked = self._asked(question, session)
        session_id, turn = record.save_question(question, session, asked.ids)
        yield QuestionSaved(session_id=session_id, message_n=turn.answer.n)
        if turn.repeated and turn.answer.answer is not None:
            yield AnswerSaved(session_id=session_id, message_n=turn.answer.n, answer=turn.answer.answer)
            return
        answer: Answer | None = None
        try:
            with record.kept_alive(session_id, turn.answer):
                for event in self._answer(question, turn, asked):
                    if isinstance(event, Answer):
                        answer = event
                    else:
                        yield event
        except ScholarError as error:
            record.save_answer(question.owner, session_id, failed(turn.answer, error.code))
            raise
        except BaseException:  # the client disconnected, or a bug: the turn must not stay pending
            record.save_answer(question.owner, session_id, failed(turn.answer, INTERRUPTED))
            raise
        if answer is not None:
            record.save_answer(question.owner, session_id, answered(turn.answer, answer))
            yield AnswerSaved(session_id=session_id, message_n=turn.answer.n, answer=answer)

    @property
    def _record(self) -> ChatRecord:
        return ChatRecord(
            sessions=self.sessions, clock=self.clock, ids=self.ids, kept=self.rules.kept, spending=self.spending
        )

    def _asked(self, question: Question, session: Session | None) -> AskedPapers:
        """Return the papers that are asked, at least one of them readable."""
        if question.library and session is None and self.nearest is not None:
            found, beyond = self.nearest.run(question.owner, question.text, limit=PAPERS_PER_CHAT)
            if found:
                return replace(self._each.look_up(question.owner, found, known=True), beyond=beyond)
        paper_ids = session.paper_ids if session else tuple(dict.fromkeys(question.paper_ids))
        if not 0 < len(paper_ids) <= PAPERS_PER_CHAT:
            raise InvalidRequestError(
                "papers_invalid", f"a question is about 1 to {PAPERS_PER_CHAT} papers, got {len(paper_ids)}"
            )
        return self._each.look_up(question.owner, paper_ids, known=session is not None)

    @property
    def _each(self) -> EachPaper:
        return EachPaper(papers=self.papers, open_papers=self.open_papers)

    def _several(self, question: Question, turn: Turnover, understood: Understood) -> AnswerSeveral:
        before = Preparation(seconds=0.0, lexical=False, models=(understood.usage,) if understood.usage else ())
        write = WriteFromPapers(
            find=self.find,
            reader=self.reader,
            clock=self.clock,
            limits=self.rules.limits,
            model_s=self.rules.model_s,
            may_spend=functools.partial(self._may_spend, question, before),
            history=said_before(turn.earlier),
            figures=self.figures,
        )
        return AnswerSeveral(
            each=self._each,
            find=self.find,
            answerer=self.answerer(),
            clock=self.clock,
            write=write,
            stand_in=self.stand_in,
            before=before,
        )

    def _answer(self, question: Question, turn: Turnover, asked: AskedPapers) -> Iterator[ReplyEvent | Answer]:
        begun = self.clock.now()
        understood = self._understood(question.text, turn)
        if len(asked.ids) > 1:
            yield from self._several(question, turn, understood).run(asked, understood.text)
            return
        (paper,) = asked.readable
        only = self.open_papers.open(paper)
        opened = {only.paper_id: only}
        passages = self.find.run(only, understood.text, k=self.rules.passages)
        found = Preparation(
            seconds=(self.clock.now() - begun).total_seconds(),
            lexical=passages.retrieval == "lexical",
            models=tuple(call for call in (understood.usage, passages.usage) if call is not None),
        )
        evidence = within_places(understood.text, passages.evidence)
        absent = absent_places(understood.text, [only.index.content])
        known = answer_from_metadata(understood.text, only, evidence) or refused_for_absence(
            understood.text, absent, evidence, weak=passages.weak
        )
        if known is not None:
            yield found.added_to(known)
            return
        if passages.weak or not evidence:
            yield found.added_to(refused_in_code(understood.text, evidence, opened))
            return
        about = [about_paper(only.index.content)]
        prompt = chat_prompt(
            understood.text,
            evidence,
            titles={only.paper_id: only.title},
            history=said_before(turn.earlier),
            missing=passages.missing,
            about=about,
            pictures=self.figures.run([only], understood.text, evidence) if self.figures else (),
            limits=self.rules.limits,
        )
        stream = AnswerStream(
            answerer=self.answerer(),
            request=AnswerRequest(question=understood.text, evidence=evidence, prompt=prompt),
            papers=opened,
            clock=self.clock,
            stand_in=self.stand_in,
            about=about,
            time_s=self.rules.model_s,
            may_spend=functools.partial(self._may_spend, question, found),
        )
        yield from stream
        if stream.answer is not None:
            answer = replace(stream.answer, notes=(*stream.answer.notes, *absent))
            yield found.added_to(answer)

    def _may_spend(self, question: Question, found: Preparation, usage: Usage) -> bool:
        return self.spending is None or self.spending.allows_more(question.owner, found.added_to_usage(usage))

    def _understood(self, text: str, turn: Turnover) -> Understood:
        """Return the question in a form that needs no context: rewritten by a model if there is one, else by rule."""
        if not turn.earlier or not refers_back(text):
            return Understood(text=text)
        usage: ModelUsage | None = None
        rewriter = self.rewriter()
        if rewriter is not None:
            prompt = rewrite_prompt(text, said_before(turn.earlier), history_tokens=self.rules.limits.history_tokens)
            try:
                generation = rewriter.generate(prompt)
            except ScholarError as error:
                _log.warning("follow-up rewritten by rule", extra={"code": error.code})
            else:
                usage = generation.usage
                rewritten = " ".join(generation.text.split())
                if 0 < len(rewritten) <= QUESTION_CHARACTERS:
                    return Understood(text=rewritten, usage=usage)
        return Understood(text=carry_topics(text, questions_before(turn.earlier)), usage=usage)


def _checked(text: str) -> str:
    text = visible(text).strip()
    if not 0 < len(text) <= QUESTION_CHARACTERS:
        raise InvalidRequestError(
            "question_invalid", f"a question has 1 to {QUESTION_CHARACTERS} characters, got {len(text)}"
        )
    return text
