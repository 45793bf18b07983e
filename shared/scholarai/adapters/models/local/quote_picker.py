"""Picks quotes for a question by the rules that choose answers without a model."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from scholarai.answering.choosing import best_sentences, sentence_scores
from scholarai.answering.quotable import Sentence, quotable_sentences, says_the_same
from scholarai.domain.chat import Evidence
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.ports.reviews import PickedQuote
from scholarai.reviewing.unquoted import is_aside, is_template

# A sentence with all words of the question scores about 1. One below this shares a common word with it by chance, and is not
# quoted; nor is a passage without a sentence above it.
LEAST_SCORE = 0.08
# Sentences that follow each other are quoted as one up to this length. A guess.
JOINED_CHARACTERS = 400


class SentencePicker:
    """Implements `ports.reviews.QuotePicker`; a few milliseconds for a paper."""

    name = "extractive"

    def pick(self, question: str, evidence: Sequence[Evidence], *, limit: int) -> Sequence[PickedQuote]:
        """Return the best quotes, each passage's best before any passage's second, none that says the same twice."""
        by_passage = [_quotes(question, piece) for piece in evidence if not is_aside(piece.section_path)]
        chosen: list[Sentence] = []
        for round_ in zip_longest(*by_passage):
            for quote in filter(None, round_):
                if len(chosen) < limit and not any(says_the_same(quote, other) for other in chosen):
                    chosen.append(quote)
        return [
            PickedQuote(number=quote.number, text=quote.text, score=round(1 / place, 4))
            for place, quote in enumerate(chosen, start=1)
        ]


def _quotes(question: str, piece: Evidence) -> list[Sentence]:
    """Return the quotes of one passage, each paragraph's best before any paragraph's second, the best paragraph first."""
    sentences = [sentence for sentence in quotable_sentences([piece]) if not is_template(sentence.text)]
    scores = sentence_scores(question, sentences)
    if max(scores, default=0.0) < LEAST_SCORE:
        return []
    rated = any(sentence.rating is not None for sentence in sentences)
    worths = [one.rating or 0.0 for one in sentences] if rated else scores
    worth = {one.start: value for one, value in zip(sentences, worths, strict=True)}
    paragraphs: defaultdict[int, list[Sentence]] = defaultdict(list)
    for one in sentences:
        if rated or worth[one.start] >= LEAST_SCORE:
            paragraphs[piece.text.count(BLOCK_SEPARATOR, 0, one.start - piece.start)].append(one)
    chosen = [best_sentences(question, own) for own in paragraphs.values()]
    chosen.sort(key=lambda own: -max((worth[one.start] for one in own), default=-math.inf))
    return list(_in_turns([_joined(own, piece) for own in chosen]))


def _in_turns(paragraphs: Sequence[Sequence[Sentence]]) -> Iterator[Sentence]:
    """Yield the first of each paragraph, then the second of each, and so on."""
    for turn in zip_longest(*paragraphs):
        yield from (quote for quote in turn if quote is not None)


def _joined(chosen: Sequence[Sentence], piece: Evidence) -> list[Sentence]:
    """Return the sentences, neighbours as one, the best first."""
    found: list[Sentence] = []
    for one in chosen:
        before = found[-1] if found else None
        text = (
            "" if before is None else piece.text[before.start - piece.start : one.start - piece.start + len(one.text)]
        )
        if before is not None and before.position + 1 == one.position and len(text) <= JOINED_CHARACTERS:
            found[-1] = replace(
                before,
                position=one.position,
                text=text,
                stems=(*before.stems, *one.stems),
                words=(*before.words, *one.words),
                rating=max((r for r in (before.rating, one.rating) if r is not None), default=None),
            )
        else:
            found.append(one)
    return sorted(found, key=lambda one: -(one.rating or 0.0))
