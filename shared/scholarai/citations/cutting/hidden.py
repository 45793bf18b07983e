"""Finds in what an ellipsis hides a contrast, an exception, or the subject of what follows it."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.citations.cutting import words as w
from scholarai.citations.cutting.behind import limited_behind
from scholarai.citations.cutting.tokens import SIGNS, begins_with_verb, has_verb, is_verb

_JOINTS = frozenset("and but or yet while whereas although though ; .".split())
_CONTRASTS = frozenset("but yet while whereas although though".split())
_SAME_SUBJECT = frozenset("it they this these we".split())
_ANOTHER = frozenset("those that the another".split())


def hides(part: Sequence[str], hidden: Sequence[str], following: Sequence[str]) -> bool:
    """Tell whether the words hidden between two parts of a quote change what the parts say together."""
    if not hidden or not part or not following:
        return False
    limit = limited_behind(part, hidden)
    sets = limit is not None and limit[0] == 0 and hidden[0] in w.SETTINGS
    return (limit is not None and not sets) or _has_own_subject(part, hidden, following)


def is_torn(part: Sequence[str], rest: Sequence[str]) -> bool:
    """Tell whether a part begins a sentence whose verb, in `rest`, was left off, so that it seems to belong to another one."""
    return has_verb(rest) and not has_verb(part)


def _has_own_subject(part: Sequence[str], hidden: Sequence[str], following: Sequence[str]) -> bool:
    """Tell whether what follows is said of a subject that is hidden: ", and the large one [answers within 11 ms]"."""
    at = max((at for at, form in enumerate(hidden) if form in _JOINTS), default=-1)
    if at < 0 and part[-1] not in _JOINTS:
        return False
    clause = hidden[at + 1 :]
    if not clause or clause[-1] in SIGNS:
        return False
    if at >= 0 and hidden[at] in _CONTRASTS:
        return True
    same = {form for form in clause if form not in w.DETERMINERS} <= set(part)
    if same or clause[0] in _SAME_SUBJECT or is_verb(clause, 0):
        return False
    counted = following[0][0].isdigit() and clause[0] in _ANOTHER
    return counted or begins_with_verb(following) or has_verb(clause, 1)
