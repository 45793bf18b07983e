"""Reviews through the framework: started over HTTP, written by one message after another, read, exported, deleted."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from functions.answers import check, check_problem
from functions.system import System, body_of
from werkzeug.test import TestResponse

from scholarai import bootstrap
from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.system import SystemClock
from scholarai.domain.ids import PaperId

QUESTION = "How many people make a shared birthday likely?"


def pushed(body: object, event_id: str = "1") -> dict[str, Any]:
    """Return what a push subscription of Pub/Sub sends."""
    data = base64.b64encode(json.dumps(body).encode()).decode()
    return {
        "message": {"data": data, "messageId": event_id, "publishTime": "2026-11-20T06:00:00Z"},
        "subscription": "projects/p/subscriptions/review-steps",
    }


def orders(system: System) -> list[dict[str, Any]]:
    """Take what waits in the local queue."""
    backend = bootstrap.process.backend()
    assert isinstance(backend, EmbeddedBackend)
    found = []
    while (event := backend.queue.take(SystemClock().now())) is not None:
        backend.queue.done(event.id)
        found.append(event.event["data"])
    return found


def send(system: System, order: dict[str, Any]) -> TestResponse:
    return system.review.post("/", json=pushed(order))


def work(system: System) -> int:
    """Deliver orders until none comes and return how many there were."""
    count = 0
    waiting = orders(system)
    while waiting:
        for order in waiting:
            assert send(system, order).status_code == 200
            count += 1
        waiting = orders(system)
    return count


def test_what_a_review_is_expected_to_cost_is_said_before_it_is_ordered(
    load: Callable[..., FlaskClient], paper_id: PaperId
) -> None:
    def expected(**settings: str) -> dict[str, Any]:
        answer = load("chat", **settings).post("/reviews/estimate", json={"paper_ids": [paper_id]})
        return check(answer, "review_estimate_view")

    by_rules = expected()
    local = expected(SCHOLARAI_MODEL="ollama/m")
    unknown = expected(SCHOLARAI_MODEL="openai/m", SCHOLARAI_OPENAI_API_KEY="k")
    priced = expected(SCHOLARAI_MODEL_PRICES="m=1:2")

    assert [found["cost"] for found in (by_rules, local, unknown)] == [
        {"usd": 0.0, "free": True},
        {"usd": 0.0, "free": True},
        {"usd": None, "free": False},
    ]
    tokens = priced["estimate"]
    assert priced["cost"]["usd"] == pytest.approx((tokens["input_tokens"] + 2 * tokens["output_tokens"]) / 1_000_000)
    assert [found["estimate"]["calls"] > 0 for found in (by_rules, local)] == [False, True]
    assert body_of(load("status").get("/reviews"))["reviews"] == []


def test_a_review_that_looks_deeper_is_expected_to_cost_more_and_each_model_counts_at_its_price(
    load: Callable[..., FlaskClient], paper_id: PaperId
) -> None:
    def expected(depth: str | None, **settings: str) -> dict[str, Any]:
        body = {"paper_ids": [paper_id], "depth": depth}
        return check(load("chat", **settings).post("/reviews/estimate", json=body), "review_estimate_view")

    prices = {
        "SCHOLARAI_MODEL": "openai/m",
        "SCHOLARAI_OPENAI_API_KEY": "k",
        "SCHOLARAI_MODEL_PRICES": "m=1:2,cheap=0.1:0.2",
    }
    quick, normal, deep = (expected(depth, **prices) for depth in ("quick", "normal", "deep"))
    default = expected(None, **prices)
    set_deep = expected(None, SCHOLARAI_REVIEW_DEPTH="deep", **prices)
    cheap = expected("deep", SCHOLARAI_WEIGH_MODEL="openai/cheap", **prices)

    assert quick["estimate"]["calls"] < normal["estimate"]["calls"] < deep["estimate"]["calls"]
    assert quick["cost"]["usd"] < cheap["cost"]["usd"] < deep["cost"]["usd"]
    assert deep["estimate"]["cost_usd"] == pytest.approx(deep["cost"]["usd"], abs=1e-4)
    assert (default["estimate"], set_deep["estimate"]) == (quick["estimate"], deep["estimate"])


@pytest.mark.parametrize(("asked", "stored"), [({}, "quick"), ({"depth": "deep"}, "deep")])
def test_a_review_keeps_the_depth_that_it_was_asked_with(
    system: System, paper_id: PaperId, asked: dict[str, str], stored: str
) -> None:
    assert start(system, **asked)["request"]["depth"] == stored


def test_an_unknown_depth_is_refused(system: System, paper_id: PaperId) -> None:
    assert system.chat.post("/reviews", json={"question": QUESTION, "depth": "bottomless"}).status_code == 422


def start(system: System, **body: Any) -> dict[str, Any]:
    orders(system)  # the upload's own event, which tests send themselves
    return check(system.chat.post("/reviews", json={"question": QUESTION} | body), "review_summary", 202)


def test_a_review_is_written_step_by_step_and_every_quote_stands_in_the_paper(
    system: System, paper_id: PaperId
) -> None:
    made = start(system)
    assert (made["state"], made["step"]) == ("running", "decompose")

    steps = work(system)

    answer = check(system.status.get(f"/reviews/{made['id']}"), "review_view")
    review, report = answer["review"], answer["report"]
    assert steps == review["steps"].__len__() == sum(step["state"] == "done" for step in review["steps"])
    assert (review["state"], review["error"], report["complete"]) == ("completed", None, True)
    citations = [c for section in report["sections"] for part in section["text"] for c in part["citations"]]
    assert citations
    assert {citation["verdict"] for citation in citations} == {"exact"}
    assert all(page["boxes"] for citation in citations for page in citation["pages"])


def test_steps_say_when_they_began_and_ended_and_what_they_were_expected_to_take(
    system: System, paper_id: PaperId
) -> None:
    made = start(system)
    work(system)

    steps = body_of(system.status.get(f"/reviews/{made['id']}"))["review"]["steps"]

    assert all(step["started_at"] <= step["ended_at"] and step["estimate_s"] > 0 for step in steps)
    assert [step["name"] for step in steps[:5]] == ["decompose", "retrieve", "rerank", "quotes-1", "plan"]


def test_a_report_is_exported(system: System, paper_id: PaperId) -> None:
    made = start(system)
    work(system)

    for wanted, content_type, ending, holds in (
        ("md", "text/markdown", ".md", "## Papers"),
        ("html", "text/html", ".html", "<h2>Papers</h2>"),
        ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", ".docx", "PK"),
        ("pdf", "application/pdf", ".pdf", "%PDF"),
        ("bibtex", "application/x-bibtex", ".bib", "@"),
        ("csv", "text/csv", ".csv", ""),
        ("json", "application/json", ".json", '"report"'),
        ("trace", "application/json", ".trace.json", '"steps"'),
    ):
        answer = system.chat.get(f"/reviews/{made['id']}/export?format={wanted}")

        assert (answer.status_code, answer.mimetype) == (200, content_type)
        assert answer.headers["Content-Disposition"] == f'attachment; filename="review-{made["id"]}{ending}"'
        assert holds.encode() in answer.data


def test_a_report_is_changed_and_its_versions_are_kept(system: System, paper_id: PaperId) -> None:
    made = start(system)
    work(system)
    before = body_of(system.status.get(f"/reviews/{made['id']}"))["report"]
    last = before["sections"][-1]["id"]

    answer = system.chat.patch(f"/reviews/{made['id']}", json={"action": "delete", "section_id": last})
    check(answer, "review_summary", 202)
    work(system)

    after = check(system.status.get(f"/reviews/{made['id']}"), "review_view")
    assert (after["review"]["state"], after["review"]["version"]) == ("completed", 2)
    assert [s["id"] for s in after["report"]["sections"]] == [s["id"] for s in before["sections"][:-1]]
    assert body_of(system.status.get(f"/reviews/{made['id']}?version=1"))["report"] == before

    path = f"/reviews/{made['id']}"
    check_problem(system.chat.patch(path, json={"action": "restore", "version": 2}), 422, "edit_invalid")
    check(system.chat.patch(path, json={"action": "restore", "version": 1}), "review_summary", 202)
    work(system)
    assert body_of(system.status.get(path))["report"]["sections"] == before["sections"]


def test_a_cancelled_review_does_no_further_step(system: System, paper_id: PaperId) -> None:
    made = start(system)
    (first,) = orders(system)
    send(system, first)

    cancelled = check(system.status.post(f"/reviews/{made['id']}/cancel"), "review_summary")
    work(system)

    review = body_of(system.status.get(f"/reviews/{made['id']}"))["review"]
    assert cancelled["state"] == review["state"] == "cancelled"
    assert [step["state"] for step in review["steps"]][:2] == ["done", "skipped"]


def test_a_deleted_review_is_gone_and_its_late_order_does_nothing(system: System, paper_id: PaperId) -> None:
    made = start(system)
    (first,) = orders(system)

    assert system.status.delete(f"/reviews/{made['id']}").status_code == 204

    assert send(system, first).status_code == 200
    check_problem(system.status.get(f"/reviews/{made['id']}"), 404, "review_unknown")
    assert orders(system) == []


@pytest.mark.parametrize("body", [b"not json", b"[]", b'{"message": {"data": "!!"}, "subscription": "s"}'])
def test_a_malformed_order_is_acknowledged_or_refused(system: System, body: bytes) -> None:
    answer = system.review.post("/", data=body, content_type="application/json")

    assert answer.status_code in {200, 400}


def test_an_export_waits_for_the_first_section(system: System, paper_id: PaperId) -> None:
    made = start(system)

    check_problem(system.chat.get(f"/reviews/{made['id']}/export"), 409, "review_unfinished")
    check_problem(system.chat.get(f"/reviews/{made['id']}/export?format=doc"), 422, "format_unknown")


@pytest.mark.parametrize("path", ["/reviews", "/reviews/estimate"])
@pytest.mark.parametrize("year", [-1, 10_000, 10**30])
def test_years_out_of_range_are_refused(system: System, path: str, year: int) -> None:
    asked = {"filters": {"year_from": year}} | ({"question": "Why?"} if path == "/reviews" else {})

    check_problem(system.chat.post(path, json=asked), 422, "body_invalid")


def test_the_library_is_searched(system: System, paper_id: PaperId) -> None:
    found = check(system.chat.get("/search?q=birthday"), "search_results")
    other = check(system.chat.get("/search?q=birthday&year_from=2100"), "search_results")

    assert [paper["paper_id"] for paper in found["papers"]] == [paper_id]
    assert "birthday" in found["papers"][0]["passages"][0]["text"].lower()
    assert other["papers"] == []
    check_problem(system.chat.get("/search?q=+"), 422, "question_invalid")
    check_problem(system.chat.get("/search?q=a&year_from=12"), 422, "year_invalid")


def test_what_is_searched_read_and_compared_is_kept_with_the_request(system: System, paper_id: PaperId) -> None:
    wanted = {"n_retrieval": 20, "n_rerank": 3, "threshold": 0.5, "tables": False}

    made = body_of(system.chat.post("/reviews", json={"question": QUESTION, **wanted}))

    assert {name: made["request"][name] for name in wanted} == wanted


@pytest.mark.parametrize(
    ("wanted", "detail"),
    [
        ({"n_retrieval": 0}, "n_retrieval is 1 to 1000 passages, got 0"),
        ({"n_rerank": 201}, "n_rerank is 1 to 200 passages, got 201"),
        ({"threshold": 1.5}, "threshold is a share from 0 to 1, got 1.5"),
    ],
)
def test_what_is_out_of_bounds_is_said_in_words(
    system: System, paper_id: PaperId, wanted: dict[str, Any], detail: str
) -> None:
    problem = check(system.chat.post("/reviews", json={"question": QUESTION, **wanted}), "problem_details", 422)

    assert (problem["code"], problem["detail"]) == ("limit_invalid", detail)


def test_a_review_that_has_ended_is_told_in_one_event(system: System, paper_id: PaperId) -> None:
    review = body_of(system.chat.post("/reviews", json={"question": "How likely is a shared birthday?"}))["id"]
    system.status.post(f"/reviews/{review}/cancel")

    told = system.status.get(f"/reviews/{review}?stream=true")

    assert told.mimetype == "text/event-stream"
    name, data = told.text.strip().split("\n")
    assert (name, json.loads(data.removeprefix("data: "))) == (
        "event: done",
        body_of(system.status.get(f"/reviews/{review}")),
    )
