"""Which few sentences are shown for a question: those that answer, with what the first of them needs to be understood."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scholarai.answering.quotable import Sentence, says_the_same
from scholarai.domain.patterns import lazy_pattern
from scholarai.retrieval.traits import answers_nothing, gives_reason, kinds_asked

MOST_SENTENCES = 3
MOST_CHARACTERS = 560
# Of the best sentence's score, for a further one, by ratings and by words: below it the reader is only distracted. By ratings,
# with networks that were not taught the paper, .01 finds the evidence for .673 of questions (mean of three sets) in 452
# characters, .03 for .672 in 432, .1 for .652 in 392; by words .75 finds 56 of 100 answers with 2.1 quotes, .65 finds 59 with
# 2.5 (benchmarks/extractive.py).
FURTHER_SHARE, FURTHER_BY_WORDS = 0.03, 0.65
# Added to the rating of a sentence that gives a reason where one is asked for. Chosen by reading nine such questions, two of which are
# answered with it only; of COVID-QA's 35 the answer is quoted for 25 with it and 26 without (networks that were not taught the paper),
# 27 and 24 (as shipped, 2026-11-23).
REASON_GIVEN = 1.0
# "It was slower.", "To counteract this effect, we scale.", "Therefore we scale." say nothing, or not why, without the sentence before.
_POINTS_BACK = lazy_pattern(
    r"(?:This|These|Those|It|They|Such|Both|He|She)\b(?! (?:paper|study|work|article|review)\b)"
    r"|(?:To|By|For|With|In|Under|Given|Despite|Because of|Due to|Based on|As a result of) (?:\w+ ){0,2}(?:this|these|that|those|such)\b"
    r"(?! (?:paper|study|work|article|review|section|end)\b)"
    r"|(?:Therefore|Thus|Hence|Consequently|Otherwise|As a result|The former|The latter|The same)\b"
)
# "The advantage is twofold." says nothing without the one behind it.
_POINTS_ON = lazy_pattern(
    r"(?::|\b(?:as follows|the following|(?:two|three|four)fold|(?:two|three|four|several|many|multiple|various) "
    r"(?:\w+ )?(?:reasons|ways|advantages|parts|steps|kinds|types|causes|mechanisms|factors|limitations|shortcomings|weaknesses|strengths))\.)$"
)


def best_sentences(question: str, sentences: Sequence[Sentence], after: Sequence[Sentence] = ()) -> list[Sentence]:
    """Return the best sentences that fit, at most three and none that says the same twice, in the paper's order.

    Those of `after` stand before them and count. Where no sentence is rated, words decide.
    """
    is_rated = any(sentence.rating is not None for sentence in sentences)
    scores = _ratings(question, sentences) if is_rated else _by_words(question, sentences)
    scores = [score * (not answers_nothing(one.text)) for one, score in zip(sentences, scores, strict=True)]
    order = sorted(range(len(sentences)), key=lambda place: -scores[place])
    least = (FURTHER_SHARE if is_rated else FURTHER_BY_WORDS) * max(scores, default=0.0)
    chosen: list[Sentence] = []
    for place in order:
        if scores[place] <= 0 or scores[place] < least:
            break
        wanted = [sentences[place]] if chosen else _with_context(sentences, place)
        chosen += [one for one in wanted if _fits(one, [*after, *chosen])]
    return [*after[:MOST_SENTENCES], *sorted(chosen, key=lambda one: (one.paper_id, one.start))]


def points_back(text: str) -> bool:
    """Tell whether a sentence begins with a word that means something said before it."""
    return _POINTS_BACK.match(text) is not None


def _by_words(question: str, sentences: Sequence[Sentence]) -> Sequence[float]:
    from scholarai.answering.sentence_scores import sentence_scores  # only sentences that a search did not rate need it

    return sentence_scores(question, sentences)


def _ratings(question: str, sentences: Sequence[Sentence]) -> list[float]:
    added = REASON_GIVEN if "reason" in kinds_asked(question) else 0.0
    return [
        0.0 if one.rating is None else math.exp(one.rating + added * (added > 0 and gives_reason(one.text)))
        for one in sentences
    ]


def _with_context(sentences: Sequence[Sentence], place: int) -> list[Sentence]:
    """Return the best sentence, and the one before or behind it that it points to."""
    here = sentences[place]
    near = {one.position - here.position: one for one in sentences if one.number == here.number}
    pointed = {-1: points_back(here.text), 1: _POINTS_ON.search(here.text) is not None}
    return [here, *(near[step] for step, points in pointed.items() if points and step in near)]


def _fits(sentence: Sentence, chosen: Sequence[Sentence]) -> bool:
    characters = sum(len(other.text) for other in chosen)
    return (
        len(chosen) < MOST_SENTENCES
        and (not chosen or characters + len(sentence.text) <= MOST_CHARACTERS)
        and not any(says_the_same(sentence, other) for other in chosen)
    )
