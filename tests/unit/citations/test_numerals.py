"""Numbers in digits and in words are read by value, with their unit and what they count."""

from __future__ import annotations

import pytest

from scholarai.citations.doubting.numerals import Numeral, numerals_of
from scholarai.citations.words import words_of


def read(text: str, *, english: bool = True, quoted: bool = False) -> list[Numeral]:
    return numerals_of(text, list(words_of(text)), english=english, quoted=quoted)


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("87 patients", 87, ""),
        ("eighty-seven old patients", 87, ""),
        ("two hundred and fifty patients", 250, ""),
        ("one million and five words", 1_000_005, ""),
        ("three dozen eggs", 36, ""),
        ("a dozen eggs", 12, ""),
        ("a hundred and five eggs", 105, ""),
        ("ninety nine eggs", 99, ""),
        ("two thousand and twelve eggs", 2_012, ""),
        ("two thousand three hundred eggs", 2_300, ""),
        ("two hundred thousand and five eggs", 200_005, ""),
        ("three million two hundred thousand eggs", 3_200_000, ""),
        ("two thousand million eggs", 2_000_000_000, ""),
        ("five km", 5, "length"),
        ("1.5-fold", 1.5, "fold"),
        ("5 km3", 5, "length3"),
        ("5°", 5, "angle"),
        ("1,20 euros", 1.2, "euros"),
        ("0.50 ms", 0.5, "time"),
        ("p < .05", 0.05, ""),
        ("1,204 people", 1204, ""),
        ("20 000 people", 20_000, ""),
        ("1.2 million", 1_200_000, ""),
        ("5mm wide", 5, "length"),
        ("a 12-hour shift", 12, "time"),
        ("12 per cent", 12, "share"),
        ("two percentage points", 2, "pp"),
        ("−3 °C", -3, "temperature"),
        ("$5 million", 5_000_000, "dollars"),
        ("40 m2", 40, "length2"),
        ("1.2 × 10^3", 1_200, ""),
        ("3e-2", 0.03, ""),
        ("5 × 10−3", 0.005, ""),
        ("7²", 49, ""),
        ("2⁵ trees", 32, ""),
    ],
)
def test_a_number_is_read_by_its_value(text: str, value: float, dimension: str) -> None:
    (number,) = read(text)

    assert number.value == pytest.approx(value)
    assert number.dimension == dimension


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("90 s", "1.5 min"), ("2 h", "120 min"), ("3 days", "72 h"), ("2 weeks", "14 d"), ("1 fortnight", "14 days"),
        ("6 months", "0.5 years"), ("3 decades", "30 years"), ("2 centuries", "20 decades"), ("5 yr", "60 months"),
        ("5 ‰", "0.5 %"), ("36 inches", "3 feet"), ("1 mile", "5280 feet"), ("1 mile", "1609.344 m"), ("20 microns", "0.02 mm"),
        ("1 deg", "60 arcmin"), ("1 arcmin", "60 arcsec"), ("1 rad", "1000 mrad"), ("3.14159265 rad", "180°"),
        ("2 tonnes", "2000 kg"), ("10 lb", "4.536 kg"), ("16 ounces", "1 lb"), ("3 dl", "300 ml"), ("5 kW", "5000 watts"),
        ("2 MJ", "2000 kJ"), ("40 mV", "0.04 volts"), ("3 hPa", "300 Pa"), ("7 GHz", "7000 MHz"), ("2 bytes", "16 bits"),
        ("3 kDa", "3000 Da"), ("4 Mbp", "4000 kbp"), ("5 kpc", "5000 parsecs"), ("9 mmol", "0.009 mol"), ("8 kcal", "8000 cal"),
        ("1 ly", "9461000000000 km"), ("3 mA", "0.003 amperes"), ("6 keV", "6000 eV"), ("2 kN", "2000 newtons"),
    ],
)  # fmt: skip
def test_the_same_quantity_in_two_units_has_one_size(one: str, other: str) -> None:
    (first,), second = read(one), read(other)[-1]

    assert first.unit is not None
    assert second.unit is not None
    assert first.dimension == second.dimension
    assert first.value * first.unit.size == pytest.approx(second.value * second.unit.size, rel=1e-4)


@pytest.mark.parametrize(
    "text", ["GPT-3", "H2O", "COVID-19", "x1", "x_2", "5A1", "no number", "", "9" * 40, "two thirds"]
)
def test_names_with_digits_and_fractions_are_no_numbers(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at least 5", ">"), ("no less than 5", ">"), ("exceeds 5", ">"), ("> 5", ">"), ("no fewer than 5", ">"), ("over the 5", ">"),
        ("at most 5", "<"), ("never more than 5", "<"), ("up to 5", "<"), ("below 5", "<"), ("less than a 5", "<"),
        ("not exceeding 5", "<"), ("does not exceed 5", "<"), ("fewer than about 5", "<"), ("nearly 5", "~"), ("~5", "~"),
        ("about 5", "~"), ("5", ""), ("no more of 5", ""),
    ],
)  # fmt: skip
def test_words_make_a_number_a_limit_or_a_rounded_one(text: str, bound: str) -> None:
    assert [number.bound for number in read(text)] == [bound]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("twenty and ten", [20, 10]),
        ("nineteen ninety", [19, 90]),
        ("one hundred and", [100]),
        ("ninety, one hundred", [90, 100]),
        ("twenty. Five patients", [20, 5]),
        ("of one hundred (five", [100, 5]),
        ("one thousand two thousand", [1_000, 2_000]),
        ("two hundred hundred hundred", [20_000]),
        ("in 2005, million-dollar", [2005]),
    ],
)
def test_words_that_do_not_make_one_number_are_several(text: str, values: list[float]) -> None:
    assert [number.value for number in read(text)] == values


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("1500", True),
        ("2100", True),
        ("1499", False),
        ("2101", False),
        ("1,998", False),
        ("1998 m", False),
        ("1998.0", False),
    ],
)
def test_four_digits_from_1500_to_2100_without_a_unit_are_a_year(text: str, year: bool) -> None:
    assert [number.is_year for number in read(text)] == [year]


def test_in_another_language_a_comma_may_be_a_point() -> None:
    assert {87.4, 874.0} == read("87,4", english=False)[0].values
    assert {4096.0, 4.096} == read("4.096", english=False)[0].values
    assert read("zwei two", english=False) == []


def test_a_number_of_a_paper_may_be_a_power_that_lost_its_place() -> None:
    assert 1_000 in read("103", quoted=True)[0].values
    assert 214 in read("2145", quoted=True)[0].values
    assert 1e-5 in read("10−5", quoted=True)[0].values
    assert read("103")[0].values == {103}
