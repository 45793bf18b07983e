"""A PDF that was read is described by what Crossref or OpenAlex knows of it, where the settings allow, and where they agree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from doubles.literature import crossref_work, listed
from msgspec.structs import replace
from unit.literature.world import ADA, DOI, NOW, World
from unit.services_papers.system import System

from scholarai.adapters.literature.attempts import Reply
from scholarai.domain.ids import PaperId
from scholarai.domain.object_names import upload_name
from scholarai.domain.paper import Metadata, Origin, Paper

TITLE = "On the Engine of Analysis"
PRINTED = Metadata(title=TITLE, authors=("A. Lovelace", "C. Babbage"), doi=DOI, abstract="As printed.")
CROSSREF, OPENALEX = "api.crossref.org", "api.openalex.org"
FOUND = crossref_work(DOI, TITLE, volume="3", abstract="<jats:p>As registered.</jats:p>")
OTHER = crossref_work(DOI, "Counts of Lakes")
STRANGER = crossref_work(DOI, TITLE, author=[{"given": "Jon", "family": "Ek"}])


def _read(world: World, metadata: Metadata = PRINTED, **fields: Any) -> Paper:
    """Store a paper as an extraction leaves it."""
    paper = Paper(
        id=PaperId("p1"), owner=ADA, filename="a.pdf", object_name=upload_name(ADA, PaperId("p1"), "a.pdf"),
        created_at=NOW, updated_at=NOW, status="completed", generation=1, visible_generation=1, metadata=metadata,
        origins=(Origin(field="title", source="printed", at=NOW),), **fields,
    )  # fmt: skip
    stored = world.papers.change(paper.id, lambda _: paper)
    assert stored is not None
    return stored


def _described(world: World, metadata: Metadata = PRINTED) -> Metadata:
    world.app.literature.describe_read_paper().describe(_read(world, metadata))
    found = world.papers.get(PaperId("p1"))
    assert found is not None
    return found.metadata


def test_a_work_of_the_same_doi_title_and_first_author_describes_the_paper(tmp_path: Path) -> None:
    world = World(tmp_path, SCHOLARAI_LITERATURE="crossref")
    world.internet.put(CROSSREF, f"/works/{DOI}", FOUND)

    described = _described(world)

    assert (described.venue, described.year, described.volume) == ("Notes", 1843, "3")
    assert described.authors == ("Ada Lovelace", "The Engine Group")
    assert described.abstract == "As printed."


@pytest.mark.parametrize("host", [CROSSREF, OPENALEX])
def test_a_paper_without_a_doi_is_found_by_title_and_first_author(tmp_path: Path, host: str) -> None:
    world = World(tmp_path, SCHOLARAI_LITERATURE="crossref,openalex")
    work = {
        "title": TITLE, "doi": f"https://doi.org/{DOI}", "publication_year": 1843,
        "authorships": [{"author": {"display_name": "Ada Lovelace"}}],
        "primary_location": {"source": {"display_name": "Notes"}},
    }  # fmt: skip
    world.internet.put(host, "/works", listed(OTHER, FOUND) if host == CROSSREF else {"results": [work]})

    assert _described(world, replace(PRINTED, doi=None)).doi == DOI


@pytest.mark.parametrize("answer", [OTHER, STRANGER], ids=["another title", "another first author"])
@pytest.mark.parametrize("doi", [DOI, None])
def test_a_work_that_does_not_agree_changes_nothing(tmp_path: Path, answer: dict[str, Any], doi: str | None) -> None:
    world = World(tmp_path, SCHOLARAI_LITERATURE="crossref")
    world.internet.put(CROSSREF, f"/works/{DOI}", answer)
    world.internet.put(CROSSREF, "/works", listed(answer))
    printed = replace(PRINTED, doi=doi)

    assert _described(world, printed) == printed
    assert world.internet.asked


def test_the_doi_of_something_else_gives_way_to_title_and_first_author(tmp_path: Path) -> None:
    world = World(tmp_path, SCHOLARAI_LITERATURE="crossref")
    world.internet.put(CROSSREF, f"/works/{DOI}", OTHER)
    world.internet.put(CROSSREF, "/works", listed(crossref_work("10.1000/own", TITLE)))

    assert _described(world).doi == "10.1000/own"


def test_without_look_ups_not_one_request_is_sent(tmp_path: Path) -> None:
    world = World(tmp_path)

    assert _described(world) == PRINTED
    assert world.app.extraction.extract_paper().describe is None
    assert world.internet.asked == []


def test_a_paper_is_described_once(tmp_path: Path) -> None:
    world = World(tmp_path, SCHOLARAI_LITERATURE="crossref")
    world.internet.put(CROSSREF, f"/works/{DOI}", FOUND)
    describing = world.app.literature.describe_read_paper()

    once = describing.describe(_read(world))
    asked = len(world.internet.asked)

    assert describing.describe(once) == once
    assert len(world.internet.asked) == asked


@pytest.mark.parametrize(
    "reply",
    [None, Reply(status=503, headers={}), Reply(status=200, headers={}, body=b"<html>")],
    ids=["no", "busy", "odd"],
)
def test_a_service_that_fails_leaves_what_is_printed_within_a_bounded_time(tmp_path: Path, reply: Reply | None) -> None:
    world = World(tmp_path, SCHOLARAI_LITERATURE="crossref,openalex")
    for host, path in ((CROSSREF, f"/works/{DOI}"), (CROSSREF, "/works"), (OPENALEX, "/works")):
        world.internet.script(host, path, reply)
    began = world.internet.time.seconds

    assert _described(world) == PRINTED
    assert world.internet.time.seconds - began < 60


def test_a_paper_is_described_when_it_has_been_read_and_its_event_is_out(tmp_path: Path) -> None:
    system = System(tmp_path)
    seen: list[tuple[str, int]] = []

    def describe(paper: Paper) -> Paper:
        seen.append((paper.status, len(system.published.events)))
        return paper

    event = system.upload()
    reading = replace(system.extraction, describe=describe)

    assert [reading.extract(event), reading.extract(event)] == ["completed", "finished"]
    assert seen == [("completed", 1)]
