"""Grounds what an author who quotes has marked as his own: words in square brackets, another first letter, citation markers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice, pairwise

from scholarai.citations.grounded_quote import Grounding
from scholarai.citations.meaning import meaning
from scholarai.citations.notation import canonical
from scholarai.citations.words import GroundingText, Span, Word, joined, markers_in, places_of, words_of
from scholarai.domain.chat import Change
from scholarai.domain.verdicts import TRUE_VERDICTS

Find = Callable[[str, list[Word]], Grounding | None]

_BRACKETS = re.compile(r"\[([^\[\]]{1,80})\]")
_OPENED = re.compile(r"\[")
_ELLIPSIS = re.compile(r"[\s.…]*")
_REMARK = re.compile(r"(?:sic|recte|!|\?|emphasis (?:added|mine|ours)|our emphasis)[.!]?", re.IGNORECASE)
# A letter that was changed to fit another sentence: [T]he.
_LETTER = re.compile(r"\[(\w)\](?=\w)")
# A pronoun of the quoting author's with what the paper has: "it [the lamp]".
_NAMED = re.compile(r"\b((?:it|they|this|these|he|she|them) )\[([^\[\]]{1,80})\]", re.IGNORECASE)
# Characters around a quote in which the paper may have its own reference, words of it that an insertion may stand for, and places of the rest that are tried. Guesses.
_NEARBY = 200
_MOST_WORDS = 8
_MOST_PLACES = 20


def ground_edited(quote: str, source: GroundingText, find: Find) -> Grounding | None:
    """Ground a quote without what its brackets hold, if that is little and says nothing that the paper's sentence does not."""
    plain = _LETTER.sub("\u00ad\\1\u00ad", quote)
    named = _NAMED.sub(lambda found: f"{' ' * (len(found[1]) + 1)}{found[2]} ", plain)
    references = markers_in(quote, 0, len(quote))
    inserted = [
        found
        for found in _BRACKETS.finditer(plain)
        if not _ELLIPSIS.fullmatch(found[1]) and found.span() not in references and found[0] not in source.text
    ]
    if not inserted and plain == quote and not references:
        return None
    for reading in dict.fromkeys((named, _blanked(plain, [found.span() for found in inserted]))):
        found = find(reading, list(words_of(reading))) if reading != quote else None
        if (
            found is not None
            and found.verdict in TRUE_VERDICTS
            and (reading == named or not _adds(inserted, found.ranges, source))
            and not _prints_brackets(plain, [one.span() for one in inserted], found.ranges, source)
        ):
            return found
    return _around(plain, inserted, source) or _without_references(quote, references, source, find)


def _blanked(text: str, spans: Sequence[Span]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _adds(inserted: Sequence[re.Match[str]], ranges: Sequence[Span], source: GroundingText) -> bool:
    """Tell whether insertions hold a number or a negation that the sentence of the quote does not have."""
    (low, _), (_, high) = source.block_at(ranges[0][0])[0], source.block_at(ranges[-1][1] - 1)[0]
    theirs = {word.form for word in canonical(source.text, list(words_of(source.text, low, high)))}
    said = [list(words_of(found[1])) for found in inserted]
    numbers = {form for found, words in zip(inserted, said, strict=True) for form, _, _ in canonical(found[1], words)}
    negations = {word.form for words in said for word in words} & meaning().negations
    return any(form[0].isdigit() and form not in theirs for form in numbers) or bool(negations - theirs)


def _prints_brackets(text: str, spans: Sequence[Span], ranges: Sequence[Span], source: GroundingText) -> bool:
    """Tell whether the paper has a bracket of its own where a quote has one: behind the same word."""
    low, high = ranges[0][0], ranges[-1][1]
    printed = {_word_before(source.text, low, found.start()) for found in _OPENED.finditer(source.text, low, high + 2)}
    return any(_word_before(text, 0, start) in printed for start, _ in spans)


def _word_before(text: str, start: int, end: int) -> str:
    return next((word.form for word in reversed(list(words_of(text, start, end)))), "")


def _around(text: str, inserted: Sequence[re.Match[str]], source: GroundingText) -> Grounding | None:
    """Ground what stands around insertions that replace a few words of the paper."""
    spans = [_whole_words(text, *found.span()) for found in inserted if not _REMARK.fullmatch(found[1].strip())]
    if not spans:
        return None
    blanked = _blanked(text, [found.span() for found in inserted])
    borders = [0, *(place for span in spans for place in span), len(text)]
    parts = [list(words_of(blanked, low, high)) for low, high in zip(borders[::2], borders[1::2], strict=True)]
    parts = [part for part in parts if part]
    if not parts:
        return None
    longest = max(range(len(parts)), key=lambda at: len(joined(parts[at])))
    for place in islice(places_of(joined(parts[longest]), source), _MOST_PLACES):
        ranges = _extended(parts, longest, place, source)
        own = ranges is not None and _prints_brackets(text, [found.span() for found in inserted], ranges, source)
        if ranges is not None and not own and not _adds(inserted, ranges, source):
            return Grounding(verdict="normalized", similarity=1.0, ranges=ranges)
    return None


def _whole_words(text: str, start: int, end: int) -> Span:
    """Return the range of a bracket with the rest of the word that it is a part of."""
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return start, end


def _extended(
    parts: Sequence[Sequence[Word]], longest: int, place: Span, source: GroundingText
) -> tuple[Span, ...] | None:
    """Return the places of all parts around that of one; None where they do not stand beside each other."""
    (low, high), _ = source.block_at(place[0])
    found = [place]
    for part in reversed(parts[:longest]):
        places = list(places_of(joined(part), source, (low, found[0][0])))
        found = [*places[-1:], *found]
    for part in parts[longest + 1 :]:
        found += islice(places_of(joined(part), source, (found[-1][1], high)), 1)
    if len(found) < len(parts):
        return None
    hidden = [list(words_of(source.text, one[1], other[0])) for one, other in pairwise(found)]
    negated = any(word.form in meaning().negations for words in hidden for word in words)
    return None if negated or any(len(words) > _MOST_WORDS for words in hidden) else tuple(found)


def _without_references(quote: str, references: Sequence[Span], source: GroundingText, find: Find) -> Grounding | None:
    """Ground a quote without citation markers that the paper does not have."""
    reading = _blanked(quote, references)
    words = list(words_of(reading))
    found = find(reading, words) if words and references else None
    if found is None or found.verdict not in TRUE_VERDICTS:
        return None
    (low, high), _ = source.block_at(found.ranges[-1][1] - 1)
    if _prints_brackets(quote, references, found.ranges, source) or source.markers_between(
        max(found.ranges[0][0] - _NEARBY, low), min(found.ranges[-1][1] + _NEARBY, high)
    ):
        return None  # the paper cites another source here
    at = found.ranges[-1][1]
    added = tuple(
        Change(kind="marker", quote_start=start, quote_end=end, text_start=at, text_end=at) for start, end in references
    )
    return Grounding(
        verdict="fuzzy", similarity=found.similarity, ranges=found.ranges, changes=(*found.changes, *added)
    )
