"""A review over HTTP reads open PDFs from beyond the library first, as many as it was asked to, and says what it could not read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from doubles.literature import FakeInternet, crossref_work, listed
from flask.testing import FlaskClient
from functions.answers import check, check_problem
from functions.system import System
from functions.test_review import pushed
from unit.literature.world import OPEN, Files

from scholarai import bootstrap
from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.system import SystemClock
from scholarai.bootstrap.literature import LiteratureServices
from scholarai.domain.errors import PaperFaultError
from scholarai.domain.ids import PaperId
from scholarai.local.delivery import post
from scholarai.testing import sample_paper

QUESTION = "How many people make a shared birthday likely?"
FREE = crossref_work("10.1000/open", "Shared birthdays of people", **OPEN)
HELD = crossref_work("10.1000/held", "Shared birthdays and people", **{
    **OPEN, "link": [{"URL": "https://there.example/a.pdf", "content-type": "application/pdf"}],
})  # fmt: skip
CLOSED = crossref_work("10.1000/closed", "Birthdays of people, behind a wall")


@pytest.fixture
def files() -> Files:
    return Files(
        here_example=sample_paper().read_bytes(),
        there_example=PaperFaultError("file_no_pdf", "what stands there is no PDF"),
    )


@pytest.fixture
def chat(load: Callable[..., FlaskClient], files: Files, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    monkeypatch.setenv("SCHOLARAI_LITERATURE", "crossref")
    client = load("chat")
    internet = FakeInternet()
    internet.put("api.crossref.org", "/works", listed(FREE, HELD, CLOSED))
    for one in (FREE, HELD, CLOSED):
        internet.put("api.crossref.org", f"/works/{one['message']['DOI']}", one)
    monkeypatch.setattr(LiteratureServices, "client", lambda _: internet.client())
    monkeypatch.setattr(LiteratureServices, "open_files", lambda _: files)
    return client


def work(system: System) -> list[str]:
    """Deliver what waits, as it comes, until nothing does, and return the steps that were done."""
    backend = bootstrap.process.backend()
    assert isinstance(backend, EmbeddedBackend)
    steps: list[str] = []
    while (event := backend.queue.take(SystemClock().now())) is not None:
        backend.queue.done(event.id)
        data = event.event["data"]
        if "step" in data:
            steps.append(data["step"])
            assert system.review.post("/", json=pushed(data)).status_code == 200
        else:
            assert post(system.extract.application, event.event) < 300
    return steps


def reviewed(system: System, chat: FlaskClient, **asked: Any) -> tuple[list[str], dict[str, Any]]:
    made = check(chat.post("/reviews", json={"question": QUESTION, **asked}), "review_summary", 202)
    steps = work(system)
    return steps, check(system.status.get(f"/reviews/{made['id']}"), "review_view")


def states(view: dict[str, Any]) -> dict[str, str]:
    return {one["add"]: one["state"] for one in view["report"]["beyond"]["works"]}


def test_an_open_work_is_added_read_and_reviewed_beside_the_named_papers(
    system: System, chat: FlaskClient, paper_id: PaperId, files: Files
) -> None:
    steps, view = reviewed(system, chat, paper_ids=[paper_id], fetch=3)

    assert steps[:4] == ["decompose", "seek", "fetch", "arrive"]
    assert view["review"]["state"] == "completed"
    assert states(view) == {"10.1000/open": "reviewed", "10.1000/held": "open", "10.1000/closed": "closed"}
    assert len(view["review"]["request"]["paper_ids"]) == 2
    assert len(files.fetched) == 2
    (missed,) = (one for one in view["review"]["notices"] if one["code"] == "works_not_fetched")
    assert (missed["count"], "What stands there is no PDF" in missed["detail"]) == (1, True)


def test_an_empty_library_is_reviewed_with_what_was_fetched(system: System, chat: FlaskClient) -> None:
    _, view = reviewed(system, chat, fetch=1)

    assert view["review"]["state"] == "completed"
    assert states(view)["10.1000/open"] == "reviewed"


def test_nothing_is_fetched_by_a_review_that_only_looks_beyond(
    system: System, chat: FlaskClient, paper_id: PaperId, files: Files
) -> None:
    steps, view = reviewed(system, chat, paper_ids=[paper_id], discover=True)

    assert "fetch" not in steps
    assert files.fetched == []
    assert states(view)["10.1000/open"] == "open"


@pytest.mark.parametrize("fetch", [-1, 11, 1.5, "3"])
def test_a_number_of_works_without_bounds_is_refused(chat: FlaskClient, fetch: object) -> None:
    check_problem(chat.post("/reviews", json={"question": QUESTION, "fetch": fetch}), 422, "body_invalid")


def test_nothing_is_fetched_while_no_service_is_on(system: System, paper_id: PaperId) -> None:
    answer = system.chat.post("/reviews", json={"question": QUESTION, "paper_ids": [paper_id], "fetch": 1})

    check_problem(answer, 409, "services_off")


def test_the_estimate_counts_the_works_to_be_fetched(chat: FlaskClient, paper_id: PaperId) -> None:
    def papers(**asked: int) -> int:
        answer = chat.post("/reviews/estimate", json={"paper_ids": [paper_id], **asked})
        return int(check(answer, "review_estimate_view")["papers"])

    assert (papers(), papers(fetch=4)) == (1, 5)
