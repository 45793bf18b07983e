"""Another notation of the same number, unit or word is no change; another number is."""

from __future__ import annotations

import pytest

from scholarai.citations import GroundingText, ground_quote

PAPER = GroundingText.of(
    "The yield was 0.76 g in 62 hours and 40 % of it was lost (p < 0.001). Sixty patients and 140 controls took 2 hours. "
    "We sold 10,000 copies on the tenth day at $p < 10^{-4}$ and 3.2 × 10^5 cells. The scores of the nurses did not improve "
    "under amber lamps. The nurses slept for 2.5 days on all of the wards. A ratio of 1/2 was kept for five minutes. "
    "Twenty-one plants grew 3 cm at 25 °C. The lamps were set to values in the interval [0, 0.2] as before. "
    "The hours were long. Simple designs allow a higher output [10, Chapter 3]. The dose was [see Table 2] doubled."
)


@pytest.mark.parametrize(
    ("quote", "verdict"),
    [
        ("The yield was 0·76 g in sixty-two hours", "normalized"),
        ("40 percent of it was lost", "normalized"),
        ("40 per cent of it was lost (p<.001)", "normalized"),
        ("60 patients and one hundred and forty controls took 2 h", "normalized"),
        ("We sold 10 000 copies on the 10th day", "normalized"),
        ("We sold 10\u2009000 copies on the 10th day", "normalized"),
        ("copies on the tenth day at p < 10⁻⁴", "normalized"),
        ("3.2 × 10⁵ cells", "normalized"),
        ("A ratio of ½ was kept for 5 min", "normalized"),
        ("[21] plants grew 3 centimetres at 25 degrees Celsius", "normalized"),
        ("The [carers] slept for 2.5 days on all of the wards", "normalized"),
        ("They [the nurses] slept for 2.5 days on all of the wards", "normalized"),
        ("[T]he nurses slept [sic] for 2.5 days on all of the wards", "normalized"),
        ("We s[ell] 10,000 copies on the tenth day", "normalized"),
        ("The nurses slept for 2.5 days (Doe, 2001) on all of the wards [5]", "fuzzy"),
        ("The yield was 0·67 g in 62 hours", "altered"),
        ("The yield was 0.76 g in sixty-three hours", "altered"),
        ("40 percent of it was lost (p<.01)", "altered"),
        ("60 patients and one hundred and forty controls took 2 min", "altered"),
        ("We sold 11 000 copies on the 10th day", "altered"),
        ("copies on the tenth day at p < 10⁻³", "altered"),
        ("A ratio of ¼ was kept for five minutes", "altered"),
        ("[Ninety] plants grew 3 cm at 25 °C", "altered"),
        ("They s[ell] 10,000 copies on the tenth day", "altered"),
        ("We [sel]l no copies on the tenth day", "altered"),
        ("The nurses [never] slept for 2.5 days on all of the wards", "altered"),
        ("The lamps were set to values in the interval [0, 02]", "altered"),
        ("Simple designs allow a higher output [10, Appendix 3]", "altered"),
        ("Simple designs [of lamps] allow a higher output [10, Chapter 3]", "normalized"),
        ("[They] improve under amber lamps", "cut"),
        ("A ratio of 1/2 was kept for five min", "normalized"),
        ("The h were long", "altered"),
    ],
)
def test_a_notation_is_no_change(quote: str, verdict: str) -> None:
    found = ground_quote(quote, PAPER).verdict

    assert found == verdict or (verdict == "altered" and found == "not_found")


@pytest.mark.parametrize(
    ("words", "digits", "another"),
    [
        ("nineteen", "19", "90"),
        ("ninety nine", "99", "999"),
        ("two hundred and five", "205", "2005"),
        ("two thousand and twelve", "2012", "2002"),
        ("two thousand three hundred", "2,300", "3,200"),
        ("one hundred thousand", "100,000", "1,000"),
        ("one million two hundred thousand", "1,200,000", "1,000,200"),
        ("thirty five million", "35,000,000", "30,000,005"),
        ("ninety, one hundred", "90, 100", "9,100"),
        ("twenty, five", "20, 5", "25"),
        ("a dozen", "12", "20"),
    ],
)
def test_a_number_in_words_is_the_one_in_digits(words: str, digits: str, another: str) -> None:
    quote = f"They counted {words} cells in the wards"

    verdicts = [
        ground_quote(quote, GroundingText.of(f"They counted {number} cells in the wards of the house.")).verdict
        for number in (digits, another)
    ]

    assert verdicts[0] == "normalized"
    assert verdicts[1] in {"altered", "not_found"}
