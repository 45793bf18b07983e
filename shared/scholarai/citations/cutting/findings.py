"""Tells a finding, which a setting limits, from a step of a procedure or a description."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.citations.cutting import words as w
from scholarai.citations.cutting.tokens import is_verb

_OPENING_CLAUSES = frozenset("that which who whom whose because although though while whereas if when where".split())


def is_finding(quote: Sequence[str]) -> bool:
    """Tell whether a quote states what was found: it compares, judges, or says in one clause what something did."""
    if "we" in quote or "i" in quote:
        return False
    verbs = [at for at in range(1, len(quote)) if is_verb(quote, at)]
    if not verbs or not _OPENING_CLAUSES.isdisjoint(quote[verbs[0] :]):
        return False
    judges = quote[verbs[-1]] in w.BE and quote[-1] in w.EVALUATING
    return judges or compares(quote[verbs[0] :]) or (len(verbs) == 1 and _is_past_action(quote, verbs[0]))


def compares(quote: Sequence[str]) -> bool:
    """Tell whether a quote has a comparative or a verb of change."""
    return w.COMPARING.meets(quote)


def _is_past_action(quote: Sequence[str], verb: int) -> bool:
    form, before = quote[verb], quote[verb - 1]
    past = form in w.PASTS or form.endswith("ed")
    return past and before not in w.DETERMINERS and before not in w.PREPOSITIONS
