"""Everybody who stored anything is known as an owner in both backends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from contract.making import a_link, a_note, a_paper, a_review, a_session

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
