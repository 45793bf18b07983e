"""Compiles the patterns of questions and quotes once, and keeps them for every start: `python -m scholarai.local.kept_patterns`.

The file is for the Python that writes it. Patterns that were changed since are not found in it and are compiled when they are used.
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
from scholarai.domain.patterns import KEPT, LazyPattern, head_of, put_together

# The rooms whose patterns are compiled at their first use.
ROOMS = ("answering", "citations", "domain", "entrypoints", "retrieval")
# It writes no references, whose number differs from run to run: the same patterns make the same bytes.
_MARSHAL_VERSION = 2


def main() -> int:
    stored = made()
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_bytes(stored)
    sys.stdout.write(f"{KEPT}: {len(stored)} bytes\n")
    return 0


def made() -> bytes:
    """Return what a file of kept patterns holds."""
    body = marshal.dumps(
        {key: _entry(*key) for key in sorted({found.key for found in lazy_patterns()})}, _MARSHAL_VERSION
    )
    return head_of(body) + b"\n" + body


def lazy_patterns() -> Iterator[LazyPattern]:
    """Yield the patterns of the rooms' modules that are compiled at their first use."""
    for found in pkgutil.walk_packages(scholarai.__path__, "scholarai."):
        if found.name.split(".")[1] in ROOMS:
            yield from _held(list(vars(importlib.import_module(found.name)).values()))


def _held(value: object, depth: int = 4) -> Iterator[LazyPattern]:
    """Yield the patterns in a value: itself, or what its containers hold."""
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
    """Return what Python's compiler gives to its engine, in a form that can be stored.

    Raises:
        ValueError: If putting it together gives another pattern.
    """
    with patch.object(_sre, "compile", wraps=_sre.compile) as called:
        compiled = re._compiler.compile(text, flags)  # type: ignore[attr-defined]  # noqa: SLF001
    _, all_flags, code, groups, names, by_index = called.call_args.args
    entry = int(all_flags), array("I", code).tobytes(), groups, dict(names), tuple(by_index)
    if put_together(text, *entry) != compiled:
        raise ValueError(text)
    return entry


if __name__ == "__main__":
    raise SystemExit(main())
