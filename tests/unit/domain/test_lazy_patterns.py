"""Patterns that are compiled at their first use."""

from __future__ import annotations

import re

import pytest

from scholarai.domain.patterns import LazyPattern, lazy_pattern


def test_a_pattern_is_compiled_at_its_first_use_only() -> None:
    pattern = lazy_pattern("(")

    with pytest.raises(re.error):
        pattern.search("a (b)")


def test_a_lazy_pattern_does_what_the_compiled_one_does() -> None:
    pattern = lazy_pattern(r"(\d+) pages", re.IGNORECASE)

    assert isinstance(pattern, LazyPattern)
    assert [pattern.findall("12 Pages, 3 pages"), pattern.sub("x", "1 page, 2 PAGES"), pattern.pattern] == [
        ["12", "3"],
        "1 page, x",
        r"(\d+) pages",
    ]
