"""What owners may take a day."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace
from unit.services_chat.system import ADA, ASK, BOB, GOOD, System

from scholarai.domain.errors import LimitReachedError, TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.spending import DailyLimits, Spent
from scholarai.domain.usage import Usage, sum_usage
from scholarai.services.chat.asking import AnswerSaved
from scholarai.services.spending import Spending, require_room
from scholarai.testing import ManualClock, ScriptedAnswerer

TOKENS_PER_ANSWER = 150


def ask(system: System, limits: DailyLimits, text: str = ASK, *, store: Any = None, **about: Any) -> AnswerSaved:
    spending = Spending(store=store or system.backend.spending, clock=system.clock, limits=limits)
    *_, last = replace(system.chat, spending=spending).ask(system.question(text, **about))
    assert isinstance(last, AnswerSaved)
    return last


def spent(system: System) -> Spent:
    return system.backend.spending.read(ADA, system.clock.time.date())


def test_answers_add_up_by_owner_and_day(system: System) -> None:
    ask(system, DailyLimits())
    ask(system, DailyLimits())

    assert spent(system) == Spent(questions=2, input_tokens=240, output_tokens=60)


@pytest.mark.parametrize("limits", [DailyLimits(questions=1), DailyLimits(tokens=TOKENS_PER_ANSWER)])
def test_past_a_limit_nothing_is_asked_and_nothing_saved(system: System, limits: DailyLimits) -> None:
    ask(system, limits)
    system.model = model = ScriptedAnswerer(GOOD)

    with pytest.raises(LimitReachedError) as caught:
        ask(system, limits)

    assert caught.value.retry_after_s == 18 * 3600  # the test's day began six hours ago
    assert model.requests == []
    assert len(system.sessions().page(ADA, None, limit=5).sessions) == 1


def test_a_limit_stops_a_conversation_too(system: System) -> None:
    first = ask(system, DailyLimits())

    with pytest.raises(LimitReachedError):
        ask(system, DailyLimits(questions=1), "And why?", session_id=first.session_id)
    assert len(system.messages(first.session_id)) == 2


def test_a_new_day_begins_anew(system: System) -> None:
    ask(system, DailyLimits(questions=1))
    system.clock.advance(timedelta(hours=19).total_seconds())

    ask(system, DailyLimits(questions=1))

    assert spent(system).questions == 1


def test_one_owners_limit_is_not_anothers(system: System) -> None:
    system.add_paper(PaperId("bobs"), owner=BOB)
    ask(system, DailyLimits(questions=1))

    ask(system, DailyLimits(questions=1), owner=BOB, paper_ids=(PaperId("bobs"),))


def test_an_answered_request_is_given_again_past_the_limit_and_not_charged_twice(system: System) -> None:
    first = ask(system, DailyLimits(questions=1), idempotency_key="k1")

    assert ask(system, DailyLimits(questions=1), idempotency_key="k1") == first
    assert spent(system).questions == 1


def test_what_was_not_answered_is_not_charged(system: System) -> None:
    model = ScriptedAnswerer(GOOD)

    def fail(_: int) -> None:
        raise TransientError("model_busy", "the model is busy")

    model.during = fail
    system.model = model
    with pytest.raises(TransientError):
        ask(system, DailyLimits())

    assert spent(system) == Spent()


def test_an_answer_is_given_also_when_its_cost_cannot_be_written(system: System) -> None:
    class Broken:
        def add(self, *_: object, **__: object) -> None:
            raise TransientError("store_unavailable", "the store is away")

    assert ask(system, DailyLimits(), store=Broken()).answer.sections


def test_money_counts_as_well() -> None:
    limits = DailyLimits(cost_usd=0.5)
    now = ManualClock().now()

    require_room(Spent(cost_usd=0.49), limits, now)
    with pytest.raises(LimitReachedError, match=r"0\.5 US dollars"):
        require_room(Spent(cost_usd=0.5), limits, now)


def test_a_conversations_usage_is_the_sum_of_its_answers() -> None:
    answers = [
        Usage(model="a", input_tokens=10, cost_usd=0.25),
        Usage(),
        Usage(model="b", input_tokens=5, output_tokens=2),
    ]

    assert sum_usage(answers) == Usage(model="b", input_tokens=15, output_tokens=2, cost_usd=0.25)


class Away:
    def read(self, *_: object) -> Spent:
        raise TransientError("store_unavailable", "the store is away")


def test_a_further_call_is_allowed_while_it_stays_below_the_limits(system: System) -> None:
    usage = Usage(model="scripted", input_tokens=100, output_tokens=50, cost_usd=0.0)

    def allowed(limits: DailyLimits, store: Any = system.backend.spending) -> bool:
        return Spending(store=store, clock=system.clock, limits=limits).allows_more(ADA, usage)

    assert allowed(DailyLimits(tokens=TOKENS_PER_ANSWER + 1))
    assert not allowed(DailyLimits(tokens=TOKENS_PER_ANSWER))
    assert not allowed(DailyLimits(tokens=10 * TOKENS_PER_ANSWER), Away())
    assert allowed(DailyLimits(), Away())
