"""Finds in front of a quote what its sentence turns or limits it with.

The words in front are cut at commas. Those up to the quote, without a sign between, belong to its clause or govern it; of the
others only adjuncts of the same clause count, and a "that" that the quote goes on from.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scholarai.citations.cutting import words as w
from scholarai.citations.cutting.after_quote import compares, is_finding, reports
from scholarai.citations.cutting.tokens import (
    SIGNS,
    begins_with_verb,
    has_verb,
    is_clause,
    is_negator,
    is_verb,
    without_idle,
)

# The most words of a condition in front of the quote that no comma ends. A guess.
_SHORT = 8
# How many words of a framing clause are searched for its verb, adjective or noun, and how many words after the clause for a
# confirmation. Guesses.
_REACH, _AHEAD = 14, 6


def turned_before(before: Sequence[str], quote: Sequence[str], after: Sequence[str]) -> int | None:
    """Return the index in `before` at which the words begin that turn or limit the quote, or None."""
    low = max((at + 1 for at, form in enumerate(before) if form in {";", "."}), default=0)
    chunks = _chunks(before, low)
    if not chunks:
        return None
    beside, colon = before[-1] not in SIGNS, before[-1] == ":"
    if colon and is_clause(quote):
        claims = w.CLAIMING.meets(before[low:]) and not w.SHOWING.meets(before[low:])
        return low if claims else None
    start, end = chunks.pop() if beside or colon else (0, 0)
    if end and _governs(before[low:start], before[start:end], quote, after):
        return low
    return _limited_from(before, low, chunks, quote, after, directly=not beside)


def governs_list(lead_in: Sequence[str], quote: Sequence[str]) -> bool:
    """Tell whether the sentence that introduces a list turns or limits its items."""
    lead_in = [form for form in lead_in if form not in SIGNS]
    return _turns(lead_in, quote) or w.CLAIMING.meets(lead_in[-3:])


def _chunks(before: Sequence[str], low: int) -> list[tuple[int, int]]:
    """Return the ranges of words between signs."""
    found, start = [], low
    for at in range(low, len(before) + 1):
        if at == len(before) or before[at] in SIGNS:
            if at > start:
                found.append((start, at))
            start = at + 1
    return found


def _governs(ahead: Sequence[str], chunk: Sequence[str], quote: Sequence[str], after: Sequence[str]) -> bool:
    """Tell whether the words up to a quote, without a sign between, turn or limit it; `ahead` are those before them."""
    for at in range(len(chunk) - 1, -1, -1):
        form, rest = chunk[at], chunk[at + 1 :]
        if form in w.COMPLEMENTIZERS and (rest or not begins_with_verb(quote)):
            if form == "whether":
                return True
            if rest and at and chunk[at - 1] in w.PREPOSITIONS:
                continue  # "of that year"
            if at and w.RESULTS.begin(chunk[at - 1 :]):
                return _turns(rest, quote)
            frame = [*ahead, *chunk[:at]] if at < 3 else chunk[:at]
            return leaves_open(frame, after) or _turns(rest, quote)
        conditional = w.CONDITIONAL.begin(chunk[at:]) and not w.NO_LIMITS.begin(chunk[at:])
        if conditional and (at or len(rest) < _SHORT) and not (at and chunk[at - 1] == "even"):
            return True
        if at and form in w.ASSERTED and chunk[at - 1] != "as":
            return _turns(rest, quote)
    return _turns(chunk, quote) or _is_bare_frame(chunk, quote)


def _is_bare_frame(chunk: Sequence[str], quote: Sequence[str]) -> bool:
    """Tell whether the words end with a verb of claim whose clause has no "that": "The makers claim [the lamp works]"."""
    return len(chunk) > 1 and chunk[-1] in w.CLAIMING and quote[0] in w.DETERMINERS and is_clause(quote)


def _turns(own: Sequence[str], quote: Sequence[str]) -> bool:
    """Tell whether words of the quote's own clause negate it, limit its subject or leave it open."""
    own = _of_same_clause(without_idle(own), quote)
    if not own:
        return False
    return (
        any(map(is_negator, own))
        or own[0] in w.LIMITERS
        or own[-1] in w.LIMITERS
        or own[0] in w.EVIDENTIALS
        or own[-1] in w.EVIDENTIALS
        or w.MODALS.meets(own[-2:])
        or (own[-1] == "to" and (w.CLAIMING.meets(own) or w.DENIERS.meets(own)))
        or _limits_subject(own)
        or _excludes(own)
    )


def _of_same_clause(own: list[str], quote: Sequence[str]) -> list[str]:
    """Return the words without a clause before "and" or "but" if the quote is a clause of its own."""
    at = max((at for at, form in enumerate(own) if form in w.COORDINATORS and form != "nor"), default=None)
    if at is None or has_verb(own, at + 1) or not is_clause(quote) or not has_verb(own[:at]):
        return own
    return own[at + 1 :]


def _limits_subject(own: Sequence[str]) -> bool:
    """Tell whether the words are a quantifier of the quote's first noun: "Some of the", "Three of"."""
    if has_verb(own):
        return False
    if "of" not in own:
        return own[-1] in w.LIMITING_DETERMINERS
    at = own.index("of")
    counted = w.LIMITING_SHARES.meets(own[:at]) or any(form[0].isdigit() for form in own[:at])
    return counted and len(own) - at <= 3 and "each" not in own[:at]


def _excludes(own: Sequence[str]) -> bool:
    """Tell whether the last verb of the words denies its object: "The plates lacked [a primer]"."""
    verbs = [form for at, form in enumerate(own) if form in w.EXCLUDING or is_verb(own, at)]
    return bool(verbs) and verbs[-1] in w.EXCLUDING


def _limited_from(
    before: Sequence[str],
    low: int,
    chunks: Sequence[tuple[int, int]],
    quote: Sequence[str],
    after: Sequence[str],
    *,
    directly: bool,
) -> int | None:
    """Return where a phrase or clause begins that ends at a comma and limits or governs what follows."""
    goes_on = begins_with_verb(quote)
    for at in range(len(chunks) - 1, -1, -1):
        start, end = chunks[at]
        joined = before[start] in w.COORDINATORS or before[start] == "however"
        chunk = before[start + joined : end]
        if not chunk:
            continue
        opens = at == 0 or joined
        if _limits(chunk, opens=opens) or (opens and directly and at == len(chunks) - 1 and _sets(chunk, quote)):
            return start
        if chunk[-1] in w.COMPLEMENTIZERS and leaves_open(before[low : end - 1], after):
            return low
        if goes_on and not _is_interrupter(chunk):
            if _turns(chunk, quote):
                return start
            goes_on = False
        if opens and has_verb(chunk) and not _is_adjunct(chunk):
            return None
    return None


def _limits(chunk: Sequence[str], *, opens: bool) -> bool:
    """Tell whether a phrase or clause in front of a comma limits what follows; `opens`: it begins its clause."""
    if w.NO_LIMITS.begin(chunk):
        return False
    if chunk[0] == "only":
        return len(chunk) > 1 and (chunk[1] in w.SETTINGS or chunk[1] in w.AFTER_ONLY)
    if (w.LIMITS.begin(chunk) and (opens or w.CONDITIONAL.begin(chunk))) or (opens and chunk[0] in w.INVERTED):
        return opens or chunk[0] not in ("until", "till")
    if chunk[0] == "as" and len(chunk) > 1 and chunk[1] not in w.PREPOSITIONS:
        return w.CLAIMING.meets(chunk) and not w.FORESEEING.meets(chunk)
    named = w.SOURCES.begin(chunk) or (not opens and not _is_adjunct(chunk) and reports(chunk))
    return (named and not w.OWN.meets(chunk)) or w.EVIDENTIALS.meets(chunk[:2])


def _sets(chunk: Sequence[str], quote: Sequence[str]) -> bool:
    """Tell whether a phrase names the group or the condition of a finding: "In zebrafish, …"."""
    setting = chunk[0] in w.SETTINGS or (len(chunk) > 3 and chunk[2] in ("after", "before", "into"))
    dated = len(chunk) < 4 and any(form[0].isdigit() for form in chunk)
    if not setting or dated or w.DEICTIC.meets(chunk) or not is_clause(quote) or not is_finding(quote):
        return False
    return chunk[0] in w.GROUPING or compares(quote)


def _is_interrupter(chunk: Sequence[str]) -> bool:
    """Tell whether a phrase between two commas stands inside the clause that goes on behind it."""
    first = chunk[0]
    inserted = first in ("which", "who", "whose", "if", "either", "both", "even", "including", "such")
    return _is_adjunct(chunk) or inserted or first.endswith(("ed", "ing", "ly"))


def _is_adjunct(chunk: Sequence[str]) -> bool:
    return chunk[0] in w.PREPOSITIONS or chunk[0] in w.SUBORDINATORS


def leaves_open(frame: Sequence[str], after: Sequence[str]) -> bool:
    """Tell whether the words before a "that" leave open whether its clause is true; `after` are the words after the clause."""
    frame = [form for form in without_idle(frame) if form not in SIGNS or form == ","][-_REACH:]
    if not frame:
        return not _is_confirmed(after)
    negated = any(map(is_negator, frame))
    denied = negated or w.DENIERS.meets(frame)
    for at in range(len(frame) - 1, -1, -1):
        head = frame[at]
        if at + 1 < len(frame) and not _leads_on(head, frame[at + 1 :]):
            continue
        if head in w.FACTIVE:
            return False
        if head in w.DOUBTING:
            return not (negated or "beyond" in frame or "out" in frame)
        if head in w.SHOWING:
            return denied or _is_unreal(frame, at)
        if head in w.CLAIMING:
            own = head in w.STATING and "we" in frame and not negated
            confirmed = w.CONFIRMING.meets(frame[:at]) and not denied
            return not (own or confirmed or _is_confirmed(after))
    return negated or _claims_in_other_words(frame)


def _is_unreal(frame: Sequence[str], at: int) -> bool:
    """Tell whether something might be shown, or is meant to be."""
    weak = frame[at] in w.WEAKLY_SHOWING and "could" in frame
    aimed = at > 1 and frame[at - 1] == "to" and frame[at - 2] in w.AIMING
    return weak or aimed or w.OPEN_MODALS.meets(frame)


def _leads_on(head: str, between: Sequence[str]) -> bool:
    """Tell whether words may stand between a verb or noun and its "that"."""
    first = between[0]
    if first in w.BE and len(between) < 4:
        return True  # "the idea was that"
    if head in w.TELLING and (first in w.DETERMINERS or len(between) == 1):
        return not has_verb(between)
    fits = first in w.PREPOSITIONS or first in w.PRONOUNS or first in w.BETWEEN or first.endswith("ly")
    return fits and not is_verb(between, 0)


def _claims_in_other_words(frame: Sequence[str]) -> bool:
    """Tell whether the frame ends with a verb outside of the tables, which is taken as one of claiming: "the press trumpeted that"."""
    last = frame[-1]
    if (last == "be" and w.MODALS.meets(frame)) or any(
        one in ("has", "have", "had") and other == "it" for one, other in pairwise(frame[-2:])
    ):
        return True  # "it may well be that", "legend has it that"
    ahead = frame[-2] if len(frame) > 1 else ""
    verbal = ahead in w.PRONOUNS or ahead in w.ADVERBS or ahead.endswith("ly")
    return (last.endswith("ed") and last != "indeed") or (verbal and last not in w.PREPOSITIONS)


def _is_confirmed(after: Sequence[str]) -> bool:
    """Tell whether the words behind a clause say that it came true."""
    ahead = without_idle(after[:_AHEAD])
    return w.CONFIRMING.meets(ahead) and not any(map(is_negator, ahead))
