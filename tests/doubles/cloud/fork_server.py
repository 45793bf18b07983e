"""A function that is loaded once and forked for every instance: a killed one is back in a moment.

Run as `python -m doubles.cloud.fork_server TARGET MAIN`, with the bundle on the path. Each line of the standard input is a JSON object
with `port`, `log` and `environment`; the answer is the new instance's process id. Nothing is built when a function is
loaded, so the forks share no connection and no thread; they end with this process.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from typing import Any

# What a function's first call loads, so that no fork has to.
PRELOADED = (
    "google.cloud.firestore_v1",
    "google.cloud.pubsub_v1",
    "google.cloud.storage",
    "google.genai",
    "grpc",
    "numpy",
    "scholarai.adapters.gcp.backend",
    "scholarai.adapters.models.gemini.embedder",
    "scholarai.adapters.reading.formats",
    "scholarai.services.extraction",
)


def main(target: str, source: str) -> int:
    import importlib

    import functions_framework

    for name in PRELOADED:
        importlib.import_module(name)
    app = functions_framework.create_app(target=target, source=source)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are gone at once
    born: list[int] = []
    for line in sys.stdin:
        order = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _live(app, order)
        with contextlib.suppress(ProcessLookupError):
            os.setpgid(pid, pid)  # the child does so, too: its group may be killed as soon as its id is known
        born.append(pid)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
    for pid in born:
        try:
            os.killpg(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue
    return 0


def _live(app: Any, order: Any) -> None:
    """Serve until killed."""
    from werkzeug.serving import make_server

    os.setpgid(0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(order["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for here, there in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(here, there)
    os.environ.update(order["environment"])
    try:
        make_server("127.0.0.1", order["port"], app, threaded=True).serve_forever()
    finally:
        os._exit(1)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
