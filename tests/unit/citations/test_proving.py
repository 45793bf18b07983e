"""A quote of a word or two supports nothing, unless it is what was asked for."""

from __future__ import annotations

import pytest

from scholarai.citations.grounding import proves


@pytest.mark.parametrize(
    ("quote", "question", "expected"),
    [
        ("Attention is all you need", "", True),
        ("the", "", False),
        ("Attention is all", "", False),
        ("it is so as we do", "", False),
        ("is considered internationally standardised", "", True),
        ("internationally standardised considerations", "", False),
        ("97 %", "", True),
        ("28.4 BLEU", "", False),
        ("12 hours", "", True),
        ("97", "", False),
        ("AdaBoost", "Which classifier is used?", True),
        ("AdaBoost", "Does it work?", False),
        ("adaboost", "Which classifier is used?", False),
        ("p53", "What gene is mutated?", True),
        ("", "", False),
    ],
)
def test_quotes_that_prove_a_sentence_and_those_too_short_to(quote: str, question: str, *, expected: bool) -> None:
    assert proves(quote, question) == expected


def test_a_cell_of_a_table_proves_what_it_says() -> None:
    assert proves("97", in_table=True)
