"""What is in Zotero comes in once: papers, tags, collections, highlights and notes; and later only what changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from doubles.zotero import LIBRARY, FakeZotero, put_highlight, put_paper, put_pdf
from unit.zotero.world import ADA, P1, World

from scholarai.domain.errors import ConflictError, NotFoundError, TransientError
from scholarai.domain.metadata import corrections
from scholarai.domain.paper import Paper
from scholarai.domain.published_works import FoundWork
from scholarai.domain.works import works_of
from scholarai.domain.zotero import ZoteroItem, ZoteroKey, main_pdf


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path).with_paper()


def paper(world: World) -> Paper:
    found = world.app.backend().papers.get(P1)
    assert found is not None
    return found


def test_a_paper_that_is_there_by_its_file_gets_metadata_tags_and_collections(world: World) -> None:
    world.zotero.collections["CELL2222"] = {"name": "Physics", "parentCollection": False}
    world.zotero.edit("ITEM2222", collections=["CELL2222"])

    (taken,) = world.bring().items

    found = paper(world)
    assert (taken.outcome, taken.paper_id) == ("there", P1)
    assert (found.metadata.title, found.metadata.doi, found.metadata.year) == (
        "Momentum decays slowly",
        "10.1000/momentum",
        2014,
    )
    assert corrections(found)["title"].source == "service"
    assert found.marks.tags == ("physics",)
    (collection,) = world.app.backend().collections.get(ADA).items
    assert (collection.name, found.marks.collection_ids) == ("Physics", (collection.id,))


def test_an_item_whose_file_is_not_there_becomes_a_paper_that_waits_to_be_read(world: World) -> None:
    put_paper(world.zotero, "ITEM3333", "PDFS3333", title="Another paper", DOI="10.1000/other")
    world.zotero.files["PDFS3333"] = b"%PDF-1.7 another"

    taken = {one.key: one for one in world.bring().items}[ZoteroKey("ITEM3333")]

    assert taken.outcome == "added"
    assert taken.paper_id is not None
    found = world.app.backend().papers.get(taken.paper_id)
    assert found is not None
    assert found.status == "uploaded"
    assert world.app.backend().objects.read(found.object_name) == b"%PDF-1.7 another"


def test_items_without_a_pdf_or_with_something_else_stay_records(world: World) -> None:
    world.zotero.put("ITEM3333", title="No file at all")
    put_paper(world.zotero, "ITEM4444", "PDFS4444", title="A web page as PDF", DOI="")
    world.zotero.files["PDFS4444"] = b"<html>"

    taken = {one.key: one for one in world.bring().items}

    assert (taken[ZoteroKey("ITEM3333")].outcome, taken[ZoteroKey("ITEM3333")].code) == ("record", "")
    assert taken[ZoteroKey("ITEM4444")].outcome == "record"


def titles(world: World) -> list[str | None]:
    return [one.metadata.title for one in world.app.backend().papers.list(ADA, limit=9).papers]


def test_a_pdf_without_an_item_keeps_the_title_of_its_paper(world: World) -> None:
    put_pdf(world.zotero, "PDFS3333", b"%PDF-1.7 alone", title="Full Text PDF", filename="standalone.pdf")

    taken = {one.key: one for one in world.bring().items}[ZoteroKey("PDFS3333")]

    assert (taken.outcome, taken.title) == ("added", "Full Text PDF")
    assert taken.paper_id is not None
    found = world.app.backend().papers.get(taken.paper_id)
    assert found is not None
    assert (found.filename, found.metadata.title) == ("standalone.pdf", None)


def test_a_second_copy_without_an_item_does_not_rename_the_paper(world: World) -> None:
    put_pdf(world.zotero, "PDFS3333", filename="copy.pdf")

    assert {one.paper_id for one in world.bring().items} == {P1}
    assert titles(world) == ["Momentum decays slowly"]


@pytest.mark.parametrize("newest", ["alone", "of its item"])
def test_the_same_file_twice_is_one_paper_before_it_is_read(tmp_path: Path, newest: str) -> None:
    world = World(tmp_path)
    if newest == "of its item":
        put_pdf(world.zotero, "PDFS3333", filename="copy.pdf")
    put_paper(world.zotero)
    if newest == "alone":
        put_pdf(world.zotero, "PDFS3333", filename="copy.pdf")

    world.bring()

    assert titles(world) == ["Momentum decays slowly"]


@pytest.mark.parametrize("data", [b"<html>", None])
def test_a_file_alone_that_is_no_pdf_or_gone_is_named_and_adds_nothing(world: World, data: bytes | None) -> None:
    put_pdf(world.zotero, "PDFS3333", data or b"", filename="page.pdf")
    if data is None:
        del world.zotero.files["PDFS3333"]

    taken = {one.key: one for one in world.bring().items}[ZoteroKey("PDFS3333")]

    assert (taken.outcome, taken.code) == ("left_out", "file_no_pdf" if data else "zotero_unknown")
    assert titles(world) == ["Momentum decays slowly"]


@pytest.mark.parametrize(
    "name",
    [
        "Supplementary Material",
        "ja1c0123_si_001",
        "Supporting Information",
        "41586_2020_MOESM1_ESM",
        "1-s2.0-mmc1",
        "1-s2.0-mmc12",
        "SI",
        "journal.pone.0123456.s001",
        "pnas.1234567890.sapp",
        "advs1-sup-0001-SuppInfo",
    ],
)
def test_the_paper_is_told_from_its_supplement(tmp_path: Path, name: str) -> None:
    world = World(tmp_path)
    world.zotero.put("ITEM2222", title="Slow waves")
    put_pdf(world.zotero, "AAAA2222", b"%PDF-1.7 more", parentItem="ITEM2222", title=name, dateAdded="2020-01-01")
    put_pdf(world.zotero, "PDFS2222", parentItem="ITEM2222", title="Full Text PDF", dateAdded="2020-01-02")

    taken, supplement = world.bring().items

    assert taken.paper_id is not None
    found = world.app.backend().papers.get(taken.paper_id)
    assert found is not None
    assert world.app.backend().objects.read(found.object_name) == b"%PDF-1.7 momentum"
    assert (taken.supplement_of, supplement.supplement_of) == (None, taken.paper_id)
    assert titles(world) == [f"Slow waves (supplement: {name})", "Slow waves"]


def test_a_paper_about_supplements_is_no_supplement(tmp_path: Path) -> None:
    title = "Iron supplements in infants"
    named = ZoteroItem(key=ZoteroKey("ITEM2222"), version=1, kind="work", work=FoundWork(source="zotero", title=title))
    first, second = (
        ZoteroItem(key=ZoteroKey(key), version=1, kind="attachment", file=True, added=added, filename=name)
        for key, added, name in (
            ("PDFS3333", "2020-01-01", "Berg 2020 - Iron supplements in infants.pdf"),
            ("PDFS2222", "2020-01-02", "tables.pdf"),
        )
    )

    assert main_pdf(named.work, [second, first]) == first


def test_an_author_called_like_a_supplement_makes_none() -> None:
    work = FoundWork(source="zotero", title="Slow waves", authors=("Ada Som",))
    first, second = (
        ZoteroItem(key=ZoteroKey(key), version=1, kind="attachment", file=True, added=added, filename=name)
        for key, added, name in (
            ("PDFS3333", "2020-01-01", "Som 2020 - Slow waves.pdf"),
            ("PDFS2222", "2020-01-02", "slides.pdf"),
        )
    )

    assert main_pdf(work, [second, first]) == first


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"citationKey": "lovelace2014"}, "lovelace2014"),
        ({"extra": "PMID: 31452104\nCitation Key: ada:2014-b"}, "ada:2014-b"),
        ({"citationKey": "two words", "extra": "Citation Key: good"}, "good"),
        ({"extra": "Citation Key: a,b"}, "lovelace2014momentum"),
    ],
)
def test_a_paper_is_exported_with_the_key_that_zotero_cites_it_by(world: World, data: dict[str, str], key: str) -> None:
    world.zotero.edit("ITEM2222", **data)

    world.bring()

    assert [work.key for work in works_of([paper(world)])] == [key]


def test_what_changed_last_comes_in_first(world: World) -> None:
    for n in (5, 3, 4):
        world.zotero.put(f"ITEM{n}222", title=f"Paper number {n}")

    assert [one.title for one in world.bring().items] == [
        "Paper number 4",
        "Paper number 3",
        "Paper number 5",
        "Momentum decays slowly",
    ]


def local_world(folder: Path, **given: Any) -> World:
    """Return a world with the program on this machine."""
    (folder / "storage").mkdir()
    zotero = FakeZotero(folder=folder / "storage", **given)
    return World(folder, zotero, settings={"SCHOLARAI_ZOTERO_URL": "http://127.0.0.1:23119"})


def test_what_the_program_has_not_synced_yet_comes_in(tmp_path: Path) -> None:
    world = local_world(tmp_path)
    world.zotero.put("ITEM3333", title="Synced long ago")
    world.bring()
    world.zotero.put("ITEM4444", title="Added a minute ago")
    world.zotero.unsynced = {"ITEM4444"}

    assert [one.title for one in world.bring().items] == ["Added a minute ago"]
    assert world.bring().items == ()


def test_an_update_of_the_program_that_begins_to_count_anew_loses_nothing(tmp_path: Path) -> None:
    world = local_world(tmp_path, version=5_000)
    world.zotero.put("ITEM3333", title="From before")
    world.bring()
    world.zotero.server_id, world.zotero.version = "d0a1", 3
    world.zotero.put("ITEM4444", title="From after")

    assert [one.title for one in world.bring().items][-1] == "From after"
    assert world.bring().items == ()
    assert len(titles(world)) == 2


def test_the_same_work_twice_in_zotero_is_one_paper(world: World) -> None:
    put_paper(world.zotero, "ITEM3333", "PDFS3333")

    assert {one.paper_id for one in world.bring().items} == {P1}
    assert len(world.app.backend().papers.list(ADA, limit=9).papers) == 1


def test_a_highlight_comes_in_with_its_comment_colour_and_place(world: World) -> None:
    put_highlight(world.zotero)

    world.bring()

    (note,) = world.notes()
    assert (note.kind, note.text, note.colour) == ("highlight", "Really?", "green")
    assert note.target is not None
    assert note.target.quote.exact == "momentum decays"
    assert note.target.state == "found"


def test_a_region_comes_in_where_it_was_drawn_counted_from_the_top(world: World) -> None:
    put_highlight(world.zotero, annotationType="image", annotationText="")

    world.bring()

    (note,) = world.notes()
    assert note.target is not None
    assert tuple(note.target.pages[0].boxes[0]) == pytest.approx((50, 100.25, 300.5, 112))


def test_a_note_of_an_item_comes_in_as_plain_text(world: World) -> None:
    world.zotero.put("NXTE2222", itemType="note", parentItem="ITEM2222", note="<p>One &amp; two</p><p>three</p>")

    world.bring()

    assert [note.text for note in world.notes()] == ["One & two\nthree"]


def test_what_came_in_is_not_asked_for_again(world: World) -> None:
    put_highlight(world.zotero)
    world.bring()
    world.zotero.requests.clear()

    again = world.bring()

    assert (again.items, dict(again.notes)) == ((), {})
    assert len(world.zotero.requests) == 3
    assert len(world.notes()) == 1


def test_a_new_highlight_and_a_changed_one_come_in_later(world: World) -> None:
    put_highlight(world.zotero)
    world.bring()
    put_highlight(world.zotero, "MARK3333", annotationText="energy is kept", annotationComment="")
    world.zotero.edit("MARK2222", annotationComment="Indeed.")

    counts = world.bring().notes

    assert counts == {"changed": 1, "new": 1}
    assert sorted(note.text for note in world.notes()) == ["", "Indeed."]


def test_a_tag_that_is_taken_away_in_zotero_goes_and_one_of_ones_own_stays(world: World) -> None:
    from scholarai.domain.marks import MarkChange

    world.bring()
    world.app.library.mark_papers().mark(ADA, [P1], MarkChange(add_tags=("mine",)))
    world.zotero.edit("ITEM2222", tags=[{"tag": "waves"}])

    world.bring()

    assert paper(world).marks.tags == ("mine", "waves")


def test_a_highlight_that_was_deleted_here_does_not_come_back(world: World) -> None:
    put_highlight(world.zotero)
    world.bring()
    (note,) = world.notes()
    world.app.library.keep_notes().delete(ADA, note.id)
    world.zotero.edit("MARK2222", annotationComment="Changed.")

    world.bring()

    assert world.notes() == []


def test_a_highlight_waits_for_its_paper_to_be_read(tmp_path: Path) -> None:
    world = World(tmp_path)
    put_paper(world.zotero)
    put_highlight(world.zotero)
    found = world.bring()
    assert found.notes == {"waiting": 1}
    (taken,) = found.items
    assert world.notes() == []

    backend = world.app.backend()
    assert taken.paper_id is not None
    stored = backend.papers.get(taken.paper_id)
    assert stored is not None
    world.read_paper(stored)
    world.bring()

    assert [note.text for note in world.notes()] == ["Really?"]


def test_a_zotero_that_goes_away_in_the_middle_is_gone_on_with(world: World) -> None:
    for n in range(3, 8):
        put_paper(world.zotero, f"ITEM{n}222", f"PDFS{n}222", title=f"Paper number {n}", DOI=f"10.1000/{n}")
        world.zotero.files[f"PDFS{n}222"] = b"%PDF-1.7 " + bytes([n])
    world.zotero.fault = lambda n, _: "lost" if n > 12 else None
    with pytest.raises(TransientError):
        world.bring()
    world.time.sleep(100)
    world.zotero.fault = lambda _n, _method: None
    world.restart()

    world.bring()

    assert len(world.app.backend().papers.list(ADA, limit=9).papers) == 6


def test_an_unknown_collection_and_a_refused_key_are_told(world: World) -> None:
    with pytest.raises(NotFoundError):
        world.app.zotero.import_from_zotero().import_new(ADA, LIBRARY, ZoteroKey("CELL9999"))
    refused = World(world.folder / "other", FakeZotero())
    api = refused.app.zotero.to_write()
    object.__setattr__(api.client, "key", "wrong")  # type: ignore[attr-defined]
    with pytest.raises(ConflictError, match="refuses"):
        refused.bring()


def test_files_of_the_program_on_this_machine_are_read_from_its_folder(tmp_path: Path) -> None:
    storage = tmp_path / "storage"
    storage.mkdir()
    world = World(tmp_path, FakeZotero(folder=storage), settings={"SCHOLARAI_ZOTERO_URL": "http://127.0.0.1:23119"})
    put_paper(world.zotero)

    (taken,) = world.bring().items

    assert taken.outcome == "added"
    assert [one.path for one in world.app.zotero.import_from_zotero().libraries()] == [LIBRARY]


def test_what_changes_inside_of_items_after_an_interrupted_first_import_is_not_missed(world: World) -> None:
    world.zotero.fault = lambda n, _: "lost" if n > 4 else None
    with pytest.raises(TransientError):
        world.app.zotero.import_from_zotero().import_new(ADA, LIBRARY)
    world.zotero.fault = lambda _n, _method: None
    world.time.sleep(100)
    world.bring()
    put_highlight(world.zotero)

    world.bring()

    assert len(world.notes()) == 1


@pytest.mark.parametrize("edited", [True, False])
def test_a_highlight_that_lost_its_link_keeps_what_both_sides_say(world: World, edited: bool) -> None:
    put_highlight(world.zotero)
    world.bring()
    links = world.app.backend().zotero_links
    (link,) = [one for one in links.list(ADA, limit=99).links if one.kind == "annotation"]
    links.change(link.id, lambda _: None)
    world.zotero.edit("MARK2222", annotationComment="Theirs.")
    if edited:
        world.change(world.notes()[0], text="Mine.")

    world.bring()
    world.send()

    expected = "Mine.\n\nTheirs." if edited else "Theirs."
    assert [note.text for note in world.notes()] == [expected]
    assert world.zotero.annotations()["MARK2222"]["annotationComment"] == expected


@pytest.mark.parametrize(
    ("settings", "writable"),
    [
        ({}, True),
        ({"SCHOLARAI_ZOTERO_URL": "http://127.0.0.1:23119"}, True),
        ({"SCHOLARAI_ZOTERO_URL": "http://127.0.0.1:23119", "SCHOLARAI_ZOTERO_KEY": ""}, False),
    ],
)
def test_a_library_of_the_program_is_writable_where_there_is_a_key_for_the_service(
    tmp_path: Path, settings: dict[str, str], writable: bool
) -> None:
    zotero = FakeZotero(folder=tmp_path if settings else None)

    (library,) = World(tmp_path, zotero=zotero, settings=settings).app.zotero.import_from_zotero().libraries()

    assert library.writable is writable
