"""A method, or an attribute, whose value is made once per object."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any, Generic, Protocol, Self, TypeVar, overload

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Kept(Protocol[T_co]):
    """A method without arguments that keeps what it returned."""

    def __call__(self) -> T_co: ...

    def cache_clear(self) -> None:
        """Forget the value: the next call makes a new one."""
        ...


class once(Generic[T]):  # noqa: N801  - used as a decorator, like `property`
    """Keeps what a method without arguments returned, for the life of its object.

    Threads that call it first at the same time get one value: the others wait until it is made. Unlike
    `functools.cached_property` it is still called, so it can be passed on as a factory; `cache_clear` forgets the value.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> once[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Kept[T]: ...
    def __get__(self, instance: object | None, owner: type) -> once[T] | Kept[T]:
        if instance is None:
            return self
        # An attribute of the object comes before one of its class, so this method is not reached a second time.
        return vars(instance).setdefault(self._name, _First(self._make, instance, self._name))  # type: ignore[no-any-return]  # vars() has no types


class _First(Generic[T]):
    """Makes the value for one thread at a time, and leaves its cache, which takes no lock, in its place on the object."""

    def __init__(self, make: Callable[[Any], T], instance: object, name: str) -> None:
        self.__wrapped__ = functools.partial(make, instance)  # `inspect.signature` looks here
        self._kept = functools.cache(self.__wrapped__)
        self._attributes = vars(instance)
        self._name = name
        self._lock = threading.RLock()

    def __call__(self) -> T:
        with self._lock:
            value = self._kept()
        self._attributes[self._name] = self._kept
        return value

    def cache_clear(self) -> None:
        self._kept.cache_clear()


# Of all objects: no attribute is made often, and what makes one may read another.
_making = threading.RLock()


class once_attribute(functools.cached_property[T]):  # noqa: N801  - used as a decorator, like `property`
    """An attribute that is made when it is first read.

    Threads that read it first at the same time get one value, which `functools.cached_property` does not promise.
    """

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> T: ...
    def __get__(self, instance: object | None, owner: type[Any] | None = None) -> T | Self:
        with _making:
            return super().__get__(instance, owner)
