"""A quote may leave words out with a mark; places that do not belong together are spliced."""

from __future__ import annotations

import pytest
from unit.citations.verdicts import PAPER, PARAGRAPHS, found, kinds

from scholarai.citations import GroundingText, ground_quote

HALVES = GroundingText.of(
    "There are slight differences in the way that both groups count.\n\nThe drug slows the growth of cells.\n\n"
    "There are slight differences in the crossing point of both curves as they are drawn here."
)
TOLD = GroundingText.of(
    "Slow growth of the cells is common.\n\nIn this paper it is told that both drugs slow the growth of the cells."
)


def test_an_ellipsis_gives_one_range_per_part() -> None:
    assert found("Attention is all you need … Recurrent models are slower to train") == (
        "normalized",
        ["Attention is all you need", "Recurrent models are slower to train"],
    )


def test_an_ellipsis_may_not_hide_a_negation() -> None:
    quote = "They may ... reach the accuracy of 62 %"

    assert found(quote) == ("altered", ["They may not reach the accuracy of 62 %"])
    assert kinds(quote) == ["negation"]
    assert [PAPER.text[c.text_start : c.text_end] for c in ground_quote(quote, PAPER).changes] == ["not"]


def test_a_negation_that_a_quote_keeps_is_not_hidden() -> None:
    assert found("They may not reach … accuracy of 62 %")[0] == "normalized"


@pytest.mark.parametrize(
    "quote",
    [
        "slower to train … Attention is all you need for translation",
        "We use α-decay … Nothing is said here about the method",
        "Attention … need … train",
    ],
    ids=["out of order", "far apart", "single words"],
)
def test_parts_that_do_not_belong_together_are_spliced(quote: str) -> None:
    assert found(quote)[0] == "spliced"


def test_an_elided_quote_of_which_one_part_is_foreign_is_not_found() -> None:
    assert found("Attention is all you need … rich in potassium and vitamins")[0] == "not_found"


@pytest.mark.parametrize(
    "quote",
    [
        "The efficiency rose to 3.5% Recurrent models are slower to train",
        "Recurrent models are slower to train. We use α-decay. The temperature was −0.5 degrees",
    ],
)
def test_places_put_together_without_a_mark_are_spliced(quote: str) -> None:
    assert found(quote)[0] == "spliced"


def test_two_long_halves_of_two_paragraphs_are_spliced() -> None:
    grounding = ground_quote("There are slight differences in the way that both curves as they are drawn here", HALVES)

    assert grounding.verdict == "spliced"
    assert [HALVES.text[start:end] for start, end in grounding.ranges] == [
        "There are slight differences in the way that both",
        "curves as they are drawn here",
    ]


def test_of_a_half_that_stands_twice_the_place_beside_the_other_half_counts() -> None:
    article_dropped = "There are slight differences in crossing point of both curves as they are drawn here"
    last_half_longer = ground_quote(article_dropped, HALVES)
    first_half_longer = ground_quote("In this paper it is told that both drugs slow growth of the cells", TOLD)

    assert (last_half_longer.verdict, first_half_longer.verdict) == ("fuzzy", "fuzzy")
    assert [change.kind for change in last_half_longer.changes] == ["article"]


def test_words_left_out_without_a_mark_alter_a_quote() -> None:
    quote = "Attention is all you need for translation slower to train"

    assert found(quote)[0] == "altered"
    assert kinds(quote) == ["omission"]


def test_of_an_elided_quote_each_part_may_be_damaged_but_not_turned() -> None:
    assert found("Attention iz all you need for translatoin … models are slower to train")[0] == "fuzzy"
    assert found("Attention is never all you need for translation … slower to train")[0] == "altered"


def test_parts_may_stand_in_neighbouring_paragraphs_and_no_further_apart() -> None:
    near = ground_quote("The first of all models is trained … A second one was made from letters alone", PARAGRAPHS)
    last = ground_quote("was made from letters alone … The third of them reads sounds and words", PARAGRAPHS)
    apart = ground_quote("The first of all models is trained … The third of them reads sounds and words", PARAGRAPHS)

    assert (near.verdict, last.verdict, apart.verdict) == ("normalized", "normalized", "spliced")


def test_parts_on_both_sides_of_a_middle_one_are_too_far_apart() -> None:
    quote = "The first of all models … A second one was made from letters alone … reads sounds and words"

    assert ground_quote(quote, PARAGRAPHS).verdict == "spliced"


def test_a_hundred_elisions_in_a_repetitive_paper_come_to_an_end() -> None:
    paper = GroundingText.of("the model of the data is the model. " * 5_000)

    grounding = ground_quote("the model ... of the data " * 100, paper)

    assert grounding.verdict in {"spliced", "not_found", "normalized"}
