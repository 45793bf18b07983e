"""What becomes of questions when models have cost all owners together enough for a day."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from doubles.models import TopicEmbedder
from msgspec.structs import replace
from unit.services_chat.asking import rules
from unit.services_chat.system import ADA, ASK, BOB, System

from scholarai.adapters.models.local import LocalEmbedder
from scholarai.bootstrap import App
from scholarai.config import Settings
from scholarai.domain.errors import LimitReachedError, TransientError
from scholarai.domain.spending import Spent
from scholarai.prompting.prompt import Prompt
from scholarai.services.chat.asking import AnswerSaved
from scholarai.services.daily_budget import SpendStop, StoppableAnswerer, StoppableEmbedder
from scholarai.testing import HashEmbedder, ManualClock, ScriptedAnswerer

LIMIT_USD = 1.0


def spend(system: System, cost_usd: float) -> None:
    """Let two owners spend this together today."""
    for owner in (ADA, BOB):
        system.backend.spending.add(owner, system.clock.now().date(), Spent(cost_usd=cost_usd / 2))


def stop_of(system: System) -> SpendStop:
    return SpendStop(system.backend.spending, system.clock, LIMIT_USD)


class Costs:
    """Says what a day has cost, or that it cannot be asked."""

    def __init__(self) -> None:
        self.usd = 0.0
        self.asked = 0
        self.away = False

    def cost_usd(self, day: date) -> float:
        self.asked += 1
        if self.away:
            raise TransientError("store_unavailable", "the store is away")
        return self.usd


def test_models_stop_when_all_owners_together_have_spent_enough_until_midnight(system: System) -> None:
    spend(system, 0.99)
    stop_of(system).require_room()
    spend(system, 0.02)

    with pytest.raises(LimitReachedError) as caught:
        stop_of(system).require_room()

    assert caught.value.code == "daily_spend_reached"
    system.clock.advance(caught.value.retry_after_s or 0)
    assert system.clock.now().hour == 0
    stop_of(system).require_room()


def test_the_store_is_asked_now_and_then_and_its_last_word_counts_while_it_is_away() -> None:
    costs, clock = Costs(), ManualClock()
    stop = SpendStop(costs, clock, LIMIT_USD)  # type: ignore[arg-type]  # nothing else of the store is used
    for _ in range(5):
        stop.require_room()
    assert costs.asked == 1

    costs.usd = 2.0
    clock.advance(10)
    with pytest.raises(LimitReachedError):
        stop.require_room()

    costs.away = True
    clock.advance(10)
    with pytest.raises(LimitReachedError):
        stop.require_room()

    clock.advance(timedelta(days=1).total_seconds())
    stop.require_room()


def test_questions_are_answered_by_rules_from_the_passages_that_words_find(system: System) -> None:
    spend(system, LIMIT_USD)
    stop = stop_of(system)
    answerer = StoppableAnswerer(ScriptedAnswerer("The model's words."), stop)
    embedder = StoppableEmbedder(TopicEmbedder(), stop)
    find = replace(system.chat.find, embedder=lambda: embedder)
    ask = replace(system.chat, answerer=lambda: answerer, stand_in=rules, find=find)

    *_, last = ask.ask(system.question(ASK))

    assert isinstance(last, AnswerSaved)
    assert (last.answer.degraded, last.answer.retrieval) == ("daily_spend_reached", "lexical")
    assert all(citation.stands for section in last.answer.sections for citation in section.citations)
    assert last.answer.sections
    assert last.answer.usage.model == "extractive"


def test_a_limit_stops_the_models_that_the_settings_choose_and_nothing_that_is_free(tmp_path: Path) -> None:
    free = {"SCHOLARAI_DATA": str(tmp_path), "SCHOLARAI_DAILY_SPEND_LIMIT_USD": "1"}
    paid = {**free, "GEMINI_API_KEY": "key"}

    stopped = App(Settings.from_env(paid))
    unlimited = App(Settings.from_env({**paid, "SCHOLARAI_DAILY_SPEND_LIMIT_USD": "0"}))
    local = App(Settings.from_env(free), embedder=HashEmbedder())
    own_vectors = App(
        Settings.from_env({**free, "SCHOLARAI_MODEL": "anthropic/claude-sonnet-4-5", "ANTHROPIC_API_KEY": "key"})
    )

    stopped.backend().spending.add(ADA, stopped.spending().clock.now().date(), Spent(cost_usd=1.0))
    embedder, model = stopped.models.embedder(), stopped.models.text_model()
    assert embedder is not None
    assert model is not None
    with pytest.raises(LimitReachedError):
        embedder.embed_query("x")
    with pytest.raises(LimitReachedError):
        model.generate(Prompt(system="", user=""))
    assert isinstance(stopped.models.answerer(), StoppableAnswerer)
    assert not isinstance(unlimited.models.embedder(), StoppableEmbedder)
    assert isinstance(local.models.embedder(), HashEmbedder)
    assert isinstance(own_vectors.models.embedder(), LocalEmbedder)
