"""Calls about published works: finding and adding them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

from scholarai.client.models import AddedWorks, AddedWorkView, DiscoveredWorks, ImportedEntries
from scholarai.client.transport import Transport

EntryFormat: TypeAlias = Literal["bibtex", "ris", "csl-json"]
# The server adds so many works in one call (`domain.limits.WORKS_PER_CALL`).
_WORKS_PER_CALL = 10


class WorkCalls:
    """The calls; every method raises ApiError like those of `Client`."""

    _transport: Transport

    def discover(self, question: str, *, limit: int = 20) -> DiscoveredWorks:
        """Return published works for a question or keywords, from the outside services that the server has switched on.

        The question's words are sent to these; `services` tells what became of asking each. `add` of a work is what
        `add_works` takes.
        """
        query = {"q": question, "limit": limit}
        return DiscoveredWorks.model_validate_json(self._transport.call("GET", "/discover", query=query))

    def add_works(self, works: Sequence[str], *, fetch: bool = True) -> tuple[AddedWorkView, ...]:
        """Add works by DOI, arXiv id, PMID (`PMID:123`), PMCID, link or title, and return what became of each.

        Args:
            works: What names them; a name that comes twice is asked once.
            fetch: Fetch PDFs that a service names as open. Otherwise records are kept.
        """
        wanted = list(dict.fromkeys(works))
        added: list[AddedWorkView] = []
        for first in range(0, len(wanted), _WORKS_PER_CALL):
            body = {"works": wanted[first : first + _WORKS_PER_CALL], "fetch": fetch}
            added += AddedWorks.model_validate_json(self._transport.call("POST", "/works", body)).works
        return tuple(added)

    def add_entries(
        self,
        file: str | Path,
        *,
        form: EntryFormat | None = None,
        fetch: bool = False,
        on_progress: Callable[[int, int], None] = lambda *_: None,
    ) -> Iterator[AddedWorkView]:
        """Add the entries of a file of references, and yield what became of each, broken ones with their line.

        Args:
            file: A BibTeX, RIS or CSL-JSON file in UTF-8.
            form: Its format. None: what its first characters say.
            fetch: Fetch PDFs that a service names as open.
            on_progress: Called with how many entries are done, and how many there are.
        """
        text = Path(file).read_text(encoding="utf-8-sig")
        start: int | None = 0
        while start is not None:
            body: dict[str, Any] = {"text": text, "format": form, "start": start, "fetch": fetch}
            done = ImportedEntries.model_validate_json(self._transport.call("POST", "/works/entries", body))
            yield from done.works
            on_progress(done.total if done.next_start is None else done.next_start, done.total)
            start = done.next_start
