"""Answers with the paper's own best sentences, quoted verbatim, and picks quotes by the same rules: no key, no network."""

from __future__ import annotations

import math
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
    says_the_same,
    sentence_scores,
    unshown,
)
from scholarai.domain.chat import Evidence
from scholarai.domain.usage import ModelUsage
from scholarai.ports.models import AnswerDelta, AnswerRequest
from scholarai.ports.reviews import PickedQuote

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


# A sentence with all words of the question scores about 1. One that is not rated and scores less shares a common word by chance.
LEAST_SCORE = 0.08


class SentencePicker:
    """Implements `ports.reviews.QuotePicker`; a few milliseconds for a paper."""

    name = "extractive"

    def pick(self, question: str, evidence: Sequence[Evidence], *, limit: int) -> Sequence[PickedQuote]:
        """Return the best quotes, best first, none that says the same as another."""
        sentences = quotable_sentences(evidence)
        scores = sentence_scores(question, sentences)
        fitting = [
            one for one, score in zip(sentences, scores, strict=True) if one.rating is not None or score >= LEAST_SCORE
        ]
        chosen: list[Sentence] = []
        for one in by_worth(question, fitting):
            if len(chosen) == limit:
                break
            if not any(says_the_same(one, other) for other in chosen):
                chosen.append(one)
        shares = dict(zip(sentences, scores, strict=True))
        return [
            PickedQuote(
                number=one.number,
                text=one.text,
                score=round(shares[one] if one.rating is None else math.exp(one.rating), 4),
            )
            for one in chosen
        ]
