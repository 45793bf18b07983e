"""A port with an eye on every call, to count, fail or kill at any of them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

When: TypeAlias = Literal["before", "inside", "after"]
Watch: TypeAlias = Callable[[str, When], None]
"""Called with `port.method` and the moment; `inside` is in the middle of a transaction, once its rule has spoken."""


class Watched:
    """Stands in for any port: does what the real one does, and tells `watch` before and after."""

    def __init__(self, name: str, real: object, watch: Watch) -> None:
        self._name = name
        self._real = real
        self._watch = watch

    def __getattr__(self, method: str) -> Any:
        real = getattr(self._real, method)
        if not callable(real):
            return real
        call = f"{self._name}.{method}"

        @functools.wraps(real)
        def watched(*args: Any, **kwargs: Any) -> Any:
            self._watch(call, "before")
            result = real(*(self._inside(call, arg) for arg in args), **kwargs)
            self._watch(call, "after")
            return result

        return watched

    def _inside(self, call: str, arg: Any) -> Any:
        if not callable(arg):
            return arg

        @functools.wraps(arg)
        def rule(*args: Any) -> Any:
            result = arg(*args)
            self._watch(call, "inside")
            return result

        return rule
