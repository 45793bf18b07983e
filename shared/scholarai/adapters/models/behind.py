"""Puts a fallback model of another provider behind a model."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from scholarai.domain.errors import LimitReachedError, TransientError
from scholarai.ports.models import Generation, LanguageModel, TypedReply, UnusableAnswerError
from scholarai.prompting.prompt import Prompt, R, ReplyPrompt

T = TypeVar("T")

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelWithFallback:
    """Implements `ports.models.LanguageModel`: `behind` is asked where `first` is busy, down or too slow.

    A reply of the wrong shape has been paid for, and is no reason to pay a second model.
    """

    first: LanguageModel
    behind: LanguageModel

    @property
    def name(self) -> str:
        return self.first.name

    def generate(self, prompt: Prompt) -> Generation:
        return self._tried(lambda model: model.generate(prompt))

    def reply(self, prompt: ReplyPrompt[R]) -> TypedReply[R]:
        return self._tried(lambda model: model.reply(prompt))

    def _tried(self, ask: Callable[[LanguageModel], T]) -> T:
        try:
            return ask(self.first)
        except UnusableAnswerError:
            raise
        except (TransientError, LimitReachedError) as error:
            _LOG.warning("fallback model asked", extra={"model": self.first.name, "code": error.code})
            return ask(self.behind)
