"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import functools
import re
from typing import Any, cast


def lazy_pattern(text: str, flags: re.RegexFlag | int = 0) -> re.Pattern[str]:
    """Return what `re.compile` returns, compiled at its first use.

    A first question uses half of the 200 patterns that the modules it loads define (benchmarks/start.py). A mistake in
    a pattern is found at its first use, too; `tests/unit/benchmarks/test_patterns.py` compiles all of them.
    """
    return cast("re.Pattern[str]", LazyPattern(text, flags))


class LazyPattern:
    """Has the attributes of its compiled pattern, and keeps each after its first use."""

    def __init__(self, text: str, flags: re.RegexFlag | int) -> None:
        self._text = text
        self._flags = flags

    @functools.cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self._text, self._flags)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.compiled, name)
        self.__dict__[name] = found
        return found
