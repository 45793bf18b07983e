"""The classes of JSON replies are strict, and load what checks them when a prompt is made."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from pydantic import ValidationError

from scholarai.prompting.replies import CopiedQuotes, Plan, QuestionUnderstood, Reply, Row, Scores

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
