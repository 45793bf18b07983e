"""The second step of extraction: fetching the object and reading its content."""

from __future__ import annotations

import hashlib
from pathlib import Path

from msgspec.structs import replace

from scholarai.domain import extraction_progress
from scholarai.domain.content import PaperContent
from scholarai.domain.paper import Progress
from scholarai.ports.reading import PaperReader, PaperSource
from scholarai.ports.stores import ObjectStore
from scholarai.services.extraction.lease import PaperLease


def fetch_object(objects: ObjectStore, lease: PaperLease, folder: Path, max_bytes: int) -> PaperSource:
    """Bring the claimed generation into `folder`, telling the paper about its size and digest.

    Raises:
        NotFoundError: If that generation is gone.
        PaperFaultError: If it is too large.
        TransientError: If it could not be fetched now.
        ClaimLostError: If the paper was taken over meanwhile.
    """
    path = folder / "paper"
    size = objects.download(lease.paper.object_name, lease.claim.generation, path, max_bytes=max_bytes)
    digest = _sha256(path)
    lease.change(lambda held, _: replace(held, size_bytes=size, sha256=digest, progress=Progress(stage="reading")))
    return PaperSource(path=path, filename=lease.paper.filename, media_type=lease.paper.media_type)


def read_source(reader: PaperReader, lease: PaperLease, source: PaperSource) -> PaperContent:
    """Return what the file says, telling the paper about its pages on the way.

    Raises:
        PaperFaultError: If it can never be read.
        TransientError: If it could not be read now, or time is over.
        ClaimLostError: If the paper was taken over meanwhile.
    """
    started_s = lease.elapsed_s()

    def on_page(page: int, pages: int | None) -> None:
        lease.require_time()
        lease.report(extraction_progress.reading(page, pages, lease.elapsed_s() - started_s))

    return reader.read(source, on_page)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
