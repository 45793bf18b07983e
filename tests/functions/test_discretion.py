"""What people write and papers say stays out of logs, spans and metrics, whatever happens to it."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterator

import pytest
from doubles.collector import Collector
from flask.testing import FlaskClient
from functions.system import SAMPLE, System, body_of

from scholarai.entrypoints import telemetry
from scholarai.entrypoints.telemetry import JsonFormatter

QUESTION = "How many people make a shared birthday more likely than not, says wombat 4711?"
TRACE = {"traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    yield made
    telemetry.end()
    made.close()


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """All log lines, as they would be written."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonFormatter("papers-test"))
    root, ours = logging.getLogger(), logging.getLogger("scholarai")
    level = ours.level
    for logger in (root, ours):
        logger.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    yield written
    for logger in (root, ours):
        logger.removeHandler(handler)
    ours.setLevel(level)


def test_nothing_of_a_paper_a_question_or_an_answer_leaves(
    load: Callable[..., FlaskClient], collector: Collector, lines: io.StringIO
) -> None:
    system = System(lambda name: load(name, **{telemetry.ENDPOINT: collector.url}))
    paper_id, event = system.upload(SAMPLE.read_bytes(), "wombat-4711.pdf")
    event["headers"] |= {"ce-traceparent": TRACE["traceparent"]}
    assert system.send(event).status_code == 200
    answer = body_of(system.chat.post(f"/papers/{paper_id}/chat", json={"question": QUESTION}, headers=TRACE))
    system.chat.get("/search", query_string={"q": QUESTION}, headers=TRACE)
    system.chat.post("/reviews", json={"question": QUESTION}, headers=TRACE)
    quotes = [{"quote_id": 1, "quote": QUESTION}, {"quote_id": 2, "quote": answer["sections"][0]["text"]}]
    assert system.chat.post(f"/papers/{paper_id}/check", json={"quotes": quotes}, headers=TRACE).status_code == 200
    system.chat.post(f"/papers/{paper_id}/chat", json={"question": QUESTION * 500}, headers=TRACE)
    content = body_of(system.status.get(f"/papers/{paper_id}/content", headers=TRACE))

    said = [block["text"][:40] for block in content["blocks"] if len(block["text"]) > 60]
    said += [section["text"][:40] for section in answer["sections"]]
    said += [content["title"], "wombat"]
    assert len(said) > 20
    assert "extraction ended" in lines.getvalue()
    assert "answer saved" in lines.getvalue()
    assert collector.spans()
    assert [text for text in said if text in lines.getvalue()] == []
    assert [text for text in said for body in collector.bodies if text.encode() in body] == []
