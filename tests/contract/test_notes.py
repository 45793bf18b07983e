"""What every store of notes and collections promises, and every list of a library."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from contract.making import ADA, BOB, a_chunk, a_note, a_paper, a_searchable_paper, embedded
from msgspec.structs import replace

from scholarai.bootstrap import Backend
from scholarai.domain.chat import Citation, PageBoxes, TextSection
from scholarai.domain.collections import Collection, Collections, with_new
from scholarai.domain.content import Box
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import ChunkId, OwnerId, PaperId
from scholarai.domain.listing import LibraryQuery
from scholarai.domain.marks import CollectionId, Marks
from scholarai.domain.notes import Note, NoteId, Target, TextPositionSelector, TextQuoteSelector
from scholarai.domain.paper import Metadata, Paper

P1 = PaperId("p1")
BOXES = PageBoxes(page_number=3, width_pt=612.0, height_pt=792.0, boxes=(Box(1.5, 2.0, 3.25, 4.0), Box(5, 6, 7, 8)))


def keep(backend: Backend, note: Note) -> Note:
    backend.notes.change(note.id, lambda _: note)
    return note


def a_full_note() -> Note:
    citation = Citation(
        number=1, paper_id=P1, chunk_id=ChunkId("1-0003"), quote="α decays", verdict="exact", label="p. 3",
        text="α decays", start=10, end=18, pages=(BOXES,),
    )  # fmt: skip
    return a_note(
        kind="answer",
        target=Target(
            generation=7,
            state="found",
            quote=TextQuoteSelector(exact="α decays", prefix="that ", suffix=" fast"),
            positions=(TextPositionSelector(start=10, end=18),),
            pages=(BOXES,),
        ),
        question="What decays?",
        sections=(TextSection(text="It does.", citations=(citation,)),),
        citation=citation,
    )


def test_a_note_comes_back_as_it_was_stored(backend: Backend, reopened: Backend) -> None:
    note = keep(backend, a_full_note())

    assert reopened.notes.get(note.id) == note


@pytest.mark.parametrize("note_id", ["", "a/b", "..", "\ud800", "x" * 2_000])
def test_an_id_that_no_note_can_have_is_unknown(backend: Backend, note_id: str) -> None:
    assert backend.notes.get(NoteId(note_id)) is None


def test_what_a_rule_raises_leaves_the_note_as_it_was(backend: Backend) -> None:
    note = keep(backend, a_note())

    def refuse(_: Note | None) -> Note:
        raise InvalidRequestError("no", "no")

    with pytest.raises(InvalidRequestError):
        backend.notes.change(note.id, refuse)
    assert backend.notes.get(note.id) == note


def test_ten_changes_at_once_all_count(backend: Backend) -> None:
    note = keep(backend, a_note())

    def longer(found: Note | None) -> Note | None:
        return found and replace(found, version=found.version + 1)

    with ThreadPoolExecutor(5) as pool:
        list(pool.map(lambda _: backend.notes.change(note.id, longer), range(10)))

    kept = backend.notes.get(note.id)
    assert kept is not None
    assert kept.version == 11


def test_notes_are_listed_latest_first_page_by_page_for_their_owner_alone(backend: Backend) -> None:
    for age in range(5):
        keep(backend, a_note(f"n{age}", age_s=age))
    keep(backend, a_note("other", paper_ids=(PaperId("p2"),), age_s=9))
    keep(backend, a_note("bobs", owner=BOB))

    first = backend.notes.list(ADA, P1, limit=3)
    second = backend.notes.list(ADA, P1, limit=3, cursor=first.next_cursor)

    assert [note.id for note in (*first.notes, *second.notes)] == ["n0", "n1", "n2", "n3", "n4"]
    assert second.next_cursor is None
    assert [note.id for note in backend.notes.list(ADA, None, limit=9).notes][-1] == "other"
    with pytest.raises(InvalidRequestError):
        backend.notes.list(ADA, None, limit=9, cursor="nonsense")


def test_a_note_that_goes_to_another_paper_is_listed_there_alone(backend: Backend) -> None:
    keep(backend, a_note("n1", paper_ids=(PaperId("p1"),)))

    backend.notes.change(NoteId("n1"), lambda found: found and replace(found, paper_ids=(PaperId("p2"),)))

    assert list(backend.notes.list(ADA, PaperId("p1"), limit=9).notes) == []
    assert [note.id for note in backend.notes.list(ADA, PaperId("p2"), limit=9).notes] == ["n1"]


def test_notes_are_counted_for_their_owner_alone(backend: Backend) -> None:
    for name in ("n1", "n2"):
        keep(backend, a_note(name))
    keep(backend, a_note("bobs", owner=BOB))
    backend.notes.change(NoteId("n1"), lambda _: None)

    assert (backend.notes.count(ADA), backend.notes.count(BOB), backend.notes.count(OwnerId("nobody"))) == (1, 1, 0)


def test_a_deleted_note_is_in_no_list_and_in_no_search(backend: Backend) -> None:
    note = keep(backend, a_note(text="quicksilver"))
    assert backend.library_index.list(ADA, LibraryQuery(text="quicksilver")).notes == (note,)

    backend.notes.change(note.id, lambda _: None)

    assert backend.notes.list(ADA, None, limit=9).notes == ()
    assert backend.library_index.list(ADA, LibraryQuery(text="quicksilver")).notes == ()


def test_collections_made_at_once_are_all_kept(backend: Backend, reopened: Backend) -> None:
    def make(n: int) -> Collections:
        made = Collection(id=CollectionId(f"c{n}"), name=f"Number {n}")
        return backend.collections.change(ADA, lambda tree: with_new(tree, made))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(make, range(8)))

    assert {one.id for one in reopened.collections.get(ADA).items} == {f"c{n}" for n in range(8)}
    assert reopened.collections.get(BOB) == Collections(owner=BOB)
    reopened.collections.forget(ADA)
    assert backend.collections.get(ADA).items == ()


def described(like: Paper) -> Callable[[Paper | None], Paper | None]:
    """Return the rule that gives a stored paper the date, the metadata and the marks of another."""
    return lambda paper: paper and replace(paper, created_at=like.created_at, metadata=like.metadata, marks=like.marks)


@pytest.fixture
def library(backend: Backend) -> Backend:
    """Five papers of Ada's, one of them not read yet, and one of Bob's."""
    rows: list[tuple[str, str, tuple[str, ...], int | None, str | None, Marks]] = [
        ("a", "Whales sing", ("Ann Lee", "Bo Diaz"), 2001, "Sea", Marks(tags=("sea", "To Read"), favourite=True)),
        ("b", "Ants march", ("Bo Diaz",), 1999, "Land", Marks(tags=("To Read",), read_state="read")),
        ("c", "Bees dance", (), None, None, Marks(collection_ids=(CollectionId("c1"),))),
        ("d", "Élan vital", ("Zoë Élan",), 2001, "Sea", Marks()),
    ]
    for age, (name, title, authors, year, venue, marks) in enumerate(rows):
        chunk = embedded(a_chunk(1, 0, f"the text of {title} mentions plankton" if name == "a" else title))
        a_searchable_paper(backend, name, [chunk])
        about = Metadata(title=title, authors=authors, year=year, venue=venue, abstract=f"About {title.lower()}.")
        backend.papers.change(PaperId(name), described(a_paper(name, age_s=age, metadata=about, marks=marks)))
    backend.papers.change(PaperId("e"), lambda _: a_paper("e", age_s=9, filename="waiting.pdf"))
    backend.papers.change(PaperId("x"), lambda _: a_paper("x", owner=BOB))
    return backend


def ids(backend: Backend, **query: Any) -> list[str]:
    return [paper.id for paper in backend.library_index.list(ADA, LibraryQuery(**query)).papers]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, "abcde"),
        ({"descending": False}, "edcba"),
        ({"sort": "title", "descending": False}, "bcdea"),
        ({"sort": "year"}, "dabec"),
        ({"sort": "author", "descending": False}, "cebda"),
        ({"tags": ("to read",)}, "ab"),
        ({"tags": ("to read", "SEA")}, "a"),
        ({"tags": ("nothing",)}, ""),
        ({"favourite": True}, "a"),
        ({"read_state": "read"}, "b"),
        ({"read_state": "unread"}, "acde"),
        ({"collections": frozenset({CollectionId("c1"), CollectionId("c2")})}, "c"),
        ({"authors": ("bo diaz",)}, "ab"),
        ({"authors": ("zoe elan", "Ann Lee")}, "ad"),
        ({"venues": ("sea",), "tags": ("sea",)}, "a"),
        ({"year_from": 2000}, "ad"),
        ({"year_to": 1999}, "b"),
        ({"text": "whales", "sort": "relevance"}, "a"),
        ({"text": "bees dan", "sort": "relevance"}, "c"),
        ({"text": "elan"}, "d"),
        ({"text": "diaz march"}, "b"),
        ({"text": "whales ants"}, ""),
        ({"text": '" OR *'}, ""),
    ],
)
def test_filters_searches_and_sorts_choose_these_papers(library: Backend, query: dict[str, Any], expected: str) -> None:
    assert "".join(ids(library, **query)) == expected


def test_facets_count_what_passes_and_say_what_they_cannot_judge(library: Backend) -> None:
    everything = library.library_index.list(ADA, LibraryQuery(limit=1))
    narrowed = library.library_index.list(ADA, LibraryQuery(tags=("to read",), year_from=2000))
    judged = library.library_index.list(ADA, LibraryQuery(year_from=2000))

    def counts(listing: Any, kind: str) -> dict[str, int]:
        return {one.value: one.count for one in listing.facets[kind]}

    assert (everything.total, everything.complete) == (5, True)
    assert counts(everything, "year") == {"2001": 2, "1999": 1, "": 2}
    assert counts(everything, "author") == {"Bo Diaz": 2, "Ann Lee": 1, "Zoë Élan": 1, "": 2}
    assert counts(everything, "tag") == {"To Read": 2, "sea": 1}
    assert counts(everything, "state") == {"unread": 4, "read": 1}
    assert (counts(everything, "favourite"), counts(everything, "collection")) == ({"yes": 1}, {"c1": 1})
    assert [one.value for one in everything.facets["author"]][:2] == ["", "Bo Diaz"]
    assert counts(narrowed, "venue") == {"Sea": 1}
    assert (narrowed.unjudged, judged.unjudged) == ({"year": 0}, {"year": 2})


def test_pages_follow_each_other_also_when_a_paper_goes(library: Backend) -> None:
    first = library.library_index.list(ADA, LibraryQuery(limit=2))
    library.papers.change(PaperId("b"), lambda _: None)
    second = library.library_index.list(ADA, LibraryQuery(limit=2, cursor=first.next_cursor))

    assert [paper.id for paper in first.papers] == ["a", "b"]
    assert [paper.id for paper in second.papers] == ["c", "d"]
    assert library.library_index.list(ADA, LibraryQuery(limit=3)).next_cursor is not None
    with pytest.raises(InvalidRequestError):
        library.library_index.list(ADA, LibraryQuery(cursor="nonsense"))


def test_a_page_can_begin_anywhere_and_be_gone_on_from(library: Backend) -> None:
    page = library.library_index.list(ADA, LibraryQuery(limit=2, offset=1))
    after = library.library_index.list(ADA, LibraryQuery(limit=2, cursor=page.next_cursor))
    beyond = library.library_index.list(ADA, LibraryQuery(limit=2, offset=5))

    assert [[paper.id for paper in listing.papers] for listing in (page, after, beyond)] == [["b", "c"], ["d", "e"], []]
    assert (beyond.total, beyond.next_cursor) == (5, None)


def test_a_tag_that_no_paper_has_any_more_is_counted_no_more(library: Backend) -> None:
    library.papers.change(PaperId("a"), lambda paper: paper and replace(paper, marks=Marks(tags=("new",))))
    library.papers.change(PaperId("b"), lambda paper: paper and replace(paper, deleting=True))

    tags = library.library_index.list(ADA, LibraryQuery()).facets["tag"]

    assert [(one.value, one.count) for one in tags] == [("new", 1)]
    assert ids(library) == ["a", "c", "d", "e"]


def test_notes_are_counted_beside_their_papers(library: Backend) -> None:
    keep(library, a_note("n1", paper_ids=(PaperId("a"), PaperId("b"))))
    keep(library, a_note("n2", paper_ids=(PaperId("a"),)))

    assert library.library_index.list(ADA, LibraryQuery()).note_counts == {"a": 2, "b": 1}
