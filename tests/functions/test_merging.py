"""Two records of one paper are merged over HTTP: notes, marks and conversations of both are with the first."""

from __future__ import annotations

import pytest
from functions.answers import check, check_problem
from functions.system import System, body_of

KEY = {"Idempotency-Key": "k1"}
TEXT = b"# On Birthdays\n\nTwenty-three people are enough for a shared birthday.\n"


def read(system: System, text: bytes) -> str:
    """Upload a text, have it read, and return its paper's id."""
    paper_id, event = system.upload(text, "paper.md")
    system.send(event)
    return paper_id


@pytest.fixture
def papers(system: System) -> tuple[str, str]:
    """Return two files of one paper; on the second one is a highlight, a tag and a conversation."""
    first, second = read(system, TEXT), read(system, TEXT + b"\nIt is a preprint.\n")
    highlight = {"kind": "highlight", "marked": {"exact": "Twenty-three people"}}
    assert system.chat.post(f"/papers/{second}/notes", json=highlight).status_code == 201
    system.chat.patch("/library/papers", json={"paper_ids": [second], "add_tags": ["mine"]})
    system.status.patch(f"/papers/{second}", json={"year": 2001, "title": "On Birthdays!"})
    assert (
        system.chat.post(f"/papers/{second}/chat", json={"question": "How many people are enough?"}).status_code == 200
    )
    return first, second


def test_what_is_kept_of_the_second_is_with_the_first(system: System, papers: tuple[str, str]) -> None:
    first, second = papers

    merged = check(
        system.chat.post(f"/papers/{first}/merge", json={"other": second, "fields": ["year"]}, headers=KEY),
        "paper_view",
    )
    again = check(
        system.chat.post(f"/papers/{first}/merge", json={"other": second, "fields": ["year"]}, headers=KEY),
        "paper_view",
    )

    assert merged == again
    assert (merged["metadata"]["title"], merged["metadata"]["year"]) == ("On Birthdays", 2001)
    (note,) = check(system.chat.get(f"/papers/{first}/notes"), "note_list")["notes"]
    assert note["target"]["state"] == "found"
    (talk,) = body_of(system.chat.get("/chat"))["sessions"]
    assert talk["paper_ids"] == [first]
    (listed,) = body_of(system.chat.get("/library"))["papers"]
    assert (listed["paper_id"], listed["marks"]["tags"], listed["notes"]) == (first, ["mine"], 1)
    check_problem(system.status.get(f"/papers/{second}"), 404, "paper_unknown")
    cited = {
        citation["paper_id"]
        for message in body_of(system.chat.get(f"/chat/{talk['id']}"))["messages"]
        for section in (message["answer"] or {"sections": []})["sections"]
        for citation in section["citations"]
    }
    assert cited == {first}


def test_the_second_stays_with_its_file_as_told(system: System, papers: tuple[str, str]) -> None:
    first, second = papers

    assert system.chat.post(f"/papers/{first}/merge", json={"other": second, "remove": False}).status_code == 200

    assert {one["paper_id"] for one in body_of(system.chat.get("/library"))["papers"]} == {first, second}
    assert check(system.chat.get(f"/papers/{second}/notes"), "note_list")["notes"] == []
    assert len(check(system.chat.get(f"/papers/{first}/notes"), "note_list")["notes"]) == 1


def test_what_cannot_be_merged_is_refused(system: System, papers: tuple[str, str]) -> None:
    first, second = papers

    check_problem(system.chat.post(f"/papers/{first}/merge", json={"other": first}), 422, "merge_invalid")
    check_problem(system.chat.post(f"/papers/{first}/merge", json={"other": "unknown"}), 404, "paper_unknown")
    check_problem(
        system.chat.post(f"/papers/{first}/merge", json={"other": second, "fields": ["x"]}), 422, "body_invalid"
    )
    check_problem(
        system.as_owner("stranger").chat.post(f"/papers/{first}/merge", json={"other": second}), 404, "paper_unknown"
    )
    assert len(body_of(system.chat.get("/library"))["papers"]) == 2
