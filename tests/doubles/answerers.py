"""Answering models that say what the test wants, or whatever the paper tells them to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scholarai.domain.errors import ScholarError, TransientError
from scholarai.domain.usage import ModelUsage
from scholarai.ports.models import AnswerDelta, AnswerRequest, Finish, Generation
from scholarai.prompting.prompt import Prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of a model: the text it yields, how it ends, what it takes, and what it raises then.

    `void` is text of an attempt that failed before it, as a provider's adapter tells of it. An `error` with a usage of its own
    is raised before anything else is said.
    """

    text: str = ""
    finish: Finish = "stop"
    error: ScholarError | None = None
    void: str = ""


class CallsAnswerer:
    """Makes each call as it is scripted, the last one again and again, and remembers what it was asked.

    A call takes 100 tokens read and 10 written; `during` is called before it ends.
    """

    name = "calls"

    def __init__(self, *calls: Call, verbatim: bool = False) -> None:
        self.calls = calls
        self.verbatim = verbatim
        self.requests: list[AnswerRequest] = []
        self.during: Callable[[], None] = lambda: None

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        call = self.calls[min(len(self.requests), len(self.calls) - 1)]
        self.requests.append(request)
        if call.error is not None and call.error.usage is not None:
            raise call.error
        if call.void:
            yield AnswerDelta(text=call.void)
            yield AnswerDelta(restart=True)
        for start in range(0, len(call.text), 7):
            yield AnswerDelta(text=call.text[start : start + 7])
        self.during()
        usage = ModelUsage(model=self.name, input_tokens=100, output_tokens=10)
        if call.error is not None:
            yield AnswerDelta(usage=usage)
            raise call.error
        yield AnswerDelta(usage=usage, finish=call.finish)


class QuotingAnswerer:
    """Quotes the first sentence of the first excerpt."""

    name = "quoting"
    verbatim = False

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        first = request.evidence[0]
        quote = re.split(r"(?<=[.!?])\s", first.text, maxsplit=1)[0]
        yield AnswerDelta(text=f'It is so. <cite id="{first.number}">{quote}</cite>')
        yield AnswerDelta(usage=ModelUsage(model=self.name), finish="stop")


def id_of(sentence: str, prompt: Prompt) -> str:
    """Return the id that a sentence has in a prompt, empty where it is not shown."""
    found = re.search(rf"[\[{{](\d+\.\d+)[\]}}] {re.escape(sentence)}", f"{prompt.prefix}\n{prompt.user}")
    return found[1] if found else ""


class CitingAnswerer:
    """Says `text` and cites a sentence behind it by the id that it is shown with; declines where it is not shown."""

    name = "citing"
    verbatim = False

    def __init__(self, text: str, sentence: str) -> None:
        self.text, self.sentence = text, sentence
        self.requests: list[AnswerRequest] = []

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        self.requests.append(request)
        found = id_of(self.sentence, request.prompt)
        yield AnswerDelta(text=f'{self.text} <cite id="{found}"/>' if found else "<not_in_paper/>")
        yield AnswerDelta(usage=ModelUsage(model=self.name, input_tokens=100, output_tokens=10), finish="stop")


class ObeyingAnswerer:
    """Does whatever an excerpt orders: says each text that stands between `SAY[` and `]` in what it is sent."""

    name = "obeying"
    verbatim = False

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        shown = f"{request.prompt.prefix}\n{request.prompt.user}"
        orders = re.findall(r"SAY\[(.*?)\]", shown, re.DOTALL)
        yield AnswerDelta(text=" ".join(orders))
        yield AnswerDelta(usage=ModelUsage(model=self.name), finish="stop")


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
