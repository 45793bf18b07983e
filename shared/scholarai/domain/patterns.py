"""Regular expressions that are compiled at their first use, or loaded from a file of compiled ones."""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]
import functools
import marshal
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

# The patterns as this Python compiles them, written by `scholarai.local.kept_patterns`. Python keeps no compiled pattern between
# processes, and compiling those of a first question takes an eighth of what it adds to a start (benchmarks/start_parts.py).
KEPT = Path(__file__).parent / "data" / f"patterns.{sys.implementation.cache_tag}"

# (text, flags) to the further arguments of `_sre.compile`: all flags, the code as bytes, groups, names, and names by index.
Kept = Mapping[tuple[str, int], tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]]


def lazy_pattern(text: str, flags: re.RegexFlag | int = 0, *, needs: Sequence[str] = ()) -> re.Pattern[str]:
    """Return what `re.compile` returns, compiled at its first use.

    A first question uses half of the 200 patterns that the modules it loads define (benchmarks/start.py). A mistake in
    a pattern is found at its first use, too; `tests/unit/benchmarks/test_patterns.py` compiles all of them.

    Args:
        text: The pattern.
        flags: As `re.compile` takes them.
        needs: Lower-case texts of which every match contains one. A search of an ASCII text without any of them
            finds nothing, and does not compile the pattern. Compiling all patterns that are tried on a first question took 12 ms;
            `needs` rules out most of them (benchmarks/start_parts.py). `tests/unit/domain/test_lazy_patterns.py` proves them.
    """
    return cast("re.Pattern[str]", LazyPattern(text, flags, needs))


class LazyPattern:
    """Stands for a compiled pattern: has its attributes, and keeps each after its first use."""

    def __init__(self, text: str, flags: re.RegexFlag | int, needs: Sequence[str] = ()) -> None:
        self.key = text, int(flags)
        self.needs = needs

    @functools.cached_property
    def compiled(self) -> re.Pattern[str]:
        kept = _all_kept().get(self.key)
        return re.compile(*self.key) if kept is None else rebuilt(self.key[0], *kept)

    def search(self, text: str, *bounds: int) -> re.Match[str] | None:
        """Search as the compiled pattern does; its own method replaces this one once a match is possible."""
        return self.__getattr__("search")(text, *bounds) if self._may_match(text) else None

    def finditer(self, text: str, *bounds: int) -> Iterator[re.Match[str]]:
        """Return the matches as the compiled pattern does; its own method replaces this one once a match is possible."""
        return self.__getattr__("finditer")(text, *bounds) if self._may_match(text) else iter(())

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """Substitute as the compiled pattern does; its own method replaces this one once a match is possible."""
        return self.__getattr__("sub")(replacement, text, count) if self._may_match(text) else text

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.compiled, name)
        self.__dict__[name] = found
        return found

    def _may_match(self, text: str) -> bool:
        """Tell whether a text may contain a match. Texts beyond ASCII may: "ſ" matches "s" though its lower case differs."""
        if not self.needs or not text.isascii():
            return True
        lower = text.lower()
        return any(need in lower for need in self.needs)


def rebuilt(  # the arguments of CPython's own function
    text: str, flags: int, code: bytes, groups: int, names: dict[str, int], by_index: tuple[str | None, ...]
) -> re.Pattern[str]:
    """Rebuild a pattern from a kept entry, without the compiler of `re`, which is written in Python."""
    return cast(
        "re.Pattern[str]", _sre.compile(text, flags, memoryview(code).cast("I").tolist(), groups, names, by_index)
    )


def kept_patterns(stored: bytes) -> Kept:
    """Return the entries of a file of kept patterns; none if it is damaged or made by a Python with another engine."""
    head, _, body = stored.partition(b"\n")
    return cast("Kept", marshal.loads(body)) if head == header_of(body) else {}  # noqa: S302 - as safe as our bytecode


def header_of(body: bytes) -> bytes:
    """Return the first line of a file of kept patterns: the engine that runs its code, and a checksum."""
    return f"{_sre.MAGIC} {_sre.CODESIZE} {sys.byteorder} {zlib.crc32(body)}".encode()


@functools.cache
def _all_kept() -> Kept:
    try:
        return kept_patterns(KEPT.read_bytes())
    except OSError:
        return {}
