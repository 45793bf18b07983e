"""Keeps tokens of this machine's servers in files that only their owner may read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

_TOKEN_BYTES = 32


def token_in(file: Path) -> str:
    """Return the token of a file that only its owner may read; it is made if it is missing.

    Raises:
        OSError: If it cannot be read or made.
    """
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as made:
            made.write(secrets.token_urlsafe(_TOKEN_BYTES))
    except FileExistsError:
        pass
    if not (token := file.read_text(encoding="utf-8").strip()):  # an earlier disk was full
        file.unlink()
        return token_in(file)
    return token
