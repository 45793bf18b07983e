"""The extract function through the framework: which events it works on, acknowledges, or has come again."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from functions.system import SAMPLE, System, captured_event, finalized
from msgspec.structs import replace

from scholarai import bootstrap
from scholarai.domain.ids import OwnerId
from scholarai.domain.paper import Claim


@pytest.fixture
def extract(load: Callable[..., FlaskClient]) -> FlaskClient:
    return load("extract")


def test_a_finished_upload_becomes_a_readable_paper(system: System) -> None:
    paper_id, event = system.upload(SAMPLE.read_bytes())

    response = system.send(event)

    extraction = system.extraction(paper_id)
    assert (response.status_code, extraction["status"], extraction["error"]) == (200, "completed", None)
    assert (extraction["progress"]["stage"], extraction["progress"]["percent"]) == ("done", 100)


def test_an_event_in_structured_mode_says_the_same(system: System) -> None:
    paper_id, event = system.upload(SAMPLE.read_bytes())
    structured = captured_event("storage_finalized_structured")
    structured["body"]["data"] = event["body"]

    assert system.send(structured).status_code == 200
    assert system.extraction(paper_id)["status"] == "completed"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b"plain words", "unsupported_format"),
        (b"%PDF-1.7\n%%EOF", "damaged"),
        (SAMPLE.read_bytes()[:2_000], "damaged"),
    ],
)
def test_a_file_that_can_never_be_read_fails_for_good_and_is_acknowledged(
    system: System, data: bytes, code: str
) -> None:
    paper_id, event = system.upload(data)

    response = system.send(event)

    extraction = system.extraction(paper_id)
    assert (response.status_code, extraction["status"]) == (200, "failed")
    assert (extraction["error"]["code"], extraction["error"]["retryable"]) == (code, False)
    assert extraction["error"]["message"]
    assert extraction["error"]["action"]


def test_the_same_event_again_is_acknowledged_without_work(system: System) -> None:
    paper_id, event = system.upload(SAMPLE.read_bytes())
    system.send(event)
    before = bootstrap.process.backend().papers.get(paper_id)

    assert [system.send(event).status_code for _ in range(3)] == [200] * 3
    assert bootstrap.process.backend().papers.get(paper_id) == before


def test_the_same_event_twenty_times_at_once_is_worked_on_once(system: System) -> None:
    paper_id, event = system.upload(SAMPLE.read_bytes())
    app = system.extract.application
    body = json.dumps(event["body"])

    def deliver(_: int) -> int:
        return app.test_client().post("/", headers=event["headers"], data=body).status_code

    with ThreadPoolExecutor(20) as callers:
        statuses = set(callers.map(deliver, range(20)))

    paper = bootstrap.process.backend().papers.get(paper_id)
    assert paper is not None
    assert (paper.status, paper.epoch) == ("completed", 1)
    assert statuses <= {200, 429}  # who comes while another is at it must come again


def test_an_event_of_an_older_generation_is_acknowledged_without_work(system: System) -> None:
    paper_id, older = system.upload(b"plain words")
    paper = bootstrap.process.backend().papers.get(paper_id)
    assert paper is not None
    sample = SAMPLE.read_bytes()
    generation = bootstrap.process.backend().objects.put(paper.object_name, sample, content_type="application/pdf")
    system.send(finalized(name=paper.object_name, generation=str(generation), size=str(len(sample))))

    assert system.send(older).status_code == 200
    assert system.extraction(paper_id)["status"] == "completed"


def test_an_event_for_a_paper_at_which_another_worker_is_must_come_again(system: System) -> None:
    paper_id, event = system.upload(SAMPLE.read_bytes())
    generation = int(event["body"]["generation"])
    lease = Claim(epoch=1, generation=generation, lease_expires_at=datetime.now(UTC) + timedelta(minutes=1))
    bootstrap.process.backend().papers.change(
        paper_id,
        lambda paper: (
            paper and replace(paper, generation=generation, attempts=1, epoch=1, claim=lease, status="extracting")
        ),
    )

    # Not a 5xx: nothing failed, and alerts count those.
    assert system.send(event).status_code == 429


def test_an_error_that_nobody_foresaw_is_a_failure(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    _, event = system.upload(SAMPLE.read_bytes())
    system.extract.application.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(type(bootstrap.process.backend().papers), "change", _fail)

    assert system.send(event).status_code == 500


def _fail(*_: object) -> None:
    raise RuntimeError


def test_an_event_of_an_object_that_is_gone_is_acknowledged(system: System) -> None:
    paper_id, event = system.upload(SAMPLE.read_bytes())
    system.status.delete(f"/papers/{paper_id}")

    assert system.send(event).status_code == 200


@pytest.mark.parametrize(
    "changes",
    [
        {"name": None},
        {"name": ""},
        {"name": 7},
        {"bucket": None},
        {"generation": None},
        {"generation": "soon"},
        {"generation": "-1"},
        {"generation": 10**30},
        {"size": "many"},
    ],
)
def test_a_malformed_storage_event_is_acknowledged_without_work(extract: FlaskClient, changes: dict[str, Any]) -> None:
    event = finalized(**changes)

    assert extract.post("/", headers=event["headers"], data=json.dumps(event["body"])).status_code == 200
    assert not bootstrap.process.backend().papers.list(OwnerId("local"), limit=1).papers


@pytest.mark.parametrize("body", [b'{"name": ', b"[]", b"null", b"", b"\xff\xfe"])
def test_an_event_whose_data_are_no_json_object_is_acknowledged(extract: FlaskClient, body: bytes) -> None:
    headers = captured_event("storage_finalized_binary")["headers"]

    assert extract.post("/", headers=headers, data=body).status_code == 200


@pytest.mark.parametrize("name", ["storage_deleted_binary", "pubsub_push"])
def test_an_event_of_another_kind_is_acknowledged(extract: FlaskClient, name: str) -> None:
    other = captured_event(name)

    assert extract.post("/", headers=other["headers"], data=json.dumps(other["body"])).status_code == 200


def test_a_request_that_is_no_event_is_refused(extract: FlaskClient) -> None:
    assert extract.post("/", json={"hello": "system"}).status_code == 400
