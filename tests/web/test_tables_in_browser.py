"""The room of tables in a real browser: made, filled, walked by keyboard, sorted, changed, exported, deleted."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e.serving import Server, wait_for

from web import papers
from web.browser import LOOKS, Browser, url_of, words_of

pytestmark = pytest.mark.slow

COLUMNS = [{"template": "any-field.method"}, {"question": papers.QUESTION}]


@pytest.fixture(scope="module")
def two_papers(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[str]]]:
    """A server with two papers on boiling water, the second one of which is of plain text."""
    folder = tmp_path_factory.mktemp("tables")
    server = Server(folder / "data").start()
    first = papers.two_columns(folder / "columns.pdf")
    ids = [server.upload(first.read_bytes(), "columns.pdf")]
    ids.append(server.upload(papers.text_papers(folder)["markdown"].read_bytes(), "plain.md"))
    assert all(server.wait_until_ended(paper_id)["status"] == "completed" for paper_id in ids)
    yield server, ids
    server.kill()


@pytest.fixture
def table(two_papers: tuple[Server, list[str]]) -> Iterator[tuple[Server, str]]:
    """A filled table of both papers, and its address."""
    server, ids = two_papers
    made = server.post("/tables", {"title": "Kettles", "columns": COLUMNS, "paper_ids": ids})
    assert made.status == 202, made.body
    path = f"/tables/{made.json()['id']}"
    wait_for(lambda: read(server, path)["table"]["state"] == "ready", 60.0)
    yield server, path
    server.call("DELETE", path)


def read(server: Server, path: str) -> dict[str, Any]:
    answer: dict[str, Any] = server.call("GET", path).json()
    return answer


@pytest.mark.parametrize(("look", "context"), LOOKS)
def test_a_table_of_selected_papers_is_made_filled_and_shows_its_quotes(
    two_papers: tuple[Server, list[str]], browser: Browser, look: str, context: dict[str, Any]
) -> None:
    server, ids = two_papers

    seen = browser.play(
        "makeTable",
        context=context,
        url=url_of(server),
        path=f"/tables?papers={','.join(ids)}",
        question=papers.QUESTION,
        name=f"tables-{look}",
        rows=2,
    )

    assert seen["expected"].startswith("4 cells, without a language model and at no cost. Each cell holds the passage")
    assert "kettle took eleven minutes" in seen["values"][1]
    assert (seen["findings"], seen["overflow"]) == ([], 0)
    for made in server.call("GET", "/tables").json()["tables"]:
        server.call("DELETE", f"/tables/{made['id']}")


def test_the_keyboard_alone_leads_from_a_cell_to_its_box_and_back(table: tuple[Server, str], browser: Browser) -> None:
    server, path = table

    seen = browser.play("walkTable", url=url_of(server), path=path)

    assert seen["walked"] == ["0.2", "0.0", "-1.0", "0.2", "0.2", "0.2"]
    assert papers.ANSWER[:40] in seen["quote"]
    assert seen["boxes"] > 0
    assert seen["address"].endswith(".c2")


def test_rows_are_sorted_and_filtered_and_the_address_keeps_it(table: tuple[Server, str], browser: Browser) -> None:
    server, path = table

    seen = browser.play("sortTable", url=url_of(server), path=path, column="Method", word="PLAIN tèxt")

    assert sorted(seen["added"]) == sorted(seen["falling"])
    assert seen["reloaded"] == seen["falling"]
    assert len(seen["found"]) == 1
    assert "Plain Text" in seen["found"][0]


def test_columns_are_added_computed_renamed_and_removed_with_undo(table: tuple[Server, str], browser: Browser) -> None:
    server, path = table

    seen = browser.play("changeTable", url=url_of(server), path=path, number=papers.QUESTION, expression="c3 * 2")

    assert seen["expected"].startswith("2 cells, without a language model and at no cost.")
    assert "cannot be computed" in seen["refused"]
    assert seen["operands"] == ["Figure = 11"]
    assert [head.strip() for head in seen["heads"]][2:] == ["Figure", "Doubled"]
    assert seen["findings"] == []
    assert [column["id"] for column in read(server, path)["table"]["columns"]] == ["c2", "c3", "c4"]


def test_papers_come_and_go_and_the_table_is_exported_and_deleted_with_undo(
    table: tuple[Server, str], browser: Browser, tmp_path: Path
) -> None:
    server, path = table
    printed = tmp_path / "table.pdf"

    seen = browser.play("endTable", url=url_of(server), path=path, title="Kettles", printed=str(printed))

    with_rows = [page for page in words_of(printed) if "minutes" in page or "Boiling" in page]
    assert len(with_rows) > 1
    assert all("Paper" in page and "Method" in page for page in with_rows), "the head stands on each page"

    assert len(seen["before"]) == len(seen["after"]) == 2
    lines = list(csv.reader(io.StringIO(seen["exported"])))
    assert (len(lines), lines[0][3], seen["file"]) == (3, "Method", "kettles.csv")
    assert seen["findings"] == []
    assert server.call("GET", path).status == 404


def test_a_table_is_made_of_the_papers_of_a_collection(two_papers: tuple[Server, list[str]], browser: Browser) -> None:
    server, ids = two_papers
    made = server.post("/collections", {"name": "Boiling"}).json()["made"]

    def collect(paper_id: str) -> None:
        body = json.dumps({"paper_ids": [paper_id], "add_to": [made]}).encode()
        marked = server.call("PATCH", "/library/papers", body, {"content-type": "application/json"})
        assert marked.status == 200, marked.body

    collect(ids[0])
    seen = browser.play("makeTableOf", url=url_of(server), collection="Boiling")

    assert seen["expected"].startswith("1 cell,")
    assert len(seen["papers"]) == 1
    assert "Two Columns" in seen["papers"][0]
    collect(ids[1])
    assert len(browser.play("refreshTable", url=url_of(server), path=seen["path"])) == 2
    server.call("DELETE", seen["path"])


def test_a_library_without_tables_says_what_a_table_is(built: None, browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "empty").start()
    try:
        assert browser.play("noTables", url=url_of(server)) == []
    finally:
        server.kill()
