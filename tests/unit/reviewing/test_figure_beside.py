"""A number of a sentence counts only where one stands beside what is asked for."""

from __future__ import annotations

import pytest

from scholarai.reviewing.numbers import figure_beside

RANDOMISED = "How many patients were randomised?"


@pytest.mark.parametrize(
    ("question", "sentence", "number"),
    [
        (RANDOMISED, "We randomised 40 patients to two arms.", 40),
        (RANDOMISED, "Forty elderly patients were randomised.", 40),
        (RANDOMISED, "Two patients were lost to follow-up.", None),
        (RANDOMISED, "Of 20 patients, 12 patients were randomised.", None),
        (RANDOMISED, "Patients were randomised in 2010 at 12 sites.", None),
        ("How many minutes did it boil?", "In 11 minutes and forty seconds it boils.", 11),
        ("What was the duration of follow-up?", "The duration of follow-up was 12 months.", 12),
        ("What was the duration of follow-up?", "The duration of follow-up varied, 30 nurses say.", None),
        ("Is it any of these?", "There were 12 of them.", None),
    ],
)
def test_the_one_number_beside_what_is_asked_for_counts(question: str, sentence: str, number: float | None) -> None:
    assert figure_beside(question, sentence) == number
