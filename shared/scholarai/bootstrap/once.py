"""A method whose value is made once per object."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801  - used as a decorator, like `property`
    """Keeps what a method without arguments returned, for the life of its object.

    Unlike `functools.cached_property` it is still called, so it can be handed on as a factory; `cache_clear` forgets the value.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> once[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> functools._lru_cache_wrapper[T]: ...
    def __get__(self, instance: object | None, owner: type) -> once[T] | functools._lru_cache_wrapper[T]:
        if instance is None:
            return self
        kept = functools.cache(functools.partial(self._make, instance))
        # The object's own attribute comes before this one: made once, found there from then on.
        return vars(instance).setdefault(self._name, kept)  # type: ignore[no-any-return]  # vars() has no types
