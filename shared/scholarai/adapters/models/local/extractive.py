"""Answers with the paper's own best sentences, quoted verbatim: no key, no network, nothing invented."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from scholarai.answering.named_places import from_places
from scholarai.answering.sentence_choice import (
    MOST_SENTENCES,
    Sentence,
    asked_rows,
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

    The row of a table comes first of which a question asks a cell, and the table's text is not shown beside it.
    Where none can be quoted, as in a paper of tables alone, the best lines are returned as they stand. Nothing of `shown` is.
    """
    there = from_places(question, evidence, shown=shown)
    if there is not None:
        return there
    rows = unshown(asked_rows(question, evidence), shown)
    sentences = [
        sentence for sentence in quotable_sentences(evidence) if not any(_holds(sentence, row) for row in rows)
    ]
    found = best_sentences(question, unshown(sentences, shown), after=rows)
    return found or by_worth(question, unshown(list(lines_of(evidence)), shown))[:MOST_SENTENCES]


def _holds(sentence: Sentence, row: Sentence) -> bool:
    """Tell whether a sentence, such as a whole table, contains a row."""
    same = sentence.paper_id == row.paper_id and sentence.start <= row.start
    return same and row.start + len(row.text) <= sentence.start + len(sentence.text)
