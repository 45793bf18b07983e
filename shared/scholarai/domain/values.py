"""The base class of the domain's values: what people are shown of them, and their conversion to and from JSON.

msgspec, not pydantic: a paper's content is decoded in a third of the time. `msgspec.structs` has `replace`, `fields` and `asdict`.
"""

from __future__ import annotations

import importlib
import threading
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")

_ENCODER = msgspec.json.Encoder()
_DECODERS: dict[type[Any], msgspec.json.Decoder[Any]] = {}
# msgspec 0.22.0 crashes the process when threads inspect the fields of one type for the first time at once: eight threads that
# each make a decoder of a new type did so in every run of a loop (Python 3.11.7, 2026-11-27).
_LOOKING_AT_TYPES = threading.Lock()


# A guess: a screen of text. A paper's content has a hundred of them.
_REPR_CHARACTERS = 4_000


class Value(Struct, frozen=True, kw_only=True):
    """The base of all values, a frozen msgspec struct.

    `shown_by` is a `package.module:name` whose functions `name_as_text`, `name_as_markdown` and `name_as_html` make what people are
    shown; the HTML is a fragment, without a page around it.
    """

    shown_by: ClassVar[str] = "scholarai.exporting.shown_values:value"

    def __repr__(self) -> str:
        """Return how it is made, or what it is where that would fill more than a screen."""
        made = super().__repr__()
        return made if len(made) <= _REPR_CHARACTERS else f"<{type(self).__name__}: {self._first_line()}>"

    def __str__(self) -> str:
        return self._shown("text")

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """Show it in IPython on a terminal, inside of a list on one line (IPython.lib.pretty)."""
        printer.text(str(self) if len(printer.stack) <= 1 else self._first_line())

    def _repr_html_(self) -> str:
        """Return it as HTML for a notebook (https://ipython.readthedocs.io/en/stable/config/integrating.html)."""
        return self._shown("html")

    def to_markdown(self) -> str:
        """Return it as Markdown."""
        return self._shown("markdown")

    def to_dict(self) -> dict[str, Any]:
        """Return it as dicts, lists and JSON scalars."""
        return to_plain(self)

    def _first_line(self) -> str:
        return str(self).partition("\n")[0]

    def _shown(self, form: str) -> str:
        module, _, name = self.shown_by.partition(":")
        return str(getattr(importlib.import_module(module), f"{name}_as_{form}")(self))


def to_json(value: object) -> bytes:
    """Return compact UTF-8 JSON of a domain value."""
    return _ENCODER.encode(value)


def from_json(kind: type[T], data: bytes | str) -> T:
    """Return the domain value that `data` holds.

    Raises:
        msgspec.DecodeError: If the JSON is malformed; its subclass ValidationError if it is not of this shape.
    """
    value: T = _decoder(kind).decode(data)
    return value


def to_plain(value: object) -> dict[str, Any]:
    """Return a domain value as dicts, lists and JSON scalars, times as ISO 8601 strings."""
    plain: dict[str, Any] = msgspec.json.decode(to_json(value))
    return plain


def from_plain(kind: type[T], data: object, *, from_attributes: bool = False) -> T:
    """Return the value that `data` describes: a dict, or with `from_attributes` an object with fields of these names.

    Raises:
        msgspec.ValidationError: If `data` is not of this shape.
    """
    _decoder(kind)
    return msgspec.convert(data, kind, from_attributes=from_attributes)


def _decoder(kind: type[Any]) -> msgspec.json.Decoder[Any]:
    """Return the decoder of a type; creating it makes the type safe for use by several threads."""
    if kind not in _DECODERS:
        with _LOOKING_AT_TYPES:
            _DECODERS[kind] = msgspec.json.Decoder(kind)
    return _DECODERS[kind]
