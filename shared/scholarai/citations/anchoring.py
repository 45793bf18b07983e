"""Finds a marked place of a paper again after another extraction, by its words and what stands around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scholarai.citations.grounding import ground_quote
from scholarai.citations.places import GroundingText, Span
from scholarai.citations.words import Word, joined, words_of
from scholarai.domain.chat import TRUE_VERDICTS
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.limits import QUOTE_CHARACTERS
from scholarai.domain.notes import AnchorState, TextQuoteSelector
from scholarai.domain.values import Value

# Letters around a place that are compared with what stood around it.
_CONTEXT_LETTERS = 32
# Likeness from which words that changed are taken for the marked ones; below it another sentence would be marked. A guess, which
# benchmarks/highlights.py tries.
LEAST_SIMILARITY = 0.75
# Share of a marked text that must be found for its place to count as found. A guess.
LEAST_SHARE = 0.8


class Anchor(Value, frozen=True, kw_only=True):
    """Where a marked text stands, in order; `changed`: not quite in the same words; `not_found` has no ranges."""

    state: AnchorState
    ranges: tuple[Span, ...] = ()


NOWHERE = Anchor(state="not_found")


def anchor(quote: TextQuoteSelector, source: GroundingText, near: int | None = None) -> Anchor:
    """Find a marked text: letter for letter or word for word where its context is most alike, else nearly so.

    A text over several blocks is found block by block, since another extraction may order them otherwise.

    Args:
        quote: The text as it was marked, with what stood before and behind it.
        source: The paper's text.
        near: Where it stood; of places that are equally alike the closest is taken.
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
    """Yield the parts of a marked text, a block each and not too long to look for, each with its own context."""
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
    """Yield the ranges of a text in pieces that can be looked for, cut between words."""
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
    """Return where a piece stands, and whether it stands there in other words."""
    if not words:
        at = source.text.find(piece.exact.strip())
        return ([(at, at + len(piece.exact.strip()))] if at >= 0 else []), False
    strict = _by_context(piece, words, source, near)
    if strict is not None:
        return [strict], False
    reach = None if near is None else (near, near + len(piece.exact))
    loose = ground_quote(piece.exact, source, reach)
    if loose.verdict in TRUE_VERDICTS:
        return list(loose.ranges), False
    if loose.verdict == "spliced" or (loose.ranges and loose.similarity >= LEAST_SIMILARITY):
        return list(loose.ranges), True
    return [], False


def _by_context(
    piece: TextQuoteSelector, words: Sequence[Word], source: GroundingText, near: int | None
) -> Span | None:
    """Return the place of the very words whose surroundings are most like those of the piece."""
    index, form = source.index, joined(words)
    before = joined(list(words_of(piece.prefix)))[-_CONTEXT_LETTERS:]
    behind = joined(list(words_of(piece.suffix)))[:_CONTEXT_LETTERS]
    best: tuple[float, float, Span] | None = None
    at = index.joined.find(form)
    while at >= 0:
        end = at + len(form)
        if index.begins_at(at) and index.begins_at(end):
            span = _with_ends(piece.exact, words, index.span(index.word_at(at), index.word_at(end - 1)), source.text)
            alike = _alike(index.joined[max(at - _CONTEXT_LETTERS, 0) : at][::-1], before[::-1])
            alike += _alike(index.joined[end : end + _CONTEXT_LETTERS], behind)
            far = 0.0 if near is None else float(abs(span[0] - near))
            if best is None or (-alike, far) < best[:2]:
                best = (-alike, far, span)
        at = index.joined.find(form, at + 1)
    return None if best is None else best[2]


def _with_ends(exact: str, words: Sequence[Word], span: Span, text: str) -> Span:
    """Return a place with the signs around its words that the marked text has, where they stand there, too."""
    low, high = exact[: words[0].start].lstrip(), exact[words[-1].end :].rstrip()
    start = span[0] - len(low) if low and text[max(span[0] - len(low), 0) : span[0]] == low else span[0]
    end = span[1] + len(high) if high and text[span[1] : span[1] + len(high)] == high else span[1]
    return start, end


def _alike(one: str, other: str) -> int:
    """Return how many letters two texts begin with in common."""
    count = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        count += 1
    return count


def _merged(ranges: Sequence[Span], text: str) -> tuple[Span, ...]:
    """Return ranges in the text's order, those that only white space divides as one."""
    merged: list[Span] = []
    for start, end in sorted(set(ranges)):
        if merged and (start <= merged[-1][1] or not text[merged[-1][1] : start].strip()):
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return tuple(merged)
