"""The room of discovery in a real browser.

No test asks a service on the internet: the browser is given answers that the API's own types make.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from e2e.serving import Server

from scholarai.domain.discovery import ServiceAnswer
from scholarai.domain.ids import PaperId
from scholarai.domain.notices import WorkNotice
from scholarai.entrypoints.works import (
    AddedWorkView,
    DiscoveredWorks,
    DiscoveredWorkView,
    ServiceAnswerView,
    WorkVersion,
)
from web.browser import LOOKS, Browser, url_of

pytestmark = pytest.mark.slow

WORDS = "how long does a kettle take to boil?"
ABSTRACT = "We boil water in kettles of several makes and measure, on every day of the week, how long that takes. " * 4
FACTS: dict[str, Any] = {
    "title": "Boiling Water in Kettles",
    "authors": ("Ada Author", "Ben Writer", "Cleo Maker", "Dan Reader", "Eve Thinker"),
    "year": 2023,
    "venue": "Journal of Kettles",
    "abstract": ABSTRACT,
    "doi": "10.1000/kettle.1",
    "arxiv_id": None,
    "pmid": None,
    "pmcid": None,
    "kind": "article-journal",
    "pdfs": (),
    "notices": (),
    "cited_by": 1234,
    "versions": (),
    "services": ("crossref", "openalex"),
    "score": 1.0,
    "paper_id": None,
    "paper_status": None,
    "relation": None,
    "add": "10.1000/kettle.1",
}


def _work(**facts: Any) -> DiscoveredWorkView:
    return DiscoveredWorkView(**{**FACTS, **facts})


def _retracted() -> WorkNotice:
    return WorkNotice(
        kind="retraction", source="crossref", at=datetime(2024, 1, 1, tzinfo=UTC), doi="10.1000/x", on="2024-01-01"
    )


WORKS = (
    _work(
        pdfs=("https://example.org/kettle.pdf",),
        versions=(WorkVersion(year=2022, venue=None, doi=None, arxiv_id="2201.00001", add="arxiv:2201.00001"),),
    ),
    _work(title="Kettles That Never Boiled", year=2020, doi="10.1000/2", add="10.1000/2", notices=(_retracted(),)),
    _work(
        title="A Paper That You Have",
        doi="10.1000/3",
        add="10.1000/3",
        paper_id=PaperId("p1"),
        paper_status="completed",
        relation="same",
    ),
    _work(title="Tea", authors=(), year=None, venue=None, abstract=None, doi=None, add=None, services=("arxiv",)),
)
SERVICES = (
    ServiceAnswer(service="crossref", state="answered", count=3),
    ServiceAnswer(service="openalex", state="answered", count=2),
    ServiceAnswer(service="europe_pmc", state="late", code="service_late", detail="It did not answer in time."),
    ServiceAnswer(service="semantic_scholar", state="off", code="key_missing", detail="Its key is not set."),
    ServiceAnswer(service="datacite", state="off", code="service_off", detail="SCHOLARAI_LITERATURE does not name it."),
)


def _added(outcome: str, **facts: Any) -> dict[str, Any]:
    view = {"paper_id": None, "title": None, "line": None, "code": "", "detail": "", **facts}
    return _plain(AddedWorkView(asked="", outcome=outcome, **view), without="asked")  # type: ignore[arg-type]


def _plain(value: Any, *, without: str = "") -> dict[str, Any]:
    made = json.loads(msgspec.json.encode(value))
    made.pop(without, None)
    return dict(made)


@pytest.fixture
def answers(server: Server) -> dict[str, Any]:
    found = DiscoveredWorks(
        works=WORKS, services=tuple(map(ServiceAnswerView.of, SERVICES)), total=9, retrieval="lexical"
    )
    deployment = server.call("GET", "/deployment").json()
    deployment["outside"]["services"] = ["Crossref", "OpenAlex", "Europe PMC"]
    works = {
        "10.1000/kettle.1": _added("added", paper_id="p9", title=FACTS["title"]),
        "10.1000/2": _added("failed", code="service_down", detail="Crossref is down."),
    }
    return {"deployment": deployment, "found": _plain(found), "works": works}


@pytest.mark.parametrize(("look", "context"), LOOKS)
def test_papers_are_found_chosen_and_added_by_keyboard(
    server: Server, browser: Browser, answers: dict[str, Any], look: str, context: dict[str, Any]
) -> None:
    seen = browser.play(
        "discoverAndAdd", context=context, url=url_of(server), words=WORDS, name=f"discover-{look}", **answers
    )

    assert seen["address"].startswith("?q=how+long")
    assert seen["titles"] == [work.title for work in WORKS]
    for said in (
        "Crossref (3) and OpenAlex (2) answered. The best 4 of 9 are listed.",
        "Europe PMC did not answer in time.",
        "Semantic Scholar wants a key",
        "Ada Author, Ben Writer, Cleo Maker and 2 others",
        "Retracted",
        "In your library → open",
        "Cited by 1,234",
        "Crossref, OpenAlex",
    ):
        assert said in seen["said"]
    assert "1 with PDF and 1 not added" in seen["outcome"]
    assert "Added with its PDF → open" in seen["rows"][0]
    assert "Not added. Crossref is down." in seen["rows"][1]
    assert (seen["findings"], seen["overflow"]) == ([], 0)


def test_filters_stand_in_the_address_and_survive_leaving(
    server: Server, browser: Browser, answers: dict[str, Any]
) -> None:
    seen = browser.play("narrowFound", url=url_of(server), words=WORDS, **answers)

    assert seen["years"] == ["Boiling Water in Kettles", "A Paper That You Have"]
    assert seen["pdfs"] == seen["back"] == seen["reloaded"] == ["Boiling Water in Kettles"]
    assert len(seen["all"]) == len(WORKS)


@pytest.mark.parametrize(("look", "context"), LOOKS)
def test_where_no_service_is_switched_on_the_room_says_how_and_what_would_leave(
    server: Server, browser: Browser, look: str, context: dict[str, Any]
) -> None:
    seen = browser.play("discoverWithout", context=context, url=url_of(server), words="", name=f"discover-off-{look}")

    assert "Settings" in seen["said"]
    assert "sent to the services" in seen["said"]
    assert seen["fields"] == 0
    assert (seen["findings"], seen["overflow"]) == ([], 0)


def test_a_search_that_fails_says_why_and_keeps_the_words(
    server: Server, browser: Browser, answers: dict[str, Any]
) -> None:
    problem = {
        "status": 422,
        "code": "question_invalid",
        "detail": "a search has 1 to 1000 characters",
        "retryable": False,
    }

    seen = browser.play(
        "discoverWithout",
        url=url_of(server),
        words="kettle",
        name="discover-failed",
        deployment=answers["deployment"],
        found=problem,
    )

    assert "A search has 1 to 1000 characters." in seen["said"]
    assert seen["fields"] == 1
    assert seen["findings"] == []


@pytest.mark.parametrize(("look", "context"), LOOKS)
def test_a_review_s_form_says_what_is_fetched_before_it_asks_for_it(
    server: Server, browser: Browser, two_columns: str, answers: dict[str, Any], look: str, context: dict[str, Any]
) -> None:
    seen = browser.play(
        "fetchForReview",
        context=context,
        url=url_of(server),
        question=WORDS,
        name=f"review-fetch-{look}",
        deployment=answers["deployment"],
    )

    assert seen["none"] == 1
    assert "sent to Crossref, OpenAlex and Europe PMC" in seen["said"]
    assert "added to your library. The review waits until they are read." in seen["said"]
    assert [(one["discover"], one["fetch"]) for one in seen["reviews"]] == [(True, 5)]
    assert seen["estimates"][-1]["fetch"] == 5
    assert (seen["findings"], seen["overflow"]) == ([], 0)
