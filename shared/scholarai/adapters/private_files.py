"""Makes files and folders that only their owner may read, whatever the umask."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

# What lies in a data folder, by how its names begin: the rest of a folder that is used for other things, too, stays as it is.
_FOLDERS = ("objects", "quarantine", "work", "before-upgrade", "before-restore-", "models", "literature")
_FILES = (
    "scholarai.db",
    "objects.mark",
    "serve",
    "signing.key",
    "mcp-token",
    "model.json",
    "connections.json",
    "retractions.db",
    "reserve",
)
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def private(path: str | Path, flags: int) -> int:
    """Open a file, which gets the mode 0600 if it is made; an `opener` of `open`."""
    return os.open(path, flags, 0o600)


def make_private(database: Path) -> None:
    """Take the rights of others from the data folder of a database and from what is in it: folders 0700, files 0600.

    Files of an earlier release lie below folders that others may enter; the database's own mode, changed last, says that this
    was done. A folder that holds folders of other things keeps its mode, and so do these.
    """
    if sys.platform == "win32":  # whose user folders are private
        return
    folder = database.parent
    entries = [entry for entry in folder.iterdir() if not entry.is_symlink()]
    is_ours = all(entry.name.startswith(_FOLDERS) for entry in entries if entry.is_dir())
    begun = not database.exists() or bool(database.stat().st_mode & _OTHERS)
    for entry in sorted(entries, key=lambda entry: entry == database):
        if entry.is_dir() and entry.name.startswith(_FOLDERS):
            for path in _below(entry) if begun else (entry,):
                _close(path)
        elif entry.is_file() and (is_ours or entry.name.startswith(_FILES)):
            _close(entry)
    if is_ours:
        _close(folder)


def _below(folder: Path) -> Iterator[Path]:
    yield folder
    for place, folders, files in os.walk(folder):
        yield from (Path(place, name) for name in (*folders, *files))


def _close(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError, PermissionError):  # others work here; some disks have no modes
        found = path.lstat()
        if found.st_mode & _OTHERS and found.st_uid == os.geteuid() and not stat.S_ISLNK(found.st_mode):
            path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)
