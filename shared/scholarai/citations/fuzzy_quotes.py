"""Grounds quotes that differ from the paper: with ellipses, spliced from several places, or with changed words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from scholarai.citations.grounded_quote import NOT_FOUND, Grounding
from scholarai.citations.meaning import meaning
from scholarai.citations.word_comparison import LEAST_EQUAL, Comparison, Printed, compare
from scholarai.citations.words import (
    GroundingText,
    Span,
    Word,
    closest_place,
    joined,
    joined_with_borders,
    places_of,
    words_of,
)
from scholarai.domain.chat import HARMLESS_CHANGES, Change, ChangeKind
from scholarai.domain.values import Value
from scholarai.domain.verdicts import TRUE_VERDICTS, Verdict

# Similarity from which a place counts as altered rather than as one of several that were spliced. A guess.
SURE_SIMILARITY = 0.85
# Least words at an end of a quote around whose place the whole quote is looked for first, the margin of that search in
# characters, and the share of the quote's words that must be equal there. Guesses.
SEED_WORDS = 3
SEED_MARGIN = 80
SEED_EQUAL = 0.65
# Paragraphs by which the parts of an elided quote may be apart. A guess.
PARAGRAPHS_APART = 1
# Most pieces of a spliced quote, places of the longest part that are tried, and parts that may be misspelled.
# They bound the time that a hostile quote takes.
MOST_PIECES = 6
MOST_ANCHORS = 20
MOST_LOOSE_PARTS = 3
# Words between a negation such as "fails to" and what it negates.
NEGATION_REACH = 3
# Least words of a piece of a quote, since single words stand anywhere; of each half of a quote in two halves, which is tried
# before changed words are; and least mean of the pieces of a stitched quote. Guesses.
PIECE_WORDS = 2
HALF_WORDS = 5
STITCHED_WORDS = 3
# The lookbehind keeps it linear: a match cannot start at each character of a long white space.
_ELLIPSIS = re.compile(
    r"(?<!\s)\s*+(?:\[\s*(?:\.\s*){3}\]|\(\s*(?:\.\s*){3}\)|(?:\.\s?){3,}|\[…\]|\(…\)|…|\\l?dots\b)\s*"
)


def ground_changed(quote: str, words: Sequence[Word], source: GroundingText, near: Span | None) -> Grounding:
    """Ground a quote whose words do not stand together in the paper."""
    parts = _parts(quote, words)
    return _elided(quote, parts, source, near) if len(parts) > 1 else _whole(quote, words, source, near)


def _parts(quote: str, words: Sequence[Word]) -> list[list[Word]]:
    """Return the words between the ellipses of a quote."""
    parts: list[list[Word]] = []
    rest = list(words)
    for mark in _ELLIPSIS.finditer(quote):
        parts.append([word for word in rest if word.start < mark.start()])
        rest = [word for word in rest if word.start >= mark.end()]
    return [part for part in [*parts, rest] if part]


def _whole(quote: str, words: Sequence[Word], source: GroundingText, near: Span | None) -> Grounding:
    """Ground a quote without ellipses: as two halves, at its first or last words, as joined passages, or at the most similar place."""
    beginning = _longest_beginning(words, source, near)
    ending = _longest_ending(words, source, near) if beginning[0] else (0, None)
    halves = _halves(words, beginning, ending, source)
    if halves is not None:
        return halves
    for place in (beginning, ending):
        found = _around(place, quote, words, source)
        if found is not None:
            return found
    stitched = _stitched(words, source, near)
    return stitched or find_loosely(quote, words, source) or NOT_FOUND


def _around(
    place: tuple[int, Span | None], quote: str, words: Sequence[Word], source: GroundingText
) -> Grounding | None:
    """Ground the quote at the place of its first or last words, if the passage there is surely what was quoted."""
    count, spot = place
    if spot is None or count < SEED_WORDS:
        return None
    reach = len(quote) + SEED_MARGIN
    region = max(spot[0] - reach, 0), min(spot[1] + reach, len(source.text))
    found = find_loosely(quote, words, source, region, least_equal=SEED_EQUAL)
    return found if found is not None and _is_sure(found) else None


def _is_sure(found: Grounding) -> bool:
    return found.verdict in TRUE_VERDICTS or found.similarity >= SURE_SIMILARITY


def _elided(quote: str, parts: Sequence[Sequence[Word]], source: GroundingText, near: Span | None) -> Grounding:
    """Ground a quote with ellipses: true if its parts stand in order and close together, and no negation is left out."""
    longest = max(parts, key=lambda part: len(joined(part)))
    loose_left = [MOST_LOOSE_PARTS]
    anchors = _anchors(joined(longest), source, near) or _loose_anchor(quote, longest, source, loose_left)
    for anchor in anchors:
        region = source.around(anchor[0], PARAGRAPHS_APART)
        together = _in_order(quote, parts, source, region, loose_left)
        if together is not None:
            return _joined_parts(parts, together, source)
    return _spliced(quote, parts, source, near)


def _anchors(form: str, source: GroundingText, near: Span | None) -> list[Span]:
    closest = closest_place(form, source, near)
    if closest is None:
        return []
    others = [place for place, _ in zip(places_of(form, source), range(MOST_ANCHORS), strict=False) if place != closest]
    return [closest, *others]


def _loose_anchor(quote: str, part: Sequence[Word], source: GroundingText, loose_left: list[int]) -> list[Span]:
    """Find the longest part loosely, which counts down `loose_left` in place."""
    loose_left[0] -= 1
    found = find_loosely(quote, part, source)
    return list(found.ranges) if found else []


def _in_order(
    quote: str, parts: Sequence[Sequence[Word]], source: GroundingText, region: Span, loose_left: list[int]
) -> list[Grounding] | None:
    """Ground each part behind the one before it; None where one does not stand there.

    Parts that are found only loosely count down `loose_left`, whose single number is changed in place.
    """
    found: list[Grounding] = []
    low, high = region
    for part in parts:
        place = next(places_of(joined(part), source, (low, high)), None)
        if place is not None:
            grounding: Grounding | None = Grounding(verdict="normalized", similarity=1.0, ranges=(place,))
        elif loose_left[0] > 0 and next(places_of(joined(part), source), None) is None:
            loose_left[0] -= 1
            grounding = find_loosely(quote, part, source, (low, high))
        else:
            grounding = None
        if grounding is None:
            return None
        found.append(grounding)
        low = grounding.ranges[-1][1]
    found = _tightened(parts, found, source)
    apart = source.paragraph_at(found[-1].ranges[-1][0]) - source.paragraph_at(found[0].ranges[0][0])
    return found if apart <= PARAGRAPHS_APART else None


def _tightened(parts: Sequence[Sequence[Word]], found: list[Grounding], source: GroundingText) -> list[Grounding]:
    """Return the parts, each at the occurrence of its words that is closest to the next part."""
    for at in range(len(found) - 2, -1, -1):
        between = found[at].ranges[-1][1], found[at + 1].ranges[0][0]
        if found[at].verdict == "normalized" and not found[at].changes:
            again = list(places_of(joined(parts[at]), source, between))
            found[at] = replace(found[at], ranges=(again[-1],)) if again else found[at]
    return found


def _joined_parts(parts: Sequence[Sequence[Word]], found: Sequence[Grounding], source: GroundingText) -> Grounding:
    hidden = list(_hidden_negations(parts, found, source))
    changes = [*hidden, *(change for part in found for change in part.changes)]
    changes.sort(key=lambda change: (change.quote_start, change.text_start))
    spans = tuple(span for part in found for span in part.ranges)
    if any(len(part) < PIECE_WORDS for part in parts):
        verdict: Verdict = "spliced"
    elif any(change.kind not in HARMLESS_CHANGES for change in changes):
        verdict = "altered"
    else:
        verdict = "fuzzy" if changes else "normalized"
    return Grounding(
        verdict=verdict,
        similarity=min(part.similarity for part in found),
        ranges=((spans[0][0], spans[-1][1]),) if hidden else spans,  # show what was hidden
        changes=tuple(changes),
    )


def _hidden_negations(
    parts: Sequence[Sequence[Word]], found: Sequence[Grounding], source: GroundingText
) -> Iterator[Change]:
    """Yield the negations that a quote leaves out between its parts."""
    tables = meaning()
    for part, before, behind in zip(parts, found, found[1:], strict=False):
        hidden = list(words_of(source.text, before.ranges[-1][1], behind.ranges[0][0]))
        for left, word in zip(range(len(hidden), 0, -1), hidden, strict=True):
            if word.form in tables.negations or (left <= NEGATION_REACH and word.form in tables.near_negations):
                end = part[-1].end
                yield Change(kind="negation", quote_start=end, quote_end=end, text_start=word.start, text_end=word.end)


def _spliced(quote: str, parts: Sequence[Sequence[Word]], source: GroundingText, near: Span | None) -> Grounding:
    """Ground the parts independently of each other, as a splice; all of them must stand somewhere."""
    found = []
    loose_left = MOST_LOOSE_PARTS
    for part in parts:
        place = closest_place(joined(part), source, near)
        grounding = Grounding(verdict="normalized", similarity=1.0, ranges=(place,)) if place else None
        if grounding is None and loose_left:
            loose_left -= 1
            grounding = find_loosely(quote, part, source)
        if grounding is None:
            return NOT_FOUND
        found.append(grounding)
    return Grounding(
        verdict="spliced",
        similarity=min(part.similarity for part in found),
        ranges=tuple(sorted({span for part in found for span in part.ranges})),
        changes=tuple(change for part in found for change in part.changes),
    )


def _halves(
    words: Sequence[Word], beginning: tuple[int, Span | None], ending: tuple[int, Span | None], source: GroundingText
) -> Grounding | None:
    """Ground a quote of two halves that stand in different places; they are its longest beginning and ending."""
    (first, place), (last, following) = beginning, ending
    if place is None or following is None or first + last < len(words):
        return None
    if min(first, last) < HALF_WORDS or max(first, last) == len(words):
        return None
    # The longer half stays; the shorter one is looked for again beside it.
    if first > last:
        halves = list(words[:first]), list(words[first:])
        following = closest_place(joined(halves[1]), source, place)
    else:
        halves = list(words[:-last]), list(words[-last:])
        place = closest_place(joined(halves[0]), source, following)
    if place is None or following is None:
        return None
    return _as_one([(halves[0], place), (halves[1], following)], source)


def _stitched(words: Sequence[Word], source: GroundingText, near: Span | None) -> Grounding | None:
    """Ground a quote that joins several passages of the paper without an ellipsis."""
    pieces: list[tuple[list[Word], Span]] = []
    rest = list(words)
    while rest and len(pieces) < MOST_PIECES:
        count, place = _longest_beginning(rest, source, pieces[-1][1] if pieces else near)
        if place is None or count < PIECE_WORDS:
            return None
        pieces.append((rest[:count], place))
        rest = rest[count:]
    if rest or len(pieces) < 2 or len(words) < STITCHED_WORDS * len(pieces):
        return None
    return _as_one(pieces, source)


def _longest_beginning(words: Sequence[Word], source: GroundingText, near: Span | None) -> tuple[int, Span | None]:
    """Return the largest number of first words that stand together in the paper, and their place."""
    form, borders = joined_with_borders(words)
    return _longest(len(words), lambda count: closest_place(form[: borders[count - 1][1]], source, near))


def _longest_ending(words: Sequence[Word], source: GroundingText, near: Span | None) -> tuple[int, Span | None]:
    """Return the length and place of the longest run of final words that occurs in the paper."""
    form, borders = joined_with_borders(words)
    return _longest(len(words), lambda count: closest_place(form[borders[-count][0] :], source, near))


def _longest(count: int, place_of: Callable[[int], Span | None]) -> tuple[int, Span | None]:
    low, high, place = 0, count, None
    while low < high:  # bisection: every shorter run of words stands where a longer one does
        middle = (low + high + 1) // 2
        found = place_of(middle)
        low, high, place = (middle, high, found) if found is not None else (low, middle - 1, place)
    return low, place


def _as_one(pieces: Sequence[tuple[list[Word], Span]], source: GroundingText) -> Grounding:
    """Judge pieces that stand in the paper: left-out or reordered words of one paragraph, or a splice of several."""
    spans = [span for _, span in pieces]
    low, high = min(spans)[0], max(spans)[1]
    ordered = all(one[1] <= other[0] for one, other in pairwise(spans))
    if source.paragraph_at(low) != source.paragraph_at(high):
        return Grounding(verdict="spliced", similarity=1.0, ranges=tuple(sorted(set(spans))))
    changes = tuple(_joint(one, other, source, ordered=ordered) for one, other in pairwise(pieces))
    verdict: Verdict = "altered" if any(change.kind not in HARMLESS_CHANGES for change in changes) else "fuzzy"
    return Grounding(verdict=verdict, similarity=1.0, ranges=((low, high),), changes=changes)


def _joint(
    piece: tuple[list[Word], Span], following: tuple[list[Word], Span], source: GroundingText, *, ordered: bool
) -> Change:
    """Return the change between two pieces; only a citation marker or an article may be left out without harm."""
    (words, (_, end)), (_, (start, _)) = piece, following
    low, high = min(end, start), max(end, start)
    kind: ChangeKind = "order"
    if ordered:
        kind = "marker" if source.is_marker(low, high) else "article" if _is_article(low, high, source) else "omission"
    place = words[-1].end
    return Change(kind=kind, quote_start=place, quote_end=place, text_start=low, text_end=high)


def _is_article(low: int, high: int, source: GroundingText) -> bool:
    return source.english and all(word.form in meaning().articles for word in words_of(source.text, low, high))


# Share of letters that must be the paper's in a quote with nothing but misspellings; benchmarks/grounding.py measures it.
FUZZY_SIMILARITY = 0.82
# Letters of a normalized quote; a shorter one must stand there word for word, but for citation markers. A guess.
FUZZY_CHARACTERS = 20
# Share of a quote's words that an altered place must have. A guess.
ALTERED_SHARE = 0.6
# Seeds: runs of a quote's letters that are looked for in the paper. Their length, their number, and the places of each that
# count; they bound the time that a hostile quote takes. A quote with every tenth letter wrong still has intact ones.
SEED_LETTERS = 10
MOST_SEEDS = 16
SEED_PLACES = 8
# Letters by which omissions and insertions may shift the seeds of one place.
DRIFT = 32
# Passages that are compared word by word, and the share of the best one's seeds that a second one needs.
MOST_STRETCHES = 2
SECOND_SHARE = 0.5
# Extra words by which a passage is widened at each end, for words that only the paper has; and how often it is widened.
_SLACK_WORDS = 3
_WIDENINGS = 2


class _Nearest(Value, frozen=True):
    """A passage of the paper with its comparison to the quote; `similarity` compares the letters (0 to 1)."""

    span: Span
    comparison: Comparison
    similarity: float


def find_loosely(
    quote: str,
    words: Sequence[Word],
    source: GroundingText,
    region: Span | None = None,
    *,
    least_equal: float = LEAST_EQUAL,
) -> Grounding | None:
    """Ground a quote at the most similar passage; None where that is another text, or the quote is too short."""
    near = _nearest_stretch(quote, words, source, region, least_equal=least_equal)
    found = None if near is None else _judged(words, near)
    if found is not None and len(joined(words)) < FUZZY_CHARACTERS:
        return found if all(change.kind == "marker" for change in found.changes) else None
    return found


def _judged(words: Sequence[Word], near: _Nearest) -> Grounding | None:
    harmful = any(change.kind not in HARMLESS_CHANGES for change in near.comparison.changes)
    if not harmful and near.similarity >= FUZZY_SIMILARITY:
        verdict: Verdict = "fuzzy" if near.comparison.changes else "normalized"
    elif near.comparison.equal >= ALTERED_SHARE * len(words):
        verdict = "altered"
    else:
        return None
    return Grounding(verdict=verdict, similarity=near.similarity, ranges=(near.span,), changes=near.comparison.changes)


def _nearest_stretch(
    quote: str,
    words: Sequence[Word],
    source: GroundingText,
    region: Span | None = None,
    *,
    least_equal: float = LEAST_EQUAL,
) -> _Nearest | None:
    """Return the passage that is most similar to a quote, None where no passage has enough of its words."""
    index = source.index
    low, high = (0, len(index.joined)) if region is None else map(index.offset_of, region)
    form = joined(words)
    best: _Nearest | None = None
    for start in _starts(form, index.joined, low, high):
        first = index.word_at(max(start, low))
        last = index.word_at(max(min(start + len(form), high) - 1, low))
        found = _compared(quote, words, source, (first, last), least_equal)
        if found is not None and (best is None or found.similarity > best.similarity):
            best = found
    return best


def _starts(form: str, text: str, low: int, high: int) -> list[int]:
    """Return the offsets at which most seeds say that the quote begins in the joined words, best first."""
    votes: defaultdict[int, list[int]] = defaultdict(list)
    letters = min(SEED_LETTERS, (len(form) + 1) // 2)
    for offset in range(0, len(form) - letters + 1, max(len(form) // MOST_SEEDS, 1)):
        at, places = text.find(form[offset : offset + letters], low, high), 0
        while at >= 0 and places < SEED_PLACES:
            votes[(at - offset) // DRIFT].append(at - offset)
            at, places = text.find(form[offset : offset + letters], at + 1, high), places + 1
    scores = {bin_: len(starts) + len(votes.get(bin_ + 1, ())) for bin_, starts in votes.items()}
    best: list[int] = []
    for bin_ in sorted(scores, key=lambda bin_: (-scores[bin_], bin_)):
        if len(best) == MOST_STRETCHES or scores[bin_] < SECOND_SHARE * scores[best[0] if best else bin_]:
            break
        if all(abs(bin_ - other) > 1 for other in best):
            best.append(bin_)
    pairs = ((votes[bin_], votes.get(bin_ + 1, [])) for bin_ in best)
    return [min(following if len(following) > len(own) else own) for own, following in pairs]


def _compared(
    quote: str, words: Sequence[Word], source: GroundingText, stretch_of: tuple[int, int], least_equal: float
) -> _Nearest | None:
    """Compare the quote with the passage between two words, widened while the words at an end of the quote have no counterpart."""
    first, last = stretch_of
    stretch = source.index.words(first, last)
    comparison = compare(quote, words, _printed(source, stretch), least_equal=least_equal)
    for _ in range(_WIDENINGS):
        if comparison is None:
            return None
        before, behind = comparison.before, comparison.behind
        if not (before or behind or comparison.one_sided(words)):
            break
        first = max(first - before - _SLACK_WORDS, 0)
        last += behind + _SLACK_WORDS
        wider_stretch = source.index.words(first, last)
        wider = compare(quote, words, _printed(source, wider_stretch))
        if wider is None or (not (before or behind) and wider.cost >= comparison.cost):
            break
        stretch, comparison = wider_stretch, wider
    if comparison is None:
        return None
    span = stretch[comparison.first].start, stretch[comparison.last].end
    return _Nearest(span, comparison, _similarity(words, stretch[comparison.first : comparison.last + 1]))


def _printed(source: GroundingText, words: list[Word]) -> Printed:
    markers = source.markers_between(words[0].start, words[-1].end)
    return Printed(text=source.text, words=words, markers=markers, knows=source.knows, english=source.english)


def _similarity(words: Sequence[Word], stretch: Sequence[Word]) -> float:
    from rapidfuzz import fuzz  # imported on the first changed quote: most answers have none

    return round(fuzz.ratio(joined(words), joined(stretch)) / 100, 4)
