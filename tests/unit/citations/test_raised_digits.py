"""Raised and lowered digits of a paper: a power is no plain number, a mark is no word, an index is written as one likes."""

from __future__ import annotations

import pytest

from scholarai.citations import GroundingText, ground_quote
from scholarai.domain.verdicts import TRUE_VERDICTS

PAPER = GroundingText.of(
    "We weighed 3162⁵ eggs of which 40 were spotted. A spoon of mud has 10⁷ spores in it. The hut was built in 1911⁶ and sold. "
    "Plots of 15 dm² were mown. The air has more SO₂ than N₂ here, and ⁸⁷Rb was rare. It ran at 2.5×10⁻⁴ m s⁻¹ through the tube. "
    "Some had seen it⁷,⁹–¹¹ before, and it sank.¹² Later it rose from y₀ to y³, on a mesh of 64³ cells. The fit has an r² of 0.83. "
    "The seals⁵ slept through it, and Na⁵ is rare."
)
SAME = [
    "We weighed 3162 eggs of which 40 were spotted",
    "3162 eggs",
    "We weighed 3162⁵ eggs",
    "mud has 10^7 spores",
    "mud has $10^{7}$ spores in it",
    "mud has 10<sup>7</sup> spores in it",
    "A spoon of mud has 10**7 spores",
    "The hut was built in 1911",
    "The hut was built in 1911 and sold.",
    "Plots of 15 dm2 were mown",
    "Plots of 15 dm^2 were mown",
    "more SO2 than N2 here, and 87Rb was rare",
    "ran at 2.5x10^-4 m s-1 through the tube",
    "ran at 2.5 × 10^{-4} m s^{-1} through the tube",
    "Some had seen it before, and it sank. Later it rose from y0 to y3",
    "Some had seen it7,9-11 before",
    "on a mesh of 64^3 cells",
    "The fit has an r2 of 0.83",
    "The seals slept through it",
]
OTHER = [
    "We weighed 31625 eggs of which 40 were spotted",
    "We weighed 3163 eggs of which 40 were spotted",
    "mud has 107 spores in it",
    "mud has 10 spores in it",
    "A spoon of mud has 10",
    "mud has 10^6 spores in it",
    "The hut was built in 19116 and sold",
    "Plots of 15 dm were mown",
    "The air has more SO",
    "ran at 2.5×10-4 m s-1 through the tube",
    "ran at 2.5×10^4 m s-1 through the tube",
    "on a mesh of 643 cells",
    "on a mesh of 64 cells",
    "slept through it, and Na is rare",
]


@pytest.mark.parametrize("quote", SAME)
def test_notations_of_raised_digits_and_left_out_marks_are_no_change(quote: str) -> None:
    assert ground_quote(quote, PAPER).verdict in TRUE_VERDICTS


@pytest.mark.parametrize("quote", OTHER)
def test_raised_digits_behind_a_number_or_a_unit_are_not_plain_or_absent(quote: str) -> None:
    assert ground_quote(quote, PAPER).verdict not in TRUE_VERDICTS


def test_a_mark_that_extraction_found_is_one_whatever_its_number() -> None:
    text = "There were 12³ owls in the barn that night."

    assert ground_quote("There were 12 owls in the barn that night.", GroundingText.of(text)).verdict == "altered"
    assert (
        ground_quote("There were 12 owls in the barn that night.", GroundingText.of(text, [(13, 14)])).verdict
        == "fuzzy"
    )


def test_flat_digits_of_a_paper_are_not_a_power() -> None:
    source = GroundingText.of("A spoon of mud has 107 spores in it.")

    assert ground_quote("A spoon of mud has 10⁷ spores in it.", source).verdict == "altered"
