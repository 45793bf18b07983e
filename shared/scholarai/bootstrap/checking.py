"""Makes the services that check texts and lists of references."""

from __future__ import annotations

from dataclasses import dataclass

from scholarai.bootstrap.library import LibraryServices
from scholarai.bootstrap.literature import LiteratureServices
from scholarai.bootstrap.passages import PassageServices
from scholarai.bootstrap.system import System
from scholarai.services.checking.nearest import FindNearest
from scholarai.services.checking.reading import ReadClaims
from scholarai.services.checking.references import CheckReferences
from scholarai.services.checking.sources import FindSources
from scholarai.services.checking.text import CheckText
from scholarai.services.library.open_papers import EachPaper


@dataclass(eq=False)
class CheckingServices:
    """The services that check texts."""

    system: System
    passages: PassageServices
    library: LibraryServices
    literature: LiteratureServices

    def check_text(self) -> CheckText:
        """Return the service that checks whole texts against papers."""
        self.system.models.load_ahead()
        each = EachPaper(papers=self.system.backend().papers, open_papers=self.passages.open_papers())
        return CheckText(
            each=each,
            sources=FindSources(each=each, search=lambda: self.system.backend().search),
            nearest=FindNearest(
                each=each, find=self.passages.find_passages(), search=lambda: self.system.backend().search
            ),
            read=ReadClaims(
                each=each, model=lambda: self.system.models.model_for("judge"), spending=self.system.spending()
            ),
        )

    def check_references(self) -> CheckReferences:
        return CheckReferences(
            index=self.system.backend().publications,
            catalog=lambda: self.system.backend().catalog,
            notices=self.library.notice_table(),
            find=self.literature.find_for_people,
            clock=self.system.clock,
        )
