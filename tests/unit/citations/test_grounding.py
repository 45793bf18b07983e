"""A quote is found in its paper, or it is not; the verdict says how."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholarai.citations.grounding import GroundingText, ground_quote
from scholarai.citations.normalising import normalise

PAPER = GroundingText.of(
    "We use α-decay. The efﬁ-\nciency rose to 3.5% (p < 0.05) in all investigated groups.\n\n"
    "Attention is all you need for translation tasks in many languages. Recurrent models are slower to train.\n\n"
    "The temperature was −0.5 degrees in the first run. Attention is all you need, again."
)


def found(quote: str, near: tuple[int, int] | None = None) -> tuple[str, list[str]]:
    grounding = ground_quote(quote, PAPER, near)
    return grounding.verdict, [PAPER.text[start:end] for start, end in grounding.ranges]


def test_a_verbatim_quote_is_exact_whatever_quotation_marks_surround_it() -> None:
    assert found(" “Attention is all you need for translation” ") == (
        "exact",
        ["Attention is all you need for translation"],
    )


@pytest.mark.parametrize(
    ("quote", "place"),
    [
        ("The efficiency rose", "The efﬁ-\nciency rose"),
        ("we use alpha decay", "We use α-decay"),
        ("ATTENTION IS  ALL\nYOU NEED for", "Attention is all you need for"),
        ("recur-\nrent models are", "Recurrent models are"),
        ("temperature was -0.5 degrees", "temperature was −0.5 degrees"),
    ],
)
def test_what_printing_changes_is_evened_out(quote: str, place: str) -> None:
    assert found(quote) == ("normalized", [place])


def test_a_damaged_quote_is_fuzzy_and_its_place_ends_at_word_borders() -> None:
    assert found("Recurrnt modelz are slower to train") == ("fuzzy", ["Recurrent models are slower to train"])


@pytest.mark.parametrize(
    "quote",
    [
        "",
        " ... ",
        "ecurrent mode",
        "The efficiency rose to 35% (p < 0.05)",
        "temperature was 0.5 degrees",
        "Convolutions are all that one needs for image tasks",
        "all you knead",
    ],
)
def test_what_the_paper_does_not_say_is_not_found(quote: str) -> None:
    assert found(quote) == ("not_found", [])


def test_of_two_places_the_one_in_the_cited_excerpt_is_taken() -> None:
    last = PAPER.text.rindex("Attention")

    grounding = ground_quote("Attention is all you need", PAPER, near=(last, len(PAPER.text)))

    assert grounding.ranges == ((last, last + 25),)


def test_an_ellipsis_gives_one_range_per_part() -> None:
    assert found("Attention is all you need … slower to train") == (
        "normalized",
        ["Attention is all you need", "slower to train"],
    )


def test_two_joined_quotes_are_found_part_by_part() -> None:
    verdict, places = found("Recurrent models are slower to train. We use α-decay.")

    assert (verdict, len(places)) == ("normalized", 2)


def test_a_joined_quote_of_which_one_part_is_foreign_is_not_found() -> None:
    assert found("Recurrent models are slower to train. Bananas are rich in potassium and vitamins.")[0] == "not_found"


def test_two_quotes_put_together_without_a_mark_are_found_but_not_as_one() -> None:
    verdict, places = found("The efficiency rose to 3.5% Recurrent models are slower to train")

    assert (verdict, len(places)) == ("fuzzy", 2)


@given(st.text(max_size=200))
@settings(max_examples=200)
def test_normalising_keeps_origins_in_step_and_in_order(text: str) -> None:
    normalised, origin = normalise(text)

    assert len(normalised) == len(origin)
    assert origin == sorted(origin)
    assert all(0 <= index < len(text) for index in origin)


@given(st.data())
def test_every_run_of_whole_words_of_the_paper_is_found_where_it_stands(data: st.DataObject) -> None:
    words = PAPER.text.split(" ")
    first = data.draw(st.integers(0, len(words) - 4))
    quote = " ".join(words[first : first + data.draw(st.integers(4, 12))]).strip()

    grounding = ground_quote(quote, PAPER)

    assert grounding.verdict in {"exact", "normalized"}
