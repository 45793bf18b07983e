"""A search beyond one's own files: services are asked together, works are listed once, and no failure is passed over."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from doubles.literature import ARXIV_FEED, FakeInternet, crossref_work, listed
from doubles.stores import with_empty_store
from msgspec.structs import replace

from scholarai.adapters.literature.attempts import Reply
from scholarai.bootstrap import App
from scholarai.config import Settings
from scholarai.domain.discovery import Discovery, ServiceAnswer
from scholarai.domain.errors import ConflictError, InvalidRequestError
from scholarai.domain.ids import OwnerId
from scholarai.domain.notices import warning

ADA, BOB = OwnerId("ada"), OwnerId("bob")
ENGINE = crossref_work("10.1000/engine", "On the Engine", abstract="<jats:p>We weave numbers.</jats:p>")
LOOM = crossref_work("10.1000/loom", "Looms of Jacquard", abstract="Cards hold patterns of silk.")


class World:
    """One system whose services answer from a made-up internet; models are left out unless a test gives one."""

    def __init__(self, folder: Path, services: str = "crossref,arxiv", **settings: str) -> None:
        self.internet = FakeInternet()
        environment = {"SCHOLARAI_DATA": str(with_empty_store(folder)), "SCHOLARAI_LITERATURE": services, **settings}
        self.app = App(Settings.from_env(environment))
        self.app.literature.client = self.internet.client  # type: ignore[assignment]
        self.app.models.embedder = lambda: None  # type: ignore[assignment]
        self.internet.put("api.crossref.org", "/works", listed(LOOM, ENGINE))
        self.internet.put("export.arxiv.org", "/api/query", ARXIV_FEED.format(id="2101.00001"))

    def discover(self, question: str = "how do engines weave numbers?", limit: int = 20, **options: Any) -> Discovery:
        return replace(self.app.literature.discover(), **options).search(ADA, question, limit=limit)

    def asked(self) -> list[str]:
        return [address for address, _ in self.internet.asked]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def answer(found: Discovery, service: str) -> ServiceAnswer:
    return next(one for one in found.services if one.service == service)


def titles(found: Discovery) -> list[str | None]:
    return [row.found.work.title for row in found.works]


def test_works_of_two_services_with_one_doi_are_one_row_with_what_both_say(world: World) -> None:
    found = world.discover()

    (engine,) = [row.found for row in found.works if row.found.work.doi == "10.1000/engine"]
    assert engine.sources == ("crossref", "arxiv")
    assert engine.work.arxiv_id == "2101.00001"
    assert engine.pdfs() == ("https://arxiv.org/pdf/2101.00001",)
    assert found.total == 2


def test_works_that_fit_the_question_come_first(world: World) -> None:
    assert titles(world.discover("engines that weave numbers")) == ["On the Engine", "Looms of Jacquard"]
    assert titles(world.discover("patterns on silk cards")) == ["Looms of Jacquard", "On the Engine"]


def test_words_of_asking_are_not_sent(world: World) -> None:
    world.discover("What does the paper say about engines?")

    assert any("query=say+engines" in one or "query=engines" in one for one in world.asked())
    assert not any("paper" in one for one in world.asked())


def test_a_service_that_fails_is_told_and_the_others_works_are_there(world: World) -> None:
    world.internet.script("export.arxiv.org", "/api/query", Reply(status=503, headers={}))

    found = world.discover()

    failed = answer(found, "arxiv")
    assert (failed.state, failed.code) == ("failed", "service_unreachable")
    assert "Try again later" in failed.detail
    assert len(found.works) == 2


def test_a_service_that_does_not_answer_in_time_is_not_waited_for(world: World) -> None:
    go = threading.Event()

    def stuck(_: Any) -> Reply | None:
        go.wait(30)
        return None

    world.internet.answers[("export.arxiv.org", "/api/query")] = stuck
    try:
        for wait_s in (0.2, 2.0, 10.0):  # where the machine is busy, the others need longer
            found = world.discover(wait_s=wait_s)
            if len(found.works) == 2:
                break
    finally:
        go.set()

    assert answer(found, "arxiv").state == "late"
    assert len(found.works) == 2


def test_services_that_are_off_or_lack_their_key_are_told_and_not_asked(tmp_path: Path) -> None:
    world = World(tmp_path, "crossref,openalex")

    found = world.discover()

    assert (answer(found, "openalex").state, answer(found, "openalex").code) == ("off", "key_missing")
    assert (answer(found, "arxiv").state, answer(found, "arxiv").code) == ("off", "service_off")
    assert {address.split("/")[2] for address in world.asked()} == {"api.crossref.org"}


def test_openalex_is_asked_once_its_key_is_set(tmp_path: Path) -> None:
    world = World(tmp_path, "openalex", SCHOLARAI_OPENALEX_KEY="secret")
    world.internet.put("api.openalex.org", "/works", {"results": [{"title": "On the Engine", "doi": "10.1000/engine"}]})

    assert titles(world.discover()) == ["On the Engine"]


def test_nothing_is_asked_while_no_service_is_switched_on(tmp_path: Path) -> None:
    world = World(tmp_path, "")

    with pytest.raises(ConflictError, match="services_off"):
        world.discover()

    assert world.asked() == []


@pytest.mark.parametrize("question", ["", "   ", "x" * 1_001])
def test_an_empty_or_endless_question_is_refused(world: World, question: str) -> None:
    with pytest.raises(InvalidRequestError, match="question_invalid"):
        world.discover(question)

    assert world.asked() == []


def test_rows_say_what_is_in_the_library_of_the_owner_alone(world: World) -> None:
    world.internet.put("api.crossref.org", "/works/10.1000/engine", ENGINE)
    added = world.app.literature.add_work().asked_for(ADA, "10.1000/engine")
    others = world.app.literature.add_work().asked_for(BOB, "10.1000/engine")

    rows = {row.found.work.doi: row for row in world.discover().works}

    assert added.paper_id != others.paper_id
    assert (rows["10.1000/engine"].paper_id, rows["10.1000/engine"].relation) == (added.paper_id, "same")
    assert rows["10.1000/engine"].paper_status == "record"
    assert rows["10.1000/loom"].paper_id is None


def test_a_retraction_is_told(world: World) -> None:
    retracted = crossref_work("10.1000/loom", "RETRACTED: Looms of Jacquard")
    world.internet.put("api.crossref.org", "/works", listed(retracted))

    (row,) = [one for one in world.discover().works if one.found.work.doi == "10.1000/loom"]

    assert warning(row.found.work.notices) == "retracted"


def test_a_preprint_with_a_doi_of_its_own_is_a_version_of_what_was_published(world: World) -> None:
    preprint = crossref_work("10.1101/2020.01.01.123456", "On the Engine", type="posted-content")
    world.internet.put("api.crossref.org", "/works", listed(ENGINE, preprint))

    found = world.discover()

    (row,) = found.works
    assert row.found.work.doi == "10.1000/engine"
    assert [version.doi for version in row.found.versions] == ["10.1101/2020.01.01.123456"]


def test_works_without_a_title_are_left_out(world: World) -> None:
    world.internet.put("api.crossref.org", "/works", listed(crossref_work("10.1000/none", "")))

    assert titles(world.discover()) == ["On the Engine"]


def test_no_more_works_than_wanted_are_returned_and_all_are_counted(world: World) -> None:
    found = world.discover(limit=1)

    assert (len(found.works), found.total) == (1, 2)
