"""Finds a highlighted place of a paper again after a new extraction, by its words and their context."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scholarai.citations.grounding import locate_quote
from scholarai.citations.words import GroundingText, Span, Word, joined, words_of
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.limits import QUOTE_CHARACTERS
from scholarai.domain.notes import AnchorState, TextQuoteSelector
from scholarai.domain.values import Value
from scholarai.domain.verdicts import TRUE_VERDICTS

# Letters of context that are compared on each side of a place.
_CONTEXT_LETTERS = 32
# Places of the same words whose wider context is compared; those whose nearest letters agree best come first.
_COMPARED = 50
# Letters of a part of a text that is looked for by itself; a shorter one stands anywhere.
_PART_LETTERS = 12
# Similarity from which changed words count as the highlighted ones; below it another sentence would be highlighted. A guess,
# checked in 2026-11 on highlights after extractions with other rules.
LEAST_SIMILARITY = 0.75
# Share of a highlighted text that must be found for its place to count as found. A guess.
LEAST_SHARE = 0.5


class Anchor(Value, frozen=True, kw_only=True):
    """The ranges of a highlighted text, in order; `changed`: in slightly different words; `not_found` has no ranges."""

    state: AnchorState
    ranges: tuple[Span, ...] = ()


NOWHERE = Anchor(state="not_found")


def anchor(quote: TextQuoteSelector, source: GroundingText, near: int | None = None) -> Anchor:
    """Find a highlighted text: its very words where the context agrees best, else the most similar words.

    A text over several blocks is found block by block, since another extraction may order them differently.

    Of places with equally similar context, the one closest to `near`, where it stood, is taken.
    """
    pieces = list(_pieces(quote))
    found: list[Span] = []
    letters, lost, changed = 0, 0, False
    for piece in pieces:
        words = list(words_of(piece.exact))
        size = len(joined(words)) or len(piece.exact.strip())
        ranges, differs = _place(piece, words, source, near)
        letters, lost, changed = letters + size, lost + (0 if ranges else size), changed or differs
        found += ranges
        near = ranges[-1][1] if ranges else near
    if not found or letters - lost < LEAST_SHARE * letters:
        return NOWHERE
    return Anchor(state="changed" if changed or lost else "found", ranges=_merged(found, source.text))


def _pieces(quote: TextQuoteSelector) -> Iterator[TextQuoteSelector]:
    """Yield the parts of a highlighted text, each within a block and short enough to be looked for, with its context."""
    starts: list[tuple[int, int]] = []
    at = 0
    for block in quote.exact.split(BLOCK_SEPARATOR):
        starts += [(at + low, at + high) for low, high in _cut(block) if block[low:high].strip()]
        at += len(block) + len(BLOCK_SEPARATOR)
    whole = quote.prefix + quote.exact + quote.suffix
    for start, end in starts:
        low, high = start + len(quote.prefix), end + len(quote.prefix)
        yield TextQuoteSelector(
            exact=whole[low:high],
            prefix=whole[max(low - 2 * _CONTEXT_LETTERS, 0) : low],
            suffix=whole[high : high + 2 * _CONTEXT_LETTERS],
        )


def _cut(block: str) -> Iterator[Span]:
    """Yield the ranges of pieces of a text that are short enough to be looked for, cut between words."""
    start = 0
    while len(block) - start > QUOTE_CHARACTERS:
        end = block.rfind(" ", start + 1, start + QUOTE_CHARACTERS)
        end = end if end > 0 else start + QUOTE_CHARACTERS
        yield start, end
        start = end
    yield start, len(block)


def _place(
    piece: TextQuoteSelector, words: Sequence[Word], source: GroundingText, near: int | None
) -> tuple[list[Span], bool]:
    """Return the ranges of a piece, and whether its words have changed."""
    if not words:
        at = source.text.find(piece.exact.strip())
        return ([(at, at + len(piece.exact.strip()))] if at >= 0 else []), False
    strict = _by_context(piece, words, source, near)
    if strict is not None:
        return [strict], False
    halves = _in_two(piece, words, source)
    if halves:
        return halves, False
    reach = None if near is None else (near, near + len(piece.exact))
    loose = locate_quote(piece.exact, source, reach)
    if loose.verdict in TRUE_VERDICTS:
        return list(loose.ranges), False
    if loose.verdict == "spliced" or (loose.ranges and loose.similarity >= LEAST_SIMILARITY):
        return list(loose.ranges), True
    return _ends_of(piece, words, source), True


def _ends_of(piece: TextQuoteSelector, words: Sequence[Word], source: GroundingText) -> list[Span]:
    """Return what is left of a text's beginning and end, found by the context before and behind it."""
    before, behind = _around(piece)
    first = _longest(lambda count: _found_in_context(before, joined(words[:count]), "", source), len(words))
    last = _longest(lambda count: _found_in_context("", joined(words[-count:]), behind, source), len(words))
    left = [found for found in (first, last) if found is not None]
    enough = sum(count for count, _ in left) >= LEAST_SHARE * len(words)
    return [span for _, span in left] if enough else []


def _in_two(piece: TextQuoteSelector, words: Sequence[Word], source: GroundingText) -> list[Span]:
    """Return the places of the two parts of a text that is now divided, by another block or a running head.

    The first part is found by the context before the text, the second one by the context behind it.
    """
    before, behind = _around(piece)
    first = _longest(lambda count: _found_in_context(before, joined(words[:count]), "", source), len(words) - 1)
    if first is None:
        return []
    count, beginning = first
    ending = _found_in_context("", joined(words[count:]), behind, source)
    return [] if ending is None else [beginning, ending]


def _longest(find: Callable[[int], Span | None], most: int) -> tuple[int, Span] | None:
    """Return the largest count from 1 to `most` at which `find` succeeds, and its result; it succeeds at all smaller ones."""
    low, high, best = 1, most, None
    while low <= high:
        middle = (low + high) // 2
        found = find(middle)
        if found is None:
            high = middle - 1
        else:
            best, low = (middle, found), middle + 1
    return best


def _found_in_context(before: str, form: str, behind: str, source: GroundingText) -> Span | None:
    """Return the first place of joined words with their context; None if there is none, or too few letters to look for."""
    whole = f"{before}{form}{behind}"
    at = source.index.joined.find(whole) if len(whole) >= _PART_LETTERS else -1
    if at < 0:
        return None
    low = at + len(before)
    return source.index.span(source.index.word_at(low), source.index.word_at(low + len(form) - 1))


def _around(piece: TextQuoteSelector) -> tuple[str, str]:
    """Return the joined words of the context before and after a text, without words that are cut at its ends."""
    before = joined(list(words_of(piece.prefix))[1:])[-_CONTEXT_LETTERS:]
    behind = joined(list(words_of(piece.suffix))[:-1])[:_CONTEXT_LETTERS]
    return before, behind


def _by_context(
    piece: TextQuoteSelector, words: Sequence[Word], source: GroundingText, near: int | None
) -> Span | None:
    """Return the place of the piece's very words with the most similar context."""
    index, form = source.index, joined(words)
    before, behind = _around(piece)
    places: list[tuple[int, int]] = []
    at = index.joined.find(form)
    while at >= 0:
        end = at + len(form)
        if index.begins_at(at) and index.begins_at(end):
            alike = _alike(index.joined[max(at - len(before), 0) : at][::-1], before[::-1])
            places.append((alike + _alike(index.joined[end : end + len(behind)], behind), at))
        at = index.joined.find(form, at + 1)
    if not places:
        return None
    places.sort(key=lambda place: (-place[0], 0 if near is None else abs(place[1] - index.offset_of(near))))
    best = places[0][1] if len(places) == 1 else _most_alike(places[:_COMPARED], len(form), before, behind, source)
    span = index.span(index.word_at(best), index.word_at(best + len(form) - 1))
    return _with_ends(piece.exact, words, span, source.text)


def _most_alike(places: Sequence[tuple[int, int]], size: int, before: str, behind: str, source: GroundingText) -> int:
    """Return the place with the most similar wider context; the first of equal ones."""
    from rapidfuzz import fuzz  # imported when a text stands in several places

    text, reach = source.index.joined, 2 * _CONTEXT_LETTERS

    def score(place: tuple[int, int]) -> float:
        alike, at = place
        wide = fuzz.partial_ratio(text[max(at - reach, 0) : at], before) if before else 0
        wide += fuzz.partial_ratio(text[at + size : at + size + reach], behind) if behind else 0
        return alike + _CONTEXT_LETTERS * wide / 100

    scores = [score(place) for place in places]
    return places[scores.index(max(scores))][1]


def _with_ends(exact: str, words: Sequence[Word], span: Span, text: str) -> Span:
    """Return a place extended by the signs around the highlighted words, where they stand there, too."""
    low, high = exact[: words[0].start].lstrip(), exact[words[-1].end :].rstrip()
    start = span[0] - len(low) if low and text[max(span[0] - len(low), 0) : span[0]] == low else span[0]
    end = span[1] + len(high) if high and text[span[1] : span[1] + len(high)] == high else span[1]
    return start, end


def _alike(one: str, other: str) -> int:
    """Return the length of the common prefix of two texts."""
    count = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        count += 1
    return count


def _merged(ranges: Sequence[Span], text: str) -> tuple[Span, ...]:
    """Return the ranges in the text's order, merged where only white space lies between."""
    merged: list[Span] = []
    for start, end in sorted(set(ranges)):
        if merged and (start <= merged[-1][1] or not text[merged[-1][1] : start].strip()):
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return tuple(merged)
