"""Finds where a paraphrase changes the meaning of its quotes: negations, opposites, exchanged sides, stronger claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from scholarai.citations.doubting.deviating import Deviation
from scholarai.citations.doubting.negating import Negation, denies, negations_of
from scholarai.citations.doubting.supporting import Support, Words, around, content, crossed, is_content
from scholarai.citations.doubting.synonyms import alike, near_opposites_of, negated_in, opposites_of, root, synonyms
from scholarai.citations.meaning import meaning
from scholarai.domain.values import Value

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from scholarai.citations.doubting.aligning import Tile

# Negated words that both sides must share to be about the same thing.
_SCOPE_SHARED, _SCOPE_SHARE = 2, 0.6
# Shares of a sentence's content words that the quotes must have for it to count as a stronger claim, and for its assertion to count
# as one of their hedged statements. Guesses, checked by benchmarks/doubts.py.
_LIKE_SHARE, _VERY_LIKE_SHARE = 0.5, 0.7
# Most places of opposites, and negations of a sentence or its quotes, that are examined.
_MOST_PLACES, _MOST_NEGATIONS = 10, 20
# Words before an opposite in which a negation applies to it.
_NEGATED_REACH = 2
# Most words between two sides, the least weight of a side, and the least share of a sentence that sides and joint make up.
_SIDES_APART = 6
_SIDE_WEIGHT = 1.0
_SIDES_SHARE = 0.8
_LISTING = frozenset({"and", "or"})


class Loose(Value, frozen=True, eq=False):
    """A sentence, and the quotes behind it, outside the words that were compared one by one (`settled`, by index)."""

    sentence: Words
    support: Support
    settled: AbstractSet[int]
    settled_quoted: AbstractSet[int]

    @property
    def likeness(self) -> float:
        """The share of the sentence's content words that the quotes have."""
        return len(self.sentence.roots & self.support.roots) / max(len(self.sentence.roots), 1)


def turned(texts: Loose) -> Iterator[Deviation]:
    """Yield the places where words outside the segments change the quotes' meaning."""
    yield from _negations(texts)
    yield from _opposites(texts)
    yield from _stronger(texts) if texts.likeness >= _LIKE_SHARE else _sweeping(texts)
    if texts.likeness >= _VERY_LIKE_SHARE and not any(form in synonyms().weak for form in texts.sentence.forms):
        yield from _asserted(texts)


def swapped_sides(sentence: Words, support: Support, tiles: Sequence[Tile]) -> Iterator[Deviation]:
    """Yield the words around which the sides of the quote are exchanged: "B outperforms A" for "A outperforms B"."""
    if sum(tile.length for tile in tiles) < _SIDES_SHARE * len(sentence.words):
        return
    sides = sorted(tile for tile in tiles if tile.weight >= _SIDE_WEIGHT)
    for at, one in enumerate(sides):
        for other in sides[at + 1 :]:
            ours = range(one.ours + one.length, other.ours)
            theirs = range(other.theirs + other.length, one.theirs)
            if max(len(ours), len(theirs)) <= _SIDES_APART:
                joint = _joint(sentence, ours), _joint(support, theirs)
                if joint[0] and joint[0] == joint[1]:
                    yield Deviation("order", ours.start, ours.stop)


def _joint(text: Words, places: range) -> frozenset[str]:
    """Return the words between two sides, none if the sides may be exchanged around them."""
    forms = frozenset(text.forms[at] for at in places) - meaning().articles
    listed = not forms.isdisjoint(_LISTING) and forms <= _LISTING | meaning().plain
    equal = forms <= synonyms().symmetric or {root(form) for form in forms} & synonyms().equalling
    return frozenset() if equal or listed else forms


def _negations(texts: Loose) -> Iterator[Deviation]:
    ours, theirs = (list(islice(negations_of(text), _MOST_NEGATIONS)) for text in (texts.sentence, texts.support))
    hard = [one for one in ours if one.hard]
    if not denies(texts.support, texts.sentence):
        yield from _gained_negations(texts, hard, theirs)
    if not hard and texts.likeness >= _LIKE_SHARE and not _shielded(texts):
        yield from _lost_negations(texts)


def _gained_negations(texts: Loose, ours: Sequence[Negation], theirs: Sequence[Negation]) -> Iterator[Deviation]:
    """Yield the negations of the sentence that no quote has."""
    negated = frozenset(form for one in theirs for form in one.scope)
    affirmed = _is_affirmed(texts, theirs)
    for one in ours:
        if one.at in texts.settled or _is_negated_by(one.scope, negated, texts.support):
            continue
        if _is_close(one.scope, texts.support) or (affirmed and one.scope & texts.support.roots):
            yield Deviation("negation", one.at, one.at + 1)


def _is_affirmed(texts: Loose, theirs: Sequence[Negation]) -> bool:
    """Tell whether the quotes are similar to the sentence and negate nothing."""
    return not any(one.hard for one in theirs) and texts.likeness >= _LIKE_SHARE and not _is_turned(texts)


def _is_turned(texts: Loose) -> bool:
    """Tell whether the sentence has an opposite of a word of the quotes, for which a negation may make up."""
    return any(near_opposites_of(form) & texts.support.roots for form in texts.sentence.forms)


def _lost_negations(texts: Loose) -> Iterator[Deviation]:
    for one in islice(negations_of(texts.support), _MOST_NEGATIONS):
        if one.at in texts.settled_quoted or not one.hard or _is_negated_by(one.scope, frozenset(), texts.sentence):
            continue
        forms = enumerate(texts.sentence.forms)
        kept = [at for at, form in forms if is_content(form) and root(form) in one.scope]
        if len(kept) >= _SCOPE_SHARED and len(kept) >= _SCOPE_SHARE * len(one.scope) and kept[0] not in texts.settled:
            yield Deviation("negation", kept[0], kept[0] + 1)


def _is_negated_by(scope: frozenset[str], negated: frozenset[str], other: Words) -> bool:
    """Tell whether the other side negates the same words, by a negation or by a prefix: "not stable", "unstable"."""
    return bool(scope & negated) or any(negated_in(one, other.roots) for one in scope)


def _is_close(scope: frozenset[str], support: Support) -> bool:
    """Tell whether one sentence of the quotes has most of the words that a negation negates."""
    found = Counter(number for one in scope for number in support.sentences_with.get(one, ()))
    return max(found.values(), default=0) >= max(_SCOPE_SHARED, _SCOPE_SHARE * len(scope))


def _shielded(texts: Loose) -> bool:
    """Tell whether a word of the sentence may replace a negation of the quotes."""
    forms = texts.sentence.forms
    less = any(form.endswith("less") or form in synonyms().restricting for form in forms)
    return less or denies(texts.sentence, texts.support) or _is_turned(texts)


def _opposites(texts: Loose) -> Iterator[Deviation]:
    forms = texts.sentence.forms
    said = {root(form) for form in forms}
    for at, form in enumerate(forms):
        against = opposites_of(form)
        if at in texts.settled or not against or form in meaning().negations:
            continue
        if texts.support.has(form) or against & said or form in synonyms().particles:
            continue
        places = [
            place
            for place, other in enumerate(texts.support.forms)
            if root(other) in against and other not in meaning().negations and place not in texts.settled_quoted
        ]
        likest = max(places[:_MOST_PLACES], key=partial(_shared_around, texts, at), default=None)
        if likest is not None and _turns_at(texts, at, likest):
            yield Deviation("comparison", at, at + 1)


def _shared_around(texts: Loose, at: int, place: int) -> int:
    ours, theirs = around(texts.sentence, at), around(texts.support, place)
    return len((ours[0] | ours[1]) & (theirs[0] | theirs[1]))


def _turns_at(texts: Loose, at: int, place: int) -> bool:
    """Tell whether an opposite stands among the same words, neither negated nor with its sides exchanged."""
    if not _shared_around(texts, at, place) or crossed(texts.sentence, at, texts.support, place):
        return False
    return _is_negated(texts.sentence, at) == _is_negated(texts.support, place)


def _is_negated(text: Words, at: int) -> bool:
    return any(form in meaning().negations for form in text.forms[max(at - _NEGATED_REACH, 0) : at])


def _stronger(texts: Loose) -> Iterator[Deviation]:
    """Yield words that are stronger than those of the same kind in the quotes."""
    tables = synonyms()
    weak = tables.weak - tables.approximating
    open_words = (
        form for at, form in enumerate(texts.support.forms) if at not in texts.settled_quoted and form in weak
    )
    kinds = {meaning().kinds.get(form) for form in open_words} & {"hedge", "quantifier"}
    closed = tables.strong.intersection(texts.support.forms)
    for at, form in enumerate(texts.sentence.forms):
        if at in texts.settled or form not in tables.strong or texts.support.has(form):
            continue
        kind = meaning().kinds.get(form)
        if kind in kinds and not any(alike(form, other) for other in closed):
            yield Deviation("hedge" if kind == "hedge" else "quantifier", at, at + 1)


def _sweeping(texts: Loose) -> Iterator[Deviation]:
    """Yield words for all cases there are, in a sentence about something else than its quotes."""
    said = [form for form in (*texts.support.forms, *texts.support.known.forms) if form in synonyms().strong]
    for at, form in enumerate(texts.sentence.forms):
        if form in synonyms().sweeping and at not in texts.settled and not any(alike(form, other) for other in said):
            yield Deviation("quantifier", at, at + 1)


def _asserted(texts: Loose) -> Iterator[Deviation]:
    """Yield words that the sentence asserts and the quotes hedge: "improves" for "may improve"."""
    forms = texts.support.forms
    guessed = {
        root(following)
        for at, form in enumerate(forms)
        if form in synonyms().guessing and at not in texts.settled_quoted
        for following in content(forms[at + 1 : at + 3])[:1]
    }
    for at, form in enumerate(texts.sentence.forms):
        if at not in texts.settled and is_content(form) and root(form) in guessed:
            yield Deviation("hedge", at, at + 1)
