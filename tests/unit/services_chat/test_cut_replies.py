"""What is left of a reply that was cut or has no end, and how it is gone on with."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from doubles.answerers import Call, CallsAnswerer
from unit.services_chat.asking import BUSY, UNQUOTED, answer, text_of
from unit.services_chat.system import GOOD, QUORUM, System
from unit.services_chat.test_spending import spent

from scholarai.citations.sections import MOST_CITATIONS
from scholarai.domain.spending import DailyLimits
from scholarai.ports.models import AnswerDelta, AnswerRequest
from scholarai.services.chat.asking import ChatRules
from scholarai.services.spending import Spending

HALF = 'The workers were painted. <cite id="1">We marked 4,0'


class HeldAnswerer(CallsAnswerer):
    """Keeps what it returned, so that nothing but its reader ends it."""

    def __init__(self, text: str) -> None:
        super().__init__(Call(text=text))
        self.held: list[Any] = []

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        self.held.append(super().answer(request))
        return iter(self.held[-1])


class TestCutReplies:
    def test_a_half_sentence_and_a_half_quote_are_left_out(self, system: System) -> None:
        given, _ = answer(system, Call(text=f"{GOOD} {HALF}", finish="length"), Call(error=BUSY))

        assert given.truncated
        assert text_of(given) == "About twenty scouts are needed."
        assert [citation.quote for section in given.sections for citation in section.citations] == [QUORUM]

    @pytest.mark.parametrize("more", ["", " And so"])
    def test_a_whole_sentence_at_the_end_stays(self, system: System, more: str) -> None:
        given, _ = answer(system, Call(text=f"{GOOD} Bees are nice.{more}", finish="length"), Call(error=BUSY))

        assert text_of(given).endswith("Bees are nice.")

    def test_half_a_tag_takes_its_sentence_along(self, system: System) -> None:
        given, _ = answer(
            system, Call(text=f'{GOOD} Workers were painted. <cite id="', finish="length"), Call(error=BUSY)
        )

        assert text_of(given) == "About twenty scouts are needed."

    @pytest.mark.parametrize("cut", [len(GOOD) - 30, 12, 45, len(GOOD) - 3], ids=["quote", "word", "tag", "end tag"])
    def test_a_continuation_makes_the_answer_whole(self, system: System, cut: int) -> None:
        given, model = answer(system, Call(text=GOOD[:cut], finish="length"), Call(text=GOOD[cut:]))

        assert not given.truncated
        assert text_of(given) == "About twenty scouts are needed."
        assert given.sections[0].citations[0].verdict == "exact"
        assert given.usage.input_tokens == 200
        asked = model.requests[1].prompt
        assert [turn.text for turn in asked.history] == [model.requests[0].prompt.user, GOOD[:cut]]
        assert "cut off" in asked.user

    @pytest.mark.parametrize("begins", ["About", '<cite id="1">', "The quorum was"])
    def test_a_continuation_that_repeats_the_end_is_joined_without_it(self, system: System, begins: str) -> None:
        cut = GOOD[:70]
        again = GOOD[GOOD.index(begins) :]

        given, _ = answer(system, Call(text=cut, finish="length"), Call(text=again))

        assert text_of(given) == "About twenty scouts are needed."
        assert [citation.quote for citation in given.sections[0].citations] == [QUORUM]

    def test_one_continuation_is_tried_and_no_more(self, system: System) -> None:
        given, model = answer(
            system, Call(text=f"{GOOD} And so", finish="length"), Call(text=" it goes", finish="length")
        )

        assert len(model.requests) == 2
        assert given.truncated
        assert text_of(given) == "About twenty scouts are needed."

    def test_an_answer_that_was_continued_is_not_asked_for_again(self, system: System) -> None:
        given, model = answer(system, Call(text=UNQUOTED, finish="length"), Call(text=" And so."))

        assert (len(model.requests), given.refusal) == (2, None)
        assert text_of(given) == f"{UNQUOTED} And so."

    def test_a_void_attempt_of_a_continuation_is_no_part_of_it(self, system: System) -> None:
        given, _ = answer(system, Call(text=GOOD[:60], finish="length"), Call(void="nonsense", text=GOOD[60:]))

        assert given.sections[0].citations[0].verdict == "exact"

    def test_without_time_there_is_no_continuation(self, system: System) -> None:
        model = CallsAnswerer(Call(text=f"{GOOD} And so", finish="length"), Call(text=" it goes."))
        model.during = lambda: system.clock.advance(46)

        given, _ = answer(system, answerer=lambda: model, rules=ChatRules(model_s=60.0))

        assert (given.truncated, len(model.requests)) == (True, 1)

    def test_a_continuation_has_the_time_that_is_left(self, system: System) -> None:
        model = CallsAnswerer(Call(text=f"{GOOD} And so", finish="length"), Call(text=" it goes."))
        model.during = lambda: system.clock.advance(20)

        answer(system, answerer=lambda: model, rules=ChatRules(model_s=60.0))

        assert model.requests[1].timeout_s == 40

    @pytest.mark.parametrize(
        "limits", [DailyLimits(tokens=110), DailyLimits(tokens=1_000)], ids=["no tokens left", "tokens left"]
    )
    def test_the_days_tokens_decide_whether_an_answer_is_gone_on_with(
        self, system: System, limits: DailyLimits
    ) -> None:
        spending = Spending(store=system.backend.spending, clock=system.clock, limits=limits)

        given, model = answer(
            system, Call(text=f"{GOOD} And so", finish="length"), Call(text=" it goes."), spending=spending
        )

        left = limits.tokens > 110
        assert (given.truncated, len(model.requests)) == (not left, 1 + left)
        assert spent(system).input_tokens == 100 * (1 + left)


class TestBounds:
    def test_an_answer_has_so_many_citations_and_all_of_its_text(self, system: System) -> None:
        given, model = answer(system, Call(text=f"{GOOD} " * (MOST_CITATIONS + 20)))

        assert sum(len(section.citations) for section in given.sections) == MOST_CITATIONS
        assert (given.truncated, given.dropped_citations, len(model.requests)) == (False, 20, 1)
        assert text_of(given).count("About twenty scouts are needed.") == MOST_CITATIONS + 20

    def test_reading_ends_at_the_bound(self, system: System) -> None:
        read: list[int] = []
        model = CallsAnswerer(Call(text=f"{GOOD} " + "On it goes. " * 20_000))
        model.during = lambda: read.append(1)

        given, _ = answer(system, answerer=lambda: model)

        assert read == []
        assert given.truncated
        assert len(text_of(given)) < 17_000

    def test_a_continuation_is_bounded_too(self, system: System) -> None:
        read: list[int] = []
        model = CallsAnswerer(Call(text=f"{GOOD} And", finish="length"), Call(text=" on it goes. On" * 20_000))
        model.during = lambda: read.append(1)

        given, _ = answer(system, answerer=lambda: model)

        assert read == [1]
        assert given.truncated
        assert len(text_of(given)) < 17_000

    def test_a_call_that_is_read_no_further_is_ended(self, system: System) -> None:
        model = HeldAnswerer(f"{GOOD} " * (MOST_CITATIONS + 20))

        answer(system, answerer=lambda: model)

        assert inspect.getgeneratorstate(model.held[0]) == inspect.GEN_CLOSED

    def test_an_answer_below_the_bounds_is_whole(self, system: System) -> None:
        given, _ = answer(system, Call(text=f"{GOOD} " * (MOST_CITATIONS - 1)))

        assert not given.truncated
