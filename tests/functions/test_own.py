"""Tags, collections, notes and saved answers over HTTP, and the list of the library that shows them."""

from __future__ import annotations

from typing import Any

import pytest
from functions.answers import check, check_problem
from functions.system import SMALL, System, body_of

QUESTION = "How many people make a shared birthday more likely than not?"
SENTENCE = "Twenty-three people are enough"


def mark(system: System, paper_id: str, **change: Any) -> dict[str, Any]:
    answer = system.chat.patch("/library/papers", json={"paper_ids": [paper_id], **change})
    (paper,) = check(answer, "marked_papers")["papers"]
    marks: dict[str, Any] = paper["marks"]
    return marks


def library(system: System, query: str = "") -> dict[str, Any]:
    return check(system.chat.get(f"/library{query}"), "library_list")


def collection(system: System, name: str, parent_id: str | None = None) -> str:
    answer = system.chat.post("/collections", json={"name": name, "parent_id": parent_id})
    made: str = check(answer, "collection_list", 201)["made"]
    return made


def highlight(system: System, paper_id: str, **body: Any) -> dict[str, Any]:
    answer = system.chat.post(f"/papers/{paper_id}/notes", json={"kind": "highlight", **body})
    return check(answer, "note_view", 201)


def test_marks_change_one_by_one_and_are_filtered_and_counted(system: System, paper_id: str) -> None:
    inner = collection(system, "Birthdays", collection(system, "Chance"))
    mark(system, paper_id, add_tags=["To Read", " maths "], add_to=[inner])

    marks = mark(system, paper_id, add_tags=["to read"], remove_tags=["MATHS"], favourite=True, read_state="reading")

    assert marks == {"tags": ["To Read"], "favourite": True, "read_state": "reading", "collection_ids": [inner]}
    assert body_of(system.status.get(f"/papers/{paper_id}"))["marks"] == marks
    outer = body_of(system.chat.get("/collections"))["collections"][0]["collection_id"]
    found = library(system, f"?tag=to+read&state=reading&favourite=true&collection={outer}&q=birthday")
    assert [paper["paper_id"] for paper in found["papers"]] == [paper_id]
    assert found["facets"]["tag"] == {"values": [{"value": "To Read", "count": 1}], "unknown": 0, "unjudged": 0}
    assert found["facets"]["collection"]["values"] == [{"value": inner, "count": 1}]
    assert library(system, "?tag=maths")["total"] == 0


def test_the_list_tells_the_state_of_each_paper_without_a_call_for_each(system: System, paper_id: str) -> None:
    told = body_of(system.status.get(f"/papers/{paper_id}"))

    (listed,) = library(system)["papers"]

    assert listed["progress"]["stage"] == "done"
    for name in ("status", "progress", "error", "same_as", "notices"):
        assert listed[name] == told[name]


def test_the_list_begins_with_the_paper_that_was_added_last_unless_the_other_end_is_asked_for(
    system: System, paper_id: str
) -> None:
    later, _ = system.upload(SMALL, "later.md")

    orders = [
        [paper["paper_id"] for paper in library(system, query)["papers"]] for query in ("", "?order=desc", "?order=asc")
    ]

    assert orders == [[later, paper_id], [later, paper_id], [paper_id, later]]


def test_deleting_a_collection_deletes_those_inside_and_no_paper(system: System, paper_id: str) -> None:
    outer = collection(system, "Chance")
    inner = collection(system, "Birthdays", outer)
    mark(system, paper_id, add_to=[inner])

    assert system.chat.delete(f"/collections/{outer}").status_code == 204

    assert body_of(system.chat.get("/collections"))["collections"] == []
    assert library(system)["facets"]["collection"]["values"] == []
    assert [paper["paper_id"] for paper in library(system)["papers"]] == [paper_id]
    assert mark(system, paper_id, favourite=False)["collection_ids"] == []


def test_collections_move_and_stand_in_their_order(system: System) -> None:
    first, second, third = (collection(system, name) for name in ("One", "Two", "Three"))

    system.chat.patch(f"/collections/{third}", json={"position": 0})
    moved = system.chat.patch(f"/collections/{first}", json={"parent_id": second, "name": "Inside"})

    shown = [(one["name"], one["depth"], one["position"]) for one in check(moved, "collection_list")["collections"]]
    assert shown == [("Three", 0, 0), ("Two", 0, 1), ("Inside", 1, 0)]
    cycle = system.chat.patch(f"/collections/{second}", json={"parent_id": first})
    check_problem(cycle, 422, "collection_cycle")


def test_a_highlight_is_found_by_its_words_with_its_boxes(system: System, paper_id: str) -> None:
    note = highlight(system, paper_id, marked={"exact": SENTENCE.lower()}, colour="green", text="the result")

    target = note["target"]
    assert (target["state"], target["quote"]["exact"].lower()) == ("found", SENTENCE.lower())
    assert target["quote"]["type"] == "TextQuoteSelector"
    assert target["positions"][0]["end"] - target["positions"][0]["start"] == len(SENTENCE)
    assert target["fragments"][0]["value"].startswith("page=1&viewrect=")
    (listed,) = body_of(system.chat.get(f"/papers/{paper_id}/notes"))["notes"]
    assert listed == note
    assert library(system)["papers"][0]["notes"] == 1
    assert library(system, "?q=result")["notes"][0]["note_id"] == note["note_id"]


def test_a_place_that_the_paper_has_not_is_refused_or_kept_with_its_region(system: System, paper_id: str) -> None:
    path = f"/papers/{paper_id}/notes"
    region = {"page_number": 1, "boxes": [[50, 100, 200, 112]]}
    kept = highlight(system, paper_id, marked={"exact": "words that stand nowhere here", "regions": [region]})

    assert kept["target"]["state"] == "not_found"
    assert kept["target"]["pages"][0]["boxes"] == [[50.0, 100.0, 200.0, 112.0]]
    for marked, code in (
        ({"start": 5, "end": 5_000_000}, "mark_invalid"),
        ({"start": 5, "end": 9, "exact": "another"}, "mark_invalid"),
        ({"regions": [{"page_number": 99, "boxes": [[1, 2, 3, 4]]}]}, "mark_invalid"),
        ({}, "mark_empty"),
    ):
        check_problem(system.chat.post(path, json={"kind": "highlight", "marked": marked}), 422, code)
    check_problem(system.chat.post(path, json={"text": "  "}), 422, "note_empty")


def test_two_tabs_that_write_the_same_note_lose_nothing(system: System, paper_id: str) -> None:
    note = highlight(system, paper_id, marked={"exact": SENTENCE})
    path = f"/notes/{note['note_id']}"

    first = check(system.chat.patch(path, json={"version": 1, "text": "from the first tab"}), "note_view")
    second = system.chat.patch(path, json={"version": 1, "text": "from the second tab"})

    check_problem(second, 409, "note_changed")
    assert body_of(second)["current"] == first
    assert body_of(system.chat.get(path)) == first
    again = check(system.chat.patch(path, json={"version": first["version"], "colour": "pink"}), "note_view")
    assert (again["text"], again["colour"], again["version"]) == ("from the first tab", "pink", 3)


def test_a_saved_answer_and_a_saved_quote_keep_their_citations_when_the_conversation_goes(
    system: System, paper_id: str
) -> None:
    answer = body_of(system.chat.post(f"/papers/{paper_id}/chat", json={"question": QUESTION}))
    place = {"session_id": answer["session_id"], "message_n": answer["message_n"]}
    saved = check(system.chat.post("/notes", json={**place, "text": "for chapter 2"}), "note_view", 201)
    cited = answer["sections"][0]["citations"][0]
    quote = check(system.chat.post("/notes", json={**place, "citation": cited["number"]}), "note_view", 201)

    assert system.chat.delete(f"/chat/{answer['session_id']}").status_code == 204

    kept = body_of(system.chat.get(f"/notes/{saved['note_id']}"))
    assert (kept["sections"], kept["question"], kept["paper_ids"]) == (answer["sections"], QUESTION, [paper_id])
    assert body_of(system.chat.get(f"/notes/{quote['note_id']}"))["citation"] == cited
    assert {note["note_id"] for note in library(system, "?q=chapter")["notes"]} == {saved["note_id"]}
    check_problem(system.chat.post("/notes", json={**place, "citation": 99}), 404, "session_unknown")


def test_notes_go_with_their_paper(system: System, paper_id: str) -> None:
    note = highlight(system, paper_id, marked={"exact": SENTENCE})

    assert system.status.delete(f"/papers/{paper_id}").status_code == 204

    check_problem(system.chat.get(f"/notes/{note['note_id']}"), 404, "note_unknown")
    assert body_of(system.chat.get("/notes"))["notes"] == []


def test_the_export_of_the_account_has_all_of_it_and_its_deletion_leaves_none(system: System, paper_id: str) -> None:
    collection(system, "Chance")
    mark(system, paper_id, add_tags=["mine"])
    note = highlight(system, paper_id, marked={"exact": SENTENCE})

    exported: dict[str, list[Any]] = {}
    cursor: str | None = ""
    while cursor is not None:
        page = check(system.status.get(f"/me/export?cursor={cursor}" if cursor else "/me/export"), "account_export")
        for kind, items in page.items():
            if isinstance(items, list):
                exported.setdefault(kind, []).extend(items)
        cursor = page["next_cursor"]

    assert exported["notes"] == [note]
    assert [one["name"] for one in exported["collections"]] == ["Chance"]
    assert exported["papers"][0]["marks"]["tags"] == ["mine"]
    assert system.status.delete("/me?confirm=everything").status_code == 204
    assert body_of(system.chat.get("/notes"))["notes"] == []
    assert body_of(system.chat.get("/collections"))["collections"] == []
    assert library(system)["total"] == 0


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("sort=size", "filter_invalid"),
        ("order=up", "filter_invalid"),
        ("state=lost", "filter_invalid"),
        ("favourite=1", "filter_invalid"),
        ("year_from=99", "filter_invalid"),
        ("offset=-1", "filter_invalid"),
        ("offset=1000000000", "filter_invalid"),
        ("offset=1&cursor=MTpw", "filter_invalid"),
        ("limit=0", "limit_invalid"),
        ("cursor=%21", "bad_cursor"),
    ],
)
def test_a_list_that_is_asked_for_wrongly_says_how_to_ask(system: System, query: str, code: str) -> None:
    check_problem(system.chat.get(f"/library?{query}"), 422, code)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"add_tags": ["x" * 101]}, "tag_too_long"),
        ({"add_tags": ["β", *(f"tag {n}" for n in range(49))]}, None),
        ({"add_tags": [""]}, "body_invalid"),
        ({"add_to": ["nothing"]}, "collection_unknown"),
        ({"read_state": "lost"}, "body_invalid"),
    ],
)
def test_marks_have_bounds(system: System, paper_id: str, body: dict[str, Any], code: str | None) -> None:
    answer = system.chat.patch("/library/papers", json={"paper_ids": [paper_id], **body})

    if code is None:
        more = system.chat.patch("/library/papers", json={"paper_ids": [paper_id], "add_tags": ["one more"]})
        check_problem(more, 422, "too_many_tags")
    else:
        check_problem(answer, 422, code)


def test_marking_a_paper_that_is_not_there_marks_none(system: System, paper_id: str) -> None:
    body = {"paper_ids": [paper_id, "nothing"], "favourite": True}

    check_problem(system.chat.patch("/library/papers", json=body), 404, "paper_unknown")

    assert body_of(system.status.get(f"/papers/{paper_id}"))["marks"]["favourite"] is False
