"""What bounds an answer that looks more than once, what stops it, and what a second try does not pay again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from doubles.answerers import Call, CallsAnswerer
from doubles.deep_model import RulesModel, models_of
from msgspec.structs import replace
from unit.services_chat.system import ADA, ASK, GOOD, System

from scholarai.domain.chat import Answer
from scholarai.domain.depth import BOUNDS, Depth
from scholarai.domain.errors import ClaimLostError, TransientError
from scholarai.domain.spending import DailyLimits
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.services.chat import deep
from scholarai.services.chat.asking import AnswerSaved
from scholarai.services.spending import Spending

KEY = "one-request"


class CrashError(BaseException):
    """The process ends here."""


def asked(system: System, model: RulesModel, **changes: Any) -> Answer:
    depth: Depth = changes.pop("depth", "deep")
    ask = replace(system.chat, looking=lambda: models_of(model), **changes)
    *_, last = ask.ask(system.question(ASK, depth=depth, idempotency_key=KEY))
    assert isinstance(last, AnswerSaved)
    return last.answer


def stopped(answer: Answer) -> str | None:
    return next((step.stopped for step in answer.steps if step.kind == "stop"), None)


def bounded(monkeypatch: pytest.MonkeyPatch, **bounds: Any) -> None:
    monkeypatch.setitem(deep.BOUNDS, "deep", replace(BOUNDS["deep"], **bounds))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("bound", "value", "reason"), [("calls", 3, "calls"), ("tokens", 36_000, "tokens"), ("looking_s", 0.0, "time")]
)
def test_a_bound_ends_the_looking_and_the_answer_says_so(
    system: System, monkeypatch: pytest.MonkeyPatch, bound: str, value: float, reason: str
) -> None:
    bounded(monkeypatch, **{bound: value})

    given = asked(system, RulesModel())

    assert stopped(given) == reason
    assert given.sections[0].citations[0].verdict == "exact"
    assert any("Nothing more was looked for" in note for note in given.notes)


def test_a_budget_ends_the_looking(system: System) -> None:
    rules = replace(system.chat.rules, budget_usd=0.036)

    given = asked(system, RulesModel(usd=1e-6), rules=rules)

    assert stopped(given) == "money"
    assert given.usage.cost_usd <= rules.budget_usd


def test_the_owners_day_ends_the_looking(system: System) -> None:
    spending = Spending(store=system.backend.spending, clock=system.clock, limits=DailyLimits(tokens=100))

    given = asked(system, RulesModel(), spending=spending)

    assert stopped(given) == "money"


def test_whoever_asks_can_have_the_answer_now(system: System) -> None:
    model = RulesModel()

    def stop(_: ReplyPrompt[Any]) -> None:
        system.sessions().stop(ADA, system.only_session)

    model.during = stop
    given = asked(system, model)

    assert stopped(given) == "asked"
    assert model.kinds == ["SubQuestions"]
    assert given.sections[0].citations[0].verdict == "exact"


def crash_at(number: int, count: list[int]) -> Callable[[ReplyPrompt[Any]], None]:
    def during(_: ReplyPrompt[Any]) -> None:
        count.append(number)
        if len(count) == number:
            raise CrashError

    return during


@pytest.mark.parametrize("crash", [1, 2, 3, 4])
def test_a_second_try_pays_only_for_what_is_missing(system: System, crash: int) -> None:
    model = RulesModel(usd=1e-6)
    model.during = crash_at(crash, [])
    with pytest.raises(CrashError):
        asked(system, model)
    first = model.kinds[: crash - 1]
    model.prompts.clear()

    given = asked(system, model)

    assert first + model.kinds == ["SubQuestions", "WeighedPassages", "StillMissing", "ClaimsRead"]
    assert given.usage.cost_usd == pytest.approx(asked_once(system).usage.cost_usd)


def asked_once(system: System) -> Answer:
    ask = replace(system.chat, looking=lambda: models_of(RulesModel(usd=1e-6)))
    *_, last = ask.ask(system.question(ASK, depth="deep"))
    assert isinstance(last, AnswerSaved)
    return last.answer


def test_an_answer_that_was_written_before_a_crash_is_not_written_again(system: System) -> None:
    model, writer = RulesModel(), CallsAnswerer(Call(text=GOOD))
    model.during = crash_at(4, [])
    with pytest.raises(CrashError):
        asked(system, model, answerer=lambda: writer)

    given = asked(system, model, answerer=lambda: writer)

    assert len(writer.requests) == 1
    assert given.sections[0].second_opinion == "supported"


def test_an_answer_that_is_asked_for_again_ends_where_another_worker_has_taken_it_over(system: System) -> None:
    writer = CallsAnswerer(Call(text="About twenty scouts, I believe."))

    def cancel() -> None:
        if len(writer.requests) == 2:
            system.sessions().cancel(ADA, system.only_session)

    writer.during = cancel
    with pytest.raises(ClaimLostError):
        asked(system, RulesModel(), answerer=lambda: writer)


def test_an_answer_that_broke_off_is_paid_and_written_again(system: System) -> None:
    writer = CallsAnswerer(Call(text=GOOD[:9], error=TransientError("stream_broken", "it broke")), Call(text=GOOD))
    with pytest.raises(TransientError):
        asked(system, RulesModel(), answerer=lambda: writer)

    given = asked(system, RulesModel(), answerer=lambda: writer)

    assert len(writer.requests) == 2
    looked = sum(step.taken.tokens for step in given.steps if step.kind == "check")
    assert given.usage.input_tokens + given.usage.output_tokens >= looked + 2 * 110


def test_paid_calls_survive_the_renewal_of_the_lease(system: System) -> None:
    model = RulesModel()
    crash = crash_at(3, [])

    def renew(prompt: ReplyPrompt[Any]) -> None:
        pending = system.messages(system.only_session)[1]
        system.record._renew(system.only_session, replace(pending, calls=()))  # what the heartbeat holds is older
        crash(prompt)

    model.during = renew
    with pytest.raises(CrashError):
        asked(system, model)

    assert len(system.messages(system.only_session)[1].calls) == 2
