"""The depths of an answer, from quick to deep, with their bounds and steps."""

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value

# Where the papers fit the model's window, `normal` and `deep` give it more room to think. Where they do not: `normal`: a plan, its
# searches, and passages weighed; `deep`: also searches for what is still missing, and references followed. Both read the answer again.
Depth = Literal["quick", "normal", "deep"]
DEPTHS: tuple[Depth, ...] = get_args(Depth)
StepKind = Literal["plan", "search", "weigh", "missing", "follow", "check", "stop"]
StopReason = Literal["calls", "tokens", "money", "time", "asked"]
# The result of a second reading of a sentence and the quotes behind it.
SecondOpinion = Literal["supported", "partly", "contradicted", "not"]
OPINION_WORDS: Mapping[SecondOpinion, str] = {
    "supported": "the quotes say this",
    "partly": "the quotes say a part of this",
    "contradicted": "the quotes say otherwise",
    "not": "the quotes do not say this",
}
STOP_WORDS: Mapping[StopReason, str] = {
    "calls": "the calls of this depth were used up",
    "tokens": "the tokens of this depth were used up",
    "money": "the budget was used up",
    "time": "the time was up",
    "asked": "that was asked for",
}


_STEP_WORDS: Mapping[StepKind, str] = {
    "plan": "Planned searches: {texts}",
    "search": "Searched for: {texts} ({passages} new passages)",
    "weigh": "Weighed {passages} passages: {useful} bear on the question",
    "missing": "Still missing: {texts}",
    "follow": "Followed references to: {texts} ({passages} new passages)",
    "check": "Read {passages} sentences a second time: quotes support {useful}",
    "stop": "Looked no further: {why}",
}


class Taken(Value, frozen=True, kw_only=True):
    """Model calls, tokens and US dollars: used, or allowed at most."""

    calls: int = 0
    tokens: int = 0
    cost_usd: float = 0.0

    def __add__(self, other: "Taken") -> "Taken":
        return Taken(
            calls=self.calls + other.calls,
            tokens=self.tokens + other.tokens,
            cost_usd=self.cost_usd + other.cost_usd,
        )


NOTHING = Taken()


def sum_taken(parts: Iterable[Taken]) -> Taken:
    return sum(parts, NOTHING)


class DepthBounds(Value, frozen=True, kw_only=True):
    """What an answer of a depth takes at most.

    Attributes:
        calls: Requests to models; one more for a reply of another shape counts with its own.
        tokens: Read and written together.
        looking_s: Seconds after which only the calls of the answer and its check may start.
        passages: Passages that are weighed.
        rounds: Rounds of searches for what is missing.
        sub_questions: Sub-questions of a plan.
        follows: References that are followed into their papers.
    """

    calls: int
    tokens: int
    looking_s: float
    passages: int
    rounds: int
    sub_questions: int
    follows: int = 0


# Guesses: a deep answer may take what twenty quick ones do. The time leaves room for three further calls of a minute each
# below the 300 s after which the platform ends a request.
BOUNDS: Mapping[Depth, DepthBounds] = {
    "normal": DepthBounds(calls=6, tokens=60_000, looking_s=45.0, passages=16, rounds=0, sub_questions=3),
    "deep": DepthBounds(calls=16, tokens=200_000, looking_s=100.0, passages=48, rounds=2, sub_questions=5, follows=3),
}


class DepthEstimate(Value, frozen=True, kw_only=True):
    """What an answer takes at most, stated before it starts.

    `cost_usd` is 0 where nobody charges, null where the price of one of the models is not known.
    """

    depth: Depth
    calls: int
    tokens: int
    cost_usd: float | None
    seconds: float


def estimate_of(depth: Depth, dearest: float | None, *, budget_usd: float, model_s: float) -> DepthEstimate:
    """Return the upper bounds of an answer of a depth.

    `dearest` is the price of the most expensive token of its models, None where a price is not known; `model_s` the timeout of a
    call.
    """
    bounds = BOUNDS[depth]
    calls = 3  # the answer, the answer again, and its second reading
    return DepthEstimate(
        depth=depth,
        calls=bounds.calls,
        tokens=bounds.tokens,
        cost_usd=None if dearest is None else min(budget_usd, bounds.tokens * dearest),
        seconds=bounds.looking_s + calls * model_s,
    )


class Step(Value, frozen=True, kw_only=True):
    """One step of an answer that looks more than once, in the order taken.

    Attributes:
        texts: The sub-questions of a plan, what was searched for, what is missing, or the titles of the papers that references
            led to.
        paper_ids: Of those papers.
        passages: How many new ones a search found, or how many were weighed; of a check, the sentences that were read.
        useful: How many of the weighed ones bear on the question; of a check, the sentences that their quotes support.
        stopped: Why nothing more was looked for.
        error: The code of the failure of a model for which the step brought less or nothing.
        taken: What its calls took.
    """

    kind: StepKind
    texts: tuple[str, ...] = ()
    paper_ids: tuple[PaperId, ...] = ()
    passages: int = 0
    useful: int = 0
    stopped: StopReason | None = None
    error: str | None = None
    taken: Taken = NOTHING


def require_depth(depth: str) -> None:
    """Raise InvalidRequestError if there is no depth of this name."""
    if depth not in DEPTHS:
        raise InvalidRequestError(
            "depth_unknown", f"there is no depth {depth!r}", action=f"Name one of {', '.join(DEPTHS)}."
        )


def event_in_words(event: DepthEstimate | Step) -> str:
    """Return an estimate or a step as one line for a person."""
    if isinstance(event, DepthEstimate):
        known = f"{event.cost_usd:.2f} US dollars" if event.cost_usd else "no cost"
        money = "price not known" if event.cost_usd is None else known
        return (
            f"A {event.depth} answer: at most {event.calls} calls, {event.tokens:,} tokens, {money}, "
            f"{event.seconds:.0f} seconds."
        )
    said = _STEP_WORDS[event.kind].format(
        texts="; ".join(event.texts) or "nothing",
        passages=event.passages,
        useful=event.useful,
        why=STOP_WORDS[event.stopped or "asked"],
    )
    return f"{said} (a model failed: {event.error})." if event.error else f"{said}."


class KeptCall(Value, frozen=True, kw_only=True):
    """A paid call of an answer that is not finished, stored so that it is not paid for again after a crash.

    `digest` is that of its prompt, `output` the reply as JSON or the text of an answer; empty where `error` says why there is none.
    """

    digest: str
    model: str
    output: str = ""
    cut: bool = False
    error: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    cached_tokens: int = 0
    unpriced_tokens: int = 0

    @property
    def taken(self) -> Taken:
        return Taken(calls=1, tokens=self.input_tokens + self.output_tokens, cost_usd=self.cost_usd)
