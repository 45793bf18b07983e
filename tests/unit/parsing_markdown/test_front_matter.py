"""Heads that are YAML by their form and wrong by their values never cost the paper."""

from __future__ import annotations

import pytest

from scholarai.parsing.markdown.front_matter import read_front_matter


@pytest.mark.parametrize(
    ("date", "year"), [("2024-02-30", 2024), ("2024-13-01", 2024), ("2024-02-28T25:61:00", 2024), ("2024-02-03", 2024)]
)
def test_a_wrong_date_costs_nothing(date: str, year: int) -> None:
    head = read_front_matter(f"---\ntitle: On Bees\ndate: {date}\n---\nText").head()

    assert (head.title, head.year) == ("On Bees", year)


@pytest.mark.parametrize(
    "value",
    ["!!timestamp never", "!!int many", "!!bool maybe", "!!float x", "!!binary é", "1" * 5_000, "!!set [a]", "!!omap a",
     "{? {a: b} : c}", "!!python/object:os.system x", "&a [*a]", "[" * 90_000, "0o9", "1:99:99999999999999999999.5", "!!null x"],
)  # fmt: skip
def test_a_value_that_is_not_what_it_says_leaves_the_text(value: str) -> None:
    read = read_front_matter(f"---\ntitle: On Bees\nodd: {value}\n---\nText")

    assert read.body == "Text"
    assert read.problem is not None or read.head().title == "On Bees"


@pytest.mark.parametrize("value", ["0x" + "f" * 5_000, "!!int 0x" + "f" * 5_000, "1_0", "1.10", "yes", "007"])
def test_a_title_stands_as_it_is_written(value: str) -> None:
    head = read_front_matter(f"---\ntitle: {value}\n---\nText").head()

    assert head.title == value.removeprefix("!!int ")


def test_raised_and_lowered_digits_of_a_field_are_printed_as_such() -> None:
    head = read_front_matter('---\ntitle: "SO~2~ at 10^-6^ of $x^2+y^2$ in m<sup>3</sup>"\n---\nText').head()

    assert head.title == "SO₂ at 10⁻⁶ of $x^2+y^2$ in m³"
