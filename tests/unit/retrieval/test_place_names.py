"""The places that a question names are found, and nothing else."""

from __future__ import annotations

import pytest

from scholarai.retrieval.place_names import find_cues


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What stands on page 5?", [("page", "5")]),
        ("Compare pp. 3–4", [("page", "3")]),
        ("pages 2 and 7", [("page", "2"), ("page", "7")]),
        ("Explain Figure 2", [("figure", "2")]),
        ("What does Fig. 2b show?", [("figure", "2b")]),
        ("figures 1, 3 and 5", [("figure", "1"), ("figure", "3"), ("figure", "5")]),
        ("Figure S3 and Fig. A.2", [("figure", "S3"), ("figure", "A.2")]),
        ("Table 1 or tab. II", [("table", "1"), ("table", "II")]),
        ("tables 1-3", [("table", "1"), ("table", "2"), ("table", "3")]),
        ("What is x in Eq. (3)?", [("equation", "3")]),
        ("equations (4) and 5", [("equation", "4"), ("equation", "5")]),
        ("Compare Eqs. (3)–(5)", [("equation", "3"), ("equation", "4"), ("equation", "5")]),
        ("eqs. (4), (5) and (7a)", [("equation", "4"), ("equation", "5"), ("equation", "7a")]),
        ("Section 4.2", [("section", "4.2")]),
        ("see §3 and Appendix B", [("section", "3"), ("section", "B")]),
        ("the proof of Theorem 1", [("statement", "theorem 1")]),
        ("Who wrote reference [12]?", [("reference", "12")]),
        ("What do they take from [12]?", [("reference", "12")]),
        ("What does the conclusion say?", [("named_section", "conclusion")]),
        ("Is it in the abstract?", [("named_section", "abstract")]),
        ("the methods section", [("named_section", "method")]),
        ("Summarize the section on wooden boxes.", [("named_section", "wooden boxe")]),
        ("What does the section “Data, tools” say?", [("named_section", "data, tool")]),
        ("Explain Listing 2", [("statement", "listing 2")]),
        ("What is on the last page?", [("page", "#-1")]),
        ("Explain the second figure.", [("figure", "#1")]),
        ("the ablation table", [("described_table", "ablation table")]),
        ("Which plot shows the loss over time?", [("described_figure", "shows the loss over time plot")]),
        ("What does the architecture diagram show?", [("described_figure", "architecture diagram")]),
    ],
)
def test_named_places_are_read(question: str, expected: list[tuple[str, str]]) -> None:
    assert [(cue.kind, cue.value) for cue in find_cues(question)][: len(expected)] == expected


@pytest.mark.parametrize(
    "question",
    [
        "How many sections are there?",
        "Which table salt was used?",
        "Was p below 0.05 on 20 pages?",
        "What are the results?",
        "Does figure skating help?",
        "How were data collected in the abstracts of 2020?",
        "How does the introduction of pericytes affect the barrier?",
        "Is the graph connected?",
        "Does the figure help?",
    ],
)
def test_words_that_name_no_place_are_left_alone(question: str) -> None:
    assert find_cues(question) == ()


def test_a_section_of_a_loose_name_may_not_be_meant() -> None:
    assert [cue.sure for cue in find_cues("What is the nuclear cross section?")] == [False]
    assert [cue.sure for cue in find_cues("What does the abstract say?")] == [True]


def test_a_range_of_pages_has_a_last_one() -> None:
    (cue,) = find_cues("pp. 3–4")

    assert (cue.value, cue.last_page) == ("3", 4)


def test_a_place_named_twice_counts_once() -> None:
    assert len(find_cues("Is figure 2 (Fig. 2) clear?")) == 1
    assert len(find_cues("Explain the second figure.")) == 1


def test_brackets_in_a_long_pasted_text_name_nothing() -> None:
    assert find_cues("This was shown before [12]. " + "It is a long text from elsewhere. " * 8) == ()


def test_a_place_is_called_as_the_question_puts_it() -> None:
    assert [cue.text for cue in find_cues("Is Eq. (3) on p. 4 from reference [7]?")][:3] == [
        "p. 4",
        "Eq. (3)",
        "reference [7]",
    ]


def test_a_question_that_names_a_thousand_places_names_a_dozen() -> None:
    assert len(find_cues("Compare " + " and ".join(f"Figure {n}" for n in range(1_000)))) == 12


@pytest.mark.parametrize(
    "question",
    [
        "Who wrote this?",
        "Who are the authors?",
        "What is the title of the paper?",
        "What is its DOI?",
        "When was it published?",
        "Where was this paper published?",
        "Which affiliations of the authors are given?",
        "Who is the corresponding author?",
    ],
)
def test_questions_about_the_title_page_name_it(question: str) -> None:
    assert [cue.kind for cue in find_cues(question)] == ["front"]


@pytest.mark.parametrize(
    "question", ["What do the authors conclude?", "Who discovered the quorum?", "Which papers were published before?"]
)
def test_questions_that_only_mention_authors_do_not(question: str) -> None:
    assert find_cues(question) == ()
