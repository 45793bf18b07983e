"""Adding a user's files to a store: a file is extracted once, whatever it is called later."""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from scholarai.api.sources import as_typed, open_source
from scholarai.bootstrap import App
from scholarai.domain.errors import InvalidRequestError, PaperFaultError, TransientError
from scholarai.domain.formats import ENDINGS
from scholarai.domain.ids import COMMAND_LINE, OwnerId, PaperId
from scholarai.domain.object_names import upload_name
from scholarai.domain.paper import ObjectFinalized, Paper
from scholarai.ports.reading import PaperSource

if TYPE_CHECKING:
    from scholarai.services.extraction import ExtractPaper

PaperLike: TypeAlias = str | Path | Paper
"""A path of a file or of a LaTeX project's folder, or a paper of the library."""

Papers: TypeAlias = PaperLike | Sequence[PaperLike]
"""One of these, or several. A folder that is no project stands for the papers in it and in the folders below it."""

OnPercent: TypeAlias = Callable[[int], None]
"""Called with how much of a paper's extraction is done, from 0 to 100, from another thread."""

_POLL_S = 0.3
# Waiting for another process that extracts the same file, or for the lease of one that was killed. A guess.
_BUSY_S = 180.0
_RETRY_S = 2.0


class AddPaper:
    """Extracts files into the stores of one system, for one owner."""

    def __init__(self, app: App, owner: OwnerId) -> None:
        self._owner = owner
        self._bucket = app.settings().papers_bucket or owner
        self._papers = app.backend().papers
        self._temporary_directories = app.backend().temporary_directories
        self._extract = app.extraction.extract_paper()

    def add(self, path: Path, on_percent: OnPercent | None = None) -> Paper:
        """Return the paper of a file; it is extracted now unless the same engine has extracted the same bytes before.

        Raises:
            PaperFaultError: If the file cannot be read as a paper.
            TransientError: If the store or the embedding model cannot be reached.
        """
        with open_source(path, self._temporary_directories) as source:
            paper_id = _paper_id(source)
            known = self._papers.get(paper_id)
            if known is not None and known.status == "completed" and known.engine == self._extract.engine():
                return known
            paper = self._extracted(source, paper_id, on_percent)
        # The object's name is the same for every copy of a file; people look for the name they gave it.
        return (
            self._papers.change(paper.id, lambda found: found and replace(found, filename=path.resolve().name)) or paper
        )

    def attach(self, pdf: Path, source: Path, on_percent: OnPercent | None = None) -> Paper:
        """Return the paper of a PDF, extracted from it and from its source; a paper that is there keeps its id, and what was made of it.

        Raises:
            PaperFaultError: If a file cannot be read, or they are different papers; the paper is then as the PDF alone says.
            TransientError: If the store or the embedding model cannot be reached.
        """
        paper = self.add(pdf, on_percent)
        with (
            open_source(pdf, self._temporary_directories) as printed,
            open_source(source, self._temporary_directories, pdf=pdf) as both,
        ):
            try:
                self._extracted(replace(both, filename=printed.filename), paper.id, on_percent)
            except PaperFaultError:
                self._extracted(printed, paper.id, on_percent)
                raise
        return self._ended(paper.id)

    def _extracted(self, source: PaperSource, paper_id: PaperId, on_percent: OnPercent | None) -> Paper:
        extract = replace(self._extract, objects=OneFile(source.path), images=None)
        return self._run(extract, lambda: self._event(source, paper_id), paper_id, on_percent)

    def _run(
        self,
        extract: ExtractPaper,
        event: Callable[[], ObjectFinalized],
        paper_id: PaperId,
        on_percent: OnPercent | None,
    ) -> Paper:
        """Extract the paper to its end; another process may be working on it, too."""
        deadline = time.monotonic() + _BUSY_S
        while True:
            try:
                with self._watched(paper_id, on_percent):
                    extract.extract(event())
                return self._ended(paper_id)
            except TransientError as error:
                if error.code != "busy" or time.monotonic() > deadline:
                    raise
                time.sleep(_RETRY_S)

    def _event(self, source: PaperSource, paper_id: PaperId) -> ObjectFinalized:
        """Return the event of the generation that is under way, or of the next one."""
        known = self._papers.get(paper_id)
        unfinished = known is not None and known.status == "extracting"
        generation = 1 if known is None else known.generation + (0 if unfinished else 1)
        return ObjectFinalized(
            bucket=self._bucket,
            name=upload_name(self._owner, paper_id, f"paper{Path(source.filename).suffix}"),
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

    @contextmanager
    def _watched(self, paper_id: PaperId, on_percent: OnPercent | None) -> Iterator[None]:
        """Report the paper's stored progress to `on_percent` while the body runs, and when it has."""
        if on_percent is None:
            yield
            return
        over = threading.Event()

        def watch() -> None:
            ended = False
            while not ended:
                ended = over.wait(_POLL_S)
                paper = self._papers.get(paper_id)
                if paper is not None:
                    on_percent(paper.progress.percent)

        thread = threading.Thread(target=watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


class AddUpload(AddPaper):
    """Extracts files of an owner whom the page shows: each is kept in the bucket, as an upload is, and has an id of its own."""

    def __init__(self, app: App, owner: OwnerId) -> None:
        super().__init__(app, owner)
        self._announce = app.papers.announce_paper()
        self._objects = app.backend().objects

    def add(self, path: Path, on_percent: OnPercent | None = None) -> Paper:
        with open_source(path, self._temporary_directories) as source:
            data = source.path.read_bytes()
            announced = self._announce.announce(
                self._owner,
                filename=source.filename,
                media_type=source.media_type,
                size_bytes=len(data),
                sha256=hashlib.sha256(data).hexdigest(),
            )
        paper = announced.paper
        if paper.status == "completed":
            return paper
        generation = paper.generation
        if announced.upload is not None:
            generation = self._objects.put(paper.object_name, data, content_type=paper.media_type)
        return self.finish(paper, generation, len(data), on_percent)

    def finish(self, paper: Paper, generation: int, size_bytes: int, on_percent: OnPercent | None = None) -> Paper:
        """Extract a file that is in the bucket, unless a server has begun to, and return its paper.

        Raises:
            PaperFaultError: If the file cannot be read as a paper.
            TransientError: If the store or the embedding model cannot be reached.
        """
        event = ObjectFinalized(
            bucket=self._bucket,
            name=paper.object_name,
            generation=generation,
            size_bytes=size_bytes,
            content_type=paper.media_type,
        )
        return self._run(self._extract, lambda: event, paper.id, on_percent)


def adding(app: App, owner: OwnerId) -> AddPaper:
    """Return the service that adds an owner's files; those of the command line stay where they are."""
    return AddPaper(app, owner) if owner == COMMAND_LINE else AddUpload(app, owner)


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Have faults of a paper that the body raises name its file."""
    try:
        yield
    except PaperFaultError as error:
        error.file = error.file or as_typed(Path(path))
        raise


def require_order(papers: object, words: object, call: str) -> None:
    """Refuse arguments in the wrong order, and words that are none.

    Args:
        papers: The first argument.
        words: The second one.
        call: How it is called, such as "ask(papers, question)".

    Raises:
        InvalidRequestError: If they are swapped, or `words` is no string.
    """
    first = papers if isinstance(papers, str) else ""
    several = words if isinstance(words, list | tuple) else [words]
    if any(isinstance(one, Path | Paper) for one in several) or (
        first and not _names_paper(first) and any(isinstance(one, str) and _names_paper(one) for one in several)
    ):
        raise InvalidRequestError("arguments_swapped", f"the papers come first: {call}")
    if not isinstance(words, str):
        raise InvalidRequestError("arguments_invalid", f"one string is needed: {call}; got {type(words).__name__}")


def _names_paper(text: str) -> bool:
    """Tell whether a text is a path at which something is, or ends as the names of papers do."""
    return text.lower().endswith(ENDINGS) or ("\0" not in text and os.path.exists(text))  # noqa: PTH110  - `Path.exists` raises where a name is longer than a file's may be


@dataclass(frozen=True, slots=True)
class OneFile:
    """Implements `ports.stores.ObjectStore` over a single file of the user, read only."""

    path: Path
    bucket: str = ""

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


def _paper_id(source: PaperSource) -> PaperId:
    """Return an id of the bytes and of the file's kind, which decides between formats that look the same."""
    with source.path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    digest.update(Path(source.filename).suffix.lower().encode())
    return PaperId(f"f{digest.hexdigest()[:40]}")
