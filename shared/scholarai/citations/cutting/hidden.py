"""Finds in what an ellipsis hides a contrast, an exception, or the subject of what follows it."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.citations.cutting import words as w
from scholarai.citations.cutting.behind import limited_behind
from scholarai.citations.cutting.tokens import SIGNS, begins_with_verb, has_verb, is_clause, is_verb

_JOINTS = frozenset("and but yet while whereas although though ;".split())
_CONTRASTS = frozenset("but yet while whereas although though".split())
_SAME_SUBJECT = frozenset("it they this these we".split())
_ANOTHER = frozenset("those that the another".split())
_LINKING = frozenset("therefore thus then also hence so further moreover instead".split())
_RELATIVE = frozenset("that which who whom whose where".split())


def hides(part: Sequence[str], hidden: Sequence[str], following: Sequence[str]) -> bool:
    """Tell whether the words hidden between two parts of a quote change what the parts say together."""
    if not hidden or not part or not following:
        return False
    limit = limited_behind(part, hidden)
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
