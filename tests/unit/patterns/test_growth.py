"""No regular expression takes more than linear time, tried with inputs made from its own structure."""

from __future__ import annotations

import re

import pytest
from unit.patterns.growth import MOST_GROWTH, worst
from unit.patterns.pattern_inputs import Use, uses

from scholarai.retrieval.question_kinds import KINDS

pytestmark = pytest.mark.slow


def test_every_pattern_takes_linear_time() -> None:
    signs = [Use(f"kinds, {kind.name}", re.compile(kind.signs), "search") for kind in KINDS if kind.signs]
    patterns = [*uses("scholarai"), *signs]
    slow = [(use.where, use.method, *found) for use in patterns if (found := worst(use))[0] > MOST_GROWTH]

    assert len(patterns) > 400
    assert slow == []


@pytest.mark.parametrize(
    ("method", "pattern"),
    [
        ("search", r"\s+$"),
        ("sub", r"\s+([.,])"),
        ("match", r"(a|a)+b"),
        ("fullmatch", r"(\w+\s?)+"),
        ("match", r"\s*(?:id)?\s*\d"),
        ("finditer", r"<\s*/?\s*cite\s*>"),
        ("search", r"\[[^]]*\]\("),
        ("finditer", r"\(\s*\d+\s*[^)]*?\s*;"),
        ("search", rb"(?:\\\\)*\\x"),
    ],
)
def test_a_pattern_that_is_worse_than_linear_is_found(method: str, pattern: str | bytes) -> None:
    assert worst(Use("here", re.compile(pattern), method))[0] > MOST_GROWTH


@pytest.mark.parametrize(
    ("method", "pattern"),
    [
        ("search", r"(?<!\s)\s+$"),
        ("sub", r"[^\W_]+"),
        ("match", r"\s+(?:id)?\d"),
        ("finditer", r"<\s*+/?\s*+cite\s*+>"),
        ("search", r"\[[^][]*\]\("),
        ("fullmatch", r"(?:\w++\s?)+"),
    ],
)
def test_a_linear_pattern_is_not_found(method: str, pattern: str) -> None:
    assert worst(Use("here", re.compile(pattern), method))[0] <= MOST_GROWTH
