"""A library in Google's Firestore emulator, and what calls read from it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1] / "tests")
)  # the emulators and the counting client live there


@contextlib.contextmanager
def emulated(folder: Path) -> Iterator[None]:
    """Keep the library in Google's Firestore emulator: the environment says so while it runs."""
    from emulators import firestore

    place = folder / "firestore"
    place.mkdir()
    with firestore(place) as address:
        os.environ |= {
            "FIRESTORE_EMULATOR_HOST": address,
            "SCHOLARAI_BACKEND": "gcp",
            "SCHOLARAI_IDENTITY": "local",
            "GOOGLE_CLOUD_PROJECT": "library",
            "SCHOLARAI_PAPERS_BUCKET": "library-papers",
        }
        from scholarai import bootstrap

        bootstrap.process.settings.cache_clear()
        bootstrap.process.backend.cache_clear()
        yield


class CountedReads:
    """Counts the documents that a client reads, by the API's name of the call; entries of indexes are billed besides."""

    def __init__(self, client: Any) -> None:
        from doubles.firestore_calls import FirestoreCalls

        self.read: Counter[str] = Counter()
        self._calls = FirestoreCalls(client)
        self._calls.heard = self._counted

    @property
    def calls(self) -> int:
        return len(self._calls.calls)

    def clear(self) -> None:
        self.read.clear()
        self._calls.calls.clear()

    def per_call(self, times: int) -> str:
        """Return what each of so many calls read."""
        return ", ".join(f"{count / times:.0f} by {name}" for name, count in sorted(self.read.items()))

    def _counted(self, name: str, answer: Any) -> Iterator[Any]:
        for item in answer:
            self.read[name] += bool(getattr(item, "document", None) or getattr(item, "found", None))
            yield item
