"""What alerts and charts look at is what the code writes and what Terraform makes."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, NoReturn

import pytest
from contract.making import ADA, NOW, a_paper
from doubles.gemini_server import Failure, GeminiServer
from doubles.terraform_schema.plans import Plan
from flask import Flask
from google.api_core.exceptions import ResourceExhausted

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.gcp.errors import STORE, translated_errors
from scholarai.adapters.models.gemini.embedder import gemini_embedder
from scholarai.config import Settings
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper, PaperEvent
from scholarai.entrypoints.events import sweep
from scholarai.entrypoints.framework_app import set_up_event_app
from scholarai.entrypoints.telemetry import JsonFormatter
from scholarai.services.outbox import sweep_papers

Line = Mapping[str, Any]


@pytest.fixture
def written() -> Iterator[Callable[[], Sequence[Line]]]:
    """What Cloud Logging would read from the output."""
    output, logger = io.StringIO(), logging.getLogger("scholarai")
    handler, level = logging.StreamHandler(output), logger.level
    handler.setFormatter(JsonFormatter("papers-of-ours"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in output.getvalue().splitlines()]
    logger.removeHandler(handler)
    logger.setLevel(level)


def test_a_sweep_is_counted(seen: Plan, written: Callable[[], Sequence[Line]]) -> None:
    sweep({"papers": lambda: 0})

    assert counted(seen, written()) == {"scholarai-sweeps": 1}


def test_an_outbox_entry_that_could_not_be_delivered_is_counted(
    seen: Plan, written: Callable[[], Sequence[Line]], tmp_path: Path
) -> None:
    settings = Settings.from_env({"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": str(tmp_path)})
    papers = EmbeddedBackend(settings).papers
    event = PaperEvent(type="paper.extracted", paper_id=PaperId("p1"), owner=ADA, generation=1, occurred_at=NOW)
    papers.change(PaperId("p1"), lambda _: a_paper(outbox=(event,)))

    sweeper = sweep_papers(papers, Undelivered(), Undelivered(), AnHourLater(), Undelivered)  # type: ignore[arg-type]  # both run alike
    sweep({"papers": sweeper.sweep})

    assert counted(seen, written()) == {"scholarai-sweeps": 1, "scholarai-undelivered": 1}


def test_what_a_model_costs_is_counted(seen: Plan, written: Callable[[], Sequence[Line]]) -> None:
    with GeminiServer() as server:
        env = {"SCHOLARAI_GEMINI_BASE_URL": server.url, "GEMINI_API_KEY": "key"}
        gemini_embedder(Settings.from_env(env)).embed_texts(["word " * 800])

    assert counted(seen, written()) == {"scholarai-model-cost": 1}
    (metric,) = [found for found in seen.of_type("google_logging_metric") if found.values["value_extractor"]]
    field = re.fullmatch(r"EXTRACT\(jsonPayload\.(\w+)\)", metric.values["value_extractor"])
    assert field is not None
    assert sum(line.get(field[1], 0) for line in written()) > 0


def test_calls_that_google_s_services_refuse_are_counted(seen: Plan, written: Callable[[], Sequence[Line]]) -> None:
    app = Flask("extract")
    set_up_event_app(app)

    @app.get("/")
    def busy() -> NoReturn:
        with translated_errors(STORE):
            raise ResourceExhausted("too many reads")

    assert app.test_client().get("/").status_code == 429
    with GeminiServer() as server:
        server.script_embeddings(Failure(429, retry_delay_s=0.1))
        env = {"SCHOLARAI_GEMINI_BASE_URL": server.url, "GEMINI_API_KEY": "key"}
        gemini_embedder(Settings.from_env(env)).embed_texts(["word"])

    assert counted(seen, written())["scholarai-refused"] == 2


def counted(plan: Plan, lines: Sequence[Line]) -> dict[str, int]:
    """Return how many of the lines each metric of log lines counts."""
    found = {
        metric.values["name"]: sum(fits(metric.values["filter"], line) for line in lines)
        for metric in plan.of_type("google_logging_metric")
    }
    return {name: count for name, count in found.items() if count}


def fits(query: str, line: Line) -> bool:
    named = {name: re.findall(rf'jsonPayload\.{name}="([^"]+)"', query) for name in ("message", "code")}
    above = re.findall(r"jsonPayload\.(\w+)>(\d+)", query)
    assert above or any(named.values()), query
    return all(not values or line.get(name) in values for name, values in named.items()) and all(
        line.get(name, 0) > float(number) for name, number in above
    )


class Undelivered:
    """Delivers nothing."""

    def settle(self, paper: Paper) -> None:
        raise TransientError("events_unavailable", f"nobody is told of {paper.id}")


class AnHourLater:
    def now(self) -> Any:
        return NOW + timedelta(hours=1)


def test_metrics_that_alerts_and_charts_name_are_made(seen: Plan) -> None:
    made = {
        found.values["name"].replace("-", "_") + ("_sum" if found.values["value_extractor"] else "")
        for found in seen.of_type("google_logging_metric")
    }
    named = set(re.findall(r"logging_googleapis_com:user_(\w+)", " ".join(_queries(seen))))

    assert named == made


def test_alerts_name_queues_and_functions_that_are_made(seen: Plan) -> None:
    queues = {found.values["name"] for found in seen.of_type("google_pubsub_subscription")}
    functions = {found.values["name"] for found in seen.of_type("google_cloudfunctions2_function")}
    said = " ".join(_queries(seen))

    waiting = set(re.findall(r'subscription_id=~\\?"([^"\\]+)\\?"', said))
    assert {name for group in waiting for name in group.split("|") if not name.startswith("eventarc-")} == queues
    services = set(re.findall(r'service_name=~?\\?"([^"\\]+)\\?"', said))
    assert all(re.fullmatch(pattern, name) for pattern in services for name in functions & set(pattern.split("|")))
    assert {name for name in functions if any(re.fullmatch(pattern, name) for pattern in services)} == functions


def _queries(plan: Plan) -> Iterator[str]:
    for found in plan.of_type("google_monitoring_alert_policy"):
        for condition in found.values["conditions"]:
            yield from (said["query"] for said in condition["condition_prometheus_query_language"])
    for found in plan.of_type("google_monitoring_dashboard"):
        yield found.values["dashboard_json"]
