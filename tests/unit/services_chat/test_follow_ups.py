"""How a conversation goes on without a model: nothing twice, on the subject before, politely without a search."""

from __future__ import annotations

import pytest
from doubles.written import Writer
from msgspec.structs import replace
from unit.services_chat.system import BEES, System

from scholarai.adapters.models.local import ExtractiveAnswerer
from scholarai.domain.chat import Answer, Message
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import NotFoundError
from scholarai.domain.ids import PaperId
from scholarai.domain.values import from_plain, to_plain
from scholarai.services.chat.reply import SectionFinished

KETTLES = PaperId("kettles")
COPPER = "The copper kettle boiled one litre of water in four minutes."
RING = "It was placed on a gas ring of two kilowatts."
LID = "The lid stayed closed because steam carries heat away from the vessel."
IRON = "The iron kettle boiled the same volume of water in nine minutes."
KETTLE = "A kettle is a vessel that heats water for tea."
ASK = "How long did the copper kettle take to boil water?"


def kettle_paper() -> PaperContent:
    write = Writer()
    write.section("1", "Introduction")
    write.add(
        "paragraph", f"Tea needs boiling water in every house. {KETTLE} Copper was the usual metal for centuries."
    )
    write.section("2", "Boiling times")
    write.add("paragraph", f"Both vessels were filled from the same tap. {COPPER} {RING} {LID}")
    write.add("paragraph", f"{IRON} Its walls are three times as thick as those of the other one.")
    write.section("3", "Limits of the trial")
    write.add("paragraph", "Only two vessels were compared in a single afternoon. Altitude was not varied at all.")
    return PaperContent(
        source_format="markdown",
        title="Copper and Iron Kettles",
        sections=tuple(write.sections),
        blocks=tuple(write.blocks),
    )


@pytest.fixture
def kettles(system: System) -> System:
    """A system without a model and without vectors, and the paper on kettles."""
    system.embedder = None
    system.model = ExtractiveAnswerer()
    system.add_paper(KETTLES, kettle_paper())
    return system


def talk(system: System, *questions: str) -> list[Answer]:
    """Ask questions in one conversation."""
    saved = system.ask(questions[0], paper_ids=(KETTLES,))
    rest = [system.answer(question, session_id=saved.session_id) for question in questions[1:]]
    return [saved.answer, *rest]


def quotes(answer: Answer) -> set[str]:
    return {citation.text for section in answer.sections for citation in section.citations}


@pytest.mark.parametrize("ask", ["Explain more", "Tell me more", "Can you elaborate on that?", "What about it?"])
def test_asking_on_brings_what_stands_around_without_repeating(kettles: System, ask: str) -> None:
    first, more = talk(kettles, ASK, ask)

    assert COPPER in quotes(first)
    assert quotes(more)
    assert not quotes(first) & quotes(more)


def test_asking_on_again_and_again_ends_in_saying_that_nothing_is_left(kettles: System) -> None:
    answers = talk(kettles, ASK, *["Tell me more"] * 12)

    said = [quotes(answer) for answer in answers]
    assert all(not one & other for place, one in enumerate(said) for other in said[:place])
    assert answers[-1].remark == "nothing_new"
    assert answers[-1].refusal is None


def test_the_question_before_is_the_subject_of_a_follow_up(kettles: System) -> None:
    _, altitude = talk(kettles, "What is a kettle?", "And altitude?")

    assert "Altitude was not varied at all." in quotes(altitude)
    assert altitude.question_used == "And altitude? (What is a kettle?)"


def test_a_follow_up_that_stands_alone_is_searched_alone(kettles: System) -> None:
    _, altitude = talk(kettles, "What is a kettle?", "Was the altitude varied?")

    assert "Altitude was not varied at all." in quotes(altitude)
    assert altitude.question_used == "Was the altitude varied?"


@pytest.mark.parametrize("ask", ["again", "Can you repeat that?"])
def test_what_was_shown_comes_again_when_it_is_asked_for(kettles: System, ask: str) -> None:
    first, again = talk(kettles, ASK, ask)

    assert again.sections == first.sections
    assert again.usage.cost_usd == 0


def test_what_was_shown_comes_again_after_a_remark_too(kettles: System) -> None:
    first, thanks, again = talk(kettles, ASK, "Thanks!", "again")

    assert thanks.remark == "courtesy"
    assert again.sections == first.sections
    assert again.remark is None


def test_a_greeting_is_nothing_to_ask_on_from(kettles: System) -> None:
    said, more = talk(kettles, "Hello!", "Tell me more about kettles")

    assert said.remark == "courtesy"
    assert more.question_used == "Tell me more about kettles"


def test_the_same_question_again_gets_the_same_answer(kettles: System) -> None:
    first, again = talk(kettles, ASK, ASK)

    assert quotes(again) == quotes(first)


def test_another_question_does_not_get_what_was_shown(kettles: System) -> None:
    first, other = talk(kettles, ASK, "In how many minutes did one litre boil in the copper kettle?")

    assert not quotes(first) & quotes(other)


@pytest.mark.parametrize("ask", ["What about it?", "Explain that", "Why?", "the"])
def test_a_question_that_names_nothing_gets_passages(kettles: System, ask: str) -> None:
    (answer,) = talk(kettles, ask)

    assert answer.remark is None
    assert answer.search is not None
    assert quotes(answer)


@pytest.mark.parametrize("said", ["hi", "Thanks!", "ok", "bye", "Good morning", "Thanks a lot for your help"])
def test_courtesies_are_answered_at_no_cost_without_search_and_citations(kettles: System, said: str) -> None:
    kettles.calls.clear()
    (answer,) = talk(kettles, said)

    assert answer.remark == "courtesy"
    assert not quotes(answer)
    assert (answer.usage.cost_usd, answer.usage.model) == (0, "")
    assert kettles.calls == []


def test_a_courtesy_in_between_changes_nothing(kettles: System) -> None:
    plain, polite = (
        talk(kettles, ASK, "And the iron kettle?")[-1],
        talk(kettles, ASK, "thanks", "OK, and the iron kettle?")[-1],
    )

    assert quotes(polite) == quotes(plain)


def test_a_conversation_that_begins_with_a_greeting_is_named_after_its_question(kettles: System) -> None:
    saved = kettles.ask("hi", paper_ids=(KETTLES,))
    kettles.ask(ASK, session_id=saved.session_id)

    (session,) = kettles.sessions().page(kettles.question(ASK).owner, KETTLES, limit=5).sessions
    assert session.title == ASK


def test_a_remark_is_streamed_as_a_section(kettles: System) -> None:
    events = kettles.events("hi", paper_ids=(KETTLES,))

    assert [event.section.text for event in events if isinstance(event, SectionFinished)] == [
        "Hello. What would you like to know about this paper?"
    ]


@pytest.mark.parametrize(
    "question",
    [
        "¿Cuántos hervidores contiene la cocina?",
        "Combien de temps prend la bouilloire ?",
        "Was zeigt Abbildung 2?",
        "Hoeveel ketels waren er?",
    ],
)
def test_a_short_question_is_told_to_be_in_another_language_by_its_words_of_asking(
    kettles: System, question: str
) -> None:
    (told,) = talk(kettles, question)

    assert "language" in told.notes[0]


@pytest.mark.parametrize("question", ["What is Tableau used for?", "Copper kettles?", "Why is it quick?"])
def test_a_question_in_english_is_not_told_to_be_in_another_language(kettles: System, question: str) -> None:
    (answered,) = talk(kettles, question)

    assert not [note for note in answered.notes if "language" in note]


def test_a_question_in_another_language_says_what_was_searched(kettles: System) -> None:
    (german,) = talk(kettles, "Wie lange braucht der copper kettle für das Wasser?")
    (english,) = talk(kettles, ASK)

    assert "language" in german.notes[0]
    assert english.notes == ()


def test_a_conversation_over_several_papers_goes_on_around_what_was_quoted(kettles: System) -> None:
    saved = kettles.ask(ASK, paper_ids=(KETTLES, BEES))
    more = kettles.answer("Tell me more", session_id=saved.session_id)

    assert quotes(more)
    assert not quotes(more) & quotes(saved.answer)


def test_a_paper_that_is_deleted_in_mid_question_is_unknown(kettles: System) -> None:
    events = kettles.chat.ask(kettles.question(ASK, paper_ids=(KETTLES,)))
    next(events)
    kettles.backend.contents.drop(KETTLES, keep_generation=None)
    kettles.backend.papers.change(KETTLES, lambda _: None)

    with pytest.raises(NotFoundError, match="paper_unknown"):
        list(events)


def test_a_conversation_of_the_last_release_goes_on(kettles: System) -> None:
    saved = kettles.ask(ASK, paper_ids=(KETTLES,))
    stored = to_plain(kettles.messages(saved.session_id)[1])
    for added in ("remark", "readings", "notes", "search"):
        stored["answer"].pop(added, None)

    assert from_plain(Message, stored).answer == replace(saved.answer, search=None)
