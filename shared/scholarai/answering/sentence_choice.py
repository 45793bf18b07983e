"""Chooses the few sentences that are shown for a question, best first."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence

from scholarai.domain.chat import Evidence
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.sentences import sentence_spans, sentences_of_blocks
from scholarai.domain.values import Value
from scholarai.retrieval.terms import STOP_WORDS, question_terms, terms, tokens

# Sentences that are shown for a question, and their characters together. Guesses from reading.
MOST_SENTENCES, MOST_CHARACTERS = 3, 450
# Shorter sentences are headings and labels, longer ones lists, tables and broken extraction. A guess from reading.
SHORTEST_CHARACTERS, LONGEST_CHARACTERS = 25, 700
# Least share of letters among a sentence's characters without spaces; tables and equations have fewer. Evidence of trials is full of
# numbers: with .6, .711 of Evidence Inference's answers hold it, with .5 or .45 .730 (2026-11-23).
LETTER_SHARE = 0.5
# Rows of tables that are shown for a question: the same name may stand in two tables. A guess.
MOST_ROWS = 2
# What a row is called: its first cell, or in a PDF the words before its first figure.
_ROW_NAME = re.compile(r"(?P<name>[^|\n]*?)\s(?:\|\s|[<>≤≥~±+−–-]?\.?\d|[—–−-]\s)")
_CAPTION = re.compile(r"(?:extended data |supplement\w+ )?tab(?:le|\.)", re.IGNORECASE)
# Share of common stems above which two sentences say the same. A guess from reading answers.
SAME_SHARE = 0.6
# A fragment behind a formula or a column, an entry of a bibliography, and keywords, which have words of every question and say nothing.
_NO_SENTENCE = re.compile(r"[*†‡§]*\s?[a-z,;)]|\[\d+\]\s+[A-Z]|(?i:key\s?-?words|index terms)\s?[:.\u2013\u2014-]")
# A publisher's notice, which says nothing of the work but shares words with many questions: it was the evidence of 8 of 27 cells in a
# table of nine papers.
_NOTICE = re.compile(
    r"creative ?commons|licensed under|open access (?:article|under)|\bcc[ -]by\b|^published by\b|©|publisher['’]s note|all rights reserved"
    r"|copy of this licen[cs]e|third party material in this article|permitted by statutory regulation",
    re.IGNORECASE,
)
_LINK = re.compile(r"\w\.\w{2,}/|://")
_OF_NOTICES = re.compile(r"licen[cs]|copyright|open access|creative commons|publish|rights|reus", re.IGNORECASE)
# What the reader of answers would take for markup.
_TAG_LIKE = re.compile(r"[<\[{]/?\s*(?:cite|citation|extract|quote|not_in_paper)\b", re.IGNORECASE)


class Sentence(Value, frozen=True, kw_only=True):
    """A sentence of the evidence, verbatim.

    `number` and `paper_id` are those of its evidence, `start` its place in the paper's text. `stems` are
    its index terms; `rating` is the log-likelihood that it answers, None where the evidence has none.
    """

    number: int
    text: str
    stems: tuple[str, ...]
    paper_id: str = ""
    start: int = 0
    rating: float | None = None


def quotable_sentences(evidence: Sequence[Evidence]) -> list[Sentence]:
    """Return the sentences that can be quoted on their own, in the order of the evidence, each once."""
    found: dict[str, Sentence] = {}
    for piece in evidence:
        for start, end in sentences_of_blocks(piece.text):
            if is_quotable(piece.text[start:end]):
                found.setdefault(" ".join(piece.text[start:end].split()), sentence_at(piece, start, end))
    return list(found.values())


def sentence_at(piece: Evidence, start: int, end: int) -> Sentence:
    """Return characters `start` to `end` of a passage as a sentence."""
    text, place = piece.text[start:end], piece.start + start
    return Sentence(
        number=piece.number,
        text=text,
        stems=tuple(terms(text)),
        paper_id=piece.paper_id,
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


def asked_rows(question: str, evidence: Sequence[Evidence]) -> list[Sentence]:
    """Return the rows of tables of which a question asks a cell, at most `MOST_ROWS`.

    Such a row is called by terms of the question, and the head or the caption of its table has another one of them. Rows that have
    fewer of its terms than another one are left out.
    """
    asked = set(question_terms(question))
    rows: list[tuple[int, Sentence]] = []
    for piece in evidence:
        blocks = piece.text.split(BLOCK_SEPARATOR)
        start = 0
        for number, block in enumerate(blocks):
            head, *lines = block.split("\n")
            beside = [one for one in blocks[max(number - 1, 0) : number + 2] if _CAPTION.match(one)]
            named = asked & set(terms(" ".join([head, *beside]))) if lines else set()
            place = start + len(head) + 1
            for line in lines:
                called = _ROW_NAME.match(line)
                label = set(terms(called["name"])) if called else set()
                if label and label <= asked and named - label and _is_shown(line):
                    rows.append((len(label | named), sentence_at(piece, place, place + len(line))))
                place += len(line) + 1
            start += len(block) + len(BLOCK_SEPARATOR)
    most = max((shared for shared, _ in rows), default=0)
    return list({row.text: row for shared, row in rows if shared == most}.values())[:MOST_ROWS]


def _is_shown(line: str) -> bool:
    return len(line) <= LONGEST_CHARACTERS and _TAG_LIKE.search(line) is None


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
    """Return the sentences, best first: by their ratings, or where they have none by the share of the question's words.

    Notices of publishers come last, unless the question is about such; before them what is no sentence in English, such as dates of
    a title page, names of supplements and lists of abbreviations, unless it gives a link.
    """
    scores = dict(zip(sentences, sentence_scores(question, sentences), strict=True))
    notices = set() if _OF_NOTICES.search(question) else {one for one in sentences if _NOTICE.search(one.text)}
    labels = {one for one in sentences if STOP_WORDS.isdisjoint(tokens(one.text)) and not _LINK.search(one.text)}
    return sorted(
        sentences,
        key=lambda one: (
            one in notices,
            one in labels,
            -(-math.inf if one.rating is None else one.rating),
            -scores[one],
        ),
    )


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
