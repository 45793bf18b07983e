"""Calls that are sent twice with one `Idempotency-Key`: papers, notes, reviews and questions; those of tables are with theirs."""

from __future__ import annotations

import io
import zipfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from functions.answers import check, check_problem
from functions.system import System, body_of, finalized
from werkzeug.test import TestResponse

from scholarai import bootstrap
from scholarai.domain.exports import PAPER_EXPORTS
from scholarai.entrypoints.routes import operations_of

KEY = {"Idempotency-Key": "k1"}
NOTE = {"kind": "note", "text": "A thought."}


def announce(system: System, headers: dict[str, str] = KEY, **body: Any) -> TestResponse:
    return system.status.post("/papers", json={"filename": "a.md", **body}, headers=headers)


def read(system: System, text: bytes) -> str:
    """Upload a text, have it read, and return its paper's id."""
    paper_id, event = system.upload(text, "another.md")
    system.send(event)
    return paper_id


def test_a_paper_is_announced_once(system: System) -> None:
    first, second = check(announce(system), "created_paper", 201), check(announce(system), "created_paper", 201)

    assert first["paper_id"] == second["paper_id"]
    assert second["upload"] is not None
    assert [one["id"] for one in body_of(system.status.get("/papers"))["papers"]] == [first["paper_id"]]
    assert body_of(announce(system, {"Idempotency-Key": "k2"}))["paper_id"] != first["paper_id"]
    assert body_of(announce(system, {}))["paper_id"] != first["paper_id"]


def test_calls_at_one_moment_announce_one_paper(system: System) -> None:
    with ThreadPoolExecutor(6) as pool:
        answers = [body_of(one) for one in pool.map(lambda _: announce(system), range(6))]

    assert len({one["paper_id"] for one in answers}) == 1
    assert len(body_of(system.status.get("/papers"))["papers"]) == 1


@pytest.mark.parametrize("body", [{"filename": "b.md"}, {"size_bytes": 7}, {"sha256": 64 * "a"}])
def test_a_key_of_another_paper_is_refused(system: System, body: dict[str, Any]) -> None:
    announce(system)

    check_problem(announce(system, **body), 422, "idempotency_key_reused")
    assert len(body_of(system.status.get("/papers"))["papers"]) == 1


def test_a_paper_whose_file_has_arrived_is_not_sent_again(system: System) -> None:
    paper_id = body_of(announce(system))["paper_id"]
    paper = bootstrap.process.backend().papers.get(paper_id)
    assert paper is not None
    text = b"# On Birthdays\n\nTwenty-three people are enough.\n"
    generation = bootstrap.process.backend().objects.put(paper.object_name, text, content_type=paper.media_type)
    system.send(finalized(name=paper.object_name, generation=str(generation), size=str(len(text))))

    assert check(announce(system), "created_paper", 200) == {"paper_id": paper_id, "upload": None}


def test_a_note_is_made_once_and_comes_back_as_it_stands(system: System, paper_id: str) -> None:
    path = f"/papers/{paper_id}/notes"
    first = check(system.chat.post(path, json=NOTE, headers=KEY), "note_view", 201)
    changed = body_of(system.chat.patch(f"/notes/{first['note_id']}", json={"version": 1, "text": "Another."}))

    again = check(system.chat.post(path, json=NOTE, headers=KEY), "note_view", 201)

    assert again == changed
    assert len(body_of(system.chat.get(path))["notes"]) == 1
    check_problem(system.chat.post(path, json={**NOTE, "text": "B"}, headers=KEY), 422, "idempotency_key_reused")

    system.chat.delete(f"/notes/{first['note_id']}")
    assert body_of(system.chat.post(path, json=NOTE, headers=KEY))["version"] == 1


def test_a_saved_answer_is_kept_once(system: System, paper_id: str) -> None:
    asked = body_of(system.chat.post(f"/papers/{paper_id}/chat", json={"question": "How many people are enough?"}))
    wanted = {"session_id": asked["session_id"], "message_n": asked["message_n"]}

    one, other = (check(system.chat.post("/notes", json=wanted, headers=KEY), "note_view", 201) for _ in range(2))

    assert one == other
    assert len(body_of(system.chat.get("/notes"))["notes"]) == 1


def test_a_review_is_started_once_and_a_key_of_another_is_refused(system: System, paper_id: str) -> None:
    body = {"question": "How likely is a shared birthday?"}
    one, other = (body_of(system.chat.post("/reviews", json=body, headers=KEY)) for _ in range(2))

    assert one["id"] == other["id"]
    check_problem(system.chat.post("/reviews", json={"question": "Why?"}, headers=KEY), 422, "idempotency_key_reused")
    assert len(body_of(system.status.get("/reviews"))["reviews"]) == 1


def test_a_question_of_another_paper_or_depth_is_another_request(system: System, paper_id: str) -> None:
    body = {"question": "How many people are enough?"}
    asked = body_of(system.chat.post(f"/papers/{paper_id}/chat", json=body, headers=KEY))
    other = read(system, b"Two hundred people were asked for their birthdays.\n")

    assert body_of(system.chat.post(f"/papers/{paper_id}/chat", json=body, headers=KEY)) == asked
    for changed in (
        system.chat.post(f"/papers/{paper_id}/chat", json={**body, "depth": "deep"}, headers=KEY),
        system.chat.post(f"/papers/{other}/chat", json=body, headers=KEY),
        system.chat.post("/chat", json={**body, "paper_ids": [paper_id, other]}, headers=KEY),
    ):
        check_problem(changed, 422, "idempotency_key_reused")


def test_a_question_to_the_library_is_the_same_after_the_library_has_grown(system: System, paper_id: str) -> None:
    body = {"question": "How many people are enough?", "library": True}
    asked = body_of(system.chat.post("/chat", json=body, headers=KEY))

    read(system, b"Twenty-three people are enough, and how many of them are enough was asked.\n")
    assert body_of(system.chat.post("/chat", json=body, headers=KEY)) == asked


def test_a_question_is_repeated_in_the_conversation_that_it_began(system: System, paper_id: str) -> None:
    """The page does this when somebody asks again after an answer broke off."""
    body = {"question": "How many people are enough?"}
    asked = body_of(system.chat.post(f"/papers/{paper_id}/chat", json=body, headers=KEY))

    again = body | {"session_id": asked["session_id"], "parent": -1}
    assert body_of(system.chat.post(f"/papers/{paper_id}/chat", json=again, headers=KEY)) == asked
    assert body_of(system.chat.post("/chat", json=again, headers=KEY)) == asked


def test_a_collection_is_made_once(system: System) -> None:
    body = {"name": "Thesis"}
    first, second = (
        check(system.chat.post("/collections", json=body, headers=KEY), "collection_list", 201) for _ in range(2)
    )
    made = first["made"]
    renamed = system.chat.patch(f"/collections/{made}", json={"name": "Thesis, part 1"})

    third = body_of(system.chat.post("/collections", json=body, headers=KEY))

    assert (renamed.status_code, second["made"], third["made"]) == (200, made, made)
    assert [one["name"] for one in third["collections"]] == ["Thesis, part 1"]
    check_problem(system.chat.post("/collections", json={"name": "Other"}, headers=KEY), 422, "idempotency_key_reused")
    system.chat.delete(f"/collections/{made}")
    assert body_of(system.chat.post("/collections", json=body, headers=KEY))["collections"][0]["name"] == "Thesis"


def test_calls_at_one_moment_make_one_collection_and_one_work(system: System) -> None:
    entry = {"text": "@article{a, title={On Moths at Night}, author={Doe, Jane}, year={2019}}", "format": "bibtex"}
    for path, body in (("/collections", {"name": "Thesis"}), ("/works/entries", entry)):
        with ThreadPoolExecutor(6) as pool:
            answers = list(
                pool.map(lambda _, path=path, body=body: system.chat.post(path, json=body, headers=KEY), range(6))
            )
        assert {one.status_code for one in answers} <= {200, 201}

    assert len(body_of(system.chat.get("/collections"))["collections"]) == 1
    assert len(body_of(system.status.get("/papers"))["papers"]) == 1


def test_whatever_makes_something_takes_a_key() -> None:
    """The others change what is there (stop, cancel, extract again), or keep nothing (check, estimate)."""
    makes = {
        operation.path
        for operation in operations_of()
        if operation.method == "POST"
        and (operation.status in {201, 202} or operation.path.startswith(("/works", "/zotero")))
    }
    keyed = {operation.path for operation in operations_of() if operation.repeatable}

    assert makes - keyed == {"/papers/{paper_id}/extract", "/papers/{paper_id}/source"}


def test_a_file_that_was_sent_twice_is_named_and_exported_once(system: System) -> None:
    text = b"Twenty-three people are enough. So few share a birthday.\n"
    sent = []
    for name in ("one.md", "two.md"):
        paper_id, event = system.upload(text, name)
        system.send(event)
        sent.append(paper_id)
        system.chat.post(f"/papers/{paper_id}/notes", json={"kind": "note", "text": f"A thought on {name}."})

    papers = {paper["id"]: paper["same_as"] for paper in body_of(system.status.get("/papers"))["papers"]}
    assert papers == {sent[0]: None, sent[1]: sent[0]}
    both = system.chat.get("/papers/export?format=ris").text
    named = system.chat.get(f"/papers/export?format=ris&papers={';'.join(sent)}").text
    second = system.chat.get(f"/papers/export?format=ris&papers={sent[1]}").text
    assert [export.count("TY  -") for export in (both, named, second)] == [1, 1, 1]
    folder = zipfile.ZipFile(io.BytesIO(system.chat.get("/papers/export?format=obsidian").data))
    written = "".join(folder.read(name).decode() for name in folder.namelist())
    assert "A thought on one.md." in written
    assert "A thought on two.md." in written


def test_a_file_that_is_sent_several_times_at_one_moment_is_one_paper_in_every_export(system: System) -> None:
    text = b"# Birthdays\n\nTwenty-three people are enough. So few share a birthday.\n"
    events = [system.upload(text, f"{n}.md")[1] for n in range(4)]
    ids = [event["body"]["name"].split("/")[2] for event in events]

    with ThreadPoolExecutor(len(events)) as pool:
        assert {answer.status_code for answer in pool.map(system.send, events)} <= {200, 204}

    papers = {paper["id"]: paper["same_as"] for paper in body_of(system.status.get("/papers"))["papers"]}
    first = ids[0]
    assert papers == {one: None if one == first else first for one in ids}
    asked = {"question": "How many people are enough?", "paper_ids": ids}
    talk = body_of(system.chat.post("/chat", json=asked))
    cited = {one["paper_id"] for section in talk["sections"] for one in section["citations"]}
    for export in PAPER_EXPORTS:
        whole, alone = (
            exported(system, f"/papers/export?format={export.name}{which}") for which in ("", f"&papers={first}")
        )
        assert whole.count("Birthdays") == alone.count("Birthdays") > 0, export.name
    page = exported(system, f"/chat/{talk['session_id']}/export?format=md")
    assert len(cited) > 1
    assert page.split("## Bibliography")[1].count("Birthdays") == 1


def exported(system: System, address: str) -> str:
    """Return an export as text, that of an archive with all its files."""
    data = system.chat.get(address).data
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return str(data, "utf-8")
    folder = zipfile.ZipFile(io.BytesIO(data))
    return "\n".join(f"{name}\n{folder.read(name).decode()}" for name in folder.namelist())
