"""A highlighted place is found again in another extraction of the same paper."""

from __future__ import annotations

import pytest

from scholarai.citations import GroundingText
from scholarai.citations.anchoring import anchor
from scholarai.domain.notes import TextQuoteSelector

TEXT = (
    "Whales sing in winter. The efficient method finds 23 coefficients in each sample.\n\n"
    "We repeat it twice. The result is stable. We repeat it thrice. The result is stable."
)


def marked(exact: str, prefix: str = "", suffix: str = "") -> TextQuoteSelector:
    return TextQuoteSelector(exact=exact, prefix=prefix, suffix=suffix)


def found(quote: TextQuoteSelector, text: str, near: int | None = None) -> tuple[str, list[str]]:
    place = anchor(quote, GroundingText.of(text), near)
    return place.state, [text[start:end] for start, end in place.ranges]


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.replace("efficient", "eﬃcient"),
        TEXT.replace("coefficients", "coeffi-\ncients"),
        TEXT.replace("method finds", "method\nfinds").upper(),
    ],
)
def test_words_that_are_set_otherwise_are_the_same(text: str) -> None:
    state, (place,) = found(marked("The efficient method finds 23 coefficients"), text)

    assert state == "found"
    assert place.split()[0].lower() == "the"
    assert place.lower().replace("-\n", "").endswith(("coefficients", "coeﬃcients"))


def test_of_equal_sentences_the_one_with_the_same_surroundings_is_meant() -> None:
    quote = marked("The result is stable.", prefix="We repeat it thrice. ")

    place = anchor(quote, GroundingText.of(TEXT), near=0)

    assert place.ranges == ((TEXT.rindex("The result"), len(TEXT)),)


def test_of_a_sentence_that_stands_a_hundred_times_the_one_with_the_same_surroundings_is_meant() -> None:
    text = " ".join(f"Run {n} took {7 * n} minutes. The result is stable." for n in range(100, 200))
    quote = marked("The result is stable.", prefix="Run 187 took 1309 minutes. ", suffix=" Run 188 took")

    place = anchor(quote, GroundingText.of(text), near=0)

    start = text.index("The result", text.index("Run 187"))
    assert place.ranges == ((start, start + len("The result is stable.")),)


def test_without_surroundings_the_closest_of_equal_places_is_meant() -> None:
    first = TEXT.index("The result")

    for near in (first, TEXT.rindex("The result")):
        assert anchor(marked("The result is stable."), GroundingText.of(TEXT), near).ranges[0][0] == near


def test_a_text_that_a_running_head_divides_is_found_in_its_two_parts() -> None:
    divided = TEXT.replace("method finds", "method Journal of Heads 7 finds")
    quote = marked("The efficient method finds 23 coefficients", "Whales sing in winter. ", " in each sample.")

    assert found(quote, divided) == ("found", ["The efficient method", "finds 23 coefficients"])


def test_a_text_over_two_blocks_is_found_when_they_change_places() -> None:
    first, second = TEXT.split("\n\n")
    quote = marked("in each sample.\n\nWe repeat it twice.")

    assert found(quote, f"{second}\n\n{first}") == ("found", ["We repeat it twice.", "in each sample."])


def test_signs_without_a_word_are_found_where_they_stand() -> None:
    assert found(marked(" ∮∮ "), f"{TEXT} It is ∮∮ in all.") == ("found", ["∮∮"])


def test_words_that_changed_a_little_are_said_to_have_changed() -> None:
    quote = marked("The efficient method finds 23 coefficients in each sample.")

    state, places = found(quote, TEXT.replace("23", "24"))

    assert (state, len(places)) == ("changed", 1)


@pytest.mark.parametrize("exact", ["Nothing of this stands in the paper at all.", "∮∮", "", "  "])
def test_what_is_not_there_has_no_place(exact: str) -> None:
    assert found(marked(exact), TEXT) == ("not_found", [])


def test_a_long_text_is_looked_for_in_pieces() -> None:
    text = " ".join(f"Sentence number {n} says something of its own." for n in range(200))

    assert found(marked(text), f"Before it. {text} Behind it.") == ("found", [text])
