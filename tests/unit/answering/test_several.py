"""How questions about several papers are understood, and which papers a set holds."""

from __future__ import annotations

import pytest
from doubles.written import Writer

from scholarai.answering.set_questions import members, sayings, set_question, thing_asked
from scholarai.answering.several import plan
from scholarai.domain.content import PaperContent
from scholarai.retrieval.index import PaperIndex, index_paper
from scholarai.retrieval.vectors import ChunkSet, EmbeddedChunk
from scholarai.splitting import split


def indexed(*sentences: str, section: str = "Methods") -> PaperIndex:
    write = Writer()
    write.section("1", section)
    for sentence in sentences:
        write.add("paragraph", sentence)
    content = PaperContent(source_format="markdown", sections=tuple(write.sections), blocks=tuple(write.blocks))
    chunks = tuple(EmbeddedChunk(chunk=chunk, vectors=None) for chunk in split(content, generation=1))
    return index_paper(content, ChunkSet(chunks=chunks, space=None))


def said(question: str, *papers: PaperIndex) -> list[bool]:
    """Return for each paper whether it is one of the set."""
    asked = set_question(question)
    assert asked is not None
    return [found is not None for found in members(asked, [sayings(paper, asked) for paper in papers])]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Which of these papers use a hidden Markov model?", ("hidden", "markov", "model")),
        ("Which trials were double-blind?", ("doubl", "blind")),
        ("List all papers that use support vector machines.", ("support", "vector", "machin")),
        ("Do any of these papers use WordNet?", ("wordnet",)),
        ("In which papers is the EM algorithm used?", ("em", "algorithm")),
        ("Which of these courses cover machine learning?", ("machin", "learn")),
    ],
)
def test_a_set_is_told_by_what_it_is_asked_for(question: str, asked: tuple[str, ...]) -> None:
    planned = plan(question)

    assert planned.wanted is not None
    assert planned.wanted.terms == asked


@pytest.mark.parametrize(
    "question",
    [
        "Which paper has the largest sample?",
        "What sample sizes did the trials have?",
        "Which dataset is used for training?",
    ],
)
def test_what_no_single_paper_can_say_is_no_set(question: str) -> None:
    assert plan(question).wanted is None


@pytest.mark.parametrize(
    ("question", "things", "about"),
    [
        ("Compare BERT and LSTM taggers in accuracy", ("BERT", "LSTM taggers"), "in accuracy"),
        ("Is axitinib better than sorafenib?", ("axitinib", "sorafenib"), ""),
        ("What are the differences between E03-1020 and C08-1098?", ("E03-1020", "C08-1098"), ""),
        ("Compare the data that the papers use.", (), ""),
        ("Compare the methods and results of the papers.", (), ""),
        ("Compare R and Python as languages for teaching.", ("R", "Python"), "as languages for teaching"),
    ],
)
def test_what_is_compared_are_two_things_with_names(question: str, things: tuple[str, ...], about: str) -> None:
    planned = plan(question)

    assert (planned.compared, planned.about) == (things, about)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Compare the accuracy reported by each paper.", "What is the accuracy?"),
        ("How do these papers differ?", "What is this paper about?"),
        ("What do these papers have in common?", "What is this paper about?"),
        ("What are the main findings of each paper?", "What are the main findings of each paper?"),
    ],
)
def test_a_single_paper_is_asked_what_it_can_answer(question: str, asked: str) -> None:
    assert plan(question).question == asked


def test_what_others_did_or_the_paper_did_not_makes_no_member() -> None:
    papers = [
        indexed("We gave a placebo to half of the patients."),
        indexed("Patients on a placebo were excluded from the study."),
        indexed("Previous studies compared the drug with a placebo (Smith, 2004)."),
        indexed("We weighed the patients."),
    ]

    assert said("Which of these trials used a placebo?", *papers) == [True, False, False, False]


def test_initials_and_definitions_stand_for_the_whole() -> None:
    papers = [
        indexed("We train a HMM on the corpus."),
        indexed("A random field (CRF) was trained.", "The hidden layer is wide."),
    ]

    assert said("Which papers use a hidden Markov model?", *papers) == [True, False]


def test_a_word_written_in_two_is_the_same_word() -> None:
    papers = [indexed("The trial had a cross-over design."), indexed("The trial had two arms.")]

    assert said("Which trials were crossover trials?", *papers) == [True, False]


def test_a_term_that_all_papers_have_tells_little() -> None:
    papers = [
        indexed("We use the EM algorithm for training."),
        indexed("We use a greedy algorithm for training."),
        indexed("Our algorithm is exact."),
    ]

    assert said("Which papers use the EM algorithm?", *papers) == [True, False, False]


def test_a_phrase_of_nothing_is_nothing_to_look_for() -> None:
    assert thing_asked("of the") is None
