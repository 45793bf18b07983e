"""One server per data folder."""

from __future__ import annotations

import time
from pathlib import Path
from typing import IO

from scholarai.adapters.locks import take_lock

# A worker whose parent was killed ends within a second.
PATIENCE_S = 5.0


class StoreHeldError(RuntimeError):
    """Another server uses this data folder."""


def hold(data_dir: Path, *, patience_s: float = PATIENCE_S) -> IO[str]:
    """Return a lock on the folder that lasts until the file is closed, here and in every child.

    Raises:
        StoreHeldError: If it is held by another process for longer than `patience_s`.
    """
    file = (data_dir / "serve.lock").open("w")
    deadline = time.monotonic() + patience_s
    while not take_lock(file.fileno()):
        if time.monotonic() > deadline:
            file.close()
            raise StoreHeldError(f"another `scholarai serve` uses {data_dir}")
        time.sleep(0.1)
    return file
