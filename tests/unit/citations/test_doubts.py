"""A sentence of an answer is doubted where it says what its quotes do not, and nowhere else."""

from __future__ import annotations

import time

import pytest

from scholarai.citations.doubting.doubts import find_doubts, with_doubts
from scholarai.domain.chat import TextSection

QUOTE = (
    "The proposed sampler may reduce the error of most deep models by 12.5 % within two hours, but it does not converge "
    "faster than Adam on ImageNet."
)


def doubted(sentence: str, *quotes: str, known: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    return [(doubt.kind, doubt.text) for doubt in find_doubts(sentence, quotes or (QUOTE,), known)]


@pytest.mark.parametrize(
    ("old", "new", "kind", "words"),
    [
        ("12.5", "12.6", "number", "12.6"),
        ("12.5", "125", "number", "125"),
        ("12.5 %", "12.5", "unit", "12.5 within"),
        ("two", "seven", "number", "seven"),
        ("hours", "weeks", "unit", "weeks"),
        ("12.5 %", "12.5 ‰", "unit", "‰"),
        ("does not", "does", "negation", "does converge"),
        ("may reduce", "may not reduce", "negation", "not"),
        ("reduce", "increase", "comparison", "increase"),
        ("faster", "slower", "comparison", "slower"),
        ("may reduce", "must reduce", "hedge", "must"),
        ("may reduce", "reduces", "hedge", "reduces"),
        ("most deep", "all deep", "quantifier", "all"),
        ("most deep", "deep", "quantifier", "of deep"),
        ("Adam", "Lion", "name", "Lion"),
        ("ImageNet", "CIFAR", "name", "CIFAR"),
        ("sampler", "teapot", "word", "teapot"),
        ("deep", "shallow", "comparison", "shallow"),
        ("The proposed", "The unproposed", "negation", "unproposed"),
        ("models by", "models always by", "quantifier", "always"),
        ("models by", "models better by", "comparison", "better"),
        ("by 12.5 %", "by −12.5 %", "number", "−"),
    ],
)
def test_a_changed_word_is_doubted_where_it_stands(old: str, new: str, kind: str, words: str) -> None:
    assert doubted(QUOTE.replace(old, new)) == [(kind, words)]


@pytest.mark.parametrize("frame", ["{}", "The paper says that {}", "According to the authors, {}", "They write: “{}”"])
def test_a_quote_said_again_is_not_doubted(frame: str) -> None:
    assert doubted(frame.format(QUOTE)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("the error", "error"),
        ("sampler", "samplar"),
        ("two hours", "2 hours"),
        ("two hours", "two h"),
        ("12.5 %", "12.5 percent"),
        ("does not", "doesn't"),
        ("may", "might"),
        ("reduce", "lower"),
        ("does not converge faster", "does not always converge faster"),
        (", but it does not converge faster than Adam on ImageNet", ""),
        ("The proposed sampler", "It"),
        ("models", "networks"),
    ],
)
def test_the_same_in_other_letters_or_words_is_not_doubted(old: str, new: str) -> None:
    assert doubted(QUOTE.replace(old, new)) == []


@pytest.mark.parametrize(
    ("quote", "sentence"),
    [
        (
            "The results do not seem to depend on the order of the layers in the network.",
            "The results seem not to depend on the order of the layers in the network.",
        ),
        (
            "The solver does not converge on the largest of the graphs that we looked at.",
            "The solver fails to converge on the largest of the graphs that we looked at.",
        ),
        (
            "The solver fails to converge on the largest of the graphs that we looked at.",
            "The solver does not converge on the largest of the graphs that we looked at.",
        ),
        (
            "The sampler always reduces the error of all models by 12.5 % within two hours of training.",
            "The sampler often reduces the error of some models by 12.5 % within two hours of training.",
        ),
        (
            "The sampler, which may seem slow at first, reduces the error of deep models by 12 % in two hours.",
            "The sampler reduces the error of deep models by 12 % in two hours.",
        ),
        (
            "The sampler, which is not surprising in the light of earlier work, reduces the error of deep models by 12 %.",
            "The sampler reduces the error of deep models by 12 %.",
        ),
        (
            "It is fast on every graph we have. However, the solver is unstable under load in most of the cases.",
            "It is fast on every graph we have. Moreover, the solver is unstable under load in most of the cases.",
        ),
        (
            "We train the encoder and the decoder of the model for ten epochs on one GPU.",
            "We train the encoder and the decoder of the model for ten epochs thereafter.",
        ),
        (
            "The solver was tested on road maps and on social graphs of more than a million nodes.",
            "The solver was tested on social graphs and on road maps of more than a million nodes.",
        ),
        (
            "We compared Adam and Lion on all of the images that we had in the first data set.",
            "We compared Lion and Adam on all of the images that we had in the first data set.",
        ),
        (
            "Deeper soils store more carbon than shallow soils, but they release it more slowly.",
            "Shallow soils store less carbon than deeper soils do, but release it faster.",
        ),
    ],
)
def test_what_is_made_up_for_elsewhere_in_the_sentence_is_not_doubted(quote: str, sentence: str) -> None:
    assert doubted(sentence, quote) == []


@pytest.mark.parametrize(
    ("quote", "sentence", "kinds"),
    [
        (
            "The first method is not stable under load, but the second method is stable in most of the cases.",
            "The first method is stable under load, but the second method is not stable in most of the cases.",
            ["negation", "negation"],
        ),
        (
            "We compared Adam with Lion on all of the images that we had in the first data set.",
            "We compared Lion with Adam on all of the images that we had in the first data set.",
            ["name", "name"],
        ),
        (
            "Xylitol was given in the first week, and xylidol was added to it after several weeks.",
            "Xylidol was given in the first week, and xylidol was added to it after several weeks.",
            ["word"],
        ),
        (
            "Early warnings have become much better in recent years (System Meteorological Organisation, 2021).",
            "Early warnings have become much better in recent years (System Tokyo Organisation, 2021).",
            ["name"],
        ),
        (
            "The encoder reaches an accuracy of 87 percent on the larger of both test sets.",
            "The transformer reaches an accuracy of 87 percent on the larger of both test sets.",
            ["word"],
        ),
    ],
)
def test_exchanges_that_change_what_is_said_are_doubted(quote: str, sentence: str, kinds: list[str]) -> None:
    assert [kind for kind, _ in doubted(sentence, quote, known=("What is a transformer?",))] == kinds


@pytest.mark.parametrize(
    ("quote", "sentence"),
    [
        ("They often test each model.", "Every model of theirs is one that they test."),
        ("Half of the respondents had used it.", "It had been used by 50 % of the respondents."),
        ("One in five households had no access.", "20 % of the households had no access."),
        ("The corpus has 4.5 million sentence pairs.", "There are 4.5M pairs of sentences."),
        ("The survey was sent to 20,000 people.", "It was sent to 20 000 people."),
        ("Changes are announced six months ahead.", "They announce changes half a year ahead."),
        ("The rate was 29.7 % in men.", "In men it was about 30 %."),
        ("Training took 90 minutes.", "It took 1.5 hours to train it."),
        ("It uses a support vector machine.", "An SVM is used."),
        ("RKS maps vectors to a space.", "With Random Kitchen Sinks, vectors are mapped to a space."),
        ("BERT encodes each sentence.", "Each sentence is encoded by BERT's layers."),
        ("The estimate is not stable.", "The estimate is unstable."),
        ("The method fails on long texts.", "On long texts, the method does not work."),
        ("Deep soils store more carbon than shallow soils.", "Shallow soils store less carbon than deep soils."),
        ("Precision and recall rose.", "Recall and precision rose."),
        ("Mean speed is similar to median speed.", "Median speed is similar to mean speed."),
        ("Red stars are the oldest stars.", "The oldest stars are red stars."),
        ("The bound is never more than 3.", "It is a bound of at most 3."),
        ("The exact solver may diverge on large graphs.", "On large graphs the exact solver might diverge."),
        ("Encoder, decoder and head are trained.", "Three parts are trained: encoder, decoder and head."),
    ],
)
def test_an_honest_paraphrase_is_not_doubted(quote: str, sentence: str) -> None:
    assert doubted(sentence, quote) == []


@pytest.mark.parametrize(
    ("quote", "sentence", "kind", "words"),
    [
        ("Half of the respondents had used it.", "It had been used by 60 % of the respondents.", "number", "60"),
        ("The trial had 40 patients.", "There were 40 mice in the trial.", "unit", "40"),
        ("Mice with a vaccine had lower loads.", "Loads were not lower in mice with a vaccine.", "negation", "not"),
        ("Bees visited blue flowers twice.", "Blue flowers were not visited by bees.", "negation", "not"),
        ("The pump did not leak during the night.", "During the night, the pump leaked.", "negation", "night"),
        ("The dose raised the pressure in all patients.", "In all patients the pressure was lowered by the dose.", "comparison", "lowered"),
        ("Some of the stars may vary in brightness.", "In brightness, every one of the stars varies.", "quantifier", "every"),
        ("The drug possibly harms the liver of mice.", "Mice have their liver harmed by the drug.", "hedge", "harmed"),
        ("The solver was tested on two graphs.", "Kepler was tested on graphs, two of them.", "name", "Kepler"),
        ("The quorum was about twenty scouts.", "In every run the swarm reached it.", "quantifier", "every"),
        ("Our encoder beats the decoder on speed.", "The decoder beats our encoder on speed.", "order", "beats"),
    ],
)  # fmt: skip
def test_free_wording_that_turns_the_quote_is_doubted(quote: str, sentence: str, kind: str, words: str) -> None:
    assert doubted(sentence, quote) == [(kind, words)]


def test_an_ellipsis_may_leave_out_anything_but_a_negation() -> None:
    assert doubted("The proposed sampler may reduce the error ... within two hours.") == []
    assert doubted(QUOTE.replace("does not converge", "does ... converge")) == [("negation", "does ... converge")]


def test_what_the_question_or_a_title_says_is_no_doubt() -> None:
    question = "Does Kepler solve 40 graphs?"

    assert doubted("Kepler solves them.", "The solver solves them.", known=(question,)) == []
    assert doubted("All 40 graphs are solved.", "All graphs are solved.", known=(question,)) == []
    assert doubted("Kepler solves them.", "The solver solves them.") == [("name", "Kepler")]


def test_the_name_that_was_asked_for_may_stand_for_the_model() -> None:
    quote = "The model reaches an accuracy of 87 percent on the larger of both test sets."
    sentence = quote.replace("The model", "BERT")

    assert doubted(sentence, quote, known=("How good is BERT?",)) == []
    assert doubted(sentence, quote) != []


@pytest.mark.parametrize(
    "sentence",
    [
        "As Figure 7 and Tables 2 to 4 show, it converges.",
        "See Fig. S3, Sect. 4.1, Eq. (7) and p. 12 [3, 5–7].",
        "1. It converges.\n2. It is fast.",
        "Smith et al. (2019) and Li and Wu (2020) show that it converges (Adams, 2021).",
    ],
)
def test_pointers_are_no_doubts(sentence: str) -> None:
    assert doubted(sentence, "It converges and is fast.") == []


def test_a_number_after_a_pointer_is_doubted() -> None:
    assert doubted("Figure 3 shows that accuracy is 87 %.", "Accuracy is 78 %.") == [("number", "87")]


def test_a_pointer_that_the_quote_has_may_not_be_changed() -> None:
    quote = "We map all of the reads to the reference genome with the default options [23]."

    assert doubted(quote.replace("23", "83"), quote) == [("number", "83")]


def test_without_quotes_only_numbers_in_digits_are_doubted() -> None:
    assert [doubt.text for doubt in find_doubts("Adam needs 3 of two steps, not more.", [])] == ["3"]
    assert find_doubts("Adam needs 3 steps.", [], ["Why 3?"]) == ()
    assert find_doubts("Adam needs 3 steps.", [" "], ["Why 3?"]) == ()


def test_quotes_are_held_against_the_sentence_together() -> None:
    assert doubted("Adam needs 3 epochs, and SGD needs 9.", "Adam needs 3 epochs.", "SGD needs 9 epochs.") == []


def test_a_section_carries_its_doubts_in_order_and_apart() -> None:
    text = "Kepler does not reduce the error by 15 % within three hours."
    section = with_doubts(TextSection(text=text), [QUOTE])

    assert [text[doubt.start : doubt.end] for doubt in section.doubts] == [doubt.text for doubt in section.doubts]
    starts = [doubt.start for doubt in section.doubts]
    assert starts == sorted(starts)
    assert all(one.end <= other.start for one, other in zip(section.doubts, section.doubts[1:], strict=False))
    assert {"number", "name"} <= {doubt.kind for doubt in section.doubts}


def test_a_section_without_doubts_stays_as_it_is() -> None:
    section = TextSection(text=QUOTE)

    assert with_doubts(section, [QUOTE]) is section


def test_german_nouns_are_no_names() -> None:
    sentence = "Der Fehler sinkt mit dem neuen Verfahren auf ImageNet, aber die Geschwindigkeit nicht."

    assert doubted(sentence) == []
    assert doubted(sentence.replace("ImageNet", "WordNet")) == [("name", "WordNet")]


def test_numbers_in_neighbouring_cells_are_two() -> None:
    quote = "The quorum was about twenty scouts at one site."

    assert doubted("| scouts | site |\n| twenty | one |", quote) == []


def test_table_cells_are_held_against_their_quote() -> None:
    assert doubted("87.4 %", "an accuracy of 87.4 % on the test set") == []
    assert doubted("87.9 %", "an accuracy of 87.4 % on the test set") == [("number", "87.9")]
    assert doubted("SGD", "trained with Adam") == [("name", "SGD")]


@pytest.mark.parametrize(
    "hostile",
    [
        "not ", "the ", "one ", "hundred and ", "higher lower ", "1 ", "−1 ", "20 000 ", "figure 1 and ", "[1 ", "(a b ", "Aa & ",
        "Aa et al. ", "(x 2019 ", "a-", "1/", "figure 1-1-", "\n", ". ", "模", "A", "9", "Aab ", "a ... b ", f"step{' ' * 900}",
    ],
)  # fmt: skip
def test_twice_the_text_takes_twice_the_time(hostile: str) -> None:
    def cost(length: int) -> float:
        text = (hostile * length)[:length]
        began = time.process_time()
        find_doubts(text, [QUOTE * 10, text[:2_000]], ["Why 3?"])
        return time.process_time() - began

    cost(100)

    assert cost(8_000) < 8 * cost(2_000) + 0.5
