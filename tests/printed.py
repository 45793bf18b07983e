"""What commands print as JSON, compared with the schemas that are published of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "schemas" / "commands.json").read_text(encoding="utf-8"))


def fitting(command: str, written: str) -> list[Any]:
    """Return the lines that a command wrote, all of which its schema allows."""
    schema = {**SCHEMA["properties"][command], "definitions": SCHEMA["definitions"]}
    lines = list(map(json.loads, written.splitlines()))
    for line in lines:
        Draft7Validator(schema).validate(line)
    return lines
