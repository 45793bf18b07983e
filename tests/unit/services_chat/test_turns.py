"""What counts as a question before another one, and what a turn leaves when it fails."""

from __future__ import annotations

from msgspec.structs import replace
from unit.services_chat.system import System

from scholarai.domain.chat import Message
from scholarai.services.chat.turns import LEASE, failed, questions_before


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
