"""Rules for words that turn a sentence: a negation that only one side has, a comparison in the other direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from scholarai.citations.doubting import tables
from scholarai.citations.doubting.stems import is_content, stem
from scholarai.citations.doubting.texts import Clause, Place
from scholarai.citations.meaning import meaning

# The share of a clause's content words that a quote has where the two are about the same thing, and their least number.
_COVERED, _SHARED = 0.75, 3
# Content words that a negation is about. A guess.
_KEYS = 2
_NOT, _DOUBTFUL, _WEAKENED = (frozenset(words.split()) for words in (tables.NOT, tables.DOUBTFUL, tables.WEAKENED))
_PREFIXES = ("un", "non", "dis", "mis", "in", "im", "ir", "il")
_THAN = frozenset("than compared versus vs relative".split())

Words = frozenset[str]


def turned_negations(sentence: Clause, quotes: Sequence[Clause]) -> Iterator[Place]:
    """Yield words of the sentence that every quote about them denies, where the sentence does not."""
    for clause in sentence.clauses:
        if len(clause.content) < 2 or _doubts(clause) or _denials(sentence):
            continue
        about = [quote for quote in quotes if _covers(quote, clause.content)]
        if not any(_opposites(clause, quote) for quote in about):
            yield from _agreed([_lost(clause, quote) for quote in about])


def turned_limits(sentence: Clause, quotes: Sequence[Clause]) -> Iterator[Place]:
    """Yield the numbers that are the least in the sentence and the most in a quote, or the other way round."""
    parts = [part for quote in quotes for part in quote.clauses]
    for numeral in sentence.numerals:
        same = [
            (q, part) for part in parts for q in part.numerals if (q.value, q.unit) == (numeral.value, numeral.unit)
        ]
        turned = [{q.bound, numeral.bound} == {"<", ">"} and not _may_deny(sentence, part) for q, part in same]
        if turned and all(turned):
            yield Place(numeral.start, numeral.end, "comparison", same[0][0].printed)


def turned_comparisons(sentence: Clause, quotes: Sequence[Clause]) -> Iterator[Place]:
    """Yield words that compare in the other direction than the quotes do."""
    for clause in sentence.clauses:
        told = frozenset(one for one, form in zip(clause.stems, clause.forms, strict=True) if one and not _sides(form))
        about = [[part for part in (*quote.clauses, quote) if _covers(part, told)] for quote in quotes]
        shared = [len(clause.content & parts[0].content) if parts else 0 for parts in about]
        places = [_turned(clause, parts[0]) for parts, count in zip(about, shared, strict=True) if count >= _SHARED]
        yield from _agreed(places)


def _agreed(places: Sequence[Place | None]) -> list[Place]:
    """Return the first place if every quote gives one: a quote that agrees clears what another one turns."""
    return [place for place in places[:1] if place and None not in places]


def _denials(text: Clause) -> list[int]:
    """Return the words that deny; "neither … nor" is one, "no more than" is a limit."""
    found = [at for at, form in enumerate(text.forms) if form in _NOT and not _is_limit(text, at + 1)]
    return [at for at in found if text.forms[at] != "nor" or at == found[0]]


def _doubts(text: Clause) -> Words:
    """Return the words by which a text may deny or except something, other than a negation; "but not" is one, and a first "but"."""
    forms = pairwise((*text.forms[text.forms[:1] == ["but"] :], ""))
    asked = text.text[text.words[-1].end :].lstrip("\"'”’) ")[:1].replace("?", "unknown")
    return frozenset(
        stem(form) for form, after in (*forms, (asked, "")) if form in _DOUBTFUL and (form, after) != ("but", "not")
    )


def _covers(quote: Clause, content: Words) -> bool:
    shared = len(content & quote.content)
    return shared >= min(_SHARED, len(content)) and shared >= _COVERED * len(content)


def _keys(text: Clause, at: int) -> list[str]:
    """Return the stems that a negation is about: the first words of content behind it."""
    behind = zip(text.stems[at + 1 :], text.forms[at + 1 :], strict=True)
    return [one for one, form in behind if one and form not in _WEAKENED][:_KEYS]


def _lost(clause: Clause, quote: Clause) -> Place | None:
    for part in quote.clauses:
        # Neither of two may do what both do together.
        for at in [] if _doubts(part) or "neither" in part.forms else _denials(part):
            keys = _keys(part, at)
            if keys and clause.content.issuperset(keys) and not _has_negated(clause, keys):
                printed = part.said(at, part.stems.index(keys[0], at))
                return clause.mark(clause.stems.index(keys[0]), "negation", printed)
    return None


def _has_negated(text: Clause, stems: Sequence[str] | Words) -> bool:
    """Tell whether a text has one of the words with an affix that denies it: "unstable", "childless"."""
    bare = [form.removeprefix(prefix) for form in text.forms for prefix in _PREFIXES if form.startswith(prefix)]
    bare += [form.removesuffix("less") for form in text.forms if form.endswith("less")]
    return any(stem(form) in stems for form in bare)


def _may_deny(text: Clause, other: Clause) -> bool:
    """Tell whether one of two texts may deny what the other one says."""
    affixes = _has_negated(text, other.content) or _has_negated(other, text.content)
    return affixes or bool(_denials(text) or _denials(other) or _doubts(text) ^ _doubts(other))


def _turned(clause: Clause, quote: Clause) -> Place | None:
    left, _ = _directions(clause, quote)
    turned = _opposites(clause, quote)
    if (
        not left
        or len(turned) % 2 == 0
        or any(True for _ in turned_limits(clause, [quote]))
        or _has_negated(clause, quote.content)
    ):
        return None
    at, other = turned[0]
    part = next(part for part in quote.clauses if quote.words[other] in part.words)
    denied = [sum(text.forms[k] != "without" for k in _denials(text)) for text in (clause, part)]
    doubted = (_doubts(clause) ^ _doubts(part)) - {stem(clause.forms[at]), stem(quote.forms[other])}
    if denied[0] != denied[1] or doubted:
        return None
    if not _of_the_same_side(clause, at, quote, other):
        return None
    return clause.mark(at, "comparison", quote.said(other, other))


def _opposites(clause: Clause, quote: Clause) -> list[tuple[int, int]]:
    """Return the words of direction whose opposite the quote has, and none of their own direction."""
    left, right = _directions(clause, quote)
    agreed = {at for at in left for other in right if _relation(clause.forms[at], quote.forms[other]) > 0}
    pairs = [(at, other) for at in left for other in right if _relation(clause.forms[at], quote.forms[other]) < 0]
    return list({at: (at, other) for at, other in reversed(pairs) if at not in agreed}.values())[::-1]


def _directions(clause: Clause, quote: Clause) -> tuple[list[int], list[int]]:
    """Return the words of direction of two texts that they do not share, without those of limits: "more than five"."""
    left, right = (
        [at for at, form in enumerate(text.forms) if _sides(form) and text.forms[at - 1 : at] != ["or"]]
        for text in (clause, quote)
    )
    left, right = ([at for at in found if not _is_limit(text, at)] for text, found in ((clause, left), (quote, right)))
    for at in tuple(left):
        same = next((other for other in right if stem(quote.forms[other]) == stem(clause.forms[at])), None)
        if same is not None:
            left.remove(at)
            right.remove(same)
    return left, right


def _is_limit(text: Clause, at: int) -> bool:
    limiting = text.forms[at + 1 : at + 2] == ["than"] or not {"above", "below", "over", "under"}.isdisjoint(
        text.forms[at : at + 1]
    )
    behind = {word.start for word in text.words[at + 1 : at + 4]}
    return limiting and any(number.start in behind for number in text.numerals)


def _of_the_same_side(clause: Clause, at: int, quote: Clause, other: int) -> bool:
    """Tell whether two comparisons are of the same thing; in "A is longer than B" they are of A."""
    (ours, against), (theirs, behind) = _compared(clause, at), _compared(quote, other)
    first, second = (theirs - behind, behind - theirs) if behind else (theirs, quote.content - theirs)
    if behind and against & first and not against & second:
        return False
    return bool(ours & first) or (not (ours & second) and not (ours and behind))


def _compared(text: Clause, at: int) -> tuple[Words, Words]:
    """Return the content of what is compared, and of what it is compared with."""
    stems = ["" if form.endswith("ly") else one for one, form in zip(text.stems, text.forms, strict=True)]
    than = next((k for k in range(at + 1, len(stems)) if text.forms[k] in _THAN), len(stems))
    return frozenset(stems[:at]) - {""}, frozenset(stems[than + 1 :]) - {""}


def _relation(form: str, other: str) -> int:
    """Return 1 for two words of the same direction, -1 for opposites, 0 for others."""
    ours, theirs = _sides(form), _sides(other)
    return 1 if ours & theirs else -1 if {(axis, -side) for axis, side in ours} & theirs else 0


def _sides(form: str) -> frozenset[tuple[int, int]]:
    """Return the axes that a word of direction is on, and its side there."""
    return _axes().get(stem(form), frozenset())


@cache
def _axes() -> dict[str, frozenset[tuple[int, int]]]:
    found: dict[str, frozenset[tuple[int, int]]] = {}
    others = [(one, other) for one, against in meaning().opposites.items() for other in against if one < other]
    pairs = [*tables.AXES, *(pair for pair in others if all(map(is_content, pair)))]
    for axis, sides in enumerate(pairs):
        for side, words in zip((1, -1), sides, strict=True):
            for one in map(stem, words.split()):
                found[one] = found.get(one, frozenset()) | {(axis, side)}
    return found
