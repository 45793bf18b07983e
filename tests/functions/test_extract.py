"""The extract function through the framework: which events it works on, acknowledges, or has come again."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask.testing import FlaskClient
from functions.system import SAMPLE, SMALL, System, captured_event
from msgspec.structs import replace

from scholarai import bootstrap
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
    paper_id, event = system.upload(SMALL, "birthdays.md")
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


def test_an_event_for_a_paper_at_which_another_worker_is_must_come_again(system: System) -> None:
    paper_id, event = system.upload(SMALL, "birthdays.md")
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
    _, event = system.upload(SMALL, "birthdays.md")
    system.extract.application.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(type(bootstrap.process.backend().papers), "change", _fail)

    assert system.send(event).status_code == 500


def _fail(*_: object) -> None:
    raise RuntimeError


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
