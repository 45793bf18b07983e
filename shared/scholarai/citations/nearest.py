"""Finds the passage of a paper that is most similar to a quote, and judges the differences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from scholarai.citations.grounded_quote import Grounding
from scholarai.citations.word_comparison import LEAST_EQUAL, Comparison, Printed, compare
from scholarai.citations.words import GroundingText, Span, Word, joined
from scholarai.domain.chat import HARMLESS_CHANGES
from scholarai.domain.values import Value
from scholarai.domain.verdicts import Verdict

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
