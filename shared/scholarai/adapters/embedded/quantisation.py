"""Binary and scalar quantisation of vectors: one bit or one byte per dimension, and distances between such codes.

A bit is the sign of a dimension: 48 bytes for 384 dimensions. The Hamming distance of two codes is a rough measure; the
product of the question's own numbers with the bits is a better one; bytes are nearly as good as the vectors themselves.
docs/scale.md has what that loses and costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.vectors import Matrix, Vector

# Windows compared at once, so that they stay in the processor's cache (65,536 and 16,384 took as long).
_BLOCK = 1 << 16
FARTHEST = (1 << 15) - 1
_LARGEST = 127


def pack_bits(rows: Matrix) -> NDArray[np.uint64]:
    """Return the signs of vectors, 64 dimensions to a number: shape (dimensions / 64, rows)."""
    spare = -rows.shape[1] % 64
    signs = np.pad(rows > 0, ((0, 0), (0, spare)))
    words: NDArray[np.uint64] = np.ascontiguousarray(np.packbits(signs, axis=1)).view("<u8")
    return np.ascontiguousarray(words.T)


def hamming_distances(bits: NDArray[np.uint64], query: NDArray[np.uint64]) -> NDArray[np.int16]:
    """Return in how many bits each window differs from the query; `query` has shape (dimensions / 64,)."""
    total = np.empty(bits.shape[1], dtype=np.int16)
    for start in range(0, bits.shape[1], _BLOCK):
        differing = np.bitwise_count(bits[:, start : start + _BLOCK] ^ query[:, None])
        total[start : start + _BLOCK] = differing.sum(axis=0, dtype=np.int16)
    return total


def closest(found: NDArray[np.int16], count: int) -> NDArray[np.intp]:
    """Return the places of the smallest distances, about `count` of them, excluded columns left out."""
    if count >= len(found):
        return np.flatnonzero(found < FARTHEST)
    border = np.partition(found, count)[count]
    near = np.flatnonzero(found < min(int(border), FARTHEST))
    ties = np.flatnonzero(found == border)[: count - len(near)] if border < FARTHEST else near[:0]
    return np.concatenate([near, ties])


def best_by_bits(bits: NDArray[np.uint64], vector: Vector, count: int) -> NDArray[np.intp]:
    """Return the columns whose bits, taken as vectors of 0 and 1, have the largest products with the question, about `count` of them."""
    if bits.shape[1] <= count:
        return np.arange(bits.shape[1])
    packed = np.ascontiguousarray(bits.T).view(np.uint8)
    padded = np.zeros(8 * packed.shape[1], dtype=np.float32)
    padded[: len(vector)] = vector
    every_byte = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.float32)
    sums = np.ascontiguousarray((every_byte @ padded.reshape(-1, 8).T).T)  # what a byte adds, by its place
    total = np.zeros(len(packed), dtype=np.float32)
    for place, of_byte in enumerate(sums):
        total += of_byte[packed[:, place]]
    return np.argpartition(-total, count)[:count]


def to_bytes(rows: Matrix) -> NDArray[np.int8]:
    """Return unit vectors as whole numbers up to 127, each in a scale of its own, which its length gives back."""
    largest = np.abs(rows).max(axis=1, keepdims=True)
    return np.rint(rows * (_LARGEST / np.where(largest > 0, largest, 1))).astype(np.int8)


def cosines_of_bytes(codes: NDArray[np.int8], vector: Vector) -> Vector:
    """Return the cosines of vectors in bytes with a unit vector, right to some thousandths."""
    rows = codes.astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    found: Vector = (rows @ vector / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return found
