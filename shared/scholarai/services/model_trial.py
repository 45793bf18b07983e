"""Tries a model with one sentence and one reply in JSON, and measures the time."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from scholarai.domain.errors import ConflictError, ScholarError
from scholarai.domain.ids import OwnerId
from scholarai.domain.spending import Spent
from scholarai.domain.usage import ModelUsage
from scholarai.domain.values import Value
from scholarai.ports.models import LanguageModel, UnusableAnswerError
from scholarai.prompting.prompt import Prompt
from scholarai.prompting.reranking import rerank_prompt
from scholarai.services.spending import Spending

_SENTENCE = Prompt(system="", user="Say in one sentence what a kettle does.", max_output_tokens=100)


class Trial(Value, frozen=True, kw_only=True):
    """The result: the sentence, its tokens and time, whether replies keep their shape, or what failed; `usage` is all."""

    text: str = ""
    seconds: float = 0.0
    output_tokens: int = 0
    usage: ModelUsage | None = None
    keeps_shape: bool = False
    failure: ScholarError | None = None


class TryModel(Value, frozen=True, kw_only=True):
    """Tries the model that answers now, which is paid like a question; `is_allowed` where the caller chose it."""

    model: Callable[[], LanguageModel | None]
    spending: Spending
    clock: Callable[[], float]
    is_allowed: bool

    def try_out(self, owner: OwnerId) -> Trial:
        """Return the result.

        Raises:
            ConflictError: If there is no model, or the operator's settings decide.
            LimitReachedError: If the owner has taken a day's worth of tokens or money.
        """
        if not self.is_allowed:
            raise ConflictError("settings_fixed", "the operator of this server chose its model")
        model = self.model()
        if model is None:
            raise ConflictError("no_model", "sentences of the papers answer", action="Choose a model first.")
        self.spending.room_of(owner, "review")()
        trial = try_model(model, self.clock)
        if trial.usage is not None:
            usage = trial.usage
            spent = Spent(input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, cost_usd=usage.cost_usd)
            self.spending.count(owner, spent)
        return trial


def try_model(model: LanguageModel, clock: Callable[[], float]) -> Trial:
    """Let a model write a sentence and a reply in JSON; `clock` gives seconds."""
    started = clock()
    try:
        written = model.generate(_SENTENCE)
    except ScholarError as error:
        return Trial(seconds=clock() - started, failure=error)
    trial = Trial(
        text=written.text.strip(),
        seconds=clock() - started,
        output_tokens=written.usage.output_tokens,
        usage=written.usage,
    )
    try:
        replied = model.reply(rerank_prompt("What boils?", ["The kettle boils.", "The cat sleeps."]))
    except UnusableAnswerError as error:
        return replace(trial, usage=error.usage.after(trial.usage), failure=error)
    except ScholarError as error:
        return replace(trial, failure=error)
    return replace(trial, usage=replied.usage.after(trial.usage), keeps_shape=True)
