"""Makes the model calls of a review: in parallel, within the budget, each stored as soon as it is answered, while the step's lease is held."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Generic

from msgspec.structs import replace

from scholarai.domain.depth import DepthBounds, StopReason, Taken, sum_taken
from scholarai.domain.errors import LimitReachedError, ModelRefusedError, TransientError
from scholarai.domain.limits import THINKING_TOKENS
from scholarai.domain.review import Review, Spent
from scholarai.domain.review_outputs import ModelCall
from scholarai.domain.spending import Spent as DaySpent
from scholarai.domain.usage import ModelUsage
from scholarai.domain.values import Value, from_json, to_json
from scholarai.ports.clock import Clock
from scholarai.ports.models import ReplyModel, UnusableAnswerError
from scholarai.ports.reviews import Output, ReviewStore
from scholarai.prompting.prompt import R, ReplyPrompt
from scholarai.reviewing.chain import added, with_spent
from scholarai.services.chat.deep_calls import DeepModels, Priced, most_of
from scholarai.services.leases import FencedLease
from scholarai.services.spending import Spending


class ReviewLease(FencedLease[Review]):
    """A worker's lease on a review's current step; outputs are stored with the write that they belong to."""

    def __init__(
        self, *, reviews: ReviewStore, clock: Clock, length: timedelta, budget: timedelta, review: Review
    ) -> None:
        super().__init__(
            review,
            lambda rule: reviews.change(review.id, rule),
            clock=clock,
            length=length,
            budget=budget,
            about={"review_id": review.id},
        )
        self._reviews = reviews

    @property
    def review(self) -> Review:
        """The review as this worker last stored it."""
        return self.record

    def change(self, rule: Callable[[Review, datetime], Review], outputs: Sequence[Output] = ()) -> Review:
        """Apply `rule` to the held review and the time, store the outputs with it, and return what is stored.

        Raises:
            ClaimLostError: If the review is no longer this worker's.
        """
        self._keep(self._reviews.change(self.review.id, self.fenced(rule), outputs))
        return self.review


# A guess at what a model's quota takes at once; as many papers as one step reads.
PARALLEL_CALLS = 32
# Characters of a token; three are on the safe side of English prose.
_CHARACTERS_PER_TOKEN = 3
# Not retried: the same prompt would hit the same limit.
_OUT_OF_TOKENS = "model_out_of_tokens"


class BudgetSpentError(Exception):
    """The next call might cost more than what is left."""


class Ask(Value, Generic[R], frozen=True, kw_only=True):
    """One request to the model; `name` tells requests of a kind apart, such as the paper that it is about."""

    kind: str
    name: str
    prompt: ReplyPrompt[R]


class Outcome(Value, Generic[R], frozen=True, kw_only=True):
    """The result of a request: a reply, or the code of the error for which there is none; `model` is who answered."""

    model: str
    reply: R | None = None
    error: str | None = None


# Tells whether a request may be made beside those that are under way.
Allows = Callable[[Ask[Any], Sequence[Ask[Any]]], bool]


@dataclass(frozen=True, slots=True)
class _Round:
    """Requests that are made at the same time: the first `needed` must succeed.

    `allows` decides in the budget's place where it is there; `errors` are the codes of those that need not succeed and did not.
    """

    asks: Sequence[Ask[Any]]
    names: Sequence[str]
    needed: int
    allows: Allows | None = None
    errors: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Asks:
    """Asks a model on behalf of one step.

    Attributes:
        price_per_token: US dollars for a token read and one written; (0, 0) where nothing is known.
        made: Names of the outputs that hold the calls of this step, in the order asked.
    """

    reviews: ReviewStore
    lease: ReviewLease
    model: ReplyModel
    clock: Clock
    price_per_token: tuple[float, float]
    default_budget_usd: float
    spending: Spending | None = None
    made: list[str] = field(default_factory=list)

    def ask(self, ask: Ask[R], beside: Sequence[Ask[Any]] = ()) -> Outcome[R]:
        """Return the answer to one request; like `ask_all`.

        Args:
            ask: The request.
            beside: Requests whose answers later steps need, made at the same time and kept for them, the first one first;
                one that fails, or that the budget does not allow, is left to its own step.
        """
        return _outcome(ask, self._calls([ask], beside)[0])

    def ask_all(self, asks: Sequence[Ask[R]]) -> list[Outcome[R]]:
        """Return the answers in the order of the requests; those that an earlier try of this step got are not paid again.

        Raises:
            BudgetSpentError: If the next call might exceed the budget; the answers that came are kept.
            LimitReachedError: If the owner, or all owners together, spent a day's worth; the answers that came are kept.
            TransientError: If the model is busy or down; the answers that came are kept.
        """
        return [_outcome(ask, call) for ask, call in zip(asks, self._calls(asks), strict=True)]

    def some(self, asks: Sequence[Ask[R]], allows: Allows) -> tuple[list[Outcome[R] | None], str | None]:
        """Return the answers that came, None for the others, and the code of a failure for which one did not come.

        A review goes on without them: a model that is busy or down, or a day that is spent, ends nothing here.
        """
        names = [self._name(ask) for ask in asks]
        calls = self._stored(names)
        made = _Round(asks, names, needed=0, allows=allows)
        todo = deque(place for place, name in enumerate(names) if name not in calls)
        try:
            self._make(todo, made, calls)
        except LimitReachedError as error:
            made.errors.append(error.code)
        self._list([name for name in names if name in calls])
        outcomes = [
            _outcome(ask, calls[name]) if name in calls else None for ask, name in zip(asks, names, strict=True)
        ]
        failed = [outcome.error for outcome in outcomes if outcome is not None and outcome.error]
        return outcomes, next(iter([*made.errors, *failed]), None)

    def _calls(self, asks: Sequence[Ask[Any]], beside: Sequence[Ask[Any]] = ()) -> list[ModelCall]:
        all_asks = (*asks, *beside)
        names = [self._name(ask) for ask in all_asks]
        calls = self._stored(names)
        self._list(names[: len(asks)])
        todo = deque(place for place, name in enumerate(names) if name not in calls)
        self._make(todo, _Round(all_asks, names, len(asks)), calls)
        self._list([name for name in names if name in calls])
        return [calls[name] for name in names[: len(asks)]]

    def _stored(self, names: Sequence[str]) -> dict[str, ModelCall]:
        stored = self.reviews.read_outputs(self.lease.review.id, names)
        return {name: from_json(ModelCall, text) for name, text in stored.items()}

    def _make(self, todo: deque[int], asked: _Round, calls: dict[str, ModelCall]) -> None:
        """Make the calls that are still to do, and add them to those that are stored."""
        if not todo:
            return
        if self.spending is not None:
            self.spending.room_of(self.lease.review.owner, "review")()
        with ThreadPoolExecutor(min(PARALLEL_CALLS, len(todo)), thread_name_prefix="review") as pool:
            self._ask(pool, todo, asked, calls)

    def _list(self, names: Sequence[str]) -> None:
        self.made += [name for name in dict.fromkeys(names) if name not in self.made]

    def _ask(self, pool: ThreadPoolExecutor, todo: deque[int], asked: _Round, calls: dict[str, ModelCall]) -> None:
        """On a failed required call, start no new calls, wait for those in flight, then raise."""
        flying: dict[Future[ModelCall], int] = {}
        failure: TransientError | LimitReachedError | None = None
        while todo or flying:
            while todo and failure is None and len(flying) < PARALLEL_CALLS and self._affords(asked, todo[0], flying):
                place = todo.popleft()
                flying[pool.submit(self._call, asked.asks[place])] = place
            if not flying:
                break
            done, _ = wait(flying, return_when=FIRST_COMPLETED)
            came: dict[str, ModelCall] = {}
            for future in done:
                place = flying.pop(future)
                try:
                    came[asked.names[place]] = future.result()
                except (TransientError, LimitReachedError) as error:
                    if place < asked.needed:
                        failure = failure or error
                    asked.errors.append(error.code)
            self._keep(came)
            calls |= came
        if failure is not None:
            raise failure
        if todo and todo[0] < asked.needed:
            raise BudgetSpentError

    def _call(self, ask: Ask[Any]) -> ModelCall:
        begun = self.clock.now()
        try:
            typed = self.model.reply(ask.prompt)
        except ModelRefusedError as error:
            return self._failed(ask, error.code, begun, ModelUsage(model=self.model.name))
        except UnusableAnswerError as error:
            return self._failed(ask, error.code, begun, error.usage)
        except TransientError as error:
            if error.code != _OUT_OF_TOKENS:
                raise
            return self._failed(ask, error.code, begun, ModelUsage(model=self.model.name))
        return replace(self._made(ask, begun, typed.usage), data=typed.reply.model_dump())

    def _failed(self, ask: Ask[Any], code: str, begun: datetime, usage: ModelUsage) -> ModelCall:
        """Return a call that gave nothing to use; the model had its second try already."""
        return replace(self._made(ask, begun, usage), error=code)

    def _made(self, ask: Ask[Any], begun: datetime, usage: ModelUsage) -> ModelCall:
        return ModelCall(
            kind=ask.kind,
            name=ask.name,
            model=usage.model,
            asked_at=begun,
            seconds=(self.clock.now() - begun).total_seconds(),
            spent=_spent(usage),
        )

    def _keep(self, came: dict[str, ModelCall]) -> None:
        if not came:
            return
        total = Spent()
        for call in came.values():
            total = added(total, call.spent)
        model = next(iter(came.values())).model
        outputs = [Output(name=name, json=to_json(call).decode()) for name, call in came.items()]
        self.lease.change(lambda review, _: with_spent(review, total, model), outputs)
        if self.spending is not None:
            taken = DaySpent(
                input_tokens=total.input_tokens, output_tokens=total.output_tokens, cost_usd=total.cost_usd
            )
            self.spending.count(self.lease.review.owner, taken, once=f"{self.lease.review.id} {min(came)}")

    def _affords(self, asked: _Round, place: int, flying: dict[Future[ModelCall], int]) -> bool:
        """Tell whether this call and those under way stay within the budget even if each says as much as it may."""
        if asked.allows is not None:
            return asked.allows(asked.asks[place], [asked.asks[other] for other in flying.values()])
        committed = sum(self.most_of(asked.asks[other]) for other in flying.values())
        most = committed + self.most_of(asked.asks[place])
        return self.lease.review.spent.cost_usd + most <= self.budget_usd

    @property
    def budget_usd(self) -> float:
        """What the review may cost."""
        wanted = self.lease.review.request.budget_usd
        return self.default_budget_usd if wanted is None else wanted

    def most_of(self, ask: Ask[Any]) -> float:
        """Return what a request costs at most."""
        prompt = ask.prompt
        read = (len(prompt.system) + len(prompt.user)) / _CHARACTERS_PER_TOKEN
        return read * self.price_per_token[0] + (prompt.max_output_tokens + THINKING_TOKENS) * self.price_per_token[1]

    def _name(self, ask: Ask[Any]) -> str:
        asked = (ask.kind, ask.name, ask.prompt.system, ask.prompt.user, ask.prompt.schema())
        digest = hashlib.blake2b(to_json(asked), digest_size=12).hexdigest()
        return f"call-{self.lease.review.round}-{digest}"


def _outcome(ask: Ask[R], call: ModelCall) -> Outcome[R]:
    reply = None if call.error is not None else ask.prompt.reply.model_validate(call.data)
    return Outcome(model=call.model, reply=reply, error=call.error)


def _spent(usage: ModelUsage) -> Spent:
    return Spent(
        calls=1,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cost_usd=usage.cost_usd,
        unpriced_tokens=usage.unpriced_tokens,
    )


@dataclass(slots=True, kw_only=True)
class BoundedAsks:
    """Makes the optional calls of a step, to weigh, search again and check, within the bounds of the review's depth; a failed one stops no step.

    Attributes:
        models: Who is asked.
        bounds: Of all such steps of the review together.
        until: From then on no call starts.
        reserve_usd: What the steps that the review needs are left.
        stopped: The first bound that kept a call from starting.
        error: The code of the last failure for which a reply did not come.
    """

    asks: Asks
    models: DeepModels
    bounds: DepthBounds
    until: datetime
    reserve_usd: float
    stopped: StopReason | None = None
    error: str | None = None

    def ask(self, by: Priced, asks: Sequence[Ask[R]]) -> list[R | None]:
        """Return replies in the order asked, None where a bound or a failure left none; a stored one is not paid again."""
        asking = Asks(
            reviews=self.asks.reviews,
            lease=self.asks.lease,
            model=by.model,
            clock=self.asks.clock,
            price_per_token=by.per_token,
            default_budget_usd=self.asks.default_budget_usd,
            spending=self.asks.spending,
            made=self.asks.made,
        )
        outcomes, error = asking.some(asks, lambda ask, others: self._allows(by, ask, others))
        self.error = error or self.error
        return [outcome.reply if outcome is not None else None for outcome in outcomes]

    def _allows(self, by: Priced, ask: Ask[Any], others: Sequence[Ask[Any]]) -> bool:
        if self.stopped is None:
            self.stopped = self._forbids(sum_taken(most_of(request.prompt, by.per_token) for request in (ask, *others)))
        return self.stopped is None

    def _forbids(self, most: Taken) -> StopReason | None:
        """Return the bound that calls would break which take at most `most`."""
        if self.asks.clock.now() >= self.until:
            return "time"
        review = self.asks.lease.review
        total = _taken(review.looked) + most
        if total.calls > self.bounds.calls:
            return "calls"
        if total.tokens > self.bounds.tokens:
            return "tokens"
        cost = review.spent.cost_usd + most.cost_usd + self.reserve_usd
        return "money" if cost > self.asks.budget_usd else None


def _taken(spent: Spent) -> Taken:
    return Taken(calls=spent.calls, tokens=spent.input_tokens + spent.output_tokens, cost_usd=spent.cost_usd)
