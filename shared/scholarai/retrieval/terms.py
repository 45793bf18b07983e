"""Turns text into index terms: lower-case stems without stop words, the same for papers and questions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

# Words, numbers with their decimals, and names such as BERT-base or COVID-19, whose parts count too.
# Raised or lowered digits behind a digit are a number of their own, as in 10^6.
_POWER = re.compile(r"(?<=\d)(?=[²³¹⁰⁴-⁹₀-₉])")
_TOKEN = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+")
_VOWEL = re.compile(r"[aeiouy]")
_VOWELS_END = re.compile(r"[aeiouy][^aeiouy]")
_DOUBLE = re.compile(r"([^aeiouylsz])\1$")

STOP_WORDS = frozenset(
    """a about above after again against all also although am among an and any are as at be because been before being
    below between both but by can cannot could did do does doing done down during each either et al few for from further
    had has have having he her here hers him his how however i if in into is it its itself just may me might more most
    much must my no nor not of off on once only onto or other our ours out over own per quite rather s same she should
    since so some such t than that the their theirs them then there therefore these they this those through thus to too
    under until up upon us very was we were what when where whether which while who whom whose why will with within
    without would you your yours""".split()
)
# Words of questions that say nothing of their subject; left out of questions alone.
QUESTION_WORDS = frozenset(
    """author authors paper papers article publication manuscript study describe described explain give list mention mentioned
    name please report reported say says tell used use using work many kind type""".split()
)

# Suffixes of derived words and what replaces them, longest first; from M. F. Porter, "An algorithm for suffix
# stripping", 1980, steps 2 to 4, each tried once.
_DERIVED = (
    ("ization", "ize"), ("isation", "ize"), ("ational", "ate"), ("fulness", "ful"), ("ousness", "ous"), ("iveness", "ive"),
    ("tional", "tion"), ("biliti", "ble"), ("lessli", "less"), ("entli", "ent"), ("ation", "ate"), ("alism", "al"),
    ("aliti", "al"), ("ousli", "ous"), ("iviti", "ive"), ("fulli", "ful"), ("icate", "ic"), ("ative", ""),
    ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ator", "ate"), ("alli", "al"), ("abli", "able"),
    ("antli", "ant"), ("izer", "ize"), ("enci", "ence"), ("anci", "ance"), ("ness", ""), ("ful", ""), ("aci", "ate"),
    ("eli", "e"),
)  # fmt: skip
# Most words have none of them: one call of `endswith` instead of one for each.
_DERIVED_SUFFIXES = tuple(suffix for suffix, _ in _DERIVED)
_ENDINGS = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion",
    "al", "er", "ic", "ly",
)  # fmt: skip

_stems: dict[str, str] = {}
# The words of some hundred papers; the cache is emptied when it is full. A guess.
_STEMS_KEPT = 200_000


def terms(text: str) -> list[str]:
    """Return the text's index terms in order, repeated as often as they occur."""
    return terms_of(tokens(text))


def terms_of(words: Sequence[str]) -> list[str]:
    """Return the index terms of words in lower case."""
    return [stem(word) for word in words if word not in STOP_WORDS]


# Citation markers of the author-year and of the numeric style, as in text pasted from another paper.
_MARKER = re.compile(
    r"\((?=[^()]*+\))[^()]*\b(?:19|20)\d\d[a-z]?\b[^()]*\)|\[\d[\d,;\s–-]*\]"
    r"|\b[A-Z][\w-]{1,30}(?:\s+(?:and|&)\s+[A-Z][\w-]{1,30}|\s+et\s+al\b\.?),?\s*\(?(?:19|20)\d\d[a-z]?\)?",
)
# Wishes for the wording of an answer. Searched for, "in plain words" would find passages about words, and quoted speech.
_MANNER = re.compile(
    r",?\s{0,2}\b(?:in (?:(?:an?|one|two|three|few|your|own|plain|simpler?|easy|everyday|normal|lay|layman'?s|other|non-?technical) )+"
    r"(?:words?|terms|language|English|sentences?|nutshell)|(?:to me )?(?:put )?simply(?=\W{0,3}$))\b",
    re.IGNORECASE,
)
# Where less than this share of a question is left without its markers, it asks for them.
_LEAST_LEFT = 0.3


def searchable(question: str) -> str:
    """Return what a question asks the paper for.

    Citation markers are left out, because they would find passages that cite the same works, and so are wishes for the answer's wording.
    """
    without = _MARKER.sub(" ", _MANNER.sub("", question))
    return without if len(without.strip()) > _LEAST_LEFT * len(question) else question


def question_terms(question: str) -> list[str]:
    """Return the terms of a question, each once; `QUESTION_WORDS` are left out unless nothing else remains."""
    return list(dict.fromkeys(map(stem, question_words(question))))


def question_words(question: str) -> list[str]:
    """Return the words of a question that papers may contain, each once; none for a question of stop words alone."""
    kept = [token for token in tokens(question) if token not in STOP_WORDS]
    asked = [token for token in kept if token not in QUESTION_WORDS]
    return list(dict.fromkeys(asked or kept))


def pairs(terms_in_order: Sequence[str]) -> list[str]:
    """Return the pairs of neighbouring terms, each as one term: "neural network" says more than "network"."""
    return [f"{first} {second}" for first, second in pairwise(terms_in_order)]


def tokens(text: str) -> list[str]:
    """Return words and numbers in lower case, with ligatures and full-width forms decomposed and accents removed."""
    if not text.isascii():
        text = _POWER.sub(" ", text)
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return _TOKEN.findall(text.lower())


def stem(word: str) -> str:
    """Return the stem of a lower-case word; words with digits and words of three letters stay as they are."""
    found = _stems.get(word)
    if found is None:
        if len(_stems) >= _STEMS_KEPT:
            _stems.clear()
        found = _stems[word] = _stem(word) if len(word) > 3 and word.isalpha() and word.isascii() else word
    return found


def _stem(word: str) -> str:
    word = _without_plural(word)
    word = _without_verb_ending(word)
    if word.endswith("y") and len(word) > 2 and _VOWEL.search(word[:-1]):
        word = word[:-1] + "i"
    word = _with_simpler_suffix(_with_simpler_suffix(word))
    for suffix in _ENDINGS if word.endswith(_ENDINGS) else ():
        if word.endswith(suffix) and _measure(word[: -len(suffix)]) > 1:
            if suffix != "ion" or word[-4] in "st":
                word = word[: -len(suffix)]
            break
    if word.endswith("e") and _measure(word[:-1]) > 0 and len(word) > 4:
        word = word[:-1]
    return word


def _with_simpler_suffix(word: str) -> str:
    if not word.endswith(_DERIVED_SUFFIXES):
        return word
    for suffix, replacement in _DERIVED:
        if word.endswith(suffix) and _measure(word[: -len(suffix)]) > 0:
            return word[: -len(suffix)] + replacement
    return word


def _without_plural(word: str) -> str:
    if word.endswith(("sses", "ysis")):
        return word[:-2]
    if word.endswith(("yze", "yzed", "yzing")):
        return word[: word.rindex("yz")] + "yse"
    if word.endswith("ies"):
        return word[:-3] + ("y" if len(word) > 4 else "ie")
    if word.endswith(("ss", "us", "is")) or not word.endswith("s"):
        return word
    return word[:-1]


def _without_verb_ending(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1]
    for suffix in ("ing", "ed"):
        base = word[: -len(suffix)]
        if not word.endswith(suffix) or not _VOWEL.search(base) or len(base) < 3:
            continue
        if base.endswith(("at", "bl", "iz")):
            return base + "e"
        return base[:-1] if _DOUBLE.search(base) or (base.endswith("ll") and _measure(base) > 1) else base
    return word


def _measure(stem: str) -> int:
    """Return Porter's m: how often a vowel run is followed by a consonant run."""
    return len(_VOWELS_END.findall(stem))
