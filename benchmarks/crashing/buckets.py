"""Our Cloud Storage in a process of its own: the sweep forks, so it must not hold the server's threads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

STOP_S = 10.0


@contextmanager
def storage(folder: Path) -> Iterator[Mapping[str, str]]:
    """Run the server and give what its clients must find in their environment."""
    paths = os.pathsep.join(path for path in sys.path if path)
    server = subprocess.Popen(
        [sys.executable, "-m", "crashing.buckets", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": paths},
    )
    assert server.stdin is not None
    assert server.stdout is not None
    try:
        yield json.loads(server.stdout.readline())
    finally:
        server.stdin.close()
        server.wait(STOP_S)


def main() -> None:
    """Serve until the process that started this one ends."""
    from doubles.storage_server.server import StorageServer

    server = StorageServer(Path(sys.argv[1]))
    env = {"STORAGE_EMULATOR_HOST": server.url, "GOOGLE_APPLICATION_CREDENTIALS": str(server.key_file)}
    sys.stdout.write(json.dumps(env) + "\n")
    sys.stdout.flush()
    sys.stdin.read()
    server.close()


if __name__ == "__main__":
    main()
