"""What a model names or copies in a JSON reply is looked up in its excerpts."""

from __future__ import annotations

import pytest

from scholarai.citations.chosen_quotes import Chosen, chosen_words, named_words
from scholarai.domain.sentences import ShownExcerpts

FIRST = "Scouts inspect many cavities. They return to the swarm. A quorum of twenty scouts is enough."
THIRD = "The colony weighed two kilograms. It was weighed each morning."
SHOWN = ShownExcerpts(texts={1: FIRST, 3: THIRD})


def words(sentences: str, excerpt: int = 1, copied: str = "") -> list[str]:
    return [chosen.text for chosen in chosen_words(sentences, excerpt, copied, SHOWN)]


@pytest.mark.parametrize("form", ["1.2", "[1.2]", "{1.2}", "(1.2)", '"1.2"', "#1.2", "excerpt 1, sentence 2", "2"])
def test_a_sentence_is_named_in_the_forms_that_models_use(form: str) -> None:
    assert words(form) == ["They return to the swarm."]


def test_neighbouring_sentences_are_one_run_and_others_are_several() -> None:
    assert words("1.1-1.2") == ["Scouts inspect many cavities. They return to the swarm."]
    assert words("1.1, 3.2") == ["Scouts inspect many cavities.", "It was weighed each morning."]


def test_the_id_tells_the_excerpt_where_both_are_given() -> None:
    assert chosen_words("3.1", 1, "", SHOWN) == [Chosen(number=3, text="The colony weighed two kilograms.", at=0)]


def test_a_copy_that_stands_in_its_excerpt_counts_more_than_an_id() -> None:
    assert words("1.1", copied="a quorum of twenty".replace("a q", "A q")) == ["A quorum of twenty"]
    assert words("1.1", copied="A quorum\nof twenty") == ["A quorum\nof twenty"]


def test_a_sentence_that_is_named_counts_more_than_a_garbled_copy() -> None:
    assert words("1.3", copied="A qu0rum of twonty sconts is enough.") == ["A quorum of twenty scouts is enough."]


def test_a_garbled_copy_alone_is_kept_to_be_looked_up_near_its_place() -> None:
    garbled = "A qu0rum of twonty sconts"

    (chosen,) = chosen_words("", 1, garbled, SHOWN)

    assert chosen.text == garbled
    assert chosen.at is not None
    assert abs(chosen.at - FIRST.index("A quorum")) <= 2


@pytest.mark.parametrize(("sentences", "excerpt"), [("1.9", 1), ("2.1", 2), ("0.0", 1), ("", 1), ("none", 1), ("1", 1)])
def test_ids_of_nothing_choose_nothing(sentences: str, excerpt: int) -> None:
    assert words(sentences, excerpt) == []


def test_a_copy_from_an_excerpt_that_was_not_shown_has_no_place() -> None:
    assert chosen_words("", 2, "Scouts inspect", SHOWN) == [Chosen(number=2, text="Scouts inspect", at=None)]


@pytest.mark.parametrize(
    ("sentences", "part", "chosen"),
    [
        ("1.2", None, "They return to the swarm."),
        ("1.3", " ", "A quorum of twenty scouts is enough."),
        ("1.3", "A quorum of twenty scouts", "A quorum of twenty scouts"),
        ("3.1", "A quorum of twenty scouts", "The colony weighed two kilograms."),
        ("1.3", "is enough", "A quorum of twenty scouts is enough."),
        ("", "It was weighed each morning", "It was weighed each morning"),
    ],
)
def test_a_part_counts_where_its_sentences_have_it_and_it_proves_something(
    sentences: str, part: str | None, chosen: str
) -> None:
    assert [one.text for one in named_words(sentences, part, SHOWN)] == [chosen]


def test_a_part_without_a_sentence_has_the_number_of_the_excerpt_that_holds_it() -> None:
    assert [one.number for one in named_words("", "weighed each morning", SHOWN)] == [3]
    assert named_words("9.9", None, SHOWN) == []
