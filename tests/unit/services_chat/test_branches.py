"""Editing a question starts a branch, and branches do not see each other's messages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from contract.making import NOW, a_message, a_session
from msgspec.structs import replace
from unit.services_chat.system import ADA, ASK, BEES, GOOD, System

from scholarai.domain.chat import Message, Session
from scholarai.domain.errors import InvalidRequestError, TransientError
from scholarai.domain.ids import SessionId
from scholarai.services.chat.turns import LEASE, branch_to, current_branch, end_through, failed, questions_before
from scholarai.testing import ScriptedAnswerer

SECOND = "What did the dance tell?"
EDITED = "How many scouts danced?"


def line(*parents: int | None) -> tuple[Message, ...]:
    """Return turns whose questions follow these answers."""
    messages: list[Message] = []
    for parent in parents:
        n = len(messages)
        messages += [a_message(n, f"question {n}", parent=parent), a_message(n + 1, "", role="assistant")]
    return tuple(messages)


def numbers(messages: tuple[Message, ...]) -> list[int]:
    return [message.n for message in messages]


def two_branches(system: System) -> SessionId:
    """Ask two questions, and the second one in other words: answers 1, 3 and 5."""
    session_id = system.ask().session_id
    system.ask(SECOND, session_id=session_id)
    system.ask(EDITED, session_id=session_id, parent=1)
    return session_id


def current(system: System, session_id: SessionId) -> list[int]:
    found = system.backend.sessions.read(session_id)
    assert found is not None
    return numbers(current_branch(*found))


def busy(_said: int) -> None:
    raise TransientError("model_busy", "the model is busy")


def choose(system: System, session_id: SessionId, shown: int) -> Session:
    return system.sessions().change(ADA, session_id, title=None, pinned=None, shown=shown)


def test_messages_of_earlier_releases_are_one_line() -> None:
    messages = line(None, None, None)

    assert numbers(current_branch(a_session(), messages)) == [0, 1, 2, 3, 4, 5]


def test_a_line_that_lost_its_first_message_ends_there() -> None:
    assert numbers(current_branch(a_session(), line(None, None)[1:])) == [1, 2, 3]


def test_a_branch_leaves_out_what_was_said_beside_it() -> None:
    messages = line(-1, 1, 1, 5, -1)

    assert numbers(branch_to(messages, 7)) == [0, 1, 4, 5, 6, 7]
    assert numbers(branch_to(messages, 9)) == [8, 9]


def test_a_message_leads_to_the_end_of_its_latest_branch() -> None:
    messages = line(-1, 1, 1, 3, -1)

    assert [end_through(messages, n) for n in (0, 2, 4, 8)] == [7, 7, 5, 9]


@pytest.mark.parametrize("odd", [7, 4, 2, -2])
def test_a_stored_parent_that_cannot_be_is_the_message_before(odd: int) -> None:
    assert numbers(branch_to(line(None, None, odd), 5)) == [0, 1, 2, 3, 4, 5]


def test_an_answer_follows_its_question_whatever_is_stored() -> None:
    *before, answer = line(None, None, None)

    assert numbers(branch_to((*before, replace(answer, parent=1)), 5)) == [0, 1, 2, 3, 4, 5]


def test_a_head_beyond_the_messages_is_the_last_one() -> None:
    assert numbers(current_branch(replace(a_session(), head=9), line(None, None))) == [0, 1, 2, 3]


def test_an_edited_question_begins_a_branch_and_the_earlier_one_stays(system: System) -> None:
    session_id = two_branches(system)

    assert numbers(system.messages(session_id)) == [0, 1, 2, 3, 4, 5]
    assert current(system, session_id) == [0, 1, 4, 5]


def test_a_follow_up_goes_on_with_the_branch_that_was_chosen(system: System) -> None:
    session_id = two_branches(system)
    choose(system, session_id, 2)
    system.ask("What of the boxes?", session_id=session_id)

    assert current(system, session_id) == [0, 1, 2, 3, 6, 7]


def test_a_model_is_shown_the_turns_of_its_branch_alone(system: System) -> None:
    session_id = two_branches(system)
    system.model = model = ScriptedAnswerer(GOOD)
    system.ask("What of the boxes?", session_id=session_id)

    assert [turn.text for turn in model.requests[0].prompt.history if turn.role == "user"] == [ASK, EDITED]


def test_the_first_question_can_be_edited(system: System) -> None:
    session_id = system.ask().session_id
    system.ask(EDITED, session_id=session_id, parent=-1)

    assert current(system, session_id) == [2, 3]


@pytest.mark.parametrize("parent", [0, 2, 5, -2, -3])
def test_a_question_cannot_follow_what_is_no_answer_of_its_conversation(system: System, parent: int) -> None:
    session_id = system.ask().session_id

    with pytest.raises(InvalidRequestError, match="follows an answer"):
        system.ask(EDITED, session_id=session_id, parent=parent)
    assert len(system.messages(session_id)) == 2


def test_a_new_conversation_with_a_parent_is_refused_and_leaves_nothing(system: System) -> None:
    with pytest.raises(InvalidRequestError, match="follows an answer"):
        system.ask(parent=1)

    assert system.sessions().page(ADA, BEES, limit=5).sessions == ()


def test_a_repeated_request_finds_its_turn_in_its_branch(system: System) -> None:
    session_id = two_branches(system)
    first = system.ask("What of the boxes?", session_id=session_id, parent=1, idempotency_key="k")
    again = system.ask("What of the boxes?", session_id=session_id, parent=1, idempotency_key="k")

    assert again.message_n == first.message_n == 7


def test_a_failed_question_in_the_middle_is_tried_again_without_losing_what_follows(system: System) -> None:
    session_id = system.ask().session_id
    system.model = failing = ScriptedAnswerer(GOOD)
    failing.during = busy
    with pytest.raises(TransientError):
        system.ask(SECOND, session_id=session_id, idempotency_key="k")
    system.model = ScriptedAnswerer(GOOD)
    system.ask(EDITED, session_id=session_id)
    system.ask(SECOND, session_id=session_id, idempotency_key="k")

    assert current(system, session_id) == [0, 1, 2, 3, 4, 5]


def test_a_conversation_stays_on_its_branch_when_it_is_renamed(system: System) -> None:
    session_id = two_branches(system)
    choose(system, session_id, 3)

    system.sessions().change(ADA, session_id, title="Bees", pinned=None)

    assert current(system, session_id) == [0, 1, 2, 3]


@pytest.mark.parametrize("shown", [2, -1])
def test_a_message_that_is_not_there_cannot_be_shown(system: System, shown: int) -> None:
    session_id = system.ask(ASK).session_id

    with pytest.raises(InvalidRequestError, match="2 messages"):
        choose(system, session_id, shown)
    assert choose(system, session_id, 0).expires_at > NOW - timedelta(days=1)


def test_a_name_that_reads_like_a_greeting_stays_if_a_user_gave_it(system: System) -> None:
    session_id = system.ask(ASK).session_id
    system.sessions().change(ADA, session_id, title="Hello", pinned=None)

    system.ask(SECOND, session_id=session_id)

    found = system.backend.sessions.read(session_id)
    assert found is not None
    assert found[0].title == "Hello"


def conversation(system: System) -> tuple[Message, ...]:
    """Return three turns, of which the second failed."""
    first = system.ask("What did the dance tell?")
    for question in ("How far?", "And why?"):
        system.ask(question, session_id=first.session_id)
    messages = list(system.messages(first.session_id))
    messages[3] = replace(failed(messages[3], "model_busy"), answer=None)
    return tuple(messages)


def test_every_question_before_counts_the_failed_one_too(system: System) -> None:
    messages = conversation(system)

    questions = questions_before(messages)

    assert len(questions) == 3
    assert questions[1] == "How far?"


def test_a_failed_answer_has_no_lease(system: System) -> None:
    pending = Message(n=1, role="assistant", state="pending", created_at=system.clock.now())

    assert failed(replace(pending, lease_until=system.clock.now() + LEASE), "model_busy").lease_until is None
