"""The calls of the HTTP interface as methods."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self, TypeAlias
from urllib.parse import quote as quoted

from scholarai.client.exports import ExportCalls
from scholarai.client.models import (
    Answered,
    Begun,
    BriefView,
    CheckedQuotes,
    CheckedQuoteV1,
    CitedPassageView,
    ContentView,
    CreatedPaper,
    Delta,
    DepthEstimate,
    Extraction,
    MissingList,
    Model,
    PaperList,
    PaperView,
    ReferenceList,
    RelatedView,
    Restarted,
    ReviewSummary,
    ReviewView,
    SearchResults,
    Step,
    TextSectionV1,
)
from scholarai.client.own import OwnCalls
from scholarai.client.tables import TableCalls
from scholarai.client.transport import ApiError, Token, Transport, new_key, wait_for
from scholarai.client.works import WorkCalls
from scholarai.client.zotero import ZoteroCalls

Event: TypeAlias = Begun | DepthEstimate | Step | Delta | TextSectionV1 | Restarted | Answered
"""What a stream brings: `Begun` first, steps of an answer that looks more than once, text and sections as they are written,
`Answered` last."""
Depth: TypeAlias = Literal["quick", "normal", "deep"]
PaperIds: TypeAlias = str | Sequence[str]

_EVENTS: Mapping[str, type[Model]] = {
    "begun": Begun,
    "estimate": DepthEstimate,
    "step": Step,
    "delta": Delta,
    "section": TextSectionV1,
    "restarted": Restarted,
    "done": Answered,
}
_PIECE_BYTES = 256 * 1024
# The server checks so many quotes in one call (`domain.limits.QUOTES_PER_CALL`).
_QUOTES_PER_CALL = 200
_RUNNING = "running"


class Client(OwnCalls, ExportCalls, TableCalls, WorkCalls, ZoteroCalls):
    """Talks to one server; may be used by several threads.

    Every method raises ApiError when the server refuses the call, with the code of docs/errors.md, or does not answer.
    """

    def __init__(
        self, base_url: str = "http://127.0.0.1:8080", *, token: Token = None, timeout_s: float = 120.0
    ) -> None:
        """Make a client; nothing is sent before the first call.

        Args:
            base_url: Where the server is.
            token: An ID token of the cloud's users, or what returns a fresh one for each call.
            timeout_s: How long a part of an answer may take to come.
        """
        self._transport = Transport(base_url, token, timeout_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._transport.close()

    def upload(self, path: str | Path, *, on_progress: Callable[[int, int], None] = lambda *_: None) -> CreatedPaper:
        """Announce a file, send it, and return the paper; its extraction begins then. A file that is there already is not sent.

        Args:
            path: A PDF, Word, LaTeX or other file that is read (docs/formats.md), or an archive of a project.
            on_progress: Called with bytes sent and bytes in all.
        """
        file = Path(path)
        size = file.stat().st_size
        with file.open("rb") as opened:
            sha256 = hashlib.file_digest(opened, "sha256").hexdigest()
        body = {"filename": file.name, "size_bytes": size, "sha256": sha256}
        created = CreatedPaper.model_validate_json(self._transport.call("POST", "/papers", body))
        if created.upload is None:
            return created
        headers = created.upload.headers | {"content-length": str(size)}
        pieces = _pieces(file, size, on_progress)
        self._transport.send_file(created.upload.method, created.upload.url, pieces, headers)
        return created

    def wait(
        self, paper_id: str, *, timeout_s: float = 600.0, on_progress: Callable[[Extraction], None] = lambda _: None
    ) -> PaperView:
        """Return the paper once its extraction is completed.

        Raises:
            ApiError: With the code of the failure where the paper failed, `timeout` where it takes longer.
        """
        found = wait_for(
            lambda: Extraction.model_validate_json(self._get(f"/papers/{_part(paper_id)}/extraction")),
            on_progress,
            lambda found: found.status == "completed" or (found.status == "failed" and found.error is not None),
            timeout_s=timeout_s,
            late="the paper is not read",
        )
        if found.error is not None and found.status == "failed":
            raise ApiError(0, found.error.model_dump() | {"detail": found.error.message})
        return self.paper(paper_id)

    def papers(self) -> Iterator[PaperView]:
        """Yield the caller's papers, latest first."""
        cursor: str | None = None
        while True:
            page = PaperList.model_validate_json(self._get("/papers", {"limit": 100, "cursor": cursor}))
            yield from page.papers
            cursor = page.next_cursor
            if cursor is None:
                return

    def paper(self, paper_id: str) -> PaperView:
        return PaperView.model_validate_json(self._get(f"/papers/{_part(paper_id)}"))

    def content(self, paper_id: str) -> ContentView:
        """Return everything that was read from a paper."""
        return ContentView.model_validate_json(self._get(f"/papers/{_part(paper_id)}/content"))

    def references(self, paper_id: str) -> ReferenceList:
        """Return the bibliography of a paper: where each entry is cited, and which paper of the library it is."""
        return ReferenceList.model_validate_json(self._get(f"/papers/{_part(paper_id)}/references"))

    def cited_passage(self, paper_id: str, number: int, mention: int = 1) -> CitedPassageView:
        """Return what a cited paper of the library says about a sentence that cites it; both numbers count from 1."""
        path = f"/papers/{_part(paper_id)}/references/{number}/passage"
        return CitedPassageView.model_validate_json(self._get(path, {"mention": mention}))

    def brief(self, paper_id: str) -> BriefView:
        """Return what a paper is about, in its own sentences, and questions to ask it first."""
        return BriefView.model_validate_json(self._get(f"/papers/{_part(paper_id)}/brief"))

    def related(self, paper_id: str) -> RelatedView:
        """Return the papers of the library that are the same publication, that are versions of it, and that cite it."""
        return RelatedView.model_validate_json(self._get(f"/papers/{_part(paper_id)}/related"))

    def missing(self, *, limit: int = 50) -> MissingList:
        """Return what the library's papers cite and it lacks, what most of them cite first."""
        return MissingList.model_validate_json(self._get("/library/missing", {"limit": limit}))

    def attach(self, paper_id: str, source_id: str) -> Extraction:
        """Have a paper read again from its PDF and from the file of another paper, its source; `wait` returns it then.

        The source's text stands on the PDF's pages, notes and conversations stay. The other paper stays, too: delete it if you want.
        """
        answer = self._transport.call("POST", f"/papers/{_part(paper_id)}/source", {"source_id": source_id})
        return Extraction.model_validate_json(answer)

    def delete(self, paper_id: str) -> None:
        """Delete a paper with everything made from it."""
        self._transport.call("DELETE", f"/papers/{_part(paper_id)}")

    def ask(
        self,
        papers: PaperIds,
        question: str,
        *,
        session_id: str | None = None,
        key: str | None = None,
        depth: Depth | None = None,
    ) -> Answered:
        """Return the answer to a question about papers.

        Args:
            papers: One id, or several.
            question: At most 8,000 characters.
            session_id: The conversation to go on with.
            key: Makes a repeated call the same question, which is answered once. None: a new one.
            depth: How far to look. None: the server's own. A deep answer may take longer than this client's `timeout_s`;
                a repeated call with its `key` goes on where it was. `stream` brings its steps.
        """
        path, body = _asked(papers, question, session_id, depth)
        return Answered.model_validate_json(self._transport.call("POST", path, body, key=key or new_key()))

    def stream(
        self,
        papers: PaperIds,
        question: str,
        *,
        session_id: str | None = None,
        key: str | None = None,
        depth: Depth | None = None,
    ) -> Iterator[Event]:
        """Yield what happens to a question as it is answered, the whole answer last; arguments as in `ask`."""
        path, body = _asked(papers, question, session_id, depth)
        for name, data in self._transport.events(path, body | {"stream": True}, key=key or new_key()):
            if name in _EVENTS:  # a newer server may send more
                event: Any = _EVENTS[name].model_validate_json(data)
                yield event

    def stop(self, session_id: str) -> None:
        """Have the answer that is under way in a conversation written from what it has found."""
        self._transport.call("POST", f"/chat/{_part(session_id)}/stop")

    def check(self, paper_id: str, quotes: Sequence[str]) -> list[CheckedQuoteV1]:
        """Return what a paper says to each quote, in their order; `quote_id` is a quote's place, from 0."""
        found: list[CheckedQuoteV1] = []
        for first in range(0, len(quotes), _QUOTES_PER_CALL):
            several = enumerate(quotes[first : first + _QUOTES_PER_CALL], first)
            body = {"quotes": [{"quote_id": place, "quote": quote} for place, quote in several]}
            answer = self._transport.call("POST", f"/papers/{_part(paper_id)}/check", body)
            found += CheckedQuotes.model_validate_json(answer).results
        return found

    def search(
        self,
        question: str,
        *,
        limit: int = 20,
        year_from: int | None = None,
        year_to: int | None = None,
        text: str | None = None,
    ) -> SearchResults:
        """Return the library's papers for a question, best first, with their passages."""
        query = {"q": question, "limit": limit, "year_from": year_from, "year_to": year_to, "text": text}
        return SearchResults.model_validate_json(self._get("/search", query))

    def review(  # noqa: PLR0913  - one keyword per wish
        self,
        question: str,
        papers: Sequence[str] | None = None,
        *,
        budget_usd: float | None = None,
        depth: Depth | None = None,
        discover: bool = False,
        fetch: int = 0,
        n_retrieval: int | None = None,
        n_rerank: int | None = None,
        threshold: float | None = None,
        tables: bool = True,
        key: str | None = None,
    ) -> ReviewSummary:
        """Start a literature review and return it; None reviews the whole library.

        With `discover` the report also has what outside services know beyond it; `fetch` works of these with an open PDF,
        at most 10, are added to the library and reviewed, too. The search takes `n_retrieval` passages, and `n_rerank` of them are
        read that have at least the share `threshold` of the best one's score.
        """
        body = {"question": question, "paper_ids": papers, "budget_usd": budget_usd, "depth": depth}
        body |= {"discover": discover or None, "fetch": fetch or None, "tables": None if tables else False}
        body |= {"n_retrieval": n_retrieval, "n_rerank": n_rerank, "threshold": threshold}
        given = {name: value for name, value in body.items() if value is not None}
        return ReviewSummary.model_validate_json(self._transport.call("POST", "/reviews", given, key=key or new_key()))

    def wait_for_review(
        self, review_id: str, *, timeout_s: float = 1_800.0, on_progress: Callable[[ReviewView], None] = lambda _: None
    ) -> ReviewView:
        """Return the review once it has ended, whatever its state then.

        Raises:
            ApiError: With code `timeout` where it takes longer.
        """
        return wait_for(
            lambda: ReviewView.model_validate_json(self._get(f"/reviews/{_part(review_id)}")),
            on_progress,
            lambda found: found.review.state != _RUNNING,
            timeout_s=timeout_s,
            late="the review is not written",
        )

    def export(self, review_id: str, kind: str = "md") -> str:
        """Return a review's report as text: `md`, `html`, `bibtex`, `csv`, `json`, or `trace` for how it came to be."""
        return self._get(f"/reviews/{_part(review_id)}/export", {"format": kind})

    def delete_review(self, review_id: str) -> None:
        self._transport.call("DELETE", f"/reviews/{_part(review_id)}")

    def _get(self, path: str, query: Mapping[str, Any] | None = None) -> str:
        return self._transport.call("GET", path, query=query)


def _asked(papers: PaperIds, question: str, session_id: str | None, depth: Depth | None) -> tuple[str, dict[str, Any]]:
    said = {"question": question, "session_id": session_id, "depth": depth}
    body: dict[str, Any] = {name: value for name, value in said.items() if value is not None}
    if isinstance(papers, str):
        return f"/papers/{_part(papers)}/chat", body
    return "/chat", body | {"paper_ids": list(papers)}


def _pieces(file: Path, size: int, on_progress: Callable[[int, int], None]) -> Iterator[bytes]:
    sent = 0
    with file.open("rb") as opened:
        while piece := opened.read(_PIECE_BYTES):
            yield piece
            sent += len(piece)
            on_progress(sent, size)


def _part(value: str) -> str:
    return quoted(value, safe="")
