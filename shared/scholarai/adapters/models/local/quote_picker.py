"""Picks the sentences of passages that bear on a question, by their words."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.answering.quotable import Sentence, quotable_sentences, says_the_same
from scholarai.answering.sentence_scores import sentence_scores
from scholarai.domain.chat import Evidence
from scholarai.ports.reviews import PickedQuote

# Of the best sentence's score, for a further one. A review wants breadth, so it is laxer than an answer's; a guess
# checked by benchmarks/review.py.
FURTHER_SHARE = 0.3
# Of all words of the question in one sentence, which score 1: below this a sentence has one common word by accident.
LEAST_SCORE = 0.08


class SentencePicker:
    """Implements `ports.reviews.QuotePicker`; a few milliseconds for a paper."""

    name = "extractive"

    def pick(self, question: str, evidence: Sequence[Evidence], *, limit: int) -> Sequence[PickedQuote]:
        """Return the best sentences, each passage's best before any passage's second, none that says the same twice."""
        sentences = quotable_sentences(evidence)
        scores = sentence_scores(question, sentences)
        order = sorted(range(len(sentences)), key=lambda index: -scores[index])
        least = max(LEAST_SCORE, FURTHER_SHARE * scores[order[0]]) if order else 0.0
        good = [index for index in order if scores[index] >= least]
        firsts = {sentences[index].number: index for index in reversed(good)}.values()
        chosen: list[int] = []
        for index in dict.fromkeys((*sorted(firsts, key=good.index), *good)):
            if len(chosen) == limit:
                break
            if not any(says_the_same(sentences[index], sentences[other]) for other in chosen):
                chosen.append(index)
        return [_picked(sentences[index], scores[index]) for index in sorted(chosen, key=lambda i: -scores[i])]


def _picked(sentence: Sentence, score: float) -> PickedQuote:
    return PickedQuote(number=sentence.number, text=sentence.text, score=round(score, 4))
