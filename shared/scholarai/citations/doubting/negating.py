"""Finds the negations of a text, and what each of them negates."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scholarai.citations.doubting.supporting import content, is_content
from scholarai.citations.doubting.synonyms import root, synonyms
from scholarai.citations.meaning import meaning, value_of

if TYPE_CHECKING:
    from scholarai.citations.doubting.supporting import Words

# Content words that a negation applies to, and words behind it among which they are looked for.
SCOPE_WORDS = 4
_SCOPE_REACH = 12
_LIMIT_REACH = 7
_SCOPE_ENDS = frozenset("but although though while whereas however because since which".split())
# "No more than", "not only" and "no doubt" negate nothing that follows.
_BEFORE_BOUNDS = frozenset({"no", "not", "never", "nothing"})
_ADDITIONS, _AMOUNTS = frozenset({"only", "just", "doubt"}), frozenset({"more", "less", "fewer"})
_BOUNDS = _AMOUNTS | frozenset("larger smaller greater higher lower longer shorter later earlier".split())
# Words that always negate; the others of the table do so in some uses.
_HARD = frozenset("not no never none cannot neither nor nothing nobody nowhere".split())


class Negation(NamedTuple):
    """A negation at word `at`, and the roots of the words that it negates."""

    at: int
    scope: frozenset[str]
    hard: bool


def negations_of(text: Words) -> Iterator[Negation]:
    """Yield the negations of a text, in order, including words that may be one (not `hard`)."""
    tables = meaning()
    for at, form in enumerate(text.forms):
        if (form in tables.negations and not is_bound(text, at)) or stands_for_negation(form):
            hard = (form in _HARD or form.endswith("nt")) and not _limits(text, at)
            yield Negation(at, _scope(text, at), hard)


def is_bound(text: Words, at: int) -> bool:
    """Tell whether a negation only states a limit or an addition: "no more than 3", "not only"."""
    if text.forms[at] not in _BEFORE_BOUNDS:
        return False
    match text.forms[at + 1 : at + 4]:
        case [following, *_] if following in _ADDITIONS:
            return True
        case [following, "than", number]:
            return following in _BOUNDS and value_of(number) is not None
    return False


def _limits(text: Words, at: int) -> bool:
    """Tell whether a negation states a limit together with later words: "do not differ by more than"."""
    following = text.forms[at + 1 : at + _LIMIT_REACH]
    return any(one in _AMOUNTS and other == "than" for one, other in pairwise(following))


def count_negations(text: Words, places: Collection[int]) -> int:
    """Count the negations among the words at `places`; "neither … nor" is one, "no more than" none."""
    found = [text.forms[at] for at in places if text.forms[at] in meaning().negations]
    bounds = sum(is_bound(text, at) and at + 1 in places for at in places)
    return len(found) - bounds - ("nor" in found and "neither" in found)


def stands_for_negation(form: str) -> bool:
    """Tell whether a word may be used as a negation: "fails", "rather", "removing"."""
    return form in synonyms().denying or form in meaning().near_negations


def denies(text: Words, other: Words) -> bool:
    """Tell whether a word of the text, and not of the other one, may stand for a negation."""
    return any(stands_for_negation(form) and form not in other.letters for form in text.forms)


def ends_clause(between: str) -> bool:
    """Tell whether a clause ends between two words."""
    return any(c in ",.;:()—" for c in between)


def _scope(text: Words, at: int) -> frozenset[str]:
    """Return the roots of the content words behind a negation, or before it where its clause ends at once."""
    found: set[str] = set()
    for behind in range(at + 1, min(at + _SCOPE_REACH, len(text.forms))):
        if len(found) == SCOPE_WORDS or text.forms[behind] in _SCOPE_ENDS or ends_clause(text.between(behind)):
            break
        if is_content(text.forms[behind]):
            found.add(root(text.forms[behind]))
    if not found:
        found = {root(form) for form in content(text.forms[max(at - SCOPE_WORDS, 0) : at])}
    return frozenset(found)
