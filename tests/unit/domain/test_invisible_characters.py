"""Invisible characters are removed, wherever a stream is cut, and letters that need joiners keep them."""

from __future__ import annotations

import json
import random

import pytest

from scholarai.domain.invisible_characters import VisibleStream, hidden_ranges, visible, visible_json

# Said by code point: an editor shows none of them.
OVERRIDE, POP, ISOLATE, ZERO_WIDTH_SPACE, BOM = "\u202e", "\u202c", "\u2067", "\u200b", "\ufeff"
JOINER, NON_JOINER = "\u200d", "\u200c"
PERSIAN = f"\u0645\u06cc{NON_JOINER}\u062e\u0648\u0627\u0647\u0645"
DEVANAGARI = f"\u0915\u094d{JOINER}\u0937"
FAMILY = f"\U0001f469{JOINER}\U0001f467"
BURNING_HEART = f"\u2764\ufe0f{JOINER}\U0001f525"


@pytest.mark.parametrize(
    "hidden",
    [
        *("\x00", "\x07", "\x1b", "\x7f", "\x80", "\x9f", "\u00ad", "\u061c", "\u180e", "\u200e", "\u200f", "\u2060"),
        *(OVERRIDE, POP, ISOLATE, ZERO_WIDTH_SPACE, BOM, "\u2066", "\u2069", "\u206a", "\U000e0041", "\ud800"),
        *(JOINER, NON_JOINER, JOINER * 3),
    ],
    ids=ascii,
)
def test_a_hidden_character_is_left_out(hidden: str) -> None:
    assert visible(f"{hidden}app{hidden}rove it{hidden}.{hidden}") == "approve it."


@pytest.mark.parametrize(
    "text", ["", "a\tb\nc", "naïve “quotes” – 3 × 10⁻³ µm", "\u05e9\u05dc\u05d5\u05dd", PERSIAN, DEVANAGARI, FAMILY, BURNING_HEART]
)  # fmt: skip
def test_what_a_reader_sees_stays(text: str) -> None:
    assert visible(text) == text


def test_a_joiner_stays_between_the_letters_that_need_it_and_nowhere_else() -> None:
    assert visible(f"{NON_JOINER}{PERSIAN}{NON_JOINER} a{JOINER}b") == f"{PERSIAN} ab"
    assert visible(PERSIAN.replace(NON_JOINER, NON_JOINER * 3)) == PERSIAN


@pytest.mark.parametrize(("text", "seen"), [("a\r\nb", "a\nb"), ("a\rb", "a b"), ("a\x0cb\u2028c\x85d", "a b c d")])
def test_no_other_line_break_stays(text: str, seen: str) -> None:
    assert visible(text) == seen


MIXED = [
    *f"ab {PERSIAN}{DEVANAGARI}{BURNING_HEART}{OVERRIDE}{ZERO_WIDTH_SPACE}{JOINER}{NON_JOINER}\r\n\x0b\x00\U000e0041"
]


def test_how_a_text_is_cut_changes_nothing() -> None:
    chance = random.Random(12)
    for _ in range(3_000):
        text = "".join(chance.choices(MIXED, k=chance.randint(0, 9)))
        cuts = sorted(chance.choices(range(len(text) + 1), k=2))
        stream = VisibleStream()

        pieces = [text[: cuts[0]], text[cuts[0] : cuts[1]], text[cuts[1] :]]
        assert "".join(map(stream.feed, pieces)) + stream.finish() == visible(text), ascii(text)


def test_what_is_seen_once_is_seen_as_it_is() -> None:
    chance = random.Random(34)
    for _ in range(3_000):
        seen = visible("".join(chance.choices(MIXED, k=8)))

        assert visible(seen) == seen, ascii(seen)


def test_the_ranges_are_those_of_what_is_left_out() -> None:
    text = f"{BOM}a{OVERRIDE}{POP}b\r\n{PERSIAN}\x0bc"
    left = "".join(character for n, character in enumerate(text) if not any(a <= n < b for a, b in hidden_ranges(text)))

    assert hidden_ranges(text) == [(0, 1), (2, 4), (5, 6)]
    assert left.replace("\x0b", " ") == visible(text)


def test_json_is_cleaned_in_keys_and_values_and_stays_json() -> None:
    value = {"a\u202e": [f"b{ZERO_WIDTH_SPACE}", {"c": "d\x07\x1be"}], "n": 1.5, "t": True, "z": None}
    for ascii_only in (True, False):
        rendered = json.dumps(value, ensure_ascii=ascii_only).encode()

        assert json.loads(visible_json(rendered)) == {"a": ["b", {"c": "de"}], "n": 1.5, "t": True, "z": None}


@pytest.mark.parametrize("text", ["\\begin{equation} \\frac{a}{b} \\rho \\u0041", 'a "quote"', "é – “x” \U0001f525"])
def test_json_without_hidden_characters_is_not_touched(text: str) -> None:
    rendered = json.dumps({"z": text, "a": 1e-7}, indent=1, ensure_ascii=False).encode()

    assert visible_json(rendered) is rendered
