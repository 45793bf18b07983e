"""Manuscripts written in Word: Office Open XML, as Word, LibreOffice and Google Docs save it."""

from __future__ import annotations

from scholarai.parsing.docx.package import PARTS, NotADocumentError
from scholarai.parsing.docx.reader import read_docx

__all__ = ["PARTS", "NotADocumentError", "read_docx"]
