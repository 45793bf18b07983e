"""Folders to work in: gone when the work is over, found when a killed process left one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from scholarai.adapters.temporary_directories import LockedTemporaryDirectories
from scholarai.domain.errors import TransientError

# Takes a folder, puts a paper into it, starts a child, tells where the folder is and who the child, and is then killed.
WORKER = """
import subprocess, sys, time
from pathlib import Path
from scholarai.adapters.temporary_directories import LockedTemporaryDirectories

with LockedTemporaryDirectories(Path(sys.argv[1])).folder() as folder:
    (folder / "paper").write_bytes(b"%PDF secret")
    child = subprocess.Popen(["sleep", "60"], stdout=subprocess.DEVNULL, close_fds=False)
    print(folder, child.pid, flush=True)
    time.sleep(60)
"""
# Takes a folder again and again, while others do the same and sweep, and ends with 1 if one is not its own.
BUSY = """
import sys
from pathlib import Path
from scholarai.adapters.temporary_directories import LockedTemporaryDirectories

for number in range(100):
    with LockedTemporaryDirectories(Path(sys.argv[1])).folder() as folder:
        if list(folder.iterdir()):
            sys.exit(1)
        (folder / "paper").write_text(str(number))
        if (folder / "paper").read_text() != str(number):
            sys.exit(1)
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "work"


@dataclass(frozen=True, slots=True)
class Worker:
    process: subprocess.Popen[str]
    folder: Path

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def worker(place: Path) -> Iterator[Worker]:
    """A process at its work, with a child that lives on when it is killed."""
    process = subprocess.Popen([sys.executable, "-c", WORKER, str(place)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    folder, child = process.stdout.readline().split()
    with process:
        yield Worker(process, Path(folder))
        process.kill()
        os.kill(int(child), signal.SIGKILL)


def test_a_folder_is_empty_private_and_gone_afterwards(place: Path) -> None:
    with LockedTemporaryDirectories(place).folder() as folder:
        assert (list(folder.iterdir()), folder.stat().st_mode & 0o777, place.stat().st_mode & 0o777) == (
            [],
            0o700,
            0o700,
        )
        (folder / "images").mkdir()
        (folder / "images" / "0.png").write_bytes(b"a picture")

    assert list(place.iterdir()) == []


def test_a_folder_goes_with_work_that_fails(place: Path) -> None:
    with pytest.raises(FileExistsError), LockedTemporaryDirectories(place).folder() as folder:
        folder.mkdir()

    assert list(place.iterdir()) == []


def test_a_folder_of_a_living_process_is_left_alone(worker: Worker, place: Path) -> None:
    assert LockedTemporaryDirectories(place).sweep() == 0
    assert (worker.folder / "paper").read_bytes() == b"%PDF secret"


def test_a_folder_of_this_process_is_left_alone(place: Path) -> None:
    with LockedTemporaryDirectories(place).folder() as mine, LockedTemporaryDirectories(place).folder() as other:
        assert LockedTemporaryDirectories(place).sweep() == 0
        assert mine != other
        assert (mine.exists(), other.exists()) == (True, True)


def test_a_folder_of_a_killed_process_is_swept_though_its_child_lives(worker: Worker, place: Path) -> None:
    worker.kill()
    assert (worker.folder / "paper").exists()

    assert LockedTemporaryDirectories(place).sweep() == 1
    assert list(place.iterdir()) == []


def test_whoever_takes_a_folder_sweeps_those_of_the_dead(worker: Worker, place: Path) -> None:
    worker.kill()

    with LockedTemporaryDirectories(place).folder() as mine:
        assert list(place.iterdir()) == [mine]


def test_what_is_not_called_like_a_working_folder_is_left_alone(place: Path, tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "mine.pdf").touch()
    (place / "scholarai-faults").mkdir(parents=True)
    (place / "scholarai-work-file").touch()
    (place / "scholarai-work-link").symlink_to(tmp_path / "papers")

    assert LockedTemporaryDirectories(place).sweep() == 0
    assert len(list(place.iterdir())) == 3
    assert (tmp_path / "papers" / "mine.pdf").exists()


def test_processes_that_work_and_sweep_at_once_never_lose_their_folder(place: Path) -> None:
    busy = [subprocess.Popen([sys.executable, "-c", BUSY, str(place)], stderr=subprocess.PIPE) for _ in range(4)]

    assert [(process.communicate(timeout=60)[1].decode(), process.returncode) for process in busy] == [("", 0)] * 4
    assert list(place.iterdir()) == []


def test_a_place_that_cannot_be_had_is_a_fault_that_may_pass(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with (
        pytest.raises(TransientError, match="store_unavailable"),
        LockedTemporaryDirectories(tmp_path / "file").folder(),
    ):
        pass
