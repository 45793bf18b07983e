"""Adds the entries of a file of references within a bounded time, from where an earlier call ended."""

from __future__ import annotations

from datetime import timedelta

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId
from scholarai.domain.plurals import counted
from scholarai.domain.published_works import ReferenceFormat
from scholarai.domain.values import Value
from scholarai.parsing.reference_files.entries import FileEntry, read_entries
from scholarai.ports.clock import Clock
from scholarai.services.literature.adding import AddedWork, AddWork

# A call ends after so long, and the next one goes on. A guess below the patience of browsers and proxies.
CALL_S = 20.0
# Entries that one call tells about at most. A guess.
ENTRIES_PER_CALL = 500


class Imported(Value, frozen=True, kw_only=True):
    """What became of entries; `total` counts those of the whole file, `next_start` is where the next call goes on."""

    works: tuple[AddedWork, ...]
    total: int
    next_start: int | None


class ImportEntries(Value, frozen=True, kw_only=True):
    add: AddWork
    clock: Clock

    def import_file(
        self, owner: OwnerId, data: bytes, form: ReferenceFormat | None, *, start: int = 0, fetch: bool = False
    ) -> Imported:
        """Add entries from the index `start` on; at least one, then as many as the time allows.

        Raises:
            InvalidRequestError: If the file is too large, of none of the formats, or has no entry `start`.
        """
        entries = read_entries(data, form)
        if start > len(entries) or start < 0:
            raise InvalidRequestError("start_invalid", f"the file has {counted(len(entries), 'entry', 'entries')}")
        end = self.clock.now() + timedelta(seconds=CALL_S)
        works: list[AddedWork] = []
        for entry in entries[start : start + ENTRIES_PER_CALL]:
            works.append(added_entry(self.add, owner, entry, fetch=fetch))
            if self.clock.now() >= end:
                break
        following = start + len(works)
        return Imported(
            works=tuple(works), total=len(entries), next_start=following if following < len(entries) else None
        )


def added_entry(add: AddWork, owner: OwnerId, entry: FileEntry, *, fetch: bool) -> AddedWork:
    """Add one entry, or tell what is wrong with it."""
    if entry.work is None:
        detail = f"The entry in line {entry.line} {entry.fault}."
        return AddedWork(asked="", outcome="broken", line=entry.line, code="entry_broken", detail=detail)
    return add.entry(owner, entry.work, fetch=fetch, line=entry.line)
