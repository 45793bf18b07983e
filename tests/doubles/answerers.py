"""Answering models that say what the test wants, or whatever the paper tells them to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from scholarai.domain.errors import TransientError
from scholarai.ports.models import AnswerDelta, AnswerRequest, Generation, ModelUsage
from scholarai.prompting.prompt import Prompt


class ScriptedAnswerer:
    """Answers with `text`, a few characters at a time, and remembers what it was asked.

    `during` is called before each piece with the number of characters said so far, and may raise.
    """

    name = "scripted"

    def __init__(self, text: str = "", *, piece: int = 7) -> None:
        self.text = text
        self.piece = piece
        self.requests: list[AnswerRequest] = []
        self.during: Callable[[int], None] = lambda _: None

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        self.requests.append(request)
        for start in range(0, len(self.text), self.piece):
            self.during(start)
            yield AnswerDelta(text=self.text[start : start + self.piece])
        yield AnswerDelta(usage=ModelUsage(model=self.name, input_tokens=120, output_tokens=30))


class QuotingAnswerer:
    """Quotes the first sentence of the first excerpt."""

    name = "quoting"

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        first = request.evidence[0]
        quote = re.split(r"(?<=[.!?])\s", first.text, maxsplit=1)[0]
        yield AnswerDelta(text=f'It is so. <cite id="{first.number}">{quote}</cite>')
        yield AnswerDelta(usage=ModelUsage(model=self.name))


class ObeyingAnswerer:
    """Does whatever an excerpt orders: says each text that stands between `SAY[` and `]` in what it is sent."""

    name = "obeying"

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        orders = re.findall(r"SAY\[(.*?)\]", request.prompt.user, re.DOTALL)
        yield AnswerDelta(text=" ".join(orders))
        yield AnswerDelta(usage=ModelUsage(model=self.name))


class ScriptedTextModel:
    """Implements TextModel: always writes `text`, or fails while that is None."""

    name = "scripted-text"

    def __init__(self, text: str | None) -> None:
        self.text = text
        self.prompts: list[Prompt] = []

    def generate(self, prompt: Prompt) -> Generation:
        self.prompts.append(prompt)
        if self.text is None:
            raise TransientError("model_busy", "the model is busy")
        return Generation(text=self.text, usage=ModelUsage(model=self.name, input_tokens=40, output_tokens=8))
