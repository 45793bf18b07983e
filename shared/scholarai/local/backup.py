"""Saves the documents of the cloud to a file, or writes them back.

`scholarai ops backup export FILE.jsonl.gz [OWNER]` and `scholarai ops backup restore FILE.jsonl.gz`.
With OWNER it saves all that is stored for them except their papers' files. Settings come from the environment.
"""

from __future__ import annotations

import gzip
import os
import sys
from pathlib import Path

from scholarai.config import Settings
from scholarai.domain.plurals import counted


def main(arguments: list[str]) -> int:
    match arguments:
        case ["export", file, *owner] if len(owner) <= 1:
            count = _export(Path(file), owner[0] if owner else None)
        case ["restore", file]:
            count = _restore(Path(file))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    print(counted(count, "document"), file=sys.stderr)
    return 0


def _export(file: Path, owner: str | None) -> int:
    from scholarai.adapters.gcp.backup import export
    from scholarai.adapters.gcp.clients import firestore_client

    client = firestore_client(_settings())  # first, so that a missing setting leaves no empty file
    count = 0
    with gzip.open(file, "wt", encoding="utf-8") as saved:
        for line in export(client, owner):
            saved.write(f"{line}\n")
            count += 1
    return count


def _restore(file: Path) -> int:
    from scholarai.adapters.gcp.backup import restore
    from scholarai.adapters.gcp.clients import firestore_client

    with gzip.open(file, "rt", encoding="utf-8") as saved:
        return restore(firestore_client(_settings()), saved)


def _settings() -> Settings:
    return Settings.from_env({**os.environ, "SCHOLARAI_BACKEND": "gcp"})


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
