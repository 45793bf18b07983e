"""A quote is found in its paper, or it is not; the verdict says whether the paper says it."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from unit.citations.verdicts import PAPER, PARAGRAPHS, found, kinds

from scholarai.citations import GroundingText, ground_quote, in_the_papers_words
from scholarai.citations.grounding import proves
from scholarai.domain.limits import QUOTE_CHARACTERS


def test_a_verbatim_quote_is_exact_whatever_quotation_marks_surround_it() -> None:
    assert found(" “Attention is all you need for translation” ") == (
        "exact",
        ["Attention is all you need for translation"],
    )


def test_exact_takes_in_the_punctuation_at_the_ends_of_the_quote() -> None:
    assert found("(p < 0.05) in all investigated groups.") == ("exact", ["(p < 0.05) in all investigated groups."])
    assert found("(p < 0.05) in all investigated groups!")[0] == "normalized"


@pytest.mark.parametrize(
    ("quote", "place"),
    [
        ("The efficiency rose", "The efﬁ-\nciency rose"),
        ("we use alpha decay", "We use α-decay"),
        ("We use $\\alpha$-decay", "We use α-decay"),
        ("ATTENTION IS  ALL\nYOU NEED for", "Attention is all you need for"),
        ("Attention **is all** you need <b>for</b>", "Attention is all you need for"),
        ("recur-\nrent models are", "Recurrent models are"),
        ("temperature was -0.5 degrees", "temperature was −0.5 degrees"),
        ("rose to $3.5\\%$ ($p<0.05$)", "rose to 3.5% (p < 0.05"),
    ],
)
def test_differences_of_printing_and_markup_are_normalised(quote: str, place: str) -> None:
    assert found(quote) == ("normalized", [place])


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        ("Recurrnt modelz are slower to train", "spelling"),
        ("Attention is all you need for the translation tasks in many languages", "article"),
        ("The drug inhibits growth more than the placebo does in 120 patients", "marker"),
        ("They may not reach the acuracy of 62 % that the 3 larger models of the JavaScript library show", "spelling"),
    ],
)
def test_damage_that_leaves_the_meaning_alone_is_fuzzy_and_named(quote: str, kind: str) -> None:
    assert found(quote)[0] == "fuzzy"
    assert set(kinds(quote)) == {kind}


def test_a_damaged_quote_lies_between_word_borders() -> None:
    assert found("Recurrnt modelz are slower to train") == ("fuzzy", ["Recurrent models are slower to train"])


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        ("The efficiency rose to 35% (p < 0.05) in all investigated groups", "number"),
        ("The efficiency rose to 3.5‰ (p < 0.05) in all investigated groups", "unit"),
        ("The efficiency rose to 3.5% (p > 0.05) in all investigated groups", "sign"),
        ("The efficiency rose to 3.5% (p < 0.05) in some investigated groups", "quantifier"),
        ("The temperature was 0.5 degrees in the first run", "sign"),
        ("The temperature was −0.5 radians in the first run", "unit"),
        ("Attention is not all you need for translation tasks", "negation"),
        ("They may reach the accuracy of 62 % that the three larger models", "negation"),
        ("They will not reach the accuracy of 62 % that the three larger models", "hedge"),
        ("They may not reach the accuracy of 62 % that the eight larger models", "number"),
        ("They may not reach the accuracy of 62 % that the three smaller models", "comparison"),
        ("Recurrent models are faster to train. They may not reach the accuracy", "comparison"),
        ("that the three larger models of the Haskell library show", "name"),
        ("Recurrent models are slower to debug. They may not reach the accuracy", "word"),
        ("The drug exhibits growth more than the placebo does in 120 patients", "comparison"),
    ],
)
def test_a_turned_quote_is_altered_and_says_in_what(quote: str, kind: str) -> None:
    verdict, places = found(quote)

    assert verdict == "altered"
    assert len(places) == 1
    assert kind in kinds(quote)


def test_words_that_the_paper_repeats_in_front_of_a_changed_quote_are_no_change() -> None:
    paper = GroundingText.of("In spring or in spring tides the harbour floods the old market. Nobody knows more.")

    grounding = ground_quote("in spring tides the harbour floods the old prison", paper)

    assert [paper.text[start:end] for start, end in grounding.ranges] == [
        "in spring tides the harbour floods the old market"
    ]
    assert [paper.text[change.text_start : change.text_end] for change in grounding.changes] == ["market"]


def test_a_letter_that_makes_another_word_is_no_misspelling() -> None:
    paper = GroundingText.of("In this study the photon energy was measured by both groups with great care and effort.")

    assert ground_quote("In this study the proton energy was measured by both groups", paper).verdict == "altered"
    assert ground_quote("In this study the phoqon energy was measured by both groups", paper).verdict == "fuzzy"


def test_a_word_of_the_paper_is_no_misspelling_of_another() -> None:
    paper = GroundingText.of(
        "We compare xylitol and xylidol in detail. The effect of xylitol on the growth of cells is small in all groups."
    )

    assert ground_quote("The effect of xylidol on the growth of cells is small", paper).verdict == "altered"
    assert ground_quote("The effect of xylijol on the growth of cells is small", paper).verdict == "fuzzy"


def test_in_other_languages_every_changed_word_alters_a_quote() -> None:
    paper = GroundingText.of("Die Temperatur der Proben wurde in allen Gruppen mehrfach mit großer Sorgfalt gemessen.")

    assert ground_quote("Die Temperatur der Proben wurde in allen Gruppen", paper).verdict == "exact"
    assert ground_quote("Die Temperatur der Prober wurde in allen Gruppen mehrfach", paper).verdict == "altered"


def test_sides_swapped_around_a_verb_are_altered() -> None:
    quote = "the placebo does inhibits growth more than The drug"

    assert found(quote)[0] == "altered"
    assert "order" in kinds(quote)


def test_a_space_may_not_make_another_word() -> None:
    paper = GroundingText.of("The effect was in significant parts of the sample notable to all of the observers there.")

    quote = "The effect was insignificant parts of the sample notable to all of the observers"

    assert ground_quote(quote, paper).verdict == "altered"


def test_units_that_differ_in_case_alone_differ() -> None:
    paper = GroundingText.of("The laser has a power of 5 mW and is used in all of the experiments of this section.")

    assert ground_quote("The laser has a power of 5 MW and is used", paper).verdict == "altered"
    assert ground_quote("THE LASER HAS A POWER OF 5 MW AND IS USED", paper).verdict == "normalized"
    assert ground_quote("the Laser has a power of 5 mW and is used", paper).verdict == "normalized"


@pytest.mark.parametrize(
    ("quote", "kind"),
    [("0.5 degrees in the", "sign"), ("accuracy of 62", "unit"), ("after 3", "sign"), ("5 weeks", "sign")],
)
def test_a_number_without_its_sign_is_altered(quote: str, kind: str) -> None:
    assert (found(quote)[0], kinds(quote)) == ("altered", [kind])


def test_a_sign_that_is_left_off_in_front_is_shown_in_the_paper_and_missing_at_the_quotes_start() -> None:
    grounding = ground_quote("0.5 degrees in the", PAPER)

    (change,) = grounding.changes
    assert [PAPER.text[start:end] for start, end in grounding.ranges] == ["−0.5 degrees in the"]
    assert PAPER.text[change.text_start : change.text_end] == "−"
    assert (change.quote_start, change.quote_end) == (0, 0)


def test_half_a_number_is_not_in_the_paper() -> None:
    assert found("rose to 3") == ("not_found", [])


@pytest.mark.parametrize(
    "quote",
    [
        "",
        " ... ",
        "\x00\x07",
        "\u202e",
        "ecurrent mode",
        "Convolutions are all that one needs for image tasks",
        "all you knead",
        "word " * QUOTE_CHARACTERS,
        "注意力就是你所需要的一切，用于翻译任务。",
    ],
)
def test_what_the_paper_does_not_say_is_not_found(quote: str) -> None:
    assert found(quote) == ("not_found", [])


def test_of_two_places_the_one_in_the_cited_excerpt_is_taken() -> None:
    last = PAPER.text.rindex("Attention")

    grounding = ground_quote("Attention is all you need", PAPER, near=(last, len(PAPER.text)))

    assert grounding.ranges == ((last, last + 25),)


def test_of_two_places_outside_the_excerpt_the_closer_one_is_taken() -> None:
    last = PAPER.text.rindex("Attention")

    assert ground_quote("Attention is all you need", PAPER, near=(last - 30, last - 1)).ranges[0][0] == last


def test_of_two_places_the_verbatim_one_is_taken() -> None:
    paper = GroundingText.of("The NEW method is better than all of the others.\n\nThe new method is better than all.")

    assert ground_quote("The new method is better", paper).verdict == "exact"


def test_a_hyphen_joins_no_two_paragraphs() -> None:
    paper = GroundingText.of("The method does not signifi-\n\ncantly alter the properties of the training of models.")

    assert ground_quote("cantly alter the properties of the training", paper).verdict == "exact"


def test_changes_count_in_the_quote_and_in_the_papers_own_words() -> None:
    quote = "“Attention is never all you need for translation … Recurrent models are slower to drain”"

    grounding = ground_quote(quote, PAPER)
    printed = in_the_papers_words(grounding, PAPER)

    assert printed.text.startswith("Attention is all you need")
    assert [
        (quote[c.quote_start : c.quote_end], printed.text[c.text_start : c.text_end], c.kind) for c in printed.changes
    ] == [("never", "", "negation"), ("drain", "train", "word")]


def test_a_quote_may_end_with_the_number_that_ends_the_paper() -> None:
    assert ground_quote("and it took 5 days in 2019", PARAGRAPHS).verdict == "exact"
    assert ground_quote("AND IT TOOK 5 days in 2019", PARAGRAPHS).verdict == "normalized"


def test_a_quote_of_the_greatest_length_is_looked_for_and_a_longer_one_is_not() -> None:
    longest = ("every word of this long paragraph counts " * 80)[:QUOTE_CHARACTERS].rstrip()
    longest += "." * (QUOTE_CHARACTERS - len(longest))
    paper = GroundingText.of(longest)

    assert ground_quote(longest, paper).verdict == "exact"
    assert ground_quote(f"{longest}.", paper).verdict == "not_found"


@pytest.mark.parametrize(
    ("quote", "similarity"),
    [
        ("Recurrent models are slower to train", 1.0),
        ("recurrent models are slower to train", 1.0),
        ("Recurrnt modelz are slower to train", 0.97),
        ("nothing of all this stands in the paper", 0.0),
    ],
)
def test_similarity_is_that_of_the_letters(quote: str, similarity: float) -> None:
    assert ground_quote(quote, PAPER).similarity == pytest.approx(similarity, abs=0.02)


@pytest.mark.parametrize(
    ("quote", "ours", "theirs"),
    [
        ("Quantum models are slower to train. They may not reach", "Quantum", "Recurrent"),
        ("Recurrent models are slower to train. They may not match", "match", "reach"),
        ("Recurrent models are much slower to train. They may not reach", "much", ""),
        ("Recurrent models slower to train. They may not reach", "", "are"),
    ],
)
def test_a_change_names_the_words_on_both_sides(quote: str, ours: str, theirs: str) -> None:
    (change,) = ground_quote(quote, PAPER).changes

    assert quote[change.quote_start : change.quote_end] == ours
    assert PAPER.text[change.text_start : change.text_end].strip() == theirs


def test_of_a_unit_that_differs_in_case_both_sides_are_named() -> None:
    paper = GroundingText.of("It is so. The laser has a power of 5 mW and is used in all of the experiments.")
    quote = "The laser has a power of 5 MW and is used"

    (change,) = ground_quote(quote, paper).changes

    assert quote[change.quote_start : change.quote_end] == "MW"
    assert paper.text[change.text_start : change.text_end] == "mW"


def test_a_long_citation_that_was_left_out_is_a_marker() -> None:
    cited = "(Smith and Miller, 2015; Jones, Green and Brown, 2016; Black, 2017; White, Grey and Gold, 2018)"
    sentence = f"The drug inhibits growth {cited} more than all others."
    paper = GroundingText.of(f"It begins. {sentence} It ends here.")

    grounding = ground_quote("The drug inhibits growth more than all others.", paper)

    assert (grounding.verdict, {change.kind for change in grounding.changes}) == ("fuzzy", {"marker"})
    assert [paper.text[start:end] for start, end in grounding.ranges] == [sentence.removesuffix(".")]


def test_markers_that_extraction_found_may_be_left_out() -> None:
    text = "The drug inhibits growth12 more than all of the others do."
    start = text.index("12")
    quote = "The drug inhibits growth more than all of the others"

    assert ground_quote(quote, GroundingText.of(text, [(start, start + 2)])).verdict == "fuzzy"
    assert ground_quote(quote, GroundingText.of(text)).verdict == "altered"


@given(st.data())
def test_every_run_of_whole_words_of_the_paper_is_found_where_it_stands(data: st.DataObject) -> None:
    words = PAPER.text.split(" ")
    first = data.draw(st.integers(0, len(words) - 4))
    last = min(first + data.draw(st.integers(4, 12)), len(words))
    assume(last == len(words) or words[last] != "%")  # without its sign it would be another number
    quote = " ".join(words[first:last]).strip()

    assert ground_quote(quote, PAPER).verdict in {"exact", "normalized", "cut"}


@given(st.text(max_size=300))
def test_any_text_gets_a_verdict_whose_places_lie_in_the_paper(quote: str) -> None:
    grounding = ground_quote(quote, PAPER)

    assert (grounding.verdict == "not_found") == (not grounding.ranges)
    assert all(0 <= start < end <= len(PAPER.text) for start, end in grounding.ranges)


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


def test_the_place_of_a_changed_quote_is_not_widened_where_that_changes_more() -> None:
    paper = GroundingText.of(
        "A long lead sentence opens this paragraph about river birds. The warden counted forty grey herons and ninety white "
        "egrets near the old mill in spring. Another line closes it here with thanks to all."
    )

    found = ground_quote("opens this paragraph about river birds. The warden counted grey the and", paper)

    ((start, end),) = found.ranges
    assert paper.text[start:end] == "opens this paragraph about river birds. The warden counted forty grey herons and"
