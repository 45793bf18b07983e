"""Dropped files in a real browser against the real server: none is lost, whatever the user does meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e.serving import Server

from web.browser import PHONE, Browser, url_of

pytestmark = pytest.mark.slow

# A slow line: each call takes a second longer, and 64 kB pass in a second.
SLOW = {"latency": 1_000, "bytesPerSecond": 64_000}
LOOKS = [
    ("wide", {"viewport": {"width": 1440, "height": 900}}),
    ("tablet", {"viewport": {"width": 820, "height": 1180}, "colorScheme": "dark"}),
    ("phone", PHONE),
]


@pytest.fixture
def own_server(built: None, tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data").start()
    yield server
    server.kill()


def _papers(folder: Path, count: int) -> list[str]:
    paths = [folder / f"kettle-{number:02}.md" for number in range(1, count + 1)]
    for number, path in enumerate(paths, start=1):
        path.write_text(f"# On Kettle {number}\n\nKettle {number} boils after {number + 3} minutes on a gas flame.\n")
    return [str(path) for path in paths]


def _read(server: Server, files: list[str]) -> set[str]:
    """Return the names of these files of which the library has a paper that is read, once all have one or two minutes are over."""
    wanted = {Path(file).name for file in files}
    until = time.monotonic() + 120
    while True:
        listed = server.call("GET", "/library?limit=100").json()["papers"]
        read = wanted & {paper["filename"] for paper in listed if paper["status"] == "completed"}
        if read == wanted or time.monotonic() > until:
            return read
        time.sleep(0.5)


@pytest.mark.parametrize(("name", "context"), LOOKS)
def test_forty_dropped_files_arrive_while_another_room_is_shown(
    own_server: Server, browser: Browser, tmp_path: Path, name: str, context: dict[str, Any]
) -> None:
    files = _papers(tmp_path, 40)

    seen = browser.play("dropAndLeave", url=url_of(own_server), files=files, name=name, context=context, slow=SLOW)

    assert seen["said"].endswith("of 40 files sent"), "the whole count from the start"
    assert seen["listed"] >= 20
    assert seen["serious"] == []
    assert len(_read(own_server, files)) == len(files)


def test_the_browser_asks_before_a_tab_with_uploads_closes_and_a_reload_tells_what_is_missing(
    own_server: Server, browser: Browser, tmp_path: Path
) -> None:
    files = _papers(tmp_path, 20)

    seen = browser.play("dropAndReload", url=url_of(own_server), files=files, name="wide", slow=SLOW)

    assert seen["asked"] == ["beforeunload", "beforeunload"]
    assert seen["stayed"]
    assert (
        seen["told"] == f"{len(seen['names'])} files had not arrived when this page was reloaded. Add them once more:"
    )
    assert {"kettle-20.md"} <= set(seen["names"]) <= {Path(file).name for file in files}
    assert seen["serious"] == []
    assert len(_read(own_server, files)) == len(files)


def test_files_of_other_kinds_are_refused_unsent_and_the_others_arrive(
    own_server: Server, browser: Browser, tmp_path: Path
) -> None:
    program = tmp_path / "setup.exe"
    program.write_bytes(b"MZ")
    turned = tmp_path / "report\u202egpj.exe"
    turned.write_bytes(b"MZ")

    seen = browser.play(
        "dropWrongKinds", url=url_of(own_server), files=[str(program), str(turned), *_papers(tmp_path, 1)], name="wide"
    )

    assert seen["announced"] == ["kettle-01.md"]
    assert seen["said"][0].startswith("Files of this kind cannot be read, so it was not sent. Papers are PDF, Word")
    assert seen["names"][:2] == ["setup.exe", "reportgpj.exe"], "a name is shown in the order of its letters"
    assert seen["again"] == 0
