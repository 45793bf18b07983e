"""The process that makes a PDF: sets limits for itself, marks a copy of one or prints a page of HTML, and ends.

Run as `python -m scholarai.adapters.pdfs.child REQUEST`, the request being JSON, with the marks as JSON or the page on the
standard input. It says what `reading.child` says, and `{"pdf": size}` at last, which as many bytes follow.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from scholarai.adapters.reading.child import EXIT_MEMORY, EXIT_ORPHAN, Output, take_limits
from scholarai.adapters.reading.confinement import imported_files, refuse_privileges_and_network, take_own_user
from scholarai.adapters.reading.orphans import dies_with

if TYPE_CHECKING:
    from scholarai.adapters.pdfs.process import Task


def main(argument: str) -> int:
    """Do what the request says; return the exit code."""
    gc.disable()
    request = json.loads(argument)
    data = sys.stdin.buffer.read()
    path, lacking = take_own_user(Path(request["path"]), imported_files())
    if not dies_with(request["parent"]):
        return EXIT_ORPHAN
    lacking += take_limits(request["address_space_bytes"], request["cpu_s"])
    lacking += refuse_privileges_and_network()
    output = Output.take_over()
    if lacking:
        output.message({"unconfined": lacking})
    from scholarai.domain.errors import PaperFaultError

    try:
        pdf = _made(request["task"], data, path)
    except PaperFaultError as error:
        output.message({"fault": [error.code, error.detail, error.action]})
    except (MemoryError, SystemError):  # C code raises the latter after a failed allocation
        return EXIT_MEMORY
    except Exception as error:  # noqa: BLE001  - an entry point: a hostile file may raise anything
        detail = f"The file made its reader fail ({type(error).__name__})."
        output.message({"fault": ["reader_crashed", detail, ""]})
    else:
        output.message({"pdf": len(pdf)})
        output.line(pdf)
        output.flush()
    return 0


def _made(task: Task, data: bytes, path: Path) -> bytes:
    match task:
        case "annotate":
            from scholarai.adapters.pdfs.highlights import with_highlights

            return with_highlights(path, json.loads(data))
        case "print":
            from scholarai.adapters.pdfs.printing import as_pdf

            return as_pdf(data)


if __name__ == "__main__":
    os._exit(main(sys.argv[1]))
