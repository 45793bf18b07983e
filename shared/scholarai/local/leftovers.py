"""`scholarai ops leftovers`: lists orphans that deletions and crashes may have left in the cloud, or on this machine."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.system import SystemClock
from scholarai.config import Settings
from scholarai.domain.values import Value
from scholarai.local.terminal import DONE, SOME_FAILED, show


class Leftover(Value, frozen=True, kw_only=True):
    """Where something lies that belongs to nothing."""

    path: str


def run(options: argparse.Namespace) -> int:
    """Print an orphan per line, and return whether there is any."""
    settings = Settings.from_env({"SCHOLARAI_BACKEND": "gcp"} | os.environ)
    found = 0
    for path in _on_this_machine(settings) if settings.backend == "embedded" else _in_the_cloud(settings):
        show(Leftover(path=path), path, as_json=options.json)
        found += 1
    print(f"{found} left over", file=sys.stderr)
    return SOME_FAILED if found else DONE


def _on_this_machine(settings: Settings) -> Iterator[str]:
    return EmbeddedBackend(settings).leftovers().run()


def _in_the_cloud(settings: Settings) -> Iterator[str]:
    from scholarai.adapters.gcp.clients import firestore_client, storage_client
    from scholarai.adapters.gcp.leftovers import FindLeftovers

    firestore, storage = firestore_client(settings), storage_client(settings)
    find = FindLeftovers(client=lambda: firestore, storage=lambda: storage, bucket=settings.papers_bucket)
    return find.run(SystemClock().now())
