"""Who holds the claim of a paper or a review: a claim whose process has ended is none, however long its lease still runs."""

from __future__ import annotations

import sqlite3

from msgspec.structs import replace

from scholarai.adapters.processes import is_gone, this_process
from scholarai.adapters.system import to_us
from scholarai.domain.leases import Record


def without_lost_claim(tx: sqlite3.Connection, name: str, record: Record | None) -> Record | None:
    """Return a stored record without the claim of a process that was killed; its last writes are fenced by the next claim's epoch.

    Args:
        tx: A transaction.
        name: What the record's holder is stored under.
        record: The record as it is stored.
    """
    if record is None or record.claim is None:
        return record
    row = tx.execute("SELECT holder FROM leases WHERE name = ?", (name,)).fetchone()
    epoch, _, process = ("" if row is None else str(row[0])).partition(" ")
    is_lost = epoch == str(record.claim.epoch) and is_gone(process)
    return replace(record, claim=None) if is_lost else record


def note_holder(tx: sqlite3.Connection, name: str, before: Record | None, after: Record | None) -> None:
    """Store that this process holds the claim that it has just made, or forget who held the one that has ended."""
    held = None if before is None else before.claim
    claim = None if after is None else after.claim
    if claim is None:
        if held is not None:
            tx.execute("DELETE FROM leases WHERE name = ?", (name,))
    elif (held is None or held.epoch != claim.epoch) and (process := this_process()):
        tx.execute(
            "INSERT OR REPLACE INTO leases (name, holder, expires_us) VALUES (?, ?, ?)",
            (name, f"{claim.epoch} {process}", to_us(claim.lease_expires_at)),
        )
