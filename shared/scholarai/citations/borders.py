"""Judges the borders of a quote that was found.

A quote is cut if its sentence, or the lead-in above its list, turns or limits it; it is spliced if an ellipsis hides such words, or
if it joins a heading and the text below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import dropwhile, pairwise

from msgspec.structs import replace

from scholarai.citations.cutting import words as w
from scholarai.citations.cutting.after_quote import limited_after
from scholarai.citations.cutting.before_quote import governs_list, turned_before
from scholarai.citations.cutting.tokens import (
    SIGNS,
    Token,
    begins_with_verb,
    has_verb,
    is_clause,
    is_negator,
    is_verb,
    tokens_of,
)
from scholarai.citations.grounded_quote import Grounding
from scholarai.citations.meaning import meaning
from scholarai.citations.words import GroundingText, Span
from scholarai.domain.chat import MissingWords, Side
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.sentences import sentence_spans
from scholarai.domain.verdicts import TRUE_VERDICTS

# Blocks of sentences; those of a table are cells.
_RUNNING = frozenset({"paragraph", "list_item", "footnote", "theorem", "caption"})
_ENDED = re.compile(r"[.!?][\"'”’»)\]]*\s*$")
_ENDS = re.compile(r"[.!?][\"'”’»)\]]*\s+[A-Z]")
_CLOSING = frozenset(")]\"”’'")
# Share of the words left off that a quoting sentence must have to have said them. A guess.
SAID_SHARE = 0.5
# Blocks whose sentences are kept, since quotes of one answer stand close together. A guess.
KEPT_BLOCKS = 256
_JOINTS = frozenset("and but yet while whereas although though ;".split())
_CONTRASTS = frozenset("but yet while whereas although though".split())
_SAME_SUBJECT = frozenset("it they this these we".split())
_ANOTHER = frozenset("those that the another".split())
_LINKING = frozenset("therefore thus then also hence so further moreover instead".split())
_RELATIVE = frozenset("that which who whom whose where".split())


def with_borders(grounding: Grounding, quote: str, source: GroundingText) -> Grounding:
    """Return the grounding, `cut` or `spliced` where the quote omits words that negate or limit it; English papers only."""
    if grounding.verdict not in TRUE_VERDICTS:
        return grounding
    ranges = tuple(_without_headings(grounding.ranges, source))
    if len(ranges) > len(grounding.ranges) and "\n" not in quote:
        return replace(grounding, verdict="spliced", ranges=ranges)
    if not source.english:
        return grounding
    hidden = tuple(missing for pair in pairwise(grounding.ranges) for missing in _hidden(*pair, source))
    if hidden:
        return replace(grounding, verdict="spliced", missing=hidden)
    missing = tuple(_left_off(grounding.ranges, source))
    return replace(grounding, verdict="cut", missing=missing) if missing else grounding


def sentences_around(ranges: Sequence[Span], source: GroundingText) -> Span:
    """Return the range from the beginning of the first range's sentence to the end of the last one's."""
    return _sentence_at(ranges[0][0], source)[0], _sentence_at(ranges[-1][1] - 1, source)[1]


def quoting_sentence_has(missing: Sequence[MissingWords], sentence: str) -> bool:
    """Tell whether a sentence that quotes says itself what its quote leaves off: it denies where the paper denies, or has the words.

    "There is no evidence that “the drug reduces mortality”" takes nothing from the paper.
    """
    own = _forms(tokens_of(sentence, 0, len(sentence)))
    return all(_has_words(_forms(tokens_of(one.text, 0, len(one.text))), own) for one in missing)


def _has_words(left_off: Sequence[str], own: Sequence[str]) -> bool:
    if any(map(is_negator, left_off)) and any(map(is_negator, own)):
        return True
    plain = meaning().plain
    telling = {form for form in left_off if form[0].isalnum() and form not in plain}
    return len(telling & set(own)) >= SAID_SHARE * max(len(telling), 1)


def _sentence_at(place: int, source: GroundingText) -> Span:
    (low, high), _ = source.block_at(place)
    spans = _sentences(source.text[low:high])
    return next(((low + start, low + end) for start, end in spans if low + end > place), (place, place + 1))


@lru_cache(KEPT_BLOCKS)
def _sentences(block: str) -> tuple[Span, ...]:
    return tuple(sentence_spans(block))


def _without_headings(ranges: Sequence[Span], source: GroundingText) -> Iterator[Span]:
    """Yield the ranges; one that runs from a heading into the text below it is yielded in two parts."""
    for start, end in ranges:
        (_, border), kind = source.block_at(start)
        if kind == "heading" and end > border:
            yield start, border
            yield border + len(BLOCK_SEPARATOR), end
        else:
            yield start, end


def _left_off(ranges: Sequence[Span], source: GroundingText) -> Iterator[MissingWords]:
    """Yield the words in front of a quote, behind it and above it that turn or limit it."""
    first, last = ranges[0], ranges[-1]
    kind = source.block_at(first[0])[1]
    if kind not in _RUNNING:
        return
    start, end = sentences_around(ranges, source)
    if _ENDS.match(source.text, last[1] - 1) or _ENDS.match(source.text, last[1]):
        end = last[1]
    after = list(dropwhile(lambda token: token.form in _CLOSING, tokens_of(source.text, last[1], end)))
    if kind == "list_item":
        yield from _lead_in(first, source)
    yield from _turned(start, first, _forms(after), "before", source)
    if any(token.form[0].isalnum() for token in after):
        low = max(last[0], _sentence_at(last[1] - 1, source)[0])
        found = limited_after(_forms(tokens_of(source.text, low, last[1])), _forms(after))
        if found is not None:
            yield _missing(source.text, after[found[0]].start, after[found[1] - 1].end, "after")


def _turned(start: int, part: Span, after: Sequence[str], side: Side, source: GroundingText) -> Iterator[MissingWords]:
    """Yield the words between the beginning of a sentence and a part of it that turn or limit the part."""
    text = source.text
    before = tokens_of(text, start, part[0], brackets=False)
    whole = _ENDED.search(text, start, part[0]) and text[part[0]].isupper()
    if whole or not any(token.form[0].isalnum() for token in before):
        return
    end = min(part[1], _sentence_at(part[0], source)[1])
    at = turned_before(_forms(before), _forms(tokens_of(text, part[0], end)), after)
    if at is not None:
        yield _missing(text, before[at].start, part[0], side)


def _lead_in(part: Span, source: GroundingText) -> Iterator[MissingWords]:
    """Yield the sentence that introduces a list, if it turns or limits the items."""
    (start, _), kind = source.block_at(part[0])
    while kind == "list_item" and start > 0:
        (start, end), kind = source.block_at(start - 1)
        if source.text[start:end].rstrip().endswith(":"):
            low, high = _sentence_at(end - 1, source)
            quote = _forms(tokens_of(source.text, *part))
            if governs_list(_forms(tokens_of(source.text, low, high, brackets=False)), quote):
                yield _missing(source.text, low, high, "above")
            return


def _hidden(one: Span, other: Span, source: GroundingText) -> Iterator[MissingWords]:
    """Yield what an ellipsis hides between two parts that makes them say something else together."""
    text = source.text
    start, end = _sentence_at(other[0], source)[0], _sentence_at(other[1] - 1, source)[1]
    part, hidden, following, rest = (
        _forms(tokens_of(text, *span)) for span in (one, (one[1], other[0]), other, (other[1], end))
    )
    if start >= one[1]:
        yield from _turned(start, other, rest, "between", source)
        if begins_without_subject(_forms(tokens_of(text, start, other[0])), following):
            yield _missing(text, start, other[0], "between")
        if is_torn(following, rest):
            yield _missing(text, other[1], end, "after")
    elif hides(part, hidden, following):
        yield _missing(text, one[1], other[0], "between")


def _forms(tokens: Iterable[Token]) -> list[str]:
    return [token.form for token in tokens]


def _missing(text: str, start: int, end: int, side: Side) -> MissingWords:
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    return MissingWords(text=words.strip(), start=start, end=start + len(words.strip()), side=side)


def hides(part: Sequence[str], hidden: Sequence[str], following: Sequence[str]) -> bool:
    """Tell whether the words hidden between two parts of a quote change what the parts say together."""
    if not hidden or not part or not following:
        return False
    limit = limited_after(part, hidden)
    sets = limit is not None and limit[0] == 0 and hidden[0] in w.SETTINGS
    return (limit is not None and not sets) or _has_own_subject(part, hidden, following)


def begins_without_subject(opening: Sequence[str], following: Sequence[str]) -> bool:
    """Tell whether a part goes on a sentence of its own whose beginning is hidden with the subject of the part."""
    subject = opening[0] if opening else "it"
    return subject not in _SAME_SUBJECT and begins_with_verb(following)


def is_torn(part: Sequence[str], rest: Sequence[str]) -> bool:
    """Tell whether a part begins a sentence whose verb, in `rest`, was left off, so that it seems to belong to another one."""
    return has_verb(rest) and not has_verb(part)


def _has_own_subject(part: Sequence[str], hidden: Sequence[str], following: Sequence[str]) -> bool:
    """Tell whether what follows is said of a subject that is hidden: ", and the large one [answers within 11 ms]"."""
    at = max((at for at, form in enumerate(hidden) if form in _JOINTS), default=-1)
    if at < 0 and part[-1] not in _JOINTS:
        return False
    clause = hidden[at + 1 :]
    while clause and (clause[0] in _LINKING or clause[0].endswith("ly")):
        clause = clause[1:]
    if not clause or not SIGNS.isdisjoint(clause) or not _RELATIVE.isdisjoint(clause[1:]):
        return False
    joins_clauses = at <= 0 or hidden[at] == ";" or hidden[at - 1] == "," or has_verb(hidden[:at])
    if joins_clauses and at >= 0 and hidden[at] in _CONTRASTS:
        return is_clause(following) or (clause[0] not in w.PREPOSITIONS and not is_verb(clause, 0))
    same = {form for form in clause if form not in w.DETERMINERS} <= set(part)
    if not joins_clauses or same or clause[0] in _SAME_SUBJECT or is_verb(clause, 0):
        return False
    inside = any(is_verb(clause, at) and clause[at - 1] not in w.DETERMINERS for at in range(1, len(clause)))
    if clause[0] in w.PREPOSITIONS:
        return inside
    counted = following[0][0].isdigit() and clause[0] in _ANOTHER
    return counted or begins_with_verb(following) or inside
