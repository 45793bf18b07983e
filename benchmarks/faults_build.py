"""The bundles as the histories run them, with clocks that can be set and short waits; and the errors that can be planted in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CLOCK = "FAULTS_CLOCK_FILE"

_SETTABLE_CLOCK = f'''

class _SettableClock(SystemClock):
    """Goes wrong by as many seconds as its file says."""

    def now(self) -> datetime:
        import os
        from datetime import timedelta
        from pathlib import Path

        return super().now() + timedelta(seconds=float(Path(os.environ["{CLOCK}"]).read_text() or 0))


SystemClock = _SettableClock
'''


@dataclass(frozen=True)
class Edit:
    """Another text in a file of the bundle, in the place of `before`; at its end where that is empty."""

    file: str
    before: str
    after: str

    def make(self, source: Path) -> None:
        path = source / "scholarai" / self.file
        text = path.read_text()
        if self.before not in text:
            raise SystemExit(f"{self.file} no longer holds {self.before!r}")
        path.write_text(text.replace(self.before, self.after) if self.before else text + self.after)


TEST_BUILD = (
    Edit("adapters/system.py", "", _SETTABLE_CLOCK),
    Edit("adapters/models/calls.py", "FIRST_WAIT_S = ", "FIRST_WAIT_S = 0.05 * "),
    Edit("services/outbox.py", "_GRACE = timedelta(seconds=30)", "_GRACE = timedelta(seconds=1)"),
    # Long enough for a busy machine to renew it.
    Edit("services/chat/turns.py", "LEASE = timedelta(seconds=30)", "LEASE = timedelta(seconds=5)"),
    # Several ranges even of a tiny paper, so that there is something to be cut in the middle.
    Edit("domain/limits.py", "RANGE_CHUNKS = 40", "RANGE_CHUNKS = 2"),
)

PLANTS = {
    "pointer-stays": Edit(
        "domain/extraction_outcomes.py",
        "visible_generation=paper.generation,",
        "visible_generation=paper.visible_generation or paper.generation,",
    ),
    "chunks-lack": Edit(
        "domain/extraction_progress.py", "range(0, len(chunks), RANGE_CHUNKS)", "range(1, len(chunks), RANGE_CHUNKS)"
    ),
    "announced-early": Edit(
        "services/extraction/flow.py",
        "        lease.change(lambda held, now: extraction_outcomes.completed(held, result, now))",
        (
            "        self.settle.publisher.publish(extraction_outcomes.completed(lease.paper, result, self.clock.now()).outbox[-1])\n"
            "        __import__('time').sleep(1)\n"
            "        lease.change(lambda held, now: extraction_outcomes.completed(held, result, now))"
        ),
    ),
    "half-visible": Edit(
        "domain/leases.py", 'status="extracting",', 'status="extracting", visible_generation=generation,'
    ),
    "never-announced": Edit(
        "services/outbox.py", "_deliver(paper, self.publisher.publish,", "_deliver(paper, lambda _: None,"
    ),
    "announced-anew": Edit(
        "services/outbox.py",
        "_deliver(paper, self.publisher.publish,",
        "_deliver(paper, lambda event: self.publisher.publish(replace(event, occurred_at=datetime.now().astimezone())),",
    ),
    "left-behind": Edit(
        "services/papers/deletion.py", "self.contents.drop(paper.id,", "(lambda *_, **__: None)(paper.id,"
    ),
    "pictures-stay": Edit("services/outbox.py", "self.images.drop(", "(lambda *_, **__: None)("),
    "talk-stays": Edit("services/papers/deletion.py", "        self._delete_sessions(paper)\n", ""),
    "answer-lost": Edit(
        "services/chat/record.py", "return counted, (replace(message, calls=calls),)", "return counted, ()"
    ),
    "answered-twice": Edit(
        "services/chat/turns.py", "m.idempotency_key == key), None)", "m.idempotency_key is key), None)"
    ),
    "reviews-stop": Edit(
        "services/outbox.py", "_deliver(review, self.publisher.publish,", "_deliver(review, lambda _: None,"
    ),
    "killed-is-final": Edit(
        "adapters/reading/reader.py",
        'return TransientError("reader_killed", "The reading process was ended from outside.")',
        'return fault("reader_crashed")',
    ),
    "anybody-reads": Edit(
        "services/papers/owned_papers.py", "paper is None or paper.owner != owner or", "paper is None or"
    ),
    "notes-stay": Edit("services/papers/deletion.py", "        self._delete_notes(paper)\n", ""),
    "anybody-sees-notes": Edit("services/own/notes.py", "note is None or note.owner != owner", "note is None"),
    # A newer version of the paper takes what its owner put on it.
    "marks-lost": Edit(
        "domain/extraction_outcomes.py",
        "visible_generation=paper.generation,",
        "visible_generation=paper.generation, marks=type(paper.marks)(),",
    ),
    "no-fence": Edit("domain/leases.py", "or record.claim.epoch != epoch", ""),
    "stuck-lease": Edit(
        "domain/leases.py",
        "now < record.claim.lease_expires_at <= now + _MOST_LEASES * lease",
        "now < record.claim.lease_expires_at",
    ),
}


def maker(plant: str | None) -> Callable[[Path], None]:
    """Return what turns an unpacked bundle into the one that histories run, with an error planted where one is named."""

    def make(source: Path) -> None:
        for edit in (*TEST_BUILD, *([PLANTS[plant]] if plant else [])):
            edit.make(source)

    return make
