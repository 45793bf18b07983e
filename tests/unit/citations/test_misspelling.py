"""A misspelled word is told from another word, and noise from a changed meaning."""

from __future__ import annotations

import pytest

from scholarai.citations.meaning import kind_of, turns, value_of
from scholarai.citations.misspelling import Seen, is_misspelled, is_noise

IN_THE_PAPER = frozenset({"xylitol", "xylidol", "bert"})


def seen(raw: str) -> Seen:
    return Seen(raw.lower(), raw)


def misspelled(quoted: str, printed: str) -> bool:
    return is_misspelled(seen(quoted), seen(printed), IN_THE_PAPER.__contains__)


@pytest.mark.parametrize(
    ("quoted", "printed"),
    [
        ("modzl", "model"),
        ("thr", "the"),
        ("ot", "of"),
        ("or", "of"),
        ("xylijol", "xylitol"),
        ("appropriawe", "appropriate"),
        ("zpprejihte", "appreciate"),
        ("LSqM", "LSTM"),
        ("analyse", "analyze"),
        ("colours", "colors"),
        ("Schmizt", "Schmidt"),
        ("nqt", "not"),
    ],
)
def test_letters_that_make_no_other_word_are_a_misspelling(quoted: str, printed: str) -> None:
    assert misspelled(quoted, printed)


@pytest.mark.parametrize(
    ("quoted", "printed"),
    [
        ("proton", "photon"),
        ("effect", "affect"),
        ("xylidol", "xylitol"),
        ("decrease", "increase"),
        ("insignificant", "significant"),
        ("hypotension", "hypertension"),
        ("unpegylated", "pegylated"),
        ("LSVM", "LSTM"),
        ("BERT", "BART"),
        ("Chan", "Chen"),
        ("mg", "kg"),
        ("x", "y"),
        ("any", "and"),
        ("no", "to"),
        ("wo", "wont"),
        ("now", "not"),
        ("four", "for"),
        ("p53", "p63"),
        ("zoology", "model"),
        ("mode1", "model"),
        ("model", "mode1"),
    ],
)
def test_another_word_is_no_misspelling(quoted: str, printed: str) -> None:
    assert not misspelled(quoted, printed)


def test_noise_may_make_another_word_but_none_that_carries_meaning() -> None:
    def noise(quoted: str, printed: str) -> bool:
        return is_noise(seen(quoted), seen(printed), IN_THE_PAPER.__contains__)

    assert noise("rate", "hate")
    assert noise("t", "V")
    assert noise("wish", "with")
    assert not noise("now", "not")
    assert not noise("more", "mere")
    assert not noise("xylidol", "xylitol")
    assert not noise("rated", "hates")
    assert not noise("mg", "kg")
    assert not noise("rates", "rate")


@pytest.mark.parametrize(
    ("quoted", "printed", "kind"),
    [
        (["not"], [], "negation"),
        ([], ["lacks"], "negation"),
        (["insignificant"], ["significant"], "negation"),
        (["7"], ["8"], "number"),
        (["three"], ["eight"], "number"),
        (["<"], [">"], "sign"),
        (["%"], ["‰"], "unit"),
        (["mg"], ["kg"], "unit"),
        (["all"], ["some"], "quantifier"),
        (["will"], ["may"], "hedge"),
        (["higher"], ["lower"], "comparison"),
        (["banana"], ["apple"], "word"),
    ],
)
def test_a_change_has_the_kind_of_what_it_turns(quoted: list[str], printed: list[str], kind: str) -> None:
    assert kind_of(quoted, printed) == kind


def test_numbers_compare_by_value() -> None:
    assert value_of("3") == value_of("three")
    assert value_of("0.50") == value_of("0.5")
    assert value_of("1/2") == value_of("0.5")
    assert value_of("ninety") == value_of("90")
    assert value_of("3:1") is value_of("word") is None


def test_a_syllable_turns_a_word() -> None:
    assert turns("known", "unknown")
    assert turns("useful", "use")
    assert not turns("model", "models")
