"""Grounds a quote in its paper: where it stands, how true it is, and whether it can support a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from scholarai.citations.borders import with_borders
from scholarai.citations.editorial import ground_edited
from scholarai.citations.fuzzy_quotes import ground_changed
from scholarai.citations.grounded_quote import NOT_FOUND, Grounding
from scholarai.citations.meaning import kind_of, meaning
from scholarai.citations.misspelling import is_divided
from scholarai.citations.notation import ground_in_other_notation
from scholarai.citations.words import (
    GroundingText,
    Span,
    Word,
    closest_place,
    joined,
    places_of,
    sign_cut_off,
    words_of,
)
from scholarai.domain.chat import Change
from scholarai.domain.limits import QUOTE_CHARACTERS
from scholarai.domain.verdicts import TRUE_VERDICTS

# Stripped from a quote: quotation marks around it belong to the answer.
WRAPPING = " \t\r\n\"“”„«»‘’'"
# Lengths of units whose meaning depends on case: mW and MW.
_UNIT_LETTERS = range(2, 4)
# A quote with fewer words or letters could be from nearly any paper. Guesses.
PROVING_WORDS = 4
PROVING_LETTERS = 20
# Other places of a cut quote's words that are tried, since one of them may be whole. A guess.
MOST_OTHERS = 8
_ASKS_FOR_NAME = re.compile(r"\b(?:who|whom|whose|which|what|where|names?|called|title)\b", re.IGNORECASE)
_UNIT_SIGNS = frozenset("%‰‱°$€£¥¢")
_BETWEEN_CELLS = "|"


def ground_quote(quote: str, source: GroundingText, near: Span | None = None) -> Grounding:
    """Find `quote` in the paper, and judge whether the paper says it.

    Beside the verdicts of `locate_quote`: `cut` where its sentence, or the lead-in above its list, turns or limits it, and `spliced`
    where an ellipsis hides such words. Of several places of the same words, one where nothing is left off is taken.
    """
    grounded = locate_quote(quote, source, near)
    judged = with_borders(grounded, quote, source)
    if judged.verdict != "cut" or grounded.verdict == "fuzzy" or len(grounded.ranges) > 1:
        return judged
    ((start, end),) = grounded.ranges
    places = islice(places_of(joined(list(words_of(source.text, start, end))), source), MOST_OTHERS)
    alike = (place for place in places if source.text[slice(*place)] in source.text[start:end] and place[0] != start)
    again = (with_borders(replace(grounded, ranges=(place,)), quote, source) for place in alike)
    return next((other for other in again if other.verdict in TRUE_VERDICTS), judged)


def locate_quote(quote: str, source: GroundingText, near: Span | None = None) -> Grounding:
    """Find `quote` in the paper, whatever stands around it there.

    `exact`: letter for letter, except quotation marks around it. `normalized`: the same words, typeset differently (case,
    white space, hyphenation, ligatures, dashes, markup, LaTeX), or parts of neighbouring sentences in order with an
    ellipsis between them that hides no negation. `fuzzy`: only misspellings, articles and left-out citation
    markers differ. `altered`: the place is found, and it says something else. `spliced`: put together from several
    places. `not_found`: none of these.

    Args:
        quote: As the model wrote it; one longer than `QUOTE_CHARACTERS` is not looked for.
        source: The paper's text.
        near: Range of the cited excerpt; of several places, the one inside it or closest to it is taken.
    """
    wanted = quote.strip(WRAPPING)
    if not wanted or len(wanted) > QUOTE_CHARACTERS:
        return NOT_FOUND
    offset = quote.index(wanted)
    words = list(words_of(quote, offset, offset + len(wanted)))
    if not words:
        return NOT_FOUND
    return _find(quote, words, source, near)


def _find(quote: str, words: Sequence[Word], source: GroundingText, near: Span | None) -> Grounding:
    """Find a quote, whatever its notation and what its author put in brackets."""

    def alike(reading: str, left: Sequence[Word]) -> Grounding | None:
        if not left:
            return None
        return _find_strictly(reading, left, source, near) or ground_in_other_notation(left, reading, source)

    found = alike(quote, words)
    if found is not None and found.verdict in TRUE_VERDICTS:
        return found
    edited = ground_edited(quote, source, alike)
    if edited is not None:
        return replace(edited, verdict="normalized") if edited.verdict == "exact" else edited
    found = found or ground_changed(quote, words, source, near)
    return found if found.verdict in TRUE_VERDICTS else ground_row(words, source) or found


def proves(quote: str, question: str = "", *, in_table: bool = False) -> bool:
    """Tell whether a true quote can support a sentence.

    A short one cannot, unless it is a number with its unit, a name where the question asks for one, or stands in a table.
    """
    forms = [word.form for word in words_of(quote)]
    letters = sum(map(str.isalnum, "".join(forms)))
    if in_table or (len(forms) >= PROVING_WORDS and letters >= PROVING_LETTERS):
        return True
    has_unit = any(form in _UNIT_SIGNS or meaning().kinds.get(form) == "unit" for form in forms)
    if has_unit and any(form[0].isdigit() for form in forms):
        return True
    has_name = any(part[0].isupper() or (part[0].isalpha() and any(map(str.isdigit, part))) for part in quote.split())
    return has_name and bool(_ASKS_FOR_NAME.search(question))


def _find_strictly(quote: str, words: Sequence[Word], source: GroundingText, near: Span | None) -> Grounding | None:
    """Find a quote whose words are the paper's; None where they are not, or a space makes other words of the same letters."""
    spot = closest_place(joined(words), source, near)
    if spot is None:
        return _without_sign(words, source)
    verbatim = spot if _is_verbatim(quote, words, spot, source) else _verbatim_place(quote, words, source)
    if verbatim is not None:
        return Grounding(verdict="exact", similarity=1.0, ranges=(_with_ends(quote, words, verbatim),))
    printed = source.text[slice(*spot)]
    said = quote[words[0].start : words[-1].end]
    theirs = list(words_of(printed))
    if len(theirs) != len(words) and is_divided(quote, words, printed, theirs):
        return None
    changed = tuple(_changed_units(said, words, printed, theirs, spot[0]))
    if changed:
        return Grounding(verdict="altered", similarity=0.99, ranges=(spot,), changes=changed)
    return Grounding(verdict="normalized", similarity=1.0, ranges=(spot,))


def _verbatim_place(quote: str, words: Sequence[Word], source: GroundingText) -> Span | None:
    """Return another place at which the paper has exactly these letters."""
    if quote[words[0].start : words[-1].end] not in source.text:
        return None
    places = places_of(joined(words), source)
    return next((place for place in places if _is_verbatim(quote, words, place, source)), None)


def _is_verbatim(quote: str, words: Sequence[Word], spot: Span, source: GroundingText) -> bool:
    """Tell whether a quote stands at a place letter for letter, brackets and full stops around its words included."""
    low, high = _ends(quote, words)
    place = source.text[max(spot[0] - len(low), 0) : spot[1] + len(high)]
    return place == f"{low}{quote[words[0].start : words[-1].end]}{high}"


def _with_ends(quote: str, words: Sequence[Word], spot: Span) -> Span:
    low, high = _ends(quote, words)
    return spot[0] - len(low), spot[1] + len(high)


def _ends(quote: str, words: Sequence[Word]) -> tuple[str, str]:
    return quote[: words[0].start].lstrip(WRAPPING), quote[words[-1].end :].rstrip(WRAPPING)


def _changed_units(
    said: str, words: Sequence[Word], printed: str, theirs: Sequence[Word], place: int
) -> Iterator[Change]:
    """Yield units that differ in case only (mW, MW), unless the whole quote is in lower or upper case."""
    if len(words) != len(theirs) or said in {said.lower(), said.upper()}:
        return
    first = words[0].start
    for ours, other in zip(words, theirs, strict=True):
        raw, unit = said[ours.start - first : ours.end - first], printed[other.start : other.end]
        if raw != unit and len(unit) in _UNIT_LETTERS and meaning().kinds.get(ours.form) == "unit":
            start, end = place + other.start, place + other.end
            yield Change(kind="unit", quote_start=ours.start, quote_end=ours.end, text_start=start, text_end=end)


def _without_sign(words: Sequence[Word], source: GroundingText) -> Grounding | None:
    """Find a quote that leaves out the sign of one of the paper's numbers."""
    form = joined(words)
    spot = next(places_of(form, source, cut_numbers=True), None)
    if spot is None:
        return None
    sign = sign_cut_off(source.index.offset_of(spot[0]), len(form), source) or spot
    place = words[0].start if sign[0] < spot[0] else words[-1].end
    change = Change(
        kind=kind_of([], [source.text[slice(*sign)].strip()]),
        quote_start=place,
        quote_end=place,
        text_start=sign[0],
        text_end=sign[1],
    )
    whole = min(spot[0], sign[0]), max(spot[1], sign[1])
    return Grounding(verdict="altered", similarity=0.99, ranges=(whole,), changes=(change,))


def ground_row(words: Sequence[Word], source: GroundingText) -> Grounding | None:
    """Ground a quote that has a row's label, and names of columns each with the row's cell below it, in any order."""
    forms = [word.form for word in words]
    if not any(form[0].isdigit() for form in forms):
        return None
    for start, kind in source.kinds.items():
        if kind == "table":
            (low, high), _ = source.block_at(start)
            lines = list(_lines(source.text, low, high))
            head = _cells(source.text, *lines[0])
            for line in lines[1:]:
                if _is_row(forms, head, _cells(source.text, *line)):
                    return Grounding(verdict="normalized", similarity=1.0, ranges=(line,))
    return None


def _is_row(forms: Sequence[str], head: Sequence[Sequence[str]], cells: Sequence[Sequence[str]]) -> bool:
    label = list(cells[0])
    if len(head) != len(cells) or not label or list(forms[: len(label)]) != label:
        return False
    left = list(forms[len(label) :])
    pairs = [[*name, *cell] for name, cell in zip(head[1:], cells[1:], strict=True) if name and cell]
    while left:
        pair = next((pair for pair in pairs if left[: len(pair)] == pair), None)
        if pair is None:
            return False
        left = left[len(pair) :]
    return True


def _cells(text: str, start: int, end: int) -> list[list[str]]:
    return [[word.form for word in words_of(cell)] for cell in text[start:end].split(_BETWEEN_CELLS)]


def _lines(text: str, start: int, end: int) -> Iterator[Span]:
    for line in text[start:end].split("\n"):
        yield start, start + len(line)
        start += len(line) + 1
