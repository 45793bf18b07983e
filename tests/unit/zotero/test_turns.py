"""Imports from Zotero and sends to it take turns over processes, and one that was killed does not stop the others for long."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from unit.zotero.world import ADA, LateClock, World

from scholarai.bootstrap.zotero import ZoteroServices
from scholarai.domain.errors import TransientError
from scholarai.services import leases
from scholarai.services.leases import LEASE, LONGEST, ExclusiveLease

# Takes the turn, says so, and works on without an end.
HOLDS = """
import sys, time
from scholarai.bootstrap import App
from scholarai.config import Settings
app = App(Settings.from_env({"SCHOLARAI_DATA": sys.argv[1], "SCHOLARAI_ZOTERO_KEY": "key"}))
with app.zotero.lease().hold():
    print("taken", flush=True)
    time.sleep(300)
"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path).with_paper()


def turns(world: World, late: timedelta = timedelta()) -> ExclusiveLease:
    """Return the turns as a process sees them that begins `late` after now, and that waits for nobody."""
    return replace(ZoteroServices.lease(world.app.zotero), clock=LateClock(late), wait_s=0.0)


def test_imports_and_sends_of_another_process_wait_for_each_other(world: World) -> None:
    command = [sys.executable, "-c", HOLDS, str(world.folder / "data")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ}) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == "taken\n"
            importing = replace(world.app.zotero.import_from_zotero(), lease=turns(world))
            sending = replace(world.app.zotero.send_to_zotero(), lease=turns(world))

            for call in (lambda: importing.import_new(ADA, "users/1"), lambda: sending.send(ADA)):
                with pytest.raises(TransientError, match="zotero_busy"):
                    call()

            other.send_signal(signal.SIGKILL)
            other.wait()
            with pytest.raises(TransientError, match="zotero_busy"), turns(world).hold():
                pass
            with turns(world, late=LEASE).hold():
                pass
        finally:
            other.kill()


def test_a_worker_waits_for_the_one_before_it(world: World) -> None:
    said: list[str] = []
    begun, end = threading.Event(), threading.Event()

    def first() -> None:
        with ZoteroServices.lease(world.app.zotero).hold():
            begun.set()
            end.wait(30)
            said.append("first")

    def pause(_: float) -> None:
        end.set()
        worker.join(30)

    worker = threading.Thread(target=first)
    worker.start()
    begun.wait(30)
    with replace(ZoteroServices.lease(world.app.zotero), pause=pause).hold():
        said.append("second")

    assert said == ["first", "second"]


def test_work_that_lasts_renews_its_lease_and_work_that_hangs_loses_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LEASE", timedelta(seconds=0.3))
    clock = LateClock(timedelta())
    with replace(ZoteroServices.lease(world.app.zotero), clock=clock).hold():
        first = ends_us(world)
        (renewing,) = [thread for thread in threading.enumerate() if thread.name == "lease"]
        wait_for(lambda: ends_us(world) > first)

        clock.late = LONGEST
        renewing.join(30)

        assert not renewing.is_alive()
        with turns(world, late=LONGEST + LEASE).hold():
            pass


def ends_us(world: World) -> int:
    with world.app.backend().leases.database.reading() as tx:  # type: ignore[attr-defined]  # the embedded one
        (found,) = tx.execute("SELECT expires_us FROM leases").fetchone()
    return int(found)


def wait_for(happened: Callable[[], bool]) -> None:
    for _ in range(3_000):
        if happened():
            return
        threading.Event().wait(0.01)
    pytest.fail("it did not happen in 30 s")


def test_a_turn_ends_with_an_error_too(world: World) -> None:
    with pytest.raises(ValueError, match="broken"), turns(world).hold():
        raise ValueError("broken")

    with turns(world).hold():
        pass
