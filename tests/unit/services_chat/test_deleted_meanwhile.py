"""A paper that is deleted while a question is answered: what is told, and that nothing of it is kept."""

from __future__ import annotations

from typing import Any

import pytest
from contract.making import delete_paper
from doubles.watched import Watched, When
from msgspec.structs import replace
from unit.services_chat.system import ADA, ASK, BEES, System
from unit.services_chat.test_many_papers import about, outcomes

from scholarai.adapters.models.local import ExtractiveAnswerer
from scholarai.domain.chat import Answer
from scholarai.domain.errors import NotFoundError
from scholarai.domain.ids import PaperId
from scholarai.services.chat.asking import AnswerSaved, QuestionSaved

OTHERS = tuple(PaperId(name) for name in ("granite", "glacier"))
# While a question is answered: before its session is made, before it is saved, when it was, and before its answer is saved.
MOMENTS = ("create", "change", "asked", "change again")


def delete(system: System, paper_id: PaperId) -> None:
    delete_paper(system.backend, ADA, paper_id, system.clock)


def answers_with_deletion(system: System, moment: str, text: str = ASK, **asked: Any) -> list[Answer]:
    """Ask, delete the bees' paper at a moment, and return the answers that were given: one, or none."""
    seen: list[str] = []

    def note(call: str, when: When) -> None:
        name = call.rpartition(".")[2]
        if when == "before" and name in {"create", "change"}:
            seen.append(name)
            if moment == name + (" again" if seen.count(name) > 1 else ""):
                delete(system, BEES)

    sessions: Any = Watched("sessions", system.backend.sessions, note)
    answers = []
    for event in replace(system.chat, sessions=sessions).ask(system.question(text, **asked)):
        if isinstance(event, QuestionSaved) and moment == "asked":
            delete(system, BEES)
        if isinstance(event, AnswerSaved):
            answers.append(event.answer)
    return answers


def quotes_of_bees(*answers: Answer | None) -> list[str]:
    given = [answer for answer in answers if answer is not None]
    cited = [one for answer in given for section in answer.sections for one in section.citations]
    nearest = [one for answer in given if answer.refusal for one in answer.refusal.nearest]
    covered = [one for answer in given if answer.coverage for one in answer.coverage.papers]
    closest = [one.closest.text for one in covered if one.closest and one.paper_id == BEES]
    cited_texts = [one.text for one in cited if one.paper_id == BEES]
    return closest + cited_texts + [one.text for one in nearest if one.paper_id == BEES]


def kept(system: System) -> list[Answer | None]:
    sessions = system.sessions().page(ADA, None, limit=10).sessions
    return [message.answer for session in sessions for message in system.messages(session.id)]


@pytest.fixture
def several(system: System) -> System:
    for name in OTHERS:
        system.add_paper(name, about(name))
    system.model = ExtractiveAnswerer()
    return system


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("is_warm", [True, False])
def test_the_only_paper(system: System, moment: str, is_warm: bool) -> None:
    if is_warm:
        system.sessions().delete(ADA, system.ask().session_id)

    if moment == "change again":
        (answer,) = answers_with_deletion(system, moment)
        assert answer.notes[-1].startswith("This conversation is not kept")
    else:
        with pytest.raises(NotFoundError, match="paper_unknown"):
            answers_with_deletion(system, moment)

    assert quotes_of_bees(*kept(system)) == []


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("is_warm", [True, False])
@pytest.mark.parametrize("question", ["Compare granite and scouts.", "Which of these papers weigh granite?"])
def test_one_of_several_papers(several: System, moment: str, is_warm: bool, question: str) -> None:
    papers = (*OTHERS, BEES)
    if is_warm:
        several.sessions().delete(ADA, several.ask(question, paper_ids=papers).session_id)

    (answer,) = answers_with_deletion(several, moment, paper_ids=papers, text=question)

    if moment != "change again":
        assert outcomes(answer)[BEES] == "deleted"
        assert quotes_of_bees(answer) == []
    assert outcomes(answer)[OTHERS[0]] == "cited"
    assert ("This conversation is not kept" in str(answer.notes)) == (moment in {"asked", "change again"})
    assert quotes_of_bees(*kept(several)) == []


def test_an_answer_of_which_nothing_is_left_says_that_the_paper_was_deleted(several: System) -> None:
    papers = (*OTHERS, BEES)
    several.ask(paper_ids=papers)

    with pytest.raises(NotFoundError, match="the paper was deleted while it was asked"):
        answers_with_deletion(several, "asked", paper_ids=papers)
