"""Whatever a caller sends, within the OpenAPI file's words or outside them: no 5xx, and answers that fit their schemas.

Cases are made by schemathesis from docs/openapi.json, each run the same ones, and sent to a real process.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from e2e.api_checks import ANSWER_S, require_contract
from e2e.serving import Server
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.core.errors import InvalidSchema
from schemathesis.core.result import Err, Ok

pytestmark = pytest.mark.slow


def _published(found: Ok[APIOperation[Any, Any, Any, Any]] | Err[InvalidSchema]) -> APIOperation[Any, Any, Any, Any]:
    assert isinstance(found, Ok), found
    return found.ok()


SCHEMA = schemathesis.openapi.from_dict(json.loads((Path(__file__).parents[2] / "docs/openapi.json").read_text()))
OPERATIONS = {found.label: found for found in map(_published, SCHEMA.get_all_operations())}
CASES = 12
# What comes last connects a Zotero that does not answer, and takes away what the others ask for.
LAST = ["PUT /settings/connections", *(label for label in OPERATIONS if label.startswith("DELETE"))]
LABELS = [label for label in OPERATIONS if label not in LAST] + LAST


@dataclass(frozen=True, kw_only=True)
class Library:
    """A server that has something of everything: a paper, a conversation, a review."""

    server: Server
    known: dict[str, str]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library of this module's own, since its last plans delete what is in it."""
    server = Server(tmp_path_factory.mktemp("contract") / "data").start()
    server.wait_until_ended("sample-paper")
    asked = server.post("/papers/sample-paper/chat", {"question": "What does Figure 1 show?"}).json()
    review = server.post("/reviews", {"question": "How likely is a shared birthday?"}).json()
    yield Library(
        server=server,
        known={"paper_id": "sample-paper", "session_id": asked["session_id"], "review_id": review["id"]},
    )
    server.kill()


# A call without parameters and body has nothing that could be wrong.
BARE = {"GET /healthz", "GET /health", "GET /deployment", "GET /me/usage", "GET /openapi.json", "GET /docs"}
PLANS = [
    (label, mode) for label in LABELS for mode in GenerationMode if mode is GenerationMode.POSITIVE or label not in BARE
]


@pytest.mark.parametrize(("label", "mode"), PLANS, ids=[f"{label} {mode.value}" for label, mode in PLANS])
def test_every_answer_keeps_the_contract(label: str, mode: GenerationMode, library: Library) -> None:
    @settings(
        max_examples=CASES,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode), known=st.booleans())
    def holds(case: Case[Any], known: bool) -> None:
        if known:
            case.path_parameters |= {
                name: value for name, value in library.known.items() if name in (case.path_parameters or {})
            }
        url = f"http://127.0.0.1:{library.server.port}"
        require_contract(case, case.call(base_url=url, timeout=ANSWER_S, allow_redirects=False))

    holds()
