"""The functions of `scholarai` for programs on asyncio, such as servers: the same names and arguments, each awaited.

What `stream` returns is read by `async for` instead.

Each call runs in a thread of its own, so that the event loop goes on meanwhile; so can those of a `Library`, by
`await asyncio.to_thread(library.ask, papers, question)`. A call that is cancelled is no longer waited for, but runs to its end.

Examples:
    >>> import asyncio
    >>> from scholarai import aio
    >>> from scholarai.testing import sample_paper
    >>> asyncio.run(aio.check(sample_paper(), "For 23 people the exact probability is 0.5073.")).verdict
    'exact'
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from scholarai import api

_P = ParamSpec("_P")
_R = TypeVar("_R")

__all__ = [
    "ask",
    "check",
    "check_references",
    "check_text",
    "find_source",
    "read",
    "review",
    "search",
    "stream",
    "table",
]


def _awaited(function: Callable[_P, _R]) -> Callable[_P, Awaitable[_R]]:
    @functools.wraps(function)
    async def twin(*arguments: _P.args, **named: _P.kwargs) -> _R:
        return await asyncio.to_thread(function, *arguments, **named)

    return twin


ask = _awaited(api.ask)
check = _awaited(api.check)
check_references = _awaited(api.check_references)
check_text = _awaited(api.check_text)
find_source = _awaited(api.find_source)
read = _awaited(api.read)
review = _awaited(api.review)
search = _awaited(api.search)
stream = api.stream
table = _awaited(api.table)
