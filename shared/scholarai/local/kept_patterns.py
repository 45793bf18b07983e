"""Writes the compiled lazy patterns to a file that later starts load: `python -m scholarai.local.kept_patterns`.

The file is for the version of Python that writes it. A pattern that was changed since is not found in it, and is compiled
when it is first used.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]
import importlib
import marshal
import pkgutil
import re
import sys
from array import array
from collections.abc import Iterator, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

import scholarai
from scholarai.domain.patterns import KEPT, LazyPattern, header_of, rebuilt

# The packages whose patterns are lazy: compiled at their first use.
PACKAGES = ("answering", "citations", "domain", "entrypoints", "retrieval")
# Later versions write references, whose number differs from run to run; this one makes the same bytes of the same patterns.
_MARSHAL_VERSION = 2


def main() -> int:
    stored = made()
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_bytes(stored)
    sys.stdout.write(f"{KEPT}: {len(stored)} bytes\n")
    return 0


def made() -> bytes:
    """Return the bytes of the file of kept patterns."""
    body = marshal.dumps(
        {key: _entry(*key) for key in sorted({found.key for found in lazy_patterns()})}, _MARSHAL_VERSION
    )
    return header_of(body) + b"\n" + body


def lazy_patterns() -> Iterator[LazyPattern]:
    """Yield the lazy patterns of all modules of `PACKAGES`."""
    for found in pkgutil.walk_packages(scholarai.__path__, "scholarai."):
        if found.name.split(".")[1] in PACKAGES:
            yield from _held(list(vars(importlib.import_module(found.name)).values()))


def _held(value: object, depth: int = 4) -> Iterator[LazyPattern]:
    """Yield the lazy patterns in a value: the value itself, or what it contains, `depth` containers deep."""
    if isinstance(value, LazyPattern):
        yield value
    elif depth and isinstance(value, (tuple, list)):
        for item in value:
            yield from _held(item, depth - 1)
    elif depth and isinstance(value, Mapping):
        yield from _held(list(value.values()), depth)
    elif depth and isinstance(value, msgspec.Struct):
        yield from _held(msgspec.structs.astuple(value), depth - 1)


def _entry(text: str, flags: int) -> tuple[Any, ...]:
    """Return the arguments that Python's compiler passes to its regular expression engine, in a form that can be stored.

    Raises:
        ValueError: If the pattern made from them again is another one.
    """
    with patch.object(_sre, "compile", wraps=_sre.compile) as called:
        compiled = re._compiler.compile(text, flags)  # type: ignore[attr-defined]  # noqa: SLF001
    _, all_flags, code, groups, names, by_index = called.call_args.args
    entry = int(all_flags), array("I", code).tobytes(), groups, dict(names), tuple(by_index)
    if rebuilt(text, *entry) != compiled:
        raise ValueError(text)
    return entry


if __name__ == "__main__":
    raise SystemExit(main())
