"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast


def lazy_pattern(text: str, flags: re.RegexFlag | int = 0, *, needs: Sequence[str] = ()) -> re.Pattern[str]:
    """Return what `re.compile` returns, compiled at its first use.

    A first question uses half of the 200 patterns that the modules it loads define (benchmarks/start.py). A mistake in
    a pattern is found at its first use, too; `tests/unit/benchmarks/test_patterns.py` compiles all of them.

    Args:
        text: The pattern.
        flags: As `re.compile` takes them.
        needs: Lower-case texts of which every match contains one. A search of an ASCII text without any of them
            finds nothing, and does not compile the pattern. Compiling the patterns that read a first question took 12 ms, their
            needs rule out most of them (benchmarks/start_parts.py). `tests/unit/domain/test_lazy_patterns.py` proves the needs.
    """
    return cast("re.Pattern[str]", LazyPattern(text, flags, needs))


class LazyPattern:
    """Has the attributes of its compiled pattern, and keeps each after its first use."""

    def __init__(self, text: str, flags: re.RegexFlag | int, needs: Sequence[str] = ()) -> None:
        self._text = text
        self._flags = flags
        self.needs = needs

    @functools.cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self._text, self._flags)

    def search(self, text: str, *bounds: int) -> re.Match[str] | None:
        """Search as the compiled pattern does, whose own method takes the place of this one where a match is possible."""
        return self.__getattr__("search")(text, *bounds) if self._may_match(text) else None

    def finditer(self, text: str, *bounds: int) -> Iterator[re.Match[str]]:
        """Return what the compiled pattern's own method does, which takes the place of this one where a match is possible."""
        return self.__getattr__("finditer")(text, *bounds) if self._may_match(text) else iter(())

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """Return the text as the compiled pattern does, unchanged where no match is possible."""
        return self.__getattr__("sub")(replacement, text, count) if self._may_match(text) else text

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.compiled, name)
        self.__dict__[name] = found
        return found

    def _may_match(self, text: str) -> bool:
        """Tell whether a text may hold a match. Beyond ASCII, letters match whose lower case differs: "ſ" and "s"."""
        if not self.needs or not text.isascii():
            return True
        lower = text.lower()
        return any(need in lower for need in self.needs)
