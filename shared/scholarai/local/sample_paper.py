"""The paper that a new library begins with, so that the first question needs no file."""

from __future__ import annotations

from pathlib import Path

from scholarai.adapters.embedded.objects import FileObjectStore
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.object_names import upload_name

SAMPLE_ID = PaperId("sample-paper")
SAMPLE_QUESTION = "How many people make a shared birthday more likely than not?"
_FILE = Path(__file__).with_name("sample") / "sample-paper.pdf"


def sample_path() -> Path | None:
    """Return where the sample paper is, or None when this installation has none."""
    return _FILE if _FILE.exists() else None


def add_sample(objects: FileObjectStore, owner: OwnerId) -> bool:
    """Put the sample paper into an unused store and tell whether that was done.

    It arrives like a file copied into the bucket by hand: its event makes it a paper. It can be deleted.
    """
    path = sample_path()
    if path is None or not objects.is_untouched():
        return False
    objects.put(upload_name(owner, SAMPLE_ID, path.name), path.read_bytes(), content_type="application/pdf")
    return True
