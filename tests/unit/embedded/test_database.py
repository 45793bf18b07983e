"""One SQLite file, many threads and processes."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from contract.making import a_paper
from msgspec.structs import replace

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.domain.errors import ConflictError
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper


def test_changes_of_many_threads_follow_each_other(backend: EmbeddedBackend) -> None:
    paper = a_paper()
    backend.papers.change(paper.id, lambda _: paper)

    def count(found: Paper | None) -> Paper:
        assert found is not None
        return replace(found, attempts=found.attempts + 1)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: backend.papers.change(paper.id, count), range(200)))

    stored = backend.papers.get(paper.id)
    assert stored is not None
    assert stored.attempts == 200


def test_processes_that_open_a_new_store_at_once_all_get_it(folder: Path) -> None:
    program = (
        "import sys; from scholarai.config import Settings;"
        "from scholarai.adapters.embedded.backend import EmbeddedBackend;"
        "backend = EmbeddedBackend(Settings.from_env({'SCHOLARAI_DATA': sys.argv[1]}));"
        "print(backend.papers.get('p1'))"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", program, str(folder)], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]

    assert [process.communicate(timeout=60)[0] for process in processes] == ["None\n"] * 4


def test_a_store_of_a_newer_program_is_left_alone(backend: EmbeddedBackend, folder: Path) -> None:
    with sqlite3.connect(folder / "scholarai.db") as connection:
        connection.execute("PRAGMA user_version = 999")

    with pytest.raises(ConflictError, match="store_too_new"):
        backend.papers.get(PaperId("p1"))


def test_a_rule_that_raises_changes_nothing_and_frees_the_store(backend: EmbeddedBackend) -> None:
    paper = a_paper()
    backend.papers.change(paper.id, lambda _: paper)

    def refuse(_: Paper | None) -> Paper:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        backend.papers.change(paper.id, refuse)

    assert backend.papers.change(paper.id, lambda found: found) == paper


def test_reading_a_paper_imports_no_numpy(folder: Path) -> None:
    program = (
        "import sys; from scholarai.config import Settings;"
        "from scholarai.adapters.embedded.backend import EmbeddedBackend;"
        "backend = EmbeddedBackend(Settings.from_env({'SCHOLARAI_DATA': sys.argv[1]}));"
        "backend.papers.get('p1'), backend.contents, backend.search, backend.sessions, backend.objects, backend.signer;"
        "print('numpy' in sys.modules)"
    )

    assert subprocess.check_output([sys.executable, "-c", program, str(folder)], text=True) == "False\n"


def test_opening_a_store_to_read_writes_nothing(folder: Path, open_at: Callable[[Path], EmbeddedBackend]) -> None:
    first = open_at(folder)
    paper = a_paper()
    first.papers.change(paper.id, lambda _: paper)
    first.close()
    log = folder / "scholarai.db-wal"
    assert not log.exists()

    second = open_at(folder)

    assert second.papers.get(paper.id) == paper
    assert log.stat().st_size == 0


def test_a_new_store_can_give_pages_back(backend: EmbeddedBackend, folder: Path) -> None:
    backend.papers.get(PaperId("p1"))

    with sqlite3.connect(folder / "scholarai.db") as connection:
        assert connection.execute("PRAGMA auto_vacuum").fetchone() == (2,)


def test_a_text_that_is_no_text_is_damage(backend: EmbeddedBackend, folder: Path) -> None:
    backend.objects.put("uploads/ada/p1/paper.pdf", b"x", content_type="application/pdf")
    backend.close()
    with contextlib.closing(sqlite3.connect(folder / "scholarai.db", isolation_level=None)) as connection:
        connection.execute("UPDATE objects SET content_type = CAST(x'ff' AS TEXT)")

    with pytest.raises(ConflictError, match="store_damaged"):
        backend.objects.find("uploads/ada/p1/paper.pdf")
