"""A paper whose record is damaged no longer says which file is its own: what has its name goes with it, and nothing else does."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest
from unit.services_papers.system import ADA, System, paper_id_of

from scholarai.domain.ids import PaperId

BY_HAND = ("thesis/first.md", "uploads/ada/thesis/first.md")


@pytest.fixture
def system(tmp_path: Path) -> System:
    made = System(tmp_path)
    made.with_rules(default_owner=ADA)
    return made


def damage(folder: Path, paper_id: PaperId) -> None:
    """Change a letter of the record, passing by the program."""
    with contextlib.closing(sqlite3.connect(folder / "scholarai.db")) as database, database:
        database.execute("UPDATE papers SET doc = replace(doc, 'a', 'b') WHERE id = ?", (paper_id,))


@pytest.mark.parametrize("name", ["announced", *BY_HAND])
def test_its_file_is_deleted_with_it(system: System, tmp_path: Path, name: str) -> None:
    event = system.upload() if name == "announced" else system.put(name)
    others = [system.put(one) for one in (*BY_HAND, "uploads/ada/thesis/second.md") if one != name]
    ends = [system.extract(one) for one in (event, *others)]
    damage(tmp_path, paper_id_of(event))

    system.delete(ADA, paper_id_of(event))

    assert set(ends) == {"completed"}
    assert list(system.backend.objects.names("")) == sorted(one.name for one in others)
    assert len(system.backend.papers.list(ADA, limit=9).papers) == len(others)


@pytest.mark.parametrize("name", BY_HAND)
def test_a_repeated_event_finds_the_damage(system: System, tmp_path: Path, name: str) -> None:
    event = system.put(name)
    system.extract(event)
    damage(tmp_path, paper_id_of(event))

    assert system.extract(event) == "refused"
    assert len(system.backend.papers.list(ADA, limit=9).papers) == 1


def test_what_comes_into_the_folder_of_one_that_was_announced_is_read_and_stays(system: System, tmp_path: Path) -> None:
    event = system.upload()
    system.extract(event)
    damage(tmp_path, paper_id_of(event))
    read, unread = (system.put(f"{event.name.rpartition('/')[0]}/{name}.md") for name in ("read", "unread"))

    assert system.extract(read) == "completed"
    system.delete(ADA, paper_id_of(event))

    assert {read.name, unread.name} <= set(system.backend.objects.names(""))
    assert system.extract(unread) == "completed"
