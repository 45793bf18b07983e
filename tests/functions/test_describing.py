"""A person corrects what is known of a paper, and everything shows it from then on."""

from __future__ import annotations

from typing import Any

import pytest
from functions.answers import check, check_problem
from functions.system import System, body_of


def describe(system: System, paper_id: str, **changes: Any) -> dict[str, Any]:
    return check(system.status.patch(f"/papers/{paper_id}", json=changes), "paper_view")


def ask(system: System, paper_id: str, question: str) -> str:
    answer = body_of(system.chat.post(f"/papers/{paper_id}/chat", json={"question": question}))
    return " ".join(section["text"] for section in answer["sections"])


def test_a_correction_is_in_the_list_the_content_and_the_answers_at_once(system: System, paper_id: str) -> None:
    assert "Priestley" not in ask(system, paper_id, "Who wrote this paper?")

    told = describe(system, paper_id, authors=["Ann Priestley", " Bo  Lee "], venue="Annals of Dates", year=None)

    assert told["metadata"]["authors"] == ["Ann Priestley", "Bo Lee"]
    assert {(one["field"], one["source"]) for one in told["origins"]} >= {
        ("title", "printed"),
        ("authors", "person"),
        ("venue", "person"),
        ("year", "person"),
    }
    assert told["metadata_read"]["authors"] != told["metadata"]["authors"]
    assert body_of(system.status.get("/papers"))["papers"][0]["metadata"] == told["metadata"]
    content = body_of(system.status.get(f"/papers/{paper_id}/content"))
    assert [author["name"] for author in content["authors"]] == ["Ann Priestley", "Bo Lee"]
    assert "Ann Priestley and Bo Lee" in ask(system, paper_id, "Who wrote this paper?")
    assert "Annals of Dates" in ask(system, paper_id, "Which journal?")


def test_names_that_are_no_authors_can_be_taken_away(system: System, paper_id: str) -> None:
    told = describe(system, paper_id, authors=None, keywords=None)

    assert (told["metadata"]["authors"], told["metadata"]["keywords"]) == ([], [])
    assert body_of(system.status.get(f"/papers/{paper_id}"))["metadata"] == told["metadata"]


def test_filters_ask_for_the_corrected_year(system: System, paper_id: str) -> None:
    describe(system, paper_id, year=1851)

    found = body_of(system.chat.get("/search?q=birthday&year_to=1900"))["papers"]
    assert [one["paper_id"] for one in found] == [paper_id]


def test_a_restored_field_is_as_the_paper_says_again(system: System, paper_id: str) -> None:
    before = body_of(system.status.get(f"/papers/{paper_id}"))["metadata"]
    describe(system, paper_id, title="Another", doi="https://doi.org/10.1000/182")

    told = describe(system, paper_id, restore=["title", "doi"])

    assert (told["metadata"], told["metadata_read"]) == (before, None)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"doi": "11.1000/182"}, "metadata_invalid"),
        ({"arxiv_id": "no id"}, "metadata_invalid"),
        ({"issn": "12-34"}, "metadata_invalid"),
        ({"volume": 9}, "body_invalid"),
        ({"title": "A", "restore": ["title"]}, "metadata_invalid"),
        ({"year": "1998"}, "body_invalid"),
        ({"year": 98}, "body_invalid"),
        ({"title": "x" * 2_001}, "body_invalid"),
        ({"restore": ["colour"]}, "body_invalid"),
        ({"colour": "red"}, "body_invalid"),
    ],
)
def test_what_cannot_be_true_is_refused(system: System, paper_id: str, body: dict[str, Any], code: str) -> None:
    before = body_of(system.status.get(f"/papers/{paper_id}"))

    check_problem(system.status.patch(f"/papers/{paper_id}", json=body), 422, code)

    assert body_of(system.status.get(f"/papers/{paper_id}")) == before


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"doi": "https://doi.org/10.1000/abc(1)"}, ("doi", "10.1000/abc(1)")),
        ({"doi": "doi: 10.1000/182"}, ("doi", "10.1000/182")),
        ({"arxiv_id": "https://arxiv.org/abs/2101.00001v3"}, ("arxiv_id", "2101.00001")),
        ({"arxiv_id": "hep-th/9901001"}, ("arxiv_id", "hep-th/9901001")),
        ({"title": "  "}, ("title", None)),
        ({"issn": "1553734x"}, ("issn", "1553-734X")),
        ({"page_range": "12–19"}, ("page_range", "12-19")),
        ({"volume": " 9 "}, ("volume", "9")),
    ],
)
def test_identifiers_are_kept_in_their_plain_form(
    system: System, paper_id: str, given: dict[str, str], kept: tuple[str, object]
) -> None:
    name, value = kept

    assert describe(system, paper_id, **given)["metadata"][name] == value


def test_where_a_paper_appeared_is_kept_with_its_source_and_is_in_the_exports(system: System, paper_id: str) -> None:
    told = describe(system, paper_id, volume="9", issue="8", page_range="12-19", publisher="A Society", venue="Annals")

    assert [one["source"] for one in told["origins"] if one["field"] == "volume"] == ["person"]
    assert body_of(system.status.get(f"/papers/{paper_id}/content"))["page_range"] == "12-19"
    exported = system.chat.get("/papers/export?format=bibtex").text
    assert "volume = {9}" in exported
    assert "pages = {12--19}" in exported
