"""A name for `re.compile` that some modules still use."""

from __future__ import annotations

import re
from collections.abc import Sequence


def lazy_pattern(text: str, flags: re.RegexFlag | int = 0, *, needs: Sequence[str] = ()) -> re.Pattern[str]:  # noqa: ARG001
    return re.compile(text, flags)
