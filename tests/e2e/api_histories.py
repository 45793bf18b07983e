"""Histories of calls that build on each other's answers, made by schemathesis from docs/openapi.json: a state machine of the API."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests
import schemathesis
from e2e.api_checks import ANSWER_S, require_contract
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

# Half of the calls say something that makes sense, since chance alone never uploads a paper.
SENSIBLE = {
    "POST /papers": {"filename": "paper.md"},
    "POST /papers/{paper_id}/chat": {"question": "How likely is a shared birthday?"},
    "POST /papers/{paper_id}/check": {"quotes": [{"quote_id": 1, "quote": "Two of 23 people share a birthday"}]},
    "POST /chat": {"question": "How likely is a shared birthday?", "paper_ids": ["sample-paper"]},
    "POST /reviews": {"question": "How likely is a shared birthday?"},
    "POST /tables": {"title": "Birthdays", "paper_ids": ["sample-paper"]},
    "POST /collections": {"name": "Birthdays"},
}
# What an answer names for the paths of other operations; from names alone schemathesis infers only some of it.
_NAMED = {
    "POST /papers": ("201", "paper_id", "/paper_id"),
    "POST /reviews": ("202", "review_id", "/id"),
    "POST /tables": ("202", "table_id", "/id"),
    "POST /collections": ("201", "collection_id", "/made"),
    "POST /notes": ("201", "note_id", "/note_id"),
    "POST /papers/{paper_id}/notes": ("201", "note_id", "/note_id"),
    "POST /chat": ("200", "session_id", "/session_id"),
    "POST /papers/{paper_id}/chat": ("200", "session_id", "/session_id"),
}
# These point the server at other services, or take away what the others ask for; test_api_contract.py calls them.
LEFT_OUT = ("PUT /settings/", "POST /settings/", "POST /sign-in/", "DELETE /me")
KNOWN_PAPER = "sample-paper"
PAPER = b"# On Birthdays\n\n## Results\n\n" + b"Two of 23 people share a birthday more likely than not. " * 20
_STEPS = 15
_HISTORIES_AT_A_TIME = 10


@dataclass
class Lived:
    """What was done: calls by operation, statuses by how often they came."""

    calls: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    rounds: int = 0
    uploads: int = 0


def live(base_url: str, seconds: float, first_seed: int = 1) -> Lived:
    """Call the API for so long, each round of histories by its own seed.

    Raises:
        AssertionError: Of schemathesis, when an answer breaks the contract; requests' own errors, when none comes in time.
    """
    schema = schemathesis.openapi.from_dict(linked_document())
    lived, chance = Lived(), random.Random(first_seed)
    machine: Any = schema.as_state_machine()

    class Histories(machine):  # type: ignore[misc]  # a base made at run time
        def before_call(self, case: Any) -> None:
            if chance.random() < 0.5 and case.operation.label in SENSIBLE:
                case.body, case.media_type = SENSIBLE[case.operation.label], "application/json"
            (case.query or {}).pop("stream", None)  # it lasts 50 s where nothing ends
            if chance.random() < 0.25 and "paper_id" in (case.path_parameters or {}):
                case.path_parameters["paper_id"] = KNOWN_PAPER

        def after_call(self, response: Any, case: Any) -> None:
            if case.operation.label == "POST /papers" and response.status_code == 201:
                upload = response.json()["upload"]
                requests.request(
                    upload["method"], upload["url"], data=PAPER, headers=upload["headers"], timeout=ANSWER_S
                )
                lived.uploads += 1

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"base_url": base_url, "timeout": ANSWER_S, "allow_redirects": False}

        def validate_response(self, response: Any, case: Any, *_: Any, **__: Any) -> None:
            lived.calls[case.operation.label] += 1
            lived.statuses[response.status_code] += 1
            require_contract(case, response)

    until = time.monotonic() + seconds
    while time.monotonic() < until:
        wanted = settings(
            max_examples=_HISTORIES_AT_A_TIME,
            stateful_step_count=_STEPS,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        run_state_machine_as_test(seed(first_seed + lived.rounds)(Histories), settings=wanted)
        lived.rounds += 1
    return lived


def linked_document() -> dict[str, Any]:
    """Return docs/openapi.json with links, without which schemathesis calls no operation that nothing else leads to.

    An operation whose path names something follows the answers that name it; every other one may follow an upload.
    """
    document: dict[str, Any] = json.loads((Path(__file__).parents[2] / "docs" / "openapi.json").read_text())
    operations = {
        f"{method.upper()} {path}": operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    for label, (status, parameter, pointer) in _NAMED.items():
        value = {parameter: f"$response.body#{pointer}"}
        followers = [one for other, one in operations.items() if f"{{{parameter}}}" in other]
        _link(operations[label]["responses"][status], followers, value)
    free = [one for label, one in operations.items() if "{" not in label and not label.startswith(LEFT_OUT)]
    _link(operations["POST /papers"]["responses"]["201"], free, {})
    return document


def _link(response: dict[str, Any], followers: list[dict[str, Any]], parameters: dict[str, str]) -> None:
    response.setdefault("links", {}).update(
        {one["operationId"]: {"operationId": one["operationId"], "parameters": parameters} for one in followers}
    )
