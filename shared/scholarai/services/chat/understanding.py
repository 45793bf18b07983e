"""Understands a question by the conversation before it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scholarai.answering.turns import TurnKind, asks_again, carry_topics, kind_of_turn, without_courtesy
from scholarai.domain.chat import Citation, Message
from scholarai.domain.errors import ScholarError
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.values import Value
from scholarai.ports.models import ModelUsage, TextModel
from scholarai.prompting.rewriting import rewrite_prompt
from scholarai.services.chat.turns import questions_before, quoted_before, said_before

if TYPE_CHECKING:
    from scholarai.answering.shown import Shown

_log = logging.getLogger(__name__)


class Understood(Value, frozen=True, kw_only=True):
    """A question as it is searched for.

    Attributes:
        asked: Its own words, without a greeting.
        text: In a form that stands for itself.
        kind: How it goes on from the turns before it.
        shown: What was quoted before and is not to be quoted again, oldest first.
        readings: What it may mean, where that cannot be told; empty where its kind is unclear for lack of any topic.
        usage: What a model took to rewrite it.
    """

    asked: str
    text: str
    kind: TurnKind
    shown: tuple[Citation, ...] = ()
    readings: tuple[str, ...] = ()
    usage: ModelUsage | None = None

    @property
    def quoted(self) -> Shown:
        from scholarai.answering.shown import Shown  # nothing was shown before a first question

        return Shown.of(citation.text for citation in self.shown)


class UnderstandQuestion(Value, frozen=True, kw_only=True):
    """Rewrites questions that refer back: by a model if there is one, else by rule."""

    rewriter: Callable[[], TextModel | None]
    history_tokens: int

    def run(self, text: str, earlier: Sequence[Message]) -> Understood:
        """Return what a question asks for, given the messages before it."""
        asked = without_courtesy(text)
        before = questions_before(earlier)
        kind = kind_of_turn(asked, follows=bool(before))
        again = asks_again(asked) or asked in {message.text for message in earlier if kind == "alone"}
        understood = Understood(asked=asked, text=asked, kind=kind, shown=() if again else quoted_before(earlier))
        if kind in {"alone", "unclear"}:
            return understood
        readings: tuple[str, ...] = ()
        if kind == "carried":
            from scholarai.answering.readings import readings_of_pronoun

            readings = readings_of_pronoun(asked, before[-1])
        if readings:
            return replace(understood, kind="unclear", readings=readings)
        rewritten, usage = self._rewritten(asked, earlier)
        return replace(understood, text=rewritten or carry_topics(asked, before), usage=usage)

    def _rewritten(self, asked: str, earlier: Sequence[Message]) -> tuple[str | None, ModelUsage | None]:
        rewriter = self.rewriter()
        if rewriter is None:
            return None, None
        prompt = rewrite_prompt(asked, said_before(earlier), history_tokens=self.history_tokens)
        try:
            generation = rewriter.generate(prompt)
        except ScholarError as error:
            _log.warning("follow-up rewritten by rule", extra={"code": error.code})
            return None, None
        rewritten = " ".join(generation.text.split())
        return rewritten if 0 < len(rewritten) <= QUESTION_CHARACTERS else None, generation.usage
