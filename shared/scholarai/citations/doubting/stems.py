"""Tells which words carry content, and which are one word with different endings."""

from __future__ import annotations

import re
from functools import lru_cache

from scholarai.citations.doubting import tables

_GRAMMAR = frozenset(tables.GRAMMAR.split())
_IRREGULAR = dict(pair.split(":") for pair in tables.IRREGULAR.split())
_ENDING = re.compile(r"(?<=\w{3})(?:ations?|ments?|ings?|edly|ied|ies|ed|ions?|es|ly|s)$")


def is_content(form: str) -> bool:
    """Tell whether a normalized word says what a sentence is about."""
    return form not in _GRAMMAR and (len(form) > 1 or form.isdigit()) and form[0].isalnum()


@lru_cache(maxsize=1 << 14)
def stem(form: str) -> str:
    """Return a normalized word without the endings of its kind: "improves", "improved" and "improvement" are one."""
    form = _IRREGULAR.get(form, form)
    bare = form if form.endswith("ss") else _ENDING.sub("", form)
    if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "sl":
        bare = bare[:-1]
    return bare.rstrip("ey") if len(bare) > 3 else bare.replace("y", "i")
