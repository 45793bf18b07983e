"""Chooses the few sentences that are shown for a question, by their ratings or, without ratings, by the question's words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scholarai.answering.quotable import MOST_SENTENCES, Sentence, says_the_same
from scholarai.domain.chat import Evidence
from scholarai.domain.patterns import lazy_pattern
from scholarai.retrieval.traits import answers_nothing, gives_reason, kinds_asked
from scholarai.retrieval.words import question_terms, terms

MOST_CHARACTERS = 560
# Least share of the best sentence's score that a further one needs, by ratings and by words: others only distract the reader. By
# ratings, with networks that were not trained on the paper, .01 finds the evidence for .673 of questions (mean of three sets) in 452
# characters, .03 for .672 in 432, .1 for .652 in 392; by words, .75 finds 56 of 100 answers with 2.1 quotes, .65 finds 59 with
# 2.5 (benchmarks/extractive.py).
FURTHER_SHARE, FURTHER_BY_WORDS = 0.03, 0.65
# Added to the rating of a sentence that gives a reason where one is asked for. Chosen by reading nine such questions, two of which are
# answered with it only; of COVID-QA's 35, the answer is quoted for 25 with it and 26 without (networks that were not trained on the
# paper), 27 and 24 with the shipped network (2026-11-23).
REASON_GIVEN = 1.0
# "It was slower.", "To counteract this effect, we scale." and "Therefore we scale." need the sentence before them.
_POINTS_BACK = lazy_pattern(
    r"(?:This|These|Those|It|They|Such|Both|He|She)\b(?! (?:paper|study|work|article|review)\b)"
    r"|(?:To|By|For|With|In|Under|Given|Despite|Because of|Due to|Based on|As a result of) (?:\w+ ){0,2}(?:this|these|that|those|such)\b"
    r"(?! (?:paper|study|work|article|review|section|end)\b)"
    r"|(?:Therefore|Thus|Hence|Consequently|Otherwise|As a result|The former|The latter|The same)\b"
)
# "The advantage is twofold." needs the sentence behind it.
_POINTS_ON = lazy_pattern(
    r"(?::|\b(?:as follows|the following|(?:two|three|four)fold|(?:two|three|four|several|many|multiple|various) "
    r"(?:\w+ )?(?:reasons|ways|advantages|parts|steps|kinds|types|causes|mechanisms|factors|limitations|shortcomings|weaknesses|strengths))\.)$"
)
# Weights of the parts of a sentence's score, where 1 is that of all words of the question. Guesses,
# checked by benchmarks/extractive.py: halving or doubling any one of them changes its result by at most .02.
NEIGHBOUR_SHARE = 0.3
PAIR_BONUS = 0.15
KIND_BONUS = 0.2
RANK_BONUS = 0.3
RANK_DAMPING = 3
# The b of BM25, smaller than for passages: a long sentence often holds the answer beside the question's words.
LENGTH_WEIGHT = 0.15
# Kinds of questions and the sentences that answer them, for sentences without ratings. Narrower than `kinds_asked` and the traits of
# retrieval/traits.py: a match here adds a whole bonus, set by hand, whereas the learned ranking weighs each trait.
# Neither can use the other's patterns without new measurements.
_ASKS_NUMBER = lazy_pattern(
    r"\bhow (?:many|much|large|big|long|often|old|high|far|fast|accurate|well)\b|\bwhen\b"
    r"|\b(?:what|which) (?:\w+ ){0,3}(?:number|size|percentage|percent|proportion|rate|year|date|length|age|dose|ratio|"
    r"amount|score|accuracy|value|range|duration|frequency|temperature|cost|count|fraction|prevalence|incidence)\b",
    re.IGNORECASE,
)
_NUMBER = lazy_pattern(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million)\b"
)
_ASKS_MEANING = lazy_pattern(
    r"\bwhat (?:is|are|was|were|does)\b|\bdefin|\bmean(?:s|ing)?\b|\bstands? for\b|\brefers? to\b", re.IGNORECASE
)
_GIVES_MEANING = lazy_pattern(
    r"\b(?:is|are|was|were) (?:an?|the|one of|defined|called|known|composed|caused)\b|\brefers? to\b|\bdefined as\b"
    r"|\bmeans\b|\bstands? for\b|\bconsists? of\b|\b(?:i\.e\.|namely)",
    re.IGNORECASE,
)
_ASKS_REASON = lazy_pattern(r"\bwhy\b|\bwhat (?:causes?|caused|is the (?:reason|cause))\b|\bhow come\b", re.IGNORECASE)
_GIVES_REASON = lazy_pattern(
    r"\bbecause\b|\bdue to\b|\bin order to\b|\bso that\b|\bsince\b|\bowing to\b|\btherefore\b|\bthus\b|\bcaused? by\b"
    r"|\bas a result\b|\bleads? to\b|\bresults? (?:in|from)\b|\bto avoid\b|\ballows?\b",
    re.IGNORECASE,
)
_ASKS_EFFECT = lazy_pattern(
    r"\bdifferen|\bcompare|\beffects? (?:of|on)\b|\baffect|\bimpact|\bimprove|\bbetter\b|\bworse\b|\boutperform|\bthan\b"
    r"|\bassociat|\brelat(?:ed|ion)|\bcorrelat",
    re.IGNORECASE,
)
_GIVES_EFFECT = lazy_pattern(
    r"\bsignifican|\bdiffer|\bthan\b|\bcompared (?:with|to)\b|\bversus\b|\bvs\b|\bhigher\b|\blower\b|\bincreas|\bdecreas"
    r"|\breduc|\bimprov|\boutperform|\bassociated\b|\bcorrelat",
    re.IGNORECASE,
)
_KINDS = (
    (_ASKS_NUMBER, _NUMBER),
    (_ASKS_REASON, _GIVES_REASON),
    (_ASKS_EFFECT, _GIVES_EFFECT),
    (_ASKS_MEANING, _GIVES_MEANING),
)


def best_sentences(question: str, sentences: Sequence[Sentence], after: Sequence[Sentence] = ()) -> list[Sentence]:
    """Return the best sentences, at most `MOST_SENTENCES` and no two that say the same, in the paper's order.

    Those of `after` come first and count towards the limits. Where no sentence is rated, words decide.
    """
    is_rated = any(sentence.rating is not None for sentence in sentences)
    scores: Sequence[float] = _ratings(question, sentences) if is_rated else sentence_scores(question, sentences)
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
    """Tell whether a sentence begins with a word that refers to something before it."""
    return _POINTS_BACK.match(text) is not None


def _ratings(question: str, sentences: Sequence[Sentence]) -> list[float]:
    added = REASON_GIVEN if "reason" in kinds_asked(question) else 0.0
    return [
        0.0 if one.rating is None else math.exp(one.rating + added * (added > 0 and gives_reason(one.text)))
        for one in sentences
    ]


def _with_context(sentences: Sequence[Sentence], place: int) -> list[Sentence]:
    """Return the best sentence, and those before and behind it that it refers to."""
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


def sentence_scores(question: str, sentences: Sequence[Sentence]) -> list[float]:
    """Return one score per sentence, at least 0; a sentence with every word of the question has about 1."""
    weights = term_weights(question, sentences)
    total = sum(weights.values())
    if not total:
        return [0.0] * len(sentences)
    mean_length = sum(len(sentence.stems) for sentence in sentences) / max(len(sentences), 1)
    own = [_overlap(weights, sentence, mean_length) / total for sentence in sentences]
    wanted = [answer for asks, answer in _KINDS if asks.search(question)]
    pairs = set(zip(question_terms(question), question_terms(question)[1:], strict=False))
    scores = []
    for index, sentence in enumerate(sentences):
        score = own[index] + NEIGHBOUR_SHARE * _neighbour(own, sentences, index)
        if own[index] > 0:
            score += PAIR_BONUS * len(pairs & set(zip(sentence.stems, sentence.stems[1:], strict=False)))
            score += KIND_BONUS * any(answer.search(sentence.text) for answer in wanted)
            score += RANK_BONUS * RANK_DAMPING / (RANK_DAMPING + sentence.rank)
        scores.append(score)
    return scores


def support(question: str, evidence: Sequence[Evidence], sentences: Sequence[Sentence]) -> float:
    """Return the weighted share of the question's terms that the evidence holds in one place, from 0 to 1.

    The mean of the best passage's and the best sentence's share: a passage alone contains words by accident, a sentence
    alone lacks those of the sentence before it.
    """
    weights = term_weights(question, sentences)
    total = sum(weights.values())
    if not total:
        return 0.0
    passage = max((_held(weights, terms(piece.text)) for piece in evidence), default=0.0)
    sentence = max((_held(weights, sentence.stems) for sentence in sentences), default=0.0)
    return (passage + sentence) / (2 * total)


def term_weights(question: str, sentences: Sequence[Sentence]) -> dict[str, float]:
    """Return the inverse document frequency of each stem of the question among the sentences."""
    holders = Counter(stem for sentence in sentences for stem in set(sentence.stems))
    size = len(sentences)
    return {
        stem: math.log1p((size - holders[stem] + 0.5) / (holders[stem] + 0.5))
        for stem in dict.fromkeys(question_terms(question))
    }


def _held(weights: Mapping[str, float], stems: Iterable[str]) -> float:
    return sum(weights[stem] for stem in weights.keys() & set(stems))


def _overlap(weights: Mapping[str, float], sentence: Sentence, mean_length: float) -> float:
    return _held(weights, sentence.stems) / (
        1 - LENGTH_WEIGHT + LENGTH_WEIGHT * max(len(sentence.stems) / mean_length, 1)
    )


def _neighbour(own: Sequence[float], sentences: Sequence[Sentence], index: int) -> float:
    """Return the better overlap of the sentences before and after in the same evidence, to which a pronoun may refer."""
    here = sentences[index]
    around = [i for i in (index - 1, index + 1) if 0 <= i < len(sentences)]
    near = [
        own[i] for i in around if sentences[i].number == here.number and abs(sentences[i].position - here.position) == 1
    ]
    return max(near, default=0.0)
