"""Lists orphans that deletions and crashes may have left in the cloud: `scholarai ops leftovers`.

It changes nothing. The functions' settings come from the environment, and Google's default credentials are used. With
`SCHOLARAI_BACKEND=embedded` it looks into the data folder of this machine instead.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.system import SystemClock
from scholarai.config import Settings


def main(arguments: Sequence[str] = ()) -> int:
    """Print an orphan per line; return 0 when there is none, else 1."""
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    settings = Settings.from_env({"SCHOLARAI_BACKEND": "gcp"} | os.environ)
    found = 0
    for path in _on_this_machine(settings) if settings.backend == "embedded" else _in_the_cloud(settings):
        print(path)
        found += 1
    print(f"{found} left over", file=sys.stderr)
    return int(found > 0)


def _on_this_machine(settings: Settings) -> Iterator[str]:
    return EmbeddedBackend(settings).leftovers().run()


def _in_the_cloud(settings: Settings) -> Iterator[str]:
    from scholarai.adapters.gcp.clients import firestore_client, storage_client
    from scholarai.adapters.gcp.leftovers import FindLeftovers

    firestore, storage = firestore_client(settings), storage_client(settings)
    find = FindLeftovers(client=lambda: firestore, storage=lambda: storage, bucket=settings.papers_bucket)
    return find.run(SystemClock().now())


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
