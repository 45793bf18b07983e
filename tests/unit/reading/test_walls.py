"""A library that a hostile file took over meets every wall of the reading process: each is tried from inside."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from unit.reading import sample_files

from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.domain.errors import PaperFaultError
from scholarai.ports.reading import PaperSource

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these walls")

LIMITS = ReadLimits(wall_s=60.0, cpu_s=20)
SECRET = "a-key-of-the-server"
# In the place of pymupdf; its outcomes leave as the detail of a fault.
HOSTILE = """
import json, os, resource, socket, subprocess, sys
from pathlib import Path
from scholarai.domain.errors import PaperFaultError

HERE, PORT = Path(__file__).parent, {port}

def outcome(attempt):
    try:
        attempt()
    except (OSError, MemoryError) as error:
        return type(error).__name__
    return "worked"

def limits(name):
    return list(resource.getrlimit(name))

outcomes = {{
    "write": outcome(lambda: (HERE / "open" / "written").write_bytes(b"x")),
    "append": outcome(lambda: (HERE / "open" / "there").open("ab").write(b"x" * 100_000)),
    "memory": outcome(lambda: bytearray(2 << 30)),
    "files": outcome(lambda: [os.open("/dev/null", os.O_RDONLY) for _ in range(100)]),
    "environment": dict(os.environ),
    "core": limits(resource.RLIMIT_CORE),
}}
os.closerange(20, 70)
outcomes |= {{
    "socket": outcome(lambda: socket.socket(socket.AF_INET)),
    "datagram": outcome(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM)),
    "local": outcome(lambda: socket.socket(socket.AF_UNIX)),
    "pair": outcome(socket.socketpair),
    "connect": outcome(lambda: socket.create_connection(("127.0.0.1", PORT), timeout=2)),
    "start": outcome(lambda: os.posix_spawn("/bin/true", ["true"], {{}})),
    "replace": outcome(lambda: os.execv("/bin/true", ["true"])),
    "signal": outcome(lambda: os.kill(os.getppid(), 0)),
    "raise limits": outcome(lambda: resource.setrlimit(resource.RLIMIT_CPU, (9_999, 9_999)))
    if os.geteuid() else "PermissionError",
}}
raise PaperFaultError("reader_crashed", json.dumps(outcomes), action="-")
"""
ENDLESS = "while True: pass"
# Answers in the reader's place, over the one pipe that there is.
ANSWERS = r"""
import base64, json, os, stat
from scholarai.adapters.reading.encoding import encode
from scholarai.domain.content import PaperContent

pipe = next(number for number in range(3, 64) if stat.S_ISFIFO(os.fstat(number).st_mode))
lines = [json.dumps({"content": True}).encode(), *(line[:-1] for line in encode(PaperContent(source_format="pdf")))]
png = b"\x89PNG\r\n\x1a\n"
for index, picture in ((0, png), (1, b"<svg/>"), (2, png + bytes(2_000)), (10_000_000, png), ("../3", png)):
    lines.append(json.dumps({"image": [index, base64.b64encode(picture).decode()]}).encode())
lines.append(b'{"image": [4, "no base64"]}')
os.write(pipe, b"\n".join([*lines, b""]))
os._exit(0)
"""
SAYS = """
import os, stat

pipe = next(number for number in range(3, 64) if stat.S_ISFIFO(os.fstat(number).st_mode))
os.write(pipe, {line!r}.encode() + b"\\n")
os._exit(1)
"""


@pytest.fixture
def taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., PaperFaultError]:
    """Return what reads a paper with this code in the place of pymupdf, and gives back the fault that it ends with."""
    place = tmp_path / "library"
    place.mkdir()
    (place / "open").mkdir(mode=0o777)
    (place / "open" / "there").touch(mode=0o666)
    paper = sample_files.text_pdf(tmp_path / "paper.pdf", sample_files.SENTENCES)
    # A reading process imports from where its parent does.
    monkeypatch.syspath_prepend(str(place))
    monkeypatch.setenv("GEMINI_API_KEY", SECRET)

    def read(code: str, limits: ReadLimits = LIMITS) -> PaperFaultError:
        (place / "pymupdf.py").write_text(code)
        with pytest.raises(PaperFaultError) as caught:
            SandboxedReader(limits).read(PaperSource(path=paper, filename="a.pdf", media_type=""), lambda *_: None)
        return caught.value

    return read


def test_what_runs_in_a_reading_process_meets_every_wall(
    taken_over: Callable[..., PaperFaultError], tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        told: dict[str, Any] = json.loads(taken_over(HOSTILE.format(port=server.getsockname()[1])).detail)

    assert SECRET not in told.pop("environment").values()
    assert told.pop("core") == [0, 0]
    assert told.pop("memory") == "MemoryError"
    assert {name: told.pop(name) for name in ("write", "append", "files")} == dict.fromkeys(
        ("write", "append", "files"), "OSError"
    )
    assert told == dict.fromkeys(told, "PermissionError")
    assert {path.stat().st_size for path in (tmp_path / "library" / "open").iterdir()} == {0}


def test_processor_time_ends_long_before_the_time_of_the_clock(taken_over: Callable[..., PaperFaultError]) -> None:
    before = os.times()

    fault = taken_over(ENDLESS, ReadLimits(wall_s=60.0, cpu_s=1))

    after = os.times()
    assert fault.code == "read_timeout"
    assert after.children_user + after.children_system - before.children_user - before.children_system < 4


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        '{"fault": ["no_such_code", "", ""]}',
        '{"page": ["one", {}]}',
        "[" * 100_000,
        '{"content": true}\nx',
        '{"content": true}\n{}\n',
        '{"content": true}\n[]\n',
        '{"content": true}\n' + "[" * 100_000,
    ],
)
def test_a_reading_process_that_says_what_none_says_has_crashed(
    taken_over: Callable[..., PaperFaultError], line: str
) -> None:
    fault = taken_over(SAYS.format(line=line))

    assert fault.code == "reader_crashed"


def test_what_a_reading_process_hands_back_as_a_picture_is_one_of_a_usual_size(
    taken_over: Callable[..., PaperFaultError], tmp_path: Path
) -> None:
    (tmp_path / "library" / "pymupdf.py").write_text(ANSWERS)
    images = tmp_path / "images"
    images.mkdir()
    source = PaperSource(path=tmp_path / "paper.pdf", filename="a.pdf", media_type="", images=images)

    SandboxedReader(ReadLimits(image_bytes=1_000)).read(source, lambda *_: None)

    assert [path.name for path in images.iterdir()] == ["0.png"]
