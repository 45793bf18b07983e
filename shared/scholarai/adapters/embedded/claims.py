"""Frees the claims of papers and reviews whose process has ended, before their lease runs out."""

from __future__ import annotations

import sqlite3

from msgspec.structs import replace

from scholarai.adapters.processes import is_gone, this_process
from scholarai.adapters.system import to_us
from scholarai.domain.leases import Record


def without_lost_claim(tx: sqlite3.Connection, name: str, record: Record | None) -> Record | None:
    """Return a stored record without its claim, if the process that claimed it has ended. The next claim's epoch fences its last writes.

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
    """Store which process has made the claim of a record, or forget it once the claim is released."""
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
