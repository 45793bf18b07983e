"""The files that describe the API are those that the code would write now."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import PaperEvent
from scholarai.domain.values import to_json
from scholarai.entrypoints.openapi import OPERATIONS, commands_schema, documents, render, texts
from scholarai.local.schemas import printed

DOCS = Path(__file__).parents[2] / "docs"
DOCUMENTS = documents()
SCHEMAS = sorted(path for path in DOCUMENTS if path.startswith("schemas/"))
DRAFT_07 = {**{path: DOCUMENTS[path] for path in SCHEMAS}, "scholarai schema": commands_schema(printed())}


def references(node: Any) -> list[str]:
    if isinstance(node, list):
        return [found for item in node for found in references(item)]
    if isinstance(node, dict):
        own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        return own + [found for value in node.values() for found in references(value)]
    return []


def test_the_checked_in_files_are_what_the_code_says() -> None:
    written = {path: (DOCS / path).read_text(encoding="utf-8") for path in DOCUMENTS if (DOCS / path).exists()}
    pages = {path: path.read_text(encoding="utf-8") for path in texts(DOCS)}

    different = [path for path in DOCUMENTS if written.get(path) != render(DOCUMENTS[path])]
    different += [path.name for path, text in texts(DOCS).items() if pages[path] != text]
    assert different == [], "run `python -m scholarai.entrypoints.openapi docs/`"
    assert sorted(f"schemas/{path.name}" for path in (DOCS / "schemas").iterdir()) == SCHEMAS


@pytest.mark.parametrize("name", DRAFT_07)
def test_every_schema_is_valid_draft_07(name: str) -> None:
    Draft7Validator.check_schema(DRAFT_07[name])

    assert all(reference.startswith("#/definitions/") for reference in references(DRAFT_07[name]))
    assert all(reference.split("/")[-1] in DRAFT_07[name]["definitions"] for reference in references(DRAFT_07[name]))


def test_a_file_that_is_json_is_described_as_json_and_not_as_a_string_of_bytes() -> None:
    operations = [operation for path in DOCUMENTS["openapi.json"]["paths"].values() for operation in path.values()]
    contents = [answer.get("content", {}) for operation in operations for answer in operation["responses"].values()]

    assert [
        kind
        for content in contents
        for kind, described in content.items()
        if kind.endswith("json") and described["schema"].get("type") == "string"
    ] == []


def test_every_component_of_the_openapi_file_is_used_and_every_reference_resolves() -> None:
    document = DOCUMENTS["openapi.json"]
    components = {
        f"#/components/{kind}/{name}"
        for kind, those in document["components"].items()
        if kind != "securitySchemes"
        for name in those
    }

    assert set(references(document)) == components


def test_an_operation_of_each_function_has_its_own_path_and_method() -> None:
    rows = [(operation.function, operation.method, operation.path) for operation in OPERATIONS]

    assert len(set(rows)) == len(rows)


def test_the_message_of_a_paper_that_was_read_fits_its_schema() -> None:
    now = datetime(2026, 11, 27, tzinfo=UTC)
    event = PaperEvent(
        type="paper.extracted", paper_id=PaperId("p1"), owner=OwnerId("ann"), generation=3, occurred_at=now
    )

    Draft7Validator(DOCUMENTS["schemas/paper_event.json"]).validate(json.loads(to_json(event)))


# What values hold for ourselves: payloads inherit the fields of the values that they show.
INTERNAL = {
    *("owner", "object_name", "generation", "visible_generation", "idempotency_key", "lease_until", "lease_expires_at"),
    *("epoch", "claim", "work", "engine", "recap", "pinned_by", "ratings", "request_digest"),
}


def test_no_payload_shows_what_values_hold_for_ourselves() -> None:
    schemas = DOCUMENTS["openapi.json"]["components"]["schemas"]
    shown = {name: INTERNAL & schema.get("properties", {}).keys() for name, schema in schemas.items()}

    assert {name: fields for name, fields in shown.items() if fields} == {}
