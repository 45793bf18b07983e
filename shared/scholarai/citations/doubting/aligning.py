"""Aligns an answer's sentence with its quotes: finds the parts that have the quotes' words, some changed or reordered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from scholarai.citations.doubting.supporting import Support, Words, is_content

# Places of one word that are tried: "the" stands everywhere.
_MOST_PLACES = 20
_MOST_TILES = 60
# Weight of a function word, where a content word has 1, and the least weight of a shared run: two function words or one content word.
_GRAMMAR_WEIGHT, _LEAST_WEIGHT = 0.3, 0.59
_MOST_SEGMENTS = 6
# Most words between two shared runs of one segment, in the sentence and in the quote, and the cost of each. Guesses.
_OUR_GAP, _THEIR_GAP = 8, 25
_GAP_COST = 0.15
# Least words, and content words among them, that a segment shares with its quote to be compared word by word. From the larger share
# of shared words on, every change counts, from the smaller one on, only what turns the meaning. Measured by benchmarks/doubts.py.
_SHARED_WORDS, _SHARED_CONTENT = 3, 2
_NEAR_SHARE, _VERBATIM_SHARE = 0.5, 0.8
_VERBATIM_WORDS, _VERBATIM_SENTENCE = 7, 4
# Most words at a segment's end that are not shared and count as changed ones.
_EDGE_WORDS = 2


class Tile(NamedTuple):
    """A shared run of `length` words, from `ours` on in the sentence and from `theirs` on in the quotes."""

    ours: int
    theirs: int
    length: int
    weight: float


class Segment(NamedTuple):
    """Words of the sentence, and the similar words of a quote.

    `inner` is the range between the outermost shared words; the words around it, up to the segment's ends, are changed ones.
    `paired` tells for each end whether they are as many as the quote's, so that each replaces one.
    """

    ours: range
    theirs: range
    inner: range
    paired: tuple[bool, bool]
    verbatim: bool


def tiles_of(sentence: Words, support: Support) -> list[Tile]:
    """Return the shared runs of words, those of the greatest weight first; no word is in two of them."""
    weights = _Weights(sentence)
    runs = sorted(_runs(sentence, support, weights), key=lambda tile: (-tile.weight, tile.ours, tile.theirs))
    ours_taken, theirs_taken = bytearray(len(sentence.words)), bytearray(len(support.words))
    found: list[Tile] = []
    for run in runs:
        tile = _free(run, ours_taken, theirs_taken, weights)
        if tile is None:
            continue
        found.append(tile)
        ours_taken[tile.ours : tile.ours + tile.length] = b"\1" * tile.length
        theirs_taken[tile.theirs : tile.theirs + tile.length] = b"\1" * tile.length
        if len(found) == _MOST_TILES:
            break
    return found


def segments_of(sentence: Words, support: Support, tiles: Sequence[Tile]) -> list[Segment]:
    """Return the parts of the sentence that have a quote's words, in order."""
    left = list(tiles)
    chains: list[list[Tile]] = []
    while left and len(chains) < _MOST_SEGMENTS:
        chain = _heaviest_chain(left, support)
        chains.append(chain)
        low, high = chain[0].ours, _ours_end(chain[-1])
        left = [tile for tile in left if _ours_end(tile) <= low or tile.ours >= high]
    kept = sorted((chain for chain in chains if _is_near(chain, sentence)), key=lambda chain: chain[0].ours)
    return [_segment(chain, sentence, support, kept) for chain in kept]


class _Weights:
    """The weights of runs of the sentence's words; function words say little about where a sentence is from."""

    def __init__(self, sentence: Words) -> None:
        each = (1.0 if is_content(form) else _GRAMMAR_WEIGHT for form in sentence.forms)
        self._sums = list(accumulate(each, initial=0.0))

    def tile(self, ours: int, theirs: int, length: int) -> Tile:
        return Tile(ours, theirs, length, self._sums[ours + length] - self._sums[ours])


def _runs(sentence: Words, support: Support, weights: _Weights) -> Iterator[Tile]:
    places: dict[str, list[int]] = defaultdict(list)
    for at, form in enumerate(support.forms):
        if len(places[form]) < _MOST_PLACES:
            places[form].append(at)
    lengths: dict[int, int] = {}
    for i, form in enumerate([*sentence.forms, ""]):
        longer = {j: lengths.get(j - 1, 0) + 1 for j in places.get(form, ())}
        for j, length in lengths.items():
            if j + 1 not in longer:
                yield weights.tile(i - length, j - length + 1, length)
        lengths = longer


def _free(run: Tile, ours: bytearray, theirs: bytearray, weights: _Weights) -> Tile | None:
    """Return the longest part of a run that is still free; None for a single function word."""
    best, start = (0, 0), None
    for at in range(run.length + 1):
        taken = at == run.length or ours[run.ours + at] or theirs[run.theirs + at]
        if taken and start is not None:
            best, start = max(best, (at - start, -start)), None
        elif not taken and start is None:
            start = at
    length, first = best[0], -best[1]
    tile = weights.tile(run.ours + first, run.theirs + first, length)
    return tile if tile.weight >= _LEAST_WEIGHT else None


def _heaviest_chain(tiles: Sequence[Tile], support: Support) -> list[Tile]:
    """Return the tiles of the greatest total weight that are in the order of both texts and close together."""
    ordered = sorted(tiles)
    best: list[tuple[float, int]] = []
    for at, tile in enumerate(ordered):
        score, before = tile.weight, -1
        for earlier in range(at - 1, -1, -1):
            if tile.ours - _ours_end(ordered[earlier]) > _OUR_GAP:
                break
            cost = _gap_cost(ordered[earlier], tile, support)
            if cost is not None and best[earlier][0] + tile.weight - cost > score:
                score, before = best[earlier][0] + tile.weight - cost, earlier
        best.append((score, before))
    at = max(range(len(best)), key=lambda k: best[k][0])
    chain = []
    while at >= 0:
        chain.append(ordered[at])
        at = best[at][1]
    return chain[::-1]


def _gap_cost(one: Tile, other: Tile, support: Support) -> float | None:
    """Return the cost of the words between two tiles, None if they are too many or the quotes have the tiles in another order."""
    ours = other.ours - _ours_end(one)
    theirs = other.theirs - _theirs_end(one)
    if not 0 <= theirs <= _THEIR_GAP:
        return None
    apart = support.sentences[other.theirs] - support.sentences[one.theirs]
    return _GAP_COST * (ours + theirs / 2 + 2 * apart)


def _is_near(chain: Sequence[Tile], sentence: Words) -> bool:
    shared = sum(tile.length for tile in chain)
    substance = sum(is_content(form) for tile in chain for form in sentence.forms[tile.ours : _ours_end(tile)])
    length = _ours_end(chain[-1]) - chain[0].ours
    return shared >= _SHARED_WORDS and substance >= _SHARED_CONTENT and shared >= _NEAR_SHARE * length


def _segment(chain: Sequence[Tile], sentence: Words, support: Support, chains: Sequence[Sequence[Tile]]) -> Segment:
    ours = range(chain[0].ours, _ours_end(chain[-1]))
    theirs = range(chain[0].theirs, _theirs_end(chain[-1]))
    low = max((_ours_end(other[-1]) for other in chains if _ours_end(other[-1]) <= ours.start), default=0)
    high = min((other[0].ours for other in chains if other[0].ours >= ours.stop), default=len(sentence.words))
    before = ours.start - low, _left_of(theirs.start, support)
    behind = high - ours.stop, _right_of(theirs.stop, support)
    head, tail = min(*before, _EDGE_WORDS), min(*behind, _EDGE_WORDS)
    shared = sum(tile.length for tile in chain)
    whole = len(ours) + head + tail == len(sentence.words)
    least = _VERBATIM_SENTENCE if whole else _VERBATIM_WORDS
    return Segment(
        ours=range(ours.start - head, ours.stop + tail),
        theirs=range(theirs.start - head, theirs.stop + tail),
        inner=ours,
        paired=(before[0] == before[1] == head, behind[0] == behind[1] == tail),
        verbatim=shared >= max(least, _VERBATIM_SHARE * len(ours)),
    )


def _left_of(at: int, support: Support) -> int:
    """Return the number of words before word `at` in its sentence, at most a few."""
    count = 0
    while count <= _EDGE_WORDS and at - count > 0 and support.sentences[at - count - 1] == support.sentences[at]:
        count += 1
    return count


def _right_of(end: int, support: Support) -> int:
    count = 0
    last = support.sentences[end - 1]
    while count <= _EDGE_WORDS and end + count < len(support.words) and support.sentences[end + count] == last:
        count += 1
    return count


def _ours_end(tile: Tile) -> int:
    return tile.ours + tile.length


def _theirs_end(tile: Tile) -> int:
    return tile.theirs + tile.length
