"""Recognizes what kind of answer a question asks for, and which sentences give it."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.values import Value
from scholarai.retrieval.units import Bm25
from scholarai.retrieval.words import stem, terms, tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.units import Scores

_NUMBER_WORDS = (
    r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|hundreds?|thousands?|millions?"
)
# Signs that a sentence gives a kind of answer.
_GIVES = {
    "number": rf"\d|\b(?:{_NUMBER_WORDS})\b",
    "counted": rf"(?:\b\d[\d,.]*|\b(?:{_NUMBER_WORDS}))[\s-](?:\w+ ){{0,2}}[a-z]{{3,}}s\b|\d\s?(?:%|percent|[mk]g|kb|[mc]m|ml)",
    "reason": r"\b(?:because|due to|in order to|so that|since|owing to|therefore|thus|hence|as a result|to avoid|allow(?:s|ing)?"
    r"|caused? by|leads? to|result(?:s|ed|ing) (?:in|from)|attribut\w+|so as to|for this reason|enabl(?:es?|ing)|suspect|(?:is|are) why"
    r"|as (?:it|they|this|these|we))\b|^To [a-z]+ ",
    "effect": r"\b(?:significan\w+|differ\w*|than|compared (?:with|to)|versus|vs|higher|lower|increas\w+|decreas\w+|reduc\w+"
    r"|improv\w+|outperform\w*|associated|correlat\w+|similar|equivalent|no effect|better|worse|greater|fewer)\b",
    "test": r"[pP]\s?[<=>≤≥]|95\s?%|\bCI\b|±",
    "meaning": r"\b(?:is|are|was|were) (?:an?|the|one of|defined|called|known|composed|caused)\b"
    r"|\b(?:refers? to|defined as|means|stands? for|consists? of|i\.e\.|namely|known as|such as|includ\w+)\b",
    # a capital inside a sentence, two capitals, one inside a word, a digit behind a letter
    "name": r"[A-Z\d](?:(?<=[a-z,;:] [A-Z])\w|(?<=\b[A-Z])[A-Z]|(?<=[a-z][A-Z])|(?<=[A-Za-z]\d)|(?<=[A-Za-z]-\d))",
    "time": r"\b(?:1[89]|20)\d\d\b|\b(?:January|February|March|April|June|July|August|September|October|November|December)\b"
    r"|\b\d+ (?:days?|weeks?|months?|years?|hours?)\b",
    "own work": r"\b(?:[Ww]e|[Oo]ur|[Tt]his (?:paper|study|work|article|review))\b",
    "negation": r"\b(?:not|no|nor|neither|without|never|none|cannot|failed)\b",
}
# Signs that it answers nothing.
_IDLE = {
    "signpost": r"\b(?:is|are|was|were|be) (?:given|described|discussed|presented|detailed|reported|shown|explained|listed|provided"
    r"|summari[sz]ed|found) in (?:the )?(?:\w+ )?(?:[Ss]ections?|[Aa]ppendi|[Ss]upplement)|\b[Ii]n (?:the )?(?:next|following|previous)"
    r" sections?|\b[Ss]ection (?:\d|[IVX]+\b|SECREF)|\bsee [Ss]ection|\brest of (?:this|the) paper|\borgani[sz]ed as follows|\b[Ii]n §"
    r"|\b[Ii]n this (?:sub)?section,? (?:we|I|they)(?: will| first| briefly)? (?:describe|present|discuss|explain|outline|introduce|review|give"
    r"|provide|show|report|detail|turn|summari[sz]e)\b[^:]*$|\b(?:[Tt]his|first|second|third|fourth|fifth|sixth|seventh|last|final|next"
    r"|following) (?:sub)?section (?:describes|presents|discusses|explores|explains|outlines|introduces|reviews|gives|provides|shows"
    r"|reports|details|summari[sz]es|concludes|deals|is)\b",
    "question": r"\?[\"'”’)\]]*$",
    "thanks": r"\b(?i:acknowledge?ments?|thank(?:s|ful)?|grateful|funded by|supported by (?:the|an?) grant|grant (?:no|number)s?"
    r"|conflicts? of interest|competing interests?|authors? contribut\w+|licen[sc]e|copyright|corresponding author)\b",
    "reference": r"^\s*(?:\[\d+\]|\d+\.)\s+[A-Z][\w-]+,? (?:[A-Z]\.|and )|https?://|doi\.org|\bet al\.,? \d{4}\.\s*$"
    r"|\bpp\. ?\d|\b\d+ ?\(\d+\): ?\d+",
}
_TORN = {"fragment": r"^[a-z,;)]|[^.?!…:;\"'”’)\]}\d]$"}
# How questions ask for each kind of answer. `needs` keeps most of these patterns from being loaded for a question.
_ASKS: Mapping[str, re.Pattern[str]] = {
    "number": lazy_pattern(
        r"\bhow (?:many|much|large|big|long|often|old|high|far|fast|accurate|well)\b"
        r"|\b(?:what|which)(?: (?:is|was|are|were))?(?: the)? (?:\w+ ){0,3}(?:numbers?|sizes?|percentages?|percent|proportion|rates?"
        r"|length|age|dose|ratio|amount|scores?|accuracy|values?|range|duration|frequency|temperature|cost|count|fraction|prevalence"
        r"|incidence|period)\b",
        re.IGNORECASE,
        needs=(
            "how ", "number", "size", "percent", "proportion", "rate", "length", "age", "dose", "ratio", "amount", "score", "accuracy",
            "value", "range", "duration", "frequency", "temperature", "cost", "count", "fraction", "prevalence", "incidence", "period",
        ),
    ),
    "reason": lazy_pattern(
        r"\bwhy\b|\bwhat (?:causes?|caused|is the (?:reason|cause|purpose|goal|aim))\b|\bhow come\b|\bpurpose\b",
        re.IGNORECASE,
        needs=("why", "what cause", "is the reason", "is the cause", "purpose", "is the goal", "is the aim", "how come"),
    ),
    "effect": lazy_pattern(
        r"\bdifferen|\bcompar|\beffects? (?:of|on)\b|\baffect|\bimpact|\bimprove|\bbetter\b|\bworse\b|\boutperform|\bthan\b"
        r"|\bassociat|\bcorrelat|\bresults?\b|\bincrease|\breduc",
        re.IGNORECASE,
        needs=(
            "differen", "compar", "effect", "affect", "impact", "improve", "better", "worse", "outperform", "than", "associat",
            "correlat", "result", "increase", "reduc",
        ),
    ),
    "meaning": lazy_pattern(
        r"\bwhat (?:is|are|was|were|does|do)\b|\bdefin|\bmean(?:s|ing)?\b|\bstands? for\b|\brefers? to\b",
        re.IGNORECASE,
        needs=("what is", "what are", "what was", "what were", "what do", "defin", "mean", "stand", "refer"),
    ),
    "name": lazy_pattern(
        r"\bwho\b|\bwhich\b|\bwhat (?:\w+ ){0,2}(?:datasets?|models?|methods?|languages?|baselines?|tools?|corp(?:ora|us)|metrics?"
        r"|genes?|virus(?:es)?)\b",
        re.IGNORECASE,
        needs=("who", "which", "dataset", "model", "method", "language", "baseline", "tool", "corp", "metric", "gene", "virus"),
    ),
    "time": lazy_pattern(
        r"\bwhen\b|\b(?:what|which) (?:year|date|month|day|time)\b|\bhow (?:long|old|soon)\b",
        re.IGNORECASE,
        needs=("when", "year", "date", "month", "day", "time", "how long", "how old", "how soon"),
    ),
    "decision": lazy_pattern(
        r"^\W*(?:is|are|was|were|do|does|did|can|could|has|have|had|should|will)\b", re.IGNORECASE
    ),
}  # fmt: skip
TRAITS = (*_GIVES, *_IDLE, *_TORN)
_SIGNS = tuple(lazy_pattern(text) for text in (_GIVES | _IDLE | _TORN).values())
# The traits of sentences that give each kind of answer.
ANSWERS: Mapping[str, Sequence[str]] = {
    "number": ("number", "counted"),
    "reason": ("reason",),
    "effect": ("effect", "test"),
    "meaning": ("meaning",),
    "name": ("name",),
    "time": ("time",),
    "decision": ("effect", "negation"),
}
# The features of `things_said`: a sentence defines the thing, is the first to mention it, counts it, or names instances of it.
SAID = ("defines", "first mention", "counts", "names")
# Words of a thing's phrase; a longer one is a clause.
_MOST_WORDS = 5
# Words between a number, or a name, and what it counts or names: "8 parallel attention heads".
_WORDS_BETWEEN = 5
# Characters before a thing that may still be the subject of its sentence, and what a less sure sign counts.
_SUBJECT_CHARACTERS = 40
_UNSURE = 0.5
_ARTICLE = r"(?:an?|the|this|these|their|its|your) "
_ADVERB = (
    r"(?:(?:also|often|sometimes|usually|here|then|thus|typically|generally|commonly|simply|essentially|currently) )?"
)
# How questions ask what a thing is, how many there are, and which ones.
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
# What follows a thing that is defined (`_IS` surely, `_ASIDE` perhaps), and what precedes one.
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


def traits_of(sentences: Sequence[str]) -> NDArray[np.bool_]:
    """Return which of `TRAITS` each sentence has: shape (n, len(TRAITS))."""
    found = [[pattern.search(text) is not None for pattern in _SIGNS] for text in sentences]
    return np.array(found, dtype=bool).reshape(-1, len(TRAITS))


def kinds_asked(question: str) -> frozenset[str]:
    """Return the kinds of answer that a question asks for; a statement asks for none."""
    return frozenset(kind for kind, pattern in _ASKS.items() if pattern.search(question))


def asks_yes_or_no(question: str) -> bool:
    """Tell whether a question asks for yes or no: "Did it improve recall?"."""
    return "decision" in kinds_asked(question)


def gives_reason(sentence: str) -> bool:
    """Tell whether a sentence says why."""
    return _SIGNS[TRAITS.index("reason")].search(sentence) is not None


def answers_nothing(sentence: str) -> bool:
    """Tell whether a sentence is a signpost, a question, an acknowledgement or a reference, which answer nothing."""
    return any(pattern.search(sentence) for pattern in _SIGNS[len(_GIVES) : -len(_TORN)])


class Thing(Value, frozen=True, kw_only=True):
    """A thing that a question names, and what is asked about it: "meaning", "count" or "names"."""

    kind: str
    phrase: str
    stems: tuple[str, ...]

    @property
    def head(self) -> str:
        return self.stems[-1]


def things_asked(question: str) -> list[Thing]:
    """Return the things that a question asks about in a few words, at most one for each kind of question."""
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
    """Yield one number per sentence for each of `SAID`: from 0 where it does not say that, to 1 where it surely does.

    Args:
        question: As it was asked.
        abbreviations: Those of the paper, short form to long form.
        words: The index of its sentences.
        sentence: Returns the text of a sentence by its number.
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
    """Return how surely a sentence defines the thing that it mentions."""
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
    """Return how surely a sentence names instances of a thing: a list behind it, or a name before it ("the Adam optimizer")."""
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
    """Rule out most words of another stem quickly: stemming never changes a word's first letter."""
    return word[0] == stemmed[0]


# As many as there are letters and digits.
@functools.lru_cache(maxsize=100)
def _words_from(letter: str) -> re.Pattern[str]:
    """Return a pattern for the words that begin with a letter, in either case."""
    return re.compile(rf"(?<![\w-]){re.escape(letter)}[\w-]*", re.IGNORECASE)


def _written(name: str) -> re.Pattern[str]:
    """Return a pattern for a name, singular or plural, with or without hyphens."""
    words = re.findall(r"\w+", name)
    singular = [word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] != "s" else word for word in words]
    return re.compile(r"\b" + r"[\s-]+".join(map(re.escape, singular)) + r"(?:e?s)?\b", re.IGNORECASE)


def _holding(words: Bm25, stems: Sequence[str]) -> list[int]:
    """Return the sentences that contain all stems."""
    rows = [words.holders(one).tolist() for one in stems]
    return sorted(set(rows[0]).intersection(*rows[1:])) if rows else []
