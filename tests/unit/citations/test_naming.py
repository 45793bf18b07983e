"""Names that stand neither in quotes nor in the question are found, other capitals are not."""

from __future__ import annotations

import pytest

from scholarai.citations.doubting.naming import unsupported_names
from scholarai.citations.doubting.supporting import Support, Words
from scholarai.citations.words import words_of

QUOTE = (
    "The Hartree-Fock method and BERT are compared with convolutional neural networks on the Wikipedia data base (WDB)."
)


def names(sentence: str, *known: str) -> list[str]:
    words = Words(sentence, list(words_of(sentence)))
    return [name.raw for name in unsupported_names(words, Support.of([QUOTE], known))]


@pytest.mark.parametrize(
    "sentence",
    [
        "It compares them with the Hartree-Fock method.",
        "It compares them with that of Hartree and of Fock.",
        "It is BERT's speed that they compare.",
        "Both of the BERTs are compared with CNNs.",
        "They compare on Wikipedias and on a DataBase.",
        "They compare it on Wikipedja, which is free.",
        "They compare it on the Wikipedia Data Base.",
        "They compare it on a new Wiki Data Base.",
        "They are fast. However, it is not clear why.",
        "They are fast: Methods are compared. “Speed is all.”",
        "- They are fast\n- Nobody knows why",
        "Zero-Shot methods are not of interest here.",
        "Wikipedia is what it is compared on.",
        "What Is Known of All of These Methods Today",
        "I say that N is the size of all the data.",
        "Upregulation is not what they are about.",
    ],
)
def test_names_in_the_quote_and_capitals_at_beginnings_are_no_findings(sentence: str) -> None:
    assert names(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("It compares them with the Hartree-Slater method.", ["Hartree-Slater"]),
        ("It compares them with the Slater-Jastrow method.", ["Slater-Jastrow"]),
        ("It is compared with that of Slater.", ["Slater"]),
        ("Kepler is what it is compared with.", ["Kepler"]),
        ("ImageNet is what it is compared on.", ["ImageNet"]),
        ("It is compared with BART and GPT-4.", ["BART", "GPT-4"]),
        ("It is compared with RNNs, not with the others.", ["RNNs"]),
        ("It is compared on the Common Crawl data.", ["Common", "Crawl"]),
        ("Zero-Shot-QA is what they are about.", ["Zero-Shot-QA"]),
        ("SGD", ["SGD"]),
        ("with Adam", ["Adam"]),
    ],
)
def test_names_that_the_quote_lacks_are_found(sentence: str, told: list[str]) -> None:
    assert names(sentence) == told


def test_a_name_of_the_question_is_known() -> None:
    assert names("It is compared with that of Slater.", "What did Slater do?") == []


def test_in_other_languages_only_abbreviations_are_names() -> None:
    assert names("Der Vergleich mit dem Verfahren von BART zeigt einen Fehler.") == ["BART"]
