"""What is kept of a conversation, and who may see it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from contract.making import a_session
from doubles.answerers import ScriptedTextModel
from unit.services_chat.system import ADA, ASK, BEES, BOB, GOOD, KEPT, System

from scholarai.adapters.models.local import ExtractiveAnswerer
from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError, NotReadyError, TransientError
from scholarai.domain.ids import PaperId, SessionId
from scholarai.domain.limits import PAPERS_PER_CHAT
from scholarai.services.chat.turns import require_session
from scholarai.testing import ScriptedAnswerer


def test_question_and_answer_are_kept_in_a_session_named_after_the_question(system: System) -> None:
    saved = system.ask()

    asked, answered = system.messages(saved.session_id)
    assert (asked.role, asked.text) == ("user", ASK)
    assert (answered.role, answered.state, answered.answer) == ("assistant", "complete", saved.answer)
    (session,) = system.sessions().page(ADA, BEES, limit=5).sessions
    assert (session.title, session.message_count) == (ASK, 2)


def test_a_conversation_is_gone_at_the_moment_when_it_expires() -> None:
    session = a_session()

    assert require_session(session, session.owner, session.expires_at - timedelta(microseconds=1)) == session
    with pytest.raises(NotFoundError, match="session_unknown"):
        require_session(session, session.owner, session.expires_at)


def test_a_long_question_makes_a_short_title(system: System) -> None:
    system.ask("Why do the scouts dance? " * 30)

    assert len(system.sessions().page(ADA, BEES, limit=5).sessions[0].title) <= 81


def test_the_question_is_saved_before_the_model_is_asked(system: System) -> None:
    model = ScriptedAnswerer(GOOD)
    seen: list[tuple[str, str]] = []
    counted: list[int] = []

    def look(said: int) -> None:
        if said == 0:
            seen.extend((m.role, m.state) for m in system.messages(system.only_session))
            counted.extend(one.message_count for one in system.sessions().page(ADA, BEES, limit=5).sessions)

    model.during = look
    system.model = model

    system.ask()

    assert seen == [("user", "complete"), ("assistant", "pending")]
    assert counted == [2]


@pytest.mark.parametrize("said", [0, 21])
def test_a_model_that_fails_leaves_the_question_and_a_failed_answer(system: System, said: int) -> None:
    system.model = _failing(TransientError("model_busy", "the model is busy"), said)

    with pytest.raises(TransientError):
        system.ask()

    asked, answered = system.messages(system.only_session)
    assert asked.text == ASK
    assert (answered.state, answered.error_code) == ("failed", "model_busy")


def test_a_caller_who_leaves_in_mid_stream_leaves_a_failed_answer(system: System) -> None:
    events = system.chat.ask(system.question(ASK))
    next(events)
    next(events)
    events.close()

    assert system.messages(system.only_session)[1].error_code == "interrupted"


def test_earlier_turns_are_shown_to_the_model_without_failed_ones(system: System) -> None:
    first = system.ask()
    system.model = _failing(TransientError("model_busy", "the model is busy"), 0)
    with pytest.raises(TransientError):
        system.ask("What of the boxes?", session_id=first.session_id)
    system.model = model = ScriptedAnswerer(GOOD)
    system.ask("What did the dance tell?", session_id=first.session_id)

    asked, said = model.requests[0].prompt.history
    assert asked.text == ASK
    assert said.text.startswith("About twenty scouts are needed.")


def test_without_a_model_a_question_that_refers_back_is_made_to_stand_for_itself_and_says_so(system: System) -> None:
    system.model = ExtractiveAnswerer()
    first = system.ask()

    answer = system.answer("And why?", session_id=first.session_id)

    assert answer.question_used == f"And why? ({first.answer.question_used})"


def test_a_question_that_stands_for_itself_is_left_alone(system: System) -> None:
    first = system.ask()

    assert (
        system.answer("What did the dance tell?", session_id=first.session_id).question_used
        == "What did the dance tell?"
    )


def test_a_model_rewrites_a_follow_up_where_there_is_one(system: System) -> None:
    first = system.ask()
    system.rewriter = ScriptedTextModel("Why does the quorum need twenty scouts?\n")

    assert (
        system.answer("And why?", session_id=first.session_id).question_used
        == "Why does the quorum need twenty scouts?"
    )


def test_what_a_rewriting_took_is_part_of_the_answers_usage(system: System) -> None:
    first = system.ask()
    system.rewriter = ScriptedTextModel("Why does the quorum need twenty scouts?")
    asked = first.answer.usage.input_tokens

    assert system.answer("And why?", session_id=first.session_id).usage.input_tokens == asked + 40


@pytest.mark.parametrize(("text", "notes"), [(None, 1), ("", 0)])
def test_a_follow_up_that_is_not_rewritten_is_searched_for_in_its_own_words(
    system: System, text: str | None, notes: int
) -> None:
    first = system.ask()
    system.rewriter = ScriptedTextModel(text)

    answer = system.answer("And why?", session_id=first.session_id)

    assert answer.question_used == "And why?"
    assert [note for note in answer.notes if "model_busy" in note] == list(answer.notes)
    assert len(answer.notes) == notes


def test_a_first_question_is_never_rewritten(system: System) -> None:
    system.rewriter = ScriptedTextModel("Something else")

    assert system.answer("How does it work for scouts?").question_used == "How does it work for scouts?"


def test_the_same_request_twice_is_answered_once(system: System) -> None:
    system.model = model = ScriptedAnswerer(GOOD)
    first = system.ask(idempotency_key="k1")
    second = system.ask(idempotency_key="k1")

    assert second == first
    assert len(model.requests) == 1
    assert len(system.messages(first.session_id)) == 2


def test_the_same_request_twice_in_a_session_is_answered_once(system: System) -> None:
    first = system.ask()
    again = [system.ask("And why?", session_id=first.session_id, idempotency_key="k2") for _ in range(2)]

    assert again[0] == again[1]
    assert len(system.messages(first.session_id)) == 4


def test_the_same_request_after_a_failure_tries_again_in_its_place(system: System) -> None:
    system.model = _failing(TransientError("model_busy", "the model is busy"), 0)
    with pytest.raises(TransientError):
        system.ask(idempotency_key="k1")
    system.model = ScriptedAnswerer(GOOD)

    saved = system.ask(idempotency_key="k1")

    assert [message.state for message in system.messages(saved.session_id)] == ["complete", "complete"]


def test_the_same_request_while_it_is_being_answered_is_a_conflict(system: System) -> None:
    events = system.chat.ask(system.question(ASK, idempotency_key="k1"))
    next(events)

    with pytest.raises(ConflictError, match="being_answered"):
        system.ask(idempotency_key="k1")
    events.close()


def test_a_key_of_another_question_is_refused(system: System) -> None:
    system.ask(idempotency_key="k1")

    with pytest.raises(InvalidRequestError, match="idempotency_key_reused"):
        system.ask("What did the dance tell?", idempotency_key="k1")


def test_keys_of_two_owners_have_nothing_to_do_with_each_other(system: System) -> None:
    system.add_paper(PaperId("bobs"), owner=BOB)
    first = system.ask(idempotency_key="k1")

    assert system.ask(idempotency_key="k1", owner=BOB, paper_ids=(PaperId("bobs"),)).session_id != first.session_id


def test_questions_at_once_in_one_session_keep_their_pairs(system: System) -> None:
    session_id = system.ask().session_id
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda n: system.ask(f"How do scouts dance at site {n}?", session_id=session_id), range(6)))

    messages = system.messages(session_id)
    assert [message.n for message in messages] == list(range(14))
    assert [message.role for message in messages] == ["user", "assistant"] * 7
    assert all(
        answer.answer and answer.answer.question_used == asked.text
        for asked, answer in zip(messages[::2], messages[1::2], strict=True)
    )


@pytest.mark.parametrize("text", ["", "   \n", "x" * 8_001, "x" * 20_000])
def test_a_question_of_no_or_too_many_characters_is_invalid(system: System, text: str) -> None:
    with pytest.raises(InvalidRequestError, match="question_invalid"):
        system.ask(text)


def test_a_question_of_the_most_characters_is_asked(system: System) -> None:
    text = "x" * 8_000

    assert system.messages(system.ask(text).session_id)[0].text == text


@pytest.mark.parametrize("paper_ids", [(), tuple(PaperId(f"p{n}") for n in range(PAPERS_PER_CHAT + 1))])
def test_a_question_about_no_or_too_many_papers_is_invalid(system: System, paper_ids: tuple[PaperId, ...]) -> None:
    with pytest.raises(InvalidRequestError, match="papers_invalid"):
        system.ask(paper_ids=paper_ids)


def test_another_owners_paper_is_as_unknown_as_a_missing_one(system: System) -> None:
    for about in ({"owner": BOB}, {"paper_ids": (PaperId("none"),)}):
        with pytest.raises(NotFoundError, match="paper_unknown"):
            system.ask(**about)


def test_another_owners_session_is_as_unknown_as_a_missing_one(system: System) -> None:
    session_id = system.ask().session_id

    for owner, name in ((BOB, session_id), (ADA, SessionId("none"))):
        with pytest.raises(NotFoundError, match="session_unknown"):
            system.ask(owner=owner, session_id=name)
        with pytest.raises(NotFoundError, match="session_unknown"):
            system.messages(name, owner)
        with pytest.raises(NotFoundError, match="session_unknown"):
            system.sessions().delete(owner, name)


def test_a_session_is_not_asked_about_papers_that_it_does_not_have(system: System) -> None:
    system.add_paper(PaperId("wasps"))
    session_id = system.ask().session_id

    with pytest.raises(NotFoundError, match="session_unknown"):
        system.ask(session_id=session_id, paper_ids=(PaperId("wasps"),))


def test_a_paper_that_is_not_ready_says_when_it_may_be(system: System) -> None:
    system.add_unready(PaperId("new"), "extracting", eta_s=40)

    with pytest.raises(NotReadyError) as caught:
        system.ask(paper_ids=(PaperId("new"),))
    assert caught.value.retry_after_s == 40


def test_a_paper_that_failed_is_a_conflict_and_nothing_is_saved(system: System) -> None:
    system.add_unready(PaperId("bad"), "failed")

    with pytest.raises(ConflictError, match="encrypted"):
        system.ask(paper_ids=(PaperId("bad"),))
    assert system.sessions().page(ADA, None, limit=5).sessions == ()


def test_a_session_lives_on_from_its_last_question_and_then_is_gone(system: System) -> None:
    session_id = system.ask().session_id
    system.clock.advance(timedelta(days=20).total_seconds())
    system.ask("What did the dance tell?", session_id=session_id)
    system.clock.advance(timedelta(days=20).total_seconds())
    assert len(system.messages(session_id)) == 4

    system.clock.advance(KEPT.total_seconds())

    assert system.sessions().page(ADA, None, limit=5).sessions == ()
    with pytest.raises(NotFoundError):
        system.ask(session_id=session_id)


def test_sessions_are_listed_latest_first_for_their_owner_and_paper(system: System) -> None:
    system.add_paper(PaperId("wasps"))
    names = []
    for paper in (BEES, PaperId("wasps"), BEES):
        system.clock.advance(1)
        names.append(system.ask(paper_ids=(paper,)).session_id)

    assert [s.id for s in system.sessions().page(ADA, BEES, limit=5).sessions] == [names[2], names[0]]
    assert [s.id for s in system.sessions().page(ADA, None, limit=5).sessions] == names[::-1]
    assert system.sessions().page(BOB, None, limit=5).sessions == ()


def test_sessions_of_another_owners_paper_are_not_found(system: System) -> None:
    with pytest.raises(NotFoundError):
        system.sessions().page(BOB, BEES, limit=5)


def test_a_deleted_session_is_gone_also_when_an_answer_comes_late(system: System) -> None:
    events = system.chat.ask(system.question(ASK))
    next(events)
    session_id = system.only_session
    system.sessions().delete(ADA, session_id)
    list(events)

    with pytest.raises(NotFoundError):
        system.messages(session_id)


def _failing(error: Exception, said: int) -> ScriptedAnswerer:
    model = ScriptedAnswerer(GOOD)

    def fail(so_far: int) -> None:
        if so_far >= said:
            raise error

    model.during = fail
    return model


def test_a_question_is_kept_without_what_nobody_sees(system: System) -> None:
    saved = system.ask(f"\u202e{ASK}\u200b\x07")

    assert system.messages(saved.session_id)[0].text == ASK
    assert saved.answer.question_used == ASK


def test_a_question_of_nothing_else_is_no_question(system: System) -> None:
    with pytest.raises(InvalidRequestError, match="question_invalid"):
        system.ask("\u202e\u200b \x00")
