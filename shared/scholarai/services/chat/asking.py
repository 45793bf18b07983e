"""Answers questions about papers: saves the question, has it answered with checked quotes, and saves the answer."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from msgspec import field

from scholarai.domain.chat import Answer, Session, Usage, sum_usage
from scholarai.domain.depth import Depth, DepthEstimate, KeptCall, Step, require_depth
from scholarai.domain.errors import ConflictError, NotFoundError, ScholarError
from scholarai.domain.ids import SessionId
from scholarai.domain.limits import PAPERS_PER_CHAT
from scholarai.domain.notices import warning
from scholarai.domain.values import Value
from scholarai.domain.visible import visible
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.models import Answerer, ReplyModel, TextModel
from scholarai.ports.stores import PaperStore, SessionStore
from scholarai.prompting.prompt import ChatLimits
from scholarai.services.chat.answers import Lost, Preparation, sum_of_calls
from scholarai.services.chat.from_passages import AnswerFromPassages, UnderstandQuestion, Understood
from scholarai.services.chat.record import ChatRecord, Question, without_deleted
from scholarai.services.chat.reply import ReplyEvent, ask_back, said_at_once, with_remark
from scholarai.services.chat.turns import INTERRUPTED, Turnover, answered, failed, quoted_last, said_before
from scholarai.services.library.open_papers import AskedPapers, EachPaper, OpenPapers, title_of
from scholarai.services.library.passages import FindPassages, NearestPapers
from scholarai.services.spending import Spending, require_papers, require_question
from scholarai.services.under_way import AnswerUnderWay, UnderWay

if TYPE_CHECKING:
    from scholarai.retrieval.index import PaperIndex
    from scholarai.services.chat.deep import LookMore
    from scholarai.services.chat.deep_calls import DeepModels
    from scholarai.services.chat.figures import ShowFigures
    from scholarai.services.chat.several import AnswerSeveral


class QuestionSaved(Value, frozen=True, kw_only=True):
    """The first event: the question is stored in the session; `message_n` is the number of its answer."""

    session_id: SessionId
    message_n: int


class AnswerSaved(Value, frozen=True, kw_only=True):
    """The last event."""

    session_id: SessionId
    message_n: int
    answer: Answer


ChatEvent = QuestionSaved | DepthEstimate | Step | ReplyEvent | AnswerSaved
_ADD_PAPERS = "Add papers, or wait until those that were added are read."
_NOT_KEPT = "This conversation is not kept: it was deleted meanwhile, alone or with one of its papers."
_NO_MODEL = "The papers were searched once: no language model is connected that could look for more."


class ChatRules(Value, frozen=True, kw_only=True):
    """Settings of the chat.

    Attributes:
        passages: How many excerpts a model is shown.
        kept: How long a session is kept after its last question.
        limits: Bounds of prompt and reply.
        model_s: How long all calls of the model for one question may take together; in a deeper answer, each of them.
        depth: The depth of questions that name none.
        budget_usd: What an answer of a depth other than `quick` may cost.
    """

    passages: int = 10
    kept: timedelta = timedelta(days=90)
    limits: ChatLimits = field(default_factory=ChatLimits)
    model_s: float = 60.0
    depth: Depth = "quick"
    budget_usd: float = 0.5


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
    figures: Callable[[], ShowFigures | None] = lambda: None
    looking: Callable[[], DeepModels | None] = lambda: None
    under_way: UnderWay = field(default_factory=UnderWay)

    def run(self, question: Question) -> Generator[ChatEvent]:
        """Yield the events of a question, the saved answer last.

        A refusal is an answer, too. If the model fails, the question stays saved with a failed message, and the same request
        (by its idempotency key) tries again. A request that was answered already gets that answer.

        Raises:
            InvalidRequestError: If the question is empty or too long, or names no paper, too many papers or an unknown depth.
            NotFoundError: If a paper or the session is unknown, expired, or another owner's.
            NotReadyError: If the paper is not extracted yet; of several, if none can be read.
            ConflictError: If the paper failed, the library is empty, or the same request is being answered right now.
            ClaimLostError: If the answer was stopped or its session deleted meanwhile.
            LimitReachedError: If the owner has taken a day's worth of questions, tokens or money.
            TransientError: If a store or the model cannot be reached in time.
            ModelRefusedError: If the model may not answer.
        """
        question = replace(question, text=visible(question.text).strip())
        require_question(question.text)
        if question.depth is not None:
            require_depth(question.depth)
        session = self._record.session_of(question)
        asked = self._asked(question, session)
        asked, session_id, turn = self._saved(question, session, asked)
        with self.under_way.work(session_id) as work:
            yield QuestionSaved(session_id=session_id, message_n=turn.answer.n)
            if turn.repeated and turn.answer.answer is not None:
                yield AnswerSaved(session_id=session_id, message_n=turn.answer.n, answer=turn.answer.answer)
                return
            yield from self._finished(question, asked, session_id, turn, work)

    def _saved(
        self, question: Question, session: Session | None, asked: AskedPapers
    ) -> tuple[AskedPapers, SessionId, Turnover]:
        """Save the question; if a paper was deleted meanwhile, and the new session with it, ask the papers that are left."""
        try:
            return asked, *self._record.save_question(question, session, asked.ids)
        except NotFoundError:
            if session is not None:
                raise
            left = self._each.look_up(question.owner, asked.ids, known=True)
            return replace(left, beyond=asked.beyond), *self._record.save_question(question, None, asked.ids)

    def _finished(
        self, question: Question, asked: AskedPapers, session_id: SessionId, turn: Turnover, work: AnswerUnderWay
    ) -> Iterator[ChatEvent]:
        record = self._record
        answer: Answer | None = None
        lost: list[Usage] = []
        try:
            with (
                record.kept_alive(session_id, turn.answer, lost=work.end),
                contextlib.closing(self._answer(question, turn, asked, session_id, lost.append)) as events,
            ):
                for event in events:
                    if isinstance(event, Answer):
                        lost[:] = [event.usage]  # of the whole question
                    work.require_wanted()
                    if isinstance(event, Answer):
                        answer = self._noted(question, asked, without_deleted(event, self.papers, question.owner))
                    else:
                        yield event
        except ScholarError as error:
            record.save_answer(question.owner, session_id, failed(turn.answer, error.code), lost=sum_usage(lost))
            raise
        except BaseException:  # nobody reads the events any more, or a bug: the turn must not stay pending
            record.save_answer(question.owner, session_id, failed(turn.answer, INTERRUPTED), lost=sum_usage(lost))
            raise
        if answer is not None:
            kept = record.save_answer(question.owner, session_id, answered(turn.answer, answer))
            answer = answer if kept else replace(answer, notes=(*answer.notes, _NOT_KEPT))
            yield AnswerSaved(session_id=session_id, message_n=turn.answer.n, answer=answer)

    @property
    def _record(self) -> ChatRecord:
        return ChatRecord(
            sessions=self.sessions, clock=self.clock, ids=self.ids, kept=self.rules.kept, spending=self.spending
        )

    def _asked(self, question: Question, session: Session | None) -> AskedPapers:
        """Return the papers of a question; at least one of them can be read."""
        if question.library and session is None and self.nearest is not None:
            found, beyond = self.nearest.run(question.owner, question.text, limit=PAPERS_PER_CHAT)
            if not found:
                raise ConflictError("library_empty", "the library has no paper that can be read", action=_ADD_PAPERS)
            return replace(self._each.look_up(question.owner, found, known=True), beyond=beyond)
        paper_ids = session.paper_ids if session else tuple(dict.fromkeys(question.paper_ids))
        require_papers(paper_ids, PAPERS_PER_CHAT, "a question", "ask the whole library")
        return self._each.look_up(question.owner, paper_ids, known=session is not None)

    @property
    def _each(self) -> EachPaper:
        return EachPaper(papers=self.papers, open_papers=self.open_papers)

    def _several(self, question: Question, turn: Turnover, understood: Understood, lost: Lost) -> AnswerSeveral:
        # Loaded by the first such question, so that an instance starts sooner.
        from scholarai.services.chat.several import AnswerSeveral
        from scholarai.services.chat.written import WriteFromPapers

        shown = tuple(citation.text for citation in understood.shown)
        before = _before(understood)
        write = WriteFromPapers(
            find=self.find,
            reader=self.reader,
            clock=self.clock,
            limits=self.rules.limits,
            model_s=self.rules.model_s,
            may_spend=functools.partial(self._may_spend, question, before),
            lost=lambda usage: lost(before.added_to_usage(usage)),
            history=said_before(turn.earlier),
            figures=self.figures(),
            shown=shown,
        )
        return AnswerSeveral(
            each=self._each,
            find=self.find,
            answerer=self.answerer(),
            clock=self.clock,
            write=write,
            stand_in=self.stand_in,
            before=before,
            shown=shown,
        )

    def _looking_more(
        self,
        question: Question,
        turn: Turnover,
        understood: Understood,
        session_id: SessionId,
        models: DeepModels,
        lost: Lost,
    ) -> LookMore:
        from scholarai.services.chat.deep import LookMore
        from scholarai.services.chat.deep_calls import usage_of
        from scholarai.services.chat.deep_references import FollowReferences

        def keep(call: KeptCall) -> bool:
            lost(sum_of_calls([usage_of(call)]))
            return self._record.keep_call(session_id, turn.answer, call)

        nearest, before = self.nearest, _before(understood)
        lost(before.added_to_usage(Usage()))
        return LookMore(
            owner=question.owner,
            depth=question.depth or self.rules.depth,
            budget_usd=self.rules.budget_usd,
            find=self.find,
            each=self._each,
            models=models,
            answerer=self.answerer(),
            stand_in=self.stand_in,
            clock=self.clock,
            limits=self.rules.limits,
            model_s=self.rules.model_s,
            may_spend=lambda usage: self.spending is None or self.spending.allows_more(question.owner, usage),
            keep=keep,
            kept=turn.answer.calls,
            references=FollowReferences(catalog=nearest.catalog, owner=question.owner) if nearest else None,
            figures=self.figures(),
            history=said_before(turn.earlier),
            shown=tuple(citation.text for citation in understood.shown),
            before=before,
        )

    def _answer(
        self, question: Question, turn: Turnover, asked: AskedPapers, session_id: SessionId, lost: Lost
    ) -> Generator[DepthEstimate | Step | ReplyEvent | Answer]:
        """Yield the events of an answer, and last the whole answer.

        `lost` gets the usage of the model so far if the answer ends before that.
        """
        said = said_at_once(question.text, turn.earlier, papers=len(asked.ids))
        if said is not None:
            yield from with_remark(said)
            return
        begun = self.clock.now()
        understood = self._understand.run(question.text, turn.earlier)
        last = quoted_last(turn.earlier) if understood.kind == "more" else ()
        deeper = not last and (question.depth or self.rules.depth) != "quick"
        models = self.looking() if deeper else None
        if understood.kind == "unclear":
            yield from with_remark(self._asked_back(understood, asked))
        elif models is not None:
            look = self._looking_more(question, turn, understood, session_id, models, lost)
            yield from look.run(asked, understood.text)
        elif len(asked.ids) > 1 and not last:
            yield from self._several(question, turn, understood, lost).run(asked, understood.text)
        else:
            cited = {citation.paper_id for citation in last}
            papers = [paper for paper in asked.readable if len(asked.ids) == 1 or paper.id in cited]
            opened = self._each.all_opened(papers)
            yield from self._from_passages(question, turn, lost).run(opened, understood, last, begun=begun)

    def _noted(self, question: Question, asked: AskedPapers, answer: Answer) -> Answer:
        """Return the answer with notes: that no model could look deeper, and which quoted papers were retracted or doubted."""
        wanted = (question.depth or self.rules.depth) != "quick" and answer.remark is None
        notes = (*answer.notes, _NO_MODEL) if wanted and self.looking() is None else answer.notes
        quoted = {citation.paper_id for section in answer.sections for citation in section.citations}
        told = [(paper, warning(paper.notices)) for paper in asked.readable if paper.id in quoted and paper.notices]
        return replace(answer, notes=(*notes, *(f"“{title_of(paper)}” is {why}." for paper, why in told if why)))

    def _asked_back(self, understood: Understood, asked: AskedPapers) -> Answer:
        from scholarai.answering.readings import readings_of_papers

        subjects: PaperIndex | Sequence[str] = [title_of(paper) for paper in asked.readable]
        if len(asked.ids) == 1:
            subjects = self.open_papers.open(asked.readable[0]).index
        return ask_back(understood.asked, understood.readings or readings_of_papers(subjects))

    def _from_passages(self, question: Question, turn: Turnover, lost: Lost) -> AnswerFromPassages:
        return AnswerFromPassages(
            find=self.find,
            answerer=self.answerer,
            stand_in=self.stand_in,
            clock=self.clock,
            figures=self.figures,
            history=said_before(turn.earlier),
            passages=self.rules.passages,
            limits=self.rules.limits,
            model_s=self.rules.model_s,
            may_spend=functools.partial(self._may_spend, question),
            lost=lost,
        )

    def _may_spend(self, question: Question, found: Preparation, usage: Usage) -> bool:
        return self.spending is None or self.spending.allows_more(question.owner, found.added_to_usage(usage))

    @property
    def _understand(self) -> UnderstandQuestion:
        return UnderstandQuestion(rewriter=self.rewriter, history_tokens=self.rules.limits.history_tokens)


def _before(understood: Understood) -> Preparation:
    return Preparation(seconds=0.0, lexical=False, models=(understood.usage,) if understood.usage else ())
