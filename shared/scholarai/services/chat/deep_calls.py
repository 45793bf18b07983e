"""Makes the model calls of one deeper answer: within its bounds, and none is paid again after a crash."""

from __future__ import annotations

import contextlib
import hashlib
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Generic

from msgspec import Struct, field, structs

from scholarai.domain.depth import NOTHING, DepthBounds, KeptCall, StopReason, Taken, sum_taken
from scholarai.domain.errors import LimitReachedError, ModelRefusedError, ScholarError, TransientError
from scholarai.domain.limits import THINKING_TOKENS
from scholarai.domain.usage import ModelUsage
from scholarai.domain.values import Value, to_json
from scholarai.ports.clock import Clock
from scholarai.ports.models import AnswerDelta, Answerer, AnswerRequest, ReplyModel
from scholarai.prompting.prompt import Prompt, R, ReplyPrompt, turns_before
from scholarai.services.chat.answers import estimated_usage
from scholarai.services.concurrency import map_concurrently

# Bytes of a token, on the safe side: English prose has four; in Chinese, a character is a token and has three bytes.
_BYTES_PER_TOKEN = 3
# A picture's tokens; Gemini counts 258 for each tile of 768 pixels.
_IMAGE_TOKENS = 1_600
# US dollars for a token read and one written; zeros where nobody charges or no price is known.
Prices = tuple[float, float]


class Priced(Value, frozen=True, kw_only=True):
    """A model with its prices per token."""

    model: ReplyModel
    per_token: Prices


class DeepModels(Value, frozen=True, kw_only=True):
    """The models that plan searches, weigh passages, and read the answer a second time.

    Attributes:
        answers: The prices of the answering model.
        price_known: Whether the prices of all of them are known. Unknown ones count as zeros, so the budget limits nothing.
    """

    plans: Priced
    weighs: Priced
    judges: Priced
    answers: Prices
    price_known: bool = True

    @property
    def dearest(self) -> float:
        """Return what the dearest token of any of them costs."""
        return max(*self.answers, *self.plans.per_token, *self.weighs.per_token, *self.judges.per_token)


class Asked(Value, Generic[R], frozen=True, kw_only=True):
    """Replies in the order of the prompts, None for a missing one; what they took; the error code of the last failure."""

    replies: tuple[R | None, ...]
    taken: Taken
    error: str | None = None


class DeepCalls(Struct, kw_only=True):
    """Makes calls within bounds.

    Attributes:
        bounds: The bounds of all calls of the answer, including those before a crash.
        budget_usd: What all calls may cost.
        until: From then on, only the answer and its check may start.
        reserve: What is reserved for the answer and its check.
        may_spend: Tells whether the owner's daily limits allow a further call after these.
        keep: Stores a paid call, and tells whether the caller wants the answer now.
        kept: The paid calls by the digest of their prompt.
        stopped: The first bound that kept a call from starting.
    """

    clock: Clock
    bounds: DepthBounds
    budget_usd: float
    until: datetime
    may_spend: Callable[[Sequence[KeptCall]], bool]
    keep: Callable[[KeptCall], bool]
    kept: dict[str, KeptCall] = field(default_factory=dict)
    reserve: Taken = NOTHING
    stopped: StopReason | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def taken(self) -> Taken:
        return sum_taken(call.taken for call in self.kept.values())

    def ask(self, by: Priced, prompts: Sequence[ReplyPrompt[R]]) -> Asked[R]:
        """Return a model's replies to prompts, asked at the same time, as many of them as the bounds allow.

        Raises:
            ClaimLostError: If another worker answers the question now.
        """
        digests = [digest_of(prompt) for prompt in prompts]
        new = [n for n, digest in enumerate(digests) if digest not in self.kept]
        allowed = self._allowed([most_of(prompts[n], by.per_token) for n in new])
        errors = [
            error
            for error in map_concurrently(lambda n: self._call(by.model, prompts[n], digests[n]), new[:allowed])
            if error
        ]
        found = [self.kept.get(digest) for digest in digests]
        errors += [call.error for call in found if call is not None and call.error]
        made = {digests[n]: self.kept[digests[n]] for n in new if digests[n] in self.kept}
        return Asked(
            replies=tuple(map(_reply, prompts, found)),
            taken=sum_taken(call.taken for call in made.values()),
            error=errors[-1] if errors else None,
        )

    def fits(self, most: Taken, *, beside: Taken = NOTHING) -> StopReason | None:
        """Return the bound that a call of at most `most` would break if `beside` were taken, too; None: no bound."""
        total = self.taken + beside + most
        if total.calls > self.bounds.calls:
            return "calls"
        if total.tokens > self.bounds.tokens:
            return "tokens"
        return "money" if total.cost_usd > self.budget_usd else None

    @property
    def day_allows(self) -> bool:
        """Tell whether the owner's daily limits allow a further call."""
        return self.may_spend(list(self.kept.values()))

    def remember(self, call: KeptCall) -> None:
        """Store a paid call, and note if the caller wants the answer now."""
        with self._lock:
            self.kept[call.digest] = call
            if self.keep(call):
                self.stopped = self.stopped or "asked"

    def _allowed(self, calls: Sequence[Taken]) -> int:
        """Return how many of the calls may be made at the same time, and note which bound forbids the next."""
        committed = self.reserve
        for count, most in enumerate(calls):
            if self.stopped is None:
                self.stopped = self._forbids(most, committed)
            if self.stopped is not None:
                return count
            committed += most
        return len(calls)

    def _forbids(self, most: Taken, committed: Taken) -> StopReason | None:
        if self.clock.now() >= self.until:
            return "time"
        return self.fits(most, beside=committed) or (None if self.day_allows else "money")

    def _call(self, model: ReplyModel, prompt: ReplyPrompt[R], digest: str) -> str | None:
        """Make a call and keep it; return the error code of a failure that cost nothing."""
        try:
            typed = model.reply(prompt)
        except (TransientError, LimitReachedError, ModelRefusedError) as error:
            if error.usage is None:
                return error.code
            self.remember(_kept(digest, error.usage, error=error.code))
        else:
            self.remember(_kept(digest, typed.usage, output=typed.reply.model_dump_json()))
        return None


class KeptAnswerer(Struct, kw_only=True):
    """Implements `ports.models.Answerer`: repeats an answer that was paid before a crash, and keeps a new one."""

    answerer: Answerer
    calls: DeepCalls
    per_token: Prices

    @property
    def name(self) -> str:
        return self.answerer.name

    @property
    def verbatim(self) -> bool:
        return self.answerer.verbatim

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        """Yield the answer as it comes; the usage of a failed one is kept, too."""
        digest = digest_of(request.prompt)
        kept = self.calls.kept.get(digest)
        if kept is not None:
            yield AnswerDelta(text=kept.output, usage=usage_of(kept), finish="length" if kept.cut else "stop")
            return
        if self.calls.fits(most_of(request.prompt, self.per_token)) is not None:
            raise LimitReachedError("depth_exhausted", "what a question of this depth may take is used up")
        text, usage, finish, whole = "", None, None, False
        try:
            for delta in self.answerer.answer(request):
                text = "" if delta.restart else text + delta.text
                usage, finish = delta.usage or usage, delta.finish or finish
                yield delta
            whole = True
        except ScholarError as error:
            usage = error.usage or usage
            raise
        except GeneratorExit:  # nobody reads on
            usage = usage or estimated_usage(self.name, request.prompt, text)
            with contextlib.suppress(ScholarError):
                self._remember(digest, usage, None, cut=False)
            usage = None
            raise
        finally:
            if usage is not None:
                self._remember(digest, usage, text if whole else None, cut=finish == "length")

    def _remember(self, digest: str, usage: ModelUsage, text: str | None, *, cut: bool) -> None:
        """Keep an answer; one that broke off counts as paid, but is not repeated."""
        if text is None:
            self.calls.remember(_kept(f"{digest}-{len(self.calls.kept)}", usage, error="interrupted"))
        else:
            self.calls.remember(_kept(digest, usage, output=text, cut=cut))


def most_of(prompt: Prompt, per_token: Prices) -> Taken:
    """Return what a call takes at most: a malformed typed reply is asked for once more, with twice the room."""
    read = _bytes_of(prompt) // _BYTES_PER_TOKEN + _IMAGE_TOKENS * len(prompt.images)
    written = prompt.max_output_tokens + THINKING_TOKENS
    if isinstance(prompt, ReplyPrompt):
        read, written = 2 * read + written, 3 * prompt.max_output_tokens + 2 * THINKING_TOKENS
    return Taken(calls=1, tokens=read + written, cost_usd=read * per_token[0] + written * per_token[1])


def digest_of(prompt: Prompt) -> str:
    """Return a digest of a prompt with its images and the schema of its reply."""
    shape = prompt.schema() if isinstance(prompt, ReplyPrompt) else None
    turns = [(turn.role, turn.text) for turn in turns_before(prompt)]
    images = [hashlib.blake2b(image).hexdigest() for image in prompt.images]
    asked = (prompt.system, prompt.user, turns, images, shape)
    return hashlib.blake2b(to_json(asked), digest_size=12).hexdigest()


def _bytes_of(prompt: Prompt) -> int:
    schema = len(to_json(prompt.schema())) if isinstance(prompt, ReplyPrompt) else 0
    texts = (prompt.system, prompt.user, *(turn.text for turn in turns_before(prompt)))
    return schema + sum(len(text.encode()) for text in texts)


def _reply(prompt: ReplyPrompt[R], call: KeptCall | None) -> R | None:
    return prompt.reply.model_validate_json(call.output) if call is not None and call.error is None else None


def _kept(digest: str, usage: ModelUsage, *, output: str = "", error: str | None = None, cut: bool = False) -> KeptCall:
    return KeptCall(digest=digest, output=output, cut=cut, error=error, **structs.asdict(usage))


def usage_of(call: KeptCall) -> ModelUsage:
    """Return the usage of a call."""
    return ModelUsage(**{name: getattr(call, name) for name in ModelUsage.__struct_fields__})
