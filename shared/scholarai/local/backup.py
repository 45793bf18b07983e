"""`scholarai ops backup`: saves the documents of the cloud to a file, or writes them back."""

from __future__ import annotations

import argparse
import gzip
import os
import zlib
from pathlib import Path

from scholarai.config import Settings
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.limits import MIB
from scholarai.domain.plurals import counted
from scholarai.domain.values import Value
from scholarai.local.terminal import DONE, show


class Documents(Value, frozen=True, kw_only=True):
    """How many documents were written."""

    documents: int


def run(options: argparse.Namespace) -> int:
    """Save the documents or write them back, and print how many there were."""
    count = _export(options.file, options.owner) if options.action == "export" else _restore(options.file)
    show(Documents(documents=count), counted(count, "document"), as_json=options.json)
    return DONE


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
