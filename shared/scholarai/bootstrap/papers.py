"""What shows, announces and deletes papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.extracting import finish_deletion
from scholarai.bootstrap.stores import backend, settings

if TYPE_CHECKING:
    from scholarai.services.deletion import DeletePaper
    from scholarai.services.leaving import ForgetOwner
    from scholarai.services.papers import GetContent, GetPaper, LinkFile, ListPapers, RestartExtraction
    from scholarai.services.uploads import AnnouncePaper


def announce_paper() -> AnnouncePaper:
    from scholarai.adapters.system import RandomIds, SystemClock
    from scholarai.services.uploads import AnnouncePaper

    return AnnouncePaper(
        papers=backend().papers,
        signer=backend().signer,
        clock=SystemClock(),
        ids=RandomIds(),
        max_bytes=settings().max_upload_bytes,
    )


def get_paper() -> GetPaper:
    from scholarai.services.papers import GetPaper

    return GetPaper(papers=backend().papers)


def list_papers() -> ListPapers:
    from scholarai.services.papers import ListPapers

    return ListPapers(papers=backend().papers)


def get_content() -> GetContent:
    from scholarai.services.papers import GetContent

    return GetContent(papers=backend().papers, contents=backend().contents)


def link_file() -> LinkFile:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.papers import LinkFile

    return LinkFile(papers=backend().papers, signer=backend().signer, clock=SystemClock())


def restart_extraction() -> RestartExtraction:
    from datetime import timedelta

    from scholarai.adapters.system import SystemClock
    from scholarai.services.papers import RestartExtraction

    return RestartExtraction(
        papers=backend().papers,
        objects=backend().objects,
        clock=SystemClock(),
        lease=timedelta(seconds=settings().lease_s),
    )


def forget_owner() -> ForgetOwner:
    from scholarai.bootstrap.reviews import delete_review
    from scholarai.services.leaving import ForgetOwner

    return ForgetOwner(
        papers=backend().papers,
        sessions=backend().sessions,
        reviews=backend().reviews,
        spending=backend().spending,
        delete_paper=delete_paper(),
        delete_review=delete_review(),
    )


def delete_paper() -> DeletePaper:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.deletion import DeletePaper

    return DeletePaper(papers=backend().papers, finish=finish_deletion(), clock=SystemClock())
