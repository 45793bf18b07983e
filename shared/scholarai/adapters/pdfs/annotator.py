"""Annotates copies of PDFs, each in a process of its own with limits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from scholarai.adapters.pdfs.process import made_pdf
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.domain.limits import MIB
from scholarai.ports.annotating import Mark

# A guess: what marks add to a file is small.
_ADDED_BYTES = 32 * MIB


class SandboxedAnnotator:
    """Implements `ports.annotating.PdfAnnotator` with spawned processes, confined as those that read papers."""

    def __init__(self, limits: ReadLimits) -> None:
        self._limits = limits

    def annotate(self, path: Path, marks: Sequence[Mark]) -> bytes:
        most = self._limits.file_bytes + _ADDED_BYTES
        return made_pdf("annotate", msgspec.json.encode(marks), self._limits, most, path=path)
