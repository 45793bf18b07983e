"""The classes of JSON replies are strict, and their schemas use only keywords that Gemini keeps."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from scholarai.prompting import replies
from scholarai.prompting.replies import CopiedQuotes, Plan, QuestionUnderstood, Reply, Row, Scores

CLASSES = [kind for kind in vars(replies).values() if isinstance(kind, type) and issubclass(kind, Reply)]
SECTION = {"name": "n", "about": "a", "format": "list", "quotes": [1]}
PLAN = {"title": "t", "reasoning": "r", "sections": [SECTION]}
CELL = {"column": 1, "value": "v", "sentences": "1.2", "part": "q"}
APART: dict[str, Any] = {
    "verdict": "fine",
    "reason": "",
    "year_from": 2001,
    "year_to": None,
    "venues": [],
    "authors": [],
    "fields": [],
    "rewritten": "",
    "keywords": "",
}
# What google-genai 3.3 lists for `response_json_schema` in its type GenerateContentConfig.
KEPT_BY_GEMINI = set(
    """$defs $ref type format title description enum items minItems maxItems minimum maximum anyOf properties
    additionalProperties required""".split()
)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Plan, PLAN),
        (Row, {"cells": [CELL]}),
        (QuestionUnderstood, APART),
        (Scores, {"scores": [{"id": 1, "score": 10}, {"id": 2, "score": 0.5}]}),
    ],
)
def test_a_reply_of_the_shape_asked_for_is_read_and_given_back(kind: type[Reply], value: dict[str, Any]) -> None:
    assert kind.model_validate(value).model_dump() == value


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Plan, {"title": "t", "sections": []}),
        (Plan, PLAN | {"remark": "more than was asked for"}),
        (Plan, PLAN | {"title": 3}),
        (Plan, PLAN | {"sections": [SECTION | {"format": "essay"}]}),
        (Plan, PLAN | {"sections": [SECTION | {"quotes": ["1"]}]}),
        (Plan, PLAN | {"sections": [SECTION] * 13}),
        (Plan, [PLAN]),
        (Row, {"cells": [CELL | {"part": 1}]}),
        (QuestionUnderstood, APART | {"verdict": "maybe"}),
        (Row, {"cells": [CELL | {"column": True}]}),
        (QuestionUnderstood, APART | {"year_from": "2001"}),
        (QuestionUnderstood, APART | {"venues": ["v"] * 11}),
        (Scores, {"scores": [{"id": 1, "score": 11}]}),
        (Scores, {"scores": [{"id": 1, "score": float("nan")}]}),
    ],
)
def test_a_reply_of_another_shape_is_refused(kind: type[Reply], value: object) -> None:
    with pytest.raises(ValidationError):
        kind.model_validate(value)


def test_a_reply_may_leave_out_the_part_of_a_sentence() -> None:
    (quote,) = CopiedQuotes.model_validate({"quotes": [{"sentences": "1.2"}]}).quotes

    assert (quote.sentences, quote.part) == ("1.2", None)


@pytest.mark.parametrize("kind", CLASSES)
def test_a_schema_requires_every_field_as_strict_modes_ask(kind: type[Reply]) -> None:
    schema = kind.model_json_schema()

    for part in (schema, *schema.get("$defs", {}).values()):
        assert part.get("required", []) == list(part.get("properties", {}))
        assert not any("default" in field for field in part.get("properties", {}).values())


@pytest.mark.parametrize("kind", CLASSES)
def test_a_schema_uses_only_keywords_that_gemini_keeps(kind: type[Reply]) -> None:
    assert set(_keywords(kind.model_json_schema())) <= KEPT_BY_GEMINI


def test_answers_by_rules_and_reranking_load_pydantic_when_a_prompt_is_made_and_not_before() -> None:
    code = """
import sys
import scholarai.services.chat.asking, scholarai.services.chat.several_without_model, scholarai.services.library.reranking
before = "pydantic" in sys.modules
scholarai.services.library.reranking.rerank_prompt("Why?", ["Because."])
print(before, "pydantic" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)

    assert done.stdout.split() == ["False", "True"]


def _keywords(schema: dict[str, Any]) -> Iterator[str]:
    yield from schema
    parts = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values(), *schema.get("anyOf", [])]
    for part in [*parts, *([schema["items"]] if "items" in schema else [])]:
        yield from _keywords(part)
