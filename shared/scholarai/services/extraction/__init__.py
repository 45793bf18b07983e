"""The extract flow: one uploaded object becomes content, chunks and vectors, whatever crashes in between."""

from __future__ import annotations

from scholarai.services.extraction.flow import Ended, ExtractionRules, ExtractPaper

__all__ = ["Ended", "ExtractPaper", "ExtractionRules"]
