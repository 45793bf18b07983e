"""The reading process: limits itself, reads one file, sends messages to its parent, and ends.

Run as `python -m scholarai.adapters.reading.child REQUEST`, the request being JSON. Each message on the standard
output is one line of JSON: `{"unconfined": ["network"]}` if a restriction is missing, `{"page": [3, 12]}`,
`{"fault": [code, detail, action]}` or `{"content": true}`, which the lines of `wire.encode` follow. Pictures come last, since nothing depends on them:
`{"image": [index, base64 of a PNG]}`.
"""

from __future__ import annotations

import base64
import gc
import json
import os
import sys
from pathlib import Path
from typing import Any

from scholarai.adapters.reading.confinement import imported_files, refuse_privileges_and_network, take_own_user
from scholarai.adapters.reading.orphans import dies_with
from scholarai.domain.content import PaperContent

EXIT_MEMORY = 70
EXIT_ORPHAN = 71
_PIECE_BYTES = 1 << 16


def main(argument: str) -> int:
    """Read the file that the request names, and return the exit code."""
    # One file, then the process ends: looking for cycles would cost a quarter of the time and free next to nothing.
    gc.disable()
    request = json.loads(argument)
    path, lacking = take_own_user(Path(request["path"]), imported_files())
    # After the change of user, which resets it in the kernel.
    if not dies_with(request["parent"]):
        return EXIT_ORPHAN
    lacking += take_limits(request["address_space_bytes"], request["limits"]["cpu_s"])
    lacking += refuse_privileges_and_network()
    output = Output.take_over()
    if lacking:
        output.message({"unconfined": lacking})
    # Imported under the limits, and after the output is safe from what libraries print.
    from scholarai.adapters.reading.encoding import encode
    from scholarai.domain.errors import PaperFaultError

    try:
        content = _read(path, request, output)
        output.message({"content": True})
        for line in encode(content):
            output.line(line)
        output.flush()
        _send_images(path, request, content, output)
    except PaperFaultError as error:
        output.message({"fault": [error.code, error.detail, error.action]})
    except (MemoryError, SystemError):  # C code raises the latter after a failed allocation
        return EXIT_MEMORY
    except Exception as error:  # noqa: BLE001  - an entry point: a hostile file may raise anything
        where = error.__traceback__
        while where is not None and where.tb_next is not None:
            where = where.tb_next
        place = f"{where.tb_frame.f_code.co_name}:{where.tb_lineno}" if where else "?"
        output.message(
            {"fault": ["reader_crashed", f"The file made its reader fail ({type(error).__name__} in {place}).", ""]}
        )
    return 0


class Output:
    """The parent's pipe, moved away from the standard output so that nothing else writes into it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._pending = bytearray()

    @classmethod
    def take_over(cls) -> Output:
        kept = os.dup(1)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        return cls(kept)

    def page(self, done: int, pages: int | None) -> None:
        self.message({"page": [done, pages]})

    def line(self, data: bytes) -> None:
        self._pending += data
        if len(self._pending) > _PIECE_BYTES:
            self.flush()

    def flush(self) -> None:
        self._write(self._pending)
        self._pending = bytearray()

    def message(self, message: dict[str, Any]) -> None:
        self._write(json.dumps(message).encode() + b"\n")

    def _write(self, data: bytes | bytearray) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._descriptor, view) :]


def take_limits(address_space_bytes: int, cpu_s: int) -> list[str]:
    """Limit what this process may take; return what could not be limited."""
    os.environ["OMP_THREAD_LIMIT"] = "1"
    if sys.platform == "win32":
        return ["memory", "cpu"]
    import resource

    lacking: list[str] = []
    for name, value in (
        (resource.RLIMIT_AS, address_space_bytes),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(name)[1]
        limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
        try:
            resource.setrlimit(name, (limit, limit))
        except (ValueError, OSError):
            if sys.platform == "linux":
                raise
            lacking = ["memory"]  # macOS knows no limit of address space
    # SIGXCPU at the soft limit tells the parent why; SIGKILL follows at the hard one.
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 2))
    return lacking


def _read(path: Path, request: dict[str, Any], output: Output) -> Any:
    from scholarai.adapters.reading.formats import read_file
    from scholarai.adapters.reading.limits import ReadLimits

    return read_file(path, request["filename"], ReadLimits(**request["limits"]), output.page)


def _send_images(path: Path, request: dict[str, Any], content: PaperContent, output: Output) -> None:
    """Send the pictures one by one, so that only one at a time is in memory."""
    if not request["images"]:
        return
    from scholarai.adapters.reading.figure_images import render_images
    from scholarai.adapters.reading.limits import ReadLimits

    for index, png in render_images(path, content, ReadLimits(**request["limits"])):
        output.message({"image": [index, base64.b64encode(png).decode()]})


if __name__ == "__main__":
    # All is written; freeing a paper object by object would take longer than ending the process.
    os._exit(main(sys.argv[1]))
