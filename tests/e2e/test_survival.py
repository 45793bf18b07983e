"""A served library: what is deleted is gone from its folder, and a backup made meanwhile brings the rest back."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from e2e.serving import Server

from scholarai.local.cli import main

pytestmark = pytest.mark.slow

QUESTION = "How many people make a shared birthday more likely than not?"
# What the index of words makes of "birthday" begins so, too.
MARKER = b"birthda"


def found(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file() and MARKER in path.read_bytes().lower()]


def test_a_stopped_server_leaves_nothing_of_a_deleted_paper(serve: Callable[..., Server]) -> None:
    server = serve().start()
    server.wait_until_ended("sample-paper")
    assert server.post("/papers/sample-paper/chat", {"question": QUESTION}).status == 200
    assert found(server.data)

    assert server.call("DELETE", "/papers/sample-paper").status == 204
    assert server.stop() == 0

    assert found(server.data) == []


def test_a_lost_library_is_not_served_until_its_backup_is_restored(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    server = serve().start()
    server.wait_until_ended("sample-paper")
    archive, data = tmp_path / "library.tar", ["--data", str(server.data)]
    assert main(["backup", str(archive), *data]) == 0
    assert main(["verify", *data]) == 0
    server.kill()
    for path in server.data.glob("scholarai.db*"):
        path.unlink()
    papers = shutil.copytree(server.data / "objects", tmp_path / "papers")

    assert main(["serve", "--port", str(server.port), *data]) == 1
    assert sorted(path.name for path in (server.data / "objects").iterdir()) == sorted(
        path.name for path in papers.iterdir()
    )
    assert main(["restore", str(archive), *data]) == 0

    again = serve().start()
    assert again.post("/papers/sample-paper/chat", {"question": QUESTION}).status == 200
