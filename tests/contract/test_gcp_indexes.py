"""Every query that the Firestore adapters make has its index; the emulator needs none and would never tell."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date
from importlib import resources
from typing import Any, NamedTuple

import pytest
from contract.conftest import Stand
from contract.making import (
    ADA,
    SPACE,
    a_chunk,
    a_link,
    a_message,
    a_note,
    a_paper,
    a_review,
    a_searchable_paper,
    a_session,
    embedded,
    in_work,
)
from doubles.firestore_calls import FirestoreCalls
from google.cloud.firestore_v1.types import StructuredQuery

from scholarai.adapters.gcp.backend import GcpBackend
from scholarai.adapters.gcp.chunks import chunk_fields
from scholarai.domain.ids import PaperId, ReviewId, SessionId
from scholarai.domain.listing import LibraryQuery
from scholarai.domain.notes import Note, NoteId
from scholarai.domain.paper import PaperEvent
from scholarai.domain.review import Filters, Review
from scholarai.domain.zotero import ZoteroLink
from scholarai.ports.stores import ContentRange

pytestmark = pytest.mark.emulator
P1 = PaperId("p1")
ARRAY_OPERATORS = {"ARRAY_CONTAINS", "ARRAY_CONTAINS_ANY"}
EQUALITIES = {"EQUAL", "IN"}


class Need(NamedTuple):
    """What an index must have: fields compared for equality or membership in any order, then the sorted ones."""

    collection: str
    scope: str
    compared: frozenset[tuple[str, str]]
    ordered: tuple[tuple[str, str], ...]


@pytest.fixture
def queries(gcp_stand: Stand) -> list[StructuredQuery]:
    """Use every method that queries, and return the queries; one that sums a field sorts by it."""
    backend = gcp_stand.open()
    assert isinstance(backend, GcpBackend)
    calls = FirestoreCalls(backend._firestore())
    a_searchable_paper(backend, "p1", [embedded(a_chunk(1, 0, "whales"), [1, 0, 0, 0])])
    event = PaperEvent(type="paper.extracted", paper_id=P1, owner=ADA, generation=1, occurred_at=a_paper().created_at)
    backend.papers.change(PaperId("p2"), lambda _: a_paper("p2", outbox=(event,)))
    for name in ("s1", "s2"):
        backend.sessions.create(a_session(name))
    backend.papers.list(ADA, limit=1, cursor=backend.papers.list(ADA, limit=1).next_cursor)
    backend.papers.with_file(ADA, "ab" * 32)
    backend.papers.supplements(ADA, P1)
    backend.papers.unfinished(limit=5)
    backend.papers.made_before(a_paper().created_at, limit=5)
    backend.papers.stored_bytes(ADA)
    backend.papers.at_work(ADA, a_paper().created_at)
    backend.papers.count(ADA)
    backend.notes.count(ADA)
    backend.spending.cost_usd(date(2026, 11, 20))
    backend.contents.read_content(P1, 1)
    backend.contents.read_chunks(P1, 1)
    for papers in ([P1], None):
        backend.search.nearest(ADA, papers, [1, 0, 0, 0], space=SPACE, limit=5)
        backend.search.matching(ADA, papers, "whales", limit=5)
    for paper in (P1, None):
        cursor = backend.sessions.list(ADA, paper, limit=1).next_cursor
        backend.sessions.list(ADA, paper, limit=1, cursor=cursor)
    backend.sessions.change(SessionId("s1"), lambda session, _: (session, [a_message(0)]))
    backend.sessions.read(SessionId("s1"))
    for name in ("v1", "v2"):
        backend.reviews.change(ReviewId(name), _stored(a_review(name)))
    backend.reviews.list(ADA, limit=1, cursor=backend.reviews.list(ADA, limit=1).next_cursor)
    backend.reviews.unfinished(limit=5)
    backend.reviews.made_before(a_paper().created_at, limit=5)
    backend.reviews.touching(ADA, P1)
    backend.reviews.read_all_outputs(ReviewId("v1"))
    backend.reviews.clear(ReviewId("v1"))
    backend.catalog.select(ADA, Filters())
    for name in ("n1", "n2"):
        backend.notes.change(NoteId(name), _kept(a_note(name)))
    for paper in (P1, None):
        backend.notes.list(ADA, paper, limit=1, cursor=backend.notes.list(ADA, paper, limit=1).next_cursor)
    for link in (a_link("1"), a_link("2")):
        backend.zotero_links.change(link.id, _linked(link))
    ways: list[dict[str, Any]] = [{}, {"state": "kept"}, {"paper_id": P1}]
    for narrowed in ways:
        page = backend.zotero_links.list(ADA, limit=1, **narrowed)
        backend.zotero_links.list(ADA, limit=1, cursor=page.next_cursor, **narrowed)
    backend.library_index.list(ADA, LibraryQuery(text="whales"))
    backend.publications.papers(ADA, ["title:whales"])
    backend.publications.citing(ADA, ["title:whales"])
    backend.publications.cited(ADA)
    backend.publications.version(ADA)
    backend.contents.drop(P1, keep_generation=5, below=9)
    backend.sessions.delete(SessionId("s1"))
    asked = [call.request["structured_query"] for call in calls.calls if call.name == "run_query"]
    return [*asked, *(_summed(call.request) for call in calls.calls if call.name == "run_aggregation_query")]


def _summed(request: Any) -> StructuredQuery:
    """Return the query below an aggregation, with the field that is summed among those compared."""
    aggregated = request["structured_aggregation_query"]
    query = StructuredQuery(aggregated.structured_query)
    kind = StructuredQuery.FieldFilter
    summed = [kind(field=item.sum.field, op="EQUAL") for item in aggregated.aggregations if "sum" in item]
    both = [query.where, *(StructuredQuery.Filter(field_filter=item) for item in summed)]
    query.where = StructuredQuery.Filter(composite_filter=StructuredQuery.CompositeFilter(op="AND", filters=both))
    return query


def test_every_query_has_its_index(queries: list[StructuredQuery]) -> None:
    defined = {(index.collection, index.scope, index.compared, index.ordered) for index in _defined()}

    lacking = [need for need in map(_need, queries) if not _automatic(need) and tuple(need) not in defined]

    assert lacking == []


def test_every_index_is_used(queries: list[StructuredQuery]) -> None:
    needed = {_need(query) for query in queries}

    assert [index for index in _defined() if index not in needed] == []


def test_vector_indexes_have_the_dimensions_of_the_default_embedding() -> None:
    from scholarai.config import Settings

    sizes = {
        field["vectorConfig"]["dimension"]
        for index in _file()["indexes"]
        for field in index["fields"]
        if "vectorConfig" in field
    }

    assert sizes == {Settings.from_env({}).embedding_dimensions}


def test_no_query_filters_or_sorts_by_a_field_that_is_not_indexed(queries: list[StructuredQuery]) -> None:
    exempt = {(field["collectionGroup"], field["fieldPath"]) for field in _file()["fieldOverrides"]}

    automatic = [need for need in map(_need, queries) if _automatic(need)]

    assert not {(need.collection, field) for need in automatic for field, _ in (*need.compared, *need.ordered)} & exempt


def test_no_field_of_a_chunk_is_indexed_for_nothing(queries: list[StructuredQuery]) -> None:
    exempt = {field["fieldPath"] for field in _file()["fieldOverrides"] if field["collectionGroup"] == "chunks"}
    chunk = embedded(a_chunk(1, 0, title="t", doi="d"), [1, 0, 0, 0])
    stored = chunk_fields(in_work(a_paper(), 1), ContentRange(generation=1, chunks=(chunk,)), chunk)
    asked = {field for need in map(_need, queries) if need.collection == "chunks" for field, _ in need.compared}

    assert set(stored) - exempt <= asked


def _stored(review: Review) -> Callable[[Review | None], Review]:
    """Return the rule that stores it, whatever stood there."""
    return lambda _: review


def _kept(note: Note) -> Callable[[Note | None], Note]:
    """Return the rule that stores it, whatever stood there."""
    return lambda _: note


def _linked(link: ZoteroLink) -> Callable[[ZoteroLink | None], ZoteroLink]:
    """Return the rule that stores it, whatever stood there."""
    return lambda _: link


def _need(query: StructuredQuery) -> Need:
    selector = query.from_[0]
    filters = list(_filters(query.where)) if "where" in query else []
    compared = {(field, "CONTAINS" if op in ARRAY_OPERATORS else "ASCENDING") for field, op in filters}
    ranges = {field for field, op in filters if op not in ARRAY_OPERATORS | EQUALITIES}
    orders = [(order.field.field_path, order.direction.name) for order in query.order_by]
    ordered = orders or [(field, "ASCENDING") for field in sorted(ranges)]
    if "find_nearest" in query:
        ordered = [(query.find_nearest.vector_field.field_path, "VECTOR")]
    return Need(
        selector.collection_id,
        "COLLECTION_GROUP" if selector.all_descendants else "COLLECTION",
        frozenset(item for item in compared if item[0] not in ranges),
        _without_name(ordered),
    )


def _filters(where: Any) -> Iterator[tuple[str, str]]:
    if "composite_filter" in where:
        for part in where.composite_filter.filters:
            yield from _filters(part)
    else:
        yield where.field_filter.field.field_path, where.field_filter.op.name


def _automatic(need: Need) -> bool:
    """Tell whether the indexes that Firestore makes by itself serve: one field, inside one collection."""
    return need.scope == "COLLECTION" and len({field for field, _ in (*need.compared, *need.ordered)}) <= 1


def _defined() -> list[Need]:
    return [
        Need(
            index["collectionGroup"],
            index["queryScope"],
            frozenset(pair for pair in pairs if pair not in ordered),
            _without_name(ordered),
        )
        for index in _file()["indexes"]
        for pairs in [[_pair(field) for field in index["fields"]]]
        for ordered in [_sorted_tail(pairs)]
    ]


def _pair(field: dict[str, Any]) -> tuple[str, str]:
    kind = "VECTOR" if "vectorConfig" in field else field.get("arrayConfig") or field["order"]
    return field["fieldPath"], str(kind)


def _sorted_tail(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the fields of an index that sort: the vector, or the time before the name."""
    if pairs[-1][1] == "VECTOR":
        return pairs[-1:]
    return pairs[-2:] if pairs[-1][0] == "__name__" else []


def _without_name(ordered: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Leave a trailing name out: Firestore sorts by it anyway, in the direction of the field before."""
    if len(ordered) > 1 and ordered[-1][0] == "__name__":
        assert ordered[-1][1] == ordered[-2][1]
        return tuple(ordered[:-1])
    return tuple(ordered)


def _file() -> dict[str, Any]:
    text = resources.files("scholarai.adapters.gcp").joinpath("indexes.json").read_text()
    found: dict[str, Any] = json.loads(text)
    return found
