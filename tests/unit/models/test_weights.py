"""Weights are used only when they are the published ones, and hashed only once."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import numpy as np
import pytest

from scholarai.adapters.models.local.weights import BadTensorFileError, ModelFiles, check_model_files, open_tensors

WEIGHTS, VOCABULARY = b"weights", b"[UNK]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    model = tmp_path / "model"
    model.mkdir()
    (model / "model.safetensors").write_bytes(WEIGHTS)
    (model / "vocab.txt").write_bytes(VOCABULARY)
    return model


def check(folder: Path) -> ModelFiles | None:
    return check_model_files(
        folder,
        folder.parent / "cache",
        weights_sha256=hashlib.sha256(WEIGHTS).hexdigest(),
        vocabulary_sha256=hashlib.sha256(VOCABULARY).hexdigest(),
    )


def test_published_files_are_found(folder: Path) -> None:
    assert check(folder) == ModelFiles(folder / "model.safetensors", folder / "vocab.txt")


def test_a_changed_file_is_refused(folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(b"weighty")

    assert check(folder) is None


def test_a_file_changed_after_it_was_verified_is_refused(folder: Path) -> None:
    check(folder)
    (folder / "model.safetensors").write_bytes(b"weighty")

    assert check(folder) is None


def test_a_missing_file_means_no_model(folder: Path) -> None:
    (folder / "vocab.txt").unlink()

    assert check(folder) is None


def test_a_verified_file_is_not_read_again(folder: Path) -> None:
    check(folder)
    weights = folder / "model.safetensors"
    before = weights.stat()
    with weights.open("r+b") as file:  # the same inode and size, and the old time: only reading it would tell
        file.write(b"WEIGHTS")
    os.utime(weights, ns=(before.st_atime_ns, before.st_mtime_ns))

    assert check(folder) is not None


def test_a_damaged_record_is_ignored(folder: Path) -> None:
    record = folder.parent / "cache" / "verified.json"
    record.parent.mkdir()
    record.write_text("{half a rec", encoding="utf-8")

    assert check(folder) is not None
    assert json.loads(record.read_text(encoding="utf-8"))


def test_a_cache_folder_that_cannot_be_made_costs_only_time(folder: Path) -> None:
    (folder.parent / "cache").write_text("a file where the folder should be", encoding="utf-8")

    assert check(folder) is not None


def write_tensor_file(path: Path, header: object, data: bytes) -> Path:
    encoded = json.dumps(header).encode()
    path.write_bytes(len(encoded).to_bytes(8, "little") + encoded + data)
    return path


def test_tensors_keep_their_shapes_and_values(tmp_path: Path) -> None:
    values = np.arange(6, dtype="<f4").reshape(2, 3)
    header = {"__metadata__": {"format": "pt"}, "a": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}
    path = write_tensor_file(tmp_path / "t.safetensors", header, values.tobytes())

    np.testing.assert_array_equal(open_tensors(path)["a"], values)


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 4_000]},
        {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 8]},
        {"dtype": "F32", "shape": [2, 3]},
    ],
    ids=["outside the file", "fewer values than its shape", "no place"],
)
def test_a_damaged_tensor_file_is_refused(tmp_path: Path, entry: dict[str, object]) -> None:
    path = write_tensor_file(tmp_path / "t.safetensors", {"a": entry}, b"\0" * 24)

    with pytest.raises(BadTensorFileError):
        open_tensors(path)


def test_a_header_longer_than_the_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.safetensors"
    path.write_bytes((10**9).to_bytes(8, "little") + b"{}")

    with pytest.raises(BadTensorFileError):
        open_tensors(path)
