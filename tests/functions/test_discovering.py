"""Search beyond one's own files over HTTP: what is found, what becomes of each service, and adding what was found."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from doubles.literature import FakeInternet, crossref_work, listed
from flask.testing import FlaskClient
from functions.answers import check, check_problem
from functions.system import System

from scholarai import bootstrap

ENGINE = crossref_work("10.1000/engine", "On the Engine")


@pytest.fixture
def internet() -> FakeInternet:
    made = FakeInternet()
    made.put("api.crossref.org", "/works", listed(ENGINE))
    made.put("api.crossref.org", "/works/10.1000/engine", ENGINE)
    return made


@pytest.fixture
def chat(load: Callable[..., FlaskClient], internet: FakeInternet) -> FlaskClient:
    client = load("chat", SCHOLARAI_LITERATURE="crossref")
    bootstrap.process.literature.client = internet.client  # type: ignore[assignment]
    return client


def test_a_found_work_is_added_by_its_row(chat: FlaskClient) -> None:
    found = check(chat.get("/discover?q=engines"), "discovered_works")
    (row,) = found["works"]
    assert (row["title"], row["paper_id"], row["services"]) == ("On the Engine", None, ["crossref"])

    added = check(chat.post("/works", json={"works": [row["add"]]}), "added_works")["works"][0]

    (again,) = check(chat.get("/discover?q=engines"), "discovered_works")["works"]
    assert (again["paper_id"], again["paper_status"], again["relation"]) == (added["paper_id"], "record", "same")


def test_a_found_work_says_how_often_it_is_cited(chat: FlaskClient, internet: FakeInternet) -> None:
    cited = crossref_work("10.1000/engine", "On the Engine", **{"is-referenced-by-count": 12})
    internet.put("api.crossref.org", "/works", listed(cited, crossref_work("10.1000/other", "On other things")))

    found = check(chat.get("/discover?q=engines"), "discovered_works")["works"]

    assert {row["doi"]: row["cited_by"] for row in found} == {"10.1000/engine": 12, "10.1000/other": None}


def test_each_service_that_can_search_is_told_of(chat: FlaskClient) -> None:
    found = check(chat.get("/discover?q=engines"), "discovered_works")

    states = {one["service"]: one["state"] for one in found["services"]}
    assert states.pop("crossref") == "answered"
    assert states == dict.fromkeys(("europe_pmc", "arxiv", "openalex", "semantic_scholar", "datacite"), "off")


def test_a_search_without_a_question_or_with_a_wrong_limit_is_refused(chat: FlaskClient) -> None:
    check_problem(chat.get("/discover"), 422, "question_invalid")
    check_problem(chat.get("/discover?q=engines&limit=1000"), 422, "limit_invalid")


def test_a_search_says_when_no_service_is_switched_on(system: System) -> None:
    check_problem(system.chat.get("/discover?q=engines"), 409, "services_off")
