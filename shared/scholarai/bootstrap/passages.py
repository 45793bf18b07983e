"""Makes the services that find passages and quotes in papers, and the papers that a process keeps ready for them."""

from __future__ import annotations

from dataclasses import dataclass

from scholarai.bootstrap.once import once
from scholarai.bootstrap.system import System
from scholarai.services.library.checking import CheckQuotes
from scholarai.services.library.open_papers import OpenPapers
from scholarai.services.library.paragraphs import SearchPassages
from scholarai.services.library.passages import FindPassages, SearchPaper
from scholarai.services.library.search import FindInLibrary, SearchLibrary


@dataclass(eq=False)
class PassageServices:
    """The services that find passages and quotes."""

    system: System

    @once
    def open_papers(self) -> OpenPapers:
        """Return the papers that this process keeps ready for questions."""
        return OpenPapers(contents=self.system.backend().contents)

    def find_passages(self) -> FindPassages:
        return FindPassages(embedder=self.system.models.embedder, reranker=self.system.models.reranker)

    def search_paper(self) -> SearchPaper:
        return SearchPaper(
            papers=self.system.backend().papers, open_papers=self.open_papers(), find=self.find_passages()
        )

    def find_in_library(self) -> FindInLibrary:
        return FindInLibrary(search=self.system.backend().search, embedder=self.system.models.embedder)

    def search_library(self) -> SearchLibrary:
        return SearchLibrary(catalog=self.system.backend().catalog, find=self.find_in_library())

    def search_passages(self) -> SearchPassages:
        return SearchPassages(
            papers=self.system.backend().papers,
            open_papers=self.open_papers(),
            library=self.search_library(),
            find=self.find_passages(),
        )

    def check_quotes(self) -> CheckQuotes:
        return CheckQuotes(papers=self.system.backend().papers, open_papers=self.open_papers())
