"""What a question gets while the model's provider stays away."""

from __future__ import annotations

import pytest
from doubles.answerers import Call, CallsAnswerer
from unit.services_chat.asking import BUSY, answer, events, kinds, rules, text_of
from unit.services_chat.system import GOOD, QUORUM, System
from unit.services_chat.test_spending import spent

from scholarai.domain.errors import ModelRefusedError, TransientError
from scholarai.services.chat.asking import AnswerSaved
from scholarai.services.spending import Spending

BLOCKED = ModelRefusedError("model_blocked_answer", "the model may not answer this (SAFETY)")
RECITED = ModelRefusedError("model_recitation", "the model recited")


class TestAwayProviders:
    @pytest.mark.parametrize("error", [BUSY, RECITED], ids=lambda error: error.code)
    def test_rules_answer_and_say_why(self, system: System, error: Exception) -> None:
        spending = Spending(store=system.backend.spending, clock=system.clock)

        given, _ = answer(system, Call(error=error), stand_in=rules, spending=spending)  # type: ignore[arg-type]  # the parameters are ScholarErrors

        assert given.degraded == error.code  # type: ignore[attr-defined]  # a ScholarError
        assert QUORUM in [citation.quote for section in given.sections for citation in section.citations]
        assert given.usage.model == "extractive"
        assert spent(system).input_tokens == 100

    def test_what_rules_do_not_find_is_a_refusal_that_says_why(self, system: System) -> None:
        given, _ = answer(
            system, Call(error=BUSY), stand_in=lambda: CallsAnswerer(Call(text="<not_in_paper/>"), verbatim=True)
        )

        assert given.refusal is not None
        assert (given.refusal.reason, given.degraded) == ("model_declined", "model_busy")

    def test_what_the_model_took_for_harmful_is_left_to_nobody(self, system: System) -> None:
        with pytest.raises(ModelRefusedError):
            answer(system, Call(error=BLOCKED), stand_in=rules)

    def test_without_a_stand_in_the_error_is_the_callers(self, system: System) -> None:
        with pytest.raises(TransientError):
            answer(system, Call(error=BUSY))

    def test_a_stream_says_that_what_the_model_wrote_is_void(self, system: System) -> None:
        happened, _ = events(system, Call(text="It may be", error=BUSY), stand_in=rules)

        assert kinds(happened)[:4] == ["QuestionSaved", "TextWritten", "AnswerRestarted", "TextWritten"]
        assert kinds(happened).count("AnswerRestarted") == 1

    def test_a_void_attempt_leaves_nothing_in_the_answer(self, system: System) -> None:
        happened, _ = events(system, Call(void=f"Nonsense first. {GOOD} {GOOD}", text=GOOD))

        last = happened[-1]
        assert isinstance(last, AnswerSaved)
        assert text_of(last.answer) == "About twenty scouts are needed."
        assert kinds(happened).count("AnswerRestarted") == 1
