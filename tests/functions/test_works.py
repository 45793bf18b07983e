"""Published works over HTTP: entries become records, which are papers without a file everywhere."""

from __future__ import annotations

from functions.answers import check, check_problem
from functions.system import System

BIB = """@article{a, title={On the Analytical Engine}, author={Lovelace, Ada}, year=1843, doi={10.1000/engine}}
@misc{b, author={No Title}}
"""


def imported(system: System) -> str:
    done = check(system.chat.post("/works/entries", json={"text": BIB}), "imported_entries")
    record, broken = done["works"]
    assert (record["outcome"], broken["outcome"], broken["line"]) == ("record", "broken", 2)
    assert (done["total"], done["next_start"]) == (2, None)
    return str(record["paper_id"])


def test_an_entry_becomes_a_record_among_the_papers(system: System) -> None:
    paper_id = imported(system)

    (paper,) = check(system.status.get("/papers"), "paper_list")["papers"]

    assert (paper["id"], paper["status"], paper["metadata"]["doi"]) == (paper_id, "record", "10.1000/engine")
    assert paper["notices"] == []


def test_a_record_can_be_described_and_deleted(system: System) -> None:
    paper_id = imported(system)

    described = check(system.status.patch(f"/papers/{paper_id}", json={"venue": "Notes"}), "paper_view")
    assert described["metadata"]["venue"] == "Notes"
    assert system.status.delete(f"/papers/{paper_id}").status_code == 204

    assert check(system.status.get("/papers"), "paper_list")["papers"] == []


def test_the_text_of_a_record_is_not_there(system: System) -> None:
    paper_id = imported(system)

    check_problem(system.status.get(f"/papers/{paper_id}/content"), 409, "paper_without_file")
    check_problem(system.chat.post(f"/papers/{paper_id}/chat", json={"question": "What?"}), 409, "paper_without_file")
    check_problem(system.status.get(f"/papers/{paper_id}/file"), 404, "file_unknown")
    check_problem(system.status.post(f"/papers/{paper_id}/extract"), 409, "file_missing")


def test_what_is_no_file_of_references_is_refused(system: System) -> None:
    check_problem(system.chat.post("/works/entries", json={"text": "no entries"}), 422, "references_unknown")
    check_problem(system.chat.post("/works/entries", json={"text": BIB, "start": 3}), 422, "start_invalid")
    check_problem(system.chat.post("/works", json={"works": []}), 422, "body_invalid")
