"""Pages, articles and Word files that would fetch, multiply or nest without end: read or refused in time, fetching nothing."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from attacks.making import CANARY, Maker, written
from attacks.markup import hostile_markup

from scholarai.adapters.reading.faults import codes
from scholarai.adapters.reading.formats import read_file
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.domain.errors import PaperFaultError

# Of processor time: the machine may be busy. Measured: at most 3 s.
MOST_S = 10.0
NAMES = [name for name, _ in hostile_markup("")]


@pytest.fixture(scope="module")
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


@pytest.mark.parametrize("name", NAMES)
def test_hostile_markup_is_read_or_refused_in_time_and_fetches_nothing(
    name: str, listener: socket.socket, tmp_path: Path
) -> None:
    makers: dict[str, Maker] = dict(hostile_markup(f"http://127.0.0.1:{listener.getsockname()[1]}"))
    path = written(tmp_path, name, makers[name])

    began = time.process_time()
    outcome = _outcome(path)

    assert time.process_time() - began < MOST_S
    assert CANARY not in outcome
    assert "root:x:0" not in outcome
    with pytest.raises(BlockingIOError):
        listener.accept()


def _outcome(path: Path) -> str:
    """Return the text, or the code of the fault; without the sandbox, whose walls would hide that something is fetched."""
    try:
        return read_file(path, path.name, ReadLimits(), lambda *_: None).text()
    except PaperFaultError as fault:
        return next(code for code in codes() if code == fault.code)
