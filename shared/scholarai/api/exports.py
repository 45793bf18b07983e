"""What leaves a library: papers as records, bibliographies and notes, conversations as documents, PDFs with marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from scholarai.api.adding import PaperLike
from scholarai.bootstrap import App
from scholarai.domain.checked_text import CheckedText
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.exports import CONVERSATION_EXPORTS, PAPER_EXPORTS, REVIEW_EXPORTS, require_export
from scholarai.domain.ids import OwnerId, PaperId, ReviewId, SessionId
from scholarai.domain.values import to_json
from scholarai.entrypoints.check_schemas import CheckedTextV1
from scholarai.exporting.checked_texts import as_html, as_markdown
from scholarai.exporting.styles import require_style

CheckForm = Literal["md", "html", "json", "pdf"]


class Exports:
    """The part of `Library` about exports."""

    _app: App
    _owner: OwnerId

    def _id(self, paper: PaperLike) -> PaperId:
        raise NotImplementedError

    def export(
        self, form: str = "bibtex", papers: Sequence[PaperLike] | None = None, *, style: str = "apa"
    ) -> Iterator[bytes]:
        """Yield papers in a form, in pieces of a file.

        Args:
            form: Such as `bibtex`, `ris`, `txt` (a bibliography) or `obsidian` (a zip); docs/exports.md has all.
            papers: Which; None: all.
            style: The citation style of a bibliography.

        Raises:
            InvalidRequestError: If the form or the style is unknown, or there are too many papers.
            NotFoundError: If the library has no such paper.
        """
        wanted = None if papers is None else [self._id(paper) for paper in papers]
        return self._app.exports.export_papers().export(
            self._owner, wanted, require_export(form, PAPER_EXPORTS), require_style(style).name
        )

    def export_conversation(self, session_id: str, form: str = "md", *, style: str = "apa") -> Iterator[bytes]:
        """Yield a conversation as `md`, `html`, `docx` or `pdf`, in pieces of a file.

        Raises:
            ConflictError: If it is too long for a PDF.
            InvalidRequestError: If the form or the style is unknown.
            NotFoundError: If there is no such conversation.
        """
        wanted = require_export(form, CONVERSATION_EXPORTS)
        return self._app.exports.export_conversation().export(
            self._owner, SessionId(session_id), wanted, require_style(style).name
        )

    def export_review(self, review_id: str, form: str = "md") -> bytes:
        """Return a review of this library as `md`, `html`, `docx`, `pdf`, `bibtex` (the papers that it cites), `csv` (its tables), `json` or `trace`.

        Raises:
            InvalidRequestError: If the form is unknown.
            NotFoundError: If there is no such review.
            ConflictError: If nothing of its report is written yet, or it is too long for a PDF.
        """
        wanted = require_export(form, REVIEW_EXPORTS)
        return self._app.reviews.export_review().export(self._owner, ReviewId(review_id), wanted)

    def annotated(self, file: str | Path, session_id: str | None = None) -> Iterator[bytes]:
        """Yield a copy of a paper's PDF with what is highlighted and quoted, in pieces of a file.

        Args:
            file: A PDF, or an archive with one, since a library keeps no files. It is read if it is not in the library, and is
                not changed.
            session_id: The conversation whose quotes are marked; None: all about the paper.

        Raises:
            ConflictError: If the paper has no PDF.
            NotFoundError: If there is no such conversation.
            PaperFaultError: If the file cannot be read as a paper.
        """
        session = SessionId(session_id) if session_id else None
        return self._app.exports.annotate_pdf().annotate(self._owner, self._id(file), session, Path(file))

    def export_check(self, checked: CheckedText, form: CheckForm = "md", *, file: str | Path | None = None) -> bytes:
        """Return a checked text as a document.

        Args:
            checked: What `check_text` returned.
            form: "md", "html", "json" (as `POST /check` answers), or "pdf": a copy of a paper's PDF in which what the text quotes
                is highlighted, yellow where the paper says it and orange where it says something else.
            file: With "pdf", the paper's file, since a library keeps no files.

        Raises:
            InvalidRequestError: If the form is unknown, or "pdf" comes without a file.
            ConflictError: If the paper has no PDF.
            PaperFaultError: If the file cannot be read as a paper.
        """
        match form:
            case "md":
                return as_markdown(checked).encode()
            case "html":
                return as_html(checked).encode()
            case "json":
                return to_json(CheckedTextV1.of(checked))
            case "pdf" if file is not None:
                pieces = self._app.exports.annotate_pdf().checked(self._owner, self._id(file), checked, Path(file))
                return b"".join(pieces)
        raise InvalidRequestError(
            "format_unknown", "a checked text is exported as md, html, json, or pdf with the paper's file"
        )
