"""Builds the services of bibliographies: what papers cite, what cites them, and what a library lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.chat import Chat
from scholarai.bootstrap.once import once
from scholarai.bootstrap.papers import Papers

if TYPE_CHECKING:
    from scholarai.services.library.cited_passage import FindCitedPassage
    from scholarai.services.library.missing import ListMissing
    from scholarai.services.library.references import FindCited, FindRelated, ListReferences


class Citing(Papers, Chat):
    """The services of bibliographies."""

    def find_cited(self) -> FindCited:
        from scholarai.services.library.references import FindCited

        return FindCited(index=self.backend().publications)

    def list_references(self) -> ListReferences:
        from scholarai.services.library.references import ListReferences

        return ListReferences(content=self.get_content(), find=self.find_cited())

    def find_related(self) -> FindRelated:
        from scholarai.services.library.references import FindRelated

        return FindRelated(papers=self.backend().papers, index=self.backend().publications)

    @once
    def list_missing(self) -> ListMissing:
        """Return the list of what libraries cite and lack; it keeps what owners' papers cite."""
        from scholarai.services.library.missing import ListMissing

        return ListMissing(index=self.backend().publications, find=self.find_cited())

    def find_cited_passage(self) -> FindCitedPassage:
        from scholarai.services.library.cited_passage import FindCitedPassage

        return FindCitedPassage(
            papers=self.backend().papers,
            references=self.list_references(),
            open_papers=self.open_papers(),
            find=self.find_passages(),
            check=self.check_quotes(),
            picker=self.quote_picker,
        )
