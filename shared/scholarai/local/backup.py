"""Saves the documents of the cloud to a file, or writes them back.

`scholarai ops backup export FILE.jsonl.gz [OWNER]` and `scholarai ops backup restore FILE.jsonl.gz`.
With OWNER it saves all that is stored for them except their papers' files. Settings come from the environment.
"""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from pathlib import Path

from scholarai.config import Settings
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.limits import MIB
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

    _check(file)
    with gzip.open(file, "rt", encoding="utf-8") as saved:
        return restore(firestore_client(_settings()), saved)


def _check(file: Path) -> None:
    """Compare the whole file with gzip's own sum before any of it is written.

    Raises:
        InvalidRequestError: If it is not what was written.
    """
    try:
        with gzip.open(file) as saved:
            while saved.read(MIB):
                pass
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InvalidRequestError(
            "backup_unusable",
            f"{file} is not what was written: {error}",
            action="Nothing was restored; use another one.",
        ) from error


def _settings() -> Settings:
    return Settings.from_env({**os.environ, "SCHOLARAI_BACKEND": "gcp"})


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
