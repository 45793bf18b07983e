"""Answers that nobody writes any more: how soon that shows, and who may write them then."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from msgspec.structs import replace
from unit.services_chat.system import ADA, ASK, BEES, GOOD, System

from scholarai.domain.errors import ConflictError, InvalidRequestError
from scholarai.services.chat.turns import LEASE, PENDING, answered, as_seen, failed
from scholarai.testing import ScriptedAnswerer

A_MOMENT_S = 1.0


def begun(system: System, **about: str) -> None:
    """Leave a question as a process that was killed in mid-answer leaves it."""
    system.record.save_question(system.question(ASK, **about), None, [BEES])


def test_an_answer_that_a_dead_process_left_counts_as_interrupted_when_its_lease_is_over(system: System) -> None:
    begun(system)
    system.clock.advance(LEASE.total_seconds() - A_MOMENT_S)
    before = system.messages(system.only_session)[1]
    system.clock.advance(A_MOMENT_S)
    after = system.messages(system.only_session)[1]

    assert before.state == "pending"
    assert (after.state, after.error_code) == ("failed", "interrupted")


def test_the_same_request_is_answered_once_the_lease_of_a_dead_process_is_over(system: System) -> None:
    begun(system, idempotency_key="k1")
    with pytest.raises(ConflictError, match="being_answered") as caught:
        system.ask(idempotency_key="k1")
    system.clock.advance(LEASE.total_seconds())

    saved = system.ask(idempotency_key="k1")

    assert caught.value.retry_after_s
    assert [message.state for message in system.messages(saved.session_id)] == ["complete", "complete"]


def test_a_long_answer_keeps_its_lease(system: System) -> None:
    begun(system)
    record = replace(system.record, lease=timedelta(seconds=0.03))
    pending = system.messages(system.only_session)[1]
    with record.kept_alive(system.only_session, pending):
        system.clock.advance(LEASE.total_seconds() - A_MOMENT_S)
        until = time.monotonic() + 60
        while system.messages(system.only_session)[1].lease_until == pending.lease_until and time.monotonic() < until:
            time.sleep(0.01)
        system.clock.advance(A_MOMENT_S)

        assert system.messages(system.only_session)[1].state == "pending"


def test_a_pending_answer_expires_whatever_its_lease(system: System) -> None:
    begun(system)
    system.clock.advance(PENDING.total_seconds())
    forgotten = replace(
        system.messages(system.only_session)[1], state="pending", lease_until=system.clock.now() + LEASE
    )

    assert as_seen(forgotten, system.clock.now()).state == "failed"


def test_an_answer_that_a_process_left_whose_clock_ran_ahead_is_asked_again_at_once(system: System) -> None:
    system.clock.advance(86_400)
    begun(system, idempotency_key="k1")
    system.clock.advance(-86_400 / 2)

    assert system.messages(system.only_session)[1].error_code == "interrupted"
    saved = system.ask(idempotency_key="k1")

    assert [message.state for message in system.messages(saved.session_id)] == ["complete", "complete"]


def test_a_question_under_a_clock_that_was_set_back_shortens_no_conversation(system: System) -> None:
    saved = system.ask("What did the dance tell?")
    kept = system.backend.sessions.read(saved.session_id)
    system.clock.advance(-100 * 86_400)
    system.ask("How far?", session_id=saved.session_id)
    system.clock.advance(100 * 86_400)

    again = system.backend.sessions.read(saved.session_id)

    assert kept is not None
    assert again is not None
    assert again[0].expires_at >= kept[0].expires_at
    assert len(system.messages(saved.session_id)) == 4


def test_an_answer_that_comes_after_its_request_was_taken_up_again_is_not_stored(system: System) -> None:
    begun(system, idempotency_key="k1")
    session_id = system.only_session
    late = system.messages(session_id)[1]
    system.clock.advance(LEASE.total_seconds())
    saved = system.ask(idempotency_key="k1")

    for message in (failed(late, "model_busy"), answered(late, system.answer("What did the dance tell?"))):
        system.record.save_answer(ADA, session_id, message)

    assert system.messages(session_id)[1].answer == saved.answer


def test_a_late_answer_does_not_take_the_place_of_one_that_is_being_made(system: System) -> None:
    begun(system, idempotency_key="k1")
    session_id = system.only_session
    late = system.messages(session_id)[1]
    system.clock.advance(LEASE.total_seconds())
    begun(system, idempotency_key="k1")
    taken_over = system.messages(session_id)[1]

    system.record.save_answer(ADA, session_id, answered(late, system.answer("What did the dance tell?")))

    assert system.messages(session_id)[1] == taken_over


def test_a_restart_ends_the_leases_of_the_server_that_was_killed(system: System) -> None:
    begun(system, idempotency_key="k1")
    system.backend.recover()

    assert system.messages(system.only_session)[1].error_code == "interrupted"
    system.model = ScriptedAnswerer(GOOD)
    assert system.ask(idempotency_key="k1").session_id == system.only_session


def test_a_restart_leaves_answers_that_are_there(system: System) -> None:
    saved = system.ask()
    system.backend.recover()

    assert system.messages(saved.session_id)[1].answer == saved.answer


def test_a_key_stays_its_questions_after_the_lease_is_over(system: System) -> None:
    begun(system, idempotency_key="k1")
    system.clock.advance(LEASE.total_seconds())

    with pytest.raises(InvalidRequestError, match="idempotency_key_reused"):
        system.ask("What did the dance tell?", idempotency_key="k1")
