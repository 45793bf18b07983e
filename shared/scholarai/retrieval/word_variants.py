"""Knows the other forms of a question's words that a paper may use: spellings, compounds, plurals, numbers, typos, abbreviations."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from string import ascii_lowercase

from scholarai.domain.number_words import NUMBER_WORDS
from scholarai.domain.values import Value
from scholarai.retrieval.terms import STOP_WORDS, stem, terms, tokens

# Letters that are spelled in two ways, British and American most of all. A form counts where the paper has it, so that a pair may be
# wrong for other words.
_SPELLINGS = (
    ("our", "or"), ("ae", "e"), ("oe", "e"), ("is", "iz"), ("ys", "yz"), ("ogue", "og"), ("re", "er"), ("ence", "ense"), ("ll", "l"),
    ("mme", "m"), ("grey", "gray"), ("ph", "f"), ("que", "k"), ("ei", "ie"), ("mm", "m"), ("tt", "t"), ("ck", "k"), ("gement", "gment"),
)  # fmt: skip
_PLURALS = (
    ("a", "um"), ("a", "on"), ("i", "us"), ("ae", "a"), ("ices", "ex"), ("ices", "ix"), ("es", "is"), ("ves", "f"), ("ves", "fe"),
    ("men", "man"), ("eaux", "eau"), ("ata", "a"),
)  # fmt: skip
_IRREGULAR = (
    ("mice", "mouse"), ("lice", "louse"), ("children", "child"), ("people", "person"), ("feet", "foot"), ("teeth", "tooth"),
    ("geese", "goose"), ("oxen", "ox"), ("dice", "die"),
)  # fmt: skip
# What verbs and their nouns end in as stems, where more than a suffix differs: "excluded" and "exclusion", "treated" and "treatment".
_NOUNS = (
    ("d", "s"), ("ert", "ers"), ("mit", "miss"), ("rib", "ript"), ("ceiv", "cept"), ("duc", "duct"), ("sum", "sumpt"), ("orb", "orpt"),
    ("olv", "olut"), ("quir", "quisit"), ("eat", "eatment"), ("li", "lic"), ("ifi", "if"), ("ari", "ariat"), ("os", "osis"), ("es", "esis"),
    ("ow", "owth"), ("ar", "arison"), ("ain", "an"), ("ain", "ent"),
)  # fmt: skip
_LEAST_STEM = 4
NUMBERS = {word: str(value) for word, value in NUMBER_WORDS.items() if value}
_WORDS = {digits: word for word, digits in NUMBERS.items()}
# Letters of the shortest word that may be a typo of another: shorter words have too many neighbours. A guess.
_LEAST_TYPED = 5
# The most letters of a word that may be a typo or a compound, more than the longest words of papers have. A guess. All neighbours of a
# word take memory by the square of its letters: 3 GB for one of 8,000, which a question may be.
_MOST_LETTERS = 80
# Weight of a form beside the question's own words. A guess; .3 and 1 give the same answers.
FORM_WEIGHT = 0.7


class Forms(Value, frozen=True, kw_only=True):
    """What a question is searched by in one paper.

    Attributes:
        weights: Stems with their weights: the question's own, those of other forms, and those that only say its kind.
        groups: For each word of the question that says what it is about, the stems of all its forms that the paper has.
        also: The other forms, as a reader would write them.
        absent: The words of which the paper has no form.
    """

    weights: Mapping[str, float]
    groups: tuple[frozenset[str], ...]
    also: tuple[str, ...]
    absent: tuple[str, ...]


class Vocabulary(Value, frozen=True, kw_only=True):
    """A paper's vocabulary: its words in lower case, their stems, pairs of neighbouring stems, and abbreviations."""

    words: Collection[str]
    stems: Collection[str]
    pairs: Collection[str]
    abbreviations: Mapping[str, str]


def forms_of(words: Sequence[str], question: str, paper: Vocabulary) -> Forms:
    """Return the forms of some words of a question, in their order, that a paper has."""
    weights: dict[str, float] = {}
    groups, also, absent = [], list[str](), []
    spelled = _spelled_out(question, paper.abbreviations)
    for place, word in enumerate(words):
        own = stem(word)
        others = [*_others(word, words[place + 1 : place + 2], paper), *spelled.get(own, ())]
        if own not in paper.stems and not others:
            others = list(_typed(word, paper.words))
        stems = [one for other in others for one in terms(other)]
        weights |= {one: max(weights.get(one, 0.0), FORM_WEIGHT) for one in stems if one != own}
        weights[own] = 1.0
        held = frozenset(one for one in (own, *stems) if one in paper.stems)
        also += [other for other in others if stem(other) != own]
        groups.append(held)
        if not held:
            absent.append(word)
    return Forms(weights=weights, groups=tuple(groups), also=tuple(dict.fromkeys(also)), absent=tuple(absent))


def _others(word: str, following: Sequence[str], paper: Vocabulary) -> list[str]:
    """Return the spellings, plurals, numbers and compounds of a word that a paper has."""
    single = {other for one in (word, *_swapped(word)) for other in (one, *_inflected(one))}
    single |= {NUMBERS.get(word, word), _WORDS.get(word, word)} | {word + one for one in following}
    found = sorted(one for one in single if one != word and (one in paper.words or stem(one) in paper.stems))
    return [*found, *_related(word, paper), *_parted(word, paper.pairs)]


def _related(word: str, paper: Vocabulary) -> Iterator[str]:
    """Yield a paper's word for each noun of a verb, or verb of a noun, that it has."""
    own = stem(word)
    for pair in _NOUNS if len(own) >= _LEAST_STEM else ():
        for old, new in (pair, pair[::-1]):
            other = own[: -len(old)] + new
            if own.endswith(old) and other in paper.stems:
                yield from sorted(one for one in paper.words if one[:2] == own[:2] and stem(one) == other)[:1]


def _swapped(word: str) -> Iterator[str]:
    """Yield the word with one of two spellings replaced by the other, at each place."""
    for first, second in _SPELLINGS:
        for old, new in ((first, second), (second, first)):
            yield from (word[: m.start()] + new + word[m.end() :] for m in re.finditer(old, word) if m.start())


def _inflected(word: str) -> Iterator[str]:
    for plural, singular in (*_PLURALS, *_IRREGULAR):
        for old, new in ((plural, singular), (singular, plural)):
            whole = (plural, singular) in _IRREGULAR
            if word == old if whole else word.endswith(old) and len(word) > len(old) + 2:
                yield word[: -len(old)] + new


def _parted(word: str, pairs: Collection[str]) -> Iterator[str]:
    """Yield the two words that a compound may be of: "dataset", "YKL40"."""
    if len(word) > _MOST_LETTERS:
        return
    for place in range(2, len(word) - 1):
        if f"{stem(word[:place])} {stem(word[place:])}" in pairs:
            yield f"{word[:place]} {word[place:]}"


def _typed(word: str, words: Collection[str]) -> Iterator[str]:
    """Yield the paper's words that differ from a word by one letter, or by two letters that changed places."""
    if not _LEAST_TYPED <= len(word) <= _MOST_LETTERS or not word.isalpha():
        return
    cuts = [(word[:place], word[place:]) for place in range(1, len(word) + 1)]
    near = {head + tail[1:] for head, tail in cuts if tail}
    near |= {head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1}
    near |= {head + letter + tail[1:] for head, tail in cuts if tail for letter in ascii_lowercase}
    near |= {head + letter + tail for head, tail in cuts for letter in ascii_lowercase}
    yield from sorted(one for one in near if one in words and one not in STOP_WORDS)


def _spelled_out(question: str, abbreviations: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the long forms of the question's abbreviations by their stem, and the abbreviations of what it spells out."""
    said = f" {' '.join(terms(question))} "
    found: dict[str, list[str]] = {}
    for short, long in abbreviations.items():
        inside = terms(long)
        if f" {' '.join(terms(short))} " in said:
            found.setdefault(stem(tokens(short)[0]), []).append(long)
        elif inside and f" {' '.join(inside)} " in said:
            found.setdefault(inside[0], []).append(short)
    return found
