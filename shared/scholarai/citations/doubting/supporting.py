"""Prepares a sentence and the quotes behind it for comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice, pairwise
from typing import NamedTuple

from scholarai.citations.doubting.numerals import Numbers, Numeral, numerals_of
from scholarai.citations.doubting.synonyms import root, synonyms
from scholarai.citations.meaning import is_english, is_word, meaning
from scholarai.citations.words import Word, words_of
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.sentences import sentence_spans
from scholarai.domain.values import Value

# Most words of the quotes and of a sentence that are compared; they bound the time that hostile text takes.
MOST_QUOTED_WORDS = 1_000
MOST_SENTENCE_WORDS = 250
# Words around a word that count as its context.
_NEIGHBOURS = 6
# Least content words of a sentence that is unrelated if the quotes have at most one, or none, of them.
_UNRELATED_BUT_FOR_ONE = 6
_UNRELATED = 3
# A sentence of at least this many words is also unrelated if its quotes have at most this share of them. Of sentences that
# were given the quote of another one, this finds two in five of those that were missed before; it doubts one in sixty
# more of the experts' sentences (benchmarks/doubts.py).
_UNRELATED_BUT_FOR_FEW, _FEW = 8, 0.2
# Letters of words that are looked up in the English list, and the share of them that an English text has there. Guesses.
_LONG_WORD, _ENGLISH_WORDS = 4, 0.7
_BEING = frozenset("is are was were be been being".split())
_PASSIVE_REACH = 2


class Words(Value, frozen=True, eq=False, dict=True):
    """Words of a text in order; their ranges count in `text`."""

    text: str
    words: Sequence[Word]

    @cached_property
    def forms(self) -> list[str]:
        return [word.form for word in self.words]

    @cached_property
    def roots(self) -> frozenset[str]:
        """The roots of the words that carry content."""
        return frozenset(root(form) for form in self.forms if is_content(form))

    @cached_property
    def letters(self) -> frozenset[str]:
        """All forms, and neighbouring ones as one word: "data" and "base" stand there as "database", too."""
        forms = self.forms
        pairs = ("".join(pair) for pair in pairwise(forms))
        triples = ("".join(triple) for triple in zip(forms, forms[1:], forms[2:], strict=False))
        return frozenset((*forms, *pairs, *triples))

    @cached_property
    def numbers(self) -> dict[int, Numeral]:
        """The numbers by the words that they are of, in order."""
        return {at: number for number in numerals_of(self) for at in range(number.start, number.end)}

    @cached_property
    def initials(self) -> tuple[str, str]:
        """The first letters of all words, and of the content words, in which abbreviations are looked for."""
        forms = self.forms
        return "".join(form[0] for form in forms), "".join(form[0] for form in forms if form not in meaning().plain)

    def raw(self, at: int) -> str:
        """Return a word as it is written."""
        word = self.words[at]
        return self.text[word.start : word.end]

    def between(self, at: int) -> str:
        """Return the text between the word before and word `at`; before the first one, a border."""
        return self.text[self.words[at - 1].end : self.words[at].start] if at else "."


class Support(Words, frozen=True, eq=False, dict=True):
    """The quotes behind a sentence, as one text, and what may be said without a quote.

    `sentences` has the number of each word's sentence; a sentence never spans two quotes.
    """

    sentences: Sequence[int]
    known: Words
    english: bool

    @classmethod
    def of(cls, quoted: Sequence[str], known: Sequence[str]) -> Support:
        """Prepare quotes; words after the first `MOST_QUOTED_WORDS` are ignored."""
        text = BLOCK_SEPARATOR.join(quoted)
        words = list(islice(words_of(text), MOST_QUOTED_WORDS))
        more = BLOCK_SEPARATOR.join(known)
        return cls(
            text=text,
            words=words,
            sentences=_numbers_of_sentences(words, quoted),
            known=Words(more, list(islice(words_of(more), MOST_QUOTED_WORDS))),
            english=is_english([word.form for word in words]),
        )

    @cached_property
    def sentences_with(self) -> dict[str, set[int]]:
        """The numbers of the sentences that the root of a word stands in."""
        found: dict[str, set[int]] = {}
        for form, number in zip(self.forms, self.sentences, strict=True):
            found.setdefault(root(form), set()).add(number)
        return found

    @cached_property
    def quoted_numbers(self) -> Numbers:
        """The numbers of the quotes."""
        return Numbers(self.numbers.values())

    def has(self, form: str) -> bool:
        """Tell whether the quotes have a word, possibly with another ending."""
        return form in self.letters or root(form) in self.roots


class Texts(NamedTuple):
    """A sentence of an answer and the quotes that it is compared with."""

    sentence: Words
    support: Support


def parts_of(text: str) -> list[Words]:
    """Return the words of a text, in parts of at most `MOST_SENTENCE_WORDS`."""
    words = list(words_of(text))
    return [Words(text, words[at : at + MOST_SENTENCE_WORDS]) for at in range(0, len(words), MOST_SENTENCE_WORDS)]


def is_unrelated(sentence: Words, support: Support) -> bool:
    """Tell whether a sentence is unrelated to its quotes: they have none of its words or synonyms, or few of many.

    What is known may be said, but proves nothing. A sentence in another language than its quotes is not judged.
    """
    new = len(sentence.roots - support.known.roots)
    if new < _UNRELATED or not (is_english(sentence.forms) and (support.english or _has_english_words(support))):
        return False
    lines = synonyms().alike
    quoted = frozenset().union(*(lines.get(one, frozenset()) for one in support.roots))
    shared = sum(one in support.roots or not quoted.isdisjoint(lines.get(one, ())) for one in sentence.roots)
    if shared > 1:
        return new >= _UNRELATED_BUT_FOR_FEW and shared <= _FEW * len(sentence.roots)
    return new >= _UNRELATED_BUT_FOR_ONE if shared else True


def _has_english_words(support: Support) -> bool:
    """Tell whether a text with few function words, such as a heading or a list, is English."""
    long = [form for form in support.forms if form.isalpha() and len(form) >= _LONG_WORD]
    return bool(long) and sum(map(is_word, long)) >= _ENGLISH_WORDS * len(long)


def is_content(form: str) -> bool:
    """Tell whether a word is a content word and no function word."""
    return form[0].isalnum() and form not in meaning().plain and form not in synonyms().reporting


def content(forms: Iterable[str]) -> list[str]:
    return [form for form in forms if is_content(form)]


def crossed(one: Words, at: int, other: Words, place: int) -> bool:
    """Tell whether the words on both sides are exchanged, other than by a passive."""
    ours, theirs = around(one, at), around(other, place)
    exchanged = bool(ours[0] & theirs[1]) and bool(ours[1] & theirs[0])
    return exchanged and _is_passive(one, at) == _is_passive(other, place)


def _is_passive(text: Words, at: int) -> bool:
    before, behind = text.forms[max(at - _PASSIVE_REACH, 0) : at], text.forms[at + 1 : at + 1 + _PASSIVE_REACH]
    return not _BEING.isdisjoint(before) and "by" in behind


def around(text: Words, at: int) -> tuple[frozenset[str], frozenset[str]]:
    """Return the roots of the content words before and behind a word, without those on both sides."""
    before, behind = (
        frozenset(root(form) for form in forms if form[0].isalnum() and form not in meaning().plain)
        for forms in (text.forms[max(at - _NEIGHBOURS, 0) : at], text.forms[at + 1 : at + _NEIGHBOURS + 1])
    )
    return before - behind, behind - before


def _numbers_of_sentences(words: Sequence[Word], quoted: Sequence[str]) -> list[int]:
    ends: list[int] = []
    start = 0
    for quote in quoted:
        ends += [start + end for _, end in sentence_spans(quote)]
        start += len(quote) + len(BLOCK_SEPARATOR)
    numbers, at = [], 0
    for word in words:
        while at < len(ends) - 1 and word.start >= ends[at]:
            at += 1
        numbers.append(at)
    return numbers
