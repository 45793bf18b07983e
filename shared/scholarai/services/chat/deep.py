"""Answers a question by searching its papers several times, within bounds that are announced before it starts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from msgspec import structs

from scholarai.answering.named_places import absent_places
from scholarai.domain.chat import Answer, Evidence, Usage, sum_usage
from scholarai.domain.depth import (
    BOUNDS,
    NOTHING,
    STOP_WORDS,
    Depth,
    DepthBounds,
    DepthEstimate,
    KeptCall,
    Step,
    Taken,
    estimate_of,
)
from scholarai.domain.errors import InvalidRequestError, ScholarError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, AnswerRequest
from scholarai.prompting.chat import about_paper, chat_prompt
from scholarai.prompting.deep import pointing_at, second_reading_prompt
from scholarai.prompting.prompt import ChatLimits, Prompt, Turn
from scholarai.services.chat.answers import AnswerStream, Preparation, sum_of_calls
from scholarai.services.chat.deep_calls import DeepCalls, DeepModels, KeptAnswerer, most_of, usage_of
from scholarai.services.chat.deep_looking import Looking
from scholarai.services.chat.deep_pool import Pool
from scholarai.services.chat.deep_references import FollowReferences
from scholarai.services.chat.figures import ShowFigures
from scholarai.services.chat.from_passages import answer_from_metadata, refused_for_absence
from scholarai.services.chat.refusals import NEAREST, refused_in_code
from scholarai.services.chat.reply import ReplyEvent
from scholarai.services.chat.several import coverage_of
from scholarai.services.chat.whole import overlapping, with_whole_papers
from scholarai.services.chat.written import PAPERS_READ, Written
from scholarai.services.library.open_papers import AskedPapers, EachPaper, OpenPaper, Reading, title_of
from scholarai.services.library.passages import FindPassages
from scholarai.services.papers.owned import readable_generation, require_owned

# Characters of the passages that the answering model is shown: about those of a quick answer's ten.
ANSWER_CHARACTERS = 20_000
# What is reserved for the answer and its check: excerpts with their marks, at three bytes a token, and a check of ten quotes.
_EXCERPT_TOKENS = ANSWER_CHARACTERS // 2
_CHECK_TOKENS = 14_000
_STOPPED_NOTE = "Nothing more was looked for because {}; this is answered from what was found until then."
_FOLLOWED_NOTE = "Searched, too, because the passages cite it: “{}”."


class LookMore(Value, frozen=True, kw_only=True):
    """Answers with models: `models` plan searches, weigh passages and check the answer, `answerer` writes it.

    Attributes:
        budget_usd: What one answer may cost.
        may_spend: Tells whether the owner's daily limits allow a further call after this usage.
        keep: Stores a paid call, and tells whether the caller wants the answer now.
        kept: The calls that an earlier try of the same request paid.
        references: Finds cited papers in the library; None: they are not followed.
        before: The usage of understanding the question.
        shown: The quotes earlier in the conversation.
    """

    owner: OwnerId
    depth: Depth
    budget_usd: float
    find: FindPassages
    each: EachPaper
    models: DeepModels
    answerer: Answerer
    stand_in: Callable[[], Answerer | None]
    clock: Clock
    limits: ChatLimits
    model_s: float
    may_spend: Callable[[Usage], bool]
    keep: Callable[[KeptCall], bool]
    kept: Sequence[KeptCall] = ()
    references: FollowReferences | None = None
    figures: ShowFigures | None = None
    history: Sequence[Turn] = ()
    shown: tuple[str, ...] = ()
    before: Preparation = Preparation(seconds=0.0, lexical=False)

    def run(self, asked: AskedPapers, question: str) -> Iterator[DepthEstimate | Step | ReplyEvent | Answer]:
        """Yield what the answer may take at most, then its steps and its text as they come, and last the whole answer.

        Raises:
            InvalidRequestError: If even the answer and its check alone may cost more than the budget.
            TransientError: If no paper can be reached, or the model is busy and nothing stands in for it.
            ModelRefusedError: If the model may not answer.
            ClaimLostError: If another worker answers the question now.
        """
        begun = self.clock.now()
        reading = self.each.reading()
        calls = self._calls(begun)
        looking = self._looking(asked, question, reading, calls)
        steps = [looking.search_first()]
        known = self._known(asked, question, reading, looking.pool)
        if known is not None:
            yield self.before.added_to(known)
            return
        looking.papers = looking.pool.strongest(asked.readable, PAPERS_READ)
        calls.reserve = self._reserve(question)
        dearest = self.models.dearest if self.models.price_known else None
        estimate = estimate_of(self.depth, dearest, budget_usd=self.budget_usd, model_s=self.model_s)
        yield estimate
        yield steps[0]
        for step in looking.run():
            steps.append(step)
            yield step
        looked_s = (self.clock.now() - begun).total_seconds()
        answer, opened = yield from self._answer(looking, question)
        if calls.bounds.checks and answer.kind == "answer" and answer.sections:
            answer, step = self._checked(answer, calls)
            steps.append(step)
            yield step
        yield replace(
            answer,
            usage=self._usage(answer.usage, calls, looked_s),
            retrieval="lexical" if looking.pool.lexical else "hybrid",
            depth=self.depth,
            estimate=estimate,
            steps=tuple(steps),
            notes=(*answer.notes, *_notes(looking)),
            coverage=coverage_of(asked, reading, Written(answer=answer, shown=frozenset(opened)))
            if len(asked.ids) > 1
            else None,
        )

    @property
    def _bounds(self) -> DepthBounds:
        return BOUNDS[self.depth]

    @property
    def _check(self) -> Taken:
        """Return what the second reading may take."""
        tokens = _CHECK_TOKENS if self._bounds.checks else 0
        return Taken(calls=1 if tokens else 0, tokens=tokens, cost_usd=tokens * sum(self.models.judges.per_token) / 2)

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

    def _looking(self, asked: AskedPapers, question: str, reading: Reading, calls: DeepCalls) -> Looking:
        return Looking(
            question=question,
            papers=asked.readable,
            titles=[title_of(paper) for paper in asked.readable[:PAPERS_READ]],
            pool=Pool(find=self.find, reading=reading),
            calls=calls,
            models=self.models,
            references=self.references,
            paper_of=self._paper_of,
        )

    def _known(self, asked: AskedPapers, question: str, reading: Reading, pool: Pool) -> Answer | None:
        """Return the answer to a question about one paper that needs no model."""
        if len(asked.ids) > 1:
            return None
        (paper,) = reading.over(asked.readable)
        evidence = pool.nearest()
        absent = absent_places(question, [paper.index.content])
        weak = not pool.best(ANSWER_CHARACTERS)
        return answer_from_metadata(question, paper, evidence) or refused_for_absence(
            question, absent, evidence, weak=weak
        )

    def _reserve(self, question: str) -> Taken:
        """Return what is reserved for the answer and its check.

        Raises:
            InvalidRequestError: If that may cost more than the budget.
        """
        bare = most_of(self._prompt(question, (), {}), self.models.answers)
        excerpts = Taken(tokens=_EXCERPT_TOKENS, cost_usd=_EXCERPT_TOKENS * self.models.answers[0])
        reserve = bare + excerpts + self._check
        if reserve.cost_usd > self.budget_usd and not self.kept:
            raise InvalidRequestError(
                "depth_over_budget",
                f"one answer may cost {self.budget_usd:.2f} US dollars, and a {self.depth} one takes {reserve.cost_usd:.2f} at least",
                action="Ask with the depth quick, or raise SCHOLARAI_DEPTH_BUDGET_USD.",
            )
        return reserve

    def _answer(
        self, looking: Looking, question: str
    ) -> Generator[ReplyEvent, None, tuple[Answer, Mapping[PaperId, OpenPaper]]]:
        """Write the answer from the best passages; refuse if none bears on the question."""
        papers = [*looking.papers, *looking.followed]
        evidence = looking.pool.best(ANSWER_CHARACTERS)
        opened = _opened(looking.pool.reading, papers, evidence or looking.pool.nearest()[:NEAREST])
        evidence = tuple(piece for piece in evidence if piece.paper_id in opened)
        if not evidence:
            nearest = [piece for piece in looking.pool.nearest()[:NEAREST] if piece.paper_id in opened]
            return refused_in_code(question, nearest, opened), opened
        stream = self._stream(looking.calls, question, evidence, opened)
        yield from stream
        return stream.given, opened

    def _stream(
        self, calls: DeepCalls, question: str, evidence: tuple[Evidence, ...], opened: Mapping[PaperId, OpenPaper]
    ) -> AnswerStream:
        """Return the stream of the answer: from whole papers if they fit the limits and the bounds, else from passages."""
        prompt = self._prompt(question, evidence, opened)
        most = most_of(prompt, self.models.answers)
        stream = AnswerStream(
            answerer=KeptAnswerer(answerer=self.answerer, calls=calls, per_token=self.models.answers),
            request=AnswerRequest(question=question, evidence=evidence, prompt=prompt, shown=self.shown),
            papers=opened,
            clock=self.clock,
            stand_in=self.stand_in,
            about=[about_paper(paper.index.content) for paper in opened.values()],
            time_s=self.model_s,
            may_spend=lambda usage: self.may_spend(sum_usage([self._before(calls.kept.values()), usage])),
        )
        whole = with_whole_papers(
            stream,
            self.limits,
            lambda excerpts: pointing_at(
                self._prompt(question, excerpts, opened, whole=True), overlapping(excerpts, evidence)
            ),
        )
        if whole.whole is not None:
            first = most_of(whole.whole.prompt, self.models.answers)
            # A model that turns out unable to read so much is asked with passages.
            if calls.fits(first, beside=most + self._check) is None:
                stream, most = whole, first
        # A model that is asked again also reads its first answer.
        return structs.replace(stream, may_spend=lambda _: calls.day_allows and calls.fits(most, beside=most) is None)

    def _before(self, calls: Iterable[KeptCall]) -> Usage:
        """Return the usage of the question with these calls."""
        return self.before.added_to_usage(sum_of_calls(map(usage_of, calls)))

    def _prompt(
        self,
        question: str,
        evidence: Sequence[Evidence],
        opened: Mapping[PaperId, OpenPaper],
        *,
        whole: bool = False,
    ) -> Prompt:
        papers = list(opened.values())
        return chat_prompt(
            question,
            evidence,
            titles={paper.paper_id: paper.title for paper in papers},
            history=self.history,
            about=[about_paper(paper.index.content) for paper in papers],
            pictures=self.figures.run(papers, question, evidence) if self.figures else (),
            shown=self.shown,
            whole=whole,
            limits=self.limits,
        )

    def _checked(self, answer: Answer, calls: DeepCalls) -> tuple[Answer, Step]:
        """Return the answer with a model's second opinion on each section that quotes something, and the step that made it."""
        places = [n for n, section in enumerate(answer.sections) if any(one.text for one in section.citations)]
        calls.reserve, calls.until = NOTHING, datetime.max.replace(tzinfo=UTC)
        prompts = [second_reading_prompt([answer.sections[n] for n in places])] if places else []
        asked = calls.ask(self.models.judges, prompts)
        read = asked.replies[0].sentences if asked.replies and asked.replies[0] else []
        opinions = {places[one.id - 1]: one.opinion for one in read if 0 < one.id <= len(places)}
        sections = tuple(replace(section, second_opinion=opinions.get(n)) for n, section in enumerate(answer.sections))
        step = Step(
            kind="check",
            passages=len(opinions),
            useful=sum(opinion == "supported" for opinion in opinions.values()),
            error=asked.error,
            taken=asked.taken,
        )
        return replace(answer, sections=sections), step

    def _usage(self, written: Usage, calls: DeepCalls, looked_s: float) -> Usage:
        """Return the usage of the whole question, with the calls of an earlier try."""
        return replace(
            self._before(calls.kept.values()),
            model=written.model,
            retrieval_s=looked_s,
            model_s=written.model_s,
            context=written.context,
        )

    def _paper_of(self, paper_id: PaperId) -> Paper | None:
        try:
            paper = require_owned(self.each.papers.get(paper_id), self.owner)
            readable_generation(paper)
        except ScholarError:
            return None
        return paper


def _opened(reading: Reading, papers: Sequence[Paper], evidence: Sequence[Evidence]) -> dict[PaperId, OpenPaper]:
    wanted = {piece.paper_id for piece in evidence}
    return {opened.paper_id: opened for opened in reading.over([paper for paper in papers if paper.id in wanted])}


def _notes(looking: Looking) -> tuple[str, ...]:
    stopped = looking.calls.stopped
    notes = [_FOLLOWED_NOTE.format(title_of(paper)) for paper in looking.followed]
    return (*notes, *([_STOPPED_NOTE.format(STOP_WORDS[stopped])] if stopped else ()))
