"""What reads papers, and what clears up after it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from scholarai.bootstrap.models import embedder
from scholarai.bootstrap.stores import backend, settings

if TYPE_CHECKING:
    from scholarai.ports.reading import PaperReader
    from scholarai.services.crops import CropShelf
    from scholarai.services.deletion import FinishDeletion
    from scholarai.services.extraction import ExtractPaper
    from scholarai.services.outbox import PayDebts, SettlePaper


def extract_paper() -> ExtractPaper:
    """Return what the bucket's news start."""
    from datetime import timedelta

    from scholarai.adapters.system import SystemClock
    from scholarai.domain.ids import OwnerId
    from scholarai.domain.limits import EVENT_FUNCTION_S
    from scholarai.services.extraction import ExtractionRules, ExtractPaper

    rules = ExtractionRules(
        lease=timedelta(seconds=settings().lease_s),
        # A guess: one range more and the record of its end fit into what is left.
        budget=timedelta(seconds=EVENT_FUNCTION_S - 40),
        max_attempts=settings().max_attempts,
        max_bytes=settings().max_upload_bytes,
        default_owner=OwnerId(settings().default_owner),
        fingerprint=f"max_pages={settings().max_pages} crops={int(settings().figure_crops)}",
        bucket=settings().papers_bucket,
    )
    return ExtractPaper(
        papers=backend().papers,
        contents=backend().contents,
        objects=backend().objects,
        reader=reader(),
        workroom=backend().workroom,
        embedder=embedder,
        settle=settle_paper(),
        clock=SystemClock(),
        rules=rules,
        crops=crop_shelf() if settings().figure_crops else None,
    )


@functools.cache
def reader() -> PaperReader:
    """Return what reads papers, in a process of its own."""
    from scholarai.adapters.reading.limits import ReadLimits
    from scholarai.adapters.reading.reader import SandboxedReader

    limits = ReadLimits(
        file_bytes=settings().max_upload_bytes,
        pages=settings().max_pages,
        wall_s=settings().read_wall_s,
        cpu_s=settings().read_cpu_s,
        memory_bytes=settings().read_memory_bytes,
        ocr=settings().ocr,
    )
    return SandboxedReader(limits)


def crop_shelf() -> CropShelf:
    from scholarai.services.crops import CropShelf

    return CropShelf(objects=backend().objects)


def settle_paper() -> SettlePaper:
    from scholarai.services.outbox import SettlePaper

    return SettlePaper(
        papers=backend().papers, contents=backend().contents, publisher=backend().events, crops=crop_shelf()
    )


def pay_debts() -> PayDebts:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.outbox import PayDebts

    return PayDebts(
        papers=backend().papers, settle=settle_paper(), finish_deletion=finish_deletion(), clock=SystemClock()
    )


def finish_deletion() -> FinishDeletion:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.deletion import FinishDeletion
    from scholarai.services.reviews.forgetting import ForgetPaper

    return FinishDeletion(
        papers=backend().papers,
        contents=backend().contents,
        objects=backend().objects,
        sessions=backend().sessions,
        forget=ForgetPaper(reviews=backend().reviews, clock=SystemClock()),
        workroom=backend().workroom,
    )
