"""What a model is shown of the conversation before a question: its quotes, and a summary of what is too long."""

from __future__ import annotations

import threading

import pytest
from doubles.answerers import Call, CallsAnswerer, ScriptedTextModel
from msgspec.structs import replace
from unit.services_chat.asking import BUSY
from unit.services_chat.system import ASK, GOOD, QUORUM, System

from scholarai.domain.chat import Answer, Message, Recap
from scholarai.domain.errors import TransientError
from scholarai.domain.usage import ModelUsage
from scholarai.ports.models import Generation, TextModel
from scholarai.prompting.prompt import ChatLimits, Prompt, Turn
from scholarai.services.chat.asking import AnswerSaved, ChatRules

SUMMARY = "They asked about quorums."
# Room for two turns of about 150 characters and not for three; half of it has room for one.
LIMITS = ChatLimits(history_tokens=90, whole_tokens=20_000)
SAID = f"About twenty scouts are needed. (“{QUORUM}”, p. 2, Results)"


class Talk:
    """One conversation with a model that always gives the same answer."""

    def __init__(self, system: System, writer: TextModel | None = None, limits: ChatLimits = LIMITS) -> None:
        self.system, self.writer = system, writer
        self.model = CallsAnswerer(Call(text=GOOD))
        self.rules = ChatRules(limits=limits)

    def ask(self, text: str, *, parent: int | None = None) -> Answer:
        about = {"session_id": self.system.only_session, "parent": parent} if self.model.requests else {}
        ask = replace(self.system.chat, answerer=lambda: self.model, rewriter=lambda: self.writer, rules=self.rules)
        *_, last = ask.ask(self.system.question(text, **about))
        assert isinstance(last, AnswerSaved)
        return last.answer

    def ask_all(self, count: int) -> list[Answer]:
        return [self.ask(f"What is quorum {n}?") for n in range(count)]

    @property
    def shown(self) -> tuple[Turn, ...]:
        """What the model was shown of the conversation before the last question."""
        return self.model.requests[-1].prompt.history

    @property
    def messages(self) -> tuple[Message, ...]:
        return self.system.messages(self.system.only_session)


@pytest.mark.parametrize("tokens", [0, 20_000], ids=["passages", "whole"])
@pytest.mark.parametrize("text", ["Explain the second point in simpler words.", "Are you sure?", "Warum?"])
def test_a_follow_up_sees_the_question_the_answer_and_its_quotes(system: System, text: str, tokens: int) -> None:
    talk = Talk(system, limits=replace(LIMITS, whole_tokens=tokens))
    talk.ask(ASK)

    talk.ask(text)

    assert talk.shown == (Turn(role="user", text=ASK), Turn(role="model", text=SAID))


def test_a_quote_that_the_sentence_itself_has_is_not_told_twice(system: System) -> None:
    talk = Talk(system)
    talk.model.calls = (Call(text=f'They write “{QUORUM}” <cite id="1">{QUORUM}</cite>'),)
    talk.ask(ASK)

    talk.ask("Why?")

    assert talk.shown[1].text.count(QUORUM) == 1


def test_a_decline_is_told_as_it_was_shown(system: System) -> None:
    talk = Talk(system)
    talk.model.calls = (Call(text="<not_in_paper/>"),)
    declined = talk.ask(ASK)

    talk.ask("Why?")

    assert declined.refusal is not None
    assert talk.shown[1].text == declined.refusal.message


def test_a_conversation_that_fits_is_shown_as_it_was_and_nothing_is_summed_up(system: System) -> None:
    writer = ScriptedTextModel(SUMMARY)
    talk = Talk(system, writer)

    talk.ask_all(3)

    assert writer.prompts == []
    assert [turn.text for turn in talk.shown] == ["What is quorum 0?", SAID, "What is quorum 1?", SAID]


def test_what_is_too_long_is_summed_up_once_kept_and_used_again(system: System) -> None:
    writer = ScriptedTextModel(SUMMARY)
    talk = Talk(system, writer)

    talk.ask_all(4)
    first = [turn.text for turn in talk.shown]
    talk.ask("And why?")

    assert len(writer.prompts) == 1
    assert first == [f"(Earlier in this conversation: {SUMMARY})\n\nWhat is quorum 2?", SAID]
    assert [turn.text for turn in talk.shown] == [*first, "What is quorum 3?", SAID]
    assert [message.recap for message in talk.messages if message.recap] == [Recap(text=SUMMARY, until=3)]
    for told in ("What is quorum 0?", "What is quorum 1?", SAID):
        assert told in writer.prompts[0].user
    assert "What is quorum 2?" not in writer.prompts[0].user


def test_a_later_summary_is_made_of_the_earlier_one_and_the_turns_since(system: System) -> None:
    writer = ScriptedTextModel(SUMMARY)
    talk = Talk(system, writer)

    talk.ask_all(7)

    assert len(writer.prompts) == 2
    assert SUMMARY in writer.prompts[1].user
    assert "What is quorum 1?" not in writer.prompts[1].user
    assert [message.recap.until for message in talk.messages if message.recap] == [3, 7]


def test_a_branch_before_a_summary_does_not_see_it(system: System) -> None:
    talk = Talk(system, ScriptedTextModel(SUMMARY))
    talk.ask_all(4)

    talk.ask("And why?", parent=1)

    assert [turn.text for turn in talk.shown] == ["What is quorum 0?", SAID]


def test_what_summing_up_took_is_part_of_the_answers_usage(system: System) -> None:
    usages = [answer.usage.input_tokens for answer in Talk(system, ScriptedTextModel(SUMMARY)).ask_all(4)]

    assert usages == [100, 100, 100, 140]


def test_without_a_model_for_it_the_oldest_turns_are_left_out(system: System) -> None:
    talk = Talk(system)

    answers = talk.ask_all(4)

    assert [turn.text for turn in talk.shown] == ["What is quorum 1?", SAID, "What is quorum 2?", SAID]
    assert answers[-1].notes == ()


def test_a_failure_leaves_the_oldest_turns_out_says_so_and_is_tried_again(system: System) -> None:
    writer = ScriptedTextModel(None)
    talk = Talk(system, writer)

    answer = talk.ask_all(4)[-1]
    failed = [turn.text for turn in talk.shown]
    writer.text = SUMMARY
    talk.ask("And why?")

    assert failed == ["What is quorum 1?", SAID, "What is quorum 2?", SAID]
    (note,) = answer.notes
    assert "summing them up failed (model_busy)" in note
    assert (answer.refusal, len(writer.prompts)) == (None, 2)
    assert SUMMARY in talk.shown[0].text


def test_what_a_failed_summary_took_counts(system: System) -> None:
    class Thinking(ScriptedTextModel):
        def generate(self, prompt: Prompt) -> Generation:
            error = TransientError("model_out_of_tokens", "nothing but thoughts")
            error.usage = ModelUsage(model=self.name, input_tokens=70, output_tokens=400)
            raise error

    usage = Talk(system, Thinking("")).ask_all(4)[-1].usage

    assert (usage.input_tokens, usage.output_tokens) == (170, 410)


def test_an_answer_that_fails_keeps_the_summary_that_was_paid_for_it(system: System) -> None:
    writer = ScriptedTextModel(SUMMARY)
    talk = Talk(system, writer)
    talk.ask_all(3)
    talk.model.calls = (*talk.model.calls * 3, Call(error=BUSY), Call(text=GOOD))
    with pytest.raises(TransientError):
        talk.ask("What is quorum 3?")

    talk.ask("What is quorum 4?")

    assert len(writer.prompts) == 1
    assert SUMMARY in talk.shown[0].text


def test_thanks_for_a_long_conversation_cost_nothing(system: System) -> None:
    writer = ScriptedTextModel(SUMMARY)
    talk = Talk(system, writer)
    talk.ask_all(3)

    said = talk.ask("Thanks!")

    assert (said.remark, said.usage.input_tokens, writer.prompts) == ("courtesy", 0, [])


def test_a_conversation_is_summed_up_while_the_lease_of_its_answer_is_renewed(system: System) -> None:
    renewed: list[bool] = []

    class Watching(ScriptedTextModel):
        def generate(self, prompt: Prompt) -> Generation:
            renewed.append(any(thread.name == "lease" for thread in threading.enumerate()))
            return super().generate(prompt)

    Talk(system, Watching(SUMMARY)).ask_all(4)

    assert renewed == [True]
