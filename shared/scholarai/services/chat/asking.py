"""Answers questions about papers: saves the question, has it answered with checked quotes, and saves the answer."""

from __future__ import annotations

import contextlib
import functools
import logging
from collections.abc import Callable, Generator, Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from msgspec import field
from msgspec.structs import replace

from scholarai.domain.chat import Answer, Message, Session, TextSection
from scholarai.domain.depth import Depth, DepthEstimate, KeptCall, Step, require_depth
from scholarai.domain.errors import (
    ClaimLostError,
    ConflictError,
    LimitReachedError,
    ModelRefusedError,
    NotFoundError,
    ScholarError,
    TransientError,
)
from scholarai.domain.ids import SessionId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.limits import PAPERS_PER_CHAT
from scholarai.domain.notices import warning
from scholarai.domain.quote_wording import STOPPED
from scholarai.domain.usage import Usage, sum_usage
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.models import Answerer, ReplyModel, TextModel
from scholarai.ports.stores import PaperStore, SessionStore
from scholarai.prompting.prompt import ChatLimits
from scholarai.services.chat.answers import Lost, Preparation, sum_of_calls
from scholarai.services.chat.deep_calls import usage_of
from scholarai.services.chat.deep_references import FollowReferences
from scholarai.services.chat.history import ShowConversation
from scholarai.services.chat.record import ChatRecord, Question, without_deleted
from scholarai.services.chat.reply import (
    AnswerRestarted,
    ReplyEvent,
    SectionFinished,
    TextWritten,
    courtesy,
    repeated_answer,
    with_remark,
)
from scholarai.services.chat.request import ModelQuestion
from scholarai.services.chat.sessions import RunningAnswer, RunningAnswers
from scholarai.services.chat.several_without_model import AnswerSeveral
from scholarai.services.chat.turns import INTERRUPTED, Turnover, answered, failed, quoted_last
from scholarai.services.chat.without_model import AnswerFromPassages, understand
from scholarai.services.library.open_papers import AskedPapers, EachPaper, OpenPapers, title_of
from scholarai.services.library.passages import FindPassages, NearestPapers
from scholarai.services.spending import Spending, require_papers, require_question

if TYPE_CHECKING:
    from scholarai.services.chat.deep import LookMore
    from scholarai.services.chat.deep_calls import DeepModels
    from scholarai.services.chat.figures import ShowFigures
    from scholarai.services.chat.history import Conversation
    from scholarai.services.chat.with_model import AnswerWithModel

_log = logging.getLogger(__name__)


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
_STOPPED_EARLY = f"{STOPPED}: these are the sentences that were checked until then."
# Recitation: the model quoted more of a source than its provider allows; the question itself was acceptable.
_NOT_HARMFUL = frozenset({"model_recitation"})


class ChatRules(Value, frozen=True, kw_only=True):
    """Settings of the chat.

    Attributes:
        passages: How many passages rules answer from.
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
    second_reader: Callable[[], ReplyModel | None] = lambda: None
    spending: Spending | None = None
    nearest: NearestPapers | None = None
    figures: Callable[[], ShowFigures | None] = lambda: None
    looking: Callable[[], DeepModels | None] = lambda: None
    running: RunningAnswers = field(default_factory=RunningAnswers)

    def ask(self, question: Question) -> Generator[ChatEvent]:
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
        with self.running.track(session_id) as work:
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
        self, question: Question, asked: AskedPapers, session_id: SessionId, turn: Turnover, work: RunningAnswer
    ) -> Iterator[ChatEvent]:
        record = self._record
        answer: Answer | None = None
        lost: list[Usage] = []
        so_far: list[TextSection] = []
        pending = turn.answer
        try:
            with record.kept_alive(session_id, turn.answer, lost=work.stop):
                conversation = self._conversation(question, turn)
                pending = replace(pending, recap=conversation.recap if conversation else None)
                answering = self._answer(question, turn, asked, session_id, conversation, lost.append)
                with contextlib.closing(answering) as events:
                    for event in events:
                        if isinstance(event, Answer):
                            lost[:] = [event.usage]  # of the whole question
                        work.require_wanted()
                        if isinstance(event, Answer):
                            answer = self._noted(question, asked, without_deleted(event, self.papers, question.owner))
                            continue
                        if isinstance(event, AnswerRestarted):
                            so_far.clear()
                        elif isinstance(event, SectionFinished):
                            so_far.append(event.section)
                        yield event
        except ScholarError as error:
            record.save_answer(question.owner, session_id, failed(pending, error.code), lost=sum_usage(lost))
            if isinstance(error, ClaimLostError):
                self._keep_stopped(question, session_id, pending, so_far, sum_usage(lost))
            raise
        except BaseException:  # nobody reads the events any more, or a bug: the turn must not stay pending
            record.save_answer(question.owner, session_id, failed(pending, INTERRUPTED), lost=sum_usage(lost))
            raise
        if answer is not None:
            kept = record.save_answer(question.owner, session_id, answered(pending, answer))
            answer = answer if kept else replace(answer, notes=(*answer.notes, _NOT_KEPT))
            yield AnswerSaved(session_id=session_id, message_n=turn.answer.n, answer=answer)

    def _keep_stopped(
        self, question: Question, session_id: SessionId, pending: Message, so_far: Sequence[TextSection], usage: Usage
    ) -> None:
        """Keep what was checked of an answer that its asker stopped."""
        if not any(section.citations for section in so_far):
            return
        answer = Answer(
            sections=tuple(so_far),
            usage=usage,
            question_used=question.text,
            truncated=True,
            notes=(_STOPPED_EARLY,),
        )
        with contextlib.suppress(NotFoundError):
            kept = without_deleted(answer, self.papers, question.owner)
            self._record.save_stopped(session_id, answered(pending, kept))

    @property
    def _record(self) -> ChatRecord:
        return ChatRecord(
            sessions=self.sessions, clock=self.clock, ids=self.ids, kept=self.rules.kept, spending=self.spending
        )

    def _asked(self, question: Question, session: Session | None) -> AskedPapers:
        """Return the papers of a question; at least one of them can be read."""
        if question.library and session is None and self.nearest is not None:
            found, beyond = self.nearest.find(question.owner, question.text, limit=PAPERS_PER_CHAT)
            if not found:
                raise ConflictError("library_empty", "the library has no paper that can be read", action=_ADD_PAPERS)
            return replace(self._each.look_up(question.owner, found, known=True), beyond=beyond)
        paper_ids = session.paper_ids if session else tuple(dict.fromkeys(question.paper_ids))
        require_papers(paper_ids, PAPERS_PER_CHAT, "a question", "ask the whole library")
        return self._each.look_up(question.owner, paper_ids, known=session is not None)

    @property
    def _each(self) -> EachPaper:
        return EachPaper(papers=self.papers, open_papers=self.open_papers)

    def _conversation(self, question: Question, turn: Turnover) -> Conversation | None:
        """Return the earlier turns as a model is shown them, None where rules answer or nothing is asked."""
        if self.answerer().verbatim or courtesy(question.text, papers=1) is not None:
            return None
        return ShowConversation(model=self.rewriter, history_tokens=self.rules.limits.history_tokens).show(turn.earlier)

    def _answer(
        self,
        question: Question,
        turn: Turnover,
        asked: AskedPapers,
        session_id: SessionId,
        conversation: Conversation | None,
        lost: Lost,
    ) -> Generator[DepthEstimate | Step | ReplyEvent | Answer]:
        """Yield the events of an answer, and last the whole answer; rules answer where the model cannot be reached.

        `lost` gets the usage of the model so far if the answer ends before that.
        """
        said = courtesy(question.text, papers=len(asked.ids))
        if said is not None:
            yield from with_remark(said)
            return
        if conversation is None:
            yield from self._by_rules(self.answerer(), question, turn, asked)
            return
        spent: list[Usage] = []

        def note(usage: Usage) -> None:
            spent.append(usage)
            lost(usage)

        shown = False
        try:
            for event in self._by_model(question, turn, asked, session_id, conversation, note):
                shown = isinstance(event, (TextWritten, SectionFinished)) or (
                    shown and not isinstance(event, AnswerRestarted)
                )
                yield replace(event, notes=(*conversation.notes, *event.notes)) if isinstance(event, Answer) else event
        except (TransientError, LimitReachedError, ModelRefusedError) as error:
            stand_in = self.stand_in() if may_be_stood_in_for(error) else None
            if stand_in is None:
                raise
            _log.warning("rules answer in the model's place", extra={"code": error.code})
            if shown:
                yield AnswerRestarted()
            for event in self._by_rules(stand_in, question, turn, asked):
                if isinstance(event, Answer):
                    usage = sum_usage([*spent, event.usage])
                    yield replace(event, degraded=error.code, usage=replace(usage, context=None))
                else:
                    yield event

    def _by_model(
        self,
        question: Question,
        turn: Turnover,
        asked: AskedPapers,
        session_id: SessionId,
        conversation: Conversation,
        lost: Lost,
    ) -> Iterator[DepthEstimate | Step | ReplyEvent | Answer]:
        depth = question.depth or self.rules.depth
        models = self.looking() if depth != "quick" else None
        summed_up = () if conversation.usage is None else (conversation.usage,)
        before = Preparation(seconds=0.0, lexical=False, models=summed_up)
        if models is not None:
            yield from self._looking_more(question, turn, conversation, before, session_id, models, lost).answer(asked)
        else:
            yield from self._with_model(question, turn, conversation, before, lost).answer(asked)

    def _with_model(
        self, question: Question, turn: Turnover, conversation: Conversation, before: Preparation, lost: Lost
    ) -> AnswerWithModel:
        # Prompts load pydantic; answers by rules start without it.
        from scholarai.services.chat.second_reading import ReadAgain
        from scholarai.services.chat.with_model import AnswerWithModel

        reader = self.second_reader()
        return AnswerWithModel(
            question=ModelQuestion(
                text=question.text, limits=self.rules.limits, history=conversation.turns, figures=self.figures()
            ),
            last=quoted_last(turn.earlier),
            each=self._each,
            find=self.find,
            answerer=self.answerer(),
            rewriter=self.rewriter,
            second=ReadAgain(model=reader) if reader is not None else None,
            clock=self.clock,
            model_s=self.rules.model_s,
            before=before,
            may_spend=functools.partial(self._may_spend, question),
            lost=lost,
        )

    def _looking_more(
        self,
        question: Question,
        turn: Turnover,
        conversation: Conversation,
        before: Preparation,
        session_id: SessionId,
        models: DeepModels,
        lost: Lost,
    ) -> LookMore:
        # As above.
        from scholarai.services.chat.deep import LookMore

        def keep(call: KeptCall) -> bool:
            lost(sum_of_calls([usage_of(call)]))
            return self._record.keep_call(session_id, turn.answer, call)

        nearest = self.nearest
        lost(before.added_to_usage(Usage()))
        return LookMore(
            owner=question.owner,
            question=ModelQuestion(
                text=question.text,
                limits=self.rules.limits,
                history=conversation.turns,
                figures=self.figures(),
                effort="medium",
            ),
            depth=question.depth or self.rules.depth,
            budget_usd=self.rules.budget_usd,
            find=self.find,
            each=self._each,
            models=models,
            answerer=self.answerer(),
            rewriter=self.rewriter,
            clock=self.clock,
            model_s=self.rules.model_s,
            may_spend=functools.partial(self._may_spend, question),
            keep=keep,
            kept=turn.answer.calls,
            references=FollowReferences(catalog=nearest.catalog, owner=question.owner) if nearest else None,
            before=before,
        )

    def _by_rules(
        self, answerer: Answerer, question: Question, turn: Turnover, asked: AskedPapers
    ) -> Iterator[ReplyEvent | Answer]:
        """Answer with sentences of the papers."""
        said = repeated_answer(question.text, turn.earlier)
        if said is not None:
            yield from with_remark(said)
            return
        begun = self.clock.now()
        understood = understand(question.text, turn.earlier)
        if len(asked.ids) > 1:
            several = AnswerSeveral(
                each=self._each, find=self.find, answerer=answerer, clock=self.clock, shown=understood.shown
            )
            yield from several.answer(asked, understood.text)
            return
        alone = AnswerFromPassages(find=self.find, answerer=answerer, clock=self.clock, passages=self.rules.passages)
        opened = self._each.all_opened(asked.readable)
        yield from alone.answer(next(iter(opened.values())), understood, begun=begun)

    def _noted(self, question: Question, asked: AskedPapers, answer: Answer) -> Answer:
        """Return the answer with notes: that no model could look deeper, and which quoted papers were retracted or doubted."""
        wanted = (question.depth or self.rules.depth) != "quick" and answer.remark is None
        notes = (*answer.notes, _NO_MODEL) if wanted and self.looking() is None else answer.notes
        quoted = {citation.paper_id for section in answer.sections for citation in section.citations}
        told = [(paper, warning(paper.notices)) for paper in asked.readable if paper.id in quoted and paper.notices]
        return replace(answer, notes=(*notes, *(f"“{title_of(paper)}” is {why}." for paper, why in told if why)))

    def _may_spend(self, question: Question, usage: Usage) -> bool:
        return self.spending is None or self.spending.allows_more(question.owner, usage)


def may_be_stood_in_for(error: ScholarError) -> bool:
    """Tell whether rules may answer after this error of the model; never after a safety refusal."""
    return isinstance(error, (TransientError, LimitReachedError)) or error.code in _NOT_HARMFUL
