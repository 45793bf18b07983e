"""Judges words of a sentence that replace other words of its quote."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from scholarai.citations.doubting.equating import Run, is_unit, left_over
from scholarai.citations.doubting.negating import count_negations, stands_for_negation
from scholarai.citations.doubting.numerals import Numbers
from scholarai.citations.doubting.synonyms import alike, negates, opposed, synonyms
from scholarai.citations.meaning import kind_of, meaning
from scholarai.domain.chat import DoubtKind

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from scholarai.citations.doubting.numerals import Numeral
    from scholarai.citations.doubting.supporting import Texts, Words

# From this many left-out words on, a negation or a hedge among them does not concern what the sentence keeps.
_CLAUSE_WORDS, _PHRASE_WORDS = 6, 3
# Most words of a run in which a counted thing, or a name, replaces another one.
_UNIT_WORDS, _NAME_WORDS = 3, 5
_SHARES = frozenset("%‰‱")
_TELLING_SIGNS = frozenset("<>=≤≥≠±-")


class Finding(NamedTuple):
    """The kind of a change, and the sentence's words that make it; none where words were left out."""

    kind: DoubtKind
    words: tuple[int, ...]


def judge(texts: Texts, run: Run) -> Finding | None:
    """Return what a run changes in the quote's meaning, None if nothing."""
    left = left_over(texts, run)
    if run.elided:
        return Finding("negation", ()) if _hides_negation(texts, run) else None
    for rule in (_negation, _number, _opposite, _name, _unit, _strength):
        found = rule(texts, left)
        if isinstance(found, Run):
            left = found
        elif found:
            return found
    return _rest(texts, left) if run.strict else None


def _hides_negation(texts: Texts, run: Run) -> bool:
    return any(form in meaning().negations and form != "nor" for form in _theirs(texts, run))


def _negation(texts: Texts, run: Run) -> Finding | Run | None:
    """Compare the negations of both sides: "not stable" equals "unstable", and "not higher" equals "lower"."""
    ours, theirs = _ours(texts, run), _theirs(texts, run)
    flips = count_negations(texts.sentence, run.ours), count_negations(texts.support, run.theirs)
    if not run.ours and len(run.theirs) > _CLAUSE_WORDS:
        return None
    count = sum(flips) + _stands_alone(flips, ours, theirs)
    pairs = list(filter(meaning().negations.isdisjoint, product(ours, theirs)))
    opposite = [pair for pair in pairs if _is_opposed(*pair)]
    turned = {*opposite, *(pair for pair in pairs if negates(*pair))}
    said, unsaid = ({*meaning().negations, *(pair[side] for pair in turned)} for side in (0, 1))
    if (count + bool(turned)) % 2:
        kind: DoubtKind = "negation" if count % 2 or not opposite else "comparison"
        return Finding(kind, _standing(texts.sentence, run.ours, said) or run.ours)
    if not count:
        return None
    return run._replace(
        ours=_standing(texts.sentence, run.ours, said, inside=False),
        theirs=_standing(texts.support, run.theirs, unsaid, inside=False),
    )


def _stands_alone(flips: tuple[int, int], ours: Sequence[str], theirs: Sequence[str]) -> int:
    """Count a word that replaces a negation of the other side, such as "fails" for "does not"."""
    in_ours, in_theirs = flips[1] and not flips[0], flips[0] and not flips[1]
    return bool(
        (in_ours and any(map(stands_for_negation, ours))) or (in_theirs and any(map(stands_for_negation, theirs)))
    )


def _standing(text: Words, places: Sequence[int], forms: AbstractSet[str], *, inside: bool = True) -> tuple[int, ...]:
    """Return the places of words that are among some forms, or those of the others."""
    return tuple(at for at in places if (text.forms[at] in forms) is inside)


def _number(texts: Texts, run: Run) -> Finding | Run | None:
    ours = _numbers(texts.sentence, run.ours)
    theirs = _numbers(texts.support, run.theirs)
    short = run.strict and len(run.ours) <= _PHRASE_WORDS
    others = Numbers(theirs) if short else texts.support.quoted_numbers
    if theirs and not all(others.cover(number, exactly=short) for number in ours):
        return Finding("number", tuple(sorted(_places(ours) & set(run.ours))))
    if _changes_sign(texts, run):
        return Finding("number", run.ours)
    if not ours or not theirs:
        return None
    return run._replace(
        ours=tuple(at for at in run.ours if at not in _places(ours)),
        theirs=tuple(at for at in run.theirs if at not in _places(theirs)),
    )


def _changes_sign(texts: Texts, run: Run) -> bool:
    ours, theirs = (_TELLING_SIGNS.intersection(forms) for forms in (_ours(texts, run), _theirs(texts, run)))
    alone = run.strict and len(run.ours) + len(run.theirs) == 1
    return ours != theirs and (bool(ours and theirs) or alone)


def _numbers(text: Words, places: Sequence[int]) -> list[Numeral]:
    return [text.numbers[at] for at in places if at in text.numbers]


def _places(numbers: Sequence[Numeral]) -> set[int]:
    return {at for number in numbers for at in range(number.start, number.end)}


def _opposite(texts: Texts, run: Run) -> Finding | Run | None:
    theirs = _theirs(texts, run)
    said = tuple(at for at in run.ours if any(_is_opposed(texts.sentence.forms[at], other) for other in theirs))
    return Finding("comparison", said) if said else None


def _is_opposed(ours: str, theirs: str) -> bool:
    """Recognize opposites; "some" for "all" is a weaker claim, not the opposite."""
    tables = synonyms()
    weaker = ours in tables.weak - tables.restricting and theirs in tables.strong
    return opposed(ours, theirs) and not weaker


def _name(texts: Texts, run: Run) -> Finding | Run | None:
    if not run.strict or max(len(run.ours), len(run.theirs)) > _NAME_WORDS:
        return None
    ours = tuple(at for at in run.ours if _is_capital(texts.sentence, at))
    return Finding("name", ours) if ours and any(_is_capital(texts.support, at) for at in run.theirs) else None


def _is_capital(text: Words, at: int) -> bool:
    """Tell whether a word is capitalized, but not because it begins a sentence."""
    raw = text.raw(at)
    if not raw[0].isupper():
        return False
    return not raw[1:].islower() or (
        text.forms[at] not in meaning().plain and not any(c in ".!?:\n" for c in text.between(at))
    )


def _unit(texts: Texts, run: Run) -> Finding | Run | None:
    if max(len(run.ours), len(run.theirs)) > _UNIT_WORDS:
        return None
    if run.strict and not run.ours and set(_theirs(texts, run)) & _SHARES:
        return Finding("unit", ())
    ours = tuple(at for at in run.ours if is_unit(texts.sentence.forms[at]))
    return Finding("unit", ours) if ours and any(map(is_unit, _theirs(texts, run))) else None


def _strength(texts: Texts, run: Run) -> Finding | Run | None:
    """Recognize a claim that was made stronger; a weaker one is as true as the quote."""
    tables = synonyms()
    ours, theirs = _ours(texts, run), _theirs(texts, run)
    if not tables.weak.isdisjoint(ours) or (not ours and len(theirs) > _PHRASE_WORDS):
        return None
    strong = [texts.sentence.forms[at] for at in run.ours if _is_strong(texts.sentence, at)]
    weak = list(filter((tables.weak - run.added).__contains__, theirs))
    closed = strong and run.strict and tables.strong.isdisjoint(theirs)
    if not (closed or (weak and (strong or run.strict))):
        return None
    return Finding(_kind_of_claim(strong or weak), _standing(texts.sentence, run.ours, set(strong)) or run.ours)


def _is_strong(text: Words, at: int) -> bool:
    """Tell whether a word closes a claim; "not always" does not."""
    form, negations = text.forms[at], meaning().negations
    return form in synonyms().strong and form not in negations and negations.isdisjoint(text.forms[max(at - 1, 0) : at])


def _rest(texts: Texts, run: Run) -> Finding | None:
    """Recognize other changed words."""
    ours = tuple(at for at in run.ours if _is_new(texts.sentence.forms[at], run))
    theirs = list(filter(_says_something, _theirs(texts, run)))
    if not ours:
        lost = [form for form in theirs if form in synonyms().restricting]
        return Finding(_kind_of_claim(lost), run.ours) if lost and len(theirs) <= _PHRASE_WORDS else None
    if theirs:
        kind = _as_doubt(kind_of([texts.sentence.forms[at] for at in ours], []))
        return None if _is_named_for(texts, ours, theirs) else Finding(kind, ours)
    added = tuple(at for at in ours if meaning().kinds.get(texts.sentence.forms[at]) == "comparison")
    unheard = any(not texts.support.has(texts.sentence.forms[at]) for at in added)
    return Finding("comparison", added) if unheard else None


def _is_new(form: str, run: Run) -> bool:
    return _says_something(form) and not any(alike(form, other) for other in run.lost)


def _is_named_for(texts: Texts, ours: Sequence[int], theirs: Sequence[str]) -> bool:
    """Tell whether the sentence names, as the question does, what the quote calls "the model" or "our method"."""
    named = all(texts.sentence.forms[at] in texts.support.known.letters for at in ours)
    return named and synonyms().generic.issuperset(theirs)


def _ours(texts: Texts, run: Run) -> list[str]:
    return [texts.sentence.forms[at] for at in run.ours]


def _theirs(texts: Texts, run: Run) -> list[str]:
    return [texts.support.forms[at] for at in run.theirs]


def _says_something(form: str) -> bool:
    return (
        form[0].isalnum()
        and form not in meaning().plain
        and form not in synonyms().weak
        and form not in synonyms().particles
        and form not in synonyms().joining
    )


def _kind_of_claim(forms: Sequence[str]) -> DoubtKind:
    kind = meaning().kinds.get(forms[0])
    if kind == "comparison":
        return "comparison"
    return "quantifier" if kind == "quantifier" else "hedge"


def _as_doubt(kind: str) -> DoubtKind:
    match kind:
        case "number" | "unit" | "negation" | "quantifier" | "hedge" | "comparison" | "name":
            return kind
        case "sign":
            return "number"
        case _:
            return "word"
