"""`scholarai backup`, `restore` and `verify`: the data folder as a whole, and who holds it."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from scholarai.adapters.embedded.archive import DATABASE, put_in_place, read_archive
from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.read_only import can_write
from scholarai.adapters.locks import take_lock
from scholarai.adapters.private_files import private
from scholarai.adapters.temporary_directories import LockedTemporaryDirectories
from scholarai.config import Settings
from scholarai.domain.errors import InvalidRequestError, NotFoundError, ScholarError
from scholarai.domain.plurals import counted
from scholarai.domain.values import Value
from scholarai.local.terminal import DONE, SOME_FAILED, TRY_AGAIN, complain, show

# A guess: how long a server may erase when it stops; the next one does the rest.
_ERASE_AT_STOP_S = 1.0
# A worker whose parent was killed ends within a second.
PATIENCE_S = 5.0


class StoreHeldError(RuntimeError):
    """Another server uses this data folder."""


class Checked(Value, frozen=True, kw_only=True):
    """What a library lacks, or cannot be read, or was changed; empty where all is well."""

    problems: tuple[str, ...]


class BackedUp(Checked, frozen=True, kw_only=True):
    """A backup: its file and size, and the problems of the library in it."""

    file: str
    size_bytes: int


class Restored(Checked, frozen=True, kw_only=True):
    """A library that was restored: where it is, where the one before it is, and its problems."""

    data_folder: str
    library_before: str | None


def backup(file: Path, *, data: Path | None, as_json: bool = False) -> int:
    """Write the library of a data folder to a file; it may be in use meanwhile."""
    if file.is_dir() or not file.parent.is_dir():
        return complain(f"{file}: no file can be written there", SOME_FAILED)
    with open_library(existing(data_folder(data))) as library:
        problems = library.back_up(file.absolute())
    done = BackedUp(problems=tuple(problems), file=str(file), size_bytes=file.stat().st_size)
    sys.stderr.write(f"{file}: {done.size_bytes} bytes\n")
    return _report(done, as_json=as_json)


def restore(file: Path, *, data: Path | None, as_json: bool = False) -> int:
    """Put a backup into a data folder that no server uses; the library that was there is kept beside it."""
    folder = data_folder(data)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        held = hold(folder)
    except StoreHeldError as error:
        return complain(f"{error}; stop it first", TRY_AGAIN)
    with held, LockedTemporaryDirectories(folder / "work").folder() as scratch:
        try:
            has_sums = read_archive(file, scratch)
        except InvalidRequestError as error:
            return complain(error.in_words, SOME_FAILED)
        if not has_sums:
            sys.stderr.write(f"{file} is of an earlier release and has no sums: damage to it may not be found\n")
        with open_library(scratch) as library:
            problems = list(library.verify().run())
        aside = put_in_place(scratch, folder, datetime.now(UTC))
    sys.stderr.write(f"restored to {folder}\n" + (f"the library before is in {aside}\n" if aside else ""))
    done = Restored(
        problems=tuple(problems), data_folder=str(folder), library_before=None if aside is None else str(aside)
    )
    return _report(done, as_json=as_json)


def verify(*, data: Path | None, as_json: bool = False) -> int:
    """Print a line for everything that is missing, unreadable or changed."""
    with open_library(existing(data_folder(data))) as library:
        problems = tuple(library.verify().run())
    return _report(Checked(problems=problems), as_json=as_json)


@contextlib.contextmanager
def served_store(folder: Path, *, read_only: bool = False) -> Iterator[str | None]:
    """Check the store, hold its lock while the body serves it, and erase what was deleted when the body ends.

    A store that can only be read has no lock and is left as it is; yields why that is so, or None.

    Raises:
        StoreHeldError: If another server uses this data folder.
        ScholarError: If the store is damaged or another one; `action` says the way out.
    """
    if why := _why_read_only(folder, asked=read_only):
        with open_library(folder, read_only=True) as library:
            library.check()
        yield why
        return
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with hold(folder):  # child processes of the body inherit the lock
        with open_library(folder) as library, library.room_to_delete():
            library.check()
            is_full = library.read_only
        if is_full:
            yield "the disk is full; make room on it, then start again"
            return
        try:
            yield None
        finally:
            with contextlib.suppress(ScholarError), open_library(folder) as library:
                library.erase(_ERASE_AT_STOP_S)


def _why_read_only(folder: Path, *, asked: bool) -> str | None:
    if asked:
        return "--read-only"
    return None if can_write(folder / DATABASE) else f"{folder} cannot be written"


def hold(data_dir: Path, *, patience_s: float = PATIENCE_S) -> IO[str]:
    """Lock the folder and return the lock file; the lock lasts until it is closed here and in every child process.

    Raises:
        StoreHeldError: If it is held by another process for longer than `patience_s`.
    """
    file = open(data_dir / "serve.lock", "w", opener=private)  # noqa: SIM115  - the caller closes it
    deadline = time.monotonic() + patience_s
    while not take_lock(file.fileno()):
        if time.monotonic() > deadline:
            file.close()
            raise StoreHeldError(f"another `scholarai serve` uses {data_dir}")
        time.sleep(0.1)
    return file


def data_folder(data: Path | None) -> Path:
    """Return the folder that an option or the environment names."""
    settings = Settings.from_env(os.environ | {"SCHOLARAI_BACKEND": "embedded"})
    return (data or settings.data_dir).expanduser().resolve()


@contextlib.contextmanager
def open_library(folder: Path, *, read_only: bool = False) -> Iterator[EmbeddedBackend]:
    """Open the library of a folder, and close it when the body ends."""
    chosen = {"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": str(folder)}
    settings = Settings.from_env(os.environ | chosen | ({"SCHOLARAI_READ_ONLY": "1"} if read_only else {}))
    library = EmbeddedBackend(settings)
    try:
        yield library
    finally:
        library.close()


def existing(folder: Path) -> Path:
    """Return the folder.

    Raises:
        NotFoundError: If there is no library in it.
    """
    if not (folder / "scholarai.db").exists() and not (folder / "objects").exists():
        raise NotFoundError(
            "library_not_found", f"there is no library in {folder}", action="Name its folder with --data."
        )
    return folder


def _report(checked: Checked, *, as_json: bool) -> int:
    if checked.problems or as_json:
        show(checked, "\n".join(checked.problems), as_json=as_json)
    sys.stderr.write(f"{counted(len(checked.problems), 'problem')}\n")
    return SOME_FAILED if checked.problems else DONE
