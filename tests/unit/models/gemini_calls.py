"""Questions to a Gemini answerer on the double, and what comes of them."""

from __future__ import annotations

from typing import Any

import pytest
from doubles.gemini_server import GeminiServer

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.chat_models import StreamingAnswerer
from scholarai.config import Settings
from scholarai.domain.errors import ScholarError
from scholarai.ports.models import AnswerDelta, AnswerRequest
from scholarai.prompting.prompt import Prompt

KEY = "AIza-secret-key"
SECRET = "the paper's secret sentence"


class Waits:
    """A clock that only moves when somebody sleeps, or asks to."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.now = 0.0

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def calls(self, timeout_s: float = 60.0) -> Calls:
        return Calls(timeout_s=timeout_s, clock=lambda: self.now, sleep=self.sleep, chance=lambda: 1.0)


def settings(server: GeminiServer, **env: str) -> Settings:
    return Settings.from_env({"GEMINI_API_KEY": KEY, "SCHOLARAI_GEMINI_BASE_URL": server.url, **env})


def request(user: str = f"Question about {SECRET}?", **prompt: Any) -> AnswerRequest:
    return AnswerRequest(question="?", evidence=(), prompt=Prompt(system="Be exact.", user=user, **prompt))


def ask(answerer: StreamingAnswerer) -> list[AnswerDelta]:
    return list(answerer.answer(request()))


def text(deltas: list[AnswerDelta]) -> str:
    """Return the text of the last attempt."""
    begun = max((n for n, delta in enumerate(deltas) if delta.restart), default=0)
    return "".join(delta.text for delta in deltas[begun:])


def failing(answerer: StreamingAnswerer) -> tuple[list[AnswerDelta], ScholarError]:
    """Return what an answer yields before its error, and the error."""
    deltas: list[AnswerDelta] = []
    with pytest.raises(ScholarError) as caught:
        deltas.extend(answerer.answer(request()))
    return deltas, caught.value


def models_asked(server: GeminiServer) -> list[str]:
    return [asked.model for asked in server.requests]
