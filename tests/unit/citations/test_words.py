"""Text is split into words that compare equal whatever printing and markup did to them."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scholarai.citations.words import BETWEEN_NUMBERS, WordIndex, joined, joined_with_borders, words_of


def forms(text: str) -> list[str]:
    return [word.form for word in words_of(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The efﬁ-\nciency", ["the", "efficiency"]),
        ("naïve Größe", ["naive", "grosse"]),
        ("don’t", ["dont"]),
        ("α-decay of 𝛽", ["alpha", "decay", "of", "beta"]),
        ("$\\alpha$ \\textbf{or} \\varphi \\leq 3", ["alpha", "or", "phi", "≤", "3"]),
        ("**bold** <i>and</i> &amp; &lt; x", ["bold", "and", "<", "x"]),
        ("a ≠ b =\u0338 c", ["a", "≠", "b", "≠", "c"]),
        ("你好 world", ["你", "好", "world"]),
        ("कि की", ["कि", "की"]),
        ("m² m2 m^2 CO₂ ¹⁴C", ["m", "2", "m", "2", "m", "2", "co", "2", "14", "c"]),
        ("m s⁻¹ m s-1 m s^{-1}", ["m", "s", "-", "1"] * 3),
        ("seals⁵,⁷–⁹", ["seals", "5,7-9"]),
        ("soft\u00adhyphen", ["softhyphen"]),
    ],
)
def test_printing_and_markup_leave_no_trace(text: str, expected: list[str]) -> None:
    assert forms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("−0.5 and -0.5", ["-", "0.5", "and", "-", "0.5"]),
        ("COVID-19 and x-5", ["covid", "19", "and", "x", "5"]),
        ("3–5 or 3 - 5", ["3", "-", "5", "or", "3", "-", "5"]),
        ("1,000 and 1,00", ["1000", "and", "1,00"]),
        ("1/2 of 3:1", ["1/2", "of", "3:1"]),
        ("62 % of 5‰, 7°", ["62", "%", "of", "5", "‰", "7", "°"]),
        ("costs $5 and $6", ["costs", "$", "5", "and", "$", "6"]),
        ("$5\\%$", ["5", "%"]),
        ("x < 5 > y ± 2", ["x", "<", "5", ">", "y", "±", "2"]),
    ],
)
def test_numbers_keep_their_signs(text: str, expected: list[str]) -> None:
    assert forms(text) == expected


@pytest.mark.parametrize(
    ("same", "form"),
    [
        ("10³ 10^3 10^{3} 10**3 10<sup>3</sup> 10^3^ 10\\textsuperscript{3} $10^3$", "^3"),
        ("10⁻¹² 10^-12 10^{-12} 10^(−12) 10<sup>−12</sup>", "^-12"),
        ("10¹/² 10^{1/2}", "^1/2"),
        ("10₂ 10_{2} 10<sub>2</sub>", "_2"),
    ],
)
def test_raised_or_lowered_digits_behind_a_digit_are_a_word_of_their_own(same: str, form: str) -> None:
    assert forms(same) == ["10", form] * len(same.split())
    assert forms(f"10{form[1:]}")[-1] != form


def test_two_numbers_in_a_row_are_not_one() -> None:
    assert joined(list(words_of("groups 1 2"))) == f"groups1{BETWEEN_NUMBERS}2"
    assert WordIndex("groups 1 2").joined == f"groups1{BETWEEN_NUMBERS}2"


def test_an_index_leads_from_the_joined_words_back_to_the_text() -> None:
    text = "The efﬁ-\nciency rose."
    index = WordIndex(text)

    at = index.joined.index("efficiency")

    word = index.word_at(at + 3)
    assert text[slice(*index.span(word, word))] == "efﬁ-\nciency"
    assert (index.begins_at(at), index.begins_at(at + 1), index.begins_at(len(index.joined))) == (True, False, True)


def test_an_index_gives_its_words_back() -> None:
    text = "In groups 1 2, the efﬁ-\nciency rose by 3.5 %"
    words = list(words_of(text))
    index = WordIndex(text)

    assert [index.words(first, last) for first, last in ((0, 3), (3, 5), (2, len(words) - 1))] == [
        words[:4],
        words[3:6],
        words[2:],
    ]


def test_joined_words_come_with_the_borders_of_each() -> None:
    form, borders = joined_with_borders(list(words_of("groups 1 2 rose")))

    assert [form[start:end] for start, end in borders] == ["groups", "1", "2", "rose"]
    assert form == f"groups1{BETWEEN_NUMBERS}2rose"


def test_an_index_leads_from_the_text_to_the_next_word() -> None:
    index = WordIndex("one two three")

    assert [index.joined[index.offset_of(place) :] for place in (0, 3, 4, 7, 13)] == [
        "onetwothree",
        "twothree",
        "twothree",
        "three",
        "",
    ]


@given(st.text(max_size=200))
def test_words_stand_in_order_and_apart(text: str) -> None:
    words = list(words_of(text))

    assert all(0 <= word.start < word.end <= len(text) for word in words)
    assert all(one.end <= other.start for one, other in itertools.pairwise(words))
    assert WordIndex(text).joined == joined(words)
