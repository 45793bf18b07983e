"""What open services know of published works, and open files of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from scholarai.domain.identifiers import Identifier
from scholarai.domain.notices import WorkNotice
from scholarai.domain.published_works import FoundWork
from scholarai.domain.service_names import ServiceName


class LiteratureService(Protocol):
    """One outside service. What is asked leaves this machine: an identifier, a title, or words to search for.

    Every method raises TransientError when the service is busy, down, or answers with something else than it should, and
    ConflictError when it refuses the key.
    """

    @property
    def name(self) -> ServiceName: ...

    def find(self, identifier: Identifier) -> FoundWork | None:
        """Return the work of this name; None where the service has none, or does not know names of this kind."""
        ...

    def titled(self, title: str) -> Sequence[FoundWork]:
        """Return works whose title may be this one, the most likely first; empty if the service cannot search."""
        ...

    def search(self, words: str, *, limit: int) -> Sequence[FoundWork]:
        """Return at most `limit` works for words or a question, best first; empty where the service cannot search."""
        ...


class OpenFiles(Protocol):
    """Fetches files from addresses that a service named as open."""

    def fetch(self, address: str, target: Path, *, max_bytes: int) -> int:
        """Write the PDF at a public https address to `target` and return its size.

        Raises:
            PaperFaultError: If the address is not public or not https, redirects too often, or what is there is no PDF or
                has more than `max_bytes` (`too_large`).
            TransientError: If it does not answer in time.
        """
        ...


class NoticeTable(Protocol):
    """The stored table of retractions and corrections."""

    def notices_for(self, dois: Sequence[str]) -> Mapping[str, tuple[WorkNotice, ...]]:
        """Return the notices about works by their DOI in lower case; those without one are left out."""
        ...
