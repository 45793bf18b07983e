"""Answers checked against the published schemas."""

from __future__ import annotations

import json
from typing import Any

from functions.system import ROOT
from jsonschema import Draft7Validator
from werkzeug.test import TestResponse


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
    published = json.loads((ROOT / "docs" / "schemas" / f"{schema}.json").read_text())
    Draft7Validator(published).validate(value)
