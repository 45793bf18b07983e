"""What a question gets while the model's provider stays away."""

from __future__ import annotations

import pytest
from doubles.answerers import Call, CallsAnswerer
from doubles.deep_model import RulesModel, failing, models_of
from msgspec.structs import replace
from unit.services_chat.asking import BUSY, answer, events, kinds, rules, text_of
from unit.services_chat.system import ASK, GOOD, QUORUM, System
from unit.services_chat.test_spending import spent

from scholarai.domain.errors import ModelRefusedError, TransientError
from scholarai.domain.usage import ModelUsage
from scholarai.services.chat.asking import AnswerSaved
from scholarai.services.spending import Spending

BLOCKED = ModelRefusedError("model_blocked_answer", "the model may not answer this (SAFETY)")
RECITED = ModelRefusedError("model_recitation", "the model recited")


def paid() -> TransientError:
    """Return the error of a call that failed and is paid all the same."""
    error = TransientError("no_room", "nothing but thoughts")
    error.usage = ModelUsage(model="calls", input_tokens=700, output_tokens=300)
    return error


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

    def test_what_the_error_says_that_a_call_took_counts(self, system: System) -> None:
        spending = Spending(store=system.backend.spending, clock=system.clock)

        given, _ = answer(system, Call(error=paid()), stand_in=rules, spending=spending)

        assert (given.degraded, spent(system).input_tokens, spent(system).output_tokens) == ("no_room", 700, 300)

    def test_so_it_does_where_nobody_answers(self, system: System) -> None:
        spending = Spending(store=system.backend.spending, clock=system.clock)

        with pytest.raises(TransientError):
            answer(system, Call(error=paid()), spending=spending)

        assert spent(system).input_tokens == 700

    def test_so_it_does_where_a_cut_answer_was_to_be_continued(self, system: System) -> None:
        given, _ = answer(system, Call(text=f"{GOOD} And so", finish="length"), Call(error=paid()))

        assert (given.truncated, given.usage.input_tokens) == (True, 800)

    def test_every_call_of_a_deeper_answer_counts_where_rules_answer_in_the_end(self, system: System) -> None:
        model = RulesModel()
        spending = Spending(store=system.backend.spending, clock=system.clock)
        ask = replace(
            system.chat,
            answerer=lambda: CallsAnswerer(Call(error=paid())),
            looking=lambda: models_of(model),
            stand_in=rules,
            spending=spending,
        )

        *_, last = ask.ask(system.question(ASK, depth="deep"))

        assert isinstance(last, AnswerSaved)
        assert last.answer.degraded == "no_room"
        looked = sum((len(prompt.system) + len(prompt.user)) // 4 for prompt in model.prompts)
        assert (len(model.prompts), spent(system).input_tokens) == (3, looked + 700)

    def test_a_step_of_a_deeper_answer_that_fails_is_told_of_and_counts(self, system: System) -> None:
        model = RulesModel()
        model.during = failing(paid(), "SubQuestions")
        ask = replace(system.chat, looking=lambda: models_of(model))

        *_, last = ask.ask(system.question(ASK, depth="deep"))

        assert isinstance(last, AnswerSaved)
        (plan,) = [step for step in last.answer.steps if step.kind == "plan"]
        assert (plan.error, plan.taken.tokens) == ("no_room", 1_000)
        assert last.answer.notes == ("No searches were planned: the model failed (no_room).",)
        taken = sum(step.taken.tokens for step in last.answer.steps)
        assert last.answer.usage.input_tokens + last.answer.usage.output_tokens == taken + 150

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
