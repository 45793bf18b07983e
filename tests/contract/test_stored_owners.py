"""Everybody who stored anything is known as an owner in both backends, and nobody whose account was deleted."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from contract.libraries import app_of, fill
from contract.making import NOW, a_link, a_note, a_paper, a_review, a_session

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.bootstrap import Backend
from scholarai.domain.collections import Collection, Collections
from scholarai.domain.ids import OwnerId
from scholarai.domain.marks import CollectionId
from scholarai.domain.spending import Spent

MIA = OwnerId("mia")


def a_deleted_paper(backend: Backend) -> None:
    paper = a_paper(owner=MIA, deleting=True)
    backend.papers.change(paper.id, lambda _: paper)


def a_review_alone(backend: Backend) -> None:
    review = a_review(owner=MIA)
    backend.reviews.change(review.id, lambda _: review)


def a_note_alone(backend: Backend) -> None:
    note = a_note("n1", owner=MIA)
    backend.notes.change(note.id, lambda _: note)


def a_tree_alone(backend: Backend) -> None:
    tree = (Collection(id=CollectionId("c1"), name="Thesis"),)
    backend.collections.change(MIA, lambda _: Collections(owner=MIA, items=tree))


def a_link_alone(backend: Backend) -> None:
    link = a_link(owner=MIA)
    backend.zotero_links.change(link.id, lambda _: link)


def a_conversation_alone(backend: Backend) -> None:
    backend.sessions.create(a_session(owner=MIA))


def sums_alone(backend: Backend) -> None:
    backend.spending.add(MIA, date(2026, 11, 20), Spent(questions=1))


@pytest.mark.parametrize(
    "keep",
    [a_deleted_paper, a_review_alone, a_note_alone, a_tree_alone, a_link_alone, a_conversation_alone, sums_alone],
)
def test_who_stored_one_thing_of_any_kind_is_an_owner(backend: Backend, keep: Callable[[Backend], None]) -> None:
    assert list(backend.owners.all()) == []
    paper = a_paper("p0", owner="ada")
    backend.papers.change(paper.id, lambda _: paper)

    keep(backend)

    assert list(backend.owners.all()) == ["ada", "mia"]


def records(backend: Any) -> Iterator[str]:
    """Yield every row or document of a store, with its name."""
    if not isinstance(backend, EmbeddedBackend):
        for collection in backend._firestore().collections():
            yield from (f"{one.reference.path} {one.to_dict()}" for one in collection.stream())
        return
    with contextlib.closing(sqlite3.connect(backend._database.path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%USING%'")
        for (table,) in tables.fetchall():
            yield from (f"{table} {row}" for row in connection.execute(f"SELECT * FROM {table}"))


def test_no_record_names_an_owner_whose_account_was_deleted(backend: Backend) -> None:
    name = OwnerId("zyxmia")
    fill(backend, name)
    fill_another = a_paper("p0", owner="ada")
    backend.papers.change(fill_another.id, lambda _: fill_another)
    app = app_of(backend)
    assert any(name in record for record in records(backend))

    app.deletion.forget_owner().forget(name)
    app.deletion.sweep_papers().sweep()
    if isinstance(backend, EmbeddedBackend):
        while (event := backend.queue.take(NOW + timedelta(days=9999))) is not None:
            backend.queue.done(event.id)  # as their delivery does

    assert [record for record in records(backend) if name in record] == []
    assert list(backend.owners.all()) == ["ada"]
