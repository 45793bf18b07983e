"""What the Firestore adapters promise beyond their ports: round trips, lost answers, sizes, lifetimes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import numpy as np
import pytest
from contract.conftest import Stand
from contract.making import (
    ADA,
    ENGINE,
    NOW,
    SPACE,
    a_chunk,
    a_content,
    a_message,
    a_paper,
    a_searchable_paper,
    a_session,
    embedded,
    in_work,
    show,
)
from doubles.firestore_calls import FirestoreCalls
from google.api_core import exceptions as api_errors
from msgspec.structs import replace

from scholarai.adapters.gcp.backend import GcpBackend
from scholarai.domain.chat import Message, Session
from scholarai.domain.errors import NotFoundError, ScholarError, TransientError
from scholarai.domain.ids import PaperId, SessionId
from scholarai.domain.limits import DOCUMENT_BYTES, RANGE_CHUNKS
from scholarai.domain.paper import EmbeddingSpace, Paper
from scholarai.domain.parts import to_parts
from scholarai.ports.stores import ContentRange

pytestmark = pytest.mark.emulator
P1 = PaperId("p1")
S1 = SessionId("s1")


@pytest.fixture
def gcp(gcp_stand: Stand) -> GcpBackend:
    backend = gcp_stand.open()
    assert isinstance(backend, GcpBackend)
    return backend


@pytest.fixture
def calls(gcp: GcpBackend) -> FirestoreCalls:
    return FirestoreCalls(gcp._firestore())


def one_more_attempt(paper: Paper | None) -> Paper:
    assert paper is not None
    return replace(paper, attempts=paper.attempts + 1)


class TestRoundTrips:
    def test_opening_a_paper_of_sixty_chunks_takes_three_round_trips(
        self, gcp: GcpBackend, calls: FirestoreCalls
    ) -> None:
        space = EmbeddingSpace(model="gemini-embedding-2", dimensions=768)
        engine = replace(ENGINE, space=space)
        rows = np.random.default_rng(7).standard_normal((60, 768))
        chunks = [embedded(a_chunk(1, i, "some text " * 190), list(row)) for i, row in enumerate(rows)]
        content = a_content(["some text " * 190] * 60)
        for first in range(0, 60, RANGE_CHUNKS):
            piece = ContentRange(
                generation=1,
                parts=() if first else to_parts(content),
                chunks=tuple(chunks[first : first + RANGE_CHUNKS]),
            )
            gcp.contents.write(P1, piece, lambda stored: in_work(stored or a_paper(), 1, engine))
        show(gcp, P1, 1)
        calls.calls.clear()

        paper = gcp.papers.get(P1)
        chunk_set = gcp.contents.read_chunks(P1, 1)
        read = gcp.contents.read_content(P1, 1)

        assert paper is not None
        assert len(chunk_set.chunks) == 60
        assert read == content
        assert calls.names() == ["batch_get_documents", "run_query", "run_query"]

    def test_reading_chunks_leaves_the_search_vector_where_it_is(self, gcp: GcpBackend, calls: FirestoreCalls) -> None:
        a_searchable_paper(gcp, "p1", [embedded(a_chunk(1, 0), [1, 0, 0, 0])])
        calls.calls.clear()

        gcp.contents.read_chunks(P1, 1)

        selected = {field.field_path for field in calls.calls[0].request["structured_query"].select.fields}
        assert "window_vectors" in selected
        assert not {"embedding", "keywords"} & selected

    def test_a_change_takes_two_round_trips(self, gcp: GcpBackend, calls: FirestoreCalls) -> None:
        gcp.papers.change(P1, lambda _: a_paper())

        assert calls.names() == ["batch_get_documents", "commit"]

    def test_a_search_across_papers_takes_two_round_trips(self, gcp: GcpBackend, calls: FirestoreCalls) -> None:
        for name in ("p1", "p2", "p3"):
            a_searchable_paper(gcp, name, [embedded(a_chunk(1, 0, name), [1, 0, 0, 0])])
        calls.calls.clear()

        gcp.search.nearest(ADA, [P1, PaperId("p2")], [1, 0, 0, 0], space=SPACE, limit=5)

        assert calls.names() == ["run_query", "batch_get_documents"]


class TestLostAnswers:
    @pytest.mark.parametrize(
        "error",
        [api_errors.ServiceUnavailable("x"), api_errors.DeadlineExceeded("x"), api_errors.InternalServerError("x")],
    )
    def test_a_commit_whose_answer_was_lost_is_not_made_twice(
        self, gcp: GcpBackend, calls: FirestoreCalls, error: Exception
    ) -> None:
        gcp.papers.change(P1, lambda _: a_paper())
        calls.lose_answer("commit", error)

        changed = gcp.papers.change(P1, one_more_attempt)

        assert changed == gcp.papers.get(P1) == a_paper(attempts=1)

    def test_a_commit_that_arrives_after_its_deadline_is_not_made_twice(
        self, gcp: GcpBackend, calls: FirestoreCalls
    ) -> None:
        gcp.papers.change(P1, lambda _: a_paper())
        calls.delay("commit", api_errors.DeadlineExceeded("x"))

        changed = gcp.papers.change(P1, one_more_attempt)

        assert changed == gcp.papers.get(P1) == a_paper(attempts=1)

    def test_a_creation_whose_answer_was_lost_is_not_made_twice(self, gcp: GcpBackend, calls: FirestoreCalls) -> None:
        calls.lose_answer("commit", api_errors.ServiceUnavailable("x"))

        gcp.papers.change(P1, lambda paper: one_more_attempt(paper or a_paper()))

        assert gcp.papers.get(P1) == a_paper(attempts=1)

    def test_a_removal_whose_answer_was_lost_is_a_removal(self, gcp: GcpBackend, calls: FirestoreCalls) -> None:
        gcp.papers.change(P1, lambda _: a_paper())
        calls.lose_answer("commit", api_errors.ServiceUnavailable("x"))
        seen: list[Paper | None] = []

        assert gcp.papers.change(P1, seen.append) is None
        assert seen == [a_paper()]

    def test_a_turn_whose_answer_was_lost_stands_once(self, gcp: GcpBackend, calls: FirestoreCalls) -> None:
        gcp.sessions.create(a_session())
        calls.lose_answer("commit", api_errors.ServiceUnavailable("x"))

        gcp.sessions.change(S1, lambda session, before: (session, [a_message(len(before))]))

        found = gcp.sessions.read(S1)
        assert found is not None
        assert [message.n for message in found[1]] == [0]

    def test_a_commit_that_never_arrived_is_made(self, gcp: GcpBackend, calls: FirestoreCalls) -> None:
        gcp.papers.change(P1, lambda _: a_paper())
        calls.refuse(
            "commit", api_errors.ServiceUnavailable("x"), api_errors.Aborted("x"), api_errors.ResourceExhausted("x")
        )

        assert gcp.papers.change(P1, one_more_attempt) == a_paper(attempts=1)

    def test_a_piece_beside_an_unchanged_paper_that_never_arrived_is_sent_again(
        self, gcp: GcpBackend, calls: FirestoreCalls
    ) -> None:
        paper = in_work(a_paper(), 1)
        gcp.papers.change(P1, lambda _: paper)
        calls.refuse("commit", api_errors.ServiceUnavailable("x"))

        gcp.contents.write(P1, ContentRange(generation=1, chunks=(embedded(a_chunk(1, 0)),)), lambda _: paper)

        assert len(gcp.contents.read_chunks(P1, 1).chunks) == 1


class TestFailures:
    @pytest.mark.parametrize(
        ("error", "code"),
        [
            (api_errors.ResourceExhausted("x"), "rate_limited"),
            (api_errors.PermissionDenied("x"), "store_denied"),
            (api_errors.NotFound("x"), "store_missing"),
        ],
    )
    def test_a_passing_failure_is_transient_with_a_code_of_its_own(
        self, gcp: GcpBackend, calls: FirestoreCalls, error: Exception, code: str
    ) -> None:
        calls.refuse("batch_get_documents", error)

        with pytest.raises(TransientError) as raised:
            gcp.papers.get(P1)
        assert raised.value.code == code

    def test_until_vectors_have_their_index_words_find_what_they_can(
        self, gcp: GcpBackend, calls: FirestoreCalls
    ) -> None:
        a_searchable_paper(gcp, "p1", [embedded(a_chunk(1, 0, "whales"), [1, 0, 0, 0])])
        calls.refuse("run_query", api_errors.FailedPrecondition("that index is currently building"))

        assert gcp.search.nearest(ADA, None, [1, 0, 0, 0], space=SPACE, limit=5) == []
        assert [hit.paper_id for hit in gcp.search.matching(ADA, None, "whales", limit=5)] == [P1]
        assert [hit.paper_id for hit in gcp.search.nearest(ADA, None, [1, 0, 0, 0], space=SPACE, limit=5)] == [P1]

    def test_a_query_without_an_index_reports_that_it_is_being_built(
        self, gcp: GcpBackend, calls: FirestoreCalls
    ) -> None:
        calls.refuse("run_query", api_errors.FailedPrecondition("that index is currently building"))

        with pytest.raises(TransientError) as raised:
            gcp.papers.list(ADA, limit=5)
        assert raised.value.code == "store_indexing"

    def test_a_rejected_write_is_not_transient(self, gcp: GcpBackend) -> None:
        with pytest.raises(ScholarError) as raised:
            gcp.papers.change(P1, lambda _: a_paper(filename="x" * 2 * DOCUMENT_BYTES))

        assert not raised.value.retryable
        assert raised.value.code == "store_rejected"
        assert "xxx" not in raised.value.detail


class TestLifetimes:
    def test_messages_never_go_before_their_session(self, gcp: GcpBackend) -> None:
        gcp.sessions.create(a_session())
        gcp.sessions.change(S1, lambda session, _: (session, [a_message(0)]))
        later = NOW + timedelta(days=400)

        gcp.sessions.change(S1, lambda session, _: (replace(session, expires_at=later), [a_message(1)]))

        stored = gcp._firestore().collection("sessions/s1/messages").stream()
        assert [item.get("expires_at") > later for item in stored] == [True, True]

    def test_a_turn_soon_after_another_leaves_old_messages_alone(self, gcp: GcpBackend, calls: FirestoreCalls) -> None:
        gcp.sessions.create(a_session())
        gcp.sessions.change(S1, lambda session, _: (session, [a_message(n) for n in range(5)]))
        later = a_session().expires_at + timedelta(days=1)
        calls.calls.clear()

        gcp.sessions.change(S1, lambda session, _: (replace(session, expires_at=later), [a_message(5)]))

        commit = next(call for call in calls.calls if call.name == "commit")
        assert len(commit.request["writes"]) == 2

    def test_a_session_that_was_deleted_meanwhile_gets_no_message(self, gcp: GcpBackend) -> None:
        gcp.sessions.create(a_session())

        def delete_first(session: Session, _: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
            gcp.sessions.delete(S1)
            return session, [a_message(0)]

        with pytest.raises(NotFoundError):
            gcp.sessions.change(S1, delete_first)
        assert list(gcp._firestore().collection("sessions/s1/messages").stream()) == []


class TestRaces:
    def test_a_rule_runs_again_when_another_writer_was_faster(self, gcp: GcpBackend) -> None:
        gcp.papers.change(P1, lambda _: a_paper())
        others: list[Callable[[], object]] = [lambda: gcp.papers.change(P1, one_more_attempt)]

        def interrupted(paper: Paper | None) -> Paper:
            if others:
                others.pop()()
            return one_more_attempt(paper)

        assert gcp.papers.change(P1, interrupted) == a_paper(attempts=2)

    def test_a_search_sees_one_moment_though_the_pointer_moves(self, gcp: GcpBackend, calls: FirestoreCalls) -> None:
        """The paper's pointer moves between the search and the look at the pointers: the paper is found all the same."""
        paper = a_searchable_paper(gcp, "p1", [embedded(a_chunk(1, 0, "old"), [1, 0, 0, 0])])
        real = calls._api.batch_get_documents
        moved: list[bool] = []

        def move_first(*args: object, **kwargs: object) -> object:
            if not moved:
                moved.append(True)
                show(gcp, paper.id, 2)
            return real(*args, **kwargs)

        calls._api = _With(calls._api, batch_get_documents=move_first)

        hits = gcp.search.nearest(ADA, [P1], [1, 0, 0, 0], space=SPACE, limit=5)

        assert moved
        assert [hit.generation for hit in hits] == [1]


class _With:
    """Another object with some of its methods replaced."""

    def __init__(self, real: object, **methods: object) -> None:
        self._real = real
        self.__dict__.update(methods)

    def __getattr__(self, name: str) -> object:
        return getattr(self._real, name)
