"""Tells by rule what differs between a claim and the passage of a paper nearest to it; that does not make the claim false."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from scholarai.citations.doubting import tables
from scholarai.citations.doubting.doubts import doubted_places
from scholarai.citations.doubting.stems import is_content, stem
from scholarai.citations.meaning import is_english
from scholarai.citations.words import words_of
from scholarai.domain.chat import ChangeKind, DoubtKind
from scholarai.domain.checked_text import Difference, DifferenceKind
from scholarai.domain.checking import CheckedQuote
from scholarai.domain.sentences import Span

# Share of a claim's content words that a passage must have for the two to be about the same thing, and their least number; the least
# number for a number or a name that differs. Guesses.
_SAME_THING, _LEAST_SHARED, _BESIDE_NUMBER, _BESIDE_NAME = 0.5, 3, 2, 2
_DOUBTFUL, _DENYING = (frozenset(words.split()) for words in (tables.DOUBTFUL, tables.NOT))
_DOUBTED: Mapping[DoubtKind, DifferenceKind] = {
    "number": "number",
    "unit": "unit",
    "comparison": "direction",
    "negation": "negation",
}
_CHANGED: Mapping[ChangeKind, DifferenceKind] = {
    "number": "number",
    "sign": "number",
    "unit": "unit",
    "comparison": "direction",
    "negation": "negation",
    "quantifier": "quantity",
    "hedge": "certainty",
    "name": "name",
}
_NAME = re.compile(r"(?<=[\w,;)%] )(?:[A-Z][\w-]*[^\W_]|[^\W\d_]*\d[\w-]*[^\W\d_][\w-]*)(?:'s|’s)?")


def differences_from(
    claim: str, at: int, passages: Sequence[str], around: str, paper: str, known: Sequence[str] = ()
) -> list[tuple[Difference, ...]]:
    """Return what differs from each passage, in the order of the claim; what differs from an earlier one is not repeated.

    Args:
        claim: The sentence.
        at: Where it begins in its text.
        passages: The nearest sentences of a paper, best first.
        around: The paragraphs around them: a number or a turn that stands there is no difference.
        paper: All words of the paper, authors and title included.
        known: What may be said without the paper.
    """
    taken: list[_Found] = []
    differences: list[tuple[Difference, ...]] = [() for _ in passages]
    for number, passage in enumerate(passages):
        if number and not _same_thing(claim, passage):
            continue
        found = list(_doubted(claim, passage, around, known))
        if number and found:
            together = {(one.start, one.end) for one in doubted_places(claim, passages, known)}
            found = [one for one in found if (one[0], one[1]) in together]
        elif not number:
            found += _by_name(claim, passage, paper)
        new = [one for one in sorted(set(found)) if all(one[1] <= low or one[0] >= high for low, high, _, _ in taken)]
        taken += new
        differences[number] = tuple(
            Difference(kind=kind, said=claim[start:end], printed=printed, start=at + start, end=at + end)
            for start, end, kind, printed in new
        )
    return differences


def differences_in_copy(claim: str, at: int, plain: str, checked: CheckedQuote, passage: str) -> tuple[Difference, ...]:
    """Return what differs in a sentence that is a paper's own, `passage`, but for some words.

    `plain` is the claim as it was looked for. A passage that denies in other words than "not" may agree with a claim that denies.
    """
    found: list[Difference] = []
    offset = claim.find(plain)
    for change in checked.changes:
        kind = _CHANGED.get(change.kind)
        words = plain[change.quote_start : change.quote_end], checked.text[change.text_start : change.text_end]
        doubtful = kind == "negation" and not _DOUBTFUL.isdisjoint(word.form for word in words_of(passage))
        bare = not any(is_content(word.form) for text in words for word in words_of(text))
        if kind is None or doubtful or (bare and kind == "name") or not (all(words) or kind == "negation"):
            continue
        start, end = max(offset, 0) + change.quote_start, max(offset, 0) + change.quote_end
        whole = (0, len(claim)) if offset < 0 else (start, end)
        found.append(
            Difference(
                kind=kind,
                said=words[0],
                printed=words[1],
                start=at + whole[0],
                end=at + whole[1],
            )
        )
    return tuple(found)


def differences_of_cut(claim: str, at: int, checked: CheckedQuote) -> tuple[Difference, ...]:
    """Return the words of the paper that a sentence leaves off, where its own words stand there and these turn or limit them."""
    return tuple(
        Difference(
            kind="certainty" if _forms(one.text).isdisjoint(_DENYING) else "negation",
            said=claim,
            printed=one.text,
            start=at,
            end=at + len(claim),
        )
        for one in checked.missing
    )


_Found = tuple[int, int, DifferenceKind, str]


def _doubted(claim: str, passage: str, around: str, known: Sequence[str]) -> Iterator[_Found]:
    """Yield what the rules for answers doubt, unless the text around has it; what a passage denies, and the other way round."""
    agreed: set[Span] | None = None
    for one in doubted_places(claim, [passage], known):
        kind = _DOUBTED.get(one.kind)
        if kind in {"number", "unit"}:
            elsewhere = kind == "number" and _forms(claim[one.start : one.end]) <= _forms(around) - _forms(passage)
            in_degrees = kind == "unit" and "°" in one.printed and "degree" in claim
            beside = {word for word in _content(claim) & _content(passage) if not word[0].isdigit()}
            if not (elsewhere or in_degrees or len(beside) < _BESIDE_NUMBER):
                yield one.start, one.end, kind, one.printed
        elif kind is not None:
            if agreed is None:
                agreed = {(other.start, other.end) for other in doubted_places(claim, [passage, around], known)}
            if (one.start, one.end) in agreed:
                yield one.start, one.end, kind, one.printed
    if _forms(claim).isdisjoint(_DENYING):
        return
    for one in doubted_places(passage, [claim]):
        denied = claim.find(one.printed) if one.kind == "negation" and one.printed else -1
        if denied >= 0:
            yield denied, denied + len(one.printed), "negation", passage[one.start : one.end]


def _by_name(claim: str, passage: str, paper: str) -> Iterator[_Found]:
    """Yield names that the whole paper lacks, where the passage is about the same thing."""
    if not _same_thing(claim, passage, least=_BESIDE_NAME) or not is_english([word.form for word in words_of(claim)]):
        return
    folded = paper.casefold()
    for match in _NAME.finditer(claim):
        name = re.sub(r"['’]s$", "", match[0])
        parts = [part for part in re.split(r"[-\s]", name) if part]
        if not any(part.casefold() in folded for part in parts):
            yield match.start(), match.start() + len(name), "name", ""


def _same_thing(claim: str, passage: str, *, least: int = _LEAST_SHARED) -> bool:
    ours, theirs = _content(claim), _content(passage)
    shared = len(ours & theirs)
    return shared >= least and shared >= _SAME_THING * len(ours)


def _content(text: str) -> set[str]:
    return {stem(word.form) for word in words_of(text) if is_content(word.form)}


def _forms(text: str) -> frozenset[str]:
    return frozenset(word.form for word in words_of(text))
