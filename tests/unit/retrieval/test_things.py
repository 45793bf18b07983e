"""Sentences that define, count or name a thing are recognized where a question asks for that."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from scholarai.retrieval.traits import things_asked, things_said
from scholarai.retrieval.units import index_units, vocabulary
from scholarai.retrieval.words import terms


def said(question: str, *sentences: str, abbreviations: Mapping[str, str] | None = None) -> dict[str, list[float]]:
    """Return what is told of each sentence, by name."""
    places = np.arange(len(sentences))
    words = index_units(vocabulary([terms(text) for text in sentences]), np.stack([places, places + 1], axis=1))
    found = things_said(question, abbreviations or {}, words, lambda place: sentences[place])
    return {name: scores.tolist() for name, scores in found}


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("What is self-attention?", ("meaning", "self-attention")),
        ("What does the robust region mean?", ("meaning", "robust region")),
        ("How is a shared mutation defined?", ("meaning", "shared mutation")),
        ("Define censoring", ("meaning", "censoring")),
        ("What is the mortality rate of the new strain?", ("meaning", "mortality rate")),
        ("How many attention heads does the base model use?", ("count", "attention heads")),
        ("How many patients were there?", ("count", "patients")),
        ("Which optimizer was used for training?", ("names", "optimizer")),
        ("What two architectures are used?", ("names", "architectures")),
    ],
)
def test_the_thing_asked_about_is_found_in_a_question(question: str, thing: tuple[str, str]) -> None:
    assert [(one.kind, one.phrase) for one in things_asked(question)] == [thing]


@pytest.mark.parametrize(
    "question",
    ["Did it help?", "What do they do?", "Why is the sky blue?", "What is it that the authors of this long line mean?"],
)
def test_a_question_about_no_thing_has_none(question: str) -> None:
    assert things_asked(question) == []


@pytest.mark.parametrize(
    "definition",
    [
        "A kappa filter is a window that forgets.",
        "Kappa filters, also known as sieves, are the simplest windows.",
        "The kappa filter (KF) refers to a window that forgets.",
        "We call such windows “kappa filters”.",
        "Windows that forget are known as kappa filters.",
    ],
)
def test_a_definition_is_told_from_a_mention(definition: str) -> None:
    told = said("What is a kappa filter?", "The kappa filter was slow.", definition, "Sieves are a pest.")["defines"]

    assert told[1] >= 0.5
    assert (told[0], told[2]) == (0.0, 0.0)


def test_a_definition_counts_less_late_in_its_sentence() -> None:
    late = "After all of the trials that we ran in these two years, the kappa filter is a window that forgets."

    assert said("What is a kappa filter?", late)["defines"] == [0.5]


def test_an_abbreviation_is_defined_under_its_long_form() -> None:
    told = said("What is KF?", "A kappa filter is a window.", abbreviations={"KF": "kappa filter"})

    assert told["defines"] == [1.0]


def test_the_first_mention_is_told() -> None:
    told = said("What is a kappa filter?", "Sieves are slow.", "We used a kappa filter.", "The kappa filter broke.")

    assert told["first mention"] == [0.0, 1.0, 0.0]


def test_only_a_number_of_the_thing_asked_counts_it() -> None:
    told = said(
        "How many heads does it have?",
        "We use h = 8 parallel layers, or heads.",
        "The heads took 12 days.",
        "Twelve heads.",
    )

    assert told["counts"] == [1.0, 0.0, 1.0]


def test_names_stand_before_the_thing_or_behind_it() -> None:
    told = said(
        "Which optimizers were compared?",
        "The Adam optimizer won.",
        "Two optimizers, SGD and Lion, were slow.",
        "Good optimizers cost little.",
    )

    assert told["names"] == [0.5, 1.0, 0.0]


def test_names_of_another_kind_of_thing_are_not_those_asked_for() -> None:
    told = said(
        "Which classic filters are mentioned?",
        "New filters (KFs) such as Kappa and Tau won.",
        "A classic Kappa filter.",
    )

    assert told["names"] == [0.0, 0.5]


def test_nothing_is_told_where_nothing_is_asked_for() -> None:
    told = said("Did the kappa filter help?", "A kappa filter is a window.")

    assert not any(map(any, told.values()))
