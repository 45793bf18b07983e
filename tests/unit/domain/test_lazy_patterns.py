"""Patterns that are compiled at their first use, and what their matches need."""

from __future__ import annotations

import re
from collections.abc import Iterable
from re import _constants as codes
from re import _parser
from typing import Any

import pytest

from scholarai.domain.patterns import LazyPattern, lazy_pattern
from scholarai.local.kept_patterns import lazy_patterns

_ANYTHING = "\0"


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


def test_a_text_without_what_a_match_needs_compiles_nothing() -> None:
    pattern = lazy_pattern("(", needs=("page",))

    assert (pattern.search("a fig"), list(pattern.finditer("a fig")), pattern.sub("x", "a fig")) == (None, [], "a fig")


@pytest.mark.parametrize("text", ["A PAGE, TWO PAGES", "a page", "a fig", "sure", "\u017fure"])
def test_a_pattern_with_needs_finds_what_the_compiled_one_does(text: str) -> None:
    compiled = re.compile(r"\bpages?\b|sure", re.IGNORECASE)
    for _ in range(2):
        pattern = lazy_pattern(compiled.pattern, compiled.flags, needs=("page", "sure"))

        assert [match.span() for match in pattern.finditer(text)] == [match.span() for match in compiled.finditer(text)]
        assert (pattern.search(text) is None) == (compiled.search(text) is None)
        assert pattern.search(text, len(text)) is None
        assert pattern.sub("x", text, 1) == compiled.sub("x", text, count=1)


def test_every_match_of_a_pattern_with_needs_contains_one_of_them() -> None:
    needy = [pattern for pattern in lazy_patterns() if pattern.needs]
    unproved = [(pattern.compiled.pattern, pattern.needs) for pattern in needy if _without(pattern)]

    assert len(needy) > 25
    assert unproved == []


@pytest.mark.parametrize(
    ("pattern", "needs", "is_proved"),
    [
        (r"\bpages?\b", ("page",), True),
        (r"\bpages?\b", ("pages",), False),
        (r"(?:the|a) (?:table|figure)", ("table", "fig"), True),
        (r"(?:the|a) (?:table|figure|plot)", ("table", "fig"), False),
        (r"what(?: is|'s) new", ("what is", "what's"), True),
        (r"what(?: is|'s| was) new", ("what is", "what's"), False),
        (r"(?:page )+\d", ("page",), True),
        (r"(?:page )*\d", ("page",), False),
        (r"(?!page)\d", ("page",), False),
        (r"\d(?=page)", ("page",), True),
        (r"pa(?:x|y)?ge", ("page",), False),
        (r"§\d", ("page",), True),
        (r"[§\ue000-\uf8ff]|page", ("page",), True),
        (r"[§#]|page", ("page",), False),
        (r"summari[sz]e", ("summarise", "summarize"), True),
        (r"summari[sz]e", ("summarise",), False),
        (r"pages|(?!)", ("page",), True),
    ],
)
def test_needs_are_proved_from_a_pattern_s_parts(pattern: str, needs: tuple[str, ...], is_proved: bool) -> None:
    assert (not _without(LazyPattern(pattern, re.IGNORECASE, needs))) == is_proved


def _without(pattern: LazyPattern) -> set[str]:
    """Return how ASCII matches may end that contain nothing of what they need; `_ANYTHING` stands for unknown characters."""
    parsed = _parser.parse(pattern.compiled.pattern, pattern.compiled.flags & ~re.UNICODE)
    return _extended({_ANYTHING}, parsed, pattern.needs)


def _extended(endings: set[str], parts: Iterable[Any], needs: Iterable[str]) -> set[str]:
    """Return the endings after the parts of a pattern, without those that contain a need."""
    longest = max(map(len, needs))
    for operation, argument in parts:
        longer = _after(endings, operation, argument, needs)
        endings = {ending[-longest:] for ending in longer if not any(need in ending for need in needs)}
        if not endings:
            break
    return endings


def _after(endings: set[str], operation: Any, argument: Any, needs: Iterable[str]) -> set[str]:  # noqa: PLR0911 - one per kind
    match operation:
        case codes.LITERAL:
            letter = chr(argument)
            return {ending + letter.lower() for ending in endings} if letter.isascii() else set()
        case codes.BRANCH:
            return set().union(*(_extended(endings, branch, needs) for branch in argument[1]))
        case codes.SUBPATTERN:
            return _extended(endings, argument[3], needs)
        case codes.ATOMIC_GROUP:
            return _extended(endings, argument, needs)
        case codes.MAX_REPEAT | codes.MIN_REPEAT | codes.POSSESSIVE_REPEAT:
            least, most, repeated = argument
            once = _extended(endings, repeated, needs)
            more = _extended({_ANYTHING}, repeated, needs) if once and most > 1 else set()
            return once | more | (set() if least else endings)
        case codes.ASSERT:
            return endings if _extended({_ANYTHING}, argument[1], needs) else set()
        case codes.IN:
            return _after_one_of(endings, argument, needs)
        case codes.ASSERT_NOT if not len(argument[1]):  # (?!) matches nowhere
            return set()
        case codes.AT | codes.ASSERT_NOT:
            return endings
        case _:
            return {_ANYTHING}


def _after_one_of(endings: set[str], members: list[tuple[Any, Any]], needs: Iterable[str]) -> set[str]:
    if all(kind is codes.LITERAL for kind, _ in members):
        return set().union(*(_after(endings, *letter, needs) for letter in members))
    return {_ANYTHING} if any(_is_ascii(*member) for member in members) else set()


def _is_ascii(kind: Any, value: Any) -> bool:
    """Tell whether a part of a character set may hold an ASCII character."""
    match kind:
        case codes.LITERAL:
            return bool(value < 128)
        case codes.RANGE:
            return bool(value[0] < 128)
        case _:
            return True
