"""Calls for files: papers, conversations, and PDFs with marks."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote as quoted

from scholarai.client.transport import Transport


class ExportCalls:
    """The calls; every method raises ApiError like those of `Client`."""

    _transport: Transport

    def export_papers(
        self, form: str = "bibtex", papers: Sequence[str] | None = None, *, style: str | None = None
    ) -> bytes:
        """Return papers as a file.

        Args:
            form: Such as `bibtex`, `ris`, `txt` (a bibliography) or `obsidian` (a zip); docs/exports.md has all.
            papers: Ids; None: all.
            style: The citation style of a bibliography. None: APA.
        """
        query = {"format": form, "papers": None if papers is None else ";".join(papers), "style": style}
        return self._transport.file("/papers/export", query)

    def export_conversation(self, session_id: str, form: str = "md", *, style: str | None = None) -> bytes:
        """Return a conversation as a file: `md`, `html` or `docx`, with its bibliography in a citation style."""
        path = f"/chat/{quoted(session_id, safe='')}/export"
        return self._transport.file(path, {"format": form, "style": style})

    def annotated(self, paper_id: str, session_id: str | None = None) -> bytes:
        """Return a copy of a paper's PDF with what is highlighted and quoted; None marks all conversations about it."""
        return self._transport.file(f"/papers/{quoted(paper_id, safe='')}/annotated", {"session": session_id})
