"""Attaches a source to a paper whose file is a PDF: text and equations then come from the source, pages from the PDF."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime, timedelta
from pathlib import PurePosixPath

from msgspec.structs import replace

from scholarai.domain.content import PaperContent
from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError, NotReadyError
from scholarai.domain.formats import ATTACHED_SOURCE, NAMED_PDF, SOURCE_KINDS, format_of
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.leases import has_live_lease
from scholarai.domain.limits import MIB
from scholarai.domain.paper import Paper
from scholarai.domain.spending import Spent, require_storage
from scholarai.domain.values import Value
from scholarai.parsing.aligning import NotTheSamePaperError, joined
from scholarai.ports.clock import Clock
from scholarai.ports.stores import ContentStore, ObjectStore, PaperStore
from scholarai.services.papers.owned_papers import readable_generation, require_owned, waiting_again
from scholarai.services.spending import Spending

# Both files are held in memory, by an instance of 512 MiB that serves other calls, too. A guess.
MOST_BYTES = 48 * MIB
_ZIP = "application/zip"


class AttachSource(Value, frozen=True, kw_only=True):
    """Makes one paper's file the source of another paper, whose extraction then begins again.

    `stored_bytes` is what all files of an owner may have together, 0 for any size.
    """

    papers: PaperStore
    contents: ContentStore
    objects: ObjectStore
    clock: Clock
    lease: timedelta
    stored_bytes: int = 0
    spending: Spending | None = None

    def attach(self, owner: OwnerId, paper_id: PaperId, source_id: PaperId) -> Paper:
        """Keep the source's file with the paper's PDF and return the paper, now waiting to be extracted from both.

        Both are checked first: nothing is changed unless they are the same paper. The source stays a paper of its own. A
        source that was attached before is replaced.

        Raises:
            NotFoundError: If one of them is unknown, being deleted, or another owner's.
            InvalidRequestError: If they are one, or too large together (413).
            NotReadyError: If one of them is not extracted yet.
            ConflictError: If one of them failed, the paper's file is no PDF, the source's is one, they are different papers, or
                the paper is being extracted right now.
            LimitReachedError: If the owner has taken a day's worth, or stores as much as is allowed.
        """
        paper, source = (require_owned(self.papers.get(one), owner) for one in (paper_id, source_id))
        if paper.id == source.id:
            raise InvalidRequestError("source_is_the_paper", "a paper cannot be its own source")
        if has_live_lease(paper, self.clock.now(), self.lease):
            raise ConflictError("already_extracting", "the paper is being extracted right now")
        _require_same(self._content(paper), self._content(source))
        bundle, added = self._bundle(paper, source)
        if self.spending is not None:
            self.spending.room_of(owner, "upload")()
        if self.stored_bytes:
            require_storage(self.papers.stored_bytes(owner) + added, self.stored_bytes)
        generation = self.objects.put(paper.object_name, bundle, content_type=_ZIP)
        if self.spending is not None:
            self.spending.count(owner, Spent(uploads=1))
        now = self.clock.now()
        waiting = self.papers.change(paper_id, lambda found: _packed(require_owned(found, owner), generation, now))
        return require_owned(waiting, owner)

    def _content(self, paper: Paper) -> PaperContent:
        content = self.contents.read_content(paper.id, readable_generation(paper))
        if content is None:
            raise NotReadyError("paper_not_ready", "the paper is just being replaced", retry_after_s=1.0)
        return content

    def _bundle(self, paper: Paper, source: Paper) -> tuple[bytes, int]:
        """Return an archive of both files, and how many bytes it has more than the paper's own file."""
        if (paper.size_bytes or 0) + (source.size_bytes or 0) > MOST_BYTES:
            raise _too_large()
        file, given = self._read(paper), self._read(source)
        pdf = _pdf_in(file)
        if len(pdf) + len(given) > MOST_BYTES:
            raise _too_large()
        bundle = io.BytesIO()
        with zipfile.ZipFile(bundle, "w") as archive:
            for name, data in ((NAMED_PDF, pdf), (f"{ATTACHED_SOURCE}{source.filename}", given)):
                archive.writestr(zipfile.ZipInfo(name), data)  # of 1980, whenever it is made
        return bundle.getvalue(), bundle.tell() - len(file)

    def _read(self, paper: Paper) -> bytes:
        try:
            return self.objects.read(paper.object_name)
        except NotFoundError:
            raise ConflictError("file_missing", "the paper's file is gone", action="Upload it again.") from None


def _require_same(pdf: PaperContent, source: PaperContent) -> None:
    if source.source_format == format_of("pdf").name:
        raise ConflictError(
            "not_a_source",
            "the source is a PDF itself",
            action=f"Name a paper that was uploaded as {SOURCE_KINDS}.",
        )
    try:
        joined(source, pdf)
    except NotTheSamePaperError as error:
        raise ConflictError(
            "not_the_same_paper",
            f"the source is that of another paper: {error}",
            action="Name this paper's own source.",
        ) from None


def _pdf_in(file: bytes) -> bytes:
    """Return a file that is a PDF, or the PDF in an archive that an earlier source was packed into."""
    pdf = format_of("pdf")
    if pdf.is_marked(file) and not file.startswith(b"PK"):
        return file
    try:
        with zipfile.ZipFile(io.BytesIO(file)) as archive:
            entry = archive.getinfo(NAMED_PDF)
            if entry.file_size > MOST_BYTES:
                raise _too_large()
            return archive.read(entry)
    except (zipfile.BadZipFile, KeyError, RuntimeError, NotImplementedError, EOFError, OSError, ValueError):
        raise ConflictError(
            "not_a_pdf",
            "a source is attached to a paper whose file is a PDF",
            action="Upload the paper as a PDF first.",
        ) from None


def _too_large() -> InvalidRequestError:
    return InvalidRequestError(
        "too_large",
        f"the PDF and its source may have {MOST_BYTES // MIB} MiB together",
        status=413,
        action="Leave the figures out of the source: they are taken from the PDF.",
    )


def _packed(paper: Paper, generation: int, now: datetime) -> Paper:
    name = f"{PurePosixPath(paper.filename).stem}.zip"
    return replace(waiting_again(paper, generation, now), filename=name, media_type=_ZIP)
