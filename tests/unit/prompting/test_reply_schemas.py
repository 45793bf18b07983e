"""The schemas of all replies can be enforced by services, and each has an example that it accepts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from scholarai.prompting import deeper, replies, second_reading
from scholarai.prompting.prompt import ReplyPrompt

KINDS = [
    kind
    for module in (replies, deeper, second_reading)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, replies.Reply) and kind is not replies.Reply
]

# What google-genai 3.3 lists for `response_json_schema` in its type GenerateContentConfig.
KEPT_BY_GEMINI = set(
    """$defs $ref type format title description enum items minItems maxItems minimum maximum anyOf properties
    additionalProperties required""".split()
)


class Odd(replies.Reply):
    """Has what the classes above do not: fields that may be left out, and bounds of texts."""

    note: str | None = None
    sure: bool = False


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield a schema and all schemas in it."""
    if isinstance(schema, dict):
        yield schema
        inner = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values(), *schema.get("anyOf", [])]
        for part in (*inner, schema.get("items")):
            yield from parts(part)


@pytest.mark.parametrize("kind", [*KINDS, Odd], ids=lambda kind: kind.__name__)
def test_a_schema_qualifies_for_strict_outputs(kind: type[replies.Reply]) -> None:
    """As developers.openai.com/api/docs/guides/structured-outputs asks for, on 2026-11-27."""
    schema = ReplyPrompt(system="", user="", reply=kind).schema()

    assert schema["type"] == "object"
    for part in parts(schema):
        assert not part.keys() & {
            "title",
            "default",
            "minLength",
            "maxLength",
            "oneOf",
            "allOf",
            "not",
            "patternProperties",
        }
        assert part.keys() == {"$ref"} or part.keys() & {"type", "anyOf", "enum", "const"}
        if part.get("type") == "object":
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])


@pytest.mark.parametrize("kind", [*KINDS, Odd], ids=lambda kind: kind.__name__)
def test_the_example_is_such_a_reply_in_one_line(kind: type[replies.Reply]) -> None:
    example = ReplyPrompt(system="", user="", reply=kind).example()

    assert "\n" not in example
    assert kind.model_validate(json.loads(example)).model_dump().keys() == json.loads(example).keys()
    assert "[]" not in example


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_schema_uses_only_keywords_that_gemini_keeps(kind: type[replies.Reply]) -> None:
    assert {keyword for part in parts(kind.model_json_schema()) for keyword in part} <= KEPT_BY_GEMINI
