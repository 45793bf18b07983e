"""A supplement is described and cited as its paper, is the same as none, and can be a paper of its own again."""

from __future__ import annotations

import pytest
from contract.making import ADA, BOB, a_paper
from msgspec.structs import replace
from unit.services_library.test_references import P1, P2, P3, WHALES, add, app, same_as

from scholarai.bootstrap import App
from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Metadata, Paper
from scholarai.domain.supplements import entries

__all__ = ["app"]
PRINTED = Metadata(title="Supporting Information", year=2018, doi=WHALES.doi)


def mark(app: App, paper_id: PaperId, of: PaperId | None) -> Paper:
    return app.papers.mark_supplement().mark(ADA, paper_id, of)


def test_it_is_described_as_its_paper_is_and_by_itself_again_once_it_is_none(app: App) -> None:
    add(app, P1, WHALES)
    add(app, P2, PRINTED)

    marked = mark(app, P2, P1)
    again = mark(app, P2, P1)
    own = mark(app, P2, None)

    assert marked == again
    assert marked.metadata == replace(
        PRINTED, title=f"{WHALES.title} (supplement: paper)", authors=WHALES.authors, year=WHALES.year
    )
    assert (own.supplement_of, own.metadata, own.metadata_read) == (None, PRINTED, None)


def test_it_follows_when_its_paper_is_corrected_and_keeps_what_a_person_said_of_itself(app: App) -> None:
    add(app, P1, WHALES)
    add(app, P2, PRINTED)
    mark(app, P2, P1)
    describe = app.papers.describe_paper().describe
    describe(ADA, P2, {"year": 2017})

    describe(ADA, P1, {"title": "Counting Whales", "year": 2020})

    found = app.backend().papers.get(P2)
    assert found is not None
    assert (found.metadata.title, found.metadata.year) == ("Counting Whales (supplement: paper)", 2017)


def test_it_is_the_same_as_no_paper_and_those_that_were_the_same_as_it_are_looked_at_again(app: App) -> None:
    record = app.papers.record_same_paper()
    for paper_id, age_s in ((P1, 9), (P2, 5), (P3, 1)):
        record.record(add(app, paper_id, WHALES, age_s=age_s))
    assert (same_as(app, P2), same_as(app, P3)) == (P1, P1)
    add(app, PaperId("p4"), Metadata(title="Seals"))

    mark(app, P1, PaperId("p4"))
    assert [same_as(app, one) for one in (P1, P2, P3)] == [None, None, P2]
    mark(app, P1, None)
    assert [same_as(app, one) for one in (P1, P2, P3)] == [None, P1, P1]


def test_one_that_prints_the_doi_of_a_paper_parts_that_from_none(app: App) -> None:
    record = app.papers.record_same_paper()
    add(app, P1, replace(WHALES, doi=None), age_s=9)
    paper = add(app, P2, WHALES, age_s=5)
    add(app, P3, Metadata(title="Tables of whales", doi=WHALES.doi), age_s=1)
    app.papers.describe_paper().describe(ADA, P3, {"title": "All tables of whales"})  # which a supplement keeps
    record.record(paper)

    mark(app, P3, P2)

    assert [same_as(app, one) for one in (P1, P2, P3)] == [None, P1, None]


def test_what_cannot_be_a_supplement_is_refused_and_changes_nothing(app: App) -> None:
    for paper_id in (P1, P2, P3):
        add(app, paper_id, WHALES)
    mark(app, P2, P1)
    backend = app.backend()
    other = a_paper("other", owner=BOB)
    backend.papers.change(other.id, lambda _: other)
    before = backend.papers.list(ADA, limit=9)

    with pytest.raises(InvalidRequestError, match="its own supplement"):
        mark(app, P1, P1)
    for paper_id, of in ((P3, P2), (P1, P3)):  # of a supplement, and with one
        with pytest.raises(ConflictError, match="cannot have supplements"):
            mark(app, paper_id, of)
    for unknown in (other.id, PaperId("nobody")):
        with pytest.raises(NotFoundError):
            mark(app, P3, unknown)
        with pytest.raises(NotFoundError):
            mark(app, unknown, P1)
    with pytest.raises(InvalidRequestError):
        app.papers.describe_paper().describe(ADA, P3, {"doi": "none"}, supplement_of=P1)

    assert backend.papers.list(ADA, limit=9) == before


def test_its_entry_is_that_of_its_paper_even_where_that_is_there_twice() -> None:
    first, twice, file, other = (
        a_paper("first"),
        a_paper("twice", same_as=PaperId("first")),
        a_paper("file", supplement_of=PaperId("twice")),
        a_paper("other", supplement_of=PaperId("gone")),
    )

    assert entries([first, twice, file, other]) == {"twice": "first", "file": "first"}
