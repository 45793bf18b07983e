"""The status function through the framework: papers, progress, files, and what bad input gets."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from functions.answers import check, check_problem
from functions.conftest import prepared
from functions.system import SMALL, System, body_of

from scholarai import bootstrap
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import PAPERS_PER_LIST


@pytest.fixture
def status(load: Callable[..., FlaskClient]) -> FlaskClient:
    return load("status")


@pytest.fixture
def paper_id(status: FlaskClient) -> str:
    made: str = body_of(status.post("/papers", json={"filename": "paper.pdf"}))["paper_id"]
    return made


def test_an_announced_paper_gets_an_id_and_permission_to_upload(status: FlaskClient) -> None:
    response = status.post("/papers", json={"filename": "paper.pdf", "media_type": "application/pdf", "size_bytes": 9})

    answer = check(response, "created_paper", 201)
    assert response.headers["Location"] == f"/papers/{answer['paper_id']}"
    assert answer["upload"]["method"] == "PUT"


def test_a_file_that_is_there_already_is_not_sent_again(system: System) -> None:
    sent, event = system.upload(SMALL, "birthdays.md")
    body = {"filename": "renamed.md", "sha256": hashlib.sha256(SMALL).hexdigest()}
    before = check(system.status.post("/papers", json=body), "created_paper", 201)
    assert system.send(event).status_code == 200

    there = system.status.post("/papers", json=body)
    theirs = system.as_owner("bob").status.post("/papers", json=body)

    assert before["upload"]["method"] == "PUT"
    assert check(there, "created_paper") == {"paper_id": sent, "upload": None}
    assert there.headers["Location"] == f"/papers/{sent}"
    assert check(theirs, "created_paper", 201)["paper_id"] != sent
    check_problem(system.status.post("/papers", json=body | {"sha256": "AB"}), 422, "body_invalid")


def test_a_paper_that_waits_for_its_file_says_so(status: FlaskClient, paper_id: str) -> None:
    extraction = check(status.get(f"/papers/{paper_id}/extraction"), "extraction")

    assert (extraction["status"], extraction["progress"]["stage"], extraction["error"]) == ("uploaded", "waiting", None)
    assert check(status.get(f"/papers/{paper_id}"), "paper_view")["filename"] == "paper.pdf"


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("a.PDF", "application/pdf"),
        ("a.tex", "application/x-tex"),
        ("a.zip", "application/zip"),
        ("a.tar.gz", "application/gzip"),
        ("a.md", "text/markdown"),
        ("a.txt", "text/plain"),
        ("2401.00001.gz", "application/gzip"),
    ],
)
def test_a_name_tells_what_the_file_is(status: FlaskClient, name: str, media_type: str) -> None:
    made = check(status.post("/papers", json={"filename": name}), "created_paper", 201)

    assert body_of(status.get(f"/papers/{made['paper_id']}"))["media_type"] == media_type


@pytest.mark.parametrize(
    ("body", "http_status", "code"),
    [
        ({"filename": "a.exe"}, 415, "media_type_unknown"),
        ({"filename": "pdf"}, 415, "media_type_unknown"),
        ({"filename": "a.pdf", "media_type": "text/markdown"}, 422, "media_type_mismatch"),
        ({"filename": "a.pdf", "media_type": "image/png"}, 422, "body_invalid"),
        ({"filename": "../a.pdf"}, 422, "filename_invalid"),
        ({"filename": "a\x00.pdf"}, 422, "filename_invalid"),
        ({"filename": ""}, 422, "body_invalid"),
        ({"filename": "x" * 300 + ".pdf"}, 422, "body_invalid"),
        ({"filename": "ü" * 200 + ".pdf"}, 422, "filename_invalid"),
        ({"filename": 7}, 422, "body_invalid"),
        ({}, 422, "body_invalid"),
        ({"filename": "a.pdf", "size_bytes": 0}, 422, "body_invalid"),
        ({"filename": "a.pdf", "size_bytes": 10**12}, 413, "too_large"),
        ({"filename": "a.pdf", "colour": "red"}, 422, "body_invalid"),
        ([], 422, "body_invalid"),
    ],
)
def test_an_announcement_that_cannot_be_a_papers_is_refused(
    status: FlaskClient, body: object, http_status: int, code: str
) -> None:
    check_problem(status.post("/papers", json=body), http_status, code)


def test_a_list_shows_the_callers_papers_page_by_page(system: System) -> None:
    system.announce_for("somebody-else")
    names = ["a.pdf", "b.pdf", "c.pdf"]
    for name in names:
        system.status.post("/papers", json={"filename": name})

    first = check(system.status.get("/papers?limit=2"), "paper_list")
    rest = check(system.status.get(f"/papers?limit=2&cursor={first['next_cursor']}"), "paper_list")

    assert [paper["filename"] for paper in (*first["papers"], *rest["papers"])] == names[::-1]
    assert rest["next_cursor"] is None


def test_papers_are_found_by_parts_of_names_page_by_page(system: System) -> None:
    known = {
        "a": {"title": "Über Bienen", "authors": ["Henry Wilde", "Ann Lee"], "venue": "Journal of Control"},
        "b": {"title": "Über Ameisen", "authors": ["Bo Díaz"], "venue": "Journal of Ants"},
        "c": {"title": "Of wild bees", "authors": ["Ann Lee"], "venue": None},
    }
    names = {}
    for name, about in known.items():
        made = body_of(system.status.post("/papers", json={"filename": f"{name}.pdf"}))["paper_id"]
        assert system.status.patch(f"/papers/{made}", json=about).status_code == 200
        names[made] = name

    def found(**parts: str) -> str:
        listed, cursor = "", None
        while True:
            query = {"limit": "1", **parts, **({"cursor": cursor} if cursor else {})}
            page = check(system.status.get("/papers", query_string=query), "paper_list")
            listed += "".join(names[paper["id"]] for paper in page["papers"])
            cursor = page["next_cursor"]
            if cursor is None:
                return listed

    assert (found(author="wilde"), found(author="lee"), found(author="diaz")) == ("a", "ca", "b")
    assert (found(title="UBER"), found(venue="journal of"), found(author="Ann Lee", venue="control")) == (
        "ba",
        "ba",
        "a",
    )
    assert (found(title="ann lee"), found(title=" ", author=""), found(author="Wilde Ann")) == ("", "cba", "")


def test_progress_comes_as_events_until_the_extraction_ends(system: System) -> None:
    paper_id, event = system.upload(b"# On Birthdays\n\nTwenty-three people are enough.\n", "birthdays.md")
    with ThreadPoolExecutor(1) as pool:
        asked = system.status.get(f"/papers/{paper_id}/extraction?stream=true", buffered=False)
        events: Iterator[bytes] = iter(asked.iter_encoded())
        first = next(events)
        sent = pool.submit(system.send, event)
        rest = b"".join(events)
        assert sent.result().status_code < 300

    assert asked.mimetype == "text/event-stream"
    told = [part.split("\n") for part in (first + rest).decode().strip().split("\n\n") if not part.startswith(":")]
    names = [lines[0].removeprefix("event: ") for lines in told]
    shown = [json.loads(lines[1].removeprefix("data: ")) for lines in told]
    assert names == ["progress"] * (len(names) - 1) + ["done"]
    assert (shown[0]["status"], shown[-1]) == ("uploaded", system.extraction(paper_id))
    assert shown[-1]["status"] == "completed"


def test_progress_of_an_unknown_paper_is_a_problem_and_no_stream(status: FlaskClient, paper_id: str) -> None:
    check_problem(status.get("/papers/nobody/extraction?stream=true"), 404, "paper_unknown")
    check_problem(status.get(f"/papers/{paper_id}/extraction?stream=1"), 422, "filter_invalid")


def test_papers_of_given_ids_come_in_one_list_in_the_order_asked(system: System) -> None:
    mine = [body_of(system.status.post("/papers", json={"filename": f"{n}.pdf"}))["paper_id"] for n in range(3)]
    gone = mine.pop()
    assert system.status.delete(f"/papers/{gone}").status_code == 204
    theirs = body_of(system.as_owner("bob").status.post("/papers", json={"filename": "b.pdf"}))["paper_id"]
    asked = ";".join([mine[1], theirs, gone, "nobody", mine[0], mine[1]])

    answer = check(system.status.get("/papers", query_string={"papers": asked}), "paper_list")
    none = check(system.status.get("/papers?papers="), "paper_list")

    assert [paper["id"] for paper in answer["papers"]] == [mine[1], mine[0]]
    assert (answer["next_cursor"], none["papers"]) == (None, [])


def test_more_papers_than_a_list_has_are_refused(status: FlaskClient) -> None:
    asked = ";".join(f"p{n}" for n in range(PAPERS_PER_LIST + 1))

    check_problem(status.get("/papers", query_string={"papers": asked}), 422, "papers_too_many")


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "limit=-1", "limit=²", "cursor=made-up"])
def test_a_page_that_cannot_be_is_refused(status: FlaskClient, query: str) -> None:
    assert status.get(f"/papers?{query}").status_code == 422


def test_content_of_a_paper_that_is_not_ready_asks_for_patience(status: FlaskClient, paper_id: str) -> None:
    response = status.get(f"/papers/{paper_id}/content")

    check_problem(response, 425, "paper_not_ready")
    assert int(response.headers["Retry-After"]) >= 1


def test_a_file_that_never_arrived_is_not_found(status: FlaskClient, paper_id: str) -> None:
    check_problem(status.get(f"/papers/{paper_id}/file"), 404, "file_unknown")


def test_extraction_cannot_start_again_before_the_file_arrived(status: FlaskClient, paper_id: str) -> None:
    check_problem(status.post(f"/papers/{paper_id}/extract"), 409, "file_missing")


def test_a_deleted_paper_is_gone(status: FlaskClient, paper_id: str) -> None:
    assert status.delete(f"/papers/{paper_id}").status_code == 204
    check_problem(status.get(f"/papers/{paper_id}"), 404, "paper_unknown")


@pytest.mark.parametrize("path", ["/papers/a%0Ab", "/%0A", "/papers/%0D%0A/content", "/nothing"])
def test_a_path_that_nothing_stands_at_is_a_problem_too(load: Callable[..., FlaskClient], path: str) -> None:
    for name in ("status", "chat"):
        check_problem(load(name).get(path), 404, "path_unknown")


def test_health_names_each_dependency(status: FlaskClient) -> None:
    health = check(status.get("/healthz"), "health")

    assert (health["status"], [part["name"] for part in health["checks"]]) == ("ok", ["papers", "objects"])


def test_a_store_that_cannot_be_opened_makes_the_function_unwell(
    load: Callable[..., FlaskClient], tmp_path: Path
) -> None:
    (tmp_path / "a-file").write_text("")
    status = load("status", SCHOLARAI_DATA=str(tmp_path / "a-file"))

    health = check(status.get("/healthz"), "health", 503)

    assert (health["status"], health["checks"][0]["ok"]) == ("degraded", False)


def test_a_call_without_a_required_token_is_refused(load: Callable[..., FlaskClient]) -> None:
    status = load("status", SCHOLARAI_IDENTITY="firebase", SCHOLARAI_IDENTITY_PROJECT="papers-test")

    response = status.get("/papers")

    check_problem(response, 401, "unauthenticated")
    assert response.headers["WWW-Authenticate"] == "Bearer"
    assert status.get("/healthz").status_code == 200


def test_an_extracted_paper_shows_its_content_and_its_file(
    system: System, library: tuple[Path, PaperId], tmp_path: Path
) -> None:
    data, paper_id = library
    shutil.copytree(data, tmp_path / "data", dirs_exist_ok=True)

    content = check(system.status.get(f"/papers/{paper_id}/content"), "content_view")
    file = system.status.get(f"/papers/{paper_id}/file")

    assert (content["source_format"], len(content["blocks"]) > 10) == ("pdf", True)
    names = {"id", "kind", "text", "section_id", "page_number", "boxes", "lines", "start", "end", "confidence"}
    assert set(content["blocks"][0]) == names
    assert (file.status_code, "sample" not in file.headers["Location"]) == (302, True)


def test_extraction_starts_again_as_a_new_generation(system: System) -> None:
    paper_id, event = system.upload(b"%PDF-1.7 broken")
    system.send(event)
    assert system.extraction(paper_id)["status"] == "failed"

    response = system.status.post(f"/papers/{paper_id}/extract")

    again = check(response, "extraction", 202)
    assert (again["status"], again["error"]) == ("uploaded", None)


def test_a_readable_paper_whose_file_is_gone_says_so_and_stays_readable(system: System) -> None:
    paper_id, event = system.upload(SMALL, "birthdays.md")
    assert system.send(event).status_code == 200
    for file in (bootstrap.process.settings().data_dir / "objects").iterdir():
        file.unlink()

    check_problem(system.status.post(f"/papers/{paper_id}/extract"), 409, "file_missing")

    assert system.extraction(paper_id)["status"] == "completed"
    assert system.status.get(f"/papers/{paper_id}/content").status_code == 200


@pytest.fixture(scope="module")
def table_read(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    return prepared(tmp_path_factory.mktemp("library"), _with_table)


def _with_table(system: System) -> str:
    paper_id, event = system.upload(b"# Growth\n\n| Site | 2018 |\n| --- | --- |\n| North | 3.1 |\n", "growth.md")
    assert system.send(event).status_code == 200
    return paper_id


@pytest.fixture
def with_table(table_read: tuple[Path, str], tmp_path: Path) -> str:
    data, paper_id = table_read
    shutil.copytree(data, tmp_path / "data", dirs_exist_ok=True)
    return paper_id


@pytest.mark.parametrize(
    ("form", "media_type", "text"),
    [
        ("csv", "text/csv", "Site,2018\r\nNorth,3.1\r\n"),
        ("md", "text/markdown", "| Site | 2018 |\n| --- | --- |\n| North | 3.1 |\n"),
        ("html", "text/html", "<td>3.1</td>"),
    ],
)
def test_a_table_leaves_as_a_file(system: System, with_table: str, form: str, media_type: str, text: str) -> None:
    response = system.status.get(f"/papers/{with_table}/tables/1?format={form}")

    assert response.status_code == 200
    assert text in response.text
    assert response.content_type == f"{media_type}; charset=utf-8"
    assert response.headers["Content-Disposition"] == f'attachment; filename="table-1.{form}"'


@pytest.mark.parametrize("number", ["0", "2", "-1", "x", "1" * 40])
def test_a_table_that_is_not_there_is_not_found(system: System, with_table: str, number: str) -> None:
    check_problem(system.status.get(f"/papers/{with_table}/tables/{number}"), 404, "table_unknown")


def test_a_table_in_an_unknown_form_is_refused(system: System, with_table: str) -> None:
    check_problem(system.status.get(f"/papers/{with_table}/tables/1?format=pdf"), 422, "format_unknown")
