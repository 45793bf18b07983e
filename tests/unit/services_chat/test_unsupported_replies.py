"""What becomes of replies that no quote supports: asked for once more, then shown as they are; and of declines."""

from __future__ import annotations

from typing import Any

import pytest
from doubles.answerers import Call, CallsAnswerer
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.services_chat.asking import BUSY, UNQUOTED, answer, events, kinds, rules, text_of
from unit.services_chat.system import GOOD, System
from unit.services_chat.test_spending import spent

from scholarai.domain.content import Author
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.spending import DailyLimits, Spent
from scholarai.prompting.prompt import ChatLimits
from scholarai.services.chat.asking import AnswerSaved, ChatRules
from scholarai.services.chat.reply import AnswerRestarted, SectionFinished, TextWritten
from scholarai.services.spending import Spending

SIGNED = PaperId("signed")


class TestUnsupportedReplies:
    def test_it_is_asked_for_once_more_with_what_was_wrong(self, system: System) -> None:
        given, model = answer(system, Call(text=UNQUOTED), Call(text=GOOD))

        assert given.refusal is None
        assert text_of(given) == "About twenty scouts are needed."
        assert given.usage.input_tokens == 200
        asked = model.requests[1].prompt
        assert [turn.text for turn in asked.history] == [model.requests[0].prompt.user, UNQUOTED]
        assert "names no sentence" in asked.user

    def test_the_second_one_is_shown_with_its_sections_uncited_and_both_are_paid(self, system: System) -> None:
        spending = Spending(store=system.backend.spending, clock=system.clock)

        given, model = answer(system, Call(text=UNQUOTED), Call(text=f"{UNQUOTED} So I do."), spending=spending)

        assert (given.refusal, text_of(given)) == (None, f"{UNQUOTED} So I do.")
        assert {section.uncited for section in given.sections} == {True}
        assert len(model.requests) == 2
        assert spent(system).input_tokens == 200

    @pytest.mark.parametrize("text", ["Zwanzig Kundschafterinnen bilden das Quorum.", "Цифра там есть: двадцать."])
    def test_one_in_another_language_is_no_decline(self, system: System, text: str) -> None:
        given, model = answer(system, Call(text=text))

        assert (given.refusal, text_of(given), given.sections[0].uncited) == (None, text, True)
        assert len(model.requests) == 2

    def test_one_quote_that_stands_is_enough(self, system: System) -> None:
        given, model = answer(system, Call(text=f"{GOOD} Bees are nice."))

        assert len(model.requests) == 1
        assert [section.uncited for section in given.sections] == [False, True]

    def test_without_tokens_left_it_is_shown_at_once(self, system: System) -> None:
        spending = Spending(store=system.backend.spending, clock=system.clock, limits=DailyLimits(tokens=110))

        given, model = answer(system, Call(text=UNQUOTED), spending=spending)

        assert (text_of(given), given.sections[0].uncited, len(model.requests)) == (UNQUOTED, True, 1)

    def test_a_void_attempt_is_not_shown_to_the_model_again(self, system: System) -> None:
        _, model = answer(system, Call(void="Nonsense first.", text=UNQUOTED), Call(text=GOOD))

        assert model.requests[1].prompt.history[-1].text == UNQUOTED

    def test_where_the_limit_cannot_be_looked_up_no_further_call_is_made(self, system: System) -> None:
        class Down:
            def __init__(self) -> None:
                self.reads = 0

            def read(self, *_: object) -> Spent:
                self.reads += 1
                if self.reads > 1:
                    raise TransientError("store_unavailable", "the store is away")
                return Spent()

            def add(self, *_: object, **__: object) -> None: ...

        down: Any = Down()  # of a store, what a question needs
        spending = Spending(store=down, clock=system.clock, limits=DailyLimits(tokens=1_000))

        given, model = answer(system, Call(text=UNQUOTED), spending=spending, stand_in=rules)

        assert (given.degraded, text_of(given), len(model.requests)) == (None, UNQUOTED, 1)

    def test_a_second_answer_has_the_time_that_is_left(self, system: System) -> None:
        model = CallsAnswerer(Call(text=UNQUOTED), Call(text=GOOD))
        model.during = lambda: system.clock.advance(20)

        answer(system, answerer=lambda: model, rules=ChatRules(model_s=60.0))

        assert model.requests[1].timeout_s == 40

    def test_a_second_answer_may_decline(self, system: System) -> None:
        given, _ = answer(system, Call(text=UNQUOTED), Call(text="<not_in_paper/>"))

        assert given.refusal is not None
        assert given.refusal.reason == "model_declined"

    def test_a_provider_that_is_gone_by_then_leaves_the_first_answer(self, system: System) -> None:
        happened, model = events(system, Call(text=UNQUOTED), Call(text="It may", error=BUSY), stand_in=rules)

        last = happened[-1]
        assert isinstance(last, AnswerSaved)
        assert (last.answer.degraded, text_of(last.answer), last.answer.sections[0].uncited) == (None, UNQUOTED, True)
        assert (len(model.requests), last.answer.usage.input_tokens) == (2, 200)
        assert kinds(happened)[-3:] == ["AnswerRestarted", "SectionFinished", "AnswerSaved"]

    def test_sentences_of_the_evidence_are_not_asked_for_twice(self, system: System) -> None:
        model = CallsAnswerer(Call(text="“Quorum” <cite id='1'>the</cite>"), verbatim=True)

        given, _ = answer(system, answerer=lambda: model)

        assert (given.refusal, len(model.requests)) == (None, 1)

    def test_a_stream_says_that_what_it_showed_is_void_before_the_second_answer(self, system: System) -> None:
        happened, _ = events(system, Call(text=UNQUOTED), Call(text=GOOD))

        at = next(n for n, event in enumerate(happened) if isinstance(event, AnswerRestarted))
        before = "".join(event.text for event in happened[:at] if isinstance(event, TextWritten))
        after = "".join(event.text for event in happened[at:] if isinstance(event, TextWritten))
        assert (before.strip(), after.strip()) == (UNQUOTED, "About twenty scouts are needed.")
        assert sum(isinstance(event, SectionFinished) for event in happened[at:]) == 1

    def test_a_stream_that_has_shown_nothing_since_does_not_say_it_again(self, system: System) -> None:
        happened, _ = events(system, Call(text=UNQUOTED), Call(text="<not_in_paper/>"))

        assert sum(isinstance(event, AnswerRestarted) for event in happened) == 1

    def test_a_stream_does_not_void_the_second_answer(self, system: System) -> None:
        happened, _ = events(system, Call(text=UNQUOTED))

        assert kinds(happened).count("AnswerRestarted") == 1
        assert kinds(happened)[-2:] == ["SectionFinished", "AnswerSaved"]


class TestDeclines:
    @pytest.mark.parametrize("tokens", [0, 20_000], ids=["passages", "whole"])
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("<not_in_paper/> The paper gives no price, only volumes.", "The paper gives no price, only volumes."),
            ("The paper does not say what it cost.", "The paper does not say what it cost."),
            ("Im Text wird kein Preis genannt. <not_in_paper/>", "Im Text wird kein Preis genannt."),
            ("They use AdaBoost with 200 trees. <not_in_paper/> No price.", "No price."),
        ],
    )
    def test_its_reason_is_shown_as_the_models_words_above_the_nearest_passages(
        self, system: System, text: str, reason: str, tokens: int
    ) -> None:
        limits = ChatLimits(whole_tokens=tokens)

        given, model = answer(system, Call(text=text), rules=ChatRules(limits=limits))

        assert (given.sections, len(model.requests)) == ((), 1)
        assert given.refusal is not None
        assert (given.refusal.reason, given.refusal.message) == ("model_declined", reason)
        assert (given.refusal.by_model, len(given.refusal.nearest)) == (True, 3)

    def test_without_a_reason_the_words_are_ours(self, system: System) -> None:
        given, _ = answer(system, Call(text="<not_in_paper/>"))

        assert given.refusal is not None
        assert (given.refusal.by_model, bool(given.refusal.message)) == (False, True)

    def test_a_claim_with_an_invented_quote_before_a_decline_is_a_refusal_too(self, system: System) -> None:
        given, _ = answer(system, Call(text='Bees vote. <cite id="1">Every bee votes by post.</cite> <not_in_paper/>'))

        assert given.refusal is not None

    @pytest.mark.parametrize(
        "text", [f"{GOOD} <not_in_paper/> No price is given.", f"<not_in_paper/> No price. {GOOD}"]
    )
    def test_a_decline_beside_a_cited_sentence_makes_a_part_answer(self, system: System, text: str) -> None:
        given, _ = answer(system, Call(text=text))

        assert (given.refusal, given.partial) == (None, True)

    def test_a_stream_says_that_the_claim_is_void(self, system: System) -> None:
        happened, _ = events(system, Call(text="They use AdaBoost. <not_in_paper/>"))

        assert kinds(happened)[-2:] == ["AnswerRestarted", "AnswerSaved"]

    def test_a_bare_decline_voids_nothing(self, system: System) -> None:
        happened, _ = events(system, Call(text="<not_in_paper/>"))

        assert kinds(happened) == ["QuestionSaved", "AnswerSaved"]


class TestTitlePages:
    WHO = "Who wrote this paper, and about which swarms?"

    @pytest.fixture
    def signed(self, system: System) -> System:
        system.add_paper(SIGNED, replace(bee_paper(), authors=(Author(name="Martin Lindauer"),), year=1955))
        return system

    def test_what_the_title_page_says_needs_no_quote(self, signed: System) -> None:
        text = "The paper was written by Martin Lindauer in 1955."

        given, model = answer(signed, Call(text=text), text=self.WHO, papers=(SIGNED,))

        assert (given.refusal, len(model.requests)) == (None, 1)
        assert (given.sections[0].uncited, given.sections[0].doubts) == (False, ())

    @pytest.mark.parametrize("text", ["Karl von Frisch wrote it.", "Martin Lindauer wrote it in 1971."])
    def test_a_name_or_number_that_is_not_on_it_does(self, signed: System, text: str) -> None:
        given, model = answer(signed, Call(text=text), text=self.WHO, papers=(SIGNED,))

        assert (given.sections[0].uncited, len(model.requests)) == (True, 2)

    def test_one_name_alone_may_be_chance(self, signed: System) -> None:
        given, model = answer(signed, Call(text="The bees belong to Lindauer."), text=self.WHO, papers=(SIGNED,))

        assert (given.sections[0].uncited, len(model.requests)) == (True, 2)
