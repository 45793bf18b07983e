"""Announces a paper: stores its document, and signs the upload of its file."""

from __future__ import annotations

import re

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.formats import MEDIA_TYPES, MediaType, listed
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import sized
from scholarai.domain.object_names import upload_name
from scholarai.domain.paper import Paper
from scholarai.domain.repeats import Repeatable
from scholarai.domain.spending import Spent, require_storage
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.stores import PaperStore, SignedUpload, UploadSigner
from scholarai.services.papers.owned_papers import require_owned
from scholarai.services.spending import Spending

# A limit of this project: the longest name that common file systems take.
_FILENAME_BYTES = 255
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f/\\\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class Announcement(Value, frozen=True, kw_only=True):
    """A paper and the signed upload for its file; None where its file is there already, and nothing is to be sent."""

    paper: Paper
    upload: SignedUpload | None


class AnnouncePaper(Value, frozen=True, kw_only=True):
    """Announces papers; `stored_bytes` is what all files of one owner may have together, 0 for any size."""

    papers: PaperStore
    signer: UploadSigner
    clock: Clock
    ids: IdSource
    max_bytes: int
    stored_bytes: int = 0
    spending: Spending | None = None

    def announce(
        self,
        owner: OwnerId,
        *,
        filename: str,
        media_type: str = "application/pdf",
        size_bytes: int | None = None,
        sha256: str | None = None,
        idempotency_key: str | None = None,
    ) -> Announcement:
        """Store a new paper as `uploaded` and return it with a signed upload for exactly its file.

        Where the owner has a file of this SHA-256 already, the paper that was made of it is returned, and nothing is counted.
        The SHA-256 is kept when the extraction begins: two announcements of one file before that, or without it, make two papers, and
        the later one names the other once both are read (`Paper.same_as`). A repeated request with a key returns the paper that
        the first one made, with a new permission until its file has arrived.

        Raises:
            InvalidRequestError: If name (422), media type (415) or announced size (413, 422) cannot be a paper's, or another request
                had this key.
            NotFoundError: If the paper that the first request made is being deleted.
            LimitReachedError: If the owner has taken a day's worth, or stores as much as is allowed.
        """
        _require_filename(filename)
        kind = _require_media_type(media_type)
        self._require_size(size_bytes)
        now = self.clock.now()
        repeatable = Repeatable.of(owner, "paper", idempotency_key, filename, kind, size_bytes, sha256)
        made = repeatable.find(lambda one: self.papers.get(PaperId(one)), now) if repeatable else None
        if made is not None:
            return self._announced(require_owned(made, owner))
        there = self.papers.with_file(owner, sha256) if sha256 else ()
        if there:
            return Announcement(paper=there[0], upload=None)
        self._require_room(owner, size_bytes)
        paper_id = PaperId(repeatable.ids(now)[-1] if repeatable else self.ids.new())
        paper = Paper(
            id=paper_id,
            owner=owner,
            filename=filename,
            object_name=upload_name(owner, paper_id, filename),
            media_type=kind,
            size_bytes=size_bytes,
            created_at=now,
            updated_at=now,
            request_digest=repeatable.digest if repeatable else None,
        )

        def rule(known: Paper | None) -> Paper:
            """Keep what the same request stored a moment ago."""
            return paper if known is None or repeatable is None else repeatable.require_same(known)

        stored = require_owned(self.papers.change(paper_id, rule), owner)
        if self.spending is not None and stored == paper:
            self.spending.count(owner, Spent(uploads=1))
        return self._announced(stored)

    def _announced(self, paper: Paper) -> Announcement:
        """Return the paper with a permission to send its file, unless that has arrived."""
        if paper.generation:
            return Announcement(paper=paper, upload=None)
        upload = self.signer.sign_upload(
            paper.object_name, content_type=paper.media_type, max_bytes=self.max_bytes, now=self.clock.now()
        )
        return Announcement(paper=paper, upload=upload)

    def _require_size(self, size_bytes: int | None) -> None:
        if size_bytes is not None and size_bytes <= 0:
            raise InvalidRequestError("file_empty", "the file has no bytes")
        if size_bytes is not None and size_bytes > self.max_bytes:
            raise InvalidRequestError(
                "too_large",
                f"a file may have at most {sized(self.max_bytes)}, and this one has {sized(size_bytes)}",
                status=413,
            )

    def _require_room(self, owner: OwnerId, size_bytes: int | None) -> None:
        if self.spending is not None:
            self.spending.room_of(owner, "upload")()
        if self.stored_bytes:
            require_storage(self.papers.stored_bytes(owner) + (size_bytes or 1), self.stored_bytes)


def _require_filename(filename: str) -> None:
    if not filename.strip(". ") or _FORBIDDEN.search(filename):
        raise InvalidRequestError("filename_invalid", "a file needs a plain name without folders or control characters")
    if len(filename.encode()) > _FILENAME_BYTES:
        raise InvalidRequestError("filename_invalid", f"a file's name may have at most {_FILENAME_BYTES} bytes")


def _require_media_type(media_type: str) -> MediaType:
    if media_type not in MEDIA_TYPES:
        raise InvalidRequestError("media_type_unknown", f"a paper comes as {listed(MEDIA_TYPES)}", status=415)
    return media_type
