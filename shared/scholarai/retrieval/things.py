"""The thing that a question asks about, and which sentences say what it is, how many there are, or which ones."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.values import Value
from scholarai.retrieval.units import Bm25, Scores
from scholarai.retrieval.words import stem, terms, tokens

# What `things_said` tells of each sentence: it defines the thing, mentions it first, counts it, or names which ones.
SAID = ("defines", "first mention", "counts", "names")
# A longer phrase is a clause.
_MOST_WORDS = 5
# Words between a number, or a name, and what it counts or names: "8 parallel attention heads".
_WORDS_BETWEEN = 5
# A definition is surer where its thing opens the sentence, or nearly.
_SUBJECT_CHARACTERS = 40
_UNSURE = 0.5

_ARTICLE = r"(?:an?|the|this|these|their|its|your) "
_ADVERB = (
    r"(?:(?:also|often|sometimes|usually|here|then|thus|typically|generally|commonly|simply|essentially|currently) )?"
)
# What each kind of question about a thing says; the words that all of them have, so that most are not compiled for a question.
_ASKS_OF_THING: Mapping[str, re.Pattern[str]] = {
    "meaning": lazy_pattern(
        rf"\bwhat(?:'s|’s| is| are| was| were) (?:meant by |the (?:meaning|definition) of )?(?:{_ARTICLE})?(.{{2,80}}?)\W*$"
        rf"|\bwhat (?:do|does|did) (?:{_ARTICLE})?(.{{2,80}}?) (?:mean|stand for|refer to|denote|consist of|represent)\b"
        rf"|\bhow (?:is|are|was|were|do \w+|does \w+) (?:{_ARTICLE})?(.{{2,80}}?) (?:defined|described)\b"
        rf"|\bdefin(?:e|ition of) (?:{_ARTICLE})?(.{{2,80}}?)\W*$",
        re.IGNORECASE,
        needs=(
            "what's", "what is", "what are", "what was", "what were", "mean", "stand for", "refer to", "denote", "consist of",
            "represent", "defin", "described",
        ),
    ),
    "count": lazy_pattern(
        r"\bhow many (?:different |of the )?(.{2,60}?)(?= (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|in|of|per|"
        r"there|used)\b|\W*$)",
        re.IGNORECASE,
        needs=("how many",),
    ),
    "names": lazy_pattern(
        r"\b(?:which|what) (?!is\b|are\b|was\b|were\b|do\b|does\b|did\b|can\b|could\b|has\b|have\b|if\b|the\b|kinds?\b|types?\b)"
        r"(?:(?:kinds?|types?|sorts?) of )?(?:other |two |three |four |five |different |specific )?(.{2,60}?)"
        r"(?= (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|in|of|for|from|that|to|\w+ed)\b|\W*$)",
        re.IGNORECASE,
        needs=("which ", "what "),
    ),
}  # fmt: skip
# Where a noun phrase ends.
_AFTER_PHRASE = lazy_pattern(
    r"\s(?:of|in|on|at|by|for|from|to|with|between|within|during|as|that|which|when|where|who|used|and|or|according|about)\b",
    re.IGNORECASE,
)
# What follows a thing that is defined, and what stands before it.
_IS = lazy_pattern(
    rf"[\"”’*]?(?: ?\([^()]{{1,60}}\))?,? (?:(?:which|that) )?{_ADVERB}(?:(?:is|are|was|were) {_ADVERB}(?:an?|the|one|any|those|defined|"
    r"called|named|known|given by|composed|made up|characteri[sz]ed|used to|designed|intended|when)\b|refers? to\b|denotes?\b|means\b"
    r"|stands? for\b|consists? of\b|comprises?\b|describes?\b|represents?\b|measures?\b|indicates?\b|(?:can|may) be (?:defined|described|seen|"
    r"understood|thought)\b)"
)
_ASIDE = lazy_pattern(
    r"[\"”’*]?(?: ?\([^()]{2,60}\)|,? ?[—–] ?(?:an?|the)\b|, (?:an?|one of|i\.e\.|that is|also|sometimes|which)\b|: | ?[:=≡] ?)|,? (?:is|are)\b"
    r"| (?:criterion|method|algorithm|approach|technique|principle|procedure)\b"
)
_CALLED = lazy_pattern(
    r"(?:called|termed|named|dubbed|coined|known as|referred to as|defined? (?:as|the|an?)|we (?:call|define|refer to|denote)\b[^.]{0,60})"
    r",? (?:the |an? )?[\"“‘(*]?$",
    re.IGNORECASE,
)
_LIST = lazy_pattern(
    r"(?: [a-z]+){0,2}(?: ?[:,(–—]| such as| namely| includ(?:e|ed|ing)| are| were)[^.;:A-Z]{0,25}[A-Z][\w-]*[^.;:]{0,25}?(?:,|\band\b|\bor\b)[^.;:A-Z]{0,15}[A-Z]"
)
_NAME = lazy_pattern(r"[A-Z][\w-]*[A-Z\d][\w-]*|[A-Z][a-z][\w-]+")
_NUMBERS = frozenset("one two three four five six seven eight nine ten eleven twelve fifteen twenty".split())


class Thing(Value, frozen=True, kw_only=True):
    """A thing by its words, and what is asked about it."""

    kind: str
    phrase: str

    stems: tuple[str, ...]

    @property
    def head(self) -> str:
        return self.stems[-1]


def things_asked(question: str) -> list[Thing]:
    """Return what a question asks about a thing that it names in a few words, at most one thing of a kind."""
    found: list[Thing] = []
    for kind, pattern in _ASKS_OF_THING.items():
        match = pattern.search(question)
        phrase = _AFTER_PHRASE.split(next(filter(None, match.groups()), ""), maxsplit=1)[0] if match else ""
        stems = tuple(terms(phrase)) if 0 < len(tokens(phrase)) <= _MOST_WORDS else ()
        if stems:
            found.append(Thing(kind=kind, phrase=phrase, stems=stems))
    return found


def things_said(
    question: str, abbreviations: Mapping[str, str], words: Bm25, sentence: Callable[[int], str]
) -> Iterator[tuple[str, Scores]]:
    """Yield one number per sentence for each of `SAID`: 0 where it does not say that, 1 where it surely does.

    Args:
        question: As it was asked.
        abbreviations: Of the paper, short form to long form.
        words: The sentences as units.
        sentence: Gives the text of a sentence by its number.
    """
    said = {name: np.zeros(words.units) for name in SAID}
    for thing in things_asked(question):
        if thing.kind == "meaning":
            _mark_definitions(thing, abbreviations, words, sentence, said)
            continue
        test, name = (_counts, "counts") if thing.kind == "count" else (_names, "names")
        held = thing.stems[-1:] if thing.kind == "count" else thing.stems
        for place in _holding(words, held):
            said[name][place] = test(sentence(place), thing)
    yield from said.items()


def _mark_definitions(
    thing: Thing,
    abbreviations: Mapping[str, str],
    words: Bm25,
    sentence: Callable[[int], str],
    said: Mapping[str, Scores],
) -> None:
    """Mark the sentences that define a thing, under any of its names, and the first one that mentions it."""
    names = [thing.phrase, *_other_names(thing.phrase, abbreviations)]
    mentions = set[int]()
    for name in names:
        pattern = _written(name)
        for place in _holding(words, terms(name)):
            text = sentence(place)
            sure = max((_defines(text, match) for match in pattern.finditer(text)), default=None)
            if sure is not None:
                mentions.add(place)
                said["defines"][place] = max(sure, said["defines"][place])
    if mentions:
        said["first mention"][min(mentions)] = 1.0


def _defines(text: str, match: re.Match[str]) -> float:
    """Return how surely a sentence says what the thing is that it mentions."""
    if _CALLED.search(text[: match.start()]):
        return 1.0
    is_subject = match.start() <= _SUBJECT_CHARACTERS
    if _IS.match(text, match.end()):
        return 1.0 if is_subject else _UNSURE
    return _UNSURE if _ASIDE.match(text, match.end()) and is_subject else 0.0


def _counts(text: str, thing: Thing) -> float:
    head, found = thing.head, tokens(text)
    for place, token in enumerate(found):
        before = found[max(place - _WORDS_BETWEEN, 0) : place]
        if _may_be(token, head) and stem(token) == head and any(one[0].isdigit() or one in _NUMBERS for one in before):
            return 1.0
    return 0.0


def _names(text: str, thing: Thing) -> float:
    """Return how surely a sentence says which ones: it lists names behind the thing, or has one before it ("the Adam optimizer")."""
    head, surest = thing.head, 0.0
    for match in _words_from(head[0]).finditer(text):
        if stem(match[0].lower()) == head:
            before = text[: match.start()].split()[-2:]
            if _LIST.match(text, match.end()):
                return 1.0
            if any(_NAME.match(word) for word in before if not text.startswith(word)):
                surest = _UNSURE
    return surest


def _other_names(phrase: str, abbreviations: Mapping[str, str]) -> list[str]:
    said = terms(phrase)
    return [
        long if phrase == short else short
        for short, long in abbreviations.items()
        if phrase == short or (said and _may_be(long, said[0]) and terms(long) == said)
    ]


def _may_be(word: str, stemmed: str) -> bool:
    """Tell quickly of most words that they have another stem: no stem changes the beginning of its word."""
    return word[0] == stemmed[0]


# Letters and digits.
@functools.lru_cache(maxsize=100)
def _words_from(letter: str) -> re.Pattern[str]:
    """Return a pattern of the words that begin with a letter, of either case."""
    return re.compile(rf"(?<![\w-]){re.escape(letter)}[\w-]*", re.IGNORECASE)


def _written(name: str) -> re.Pattern[str]:
    """Return a pattern of a name, also in the plural or the singular, with or without hyphens."""
    words = re.findall(r"\w+", name)
    singular = [word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] != "s" else word for word in words]
    return re.compile(r"\b" + r"[\s-]+".join(map(re.escape, singular)) + r"(?:e?s)?\b", re.IGNORECASE)


def _holding(words: Bm25, stems: Sequence[str]) -> list[int]:
    """Return the sentences that hold all stems."""
    numbers = [words.terms.get(one) for one in stems]
    if not numbers or None in numbers:
        return []
    rows = [words.rows[words.starts[n] : words.starts[n + 1]].tolist() for n in numbers if n is not None]
    return sorted(set(rows[0]).intersection(*rows[1:]))
