"""Answers with the paper's own best sentences, quoted verbatim: no key, no network, nothing invented."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from scholarai.answering.named_places import from_places
from scholarai.answering.sentence_choice import (
    MOST_SENTENCES,
    Sentence,
    best_sentences,
    by_worth,
    lines_of,
    quotable_sentences,
    unshown,
)
from scholarai.domain.chat import Evidence
from scholarai.domain.usage import ModelUsage
from scholarai.ports.models import AnswerDelta, AnswerRequest

NAME = "extractive"
DECLINED = "<not_in_paper/>"


class ExtractiveAnswerer:
    """Picks up to three sentences of the evidence, best first; declines only where there is none that was not shown before.

    It reads no prompt and runs no model: a few milliseconds for a question.
    """

    name = NAME
    verbatim = True

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        """Yield the answer, one quote after the other, or the decline."""
        chosen = choose_sentences(request.question, request.evidence, shown=request.shown)
        if not chosen:
            yield AnswerDelta(text=DECLINED)
        for index, sentence in enumerate(chosen):
            space = " " if index else ""
            yield AnswerDelta(text=f'{space}“{sentence.text}” <cite id="{sentence.number}">{sentence.text}</cite>')
        yield AnswerDelta(usage=ModelUsage(model=NAME), finish="stop")


def choose_sentences(question: str, evidence: Sequence[Evidence], *, shown: Collection[str] = ()) -> list[Sentence]:
    """Return the sentences to show, best first: those at places that the question names, else the best of all.

    Where none can be quoted, as in a paper of tables alone, the best lines are returned as they stand. Nothing of `shown` is.
    """
    there = from_places(question, evidence, shown=shown)
    if there is not None:
        return there
    found = best_sentences(question, unshown(quotable_sentences(evidence), shown))
    return found or by_worth(question, unshown(list(lines_of(evidence)), shown))[:MOST_SENTENCES]
