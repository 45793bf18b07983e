"""What is kept of a conversation, and who may see it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from doubles.answerers import ScriptedTextModel
from unit.services_chat.world import ADA, ASK, BEES, BOB, GOOD, KEPT, World

from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError, NotReadyError, TransientError
from scholarai.domain.ids import PaperId, SessionId
from scholarai.testing import ScriptedAnswerer


def test_question_and_answer_are_kept_in_a_session_named_after_the_question(world: World) -> None:
    saved = world.ask()

    asked, answered = world.messages(saved.session_id)
    assert (asked.role, asked.text) == ("user", ASK)
    assert (answered.role, answered.state, answered.answer) == ("assistant", "complete", saved.answer)
    assert world.list_sessions.run(ADA, BEES, limit=5).sessions[0].title == ASK


def test_a_long_question_makes_a_short_title(world: World) -> None:
    world.ask("Why do the scouts dance? " * 30)

    assert len(world.list_sessions.run(ADA, BEES, limit=5).sessions[0].title) <= 81


def test_the_question_is_saved_before_the_model_is_asked(world: World) -> None:
    model = ScriptedAnswerer(GOOD)
    seen: list[tuple[str, str]] = []
    model.during = lambda said: seen.extend((m.role, m.state) for m in world.messages(world.only_session) if said == 0)
    world.model = model

    world.ask()

    assert seen == [("user", "complete"), ("assistant", "pending")]


@pytest.mark.parametrize("said", [0, 21])
def test_a_model_that_fails_leaves_the_question_and_a_failed_answer(world: World, said: int) -> None:
    world.model = _failing(TransientError("model_busy", "the model is busy"), said)

    with pytest.raises(TransientError):
        world.ask()

    asked, answered = world.messages(world.only_session)
    assert asked.text == ASK
    assert (answered.state, answered.error_code) == ("failed", "model_busy")


def test_a_caller_who_leaves_in_mid_stream_leaves_a_failed_answer(world: World) -> None:
    events = world.chat.run(world.question(ASK))
    next(events)
    next(events)
    events.close()

    assert world.messages(world.only_session)[1].error_code == "interrupted"


def test_a_session_goes_on_with_its_papers(world: World) -> None:
    first = world.ask()
    second = world.ask("What did the dance tell?", session_id=first.session_id)

    assert second.session_id == first.session_id
    assert [message.n for message in world.messages(first.session_id)] == [0, 1, 2, 3]


def test_earlier_turns_are_shown_to_the_model_without_failed_ones(world: World) -> None:
    first = world.ask()
    world.model = _failing(TransientError("model_busy", "the model is busy"), 0)
    with pytest.raises(TransientError):
        world.ask("What of the boxes?", session_id=first.session_id)
    world.model = model = ScriptedAnswerer(GOOD)
    world.ask("What did the dance tell?", session_id=first.session_id)

    assert [turn.text for turn in model.requests[0].prompt.history] == [ASK, "About twenty scouts are needed."]


def test_a_question_that_refers_back_is_made_to_stand_for_itself_and_says_so(world: World) -> None:
    first = world.ask()

    answer = world.answer("And why?", session_id=first.session_id)

    assert answer.question_used == "And why? (scouts make quorum)"


def test_a_question_that_stands_for_itself_is_left_alone(world: World) -> None:
    first = world.ask()

    assert (
        world.answer("What did the dance tell?", session_id=first.session_id).question_used
        == "What did the dance tell?"
    )


def test_a_model_rewrites_a_follow_up_where_there_is_one(world: World) -> None:
    first = world.ask()
    world.rewriter = ScriptedTextModel("Why does the quorum need twenty scouts?\n")

    assert (
        world.answer("And why?", session_id=first.session_id).question_used == "Why does the quorum need twenty scouts?"
    )


def test_what_a_rewriting_took_is_part_of_the_answers_usage(world: World) -> None:
    first = world.ask()
    world.rewriter = ScriptedTextModel("Why does the quorum need twenty scouts?")
    asked = first.answer.usage.input_tokens

    assert world.answer("And why?", session_id=first.session_id).usage.input_tokens == asked + 40


@pytest.mark.parametrize("text", [None, "", "x" * 9_000])
def test_a_rewriter_that_fails_leaves_it_to_the_rule(world: World, text: str | None) -> None:
    first = world.ask()
    world.rewriter = ScriptedTextModel(text)

    assert world.answer("And why?", session_id=first.session_id).question_used.startswith("And why? (")


def test_a_first_question_is_never_rewritten(world: World) -> None:
    world.rewriter = ScriptedTextModel("Something else")

    assert world.answer("How does it work for scouts?").question_used == "How does it work for scouts?"


def test_the_same_request_twice_is_answered_once(world: World) -> None:
    world.model = model = ScriptedAnswerer(GOOD)
    first = world.ask(idempotency_key="k1")
    second = world.ask(idempotency_key="k1")

    assert second == first
    assert len(model.requests) == 1
    assert len(world.messages(first.session_id)) == 2


def test_the_same_request_twice_in_a_session_is_answered_once(world: World) -> None:
    first = world.ask()
    again = [world.ask("And why?", session_id=first.session_id, idempotency_key="k2") for _ in range(2)]

    assert again[0] == again[1]
    assert len(world.messages(first.session_id)) == 4


def test_the_same_request_after_a_failure_tries_again_in_its_place(world: World) -> None:
    world.model = _failing(TransientError("model_busy", "the model is busy"), 0)
    with pytest.raises(TransientError):
        world.ask(idempotency_key="k1")
    world.model = ScriptedAnswerer(GOOD)

    saved = world.ask(idempotency_key="k1")

    assert [message.state for message in world.messages(saved.session_id)] == ["complete", "complete"]


def test_the_same_request_while_it_is_being_answered_is_a_conflict(world: World) -> None:
    events = world.chat.run(world.question(ASK, idempotency_key="k1"))
    next(events)

    with pytest.raises(ConflictError, match="being_answered"):
        world.ask(idempotency_key="k1")
    events.close()


def test_a_key_of_another_question_is_refused(world: World) -> None:
    world.ask(idempotency_key="k1")

    with pytest.raises(InvalidRequestError, match="idempotency_key_reused"):
        world.ask("What did the dance tell?", idempotency_key="k1")


def test_keys_of_two_owners_have_nothing_to_do_with_each_other(world: World) -> None:
    world.add_paper(PaperId("bobs"), owner=BOB)
    first = world.ask(idempotency_key="k1")

    assert world.ask(idempotency_key="k1", owner=BOB, paper_ids=(PaperId("bobs"),)).session_id != first.session_id


def test_questions_at_once_in_one_session_keep_their_pairs(world: World) -> None:
    session_id = world.ask().session_id
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda n: world.ask(f"How do scouts dance at site {n}?", session_id=session_id), range(6)))

    messages = world.messages(session_id)
    assert [message.n for message in messages] == list(range(14))
    assert [message.role for message in messages] == ["user", "assistant"] * 7
    assert all(
        answer.answer and answer.answer.question_used == asked.text
        for asked, answer in zip(messages[::2], messages[1::2], strict=True)
    )


@pytest.mark.parametrize("text", ["", "   \n", "x" * 8_001])
def test_a_question_of_no_or_too_many_characters_is_invalid(world: World, text: str) -> None:
    with pytest.raises(InvalidRequestError, match="question_invalid"):
        world.ask(text)


@pytest.mark.parametrize("paper_ids", [(), tuple(PaperId(f"p{n}") for n in range(21))])
def test_a_question_about_no_or_too_many_papers_is_invalid(world: World, paper_ids: tuple[PaperId, ...]) -> None:
    with pytest.raises(InvalidRequestError, match="papers_invalid"):
        world.ask(paper_ids=paper_ids)


def test_another_owners_paper_is_as_unknown_as_a_missing_one(world: World) -> None:
    for about in ({"owner": BOB}, {"paper_ids": (PaperId("none"),)}):
        with pytest.raises(NotFoundError, match="paper_unknown"):
            world.ask(**about)


def test_another_owners_session_is_as_unknown_as_a_missing_one(world: World) -> None:
    session_id = world.ask().session_id

    for owner, name in ((BOB, session_id), (ADA, SessionId("none"))):
        with pytest.raises(NotFoundError, match="session_unknown"):
            world.ask(owner=owner, session_id=name)
        with pytest.raises(NotFoundError, match="session_unknown"):
            world.messages(name, owner)
        with pytest.raises(NotFoundError, match="session_unknown"):
            world.delete_session.run(owner, name)


def test_a_session_is_not_asked_about_papers_that_it_does_not_have(world: World) -> None:
    world.add_paper(PaperId("wasps"))
    session_id = world.ask().session_id

    with pytest.raises(NotFoundError, match="session_unknown"):
        world.ask(session_id=session_id, paper_ids=(PaperId("wasps"),))


def test_a_paper_that_is_not_ready_says_when_it_may_be(world: World) -> None:
    world.add_unready(PaperId("new"), "extracting", eta_s=40)

    with pytest.raises(NotReadyError) as caught:
        world.ask(paper_ids=(PaperId("new"),))
    assert caught.value.retry_after_s == 40


def test_a_paper_that_failed_is_a_conflict_and_nothing_is_saved(world: World) -> None:
    world.add_unready(PaperId("bad"), "failed")

    with pytest.raises(ConflictError, match="encrypted"):
        world.ask(paper_ids=(PaperId("bad"),))
    assert world.list_sessions.run(ADA, None, limit=5).sessions == ()


def test_a_session_lives_on_from_its_last_question_and_then_is_gone(world: World) -> None:
    session_id = world.ask().session_id
    world.clock.advance(timedelta(days=20).total_seconds())
    world.ask("What did the dance tell?", session_id=session_id)
    world.clock.advance(timedelta(days=20).total_seconds())
    assert len(world.messages(session_id)) == 4

    world.clock.advance(KEPT.total_seconds())

    assert world.list_sessions.run(ADA, None, limit=5).sessions == ()
    with pytest.raises(NotFoundError):
        world.ask(session_id=session_id)


def test_sessions_are_listed_latest_first_for_their_owner_and_paper(world: World) -> None:
    world.add_paper(PaperId("wasps"))
    names = []
    for paper in (BEES, PaperId("wasps"), BEES):
        world.clock.advance(1)
        names.append(world.ask(paper_ids=(paper,)).session_id)

    assert [s.id for s in world.list_sessions.run(ADA, BEES, limit=5).sessions] == [names[2], names[0]]
    assert [s.id for s in world.list_sessions.run(ADA, None, limit=5).sessions] == names[::-1]
    assert world.list_sessions.run(BOB, None, limit=5).sessions == ()


def test_sessions_of_another_owners_paper_are_not_found(world: World) -> None:
    with pytest.raises(NotFoundError):
        world.list_sessions.run(BOB, BEES, limit=5)


def test_a_deleted_session_is_gone_also_when_an_answer_comes_late(world: World) -> None:
    events = world.chat.run(world.question(ASK))
    next(events)
    session_id = world.only_session
    world.delete_session.run(ADA, session_id)
    list(events)

    with pytest.raises(NotFoundError):
        world.messages(session_id)


def _failing(error: Exception, said: int) -> ScriptedAnswerer:
    model = ScriptedAnswerer(GOOD)

    def fail(so_far: int) -> None:
        if so_far >= said:
            raise error

    model.during = fail
    return model


def test_a_question_is_kept_without_what_nobody_sees(world: World) -> None:
    saved = world.ask(f"\u202e{ASK}\u200b\x07")

    assert world.messages(saved.session_id)[0].text == ASK
    assert saved.answer.question_used == ASK


def test_a_question_of_nothing_else_is_no_question(world: World) -> None:
    with pytest.raises(InvalidRequestError, match="question_invalid"):
        world.ask("\u202e\u200b \x00")
