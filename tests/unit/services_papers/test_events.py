"""CloudEvents of a bucket at the border."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any

import pytest
from cloudevents.http import CloudEvent, from_http

from scholarai.domain.errors import TransientError
from scholarai.domain.paper import ObjectFinalized
from scholarai.entrypoints.events import FINALIZED, receive

UPLOADED = ObjectFinalized(
    bucket="papers",
    name="uploads/ada/p1/a.pdf",
    generation=1_763_618_400_000_000,
    size_bytes=74_494,
    content_type="application/pdf",
    happened_at=datetime(2026, 11, 20, 6, 0, tzinfo=UTC),
)
DATA: dict[str, Any] = {
    "bucket": "papers",
    "name": "uploads/ada/p1/a.pdf",
    "generation": "1763618400000000",
    "size": "74494",
    "contentType": "application/pdf",
    "metageneration": "1",
}


def an_event(data: Any, kind: str = FINALIZED) -> CloudEvent:
    about = {
        "type": kind,
        "source": "//storage.googleapis.com/projects/_/buckets/papers",
        "time": "2026-11-20T06:00:00Z",
    }
    return CloudEvent(about, data)


class Extraction:
    def __init__(self) -> None:
        self.events: list[ObjectFinalized] = []

    def __call__(self, event: ObjectFinalized) -> None:
        self.events.append(event)


@pytest.fixture
def extraction() -> Extraction:
    return Extraction()


def test_an_upload_event_reaches_extraction(extraction: Extraction) -> None:
    receive(an_event(DATA), extraction)

    assert extraction.events == [UPLOADED]


def test_numbers_may_come_as_numbers(extraction: Extraction) -> None:
    receive(an_event({**DATA, "generation": 1_763_618_400_000_000, "size": 74_494}), extraction)

    assert extraction.events == [UPLOADED]


def test_size_and_type_may_be_missing(extraction: Extraction) -> None:
    receive(an_event({name: DATA[name] for name in ("bucket", "name", "generation")}), extraction)

    assert [(event.size_bytes, event.content_type) for event in extraction.events] == [(0, "application/octet-stream")]


@pytest.mark.parametrize(
    "data",
    [
        None,
        b"{malformed",
        "text",
        [],
        {},
        {**DATA, "bucket": None},
        {**DATA, "name": ""},
        {**DATA, "name": 7},
        {**DATA, "generation": "seven"},
        {**DATA, "generation": "٣"},
        {**DATA, "generation": "0"},
        {**DATA, "generation": "-1"},
        {**DATA, "generation": True},
        {**DATA, "generation": 1.5},
        {**DATA, "generation": "9" * 5_000},
        {**DATA, "generation": 2**63},
        {**DATA, "size": "-1"},
        {**DATA, "contentType": ["application/pdf"]},
    ],
)
def test_malformed_data_are_logged_and_acknowledged(
    extraction: Extraction, data: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    receive(an_event(data), extraction)

    assert extraction.events == []
    assert [record.message for record in caplog.records] == ["event malformed"]


def test_malformed_json_in_a_request_arrives_as_bytes_and_is_acknowledged(extraction: Extraction) -> None:
    headers = {
        "ce-specversion": "1.0",
        "ce-id": "1",
        "ce-source": "//storage.googleapis.com/projects/_/buckets/papers",
        "ce-type": FINALIZED,
        "content-type": "application/json",
    }
    receive(from_http(headers, b'{"bucket": "papers", "na'), extraction)

    assert extraction.events == []


def test_another_kind_of_event_is_acknowledged_without_work(extraction: Extraction) -> None:
    receive(an_event(DATA, "google.cloud.storage.object.v1.deleted"), extraction)

    assert extraction.events == []


def test_what_extraction_raises_makes_the_platform_deliver_again() -> None:
    def busy(_: ObjectFinalized) -> None:
        raise TransientError("busy", "another worker is at this paper")

    with pytest.raises(TransientError):
        receive(an_event(DATA), busy)


def test_the_log_of_a_malformed_event_holds_none_of_its_text(
    extraction: Extraction, caplog: pytest.LogCaptureFixture
) -> None:
    receive(an_event({**DATA, "generation": "secret words of a paper"}), extraction)

    assert "secret" not in str([vars(record) for record in caplog.records])
