"""Questions put to a model whose calls are scripted, and what comes of them."""

from __future__ import annotations

from typing import Any

from doubles.answerers import Call, CallsAnswerer
from msgspec.structs import replace
from unit.services_chat.system import ASK, BEES, System

from scholarai.adapters.models.local import ExtractiveAnswerer
from scholarai.domain.chat import Answer
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import PaperId
from scholarai.ports.models import Answerer
from scholarai.services.chat.asking import AnswerSaved, ChatEvent

UNQUOTED = "About twenty scouts, I believe."
BUSY = TransientError("model_busy", "the model is busy")


def events(
    system: System, *calls: Call, text: str = ASK, papers: tuple[PaperId, ...] = (BEES,), **changes: Any
) -> tuple[list[ChatEvent], CallsAnswerer]:
    """Return what happens to a question while the model's calls go like this, and the model."""
    model = CallsAnswerer(*calls)
    ask = replace(system.chat, **({"answerer": lambda: model} | changes))
    return list(ask.ask(system.question(text, paper_ids=papers))), model


def answer(system: System, *calls: Call, **about: Any) -> tuple[Answer, CallsAnswerer]:
    """Return the answer, and the model; `about` is that of `events`."""
    (*_, last), model = events(system, *calls, **about)
    assert isinstance(last, AnswerSaved)
    return last.answer, model


def text_of(given: Answer) -> str:
    return "".join(section.text for section in given.sections).strip()


def kinds(happened: list[ChatEvent]) -> list[str]:
    """Return the kinds of a stream's events, those that follow each other told once."""
    names = [type(event).__name__ for event in happened]
    return [name for n, name in enumerate(names) if n == 0 or name != names[n - 1]]


def rules() -> Answerer:
    return ExtractiveAnswerer()
