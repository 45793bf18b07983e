"""A claim is taken over at once when its process was killed, and never while it runs."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from pathlib import Path

import pytest
from unit.embedded.hanging import extract_and_hang
from unit.services_papers.system import ADA, System, paper_id_of

from scholarai.adapters.embedded.claims import is_gone, this_process
from scholarai.domain.errors import TransientError

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems tell no start of a process")
SPAWN = multiprocessing.get_context("spawn")


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


def test_the_paper_of_a_killed_process_is_extracted_by_the_next_one_at_once(system: System, tmp_path: Path) -> None:
    event = system.upload(ADA)
    names = SPAWN.Queue()
    worker = SPAWN.Process(target=extract_and_hang, args=(tmp_path, event, names))
    worker.start()
    name = names.get(timeout=60)

    with pytest.raises(TransientError, match="busy"):
        system.extract(event)
    assert not is_gone(name)
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    ends = time.monotonic() + 60
    while not is_gone(name) and time.monotonic() < ends:  # a process that nobody has waited for yet is gone, too
        time.sleep(0.01)

    assert system.extract(event) == "completed"
    assert system.backend.papers.get(paper_id_of(event)) is not None
    worker.join()
    assert is_gone(name)


def test_a_process_with_the_number_of_an_ended_one_is_another() -> None:
    *here, pid, start = this_process().split(" ")

    assert not is_gone(this_process())
    assert is_gone(" ".join((*here, pid, str(int(start) - 1))))


@pytest.mark.parametrize("name", ["", "x", "a b c d", "a b 1 2"])
def test_nothing_is_known_of_other_machines_and_containers(name: str) -> None:
    assert not is_gone(name)


def test_a_name_in_another_container_says_nothing() -> None:
    boot, _, pid, start = this_process().split(" ")

    assert not is_gone(f"{boot} pid:[1] {pid} {int(start) - 1}")
    assert not is_gone(f"other-boot pid:[1] {pid} {start}")
