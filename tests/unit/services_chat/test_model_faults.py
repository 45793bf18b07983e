"""What becomes of replies that were cut, that nothing supports, or that never came, and of what was shown before."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from doubles.answerers import Call, CallsAnswerer
from doubles.written import bee_paper
from unit.services_chat.test_spending import spent
from unit.services_chat.world import ADA, ASK, GOOD, QUORUM, World

from scholarai.adapters.embedded.models import ExtractiveAnswerer
from scholarai.domain.chat import Answer
from scholarai.domain.content import Author
from scholarai.domain.errors import ModelRefusedError, TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.spending import DailyLimits, Spent
from scholarai.ports.models import AnswerDelta, Answerer, AnswerRequest
from scholarai.services.chat import AnswerRestarted, AnswerSaved, ChatEvent, ChatRules, SectionFinished, TextWritten
from scholarai.services.chat_reply import MOST_CITATIONS
from scholarai.services.spending import Spending

UNQUOTED = "About twenty scouts, I believe."
HALF = 'The workers were painted. <cite id="1">We marked 4,0'
BUSY = TransientError("model_busy", "the model is busy")
BLOCKED = ModelRefusedError("model_blocked_answer", "the model may not answer this (SAFETY)")
RECITED = ModelRefusedError("model_recitation", "the model recited")


def events(world: World, *calls: Call, text: str = ASK, **changes: Any) -> tuple[list[ChatEvent], CallsAnswerer]:
    """Return what happens to a question while the model's calls go like this, and the model."""
    model = CallsAnswerer(*calls)
    ask = replace(world.chat, **({"answerer": lambda: model} | changes))
    return list(ask.run(world.question(text))), model


def answer(world: World, *calls: Call, text: str = ASK, **changes: Any) -> tuple[Answer, CallsAnswerer]:
    (*_, last), model = events(world, *calls, text=text, **changes)
    assert isinstance(last, AnswerSaved)
    return last.answer, model


def text_of(given: Answer) -> str:
    return "".join(section.text for section in given.sections).strip()


def kinds(happened: list[ChatEvent]) -> list[str]:
    """Return the kinds of a stream's events, those that follow each other told once."""
    names = [type(event).__name__ for event in happened]
    return [name for n, name in enumerate(names) if n == 0 or name != names[n - 1]]


def rules() -> Answerer:
    return ExtractiveAnswerer()


class HeldAnswerer(CallsAnswerer):
    """Keeps what it returned, so that nothing but its reader ends it."""

    def __init__(self, text: str) -> None:
        super().__init__(Call(text=text))
        self.held: list[Any] = []

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        self.held.append(super().answer(request))
        return iter(self.held[-1])


class TestCutReplies:
    def test_a_half_sentence_and_a_half_quote_are_left_out(self, world: World) -> None:
        given, _ = answer(world, Call(text=f"{GOOD} {HALF}", finish="length"), Call(error=BUSY))

        assert given.truncated
        assert text_of(given) == "About twenty scouts are needed."
        assert [citation.quote for section in given.sections for citation in section.citations] == [QUORUM]

    @pytest.mark.parametrize("more", ["", " And so"])
    def test_a_whole_sentence_at_the_end_stays(self, world: World, more: str) -> None:
        given, _ = answer(world, Call(text=f"{GOOD} Bees are nice.{more}", finish="length"), Call(error=BUSY))

        assert text_of(given).endswith("Bees are nice.")

    def test_half_a_tag_takes_its_sentence_along(self, world: World) -> None:
        given, _ = answer(
            world, Call(text=f'{GOOD} Workers were painted. <cite id="', finish="length"), Call(error=BUSY)
        )

        assert text_of(given) == "About twenty scouts are needed."

    @pytest.mark.parametrize("cut", [len(GOOD) - 30, 12, 45, len(GOOD) - 3], ids=["quote", "word", "tag", "end tag"])
    def test_a_continuation_makes_the_answer_whole(self, world: World, cut: int) -> None:
        given, model = answer(world, Call(text=GOOD[:cut], finish="length"), Call(text=GOOD[cut:]))

        assert not given.truncated
        assert text_of(given) == "About twenty scouts are needed."
        assert given.sections[0].citations[0].verdict == "exact"
        assert given.usage.input_tokens == 200
        asked = model.requests[1].prompt
        assert [turn.text for turn in asked.history] == [model.requests[0].prompt.user, GOOD[:cut]]
        assert "cut off" in asked.user

    @pytest.mark.parametrize("begins", ["About", '<cite id="1">', "The quorum was"])
    def test_a_continuation_that_repeats_the_end_is_joined_without_it(self, world: World, begins: str) -> None:
        cut = GOOD[:70]
        again = GOOD[GOOD.index(begins) :]

        given, _ = answer(world, Call(text=cut, finish="length"), Call(text=again))

        assert text_of(given) == "About twenty scouts are needed."
        assert [citation.quote for citation in given.sections[0].citations] == [QUORUM]

    def test_one_continuation_is_tried_and_no_more(self, world: World) -> None:
        given, model = answer(
            world, Call(text=f"{GOOD} And so", finish="length"), Call(text=" it goes", finish="length")
        )

        assert len(model.requests) == 2
        assert given.truncated
        assert text_of(given) == "About twenty scouts are needed."

    def test_a_second_answer_that_is_cut_has_no_continuation_after_a_first_that_had_one(self, world: World) -> None:
        cut = Call(text=UNQUOTED, finish="length")

        given, model = answer(world, cut, Call(text=" And so."), Call(text=f"{GOOD} And", finish="length"))

        assert len(model.requests) == 3
        assert given.truncated

    def test_a_void_attempt_of_a_continuation_is_no_part_of_it(self, world: World) -> None:
        given, _ = answer(world, Call(text=GOOD[:60], finish="length"), Call(void="nonsense", text=GOOD[60:]))

        assert given.sections[0].citations[0].verdict == "exact"

    def test_without_time_there_is_no_continuation(self, world: World) -> None:
        model = CallsAnswerer(Call(text=f"{GOOD} And so", finish="length"), Call(text=" it goes."))
        model.during = lambda: world.clock.advance(46)

        given, _ = answer(world, answerer=lambda: model, rules=ChatRules(model_s=60.0))

        assert (given.truncated, len(model.requests)) == (True, 1)

    def test_a_continuation_has_the_time_that_is_left(self, world: World) -> None:
        model = CallsAnswerer(Call(text=f"{GOOD} And so", finish="length"), Call(text=" it goes."))
        model.during = lambda: world.clock.advance(20)

        answer(world, answerer=lambda: model, rules=ChatRules(model_s=60.0))

        assert model.requests[1].timeout_s == 40

    @pytest.mark.parametrize(
        "limits", [DailyLimits(tokens=110), DailyLimits(tokens=1_000)], ids=["no tokens left", "tokens left"]
    )
    def test_the_days_tokens_decide_whether_an_answer_is_gone_on_with(self, world: World, limits: DailyLimits) -> None:
        spending = Spending(store=world.backend.spending, clock=world.clock, limits=limits)

        given, model = answer(
            world, Call(text=f"{GOOD} And so", finish="length"), Call(text=" it goes."), spending=spending
        )

        left = limits.tokens > 110
        assert (given.truncated, len(model.requests)) == (not left, 1 + left)
        assert spent(world).input_tokens == 100 * (1 + left)


class TestUnsupportedReplies:
    def test_it_is_asked_for_once_more_with_what_was_wrong(self, world: World) -> None:
        given, model = answer(world, Call(text=UNQUOTED), Call(text=GOOD))

        assert given.refusal is None
        assert text_of(given) == "About twenty scouts are needed."
        assert given.usage.input_tokens == 200
        asked = model.requests[1].prompt
        assert [turn.text for turn in asked.history] == [model.requests[0].prompt.user, UNQUOTED]
        assert "letter for letter" in asked.user

    def test_after_the_second_one_it_is_a_refusal_and_both_are_paid(self, world: World) -> None:
        spending = Spending(store=world.backend.spending, clock=world.clock)

        given, model = answer(world, Call(text=UNQUOTED), spending=spending)

        assert given.sections == ()
        assert given.refusal is not None
        assert (given.refusal.reason, len(given.refusal.nearest)) == ("unsupported", 3)
        assert len(model.requests) == 2
        assert spent(world).input_tokens == 200

    def test_without_tokens_left_it_is_a_refusal_at_once(self, world: World) -> None:
        spending = Spending(store=world.backend.spending, clock=world.clock, limits=DailyLimits(tokens=110))

        given, model = answer(world, Call(text=UNQUOTED), spending=spending)

        assert (given.refusal is not None, len(model.requests)) == (True, 1)

    def test_a_void_attempt_is_not_shown_to_the_model_again(self, world: World) -> None:
        _, model = answer(world, Call(void="Nonsense first.", text=UNQUOTED), Call(text=GOOD))

        assert model.requests[1].prompt.history[-1].text == UNQUOTED

    def test_where_the_limit_cannot_be_looked_up_no_further_call_is_made(self, world: World) -> None:
        class Down:
            def __init__(self) -> None:
                self.reads = 0

            def read(self, *_: object) -> Spent:
                self.reads += 1
                if self.reads > 1:
                    raise TransientError("store_unavailable", "the store is away")
                return Spent()

            def add(self, *_: object) -> None: ...

        spending = Spending(store=Down(), clock=world.clock, limits=DailyLimits(tokens=1_000))

        given, model = answer(world, Call(text=UNQUOTED), spending=spending, stand_in=rules)

        assert (given.degraded, given.refusal is not None, len(model.requests)) == (None, True, 1)

    def test_a_second_answer_has_the_time_that_is_left(self, world: World) -> None:
        model = CallsAnswerer(Call(text=UNQUOTED), Call(text=GOOD))
        model.during = lambda: world.clock.advance(20)

        answer(world, answerer=lambda: model, rules=ChatRules(model_s=60.0))

        assert model.requests[1].timeout_s == 40

    def test_a_second_answer_may_decline(self, world: World) -> None:
        given, _ = answer(world, Call(text=UNQUOTED), Call(text="<not_in_paper/>"))

        assert given.refusal is not None
        assert given.refusal.reason == "model_declined"

    def test_a_provider_that_is_gone_by_then_leaves_the_question_to_rules(self, world: World) -> None:
        given, _ = answer(world, Call(text=UNQUOTED), Call(error=BUSY), stand_in=rules)

        assert given.degraded == "model_busy"
        assert given.sections[0].citations[0].verdict == "exact"

    def test_sentences_of_the_evidence_are_not_asked_for_twice(self, world: World) -> None:
        model = CallsAnswerer(Call(text="“Quorum” <cite id='1'>the</cite>"), verbatim=True)

        given, _ = answer(world, answerer=lambda: model)

        assert (given.refusal, len(model.requests)) == (None, 1)

    def test_a_stream_says_that_what_it_showed_is_void_before_the_second_answer(self, world: World) -> None:
        happened, _ = events(world, Call(text=UNQUOTED), Call(text=GOOD))

        at = next(n for n, event in enumerate(happened) if isinstance(event, AnswerRestarted))
        before = "".join(event.text for event in happened[:at] if isinstance(event, TextWritten))
        after = "".join(event.text for event in happened[at:] if isinstance(event, TextWritten))
        assert (before.strip(), after.strip()) == (UNQUOTED, "About twenty scouts are needed.")
        assert sum(isinstance(event, SectionFinished) for event in happened[at:]) == 1

    def test_a_stream_that_has_shown_nothing_since_does_not_say_it_again(self, world: World) -> None:
        happened, _ = events(world, Call(text=UNQUOTED), Call(text="<not_in_paper/>"))

        assert sum(isinstance(event, AnswerRestarted) for event in happened) == 1

    def test_a_stream_says_it_again_before_the_refusal(self, world: World) -> None:
        happened, _ = events(world, Call(text=UNQUOTED))

        assert kinds(happened).count("AnswerRestarted") == 2
        assert kinds(happened)[-2:] == ["AnswerRestarted", "AnswerSaved"]


class TestDeclines:
    def test_a_claim_before_a_decline_is_not_the_refusals_message(self, world: World) -> None:
        given, model = answer(world, Call(text="They use AdaBoost with 200 trees. <not_in_paper/> No price."))

        assert given.refusal is not None
        assert "AdaBoost" not in given.refusal.message
        assert "price" not in given.refusal.message
        assert len(model.requests) == 1

    def test_a_claim_with_an_invented_quote_before_a_decline_is_a_refusal_too(self, world: World) -> None:
        given, _ = answer(world, Call(text='Bees vote. <cite id="1">Every bee votes by post.</cite> <not_in_paper/>'))

        assert given.refusal is not None

    @pytest.mark.parametrize(
        "text", [f"{GOOD} <not_in_paper/> No price is given.", f"<not_in_paper/> No price. {GOOD}"]
    )
    def test_a_decline_beside_a_cited_sentence_makes_a_part_answer(self, world: World, text: str) -> None:
        given, _ = answer(world, Call(text=text))

        assert (given.refusal, given.partial) == (None, True)

    def test_a_whole_answer_is_no_part(self, world: World) -> None:
        assert not answer(world, Call(text=GOOD))[0].partial

    def test_a_stream_says_that_the_claim_is_void(self, world: World) -> None:
        happened, _ = events(world, Call(text="They use AdaBoost. <not_in_paper/>"))

        assert kinds(happened)[-2:] == ["AnswerRestarted", "AnswerSaved"]

    def test_a_bare_decline_voids_nothing(self, world: World) -> None:
        happened, _ = events(world, Call(text="<not_in_paper/>"))

        assert kinds(happened) == ["QuestionSaved", "AnswerSaved"]


class TestAwayProviders:
    @pytest.mark.parametrize("error", [BUSY, RECITED], ids=lambda error: error.code)
    def test_rules_answer_and_say_why(self, world: World, error: Exception) -> None:
        spending = Spending(store=world.backend.spending, clock=world.clock)

        given, _ = answer(world, Call(error=error), stand_in=rules, spending=spending)  # type: ignore[arg-type]

        assert given.degraded == error.code  # type: ignore[attr-defined]
        assert given.sections[0].citations[0].quote == QUORUM
        assert given.usage.model == "extractive"
        assert spent(world).input_tokens == 100

    def test_what_rules_do_not_find_is_a_refusal_that_says_why(self, world: World) -> None:
        given, _ = answer(
            world, Call(error=BUSY), stand_in=lambda: CallsAnswerer(Call(text="<not_in_paper/>"), verbatim=True)
        )

        assert given.refusal is not None
        assert (given.refusal.reason, given.degraded) == ("model_declined", "model_busy")

    def test_what_the_model_took_for_harmful_is_left_to_nobody(self, world: World) -> None:
        with pytest.raises(ModelRefusedError):
            answer(world, Call(error=BLOCKED), stand_in=rules)

    def test_without_a_stand_in_the_error_is_the_callers(self, world: World) -> None:
        with pytest.raises(TransientError):
            answer(world, Call(error=BUSY))

    def test_a_stream_says_that_what_the_model_wrote_is_void(self, world: World) -> None:
        happened, _ = events(world, Call(text="It may be", error=BUSY), stand_in=rules)

        assert kinds(happened)[:4] == ["QuestionSaved", "TextWritten", "AnswerRestarted", "TextWritten"]
        assert kinds(happened).count("AnswerRestarted") == 1

    def test_a_void_attempt_leaves_nothing_in_the_answer(self, world: World) -> None:
        happened, _ = events(world, Call(void=f"Nonsense first. {GOOD} {GOOD}", text=GOOD))

        last = happened[-1]
        assert isinstance(last, AnswerSaved)
        assert text_of(last.answer) == "About twenty scouts are needed."
        assert kinds(happened).count("AnswerRestarted") == 1


class TestBounds:
    def test_an_answer_ends_at_so_many_citations(self, world: World) -> None:
        given, model = answer(world, Call(text=f"{GOOD} " * (MOST_CITATIONS + 20)))

        assert sum(len(section.citations) for section in given.sections) == MOST_CITATIONS
        assert (given.truncated, len(model.requests)) == (True, 1)

    def test_reading_ends_at_the_bound(self, world: World) -> None:
        read: list[int] = []
        model = CallsAnswerer(Call(text=f"{GOOD} " + "On it goes. " * 20_000))
        model.during = lambda: read.append(1)

        given, _ = answer(world, answerer=lambda: model)

        assert read == []
        assert given.truncated
        assert len(text_of(given)) < 17_000

    def test_a_continuation_is_bounded_too(self, world: World) -> None:
        read: list[int] = []
        model = CallsAnswerer(Call(text=f"{GOOD} And", finish="length"), Call(text=" on it goes. On" * 20_000))
        model.during = lambda: read.append(1)

        given, _ = answer(world, answerer=lambda: model)

        assert read == [1]
        assert given.truncated
        assert len(text_of(given)) < 17_000

    def test_a_call_that_is_read_no_further_is_ended(self, world: World) -> None:
        model = HeldAnswerer(f"{GOOD} " * (MOST_CITATIONS + 20))

        answer(world, answerer=lambda: model)

        assert inspect.getgeneratorstate(model.held[0]) == inspect.GEN_CLOSED

    def test_an_answer_below_the_bounds_is_whole(self, world: World) -> None:
        given, _ = answer(world, Call(text=f"{GOOD} " * (MOST_CITATIONS - 1)))

        assert not given.truncated


class TestTitlePages:
    WHO = "Who wrote this paper?"

    @pytest.fixture
    def written(self, world: World) -> Callable[[str], tuple[Answer, int]]:
        paper = replace(bee_paper(), authors=(Author(name="Martin Lindauer"),), year=1955)
        world.add_paper(PaperId("signed"), paper)

        def ask(text: str) -> tuple[Answer, int]:
            model = CallsAnswerer(Call(text=text))
            asked = replace(world.chat, answerer=lambda: model)
            *_, last = asked.run(world.question(self.WHO, paper_ids=(PaperId("signed"),), owner=ADA))
            assert isinstance(last, AnswerSaved)
            return last.answer, len(model.requests)

        return ask

    def test_what_the_title_page_says_needs_no_quote(self, written: Callable[[str], tuple[Answer, int]]) -> None:
        given, calls = written("The paper was written by Martin Lindauer in 1955.")

        assert (given.refusal, calls) == (None, 1)
        assert given.sections[0].uncited

    @pytest.mark.parametrize("text", ["Karl von Frisch wrote it.", "Martin Lindauer wrote it in 1971."])
    def test_a_name_or_number_that_is_not_on_it_does(
        self, written: Callable[[str], tuple[Answer, int]], text: str
    ) -> None:
        given, calls = written(text)

        assert (given.refusal is not None, calls) == (True, 2)

    def test_other_questions_need_quotes(self, world: World) -> None:
        given, _ = answer(world, Call(text="How Honey Bees Choose a Home."))

        assert given.refusal is not None
