"""Tables through the framework: started over HTTP, filled by messages, changed, exported, deleted."""

from __future__ import annotations

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from functions.answers import check, check_problem
from functions.system import System, body_of
from functions.test_review import orders, work

from scholarai.domain.ids import PaperId

ASKED = "How many people make a shared birthday more likely than not?"
COLUMNS = [
    {"template": "any-field.method"},
    {"question": ASKED},
    {"name": "People", "question": ASKED, "kind": "number"},
]


def start(system: System, **body: Any) -> dict[str, Any]:
    orders(system)  # the upload's own event, which tests send themselves
    asked = {"title": "Birthdays", "columns": COLUMNS} | body
    return check(system.chat.post("/tables", json=asked), "table_summary", 202)


def read(system: System, table_id: str) -> dict[str, Any]:
    return check(system.status.get(f"/tables/{table_id}"), "table_view")


def change(system: System, table_id: str, **body: Any) -> dict[str, Any]:
    answer = check(system.chat.patch(f"/tables/{table_id}", json=body), "table_summary")
    work(system)
    return answer


def filled(system: System, **body: Any) -> dict[str, Any]:
    made = start(system, **body)
    work(system)
    return read(system, made["id"])


def test_a_table_waits_to_be_filled_and_then_each_of_its_candidates_is_a_true_quote(
    system: System, paper_id: PaperId
) -> None:
    made = start(system)
    waiting = read(system, made["id"])["rows"][0]

    work(system)

    answer = read(system, made["id"])
    row = answer["rows"][0]
    assert (made["state"], [cell["state"] for cell in waiting["cells"]]) == ("filling", ["pending"] * 3)
    assert (answer["table"]["state"], row["paper_id"]) == ("ready", paper_id)
    assert [cell["state"] for cell in row["cells"]][1:] == ["candidate"] * 2
    assert all(
        cell["value"] == " ".join(cell["citations"][0]["text"].split()) for cell in row["cells"] if cell["value"]
    )
    assert [notice["code"] for notice in answer["table"]["notices"]] == ["without_model"]
    assert {citation["verdict"] for cell in row["cells"] for citation in cell["citations"]} == {"exact"}
    assert all(page["boxes"] for cell in row["cells"] for one in cell["citations"] for page in one["pages"])
    assert row["cells"][2]["number"] == 23


def test_a_cell_without_a_passage_says_nothing_of_the_paper(system: System, paper_id: PaperId) -> None:
    answer = filled(system, columns=[{"question": "What colour were the mice?"}])

    cell = answer["rows"][0]["cells"][0]
    assert (cell["state"], cell["value"], cell["citations"]) == ("not_found", "", [])


def test_a_computed_cell_shows_the_cited_numbers_that_it_used(system: System, paper_id: PaperId) -> None:
    made = filled(system)["table"]

    change(system, made["id"], add_columns=[{"kind": "computed", "name": "Pairs", "expression": "c3 * (c3 - 1) / 2"}])

    people, pairs = read(system, made["id"])["rows"][0]["cells"][2:]
    assert (pairs["state"], pairs["value"], pairs["number"]) == ("candidate", "253", 253.0)
    assert [(one["column_id"], one["value"]) for one in pairs["operands"]] == [("c3", 23.0)]
    assert pairs["operands"][0]["citations"] == people["citations"]


@pytest.mark.parametrize("expression", ["c9 + 1", "1 + 1", "c3 +", "c3 + 1 / 0", "import os", "((((" * 20, "c3 " * 60])
def test_an_expression_that_cannot_be_computed_is_refused(system: System, paper_id: PaperId, expression: str) -> None:
    made = start(system)

    answer = system.chat.patch(
        f"/tables/{made['id']}", json={"add_columns": [{"kind": "computed", "expression": expression}]}
    )

    check_problem(answer, 422, "expression_invalid")
    assert read(system, made["id"])["table"]["columns"] == made["columns"]


def test_a_new_column_leaves_the_cells_that_are_filled_as_they_are(system: System, paper_id: PaperId) -> None:
    before = filled(system)

    waiting = change(system, before["table"]["id"], add_columns=[{"template": "any-field.limitation"}])

    after = read(system, before["table"]["id"])
    assert (waiting["state"], after["table"]["state"]) == ("filling", "ready")
    assert after["rows"][0]["cells"][:3] == before["rows"][0]["cells"]
    assert [column["id"] for column in after["table"]["columns"]] == ["c1", "c2", "c3", "c4"]


def test_columns_are_renamed_and_removed_and_their_ids_are_not_used_again(system: System, paper_id: PaperId) -> None:
    made = filled(system)["table"]

    change(system, made["id"], rename_columns={"c1": "How"}, remove_columns=["c3"], title="New")
    change(system, made["id"], add_columns=[{"question": "Which trials?"}])

    table = read(system, made["id"])["table"]
    assert (table["title"], [(one["id"], one["name"]) for one in table["columns"]]) == (
        "New",
        [("c1", "How"), ("c2", made["columns"][1]["name"]), ("c4", "Which trials")],
    )


def test_a_column_that_another_is_computed_from_cannot_be_removed_before_it(system: System, paper_id: PaperId) -> None:
    made = start(system, columns=[*COLUMNS, {"kind": "computed", "expression": "c3 * 2"}])

    refused = system.chat.patch(f"/tables/{made['id']}", json={"remove_columns": ["c3"]})
    both = system.chat.patch(f"/tables/{made['id']}", json={"remove_columns": ["c3", "c4"]})

    check_problem(refused, 409, "column_used")
    assert [column["id"] for column in check(both, "table_summary")["columns"]] == ["c1", "c2"]


def test_papers_come_and_go_and_a_paper_that_comes_back_keeps_its_cells(system: System, paper_id: PaperId) -> None:
    before = filled(system)
    table_id = before["table"]["id"]

    change(system, table_id, remove_papers=[paper_id])
    without = read(system, table_id)
    change(system, table_id, add_papers=[paper_id])

    assert without["rows"] == []
    assert read(system, table_id)["rows"] == before["rows"]


def test_filling_stops_and_goes_on_with_the_cells_that_are_left(system: System, paper_id: PaperId) -> None:
    made = start(system)

    stopped = check(system.status.post(f"/tables/{made['id']}/stop"), "table_summary")
    work(system)
    waiting = read(system, made["id"])
    change(system, made["id"], retry=True)

    assert (stopped["state"], waiting["rows"][0]["cells"][0]["state"]) == ("stopped", "pending")
    after = read(system, made["id"])
    assert (after["table"]["state"], after["rows"][0]["cells"][1]["state"]) == ("ready", "candidate")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"title": " "}, "title_invalid"),
        ({"title": "x" * 201}, "body_invalid"),
        ({"columns": [{"question": " "}]}, "column_invalid"),
        ({"columns": [{"template": "no.such"}]}, "template_unknown"),
        ({"columns": [{"question": "a?"}] * 21}, "body_invalid"),
        ({"columns": [{"question": "a?", "kind": "magic"}]}, "body_invalid"),
        ({"paper_ids": []}, "papers_invalid"),
        ({"filters": {"year_from": 2999}}, "papers_invalid"),
    ],
)
def test_a_table_that_says_nothing_is_refused(
    system: System, paper_id: PaperId, body: dict[str, Any], code: str
) -> None:
    answer = system.chat.post("/tables", json={"title": "T", "columns": COLUMNS} | body)

    check_problem(answer, 422, code)
    assert body_of(system.status.get("/tables"))["tables"] == []


def test_the_same_request_with_the_same_key_is_the_same_table(system: System, paper_id: PaperId) -> None:
    body = {"title": "T", "columns": COLUMNS}
    one, other = (system.chat.post("/tables", json=body, headers={"Idempotency-Key": "k"}) for _ in range(2))

    assert body_of(one)["id"] == body_of(other)["id"]


def test_tables_and_reviews_are_listed_apart_and_neither_is_read_as_the_other(
    system: System, paper_id: PaperId
) -> None:
    tables = [start(system)["id"] for _ in range(3)]
    reviews = [body_of(system.chat.post("/reviews", json={"question": ASKED}))["id"] for _ in range(2)]

    first = check(system.status.get("/tables?limit=2"), "table_list")
    second = check(system.status.get(f"/tables?limit=2&cursor={first['next_cursor']}"), "table_list")
    listed = body_of(system.status.get("/reviews?limit=2"))["reviews"]

    assert [one["id"] for one in (*first["tables"], *second["tables"])] == tables[::-1]
    assert [one["id"] for one in listed] == reviews[::-1]
    check_problem(system.status.get(f"/reviews/{tables[0]}"), 404, "review_unknown")
    check_problem(system.status.post(f"/reviews/{tables[0]}/cancel"), 404, "review_unknown")
    check_problem(system.status.get(f"/tables/{reviews[0]}"), 404, "table_unknown")
    check_problem(system.status.delete(f"/tables/{reviews[0]}"), 404, "table_unknown")


def test_a_paper_of_somebody_else_comes_into_no_table(system: System, paper_id: PaperId) -> None:
    theirs = system.announce_for("stranger")
    made = start(system)

    check_problem(system.chat.post("/tables", json={"title": "T", "paper_ids": [theirs]}), 404, "paper_unknown")
    check_problem(system.chat.patch(f"/tables/{made['id']}", json={"add_papers": [theirs]}), 404, "paper_unknown")


def test_a_deleted_table_leaves_nothing(system: System, paper_id: PaperId) -> None:
    made = filled(system)["table"]

    assert system.status.delete(f"/tables/{made['id']}").status_code == 204

    check_problem(system.status.get(f"/tables/{made['id']}"), 404, "table_unknown")
    assert body_of(system.status.get("/tables"))["tables"] == []


def test_a_deleted_papers_words_leave_the_table_and_its_row_says_so(system: System, paper_id: PaperId) -> None:
    made = filled(system)

    assert system.status.delete(f"/papers/{paper_id}").status_code == 204

    answer = read(system, made["table"]["id"])
    row = answer["rows"][0]
    assert (row["deleted"], {cell["error"] for cell in row["cells"]}) == (True, {"paper_deleted"})
    assert "Twenty-three" not in str(answer)


def test_the_account_is_exported_with_its_tables(system: System, paper_id: PaperId) -> None:
    made = filled(system)

    found, cursor = [], "tables."
    while cursor is not None and cursor.startswith("tables"):
        page = check(system.status.get(f"/me/export?cursor={cursor}"), "account_export")
        found += page.get("tables", [])
        cursor = page["next_cursor"]

    assert found == [read(system, made["table"]["id"])]


def test_a_table_is_exported_as_csv_with_its_quotes_beside_its_cells(system: System, paper_id: PaperId) -> None:
    made = filled(system)["table"]

    answer = system.chat.get(f"/tables/{made['id']}/export?format=csv")

    data = answer.get_data()
    head, line = csv.reader(io.StringIO(data.decode("utf-8-sig")))
    assert data.startswith(codecs.BOM_UTF8)  # by which spreadsheets know the encoding
    assert (answer.mimetype, head[:5]) == ("text/csv", ["paper", "title", "year", "Method", "Method (quotes)"])
    assert line[5].startswith("Candidate: Twenty-three people are enough")
    assert "Twenty-three people are enough" in line[6]
    assert answer.headers["Content-Disposition"] == f'attachment; filename="table-{made["id"]}.csv"'


def test_a_table_is_exported_as_markdown_whose_cells_point_at_their_quotes(system: System, paper_id: PaperId) -> None:
    made = filled(system)["table"]

    text = system.chat.get(f"/tables/{made['id']}/export?format=md").get_data(as_text=True)

    assert text.startswith("# Birthdays\n\n*No language model is connected: ")
    assert "\n\n| Paper | Method |" in text
    assert "| Candidate: Twenty-three people are enough" in text
    assert " [2] |" in text
    assert re.search(r"\n2\. \([^“]*exact\)\n", text)  # the cell has the words


@pytest.mark.parametrize(
    ("form", "content_type", "begins"),
    [
        ("json", "application/json", b"{"),
        ("pdf", "application/pdf", b"%PDF"),
        ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", b"PK"),
    ],
)
def test_a_table_is_exported_for_other_programs(
    system: System, paper_id: PaperId, form: str, content_type: str, begins: bytes
) -> None:
    made = filled(system)["table"]

    answer = system.chat.get(f"/tables/{made['id']}/export?format={form}")

    assert (answer.status_code, answer.mimetype) == (200, content_type)
    assert answer.data.startswith(begins)


def test_an_export_says_where_no_passage_was_found(system: System, paper_id: PaperId) -> None:
    made = filled(system, columns=[{"question": "What colour were the mice?"}])["table"]

    text = system.chat.get(f"/tables/{made['id']}/export?format=md").get_data(as_text=True)

    assert "| no passage found |" in text


def test_a_table_is_exported_as_a_workbook_without_formulas(system: System, paper_id: PaperId) -> None:
    made = filled(system, title="=1+1")["table"]
    change(system, made["id"], rename_columns={"c1": "=cmd()"})

    answer = system.chat.get(f"/tables/{made['id']}/export?format=xlsx")

    with zipfile.ZipFile(io.BytesIO(answer.get_data())) as book:
        sheets = [name for name in book.namelist() if name.startswith("xl/worksheets/")]
        assert len(sheets) == 2
        assert not any(b"<f>" in book.read(name) for name in sheets)
        assert b"=cmd()" in book.read("xl/sharedStrings.xml")


def test_what_a_table_is_expected_to_cost_is_said_before_it_is_ordered(
    load: Callable[..., FlaskClient], paper_id: PaperId
) -> None:
    def expected(columns: int, **settings: str) -> dict[str, Any]:
        answer = load("chat", **settings).post("/tables/estimate", json={"paper_ids": [paper_id], "columns": columns})
        return check(answer, "table_estimate_view")

    by_rules = expected(3)
    few = expected(6, SCHOLARAI_MODEL="openai/m", SCHOLARAI_OPENAI_API_KEY="k", SCHOLARAI_MODEL_PRICES="m=1:2")
    more = expected(7)

    assert (by_rules["cost"], by_rules["papers"]) == ({"usd": 0.0, "free": True}, 1)
    assert ("SCHOLARAI_MODEL" in by_rules["note"], few["note"]) == (True, "")
    assert (few["estimate"]["calls"], more["estimate"]["calls"]) == (1, 2)
    assert few["cost"]["usd"] == pytest.approx(few["estimate"]["cost_usd"])
    assert more["cost"]["usd"] == pytest.approx(2 * few["cost"]["usd"])
