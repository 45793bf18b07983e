"""Answers that nobody writes any more: how soon that shows, and who may write them then."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import timedelta

import pytest
from unit.services_chat.world import ADA, ASK, BEES, GOOD, World

from scholarai.domain.errors import ConflictError, InvalidRequestError
from scholarai.services.chat.turns import LEASE, PENDING, answered, as_seen, failed
from scholarai.testing import ScriptedAnswerer

A_MOMENT_S = 1.0


def begun(world: World, **about: str) -> None:
    """Leave a question as a process that was killed in mid-answer leaves it."""
    world.record.save_question(world.question(ASK, **about), None, [BEES])


def test_an_answer_that_a_dead_process_left_counts_as_interrupted_when_its_lease_is_over(world: World) -> None:
    begun(world)
    world.clock.advance(LEASE.total_seconds() - A_MOMENT_S)
    before = world.messages(world.only_session)[1]
    world.clock.advance(A_MOMENT_S)
    after = world.messages(world.only_session)[1]

    assert before.state == "pending"
    assert (after.state, after.error_code) == ("failed", "interrupted")


def test_the_same_request_is_answered_once_the_lease_of_a_dead_process_is_over(world: World) -> None:
    begun(world, idempotency_key="k1")
    with pytest.raises(ConflictError, match="being_answered") as caught:
        world.ask(idempotency_key="k1")
    world.clock.advance(LEASE.total_seconds())

    saved = world.ask(idempotency_key="k1")

    assert caught.value.retry_after_s
    assert [message.state for message in world.messages(saved.session_id)] == ["complete", "complete"]


def test_a_long_answer_keeps_its_lease(world: World) -> None:
    begun(world)
    record = replace(world.record, lease=timedelta(seconds=0.03))
    pending = world.messages(world.only_session)[1]
    with record.kept_alive(world.only_session, pending):
        world.clock.advance(LEASE.total_seconds() - A_MOMENT_S)
        until = time.monotonic() + 10
        while world.messages(world.only_session)[1].lease_until == pending.lease_until and time.monotonic() < until:
            time.sleep(0.01)
        world.clock.advance(A_MOMENT_S)

        assert world.messages(world.only_session)[1].state == "pending"


def test_a_pending_answer_expires_whatever_its_lease(world: World) -> None:
    begun(world)
    world.clock.advance(PENDING.total_seconds())
    forgotten = replace(world.messages(world.only_session)[1], state="pending", lease_until=world.clock.now() + LEASE)

    assert as_seen(forgotten, world.clock.now()).state == "failed"


def test_an_answer_that_comes_after_its_request_was_taken_up_again_is_not_stored(world: World) -> None:
    begun(world, idempotency_key="k1")
    session_id = world.only_session
    late = world.messages(session_id)[1]
    world.clock.advance(LEASE.total_seconds())
    saved = world.ask(idempotency_key="k1")

    for message in (failed(late, "model_busy"), answered(late, world.answer("What did the dance tell?"))):
        world.record.save_answer(ADA, session_id, message)

    assert world.messages(session_id)[1].answer == saved.answer


def test_a_late_answer_does_not_take_the_place_of_one_that_is_being_made(world: World) -> None:
    begun(world, idempotency_key="k1")
    session_id = world.only_session
    late = world.messages(session_id)[1]
    world.clock.advance(LEASE.total_seconds())
    begun(world, idempotency_key="k1")
    taken_over = world.messages(session_id)[1]

    world.record.save_answer(ADA, session_id, answered(late, world.answer("What did the dance tell?")))

    assert world.messages(session_id)[1] == taken_over


def test_a_restart_ends_the_leases_of_the_server_that_was_killed(world: World) -> None:
    begun(world, idempotency_key="k1")
    world.backend.recover()

    assert world.messages(world.only_session)[1].error_code == "interrupted"
    world.model = ScriptedAnswerer(GOOD)
    assert world.ask(idempotency_key="k1").session_id == world.only_session


def test_a_restart_leaves_answers_that_are_there(world: World) -> None:
    saved = world.ask()
    world.backend.recover()

    assert world.messages(saved.session_id)[1].answer == saved.answer


def test_a_key_stays_its_questions_after_the_lease_is_over(world: World) -> None:
    begun(world, idempotency_key="k1")
    world.clock.advance(LEASE.total_seconds())

    with pytest.raises(InvalidRequestError, match="idempotency_key_reused"):
        world.ask("What did the dance tell?", idempotency_key="k1")
