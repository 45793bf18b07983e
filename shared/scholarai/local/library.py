"""The command line's own shelf in the embedded store: a file is extracted once, whatever it is called later."""

from __future__ import annotations

import hashlib
import shutil
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scholarai import bootstrap
from scholarai.domain.errors import PaperFaultError, TransientError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.object_names import upload_name
from scholarai.domain.paper import ObjectFinalized, Paper
from scholarai.local.progress import ProgressLine
from scholarai.local.sources import open_source
from scholarai.ports.reading import PaperSource

# Apart from the papers that were uploaded: the web page's library shows those alone.
OWNER = OwnerId("command-line")
_LOOK_S = 0.3
# Waiting for another process that extracts the same file, or for a lease of one that was killed. A guess.
_PATIENCE_S = 180.0
_WAIT_S = 2.0


class Library:
    """Papers of the command line, by their bytes."""

    def __init__(self) -> None:
        self._papers = bootstrap.backend().papers
        self._workroom = bootstrap.backend().workroom
        self._extract = bootstrap.extract_paper()

    def add(self, path: Path, progress: ProgressLine) -> Paper:
        """Return the paper that a file is, extracted now unless the same bytes were before by the same engine.

        Raises:
            PaperFaultError: If the file cannot be read as a paper.
            TransientError: If the store or the embedding model cannot be reached.
        """
        with open_source(path, self._workroom) as source:
            paper_id = _paper_id(source)
            known = self._papers.get(paper_id)
            if known is not None and known.status == "completed" and known.engine == self._extract.engine():
                return known
            return self._extracted(source, paper_id, path.name, progress)

    def _extracted(self, source: PaperSource, paper_id: PaperId, shown: str, progress: ProgressLine) -> Paper:
        extract = replace(self._extract, objects=OneFile(source.path), crops=None)
        deadline = time.monotonic() + _PATIENCE_S
        while True:
            try:
                with _Watch(paper_id, shown, progress):
                    extract.run(self._news(source, paper_id))
                return self._ended(paper_id)
            except TransientError as error:
                if error.code != "busy" or time.monotonic() > deadline:
                    raise
                time.sleep(_WAIT_S)

    def _news(self, source: PaperSource, paper_id: PaperId) -> ObjectFinalized:
        """Return news of the generation that is under way, or of the next one."""
        known = self._papers.get(paper_id)
        unfinished = known is not None and known.status == "extracting"
        generation = 1 if known is None else known.generation + (0 if unfinished else 1)
        return ObjectFinalized(
            bucket=bootstrap.settings().papers_bucket or "command-line",
            name=upload_name(OWNER, paper_id, f"paper{Path(source.filename).suffix}"),
            generation=generation,
            size_bytes=source.path.stat().st_size,
            content_type=source.media_type,
        )

    def _ended(self, paper_id: PaperId) -> Paper:
        paper = self._papers.get(paper_id)
        if paper is not None and paper.status == "completed":
            return paper
        failure = None if paper is None else paper.failure
        if failure is None:
            raise TransientError("extraction_lost", "The paper was changed while it was extracted.")
        raise PaperFaultError(failure.code, failure.message, action=failure.action)


@dataclass(frozen=True, slots=True)
class OneFile:
    """Implements `ports.objects.ObjectStore` over a single file of the user's, which is only ever read."""

    path: Path

    def download(self, name: str, generation: int, target: Path, *, max_bytes: int) -> int:  # noqa: ARG002  - one file
        size = self.path.stat().st_size
        if size > max_bytes:
            raise PaperFaultError("too_large", f"The file is larger than the {max_bytes} bytes that are read.")
        shutil.copyfile(self.path, target)
        return size

    def read(self, name: str) -> bytes:  # noqa: ARG002  - one file
        return self.path.read_bytes()

    def put(self, name: str, data: bytes, *, content_type: str) -> int:  # noqa: ARG002  - nothing is written
        raise _read_only()

    def touch(self, name: str) -> int:  # noqa: ARG002  - nothing is written
        raise _read_only()

    def names(self, folder: str) -> Sequence[str]:  # noqa: ARG002  - nothing beside the file
        return ()

    def delete(self, name: str) -> None:  # noqa: ARG002  - nothing is deleted
        raise _read_only()


def _read_only() -> NotImplementedError:
    return NotImplementedError("the user's own files are read, never changed")


class _Watch:
    """Shows a paper's stored progress while the body runs."""

    def __init__(self, paper_id: PaperId, shown: str, progress: ProgressLine) -> None:
        self._paper_id = paper_id
        self._shown = shown
        self._progress = progress
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(_LOOK_S):
            paper = bootstrap.backend().papers.get(self._paper_id)
            if paper is not None:
                self._progress.advance(self._shown, paper.progress.percent, 100)


def _paper_id(source: PaperSource) -> PaperId:
    """Return an id of the bytes and of the file's kind, which decides between formats that look the same."""
    with source.path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    digest.update(Path(source.filename).suffix.lower().encode())
    return PaperId(f"f{digest.hexdigest()[:40]}")
