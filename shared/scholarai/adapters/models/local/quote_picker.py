"""Picks quotes for a question by the rules that choose answers without a model."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scholarai.answering.sentence_choice import Sentence, by_worth, quotable_sentences, says_the_same, sentence_scores
from scholarai.domain.chat import Evidence
from scholarai.ports.reviews import PickedQuote

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
