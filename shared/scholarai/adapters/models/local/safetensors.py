"""Reads the tensors of a `.safetensors` file through a memory map, without copying them."""

from __future__ import annotations

import json
import mmap
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HEADER_LENGTH_BYTES = 8  # little-endian, https://huggingface.co/docs/safetensors
MAX_HEADER_BYTES = 100_000_000  # the same page


class BadTensorFileError(ValueError):
    """The file is not a safetensors file, or holds something else than the float32 tensors expected of it."""


def open_tensors(path: Path, *, ahead: str = "") -> dict[str, NDArray[np.float32]]:
    """Return the float32 tensors of a file by name, read-only; other kinds (such as position ids) are left out.

    Pages are read from disk when they are first touched, and shared between processes. Where `ahead` is given, a thread touches
    those of the tensors whose names begin with it, at once.

    Raises:
        BadTensorFileError: If the header is damaged or points outside the file.
    """
    with path.open("rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    length = int.from_bytes(data[:HEADER_LENGTH_BYTES], "little")
    if not 2 <= length <= min(MAX_HEADER_BYTES, len(data) - HEADER_LENGTH_BYTES):
        raise BadTensorFileError(f"{path.name}: a header of {length} bytes in a file of {len(data)}")
    start = HEADER_LENGTH_BYTES + length
    try:
        header = json.loads(data[HEADER_LENGTH_BYTES:start])
        entries = [(name, entry) for name, entry in header.items() if entry.get("dtype") == "F32"]
        tensors = {name: _tensor(data, start, entry) for name, entry in entries}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadTensorFileError(f"{path.name}: damaged header") from error
    touched = [entry["data_offsets"] for name, entry in entries if ahead and name.startswith(ahead)]
    if touched:
        _touch(data, start, touched)
    return tensors


def _touch(data: mmap.mmap, start: int, offsets: Sequence[tuple[int, int]]) -> None:
    """Read one byte per page from the first of the tensors to the last, in a thread; NumPy leaves Python's lock for that."""
    first, last = min(begin for begin, _ in offsets), max(end for _, end in offsets)
    pages = np.frombuffer(data, dtype=np.uint8)[start + first : start + last : mmap.PAGESIZE]
    threading.Thread(target=pages.max, name="weights", daemon=True).start()


def _tensor(data: mmap.mmap, start: int, entry: dict[str, list[int]]) -> NDArray[np.float32]:
    begin, end = entry["data_offsets"]
    if not 0 <= begin <= end <= len(data) - start:
        raise BadTensorFileError(f"a tensor from {begin} to {end} lies outside the file")
    count = (end - begin) // np.dtype(np.float32).itemsize
    return np.frombuffer(data, dtype="<f4", count=count, offset=start + begin).reshape(entry["shape"])
