"""Numbers in digits and in words are read by value, with what they count."""

from __future__ import annotations

import pytest

from scholarai.citations.doubting.numerals import Numbers, Numeral, counts_its_list, numerals_of
from scholarai.citations.doubting.supporting import Words
from scholarai.citations.words import words_of


def words(text: str) -> Words:
    return Words(text, list(words_of(text)))


def read(text: str) -> list[Numeral]:
    return numerals_of(words(text))


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("87 patients", 87, "patients"),
        ("eighty-seven old patients", 87, "patients"),
        ("two hundred and fifty patients", 250, "patients"),
        ("one million and five words", 1_000_005, "words"),
        ("three dozen eggs", 36, None),
        ("twice", 2, None),
        ("0.50 ms", 0.5, "ms"),
        ("p < .05", 0.05, None),
        ("1,204 people", 1204, "people"),
        ("20 000 people", 20_000, "people"),
        ("3,5 kg", 3.5, "kg"),
        ("1.2 million", 1_200_000, None),
        ("1.2M parameters", 1_200_000, "parameters"),
        ("5m wide", 5, "m"),
        ("a 12-hour shift", 12, "hour"),
        ("12 per cent", 0.12, "%"),
        ("12 percent", 12, "%"),
        ("12 %", 12, "%"),
        ("half an hour", 0.5, "hour"),
        ("two thirds of them", 66.7, None),
        ("three quarters", 75, None),
        ("top-5", 5, None),
        ("12. Patients", 12, None),
        ("12 of c", 12, None),
    ],
)
def test_a_number_is_read_by_its_value(text: str, value: float, unit: str | None) -> None:
    (number,) = read(text)

    assert float(value) in number.values
    assert number.unit == unit


@pytest.mark.parametrize("text", ["GPT-3", "H2O", "COVID-19", "x1", "no number", ""])
def test_names_with_digits_are_no_numbers(text: str) -> None:
    assert read(text) == []


def test_words_of_a_number_stand_together() -> None:
    assert [sorted(number.values, key=str) for number in read("twenty | one")] == [[20.0], [1.0]]
    assert len(read("thirty, five")) == 2


def test_a_share_is_known_by_both_of_its_numbers() -> None:
    part, whole = read("61 of the 84")

    assert {61.0, 73.0, 0.73} <= part.values
    assert {84.0, 73.0, 0.73} <= whole.values
    assert 73.0 not in read("61 by 84")[0].values


def test_words_that_say_something_else_as_often_are_loose() -> None:
    assert [number.loose for number in read("one and second and seven and twenty-one")] == [True, True, False, False]


def test_a_number_of_endless_digits_is_itself() -> None:
    assert read("9" * 5_000)[0].values == {"9" * 5_000}


@pytest.mark.parametrize(
    ("said", "told", "covered"),
    [
        ("30", "29.7", False),
        ("about 30", "29.7", True),
        ("about 30", "27", False),
        ("about 30", "31", True),
        ("about 30", "4 5 6", False),
        ("six months", "half a year", True),
        ("90 minutes", "1.5 h", True),
        ("90 minutes", "1.6 h", False),
        ("50 %", "half", True),
        ("0.87", "87 %", True),
        ("87", "87 %", True),
    ],
)
def test_a_number_is_covered_by_its_value_and_measure(said: str, told: str, covered: bool) -> None:
    assert Numbers(read(told)).cover(read(said)[0]) == covered


def test_asked_exactly_a_rounded_number_is_another() -> None:
    assert not Numbers(read("29.7")).cover(read("about 30")[0], exactly=True)


@pytest.mark.parametrize(
    ("said", "told", "another"),
    [
        ("5 ms", "5 s", True),
        ("5 ms", "5 milliseconds", False),
        ("5 ms", "5 s and 5 ms", False),
        ("5 ms", "5", False),
        ("5", "5 s", False),
        ("5 ms", "6 s", False),
    ],
)
def test_a_number_may_count_another_thing(said: str, told: str, another: bool) -> None:
    assert Numbers(read(told)).count_another(read(said)[0]) == another


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("three parts: A, B and C", True),
        ("four parts: A, B and C", False),
        ("3 parts: A, B and C", False),
        ("thirty parts, A, B and C", False),
    ],
)
def test_a_word_may_count_what_is_listed_behind_it(text: str, counts: bool) -> None:
    assert counts_its_list(read(text)[0], words(text)) == counts
