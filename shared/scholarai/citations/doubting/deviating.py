"""Finds what a segment of a sentence changes in the meaning of the quote's words that it repeats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, groupby
from typing import TYPE_CHECKING, NamedTuple

from scholarai.citations.comparing import Printed, compare
from scholarai.citations.doubting.equating import Run
from scholarai.citations.doubting.judging import judge
from scholarai.citations.doubting.negating import count_negations, denies, ends_clause
from scholarai.citations.doubting.supporting import Texts, Words, crossed
from scholarai.citations.doubting.synonyms import opposed, opposites_of, root
from scholarai.citations.meaning import meaning
from scholarai.citations.words import markers_in
from scholarai.domain.chat import HARMLESS_CHANGES, DoubtKind

if TYPE_CHECKING:
    from scholarai.citations.doubting.aligning import Segment
    from scholarai.citations.doubting.judging import Finding
    from scholarai.domain.chat import Change

_JOINTS = frozenset({"and", "or", "nor", "plus"})
_ELLIPSIS = re.compile(r"…|\.\s?\.\s?\.")
# Words beyond a segment in which a negation may account for one at its end.
_BEYOND = 3
_TURNING = frozenset({"negation", "comparison", "quantifier"})


class Deviation(NamedTuple):
    """Words of the sentence, from `start` to before `end`, that the quote contradicts; those beside an omission, if one was made."""

    kind: DoubtKind
    start: int
    end: int


class Compared(NamedTuple):
    """The deviations of a segment, and the sentence's words that are the quote's own."""

    deviations: tuple[Deviation, ...]
    kept: frozenset[int]


def compared(texts: Texts, segment: Segment) -> Compared:
    """Compare a segment with the words of the quote that it repeats."""
    runs = list(_runs(texts, segment))
    changed = {at for run in runs for at in run.ours}
    kept = frozenset(segment.ours) - changed if segment.verbatim else frozenset()
    found = []
    for run in _without_moves(texts, runs):
        others = [_forms(texts, other) for other in runs if other is not run]
        added, lost = (frozenset(chain.from_iterable(other[side] for other in others)) for side in (0, 1))
        finding = judge(texts, run._replace(lost=lost, added=added))
        if finding and not _is_explained(texts, segment, run, finding):
            found.append(Deviation(finding.kind, *_anchor(run, finding.words, len(texts.sentence.words))))
    if _negates_as_often(texts, segment):
        found = [one for one in found if one.kind != "negation"]
    return Compared(tuple(found), kept)


def _runs(texts: Texts, segment: Segment) -> Iterator[Run]:
    ours = texts.sentence.words[segment.ours.start : segment.ours.stop]
    theirs = texts.support.words[segment.theirs.start : segment.theirs.stop]
    low, high = theirs[0].start, theirs[-1].end
    printed = Printed(
        text=texts.support.text,
        words=theirs,
        markers=sorted(markers_in(texts.support.text, max(low - 1, 0), high + 1)),
        knows=texts.support.letters.__contains__,
        english=texts.support.english,
    )
    comparison = compare(texts.sentence.text, ours, printed, least_equal=0.0)
    changes = comparison.changes if comparison else ()
    for change in _with_markers(texts.sentence.text, list(_left_out_as_one(changes))):
        if change.kind not in HARMLESS_CHANGES:
            yield _run(texts, change, segment)


def _left_out_as_one(changes: Sequence[Change]) -> Iterator[Change]:
    """Merge omissions at one place of the sentence that articles divide."""
    for _, group in groupby(changes, key=lambda one: (one.quote_start, one.quote_start == one.quote_end)):
        run = list(group)
        telling = next((one for one in run if one.kind not in HARMLESS_CHANGES), run[0])
        yield replace(telling, text_start=run[0].text_start, text_end=run[-1].text_end) if len(run) > 1 else run[0]


def _with_markers(text: str, changes: Sequence[Change]) -> Iterator[Change]:
    """Merge an inserted number or name with the citation marker that was left out in its place: "[22]" for "[12]"."""
    for at, change in enumerate(changes):
        marker = next((one for one in changes[max(at - 1, 0) : at + 2] if one.kind == "marker"), None)
        added = change.kind in {"number", "name"} and change.text_start == change.text_end
        if marker and added and not any(c.isalnum() for c in _between(text, change, marker)):
            yield replace(change, text_start=marker.text_start, text_end=marker.text_end)
        else:
            yield change


def _between(text: str, change: Change, other: Change) -> str:
    return text[change.quote_end : other.quote_start] or text[other.quote_end : change.quote_start]


def _run(texts: Texts, change: Change, segment: Segment) -> Run:
    sentence = texts.sentence
    ours = _within(sentence, segment.ours, change.quote_start, change.quote_end)
    theirs = _within(texts.support, segment.theirs, change.text_start, change.text_end)
    behind = (at for at in segment.ours if sentence.words[at].start >= change.quote_end)
    place = ours[0] if ours else next(behind, segment.ours.stop)
    at_head, at_tail = place < segment.inner.start, (ours[-1] if ours else place) >= segment.inner.stop
    if not theirs and ours and (at_head or at_tail):
        theirs = tuple(_facing(segment, at_head=at_head))
    inner = (not at_head or segment.paired[0]) and (not at_tail or segment.paired[1])
    elided = not ours and 0 < place < len(sentence.words) and bool(_ELLIPSIS.search(sentence.between(place)))
    return Run(ours, theirs, place, strict=segment.verbatim and inner, elided=elided)


def _within(text: Words, places: range, start: int, end: int) -> tuple[int, ...]:
    """Return the words in a range of a text."""
    return tuple(at for at in places if start <= text.words[at].start and text.words[at].end <= end)


def _facing(segment: Segment, *, at_head: bool) -> range:
    """Return the quote's words in place of the sentence's changed ones at a segment's end, if they are as many."""
    head, tail = segment.inner.start - segment.ours.start, segment.ours.stop - segment.inner.stop
    if at_head:
        return segment.theirs[:head] if segment.paired[0] else segment.theirs[:0]
    return segment.theirs[len(segment.theirs) - tail :] if segment.paired[1] else segment.theirs[:0]


def _without_moves(texts: Texts, runs: Sequence[Run]) -> list[Run]:
    """Drop exchanges that do not change the meaning: "B and A" for "A and B", "B is less than A" for "A is more than B"."""
    moved: set[int] = set()
    for (one, run), (other, then) in combinations(enumerate(runs), 2):
        if _forms(texts, run) != _forms(texts, then)[::-1]:
            continue
        between = texts.sentence.forms[run.place + len(run.ours) : then.place]
        turned = [at for at in range(one + 1, other) if _is_opposed(texts, runs[at])]
        if set(between) <= _JOINTS or len(turned) == 1:
            moved |= {one, other, *turned}
    return [run for at, run in enumerate(runs) if at not in moved]


def _forms(texts: Texts, run: Run) -> tuple[list[str], list[str]]:
    """Return the words of both sides, without articles."""
    articles = meaning().articles
    ours = [texts.sentence.forms[at] for at in run.ours]
    theirs = [texts.support.forms[at] for at in run.theirs]
    return [form for form in ours if form not in articles], [form for form in theirs if form not in articles]


def _is_opposed(texts: Texts, run: Run) -> bool:
    ours, theirs = _forms(texts, run)
    return any(opposed(a, b) for a in ours for b in theirs)


def _negates_as_often(texts: Texts, segment: Segment) -> bool:
    """Tell whether the sentence has as many negations as the quote, if elsewhere or in other words."""
    sentence, support = texts.sentence, texts.support
    if segment.verbatim:
        ours, theirs = _widened(segment.ours, len(sentence.words)), _widened(segment.theirs, len(support.words))
        one_clause = not any(ends_clause(sentence.between(at)) for at in segment.inner if at > segment.inner.start)
        return one_clause and count_negations(sentence, ours) == count_negations(support, theirs)
    numbers = {support.sentences[at] for at in segment.theirs}
    printed = [at for at, number in enumerate(support.sentences) if number in numbers]
    same = count_negations(sentence, range(len(sentence.words))) == count_negations(support, printed)
    return same or denies(sentence, support) or denies(support, sentence)


def _is_explained(texts: Texts, segment: Segment, run: Run, finding: Finding) -> bool:
    """Tell whether the words around a run make up for the change of its meaning."""
    if finding.kind in _TURNING and _is_turned_beyond(texts, segment):
        return True
    if run.strict:
        return False
    if finding.kind == "comparison" and finding.words and run.theirs:
        return crossed(texts.sentence, finding.words[0], texts.support, run.theirs[0])
    return finding.kind == "negation" and _goes_on_negating(texts, segment)


def _is_turned_beyond(texts: Texts, segment: Segment) -> bool:
    """Tell whether the rest of the sentence has an opposite of a word in the rest of the quote's: "excludes … fewer"."""
    sentence, support = texts.sentence, texts.support
    numbers = {support.sentences[at] for at in segment.theirs}
    rest = {root(support.forms[at]) for at in range(len(support.words)) if support.sentences[at] in numbers}
    rest -= {root(support.forms[at]) for at in segment.theirs}
    ours = (form for at, form in enumerate(sentence.forms) if at not in segment.ours)
    return any(opposites_of(form) & rest for form in ours)


def _goes_on_negating(texts: Texts, segment: Segment) -> bool:
    """Tell whether negations right beyond a segment account for those at its ends."""
    theirs = set(_widened(segment.theirs, len(texts.support.words))) - set(segment.theirs)
    ours = set(_widened(segment.ours, len(texts.sentence.words))) - set(segment.ours)
    return bool(count_negations(texts.support, theirs) + count_negations(texts.sentence, ours))


def _widened(places: range, length: int) -> range:
    return range(max(places.start - _BEYOND, 0), min(places.stop + _BEYOND, length))


def _anchor(run: Run, words: Sequence[int], length: int) -> tuple[int, int]:
    """Return the sentence's words that a doubt marks: the changed ones, or those beside an omission."""
    ours = words or run.ours
    if ours:
        return min(ours), max(ours) + 1
    return max(run.place - 1, 0), min(run.place + 1, length)
