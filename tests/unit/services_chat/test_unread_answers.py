"""What models took for answers that nobody read to their end counts."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import pytest
from doubles.deep_model import RulesModel, models_of
from msgspec.structs import replace
from unit.services_chat.system import ADA, ASK, BEES, GOOD, System

from scholarai.domain.errors import ClaimLostError
from scholarai.domain.ids import PaperId
from scholarai.domain.spending import Spent
from scholarai.domain.usage import ModelUsage
from scholarai.ports.models import AnswerDelta, AnswerRequest
from scholarai.prompting.prompt import CHARACTERS_PER_TOKEN
from scholarai.services.chat.asking import AskPapers, ChatEvent
from scholarai.services.chat.reply import TextWritten
from scholarai.services.spending import Spending
from scholarai.testing import ScriptedAnswerer


class TellingAnswerer(ScriptedAnswerer):
    """Says with its first piece what it took so far, and that this costs something."""

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        yield AnswerDelta(
            text=GOOD[:7], usage=ModelUsage(model="told", input_tokens=120, output_tokens=2, cost_usd=0.5)
        )
        yield from super().answer(request)


def counting(system: System) -> AskPapers:
    return replace(system.chat, spending=Spending(store=system.backend.spending, clock=system.clock))


def begun(chat: AskPapers, system: System, depth: str = "quick", **about: object) -> Generator[ChatEvent]:
    """Return the events of a question, read as far as the first of its text."""
    events = chat.ask(system.question(ASK, depth=depth, **about))
    assert any(isinstance(event, TextWritten) for event in events)
    return events


def stop(chat: AskPapers, system: System, events: Generator[ChatEvent]) -> None:
    system.sessions(chat.running).cancel(ADA, system.only_session)
    with pytest.raises(ClaimLostError):
        list(events)


def spent(system: System) -> Spent:
    return system.backend.spending.read(ADA, system.clock.time.date())


def test_what_a_model_told_before_its_answer_was_stopped_counts(system: System) -> None:
    system.model = TellingAnswerer(GOOD)
    chat = counting(system)

    stop(chat, system, begun(chat, system))

    assert spent(system) == Spent(questions=1, input_tokens=120, output_tokens=2, cost_usd=0.5)


def test_what_a_model_did_not_tell_is_estimated_by_its_prompt(system: System) -> None:
    system.model = model = ScriptedAnswerer(GOOD)
    chat = counting(system)

    stop(chat, system, begun(chat, system))

    (request,) = model.requests
    read = len(request.prompt.system) + len(request.prompt.user)
    counted = spent(system)
    assert counted.input_tokens == read // CHARACTERS_PER_TOKEN
    assert 0 < counted.output_tokens <= len(GOOD) // CHARACTERS_PER_TOKEN


def test_a_connection_that_breaks_counts_its_tokens_and_no_question(system: System) -> None:
    system.model = TellingAnswerer(GOOD)

    begun(counting(system), system).close()

    assert spent(system) == Spent(input_tokens=120, output_tokens=2, cost_usd=0.5)


def test_a_stopped_answer_from_several_papers_counts(system: System) -> None:
    system.add_paper(PaperId("others"))
    system.model = TellingAnswerer(GOOD)
    chat = counting(system)

    stop(chat, system, begun(chat, system, paper_ids=(BEES, PaperId("others"))))

    assert spent(system) == Spent(questions=1, input_tokens=120, output_tokens=2, cost_usd=0.5)


def test_a_stopped_deeper_answer_counts_the_calls_before_it_and_what_was_written(system: System) -> None:
    system.model = TellingAnswerer(GOOD)
    model = RulesModel()
    chat = replace(counting(system), looking=lambda: models_of(model))

    stop(chat, system, begun(chat, system, depth="deep"))

    looked = sum((len(prompt.system) + len(prompt.user)) // 4 for prompt in model.prompts)
    assert model.prompts
    assert (spent(system).questions, spent(system).input_tokens) == (1, looked + 120)
