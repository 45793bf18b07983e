"""Answers checked against the published schemas."""

from __future__ import annotations

import json
from typing import Any

from functions.system import ROOT
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

COMPONENTS = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))["components"]
NAMES = {name.lower(): name for name in COMPONENTS["schemas"]}


def check(response: TestResponse, schema: str, status: int = 200) -> dict[str, Any]:
    """Return the answer, which has this status and the published shape."""
    assert response.status_code == status, response.get_data(as_text=True)
    answer: dict[str, Any] = json.loads(response.data)
    check_shape(answer, schema)
    return answer


def check_problem(response: TestResponse, status: int, code: str) -> None:
    assert response.mimetype == "application/problem+json", response.get_data(as_text=True)
    assert check(response, "problem_details", status)["code"] == code


def check_shape(value: object, schema: str) -> None:
    """Check a value against the component of openapi.json of this name, in snake case."""
    name = NAMES[schema.replace("_", "")]
    validator = Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": COMPONENTS})
    validator.validate(value)
