"""Chooses the few sentences that are shown for a question, best first."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence

from scholarai.domain.chat import Evidence
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.sentences import sentence_spans, sentences_of_blocks
from scholarai.domain.values import Value
from scholarai.retrieval.terms import question_terms, terms

# Sentences that are shown for a question, and their characters together. Guesses from reading.
MOST_SENTENCES, MOST_CHARACTERS = 3, 450
# Shorter sentences are headings and labels, longer ones lists, tables and broken extraction. A guess from reading.
SHORTEST_CHARACTERS, LONGEST_CHARACTERS = 25, 700
# Least share of letters among a sentence's characters without spaces; tables and equations have fewer. Evidence of trials is full of
# numbers: with .6, .711 of Evidence Inference's answers hold it, with .5 or .45 .730 (2026-11-23).
LETTER_SHARE = 0.5
# Share of common stems above which two sentences say the same. A guess from reading answers.
SAME_SHARE = 0.6
# A fragment behind a formula or a column, and an entry of a bibliography.
_NO_SENTENCE = re.compile(r"[a-z,;)]|\[\d+\]\s+[A-Z]")
# What the reader of answers would take for markup.
_TAG_LIKE = re.compile(r"[<\[{]/?\s*(?:cite|citation|extract|quote|not_in_paper)\b", re.IGNORECASE)


class Sentence(Value, frozen=True, kw_only=True):
    """A sentence of the evidence, verbatim.

    `number` and `paper_id` are those of its evidence, `position` is its index in that, `start` its place in the paper's text. `stems` are
    its index terms; `rating` is the log-likelihood that it answers, None where the evidence has none.
    """

    number: int
    text: str
    stems: tuple[str, ...]
    paper_id: str = ""
    position: int = 0
    start: int = 0
    rating: float | None = None


def quotable_sentences(evidence: Sequence[Evidence]) -> list[Sentence]:
    """Return the sentences that can be quoted on their own, in the order of the evidence, each once."""
    found: dict[str, Sentence] = {}
    for piece in evidence:
        for position, (start, end) in enumerate(sentences_of_blocks(piece.text)):
            if is_quotable(piece.text[start:end]):
                found.setdefault(" ".join(piece.text[start:end].split()), sentence_at(piece, start, end, position))
    return list(found.values())


def sentence_at(piece: Evidence, start: int, end: int, position: int = 0) -> Sentence:
    """Return characters `start` to `end` of a passage as a sentence."""
    text, place = piece.text[start:end], piece.start + start
    return Sentence(
        number=piece.number,
        text=text,
        stems=tuple(terms(text)),
        paper_id=piece.paper_id,
        position=position,
        start=place,
        rating=dict(piece.ratings).get(place),
    )


def lines_of(evidence: Sequence[Evidence]) -> Iterator[Sentence]:
    """Yield the blocks of the evidence, cut where they are long: what is shown where no sentence can be quoted."""
    for piece in evidence:
        start = 0
        for block in piece.text.split(BLOCK_SEPARATOR):
            if block.strip() and not _TAG_LIKE.search(block):
                yield sentence_at(piece, start, start + len(shortened(block)))
            start += len(block) + len(BLOCK_SEPARATOR)


def shortened(text: str) -> str:
    """Return a text cut between sentences, else lines, else words, where it is longer than a sentence that is shown."""
    if len(text) <= LONGEST_CHARACTERS:
        return text
    fitting = [end for _, end in sentence_spans(text) if end <= LONGEST_CHARACTERS]
    cut = text[: fitting[-1] if len(fitting) > 1 else LONGEST_CHARACTERS]
    return cut.rstrip() if len(fitting) > 1 else (cut.rpartition("\n")[0] or cut.rpartition(" ")[0] or cut).rstrip()


def is_quotable(text: str) -> bool:
    """Tell whether a sentence can be quoted on its own."""
    solid = "".join(text.split())
    return (
        SHORTEST_CHARACTERS <= len(text) <= LONGEST_CHARACTERS
        and sum(map(str.isalpha, solid)) >= LETTER_SHARE * len(solid)
        and _NO_SENTENCE.match(text) is None
        and _TAG_LIKE.search(text) is None
    )


def best_sentences(question: str, sentences: Sequence[Sentence], after: Sequence[Sentence] = ()) -> list[Sentence]:
    """Return the best sentences, best first, no two that say the same; those of `after` come before them and count towards the limits."""
    chosen = list(after[:MOST_SENTENCES])
    for one in by_worth(question, sentences):
        characters = sum(len(other.text) for other in chosen)
        if len(chosen) == MOST_SENTENCES:
            break
        if (not chosen or characters + len(one.text) <= MOST_CHARACTERS) and not any(
            says_the_same(one, other) for other in chosen
        ):
            chosen.append(one)
    return chosen


def by_worth(question: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences, best first: by their ratings, or where they have none by the share of the question's words."""
    scores = dict(zip(sentences, sentence_scores(question, sentences), strict=True))
    return sorted(sentences, key=lambda one: (-(-math.inf if one.rating is None else one.rating), -scores[one]))


def sentence_scores(question: str, sentences: Sequence[Sentence]) -> list[float]:
    """Return for each sentence the share of the question's terms that it holds, weighted by their rarity among the sentences."""
    weights = {}
    for term in question_terms(question):
        holders = sum(term in one.stems for one in sentences)
        weights[term] = math.log1p((len(sentences) - holders + 0.5) / (holders + 0.5))
    total = sum(weights.values()) or 1.0
    return [sum(weight for term, weight in weights.items() if term in one.stems) / total for one in sentences]


def says_the_same(one: Sentence, other: Sentence) -> bool:
    """Tell whether a reader of one sentence would learn little from the other."""
    a, b = set(one.stems), set(other.stems)
    return len(a & b) > SAME_SHARE * min(len(a), len(b))


def unshown(sentences: Sequence[Sentence], shown: Collection[str]) -> list[Sentence]:
    """Return the sentences that were not shown before, whatever their white space."""
    before = {" ".join(text.split()) for text in shown}
    return [one for one in sentences if " ".join(one.text.split()) not in before]
