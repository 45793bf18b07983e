"""Further PDFs of an item come in as supplements of its paper, each once, with the annotations in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from doubles.zotero import LIBRARY, FakeZotero, put_highlight, put_paper, put_pdf
from doubles.zotero_server import ZoteroOverHttp
from msgspec.structs import replace
from unit.zotero.world import ADA, P1, World

from scholarai.api import Library
from scholarai.domain.paper import Paper
from scholarai.domain.zotero import CHILDREN, WHOLE_LIBRARY, LinkId, ZoteroKey, ZoteroLink, link_id
from scholarai.local.cli import main
from scholarai.ports.zotero import LinkRule, LinkStore
from scholarai.services.own.notes import NewNote

MORE, OTHER = b"%PDF-1.7 more", b"%PDF-1.7 other"


@pytest.fixture
def world(tmp_path: Path) -> World:
    made = World(tmp_path).with_paper()
    made.zotero.edit("PDFS2222", dateAdded="2020")
    return made


def put_supplement(world: World, key: str = "MXRE2222", data: bytes = MORE, item: str = "ITEM2222") -> None:
    put_pdf(world.zotero, key, data, parentItem=item, title="Tables", filename="tables.pdf", dateAdded="2021")


def papers(world: World) -> list[Paper]:
    """Return all papers, first added first."""
    return list(reversed(world.app.backend().papers.list(ADA, limit=99).papers))


def with_file(world: World, data: bytes) -> Paper:
    (found,) = [
        one for one in papers(world) if one.id != P1 and world.app.backend().objects.read(one.object_name) == data
    ]
    return found


def read(world: World, paper: Paper) -> Paper:
    world.read_paper(paper)
    (found,) = [one for one in papers(world) if one.id == paper.id]
    return found


def test_a_further_pdf_is_a_supplement_that_is_described_as_its_paper_is(world: World) -> None:
    put_supplement(world)

    taken, supplement = world.bring().items

    assert (taken.paper_id, taken.supplement_of) == (P1, None)
    assert (supplement.outcome, supplement.supplement_of, supplement.title) == ("added", P1, "Tables")
    found = with_file(world, MORE)
    assert (found.id, found.supplement_of, found.filename) == (supplement.paper_id, P1, "tables.pdf")
    assert found.metadata.title == "Momentum decays slowly (supplement: tables)"
    assert (found.metadata.authors, found.metadata.year) == (("Ada Lovelace",), 2014)
    assert found.metadata.doi is None


def test_a_pdf_that_is_added_later_comes_in_and_nothing_comes_twice(world: World) -> None:
    world.bring()
    put_supplement(world)

    came = [one.outcome for one in world.bring().items]

    assert came == ["there", "added"]
    assert world.bring().items == ()
    assert len(papers(world)) == 2


def test_an_annotation_in_a_supplement_is_placed_there_and_one_made_here_goes_there(world: World) -> None:
    put_supplement(world)
    put_highlight(world.zotero)
    put_highlight(world.zotero, "MARK3333", "MXRE2222", annotationComment="In the table.")
    world.bring()
    supplement = read(world, replace(with_file(world, MORE)))

    assert world.bring().notes == {"new": 1}
    assert {note.text: note.paper_ids for note in world.notes()} == {
        "Really?": (P1,),
        "In the table.": (supplement.id,),
    }

    put_highlight(world.zotero, "MARK4444", "MXRE2222", annotationComment="Later.", annotationText="energy is kept")
    world.bring()
    assert {note.paper_ids for note in world.notes() if note.text == "Later."} == {(supplement.id,)}


def test_a_highlight_made_in_a_supplement_is_written_into_its_file(world: World) -> None:
    put_supplement(world)
    world.bring()
    supplement = read(world, with_file(world, MORE))
    world.mark("energy is kept", "Mine.", paper_id=supplement.id)

    world.send()

    assert [mark["parentItem"] for mark in world.zotero.annotations().values()] == ["MXRE2222"]


def test_a_highlight_in_a_paper_whose_file_is_twice_in_its_item_is_written_once_into_the_first(world: World) -> None:
    put_supplement(world, data=b"%PDF-1.7 momentum")
    world.bring()
    world.mark("energy is kept", "Mine.")

    world.send()

    assert len(papers(world)) == 1
    assert [mark["parentItem"] for mark in world.zotero.annotations().values()] == ["PDFS2222"]


@pytest.mark.parametrize("first", ["the item", "the supplement"])
def test_a_file_that_is_the_paper_of_another_item_stays_a_paper(world: World, first: str) -> None:
    if first == "the item":  # what changed last comes in first
        put_supplement(world)
    put_paper(world.zotero, "ITEM3333", "PDFS3333", title="Tables of tides", DOI="10.1000/tables")
    world.zotero.files["PDFS3333"] = MORE
    if first == "the supplement":
        put_supplement(world)
        world.zotero.edit("ITEM2222")

    world.bring()

    assert [(one.metadata.title, one.supplement_of) for one in papers(world)] == [
        ("Momentum decays slowly", None),
        ("Tables of tides", None),
    ]


def test_a_file_that_stood_alone_becomes_a_supplement_once_an_item_has_it(world: World) -> None:
    put_pdf(world.zotero, "MXRE2222", MORE, filename="tables.pdf")
    world.bring()
    assert with_file(world, MORE).supplement_of is None

    world.zotero.edit("MXRE2222", parentItem="ITEM2222")
    world.bring()

    assert with_file(world, MORE).supplement_of == P1
    assert len(papers(world)) == 2


def test_a_supplement_that_is_moved_to_another_item_belongs_to_that(world: World) -> None:
    put_paper(world.zotero, "ITEM3333", "PDFS3333", title="Another paper", DOI="10.1000/other")
    world.zotero.files["PDFS3333"] = OTHER
    put_supplement(world)
    world.bring()

    world.zotero.edit("MXRE2222", parentItem="ITEM3333")
    world.bring()

    found = with_file(world, MORE)
    assert (found.supplement_of, found.metadata.title) == (
        with_file(world, OTHER).id,
        "Another paper (supplement: tables)",
    )
    assert len(papers(world)) == 3


def test_what_is_no_supplement_any_more_for_its_owner_stays_so(world: World) -> None:
    put_supplement(world)
    world.bring()
    supplement = with_file(world, MORE)
    world.app.papers.mark_supplement().mark(ADA, supplement.id, None)
    world.zotero.edit("ITEM2222", volume="7")
    world.zotero.edit("MXRE2222", title="Tables, renamed")

    world.bring()

    assert with_file(world, MORE).supplement_of is None
    assert len(papers(world)) == 2


@pytest.mark.parametrize("added", ["2019", "2021"])
def test_a_supplement_that_was_deleted_here_does_not_come_back_while_its_paper_is_here(
    world: World, added: str
) -> None:
    put_supplement(world)
    world.zotero.edit("MXRE2222", title="Supplement", dateAdded=added)
    put_highlight(world.zotero, "MARK3333", "MXRE2222", annotationComment="In the table.")
    world.bring()
    delete = world.app.deletion.delete_paper().delete
    delete(ADA, with_file(world, MORE).id)
    world.zotero.edit("ITEM2222", volume="7")
    world.zotero.edit("MXRE2222", title="Tables, renamed")
    world.zotero.edit("MARK3333", annotationComment="Still in the table.")

    came = world.bring()

    assert [one.outcome for one in came.items] == ["there"]
    assert world.send().left_out == ()
    assert ([one.id for one in papers(world)], world.notes()) == ([P1], [])
    delete(ADA, P1)
    assert [one.kind for one in world.app.backend().zotero_links.list(ADA, limit=9).links] == ["collection"] * 2


def test_supplements_go_with_their_paper_and_what_binds_them_to_zotero(world: World) -> None:
    put_supplement(world)
    world.bring()

    world.app.deletion.delete_paper().delete(ADA, P1)

    assert papers(world) == []
    assert [one.kind for one in world.app.backend().zotero_links.list(ADA, limit=9).links] == ["collection"] * 2


def test_the_paper_of_an_item_stays_when_its_files_are_renamed(world: World) -> None:
    put_supplement(world)
    world.bring()
    world.zotero.edit("PDFS2222", title="Supplementary material")
    world.zotero.edit("ITEM2222", volume="7")

    world.bring()

    assert [one.supplement_of for one in papers(world)] == [None, P1]


def test_a_supplement_that_cannot_be_had_is_named_and_comes_in_once_it_can(world: World) -> None:
    put_supplement(world)
    del world.zotero.files["MXRE2222"]

    _, missing = world.bring().items
    world.zotero.files["MXRE2222"] = MORE
    world.zotero.edit("MXRE2222")
    again = world.bring().items

    assert (missing.outcome, missing.code, missing.paper_id) == ("left_out", "zotero_unknown", None)
    assert [one.outcome for one in again] == ["there", "added"]
    assert with_file(world, MORE).supplement_of == P1


def test_what_an_earlier_release_left_in_zotero_comes_in(world: World) -> None:
    world.bring()
    links = world.app.backend().zotero_links
    put_supplement(world)
    library = world.zotero.version
    # As that release kept them: it saw the further PDF, and left it.
    links.change(link_id(ADA, LIBRARY, ZoteroKey("ITEM2222")), lambda found: found and replace(found, detail=""))
    for scope in (CHILDREN, WHOLE_LIBRARY):
        links.change(link_id(ADA, LIBRARY, scope), lambda found: found and replace(found, token="", version=library))

    world.bring()

    assert with_file(world, MORE).supplement_of == P1
    assert world.bring().items == ()


@pytest.mark.parametrize("step", range(8))
def test_an_import_that_is_killed_between_any_two_links_takes_no_file_for_the_other(world: World, step: int) -> None:
    """Each of both files is bound to Zotero by a link of its own, and their item by another one."""
    put_supplement(world)
    backend, left = world.app.backend(), [step]

    class Killing:
        def __init__(self, store: LinkStore) -> None:
            self.store = store

        def __getattr__(self, name: str) -> Any:
            return getattr(self.store, name)

        def change(self, link: LinkId, rule: LinkRule) -> ZoteroLink | None:
            if not left[0]:
                raise KeyboardInterrupt
            left[0] -= 1
            return self.store.change(link, rule)

    backend.__dict__["zotero_links"] = Killing(backend.zotero_links)
    with suppress(KeyboardInterrupt):
        world.bring()
    world.restart()

    world.bring()

    assert [one.supplement_of for one in papers(world)] == [None, P1]
    assert world.app.backend().objects.read(papers(world)[1].object_name) == MORE
    links = {one.key: one.paper_id for one in world.app.backend().zotero_links.list(ADA, limit=9).links}
    assert (links[ZoteroKey("PDFS2222")], links[ZoteroKey("MXRE2222")]) == (P1, papers(world)[1].id)


def test_an_item_of_many_files_comes_in_over_several_calls(world: World) -> None:
    for n in range(2, 6):
        put_supplement(world, f"MXRE222{n}", MORE + bytes([48 + n]))

    class Slow:
        """A clock on which each look takes a minute."""

        at = datetime.now(UTC)

        def now(self) -> datetime:
            self.at += timedelta(minutes=1)
            return self.at

    service = replace(world.app.zotero.import_from_zotero(), clock=Slow())
    calls = [service.import_new(ADA, LIBRARY) for _ in range(4)]

    assert [one.more for one in calls] == [True, True, True, False]
    assert [one.supplement_of for one in papers(world)] == [None, P1, P1, P1, P1]
    assert world.bring().items == ()


def test_a_supplement_named_as_its_paper_is_not_taken_for_it(world: World) -> None:
    """It prints the title, the authors and the DOI of its paper, as many do."""
    put_supplement(world)
    world.bring()
    supplement = with_file(world, MORE)
    (whole,) = [one for one in papers(world) if one.id == P1]
    printed = replace(supplement, metadata=whole.metadata, origins=(), metadata_read=None)
    world.app.backend().papers.change(supplement.id, lambda _: printed)
    read(world, printed)
    for one in papers(world):
        world.app.papers.record_same_paper().record(one)
    put_paper(world.zotero, "ITEM3333", "PDFS3333")
    world.zotero.files["PDFS3333"] = OTHER

    (taken,) = world.bring().items

    assert taken.paper_id == P1
    assert [one.same_as for one in papers(world)] == [None, None]


def pdf(title: str, *lines: str) -> bytes:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 100), title, fontsize=18)
        page.insert_text((72, 130), "Ada Lovelace", fontsize=11)
        for place, line in enumerate(lines):
            page.insert_text((72, 180 + 14 * place), line, fontsize=11)
        return bytes(document.tobytes())


TITLE = "Momentum decays slowly"
TEXTS = (
    "Abstract",
    "In all experiments, momentum decays slowly in time, and energy is kept.",
    "We measured it in three tanks over two years. doi:10.1000/momentum",
)
TABLES = (
    "Supporting information for Momentum decays slowly",
    "In the third tank, viscosity was twice as high, and entropy grows faster.",
    "All readings were taken at noon. doi:10.1000/momentum",
)


@pytest.fixture
def zotero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeZotero]:
    fake = FakeZotero()
    with ZoteroOverHttp(fake, tmp_path / "storage") as server:
        monkeypatch.setenv("SCHOLARAI_ZOTERO_URL", server.url)
        monkeypatch.setenv("SCHOLARAI_MODEL", "local/extractive")
        yield fake


def test_an_item_of_two_pdfs_with_annotations_in_both_is_read_and_asked_and_comes_in_once(
    zotero: FakeZotero, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put_paper(zotero)
    zotero.edit("PDFS2222", dateAdded="2020")
    zotero.files["PDFS2222"] = pdf(TITLE, *TEXTS)
    put_pdf(zotero, "MXRE2222", pdf(TITLE, *TABLES), parentItem="ITEM2222", filename="si.pdf", dateAdded="2021")
    put_highlight(zotero, annotationText="energy is kept", annotationComment="Of the paper.")
    put_highlight(
        zotero, "MARK3333", "MXRE2222", annotationText="entropy grows faster", annotationComment="Of the supplement."
    )
    data = tmp_path / "data"

    assert main(["zotero", "import", "--no-json", "--data", str(data)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert main(["zotero", "import", "--no-json", "--data", str(data)]) == 0
    again = capsys.readouterr().out
    assert main(["papers", "list", "--no-json", "--data", str(data)]) == 0
    listed = capsys.readouterr().out.splitlines()

    with Library(data) as library:
        supplement, paper = library.papers()
        notes = {note.text: note.paper_ids for note in library.own.notes()}
        answer = library.ask(None, "How high was the viscosity in the third tank?")
    assert lines == [f"added\t{paper.id}\t{TITLE}", f"added\t{supplement.id}\tsi.pdf\tsupplement of {paper.id}"]
    assert again == ""
    assert [line.rpartition("\t")[2] for line in listed] == [f"supplement of {paper.id}", TITLE]
    assert (supplement.supplement_of, supplement.same_as, paper.same_as) == (paper.id, None, None)
    assert (supplement.metadata.title, supplement.status) == (f"{TITLE} (supplement: si)", "completed")
    assert notes == {"Of the paper.": (paper.id,), "Of the supplement.": (supplement.id,)}
    assert {one.paper_id for section in answer.sections for one in section.citations} == {supplement.id}


def test_a_supplement_stays_with_its_paper_when_the_paper_s_own_file_comes_later(
    zotero: FakeZotero, tmp_path: Path
) -> None:
    put_paper(zotero)
    zotero.edit("PDFS2222", dateAdded="2020")
    del zotero.files["PDFS2222"]
    put_pdf(zotero, "MXRE2222", pdf(TITLE, *TABLES), parentItem="ITEM2222", filename="si.pdf", dateAdded="2021")
    data = tmp_path / "data"
    assert main(["zotero", "import", "--data", str(data)]) == 0
    with Library(data) as library:
        before = {one.supplement_of: one for one in library.papers()}
        library.own.add_note(before[before[None].id], NewNote(kind="note", text="Mine."))

    zotero.files["PDFS2222"] = pdf(TITLE, *TEXTS)
    zotero.edit("PDFS2222")
    assert main(["zotero", "import", "--data", str(data)]) == 0

    with Library(data) as library:
        after = {one.supplement_of: one for one in library.papers()}
        notes = [(note.text, note.paper_ids) for note in library.own.notes()]
    assert before[None].status == "record"
    assert after.keys() == {None, after[None].id}
    assert (after[None].status, after[after[None].id].id) == ("completed", before[before[None].id].id)
    assert notes == [("Mine.", (after[after[None].id].id,))]
