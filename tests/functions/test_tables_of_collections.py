"""Tables of the papers of a collection: made over HTTP, and refreshed when papers come into it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from functions.answers import check, check_problem
from functions.system import System
from functions.test_own import collection, mark
from functions.test_tables import change, filled, read

from scholarai.domain.ids import PaperId

COLUMNS = [{"question": "How many people make a shared birthday more likely than not?"}]
TEXT = "# On {name}\n\n## Method\n\nWe asked forty people in {name} for their birthdays, and counted the days.\n"


def add(system: System, name: str, *into: str) -> PaperId:
    paper_id, event = system.upload(TEXT.format(name=name).encode(), filename=f"{name}.md")
    assert system.send(event).status_code == 200
    if into:
        mark(system, paper_id, add_to=list(into))
    return paper_id


def rows(system: System, table: dict[str, Any]) -> Sequence[str]:
    return [row["paper_id"] for row in read(system, table["id"])["rows"]]


def test_a_table_of_a_collection_has_the_papers_in_it_and_in_those_inside(system: System, paper_id: PaperId) -> None:
    outer = collection(system, "Chance")
    inner = collection(system, "Birthdays", outer)
    first, second = add(system, "Paris", outer), add(system, "Rome", inner)

    table = filled(system, columns=COLUMNS, collection_id=outer)["table"]
    nested = filled(system, columns=COLUMNS, collection_id=inner)["table"]

    assert (rows(system, table), table["collection_id"], table["papers"]) == ([first, second], outer, 2)
    assert rows(system, nested) == [second]
    assert filled(system, columns=COLUMNS)["table"]["collection_id"] is None


def test_papers_that_come_into_the_collection_join_when_it_is_refreshed(system: System) -> None:
    chosen = collection(system, "Chance")
    first = add(system, "Paris", chosen)
    table = filled(system, columns=COLUMNS, collection_id=chosen)["table"]
    second = add(system, "Rome", chosen)

    before = rows(system, table)
    answer = change(system, table["id"], refresh=True)

    assert (before, rows(system, table), answer["papers"]) == ([first], [first, second], 2)
    assert all(cell["state"] != "pending" for row in read(system, table["id"])["rows"] for cell in row["cells"])


def test_what_was_removed_stays_out_and_what_left_the_collection_stays_in(system: System) -> None:
    chosen = collection(system, "Chance")
    first, second = add(system, "Paris", chosen), add(system, "Rome", chosen)
    table = filled(system, columns=COLUMNS, collection_id=chosen)["table"]
    change(system, table["id"], remove_papers=[first])
    mark(system, second, remove_from=[chosen])

    change(system, table["id"], refresh=True)

    assert rows(system, table) == [second]


def test_the_estimate_counts_the_papers_of_a_collection(system: System, paper_id: PaperId) -> None:
    chosen = collection(system, "Chance")
    add(system, "Paris", chosen)

    body = {"columns": 1, "collection_id": chosen}
    answer = check(system.chat.post("/tables/estimate", json=body), "table_estimate_view")

    assert answer["papers"] == 1


def test_a_collection_that_gives_no_table_is_refused(system: System, paper_id: PaperId) -> None:
    chosen, wanted = collection(system, "Chance"), {"title": "T", "columns": COLUMNS}
    plain = filled(system, columns=COLUMNS)["table"]
    theirs = collection(system.as_owner("stranger"), "Theirs")

    def post(**body: Any) -> Any:
        return system.chat.post("/tables", json=wanted | body)

    check_problem(post(collection_id=chosen), 422, "papers_invalid")
    check_problem(post(collection_id=chosen, paper_ids=[paper_id]), 422, "papers_invalid")
    check_problem(post(collection_id="unknown"), 404, "collection_unknown")
    check_problem(post(collection_id=theirs), 404, "collection_unknown")
    refused = system.chat.patch(f"/tables/{plain['id']}", json={"refresh": True})
    check_problem(refused, 422, "table_without_collection")


def test_refreshing_without_the_collection_says_so_and_loses_nothing(system: System) -> None:
    chosen = collection(system, "Chance")
    first = add(system, "Paris", chosen)
    table = filled(system, columns=COLUMNS, collection_id=chosen)["table"]
    assert system.chat.delete(f"/collections/{chosen}").status_code == 204

    check_problem(system.chat.patch(f"/tables/{table['id']}", json={"refresh": True}), 404, "collection_unknown")
    assert rows(system, table) == [first]
