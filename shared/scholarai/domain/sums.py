"""The checksum that is stored beside a record, to notice when it is not what was written.

CRC-32 (`zlib.crc32`): it finds every single flipped bit and every run of damage up to 32 bits for certain, and misses one in
four thousand million of all other damage, at some 1 GB/s. It is no protection against somebody who can write to the store:
they could write a sum, too, whatever its kind.
"""

from __future__ import annotations

import zlib
from typing import Any


def sum_of(*values: str | bytes | int | None) -> int:
    """Return the sum of values in this order; their kinds and lengths count."""
    return sum_of_pairs(*(part for value in values for part in _pair(value)))


def sum_of_pairs(*pairs: Any) -> int:
    """Return the same sum of values given as kind and bytes in turn: what SQLite's `typeof(x)` and `CAST(x AS BLOB)` say."""
    total = 0
    for kind, data in zip(pairs[::2], pairs[1::2], strict=True):
        held: bytes = data or b""
        total = zlib.crc32(held, zlib.crc32(f"{kind}{len(held)}:".encode(), total))
    return total


def _pair(value: str | bytes | int | None) -> tuple[str, bytes]:
    match value:
        case None:
            return "null", b""
        case str():
            return "text", value.encode()
        case bytes():
            return "blob", value
        case int():
            return "integer", b"%d" % value
