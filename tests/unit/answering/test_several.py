"""How questions about several papers are understood, and which papers a set holds."""

from __future__ import annotations

import pytest
from doubles.written import Writer

from scholarai.answering.several import LEAST_SAID, asked_of_each, rank_of, said_by, sayings, set_question
from scholarai.domain.content import PaperContent
from scholarai.retrieval.index import PaperIndex, index_paper
from scholarai.retrieval.vectors import ChunkSet, EmbeddedChunk
from scholarai.splitting import split


def indexed(*sentences: str, section: str = "Methods", entries: tuple[str, ...] = ()) -> PaperIndex:
    write = Writer()
    write.section("1", section)
    for sentence in sentences:
        write.add("paragraph", sentence)
    for entry in entries:
        write.add("reference", entry)
    content = PaperContent(source_format="markdown", sections=tuple(write.sections), blocks=tuple(write.blocks))
    chunks = tuple(EmbeddedChunk(chunk=chunk, vectors=None) for chunk in split(content, generation=1))
    return index_paper(content, ChunkSet(chunks=chunks, space=None))


def said(question: str, *papers: PaperIndex) -> list[tuple[bool, str]]:
    """Return for each paper whether it is one of the set, and the note on it."""
    asked = set_question(question)
    assert asked is not None
    found = said_by(asked, [sayings(paper, asked) for paper in papers])
    return [(one.share >= LEAST_SAID, one.saying.note) for one in found]


def members(question: str, *papers: PaperIndex) -> list[bool]:
    return [is_member for is_member, _ in said(question, *papers)]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Which of these papers use a hidden Markov model?", ("hidden", "markov", "model")),
        ("Which trials were double-blind?", ("doubl", "blind")),
        ("List all papers that use support vector machines.", ("support", "vector", "machin")),
        ("Do any of these papers use WordNet?", ("wordnet",)),
        ("In which papers is the EM algorithm used?", ("em", "algorithm", "EM")),
        ("Which of these courses cover machine learning?", ("machin", "learn")),
        ("Which paper says that the best guest\nis a forest?", ("best", "guest", "forest")),
    ],
)
def test_a_set_is_told_by_what_it_is_asked_for(question: str, asked: tuple[str, ...]) -> None:
    found = set_question(question)

    assert found is not None
    assert sorted(found.words) == sorted(asked)


@pytest.mark.parametrize(
    "question",
    [
        "Which paper has the largest sample?",
        "What sample sizes did the trials have?",
        "Which dataset is used for training?",
        "Which of these papers is that of the?",
    ],
)
def test_what_no_single_paper_can_say_is_no_set(question: str) -> None:
    assert set_question(question) is None


def test_papers_that_are_only_compared_are_asked_what_they_are_about() -> None:
    asked = [asked_of_each(one) for one in ("How do these papers differ?", "Compare the data that the papers use.")]

    assert asked == ["What is this paper about?", "Compare the data that the papers use."]


def test_what_others_did_or_the_paper_did_not_is_said_and_ranks_lower() -> None:
    papers = [
        indexed("Previous studies compared the drug with a placebo (Smith, 2004)."),
        indexed("Patients on a placebo were excluded from the study."),
        indexed("We thank Roche for the placebo.", section="Acknowledgements"),
        indexed(
            "We weighed the patients.", entries=("[1] A. Smith. On the placebos. 2004.", "[2] B. Smith. On pills.")
        ),
        indexed("We gave a placebo No. 5 to half of the patients, as others do [3]."),
        indexed("We weighed the patients."),
    ]
    asked = set_question("Which of these trials used a placebo?")
    assert asked is not None

    found = said_by(asked, [sayings(paper, asked) for paper in papers])

    assert [(one.share, one.saying.note) for one in found] == [
        (1.0, "cites other work"),
        (1.0, "says “excluded”"),
        (1.0, "in “Acknowledgements”"),
        (1.0, "in its bibliography"),
        (1.0, ""),
        (0.0, ""),
    ]
    assert max(found, key=rank_of) == found[4]


def test_a_negation_that_is_asked_for_is_no_reason_for_a_note() -> None:
    paper = indexed("Smokers were excluded.")

    assert said("Which trials excluded smokers?", paper) == [(True, "")]


def test_of_the_sentences_that_say_it_the_papers_own_is_shown() -> None:
    paper = indexed("Others used a placebo [4].", "We used a placebo.")
    asked = set_question("Which papers used a placebo?")
    assert asked is not None

    (saying,) = sayings(paper, asked)

    assert paper.text[saying.start : saying.end] == "We used a placebo."


def test_definitions_stand_for_the_whole() -> None:
    papers = [
        indexed("A hidden Markov model (HMM) is one.", "We train a HMM on the corpus."),
        indexed("A random field (CRF) was trained.", "The hidden layer is wide."),
    ]

    assert members("Which papers use a hidden Markov model?", *papers) == [True, False]


def test_initials_stand_for_the_whole() -> None:
    papers = [indexed("We train a HMM on the corpus."), indexed("The hidden layer is wide.")]

    assert members("Which papers use a hidden Markov model?", *papers) == [True, False]


def test_a_word_written_in_two_is_the_same_word() -> None:
    papers = [indexed("The trial had a cross-over design."), indexed("The trial had two arms.")]

    assert members("Which trials were crossover trials?", *papers) == [True, False]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which trials randomised patients?", "Patients were randomized."),
        ("Which papers publish a dataset?", "Our data set is public, and we publish it."),
        ("Which papers measure a half life?", "The halflife is an hour."),
        ("Which papers count mouses and twelve rats?", "We count 12 rats and a mouse."),
        ("Which papers train a HMM?", "We say hidden Markov model (HMM) for it. A hidden Markov model is trained."),
    ],
)
def test_other_forms_of_the_asked_words_count(question: str, says: str) -> None:
    assert members(question, indexed(says), indexed("The model is not hidden.")) == [True, False]


def test_a_form_of_two_words_needs_both() -> None:
    paper = indexed("Our data set is public.", "The data are few.")
    asked = set_question("Which papers have a dataset?")
    assert asked is not None

    (saying,) = sayings(paper, asked)

    assert paper.text[saying.start : saying.end] == "Our data set is public."


def test_capitals_are_matched_as_written_where_a_paper_has_them() -> None:
    papers = [indexed("The spectra come from CLASS."), indexed("Each class has ten members.")]

    assert members("Which paper uses CLASS?", *papers) == [True, False]
    assert members("Which paper uses CLASS?", papers[1]) == [True]


def test_a_sentence_that_is_cut_for_its_length_is_one() -> None:
    listed = ", ".join(f"station {n}" for n in range(70))
    paper = indexed(f"The zither was heard at {listed} and above the observatory.")

    assert members("Which paper says that the zither was heard above the observatory?", paper) == [True]


def test_a_term_that_all_papers_have_tells_little() -> None:
    papers = [
        indexed("We use the EM algorithm for training."),
        indexed("We use a greedy algorithm for training."),
        indexed("Our algorithm is exact."),
    ]

    assert members("Which papers use the EM algorithm?", *papers) == [True, False, False]


def test_an_address_is_said_to_be_one() -> None:
    paper = indexed("1Department of Physics, University of Ulm, Albert-Einstein-Allee 11, 89081 Ulm, Germany.")

    assert said("Which trials were done in Germany?", paper) == [(True, "an address")]
