"""A question about many papers."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from doubles.answerers import Call, CallsAnswerer, CitingAnswerer
from doubles.models import TopicEmbedder
from doubles.written import Writer
from msgspec.structs import replace
from unit.services_chat.system import ADA, ASK, BEES, QUORUM, System

from scholarai.adapters.models.local import ExtractiveAnswerer
from scholarai.domain.chat import Answer
from scholarai.domain.content import Page, PaperContent
from scholarai.domain.errors import NotFoundError, NotReadyError, TransientError
from scholarai.domain.ids import PaperId
from scholarai.services.chat.asking import AnswerSaved
from scholarai.services.library.open_papers import OpenPapers


def about(subject: str) -> PaperContent:
    write = Writer()
    write.section("1", f"On {subject}")
    write.add("paragraph", f"The {subject} was weighed each day. " * 20)
    return PaperContent(
        source_format="pdf",
        title=f"On {subject}",
        pages=(Page(page_number=1, width_pt=612, height_pt=792),),
        sections=tuple(write.sections),
        blocks=tuple(write.blocks),
    )


@pytest.fixture
def library(system: System) -> tuple[PaperId, ...]:
    """Return twelve papers, the one about bees in their middle."""
    names = tuple(PaperId(f"p{n}") for n in range(11))
    for n, name in enumerate(names):
        system.add_paper(name, about(("granite", "glacier", "violin", "harbour", "cheese")[n % 5]))
    return (*names[:6], BEES, *names[6:])


@pytest.mark.parametrize("vectors", [True, False])
def test_the_paper_with_the_answer_is_found_among_many(
    system: System, library: tuple[PaperId, ...], vectors: bool
) -> None:
    system.embedder = system.embedder if vectors else None
    system.model = CitingAnswerer("About twenty.", QUORUM)

    citation = system.answer(paper_ids=library).sections[0].citations[0]

    assert (citation.paper_id, citation.verdict) == (BEES, "exact")


def outcomes(answer: Answer) -> dict[PaperId, str]:
    assert answer.coverage is not None
    return {paper.paper_id: paper.reason or paper.outcome for paper in answer.coverage.papers}


@pytest.mark.parametrize("question", [ASK, "Which of these papers weigh granite?", "Compare granite and violins."])
def test_every_paper_is_read_and_accounted_for(system: System, library: tuple[PaperId, ...], question: str) -> None:
    system.model = ExtractiveAnswerer()

    answer = system.answer(question, paper_ids=library)

    cited = {citation.paper_id for section in answer.sections for citation in section.citations}
    assert tuple(outcomes(answer)) == library
    assert {paper for paper, outcome in outcomes(answer).items() if outcome == "cited"} == cited
    assert system.calls.count("contents.read_content") >= len(library)


def test_a_set_is_the_papers_that_say_so(system: System, library: tuple[PaperId, ...]) -> None:
    system.model = ExtractiveAnswerer()

    answer = system.answer("Which of these papers weigh granite?", paper_ids=library)

    assert {paper for paper, outcome in outcomes(answer).items() if outcome == "cited"} == {"p0", "p5", "p10"}
    assert {section.part for section in answer.sections} == {"On granite"}


def test_the_sentence_of_a_compared_thing_stands_in_the_row_of_its_paper(
    system: System, library: tuple[PaperId, ...]
) -> None:
    system.model = ExtractiveAnswerer()

    answer = system.answer("Compare granite and trumpets.", paper_ids=library)

    assert answer.sections[0].part == "On granite"
    assert all(section.citations for section in answer.sections)


def test_each_paper_gets_a_row_with_a_number_of_its_own(system: System, library: tuple[PaperId, ...]) -> None:
    system.model = ExtractiveAnswerer()

    answer = system.answer("What was weighed in each paper?", paper_ids=library[:6])

    numbers = [citation.number for section in answer.sections for citation in section.citations]
    assert answer.kind == "extracts"
    assert numbers == list(range(1, 7))


def test_what_no_sentence_says_is_answered_with_the_closest_passage_of_each_paper(
    system: System, library: tuple[PaperId, ...]
) -> None:
    system.model = ExtractiveAnswerer()

    answer = system.answer("Which of these papers use zirconium in a kiln?", paper_ids=library)

    assert answer.search is not None
    assert (answer.search.outcome, answer.search.message) == (
        "closest",
        "No sentence of theirs has all of: zirconium, kiln. These come closest.",
    )
    assert answer.coverage is not None
    given = {one.paper_id for one in answer.coverage.papers if one.closest is not None and one.closest.text}
    cited = {citation.paper_id for section in answer.sections for citation in section.citations}
    assert cited
    assert given == set(library) - cited


def test_a_paper_that_lacks_a_word_of_what_is_asked_for_is_a_member_with_a_note(system: System) -> None:
    system.model = ExtractiveAnswerer()
    system.add_paper(PaperId("granite"), about("granite of Northern Iceland"))
    system.add_paper(PaperId("glacier"), about("glacier"))

    answer = system.answer(
        "Which of these papers say that purple granite of Northern Iceland was weighed each day?",
        paper_ids=(PaperId("glacier"), PaperId("granite")),
    )

    assert answer.search is not None
    assert answer.search.message == (
        "No sentence of theirs has all of: purple, granite, Northern, Iceland, weighed, day. These come closest."
    )
    assert answer.sections[0].part == "On granite of Northern Iceland"
    assert answer.sections[0].note == "without: purple"


def test_a_set_that_a_sentence_tells_has_passages_and_the_others_their_closest(system: System) -> None:
    system.model = ExtractiveAnswerer()
    system.add_paper(PaperId("granite"), about("granite"))

    answer = system.answer("Which of these papers weigh granite?", paper_ids=(BEES, PaperId("granite")))

    assert answer.search is not None
    assert (answer.search.outcome, answer.search.message) == ("passages", "Passages that may answer.")
    assert outcomes(answer) == {BEES: "closest", "granite": "cited"}


def test_a_paper_that_is_not_ready_is_left_out_and_said_so(system: System) -> None:
    system.add_unready(PaperId("new"), "extracting")
    system.add_unready(PaperId("locked"), "failed")

    answer = system.answer(paper_ids=(PaperId("new"), BEES, PaperId("locked")))

    assert outcomes(answer) == {"new": "not_ready", BEES: "cited", "locked": "failed"}


def test_papers_of_which_none_is_ready_stop_the_question_before_it_is_saved(system: System) -> None:
    system.add_unready(PaperId("new"), "extracting")
    system.add_unready(PaperId("newer"), "extracting")

    with pytest.raises(NotReadyError):
        system.ask(paper_ids=(PaperId("new"), PaperId("newer")))
    assert system.sessions().page(ADA, None, limit=10).sessions == ()


def test_a_paper_that_is_deleted_in_mid_question_is_left_out_and_said_so(
    system: System, library: tuple[PaperId, ...]
) -> None:
    events = system.chat.ask(system.question(ASK, paper_ids=library))
    next(events)
    system.backend.contents.drop(library[3], keep_generation=None)
    system.backend.papers.change(library[3], lambda _: None)

    *_, last = events

    assert isinstance(last, AnswerSaved)
    assert outcomes(last.answer)[library[3]] == "deleted"


def test_a_conversation_goes_on_without_a_paper_that_was_deleted(system: System, library: tuple[PaperId, ...]) -> None:
    system.model = CitingAnswerer("About twenty.", QUORUM)
    first = system.ask(paper_ids=library)
    system.backend.papers.change(library[0], lambda _: None)

    answer = system.answer(session_id=first.session_id)

    assert outcomes(answer)[library[0]] == "deleted"
    assert outcomes(answer)[BEES] == "cited"


def test_a_new_question_about_an_unknown_paper_is_an_error(system: System) -> None:
    with pytest.raises(NotFoundError):
        system.ask(paper_ids=(BEES, PaperId("nobody")))


def test_the_whole_library_is_asked_where_it_is_small(system: System, library: tuple[PaperId, ...]) -> None:
    system.model = ExtractiveAnswerer()

    answer = system.answer("Which papers weigh granite?", paper_ids=(), library=True)

    assert set(outcomes(answer)) == set(library)


@pytest.mark.parametrize("vectors", [True, False])
def test_of_a_large_library_the_nearest_papers_are_asked(
    system: System, library: tuple[PaperId, ...], vectors: bool
) -> None:
    system.embedder = system.embedder if vectors else None

    chosen, beyond = system.nearest.find(ADA, ASK, limit=2)

    assert (BEES in chosen, len(chosen), beyond) == (True, 2, 10)


def test_rules_answer_with_rows_where_the_model_cannot_be_reached(system: System, library: tuple[PaperId, ...]) -> None:
    model = CallsAnswerer(Call(error=TransientError("model_busy", "the model is busy")))
    ask = replace(system.chat, answerer=lambda: model, stand_in=ExtractiveAnswerer)

    *_, last = ask.ask(system.question("How was the granite weighed?", paper_ids=library[:6]))

    assert isinstance(last, AnswerSaved)
    assert (last.answer.degraded, last.answer.kind) == ("model_busy", "extracts")
    assert outcomes(last.answer)[PaperId("p0")] == "cited"


def test_papers_used_long_ago_make_room_for_others(system: System, library: tuple[PaperId, ...]) -> None:
    papers = [system.backend.papers.get(name) for name in library[:3]]
    room = OpenPapers(contents=system._watched("contents"), kept_characters=1_500)
    for paper in (papers[0], papers[1], papers[2], papers[2], papers[0]):
        assert paper is not None
        room.open(paper)

    assert system.calls.count("contents.read_content") == 4


def test_twenty_questions_at_once_read_a_paper_once(system: System) -> None:
    with ThreadPoolExecutor(20) as pool:
        list(pool.map(lambda _: system.ask(), range(20)))

    assert system.calls.count("contents.read_content") == 1


@pytest.mark.parametrize("question", ["Figure 99", "What does Figure 99 show?"])
def test_a_figure_that_no_paper_has_is_said(system: System, question: str) -> None:
    system.model = ExtractiveAnswerer()
    system.add_paper(PaperId("granite"), about("granite"))

    answer = system.answer(question, paper_ids=(BEES, PaperId("granite")))

    assert answer.search is not None
    assert answer.search.outcome == "closest"
    assert answer.search.message == "None of the papers has Figure 99."


def test_a_place_that_one_of_the_papers_has_is_quoted_from_it_alone(system: System) -> None:
    system.model = ExtractiveAnswerer()
    system.add_paper(PaperId("granite"), about("granite"))

    answer = system.answer("What does Figure 1 show?", paper_ids=(PaperId("granite"), BEES))

    assert outcomes(answer) == {"granite": "closest", BEES: "cited"}
    assert answer.notes == ()


def test_a_question_in_another_language_says_so_of_several_papers(system: System, library: tuple[PaperId, ...]) -> None:
    system.model = ExtractiveAnswerer()

    foreign = system.answer("Wie viele Kundschafter bilden das Quorum?", paper_ids=library)
    english = system.answer(paper_ids=library)

    assert [note[:57] for note in foreign.notes] == [
        "The question does not seem to be in the language of these",
        "No passage clearly answers; these come closest.",
    ]
    assert english.notes == ()


class MatchingEmbedder(TopicEmbedder):
    """Matches sentences with the question, too, and remembers the questions."""

    def __init__(self) -> None:
        super().__init__()
        self.matched: list[str] = []

    def match(self, question: str, sentences: Sequence[str]) -> list[float]:
        self.matched.append(question)
        return [0.5] * len(sentences)


def test_sentences_of_one_paper_are_matched_with_the_question_and_those_of_many_are_not(system: System) -> None:
    embedder = system.embedder = MatchingEmbedder()
    ids = [PaperId(f"bees-{number}") for number in range(4)]
    for paper_id in ids:
        system.add_paper(paper_id)

    system.answer("How does a swarm decide?", paper_ids=ids[:1])
    assert embedder.matched == ["How does a swarm decide?"]
    system.answer("How does a swarm decide?", paper_ids=ids)
    assert len(embedder.matched) == 1
