"""The base of our values: frozen, compared by what they hold, cheap to define, to make, and to read from JSON."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, ClassVar

from msgspec import Struct


class _Fields:
    """A value's fields as `dataclasses` describes them, so that its `replace`, `fields` and `asdict` take our values."""

    def __init__(self) -> None:
        self._known: dict[type[Struct], dict[str, Any]] = {}

    def __get__(self, value: object, kind: type[Struct]) -> dict[str, Any]:
        if kind not in self._known:
            self._known[kind] = {name: _field(name) for name in kind.__struct_fields__}
        return self._known[kind]


class Value(Struct, frozen=True, kw_only=True):
    """A struct of msgspec. As dataclasses our values took 20 ms of every first answer to define (benchmarks/start.py).

    Modules whose values a first answer reads from JSON do without `from __future__ import annotations`: msgspec compiles and
    evaluates each annotation that is a text, 300 of them in 4 ms.
    """

    __dataclass_fields__: ClassVar[Any] = _Fields()


@functools.cache
def _sample() -> Any:
    return dataclasses.fields(dataclasses.make_dataclass("Sample", ["field"]))[0]


def _field(name: str) -> Any:
    """Return a field as `dataclasses` makes them for a class; copying the sample takes ten times as long."""
    field: Any = dataclasses.field()
    field.name, field._field_type = name, _sample()._field_type  # noqa: SLF001  - which `dataclasses.fields` looks at
    return field
