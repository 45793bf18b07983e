"""Lists what deletions and crashes may have left in the cloud: `python -m scholarai.local.leftovers`.

It reads the settings of the functions from the environment, and Google's default credentials; it changes nothing.
"""

from __future__ import annotations

import os
import sys

from scholarai.config import Settings


def main() -> int:
    """Print a path a line; exit 0 when there is none, 1 when there is."""
    from scholarai.adapters.gcp.clients import firestore_client, storage_client
    from scholarai.adapters.gcp.leftovers import FindLeftovers
    from scholarai.adapters.system import SystemClock

    settings = Settings.from_env({**os.environ, "SCHOLARAI_BACKEND": "gcp"})
    firestore, storage = firestore_client(settings), storage_client(settings)
    found = 0
    find = FindLeftovers(client=lambda: firestore, storage=lambda: storage, bucket=settings.papers_bucket)
    for path in find.run(SystemClock().now()):
        print(path)
        found += 1
    print(f"{found} left over", file=sys.stderr)
    return int(found > 0)


if __name__ == "__main__":
    raise SystemExit(main())
