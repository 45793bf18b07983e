"""Stores the table of retractions on this machine, with the time of its last renewal, in a small database."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from scholarai.domain.errors import TransientError
from scholarai.domain.notices import WorkNotice, with_notices
from scholarai.domain.values import from_json, to_json

_BUSY_S = 10.0
# SQLite takes at least so many parameters of one statement.
_AT_ONCE = 500
_SCHEMA = """
CREATE TABLE IF NOT EXISTS notices (doi TEXT PRIMARY KEY, doc BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS renewed (n INTEGER PRIMARY KEY CHECK (n = 1), at TEXT NOT NULL);
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileNoticeTable:
    """Implements `ports.literature.NoticeTable`; a file that is missing is an empty table."""

    file: Path

    def notices_for(self, dois: Sequence[str]) -> Mapping[str, tuple[WorkNotice, ...]]:
        if not dois or not self.file.exists():
            return {}
        wanted = list(dict.fromkeys(doi.lower() for doi in dois))
        found: dict[str, tuple[WorkNotice, ...]] = {}
        with self._open() as database:
            for first in range(0, len(wanted), _AT_ONCE):
                part = wanted[first : first + _AT_ONCE]
                places = ",".join("?" * len(part))
                rows = database.execute(f"SELECT doi, doc FROM notices WHERE doi IN ({places})", part)  # noqa: S608  - marks alone
                found |= {doi: from_json(tuple[WorkNotice, ...], doc) for doi, doc in rows}
        return found

    def renewed_at(self) -> datetime | None:
        """Return the time of the last renewal, None if there was none."""
        if not self.file.exists():
            return None
        with self._open() as database:
            row = database.execute("SELECT at FROM renewed").fetchone()
        return None if row is None else datetime.fromisoformat(row[0])

    def size(self) -> int:
        """Return the number of works with notices."""
        if not self.file.exists():
            return 0
        with self._open() as database:
            count: int = database.execute("SELECT count(*) FROM notices").fetchone()[0]
        return count

    def take(self, told: Iterable[tuple[str, WorkNotice]]) -> int:
        """Add notices by the DOI that they are about, in one transaction, and return how many there were."""
        count = 0
        with self._open() as database:
            for doi, notice in told:
                row = database.execute("SELECT doc FROM notices WHERE doi = ?", (doi,)).fetchone()
                known = () if row is None else from_json(tuple[WorkNotice, ...], row[0])
                doc = to_json(with_notices(known, [notice]))
                database.execute("INSERT OR REPLACE INTO notices VALUES (?, ?)", (doi, doc))
                count += 1
        return count

    def date(self, at: datetime) -> None:
        """Record the time of a renewal."""
        with self._open() as database:
            database.execute("INSERT OR REPLACE INTO renewed VALUES (1, ?)", (at.isoformat(),))

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with contextlib.closing(sqlite3.connect(self.file, timeout=_BUSY_S)) as database, database:
                database.executescript(_SCHEMA)
                yield database
        except (sqlite3.Error, OSError):
            raise TransientError(
                "notices_unreadable",
                "the table of retractions cannot be used",
                action=f"Delete {self.file} and run `scholarai retractions renew`.",
            ) from None


class NoNotices:
    """Implements `ports.literature.NoticeTable` where there is no table."""

    def notices_for(self, dois: Sequence[str]) -> Mapping[str, tuple[WorkNotice, ...]]:  # noqa: ARG002  - there is none
        return {}

    def renewed_at(self) -> datetime | None:
        return None

    def size(self) -> int:
        return 0
