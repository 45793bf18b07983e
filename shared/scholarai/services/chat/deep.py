"""Answers a question by searching its papers several times, within bounds that are announced before it starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from scholarai.domain.chat import Answer, Evidence
from scholarai.domain.depth import (
    BOUNDS,
    NOTHING,
    STOP_WORDS,
    Depth,
    DepthBounds,
    DepthEstimate,
    KeptCall,
    Step,
    StepKind,
    Taken,
    estimate_of,
)
from scholarai.domain.errors import InvalidRequestError, ScholarError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.usage import Usage
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, AnswerRequest, TextModel
from scholarai.prompting.papers import about_paper
from scholarai.prompting.second_reading import second_reading_prompt
from scholarai.services.chat.answers import AnswerStream, Preparation, sum_of_calls
from scholarai.services.chat.coverage import coverage_of
from scholarai.services.chat.deep_calls import DeepCalls, DeepModels, KeptAnswerer, most_of, usage_of
from scholarai.services.chat.deep_looking import Looking
from scholarai.services.chat.deep_pool import Pool
from scholarai.services.chat.deep_references import FollowReferences
from scholarai.services.chat.passages import PAPERS_READ
from scholarai.services.chat.refusals import refused_in_code
from scholarai.services.chat.reply import ReplyEvent
from scholarai.services.chat.request import ModelQuestion
from scholarai.services.chat.second_reading import claims_of, with_opinions
from scholarai.services.chat.with_model import beside_unread, open_whole, searched_for
from scholarai.services.library.open_papers import AskedPapers, EachPaper, OpenPaper, Reading, title_of
from scholarai.services.library.passages import FindPassages
from scholarai.services.papers.owned_papers import readable_generation, require_owned

# Characters of the passages that the answering model is shown: about those of a quick answer's ten.
ANSWER_CHARACTERS = 20_000
# What is reserved for the answer and its check: excerpts with their marks, at three bytes a token, and a check of ten quotes.
_EXCERPT_TOKENS = ANSWER_CHARACTERS // 2
_CHECK_TOKENS = 14_000
_STOPPED_NOTE = "Nothing more was looked for because {}; this is answered from what was found until then."
_FOLLOWED_NOTE = "Searched, too, because the passages cite it: “{}”."
_FAILED_NOTES: Mapping[StepKind, str] = {
    "plan": "No searches were planned: the model failed ({}).",
    "weigh": "Not all passages were weighed: the model failed ({}).",
    "missing": "What is still missing was not looked for: the model failed ({}).",
    "check": "The answer was not read a second time: the model failed ({}).",
}
# Passages of each paper that are shown where the model declines after reading whole papers.
_NEAREST = 3


class LookMore(Value, frozen=True, kw_only=True, eq=False):
    """Answers with models: `models` plan searches, weigh passages and check the answer, `answerer` writes it.

    Papers that fit the model's window are shown whole, and nothing is planned, searched or weighed.

    Attributes:
        question: As the answering model is asked it.
        budget_usd: What one answer may cost.
        rewriter: Returns the model that puts a follow-up into words to search with, or None.
        may_spend: Tells whether the owner's daily limits allow a further call after this usage.
        keep: Stores a paid call, and tells whether the caller wants the answer now.
        kept: The calls that an earlier try of the same request paid.
        references: Finds cited papers in the library; None: they are not followed.
        before: What preceded the answer.
    """

    owner: OwnerId
    question: ModelQuestion
    depth: Depth
    budget_usd: float
    find: FindPassages
    each: EachPaper
    models: DeepModels
    answerer: Answerer
    rewriter: Callable[[], TextModel | None]
    clock: Clock
    model_s: float
    may_spend: Callable[[Usage], bool]
    keep: Callable[[KeptCall], bool]
    before: Preparation
    kept: Sequence[KeptCall] = ()
    references: FollowReferences | None = None

    def answer(self, asked: AskedPapers) -> Iterator[DepthEstimate | Step | ReplyEvent | Answer]:
        """Yield the upper bound of cost and time, then the steps and the text as they come, and last the whole answer.

        Raises:
            InvalidRequestError: If even the answer and its check alone may cost more than the budget.
            TransientError: If no paper can be reached, or the model is busy.
            ModelRefusedError: If the model may not answer.
            ClaimLostError: If another worker answers the question now.
        """
        begun = self.clock.now()
        reading = self.each.reading()
        calls = self._calls(begun)
        calls.reserve = self._reserve()
        dearest = self.models.dearest if self.models.price_known else None
        estimate = estimate_of(self.depth, dearest, budget_usd=self.budget_usd, model_s=self.model_s)
        yield estimate
        opened = open_whole(self.each, reading, asked, self.question.limits)
        request = beside_unread(self.question, asked, opened).with_whole(opened) if opened else None
        text = self.question.text
        steps: list[Step] = []
        notes: tuple[str, ...] = ()
        looking = None
        before = self.before
        if request is None or opened is None or not self._fits(calls, request):
            text, call, notes = searched_for(self.question, self.rewriter)
            before = before.with_call(call)
            looking = self._looking(asked, text, reading, calls)
            for step in looking.look():
                steps.append(step)
                yield step
            opened, request = self._with_passages(asked, looking)
            notes = (*notes, *_notes(looking, steps))
        looked_s = (self.clock.now() - begun).total_seconds()
        if request.evidence:
            stream = self._stream(calls, request, opened, looking)
            yield from stream
            answer = stream.given
        else:
            answer = refused_in_code(text)
        if answer.kind == "answer" and answer.sections:
            answer, checked = self._checked(answer, opened, calls)
            steps += checked
            yield from checked
        usage = replace(
            before.added_to_usage(sum_of_calls(map(usage_of, calls.kept.values()))),
            model=answer.usage.model,
            retrieval_s=looked_s,
            model_s=answer.usage.model_s,
            context=answer.usage.context,
        )
        yield replace(
            answer,
            question_used=text,
            usage=usage,
            retrieval="lexical" if looking is not None and looking.pool.lexical else "hybrid",
            depth=self.depth,
            estimate=estimate,
            steps=tuple(steps),
            notes=(*notes, *answer.notes),
            coverage=coverage_of(asked, reading, answer, shown=frozenset(opened)) if len(asked.ids) > 1 else None,
        )

    @property
    def _bounds(self) -> DepthBounds:
        return BOUNDS[self.depth]

    @property
    def _check(self) -> Taken:
        """Return what the second reading may take."""
        return Taken(calls=1, tokens=_CHECK_TOKENS, cost_usd=_CHECK_TOKENS * sum(self.models.judges.per_token) / 2)

    def _calls(self, begun: datetime) -> DeepCalls:
        return DeepCalls(
            clock=self.clock,
            bounds=self._bounds,
            budget_usd=self.budget_usd,
            until=begun + timedelta(seconds=self._bounds.looking_s),
            may_spend=lambda kept: self.may_spend(self._before(kept)),
            keep=self.keep,
            kept={call.digest: call for call in self.kept},
        )

    def _looking(self, asked: AskedPapers, text: str, reading: Reading, calls: DeepCalls) -> Looking:
        return Looking(
            question=text,
            papers=asked.readable,
            titles=[title_of(paper) for paper in asked.readable[:PAPERS_READ]],
            pool=Pool(find=self.find, reading=reading),
            calls=calls,
            models=self.models,
            references=self.references,
            paper_of=self._paper_of,
        )

    def _reserve(self) -> Taken:
        """Return what is reserved for the answer and its check.

        Raises:
            InvalidRequestError: If that may cost more than the budget.
        """
        bare = most_of(self.question.with_passages({}, ()).prompt, self.models.answers)
        excerpts = Taken(tokens=_EXCERPT_TOKENS, cost_usd=_EXCERPT_TOKENS * self.models.answers[0])
        reserve = bare + excerpts + self._check
        if reserve.cost_usd > self.budget_usd and not self.kept:
            raise InvalidRequestError(
                "depth_over_budget",
                f"one answer may cost {self.budget_usd:.2f} US dollars, and a {self.depth} one takes {reserve.cost_usd:.2f} at least",
                action="Ask with the depth quick, or raise SCHOLARAI_DEPTH_BUDGET_USD.",
            )
        return reserve

    def _fits(self, calls: DeepCalls, request: AnswerRequest) -> bool:
        """Tell whether the bounds allow to ask with whole papers, and once more with passages, and to check the answer."""
        most = most_of(request.prompt, self.models.answers)
        return calls.fits(most, beside=calls.reserve) is None and calls.day_allows

    def _with_passages(self, asked: AskedPapers, looking: Looking) -> tuple[dict[PaperId, OpenPaper], AnswerRequest]:
        papers = [*asked.readable, *looking.followed]
        evidence = looking.pool.best(ANSWER_CHARACTERS)
        wanted = {piece.paper_id for piece in evidence}
        reading = looking.pool.reading
        opened = {one.paper_id: one for one in reading.over([paper for paper in papers if paper.id in wanted])}
        return opened, beside_unread(self.question, asked, opened).with_passages(opened, evidence)

    def _stream(
        self, calls: DeepCalls, request: AnswerRequest, opened: Mapping[PaperId, OpenPaper], looking: Looking | None
    ) -> AnswerStream:
        most = most_of(request.prompt, self.models.answers)
        whole = bool(request.prompt.prefix)

        def found() -> Sequence[Evidence]:
            query = self.find.query(self.question.text)
            return [item for paper in opened.values() for item in query.search(paper, k=_NEAREST).evidence]

        return AnswerStream(
            answerer=KeptAnswerer(answerer=self.answerer, calls=calls, per_token=self.models.answers),
            request=request,
            papers=opened,
            clock=self.clock,
            context="whole" if whole else "passages",
            # A model that turns out unable to read so much is asked with passages.
            smaller=lambda: self.question.with_passages(opened, found()) if whole else None,
            nearest=lambda: looking.pool.nearest() if looking is not None else found(),
            title_pages=[about_paper(paper.index.content) for paper in opened.values()],
            time_s=self.model_s,
            # A model that is asked again also reads its first answer.
            may_spend=lambda _: calls.day_allows and calls.fits(most, beside=most) is None,
        )

    def _before(self, calls: Iterable[KeptCall]) -> Usage:
        """Return the usage of the question with these calls."""
        return self.before.added_to_usage(sum_of_calls(map(usage_of, calls)))

    def _checked(
        self, answer: Answer, opened: Mapping[PaperId, OpenPaper], calls: DeepCalls
    ) -> tuple[Answer, list[Step]]:
        """Return the answer with a model's opinion on each claim that cites something, and the step that made it."""
        claims = claims_of(answer.sections, opened)
        if not claims:
            return answer, []
        calls.reserve, calls.until = NOTHING, datetime.max.replace(tzinfo=UTC)
        asked = calls.ask(self.models.judges, [second_reading_prompt(self.question.text, list(claims.values()))])
        read = asked.replies[0] if asked.replies else None
        if read is not None:
            answer = replace(answer, sections=with_opinions(answer.sections, claims, read))
        opinions = [claim.opinion for claim in read.claims] if read is not None else []
        step = Step(
            kind="check",
            passages=len(opinions),
            useful=opinions.count("supported"),
            error=asked.error,
            taken=asked.taken,
        )
        return replace(answer, notes=(*answer.notes, *_failed([step]))), [step]

    def _paper_of(self, paper_id: PaperId) -> Paper | None:
        try:
            paper = require_owned(self.each.papers.get(paper_id), self.owner)
            readable_generation(paper)
        except ScholarError:
            return None
        return paper


def _notes(looking: Looking, steps: Sequence[Step]) -> tuple[str, ...]:
    stopped = looking.calls.stopped
    notes = [_FOLLOWED_NOTE.format(title_of(paper)) for paper in looking.followed]
    return (*notes, *([_STOPPED_NOTE.format(STOP_WORDS[stopped])] if stopped else ()), *_failed(steps))


def _failed(steps: Sequence[Step]) -> Iterator[str]:
    """Yield a note for each kind of step that brought less because a model failed."""
    failed = {step.kind: step.error for step in steps if step.error}
    yield from (_FAILED_NOTES[kind].format(error) for kind, error in failed.items() if kind in _FAILED_NOTES)
