"""The page looks as it did when its pictures were last taken (`make pictures` takes them again)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from e2e.serving import Server

from web import looks
from web.browser import Browser

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def taken(built: None, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> dict[str, np.ndarray]:
    scratch = tmp_path_factory.mktemp("looks")
    server = Server(scratch / "data").start()
    try:
        return dict(looks.take_looks(browser, server, scratch))
    finally:
        server.kill()


def test_every_state_has_a_stored_picture_and_no_picture_is_left_over(taken: dict[str, np.ndarray]) -> None:
    assert {path.stem for path in looks.STORED.glob("*.png")} == set(taken)


def test_no_state_looks_different_from_its_stored_picture(taken: dict[str, np.ndarray]) -> None:
    shares = {name: looks.changed_share(blocks, looks.stored(name)) for name, blocks in taken.items()}

    assert {name: share for name, share in shares.items() if share > looks.MOST_CHANGED_SHARE} == {}


def test_a_part_that_moves_is_seen(taken: dict[str, np.ndarray]) -> None:
    library = taken["light-library"]

    assert looks.changed_share(np.roll(library, 4, axis=0), library) > looks.MOST_CHANGED_SHARE


def test_the_pictures_are_read_as_they_were_stored(
    taken: dict[str, np.ndarray], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looks, "STORED", tmp_path)
    looks.store("one", taken["light-library"])

    assert (looks.stored("one") == taken["light-library"]).all()
