"""Headings are noun phrases that set a group of quotes apart; cells are words around a cue."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from scholarai.answering.quotable import Sentence

from scholarai.retrieval.words import terms, tokens
from scholarai.services.reviews.attributes import CELL_WORDS, COLUMNS, stated
from scholarai.services.reviews.headings import name_groups
from scholarai.services.reviews.phrases import noun_phrases


class TestNounPhrases:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("The coupling efficiency of silicon grating couplers is low.",
             ["coupling efficiency", "grating couplers", "silicon grating couplers"]),
            ("Rounding errors result from numerics.", ["Rounding errors"]),
            ("Quantum dots exhibit strong emission.", ["Quantum dots", "strong emission"]),
            ("We can train models to solve open problems.", ["open problems"]),
            ("The models are significantly more robust.", []),
            ("Due to a lower index contrast2,9 it fails.", ["index contrast"]),
            ("It uses phage display, antibody libraries and GPT-4 models.", ["phage display", "antibody libraries", "GPT-4 models"]),
            ("Slots n and hepatitis C vaccines differ.", ["C vaccines", "hepatitis C vaccines"]),
            ("(Breiman et al., 1984)", []),
            ("", []),
        ],
    )  # fmt: skip
    def test_runs_of_words_end_at_verbs_adverbs_and_signs(self, text: str, found: Sequence[str]) -> None:
        assert [phrase.text for phrase in noun_phrases(text)] == found


class TestNames:
    def test_a_group_is_named_by_what_the_others_do_not_have(self) -> None:
        bees = ["A swarm votes by waggle dances.", "The waggle dances of scouts tell the site."]
        ants = ["The pheromone trails of ants tell the site.", "Along pheromone trails they come back."]

        assert name_groups([bees, ants], set(), _no_meaning) == ["Waggle dances", "Pheromone trails"]

    def test_no_two_groups_have_one_name(self) -> None:
        texts = ["The waggle dances tell it."]

        names = name_groups([texts, texts, ["12 %"], ["7 %"]], set(), _no_meaning)

        assert len(set(names)) == 4

    def test_the_question_s_own_words_name_nothing(self) -> None:
        names = name_groups([["Waggle dances of young scouts."]], set(terms("What are waggle dances?")), _no_meaning)

        assert names == ["Young scouts"]


class TestStated:
    def test_each_column_takes_the_sentence_with_its_cue(self) -> None:
        row = _row(
            "We study how swarms find a home.",
            "The weather was mild.",
            "We used the corpus of Apis dances for it.",
            "In all 120 participants saw the film.",
            "Our model reached an accuracy of 93.1 %.",
            "The method cannot see bees at night.",
        )

        assert row["Task"] == "We study how swarms find a home"
        assert row["Data"] == "We used the corpus of Apis dances for it"
        assert row["Sample"] == "In all 120 participants saw the film"
        assert row["Main number"] == "Our model reached an accuracy of 93.1 %"
        assert row["Limitation"] == "The method cannot see bees at night"

    def test_a_long_sentence_is_cut_around_the_cue(self) -> None:
        long = (
            "After a mild winter that nobody had expected, "
            + "and so on " * 6
            + "we saw 120 patients in the clinic by the sea."
        )

        value = _row(long)["Sample"]

        assert value is not None
        assert "120 patients" in value
        assert value.startswith("… ")
        assert len(value.split()) <= CELL_WORDS + 2

    def test_of_several_the_one_on_the_question_is_taken(self) -> None:
        row = _row("A score of 11.0 was reached for ants.", "A score of 12.0 was reached for bees.", asked="bees")

        assert row["Main number"] == "A score of 12.0 was reached for bees"

    def test_what_is_not_said_is_not_stated(self) -> None:
        assert set(_row("The weather was mild.").values()) == {None}


def _row(*texts: str, asked: str = "") -> dict[str, str | None]:
    sentences = [
        Sentence(number=1, rank=0, position=n, text=text, stems=tuple(terms(text)), words=tuple(tokens(text)))
        for n, text in enumerate(texts)
    ]
    found = stated(sentences, {1: "Results"}, set(terms(asked)))
    return {column.name: None if cell is None else cell.value for column, cell in zip(COLUMNS, found, strict=True)}


def _no_meaning(texts: Sequence[str]) -> NDArray[np.float32]:
    return np.zeros((len(texts), 1), dtype=np.float32)


class TestCells:
    def test_a_cell_ends_with_its_clause_and_with_no_joining_word(self) -> None:
        clause = "In this paper, we introduce the basics of learning machines, and " + "go on " * 12 + "to the sea."
        row = _row(
            clause, "We trained it on a corpus that was collected by hand in the many small villages of the valley."
        )

        assert row["Task"] == "… we introduce the basics of learning machines …"
        assert row["Data"] == "We trained it on a corpus that was collected by hand in the many small villages …"

    @pytest.mark.parametrize(
        ("column", "text"),
        [
            ("Method", "The season was not accounted for in our model."),
            ("Task", "This study was carried out in accordance with the rules of the clinic."),
            ("Limitation", "Considering the limitations of previous methods, we propose another one."),
            ("Limitation", "Students lack an understanding of methodological limitations."),
            ("Data", "People forecast the conditions at sites before the data are collected."),
            ("Sample", "The unit for beginners presents examples of nests; 7 presents examples."),
            ("Sample", "In 2019 studies were rare."),
            ("Sample", "Antibodies against it were of two isotypes in C57BL/6 mice."),
            ("Sample", "Neutralizing antibodies of HIV-1-infected patients were measured."),
            ("Sample", "The difference between these two studies was the serovar."),
            ("Task", "The goal of any vaccine is to protect against disease."),
            ("Task", "Although small, this study provides strong support that the virus causes disease."),
            ("Main number", "The cells were grown in our laboratory in a medium with 10% serum."),
            ("Task", "This course was 40 mg daily until day 14."),
            ("Limitation", "This review has a number of limitations."),
            ("Limitation", "Despite these limitations we believe that this review is valid."),
            ("Limitation", "We suggest caution in light of a number of important limitations."),
            (
                "Limitation",
                "The findings need caution because of limitations in this study that may have affected them.",
            ),
            (
                "Main number",
                "The data that were produced have been archived, Digital Object Identifier 10.5281/zenodo.3.",
            ),
        ],
    )
    def test_what_is_another_s_or_none_is_not_stated(self, column: str, text: str) -> None:
        assert _row(text)[column] is None

    def test_what_follows_an_announcement_of_limitations_is_the_limitation(self) -> None:
        row = _row("This review has a number of limitations.", "First, all data were derived from observations.")

        assert row["Limitation"] == "First, all data were derived from observations"

    def test_what_follows_limitations_of_others_is_no_limitation(self) -> None:
        row = _row("Students lack an understanding of methodological limitations.", "Their books have pictures.")

        assert row["Limitation"] is None

    @pytest.mark.parametrize(
        "text",
        [
            "This review has several limitations: no trial was blind.",
            "It has limitations of size, which we could not mend.",
        ],
    )
    def test_a_sentence_that_says_which_limitations_there_are_is_one(self, text: str) -> None:
        assert _row(text)["Limitation"] == text.rstrip(".")
