"""The composition root: every service of a system, by subject.

An `App` is one system. Each subject is a module of this package, which makes its services from the settings, stores and models
of the system and from the subjects that it is given. Services are values without state and are made when they are asked for;
what is kept for the life of a system is marked with `once`. A subject is imported when it is first asked for: a new instance
answers its first call without loading what other calls need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.once import once_attribute
from scholarai.bootstrap.system import System

if TYPE_CHECKING:
    from scholarai.bootstrap.chat import ChatServices
    from scholarai.bootstrap.checking import CheckingServices
    from scholarai.bootstrap.deletion import DeletionServices
    from scholarai.bootstrap.exports import ExportServices
    from scholarai.bootstrap.extraction import ExtractionServices
    from scholarai.bootstrap.library import LibraryServices
    from scholarai.bootstrap.literature import LiteratureServices
    from scholarai.bootstrap.model_settings import ModelServices
    from scholarai.bootstrap.papers import PaperServices
    from scholarai.bootstrap.passages import PassageServices
    from scholarai.bootstrap.reviews import ReviewServices
    from scholarai.bootstrap.zotero import ZoteroServices


class App(System):
    """One system with all of its services."""

    @once_attribute
    def papers(self) -> PaperServices:
        from scholarai.bootstrap.papers import PaperServices

        return PaperServices(self)

    @once_attribute
    def extraction(self) -> ExtractionServices:
        from scholarai.bootstrap.extraction import ExtractionServices

        return ExtractionServices(self, self.papers, lambda: self.literature)

    @once_attribute
    def passages(self) -> PassageServices:
        from scholarai.bootstrap.passages import PassageServices

        return PassageServices(self)

    @once_attribute
    def chat(self) -> ChatServices:
        from scholarai.bootstrap.chat import ChatServices

        return ChatServices(self, self.papers, self.passages)

    @once_attribute
    def library(self) -> LibraryServices:
        from scholarai.bootstrap.library import LibraryServices

        return LibraryServices(self, self.papers, self.passages)

    @once_attribute
    def literature(self) -> LiteratureServices:
        from scholarai.bootstrap.literature import LiteratureServices

        return LiteratureServices(self, self.library)

    @once_attribute
    def checking(self) -> CheckingServices:
        from scholarai.bootstrap.checking import CheckingServices

        return CheckingServices(self, self.passages, self.library, self.literature)

    @once_attribute
    def zotero(self) -> ZoteroServices:
        from scholarai.bootstrap.zotero import ZoteroServices

        return ZoteroServices(self, self.passages, self.library, self.literature)

    @once_attribute
    def reviews(self) -> ReviewServices:
        from scholarai.bootstrap.reviews import ReviewServices

        return ReviewServices(self, self.passages, self.literature)

    @once_attribute
    def deletion(self) -> DeletionServices:
        from scholarai.bootstrap.deletion import DeletionServices

        return DeletionServices(self, self.papers, self.extraction, self.reviews, self.passages)

    @once_attribute
    def exports(self) -> ExportServices:
        from scholarai.bootstrap.exports import ExportServices

        return ExportServices(self, self.chat, self.library)

    @once_attribute
    def model_settings(self) -> ModelServices:
        from scholarai.bootstrap.model_settings import ModelServices

        return ModelServices(self)
