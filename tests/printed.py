"""What commands print as JSON, compared with the schemas that `scholarai schema` prints of it."""

from __future__ import annotations

import json
from typing import Any

from jsonschema import Draft7Validator

from scholarai.entrypoints.openapi import commands_schema
from scholarai.local.schemas import printed

SCHEMA = commands_schema(printed())


def fitting(command: str, written: str) -> list[Any]:
    """Return the lines that a command wrote, all of which its schema allows."""
    schema = {**SCHEMA["properties"][command], "definitions": SCHEMA["definitions"]}
    lines = list(map(json.loads, written.splitlines()))
    for line in lines:
        Draft7Validator(schema).validate(line)
    return lines
