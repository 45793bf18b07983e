"""What the makers of hostile files share."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

Maker: TypeAlias = Callable[[], bytes]
"""Makes the bytes of a file; some take a while, so only when they are wanted."""

# Stands in what a file tries to bring in from outside, or to have run; must never be read.
CANARY = "canary-4711"
PROSE = b"We study how papers are read by machines and by people, and find that both take their time. " * 6
MIB = 1 << 20


def zip_of(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def written(folder: Path, name: str, maker: Maker) -> Path:
    """Write a file and return its path."""
    path = folder / name
    path.write_bytes(maker())
    return path
