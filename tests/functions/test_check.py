"""`POST /papers/{id}/check` through the framework: verdicts for quotes of anybody's, and what bad input gets."""

from __future__ import annotations

from typing import Any

import pytest
from functions.answers import check, check_problem
from functions.system import System
from werkzeug.test import TestResponse

from scholarai.domain.ids import PaperId

TRUE = "For 23 people the exact probability is 0.5073."
FALSE = "For 23 people the exact probability is 0.9073."


def post(system: System, paper_id: str, quotes: object) -> TestResponse:
    return system.chat.post(f"/papers/{paper_id}/check", json={"quotes": quotes})


def results(system: System, paper_id: str, *quotes: str) -> list[dict[str, Any]]:
    given = [{"quote_id": f"q{number}", "quote": quote} for number, quote in enumerate(quotes)]
    answer = check(post(system, paper_id, given), "checked_quotes")["results"]
    assert [item["quote_id"] for item in answer] == [item["quote_id"] for item in given]
    return list(answer)


def test_each_quote_has_its_verdict_the_paper_s_words_and_their_boxes(system: System, paper_id: PaperId) -> None:
    true, false, foreign = results(system, paper_id, TRUE, FALSE, "Sheep dream of electric fences.")

    assert (true["verdict"], true["text"], true["changes"], true["error"]) == ("exact", TRUE, [], None)
    assert [(place["page_number"], len(place["boxes"])) for place in true["places"]] == [(1, 1)]
    assert false["verdict"] in {"altered", "not_found"}
    assert (foreign["verdict"], foreign["text"], foreign["places"]) == ("not_found", "", [])


def test_two_hundred_quotes_of_any_script_fit_into_a_call_and_one_more_does_not(
    system: System, paper_id: PaperId
) -> None:
    quotes = [{"quote_id": number, "quote": "鳥" * 400} for number in range(201)]

    assert len(check(post(system, paper_id, quotes[:200]), "checked_quotes")["results"]) == 200
    check_problem(post(system, paper_id, quotes), 422, "too_many_quotes")


@pytest.mark.parametrize(
    "quotes",
    [
        [],
        "a quote",
        None,
        ["a quote"],
        [{"quote": "without an id"}],
        [{"quote_id": 1.5, "quote": "a"}],
        [{"quote_id": "x" * 201, "quote": "a"}],
        [{"quote_id": 1, "quote": None}],
        [{"quote_id": 1, "quote": "a", "page": 3}],
    ],
)
def test_a_body_without_a_list_of_quotes_is_refused(system: System, quotes: object) -> None:
    check_problem(post(system, "any", quotes), 422, "body_invalid")


def test_a_body_above_what_200_quotes_can_take_is_refused(system: System) -> None:
    check_problem(system.chat.post("/papers/any/check", json={"quotes": "x" * 5_100_000}), 413, "body_too_large")


def test_a_check_keeps_no_conversation(system: System, paper_id: PaperId) -> None:
    results(system, paper_id, TRUE)

    assert check(system.chat.get("/chat"), "session_list")["sessions"] == []


def test_a_page_of_an_allowed_origin_may_check(load: Any) -> None:
    origin = "https://papers.example"
    client = load("chat", SCHOLARAI_ALLOWED_ORIGINS=origin)

    asked = client.options("/papers/any/check", headers={"Origin": origin})
    stranger = client.post("/papers/any/check", json={}, headers={"Origin": "https://evil.example"})

    assert asked.headers["Access-Control-Allow-Methods"] == "POST, OPTIONS"
    check_problem(stranger, 403, "origin_not_allowed")
