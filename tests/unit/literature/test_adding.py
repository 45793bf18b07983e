"""A work that somebody asks for becomes a paper with its open file, or a record; it is never there twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from doubles.literature import ARXIV_FEED, crossref_work, listed
from e2e.files import short_paper
from msgspec.structs import replace
from unit.literature.world import ADA, BOB, DOI, NOW, OPEN, Files, World

from scholarai.adapters.literature.notice_table import FileNoticeTable
from scholarai.api.adding_works import KeepAndRead
from scholarai.domain.errors import ConflictError, PaperFaultError, ScholarError, TransientError
from scholarai.domain.marks import Marks
from scholarai.domain.metadata import corrected
from scholarai.domain.notes import Note, NoteId
from scholarai.domain.notices import WorkNotice, warning
from scholarai.services.literature.adding import AddedWork, ImportEntries
from scholarai.services.literature.renewing import RenewNotices
from scholarai.services.papers.owned_papers import readable_generation
from scholarai.testing import ManualClock


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World(tmp_path, Files(here_example=b"%PDF-1.7 a paper"))
    world.internet.put("api.crossref.org", f"/works/{DOI}", crossref_work(DOI, "On the Analytical Engine"))
    return world


def with_open_file(world: World) -> None:
    world.internet.put("api.crossref.org", f"/works/{DOI}", crossref_work(DOI, "On the Analytical Engine", **OPEN))


def test_a_work_without_an_open_file_is_kept_as_a_record(world: World) -> None:
    added = world.add.asked_for(ADA, f"https://doi.org/{DOI}")

    paper = world.paper(added)
    assert (added.outcome, paper.status) == ("record", "record")
    assert (paper.metadata.title, paper.metadata.year) == ("On the Analytical Engine", 1843)
    assert {origin.source for origin in paper.origins} == {"service"}
    with pytest.raises(ConflictError, match="paper_without_file"):
        readable_generation(paper)


def test_a_work_with_an_open_file_is_uploaded_with_it(world: World) -> None:
    with_open_file(world)

    added = world.add.asked_for(ADA, DOI)

    paper = world.paper(added)
    assert (added.outcome, paper.status) == ("added", "uploaded")
    assert world.app.backend().objects.read(paper.object_name) == b"%PDF-1.7 a paper"


def test_adding_by_doi_asks_its_registry_and_for_its_open_file_alone(world: World) -> None:
    world.add.asked_for(ADA, DOI)

    assert world.hosts() == {"api.crossref.org", "api.unpaywall.org"}


def test_a_doi_of_another_registry_is_asked_there(world: World) -> None:
    attributes = {"doi": "10.5281/zenodo.1", "titles": [{"title": "Data"}]}
    world.internet.put("api.datacite.org", "/dois/10.5281/zenodo.1", {"data": {"attributes": attributes}})

    assert world.paper(world.add.asked_for(ADA, "10.5281/zenodo.1")).metadata.title == "Data"


def test_the_same_work_again_changes_nothing(world: World) -> None:
    first = world.add.asked_for(ADA, DOI)

    second = world.add.asked_for(ADA, f"doi:{DOI.upper()}")

    assert (second.paper_id, world.count()) == (first.paper_id, 1)


def test_a_record_gets_its_file_when_that_is_open_later(world: World) -> None:
    record = world.add.asked_for(ADA, DOI)
    with_open_file(world)

    added = world.add.asked_for(ADA, DOI)

    assert (added.outcome, added.paper_id, world.count()) == ("added", record.paper_id, 1)


def test_what_one_keeps_of_a_record_goes_over_to_the_paper_that_its_file_becomes(world: World, tmp_path: Path) -> None:
    record = world.paper(world.add.asked_for(ADA, DOI))
    kept = replace(record, marks=Marks(tags=("engines",), favourite=True, read_state="reading"))
    world.papers.change(record.id, lambda _: kept)
    note = Note(
        id=NoteId("n"), owner=ADA, kind="note", paper_ids=(record.id,), created_at=NOW, updated_at=NOW, text="Ask Bob."
    )
    notes = world.app.backend().notes
    notes.change(note.id, lambda _: note)
    file = tmp_path / "engine.pdf"
    short_paper(file, "On the Analytical Engine")

    paper_id = KeepAndRead(world.app).keep(kept, file)

    paper = world.papers.get(paper_id)
    assert paper is not None
    assert world.papers.get(record.id) is None
    assert paper.marks == kept.marks
    assert [(one.text, one.paper_ids) for one in notes.list(ADA, paper_id, limit=10).notes] == [
        ("Ask Bob.", (paper_id,))
    ]


def test_a_persons_word_is_not_overwritten(world: World) -> None:
    record = world.paper(world.add.asked_for(ADA, DOI))
    world.papers.change(
        record.id, lambda found: found and corrected(found, {"title": "Mine"}, "person", found.created_at)
    )

    again = world.paper(world.add.asked_for(ADA, DOI))

    assert again.metadata.title == "Mine"


def test_owners_do_not_share_records(world: World) -> None:
    mine, yours = world.add.asked_for(ADA, DOI), world.add.asked_for(BOB, DOI)

    assert mine.paper_id != yours.paper_id
    assert (world.count(ADA), world.count(BOB)) == (1, 1)


@pytest.mark.parametrize(
    "fault", [PaperFaultError("too_large", "too large"), TransientError("file_unreachable", "gone")]
)
def test_a_file_that_cannot_be_had_leaves_the_record_and_says_why(tmp_path: Path, fault: ScholarError) -> None:
    world = World(tmp_path, Files(here_example=fault))
    with_open_file(world)

    added = world.add.asked_for(ADA, DOI)

    assert (added.outcome, added.code) == ("record", fault.code)
    assert world.paper(added).status == "record"


def test_what_no_service_knows_is_said(world: World) -> None:
    world.internet.put("api.crossref.org", "/works", listed(crossref_work("10.1000/other", "Another Title Entirely")))

    unknown = [world.add.asked_for(ADA, text).outcome for text in ("10.1000/none", "PMID:1", "No Such Title At All")]

    assert (unknown, world.count()) == (["unknown"] * 3, 0)


def test_a_service_that_fails_is_said_and_nothing_is_added(world: World) -> None:
    world.internet.script("api.crossref.org", "/works/10.1000/down", None)

    added = world.add.asked_for(ADA, "10.1000/down")

    assert (added.outcome, added.code, world.count()) == ("failed", "service_unreachable", 0)


def test_a_title_finds_the_work_of_just_this_title(world: World) -> None:
    works = (
        crossref_work("10.1000/2", "On the Analytical Engine: Part II"),
        crossref_work(DOI, "On the analytical engine"),
    )
    world.internet.put("api.crossref.org", "/works", listed(*works))

    added = world.add.asked_for(ADA, "On the Analytical Engine")

    assert world.paper(added).metadata.doi == DOI


def test_an_arxiv_id_brings_its_pdf(tmp_path: Path) -> None:
    files = Files()
    files.at["https://arxiv.org/pdf/2101.00001"] = b"%PDF-1.7"
    world = World(tmp_path, files)
    world.internet.put("export.arxiv.org", "/api/query", ARXIV_FEED.format(id="2101.00001"))

    added = world.add.asked_for(ADA, "https://arxiv.org/abs/2101.00001v1")

    assert added.outcome == "added"
    assert files.fetched == ["https://arxiv.org/pdf/2101.00001"]


BIB = f"""@article{{a, title={{On the Analytical Engine}}, author={{Lovelace, Ada}}, year=1843, doi={{{DOI}}}}}
@article{{b, title={{Never closed, year=1
@book{{c, title={{Another Book of Engines}}, author={{Babbage, Charles}}, year=1864}}
@misc{{d, author={{No Title}}}}
""".encode()


def run(world: World, data: bytes) -> Sequence[AddedWork]:
    done = world.app.literature.import_entries().import_file(ADA, data, None)
    return done.works


def test_entries_of_a_file_stay_here_and_broken_ones_are_told_with_their_line(world: World) -> None:
    works = run(world, BIB)

    assert [(one.outcome, one.line) for one in works] == [("record", 1), ("broken", 2), ("record", 3), ("broken", 4)]
    assert world.internet.asked == []
    assert world.count() == 2


def test_importing_a_file_again_adds_nothing(world: World) -> None:
    run(world, BIB)
    run(world, BIB)

    assert world.count() == 2


def test_entries_are_completed_by_services_that_are_switched_on(tmp_path: Path) -> None:
    world = World(tmp_path, SCHOLARAI_LITERATURE="crossref")
    world.internet.put("api.crossref.org", f"/works/{DOI}", crossref_work(DOI, "On the Analytical Engine"))

    first = run(world, BIB)[0]

    assert world.paper(first).metadata.venue == "Notes"
    assert world.hosts() == {"api.crossref.org"}


def test_an_entry_is_kept_when_its_service_fails(tmp_path: Path) -> None:
    world = World(tmp_path, SCHOLARAI_LITERATURE="crossref")
    world.internet.script("api.crossref.org", f"/works/{DOI}", None)

    first = run(world, BIB)[0]

    assert (first.outcome, first.code) == ("record", "service_unreachable")
    assert world.paper(first).metadata.title == "On the Analytical Engine"


def test_a_call_ends_in_time_and_the_next_one_goes_on(world: World) -> None:
    class Slow(ManualClock):
        def now(self):  # type: ignore[no-untyped-def]
            self.advance(15)
            return super().now()

    service = ImportEntries(add=world.add, clock=Slow())
    first = service.import_file(ADA, BIB, None)
    assert (first.total, first.next_start) == (4, 2)

    second = service.import_file(ADA, BIB, None, start=2)

    assert (second.next_start, world.count()) == (None, 2)


class Registry:
    """Implements `NoticeSource` with two pages; the second fails once."""

    def __init__(self, *pages: Sequence[tuple[str, WorkNotice]]) -> None:
        self.pages = pages
        self.asked: list[tuple[object, str]] = []
        self.broken = False

    def notices(self, since: object, cursor: str) -> tuple[Sequence[tuple[str, WorkNotice]], str | None]:
        self.asked.append((since, cursor))
        number = 0 if cursor == "*" else int(cursor)
        if self.broken and number:
            raise TransientError("service_busy", "busy")
        return self.pages[number], str(number + 1) if number + 1 < len(self.pages) else None


def test_retractions_reach_the_papers_of_a_library_and_works_that_are_added(world: World, tmp_path: Path) -> None:
    clock = ManualClock()
    notice = WorkNotice(kind="retraction", source="crossref", at=clock.now(), doi="10.1000/notice")
    table = FileNoticeTable(file=tmp_path / "retractions.db")
    registry = Registry([("10.1000/else", notice)], [(DOI, notice)])
    renew = RenewNotices(source=registry, table=table, papers=world.papers, clock=clock)
    record = world.add.asked_for(ADA, DOI)
    registry.broken = True
    with pytest.raises(TransientError):
        renew.renew()
    assert table.renewed_at() is None
    registry.broken = False

    count = renew.renew()
    affected = list(renew.tell(ADA))

    assert (count, table.size(), table.renewed_at()) == (2, 2, clock.now())
    assert [paper.id for paper in affected] == [record.paper_id]
    assert warning(world.paper(record).notices) == "retracted (10.1000/notice)"
    assert list(renew.tell(ADA)) == []
    other = world.paper(world.add.asked_for(BOB, DOI))
    assert [one.kind for one in other.notices] == ["retraction"]
    clock.advance(10 * 86_400)
    renew.renew()
    assert registry.asked[-2][0] is not None


def test_a_notice_that_two_sources_tell_is_one(world: World) -> None:
    update = {"DOI": "10.1000/notice", "type": "retraction", "updated": {"date-parts": [[2015, 5, 4]]}}
    body = crossref_work(DOI, "RETRACTED: On the Analytical Engine", **{"updated-by": [update, dict(update)]})
    world.internet.put("api.crossref.org", f"/works/{DOI}", body)

    paper = world.paper(world.add.asked_for(ADA, DOI))

    assert warning(paper.notices) == "retracted on 2015-05-04 (10.1000/notice)"
    assert len(paper.notices) == 1


def test_a_full_library_takes_no_new_record_in_and_still_describes_those_that_are_there(world: World) -> None:
    first = world.add.asked_for(ADA, DOI)
    world.internet.put("api.crossref.org", "/works/10.1000/loom", crossref_work("10.1000/loom", "Looms of Jacquard"))
    full = replace(world.add, most_papers=1)

    refused, again = full.asked_for(ADA, "10.1000/loom"), full.asked_for(ADA, DOI)

    assert (refused.outcome, refused.code, world.count()) == ("failed", "library_full", 1)
    assert (again.outcome, again.paper_id) == (first.outcome, first.paper_id)
    assert full.asked_for(BOB, "10.1000/loom").outcome == "record"
