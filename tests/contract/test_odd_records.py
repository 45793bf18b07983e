"""One conversation, message or review that cannot be read in full spoils no list and no other one, and can be deleted."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from contract.libraries import at_folder
from contract.making import ADA, NOW, a_message, a_review, a_session, fit_sums
from msgspec.structs import replace

from scholarai.bootstrap import Backend
from scholarai.domain import unreadable_documents
from scholarai.domain.chat import Answer, TextSection
from scholarai.domain.errors import ConflictError
from scholarai.domain.ids import PaperId, ReviewId, SessionId
from scholarai.domain.usage import Usage
from scholarai.ports.reviews import Output
from scholarai.services.moving.ids import Recipient
from scholarai.services.moving.records import MoveRecords
from scholarai.services.reviews.reports import Reports

Change = Callable[[dict[str, Any]], object]
Spoil = Callable[[str, Change], None]
ODD_REVIEWS: Mapping[str, Change] = {
    "state": lambda doc: doc.update(state="translating"),
    "no request": lambda doc: doc.pop("request"),
    "steps": lambda doc: doc.update(steps=[{"name": "plan", "state": "dreaming"}]),
    "order": lambda doc: doc.update(outbox=[{"review": "v1"}]),
}
ODD_SESSIONS: Mapping[str, Change] = {
    "papers": lambda doc: doc.update(paper_ids=7),
    "no title": lambda doc: doc.pop("title"),
    "no end": lambda doc: doc.pop("expires_at"),
}
V1, S1 = ReviewId("v1"), SessionId("s1")


@pytest.fixture
def spoil(backend: Backend, tmp_path: Path) -> Spoil:
    """Return what changes the document of `reviews/v1` and the like as a newer release or a fault may have."""
    from scholarai.adapters.embedded.backend import EmbeddedBackend

    def in_sqlite(path: str, change: Change) -> None:
        table, item = path.split("/")[-2:]
        column = "n" if table == "messages" else "id"
        with sqlite3.connect(tmp_path / "data" / "scholarai.db") as connection:
            (stored,) = connection.execute(f"SELECT doc FROM {table} WHERE {column} = ?", (item,)).fetchone()
            document = json.loads(stored)
            change(document)
            connection.execute(f"UPDATE {table} SET doc = ? WHERE {column} = ?", (json.dumps(document), item))
            fit_sums(connection, table)

    def in_firestore(path: str, change: Change) -> None:
        *above, item = path.split("/")
        name = f"{int(item):06d}" if above[-1] == "messages" else item
        reference = backend.reviews.client().document("/".join([*above, name]))  # type: ignore[attr-defined]  # it has more than its port
        document = reference.get().to_dict()
        if isinstance(document.get("answer"), str):
            document["answer"] = json.loads(document["answer"])
        change(document)
        if isinstance(document.get("answer"), dict):
            document["answer"] = json.dumps(document["answer"])
        reference.set(document)

    return in_sqlite if isinstance(backend, EmbeddedBackend) else in_firestore


@pytest.mark.parametrize("oddity", ODD_REVIEWS)
class TestOddReview:
    def test_it_needs_attention_and_the_rest_of_the_list_stays(
        self, backend: Backend, spoil: Spoil, oddity: str
    ) -> None:
        other = a_review("v2", age_s=1)
        for review in (a_review("v1", step="plan", papers=(PaperId("p1"),)), other):
            backend.reviews.change(review.id, lambda _, review=review: review)  # type: ignore[misc]
        spoil("reviews/v1", ODD_REVIEWS[oddity])

        listed = backend.reviews.list(ADA, limit=10).reviews

        assert [review.id for review in listed] == ["v1", "v2"]
        assert (listed[0].state, listed[0].failure, listed[0].step) == ("failed", unreadable_documents.ODD_REVIEW, None)
        assert (listed[1], backend.reviews.get(V1)) == (other, listed[0])
        assert V1 in {review.id for review in backend.reviews.touching(ADA, PaperId("p1"))}

    def test_it_can_be_deleted(self, backend: Backend, spoil: Spoil, oddity: str) -> None:
        backend.reviews.change(V1, lambda _: a_review("v1"))
        spoil("reviews/v1", ODD_REVIEWS[oddity])

        backend.reviews.change(V1, lambda review: None if review is None else replace(review, deleting=True))
        owing = [review.id for review in backend.reviews.unfinished(limit=5)]
        backend.reviews.change(V1, lambda _: None)

        assert (owing, backend.reviews.get(V1)) == (["v1"], None)


def test_a_report_that_is_not_understood_is_left_out_and_its_review_says_so(backend: Backend) -> None:
    review = a_review("v1", state="completed", version=1)
    backend.reviews.change(V1, lambda _: review, [Output(name="report-1", json='{"title": 7}')])

    assert Reports(reviews=backend.reviews, catalog=backend.catalog).read(ADA, V1) == (
        replace(review, failure=unreadable_documents.ODD_REVIEW),
        None,
    )


@pytest.mark.parametrize("oddity", ODD_SESSIONS)
class TestOddSession:
    def test_its_title_says_so_and_the_rest_of_the_list_stays(
        self, backend: Backend, spoil: Spoil, oddity: str
    ) -> None:
        other = a_session("s2", age_s=1)
        backend.sessions.create(a_session("s1"))
        backend.sessions.create(other)
        spoil("sessions/s1", ODD_SESSIONS[oddity])

        listed = backend.sessions.list(ADA, None, limit=10).sessions
        stored = backend.sessions.read(S1)

        assert [session.id for session in listed] == ["s1", "s2"]
        assert listed[0].title == unreadable_documents.ODD_TITLE
        assert listed[0].expires_at > NOW  # shown as long as it is stored
        assert (listed[1], stored and stored[0]) == (other, listed[0])

    def test_it_can_be_deleted(self, backend: Backend, spoil: Spoil, oddity: str) -> None:
        backend.sessions.create(a_session("s1"))
        spoil("sessions/s1", ODD_SESSIONS[oddity])

        backend.sessions.delete(S1)

        assert backend.sessions.read(S1) is None


class TestOddMessage:
    @pytest.fixture(autouse=True)
    def conversation(self, backend: Backend) -> None:
        answer = Answer(sections=(TextSection(text="Ten."),), usage=Usage(), question_used="How many?")
        messages = [a_message(0, "How many?"), a_message(1, "", role="assistant", answer=answer)]
        backend.sessions.create(a_session("s1"))
        backend.sessions.change(S1, lambda session, _: (session, messages))

    @pytest.mark.parametrize(
        "change",
        [lambda doc: doc.update(state="dreaming"), lambda doc: doc["answer"].update(sections=7)],
        ids=["state", "answer"],
    )
    def test_it_has_failed_and_the_others_stay(self, backend: Backend, spoil: Spoil, change: Change) -> None:
        spoil("sessions/s1/messages/1", change)

        stored = backend.sessions.read(S1)

        assert stored is not None
        assert stored[1][0] == a_message(0, "How many?")
        assert [(m.n, m.role, m.state, m.error_code) for m in stored[1][1:]] == [
            (1, "assistant", "failed", unreadable_documents.NEEDS_ATTENTION)
        ]

    def test_it_is_not_copied_elsewhere(self, backend: Backend, spoil: Spoil, tmp_path: Path) -> None:
        target = at_folder(tmp_path / "target")
        backend.reviews.change(V1, lambda _: a_review("v1", state="completed"))
        spoil("sessions/s1/messages/1", lambda doc: doc.update(state="dreaming"))
        spoil("reviews/v1", ODD_REVIEWS["steps"])
        review = backend.reviews.get(V1)
        assert review is not None

        with pytest.raises(ConflictError, match="not_understood"):
            MoveRecords(source=backend, target=target).session(S1, Recipient(owner=ADA))
        with pytest.raises(ConflictError, match="not_understood"):
            MoveRecords(source=backend, target=target).review(review, Recipient(owner=ADA))


def test_a_server_starts_over_odd_documents_and_leaves_them_as_they_are(tmp_path: Path) -> None:
    backend = at_folder(tmp_path)
    backend.sessions.create(a_session("s1"))
    backend.sessions.change(S1, lambda session, _: (session, [a_message(0, state="pending")]))
    backend.reviews.change(V1, lambda _: a_review("v1"))
    with sqlite3.connect(tmp_path / "scholarai.db") as connection:
        connection.execute("UPDATE messages SET doc = json_set(doc, '$.role', 'oracle')")
        connection.execute("UPDATE reviews SET doc = 'no JSON'")
        fit_sums(connection, "messages")
        fit_sums(connection, "reviews")
        before = connection.execute("SELECT doc FROM messages UNION ALL SELECT doc FROM reviews").fetchall()

    backend.recover()

    with sqlite3.connect(tmp_path / "scholarai.db") as connection:
        assert connection.execute("SELECT doc FROM messages UNION ALL SELECT doc FROM reviews").fetchall() == before
    assert [review.failure for review in backend.reviews.list(ADA, limit=9).reviews] == [
        unreadable_documents.ODD_REVIEW
    ]
