"""The part of a library that adds published works by identifier or title, and shows notices on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from scholarai.api.adding_works import keeping
from scholarai.bootstrap import App
from scholarai.domain.discovery import Discovery
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import COMMAND_LINE, OwnerId
from scholarai.domain.limits import WORKS_PER_CALL
from scholarai.domain.object_names import LOCAL_OWNER
from scholarai.domain.published_works import ReferenceFormat
from scholarai.parsing.reference_files.entries import read_entries
from scholarai.services.literature.adding import AddedWork, added_entry
from scholarai.services.literature.discovering import LOOKED_AT, open_works


class Works:
    """Adds published works to the library of `_app`; outside services are asked as docs/literature.md says."""

    _app: App
    _owner: OwnerId

    def add_work(self, wanted: str, *, fetch: bool = True) -> AddedWork:
        """Add a work by its DOI, arXiv id, PMID (`PMID:123`) or PMCID, a link to one of these, or its title.

        What is asked for is sent to the services that register such names, whatever SCHOLARAI_LITERATURE says.

        Args:
            wanted: What names the work.
            fetch: Read its PDF where a service names one as open; otherwise a record is kept.

        Returns:
            What became of it: `outcome` is "added", "record" (no file; `detail` says why one could not be had), "there",
            "unknown" or "failed".
        """
        return self._app.literature.add_work(keeping(self._app, self._owner)).asked_for(
            self._owner, wanted, fetch=fetch
        )

    def discover(self, question: str, *, limit: int = 20) -> Discovery:
        """Return published works for a question or keywords, from the services that SCHOLARAI_LITERATURE switches on.

        The words of the question are sent to them. What becomes of each service is in `services`; `wanted_as` of a work's
        `found.work` is what `add_work` takes.

        Raises:
            InvalidRequestError: If the question is empty or too long.
            ConflictError: If no service that can search is switched on.
        """
        return self._app.literature.discover().search(self._owner, question, limit=limit)

    def add_found(self, question: str, *, most: int = 5) -> Iterator[AddedWork]:
        """Search beyond the library, add the works with an open PDF that fit best, and yield what became of each.

        Works that the library has are passed over. PDFs are fetched and read as `add_work` does.

        Args:
            question: A question or keywords; its words are sent to the services.
            most: Works that are tried, up to 10.

        Raises:
            InvalidRequestError: If the question is empty or too long, or `most` is no such number.
            ConflictError: If no service that can search is switched on.
        """
        if not 1 <= most <= WORKS_PER_CALL:
            raise InvalidRequestError("limit_invalid", f"1 to {WORKS_PER_CALL} works can be added at once, got {most}")
        for name in open_works(self.discover(question, limit=LOOKED_AT).works, most):
            yield self.add_work(name)

    def add_entries(
        self,
        file: str | Path,
        *,
        form: ReferenceFormat | None = None,
        fetch: bool = False,
        on_entry: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> Iterator[AddedWork]:
        """Add the entries of a BibTeX, RIS or CSL-JSON file, and yield what became of each, broken ones with their line.

        Nothing leaves this machine unless SCHOLARAI_LITERATURE switches services on, which then complete the entries.

        Args:
            file: The file.
            form: "bibtex", "ris" or "csl-json"; None: what its first characters say.
            fetch: Read the PDFs that services name as open.
            on_entry: Called with how many entries are done, and how many there are.

        Raises:
            InvalidRequestError: If the file is too large, or of none of the formats.
        """
        entries = read_entries(Path(file).read_bytes(), form)
        service = self._app.literature.add_work(keeping(self._app, self._owner))
        for number, entry in enumerate(entries, start=1):
            yield added_entry(service, self._owner, entry, fetch=fetch)
            on_entry(number, len(entries))

    def renew_retractions(self, *, on_page: Callable[[int], None] = lambda _: None) -> int:
        """Renew the table of retractions from Crossref, and say it of the folder's papers; return how many notices came in.

        `on_page` gets how many came so far. Nothing of the library is sent.

        Raises:
            TransientError: If Crossref cannot be reached; trying again goes on.
        """
        renew = self._app.literature.renew_notices()
        count = renew.renew(on_page)
        for owner in (COMMAND_LINE, LOCAL_OWNER):
            for _ in renew.tell(owner):
                pass
        return count

    def retractions(self) -> tuple[datetime | None, int]:
        """Return when the table of retractions was renewed last, and of how many works it knows something."""
        table = self._app.library.notice_table()
        return table.renewed_at(), table.size()
