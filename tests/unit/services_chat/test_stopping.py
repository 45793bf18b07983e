"""Answers that their asker stops, of which what was checked is kept, and conversations that get a name of their owner's."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from doubles.answerers import Call, CallsAnswerer
from msgspec.structs import replace
from unit.services_chat.system import ADA, ASK, BEES, BOB, GOOD, System

from scholarai.domain.chat import Message
from scholarai.domain.errors import ClaimLostError, InvalidRequestError, LimitReachedError, NotFoundError
from scholarai.domain.ids import SessionId
from scholarai.domain.spending import DailyLimits
from scholarai.services.chat.reply import AnswerRestarted, SectionFinished
from scholarai.services.chat.turns import LEASE
from scholarai.services.spending import Spending


def test_a_stopped_answer_ends_at_its_next_event_and_stays_stopped(system: System) -> None:
    chat = system.chat
    events = chat.ask(system.question(ASK))
    next(events)

    system.sessions(chat.running).cancel(ADA, system.only_session)

    with pytest.raises(ClaimLostError, match="answer_stopped"):
        list(events)
    answer = system.messages(system.only_session)[1]
    assert (answer.state, answer.error_code, answer.answer) == ("failed", "stopped", None)


def stopped_after(system: System, text: str, sections: int, **about: Any) -> Message:
    """Return the message of an answer that is stopped once so many of its sections were checked."""
    system.model = CallsAnswerer(Call(text=text))
    chat = replace(system.chat, **about)
    events = chat.ask(system.question(ASK, idempotency_key="k1"))
    for _ in range(sections):
        next(event for event in events if isinstance(event, SectionFinished))
    system.sessions(chat.running).cancel(ADA, system.only_session)
    with pytest.raises(ClaimLostError, match="answer_stopped"):
        list(events)
    return system.messages(system.only_session)[1]


def test_what_was_checked_of_a_stopped_answer_is_kept(system: System) -> None:
    kept = stopped_after(system, f"{GOOD} {GOOD} {GOOD}", 2)

    assert (kept.state, kept.error_code, kept.lease_until) == ("complete", None, None)
    assert kept.answer is not None
    assert [section.citations[0].verdict for section in kept.answer.sections] == ["exact", "exact"]
    assert kept.text.count("About twenty scouts are needed.") == 2
    assert (kept.answer.truncated, len(kept.answer.notes)) == (True, 1)
    assert "Stopped before" in kept.answer.notes[0]
    assert kept.answer.question_used == ASK


def test_a_conversation_goes_on_from_a_stopped_answer(system: System) -> None:
    stopped_after(system, f"{GOOD} {GOOD}", 1)
    system.model = model = CallsAnswerer(Call(text=GOOD))

    system.ask("And why?", session_id=system.only_session)

    assert model.requests[0].prompt.history[1].text.startswith("About twenty scouts are needed.")


def test_a_stopped_answer_that_is_asked_for_again_is_the_one_that_was_kept(system: System) -> None:
    kept = stopped_after(system, f"{GOOD} {GOOD}", 1)

    assert system.answer(idempotency_key="k1") == kept.answer


def test_what_was_taken_back_before_the_stop_is_not_kept(system: System) -> None:
    system.model = CallsAnswerer(Call(void=f"{GOOD} {GOOD} {GOOD}", text=f"{GOOD} And bees are nice."))
    chat = system.chat
    events = chat.ask(system.question(ASK))
    next(event for event in events if isinstance(event, AnswerRestarted))
    next(event for event in events if isinstance(event, SectionFinished))
    system.sessions(chat.running).cancel(ADA, system.only_session)
    with pytest.raises(ClaimLostError):
        list(events)

    kept = system.messages(system.only_session)[1].answer
    assert kept is not None
    assert len(kept.sections) == 1


def test_of_a_stopped_answer_that_cites_nothing_yet_nothing_is_kept(system: System) -> None:
    stopped = stopped_after(system, f"I think so.\n\nOr not. {GOOD}", 1)

    assert (stopped.state, stopped.error_code, stopped.answer) == ("failed", "stopped", None)


def test_what_a_stopped_answer_took_is_kept_with_it_and_counts_once(system: System) -> None:
    spending = Spending(store=system.backend.spending, clock=system.clock)

    kept = stopped_after(system, f"{GOOD} {GOOD}", 1, spending=spending)

    assert kept.answer is not None
    spent = system.backend.spending.read(ADA, system.clock.time.date())
    assert (spent.questions, spent.input_tokens) == (1, kept.answer.usage.input_tokens)
    assert spent.input_tokens > 0


def test_a_stopped_answer_of_a_paper_that_was_deleted_meanwhile_is_not_kept(system: System) -> None:
    system.model = CallsAnswerer(Call(text=f"{GOOD} {GOOD}"))
    chat = system.chat
    events = chat.ask(system.question(ASK))
    next(event for event in events if isinstance(event, SectionFinished))
    system.backend.papers.change(BEES, lambda _: None)
    system.sessions(chat.running).cancel(ADA, system.only_session)

    with pytest.raises(ClaimLostError, match="answer_stopped"):
        list(events)
    assert system.messages(system.only_session)[1].answer is None


def test_what_was_checked_does_not_take_the_place_of_a_later_answer_that_was_stopped_too(system: System) -> None:
    system.model = CallsAnswerer(Call(text=f"{GOOD} {GOOD}"))
    first, second = system.chat, system.chat
    late = first.ask(system.question(ASK, idempotency_key="k1"))
    next(event for event in late if isinstance(event, SectionFinished))
    system.sessions().cancel(ADA, system.only_session)
    system.clock.advance(1)
    again = second.ask(system.question(ASK, idempotency_key="k1"))
    next(again)
    system.sessions(first.running).cancel(ADA, system.only_session)
    with pytest.raises(ClaimLostError):
        list(late)

    assert system.messages(system.only_session)[1].answer is None
    again.close()


def test_an_answer_that_another_worker_took_over_is_not_replaced_by_what_was_checked(system: System) -> None:
    system.model = CallsAnswerer(Call(text=f"{GOOD} {GOOD}"))
    chat = system.chat
    events = chat.ask(system.question(ASK, idempotency_key="k1"))
    next(event for event in events if isinstance(event, SectionFinished))
    system.clock.advance(LEASE.total_seconds())
    saved = system.ask(idempotency_key="k1")
    chat.running.stop(system.only_session)
    with pytest.raises(ClaimLostError):
        list(events)

    assert system.messages(system.only_session)[1].answer == saved.answer


def test_a_stopped_answer_counts_as_a_question_of_the_day(system: System) -> None:
    limits = DailyLimits(questions=1)
    chat = replace(system.chat, spending=Spending(store=system.backend.spending, clock=system.clock, limits=limits))
    events = chat.ask(system.question(ASK))
    next(events)
    system.sessions(chat.running).cancel(ADA, system.only_session)
    with pytest.raises(ClaimLostError):
        list(events)

    with pytest.raises(LimitReachedError):
        next(chat.ask(system.question(ASK)))


def test_an_answer_that_another_process_makes_ends_when_it_next_renews_its_lease(system: System) -> None:
    system.record.save_question(system.question(ASK), None, [BEES])
    pending = system.messages(system.only_session)[1]
    lost = threading.Event()

    with replace(system.record, lease=timedelta(seconds=0.03)).kept_alive(system.only_session, pending, lost=lost.set):
        time.sleep(0.05)
        assert not lost.is_set()
        system.sessions().cancel(ADA, system.only_session)

        assert lost.wait(60)


def test_a_stopped_question_is_answered_when_it_is_asked_again_with_its_key(system: System) -> None:
    chat = system.chat
    events = chat.ask(system.question(ASK, idempotency_key="k1"))
    next(events)
    system.sessions(chat.running).cancel(ADA, system.only_session)
    events.close()

    saved = system.ask(idempotency_key="k1")

    assert [message.state for message in system.messages(saved.session_id)] == ["complete", "complete"]


def test_stopping_leaves_answers_that_are_there(system: System) -> None:
    saved = system.ask()

    system.sessions().cancel(ADA, saved.session_id)

    assert system.messages(saved.session_id)[1].answer == saved.answer


def test_others_can_neither_stop_nor_rename_nor_learn_of_a_conversation(system: System) -> None:
    saved = system.ask()

    for unknown, owner in ((saved.session_id, BOB), (SessionId("none"), ADA)):
        with pytest.raises(NotFoundError):
            system.sessions().cancel(owner, unknown)
        with pytest.raises(NotFoundError):
            system.sessions().change(owner, unknown, title="Mine", pinned=True)


def test_a_conversation_keeps_the_name_that_its_owner_gave_it(system: System) -> None:
    saved = system.ask("Hello")
    system.sessions().change(ADA, saved.session_id, title="  Thanks\n a lot ", pinned=True)

    system.ask(session_id=saved.session_id)

    session, _ = system.backend.sessions.read(saved.session_id) or (None, ())
    assert session is not None
    assert (session.title, session.pinned) == ("Thanks a lot", True)


def test_a_pin_goes_without_the_name(system: System) -> None:
    saved = system.ask()
    before = system.sessions().change(ADA, saved.session_id, title=None, pinned=True)

    after = system.sessions().change(ADA, saved.session_id, title=None, pinned=False)

    assert (before.pinned, after.pinned, after.title) == (True, False, ASK)


def test_a_name_that_nobody_sees_is_refused(system: System) -> None:
    saved = system.ask()

    for title in (" ", "\u200b", "x" * 201):
        with pytest.raises(InvalidRequestError, match="title_invalid"):
            system.sessions().change(ADA, saved.session_id, title=title, pinned=None)
