"""What every SessionStore promises."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from contract.making import ADA, BOB, NOW, a_message, a_session
from msgspec.structs import replace

from scholarai.bootstrap import Backend
from scholarai.domain.chat import Answer, Citation, Doubt, Message, PageBoxes, Passage, Refusal, Session, TextSection
from scholarai.domain.content import Box
from scholarai.domain.depth import DepthEstimate, KeptCall, Step, Taken
from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.domain.ids import ChunkId, PaperId, SessionId
from scholarai.domain.usage import Usage
from scholarai.ports.stores import SessionStore

S1 = SessionId("s1")


@pytest.fixture
def sessions(backend: Backend) -> SessionStore:
    return backend.sessions


def add(*messages: Message) -> object:
    def rule(session: Session, _: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
        return replace(session, message_count=session.message_count + len(messages)), messages

    return rule


def append_one(session: Session, before: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
    return replace(session, message_count=len(before) + 1), [a_message(len(before), f"turn {len(before)}")]


def full_answer() -> Answer:
    place = PageBoxes(page_number=3, width_pt=612.0, height_pt=792.0, boxes=(Box(1.5, 2.0, 3.25, 4.0), Box(5, 6, 7, 8)))
    citation = Citation(
        number=1,
        paper_id=PaperId("p1"),
        chunk_id=ChunkId("1-0003"),
        quote="a quote with α",
        verdict="exact",
        label="p. 3",
        start=10,
        end=24,
        pages=(place,),
    )
    passage = Passage(paper_id=PaperId("p1"), chunk_id=ChunkId("1-0001"), text="near", label="p. 1", pages=(place,))
    return Answer(
        sections=(
            TextSection(text="Yes.", citations=(citation,), doubts=(Doubt(kind="number", text="42", start=0, end=2),)),
        ),
        usage=Usage(model="m", input_tokens=10, output_tokens=5, cost_usd=0.001, model_s=1.5),
        question_used="is it so?",
        refusal=Refusal(reason="weak_evidence", message="Not there.", nearest=(passage,)),
        dropped_citations=2,
        retrieval="lexical",
        depth="deep",
        estimate=DepthEstimate(depth="deep", calls=16, tokens=200_000, cost_usd=0.5, seconds=280.0),
        steps=(Step(kind="search", texts=("α?",), passages=3, taken=Taken(calls=1, tokens=9, cost_usd=0.001)),),
    )


class TestSessionStore:
    def test_a_new_session_comes_back_without_messages(self, sessions: SessionStore) -> None:
        sessions.create(a_session())

        assert sessions.read(S1) == (a_session(), ())

    @pytest.mark.parametrize("odd", ["nobody", "", "..", "__x__", "a/b", "x" * 2_000, "\x00", "\ud800"])
    def test_an_unknown_session_is_none_and_cannot_be_changed(self, sessions: SessionStore, odd: str) -> None:
        assert sessions.read(SessionId(odd)) is None
        with pytest.raises(NotFoundError):
            sessions.change(SessionId(odd), lambda session, _: (session, ()))
        sessions.delete(SessionId(odd))

    def test_messages_come_back_in_order_as_they_were_stored(self, sessions: SessionStore) -> None:
        sessions.create(a_session())
        question = a_message(0, "Is it so? α", idempotency_key="k1")
        answer = a_message(1, "", role="assistant", answer=full_answer())
        failed = a_message(2, role="assistant", state="failed", error_code="model_down")
        paid = KeptCall(digest="d1", model="m", output='{"questions": ["α?"]}', input_tokens=9, cost_usd=0.001)
        begun = a_message(
            3,
            role="assistant",
            state="pending",
            lease_until=NOW + timedelta(seconds=30),
            calls=(paid, KeptCall(digest="d2", model="m", error="model_malformed")),
            stop=True,
        )
        edited = a_message(4, "Is it so at all?", parent=-1)

        sessions.change(S1, add(edited, failed, answer, begun, question))  # type: ignore[arg-type]  # a rule of any result

        assert sessions.read(S1) == (a_session(message_count=5), (question, answer, failed, begun, edited))

    def test_a_change_returns_what_its_rule_returned(self, sessions: SessionStore) -> None:
        sessions.create(a_session())
        after = a_session(message_count=1, title="Another title", head=0)

        session, messages = sessions.change(S1, lambda *_: (after, [a_message(0)]))

        assert (session, list(messages)) == (after, [a_message(0)])

    def test_a_rule_sees_all_messages_and_may_change_one(self, sessions: SessionStore) -> None:
        sessions.create(a_session())
        for n in range(12):
            sessions.change(S1, add(a_message(n, state="pending")))  # type: ignore[arg-type]  # a rule of any result
        seen: list[int] = []

        def finish(session: Session, messages: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
            seen[:] = [message.n for message in messages]
            return session, [replace(messages[10], state="complete")]

        sessions.change(S1, finish)

        found = sessions.read(S1)
        assert seen == list(range(12))
        assert found is not None
        assert [message.n for message in found[1]] == list(range(12))
        assert [message.n for message in found[1] if message.state == "complete"] == [10]

    def test_nothing_is_stored_when_a_rule_raises(self, sessions: SessionStore) -> None:
        sessions.create(a_session())

        def refuse(*_: object) -> tuple[Session, Sequence[Message]]:
            raise InvalidRequestError("busy", "one question at a time")

        with pytest.raises(InvalidRequestError):
            sessions.change(S1, refuse)
        assert sessions.read(S1) == (a_session(), ())

    def test_twenty_turns_at_once_all_get_a_place_of_their_own(self, sessions: SessionStore) -> None:
        sessions.create(a_session())

        with ThreadPoolExecutor(20) as pool:
            list(pool.map(lambda _: sessions.change(S1, append_one), range(20)))

        found = sessions.read(S1)
        assert found is not None
        assert found[0].message_count == 20
        assert [message.text for message in found[1]] == [f"turn {n}" for n in range(20)]

    def test_messages_alone_may_change_without_losing_anothers(self, sessions: SessionStore) -> None:
        """A rule may return the session untouched; two such changes at once still see each other."""
        sessions.create(a_session())

        def silent(session: Session, before: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
            return session, [a_message(len(before), f"turn {len(before)}")]

        with ThreadPoolExecutor(10) as pool:
            list(pool.map(lambda _: sessions.change(S1, silent), range(10)))

        found = sessions.read(S1)
        assert found is not None
        assert [message.n for message in found[1]] == list(range(10))

    def test_a_list_has_the_owners_sessions_latest_first(self, sessions: SessionStore) -> None:
        for name, age_s in (("old", 30), ("new", 10), ("mid", 20)):
            sessions.create(a_session(name, age_s=age_s))
        sessions.create(a_session("theirs", owner=BOB))
        sessions.change(SessionId("old"), lambda session, _: (replace(session, updated_at=NOW), ()))

        page = sessions.list(ADA, None, limit=10)

        assert [session.id for session in page.sessions] == ["old", "new", "mid"]
        assert page.next_cursor is None

    def test_a_list_may_be_about_one_paper(self, sessions: SessionStore) -> None:
        sessions.create(a_session("one", paper_ids=(PaperId("p1"),)))
        sessions.create(a_session("two", paper_ids=(PaperId("p2"),)))
        sessions.create(a_session("both", paper_ids=(PaperId("p2"), PaperId("p1"))))

        assert {session.id for session in sessions.list(ADA, PaperId("p1"), limit=10).sessions} == {"one", "both"}
        assert sessions.list(BOB, PaperId("p1"), limit=10).sessions == ()

    def test_a_thousand_sessions_are_paged_without_gaps_or_doubles(self, sessions: SessionStore) -> None:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: sessions.create(a_session(f"s{n:04d}", age_s=n // 3)), range(1_000)))

        found: list[str] = []
        cursor: str | None = None
        for _ in range(11):
            page = sessions.list(ADA, None, limit=99, cursor=cursor)
            found += [session.id for session in page.sessions]
            cursor = page.next_cursor
            if cursor is None:
                break

        assert len(found) == len(set(found)) == 1_000
        assert found[:4] == ["s0002", "s0001", "s0000", "s0005"]

    @pytest.mark.parametrize("cursor", ["", "nonsense", "é", "[]"])
    def test_a_cursor_of_someone_elses_making_is_an_invalid_request(self, sessions: SessionStore, cursor: str) -> None:
        with pytest.raises(InvalidRequestError):
            sessions.list(ADA, None, limit=2, cursor=cursor)

    def test_deleting_takes_the_messages_along_and_may_be_repeated(self, sessions: SessionStore) -> None:
        sessions.create(a_session())
        sessions.change(S1, add(a_message(0), a_message(1)))  # type: ignore[arg-type]  # a rule of any result

        sessions.delete(S1)
        sessions.delete(S1)

        assert sessions.read(S1) is None
        sessions.create(a_session())
        assert sessions.read(S1) == (a_session(), ())

    def test_a_second_instance_reads_what_the_first_one_wrote(self, backend: Backend, reopened: Backend) -> None:
        backend.sessions.create(a_session())

        assert reopened.sessions.read(S1) == (a_session(), ())


def test_a_conversation_that_goes_to_another_paper_is_listed_there_alone(sessions: SessionStore) -> None:
    sessions.create(a_session(paper_ids=(PaperId("p1"), PaperId("p2"))))

    sessions.change(S1, lambda session, _: (replace(session, paper_ids=(PaperId("p2"),)), ()))

    assert list(sessions.list(ADA, PaperId("p1"), limit=9).sessions) == []
    assert [session.id for session in sessions.list(ADA, PaperId("p2"), limit=9).sessions] == [S1]
