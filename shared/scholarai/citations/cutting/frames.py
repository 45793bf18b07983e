"""Tells whether what governs a that-clause leaves it open or denies it: "We found no evidence that", "Critics hold that"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scholarai.citations.cutting import words as w
from scholarai.citations.cutting.tokens import SIGNS, has_verb, is_negator, is_verb, without_idle

# Words of a frame in which its verb, adjective or noun is looked for, and words behind the clause that may confirm it. Guesses.
_REACH, _AHEAD = 14, 6


def leaves_open(frame: Sequence[str], after: Sequence[str]) -> bool:
    """Tell whether the words in front of a "that" do not vouch for its clause; `after` are the words behind the clause."""
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
    """Tell whether the frame ends with a verb that is not in the tables, which is one of claiming: "the press trumpeted that"."""
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
