"""Views: what the API shows of a domain value, made from the fields of the same names."""

from __future__ import annotations

from typing import Self, TypeVar

from msgspec import Struct, convert

V = TypeVar("V", bound="View")


class View(Struct, frozen=True, kw_only=True):
    """A payload whose fields have the names of a value's; one that is called otherwise outside says `field(name=...)`."""

    @classmethod
    def of(cls, value: object) -> Self:
        """Return the view of a value, its nested values converted to theirs.

        Raises:
            msgspec.ValidationError: If the value does not match, which is a bug.
        """
        return convert(value, cls, from_attributes=True)
