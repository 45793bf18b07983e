"""What a spawned process runs: it can import modules of the tests' folder, but no test module."""

from __future__ import annotations

import time
from pathlib import Path

from unit.services_papers.system import System

from scholarai.adapters.embedded.claims import this_process
from scholarai.domain.paper import ObjectFinalized


def extract_and_hang(folder: Path, event: ObjectFinalized, name: object) -> None:
    """Claim the paper in a process of its own, and wait in the middle of it."""
    system = System(folder)

    def hang(page: int) -> None:
        name.put(this_process())  # type: ignore[attr-defined]  # a queue of multiprocessing
        time.sleep(600)

    system.reader.during = hang
    system.extract(event)
