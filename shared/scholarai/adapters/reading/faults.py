"""The reasons why a file cannot be read: code, sentence, and what the user can do (listed in docs/errors.md)."""

from __future__ import annotations

from scholarai.domain.errors import PaperFaultError
from scholarai.domain.formats import ARCHIVE_ENDINGS, IN_ARCHIVES, KINDS

_FAULTS = {
    "empty_file": (
        "The file has no bytes.",
        "Upload the file again; the last upload was cut off or the file is empty.",
    ),
    "unsupported_format": (
        f"The file is not {KINDS}, nor a {ARCHIVE_ENDINGS} archive of {IN_ARCHIVES}.",
        f"Upload the paper as {KINDS}.",
    ),
    "damaged": (
        "The file is damaged: no page of it could be read.",
        "Download the paper again or save it again from a PDF viewer, then upload that.",
    ),
    "file_damaged": (
        "The stored file is not what was uploaded: it changed on the disk.",
        "Restore a backup, or delete the paper and upload the file again.",
    ),
    "encrypted": (
        "The PDF asks for a password.",
        "Save a copy without the password from a PDF viewer and upload that.",
    ),
    "no_usable_text": (
        "The file holds no readable text, and recognising its pages gave none.",
        "Upload a version with a text layer, for example one run through OCR software.",
    ),
    "too_many_pages": ("The file has more pages than are read.", "Upload the part you need, such as one chapter."),
    "too_large": (
        "The file is larger than is accepted.",
        "Upload a smaller version, for example without large images.",
    ),
    "too_complex": (
        "The file holds more text or structure than a paper can.",
        "Upload the part you need, or save it again from a PDF viewer.",
    ),
    "read_timeout": (
        "Reading the file took longer than is allowed.",
        "Save it again from a PDF viewer, or upload the part you need.",
    ),
    "read_memory": (
        "Reading the file took more memory than is allowed.",
        "Save it again from a PDF viewer, or upload the part you need.",
    ),
    "reader_crashed": (
        "The file made its reader fail.",
        "Save it again from a PDF viewer and upload that; if it fails again, please report the file.",
    ),
    "unsafe_archive": (
        "The archive unpacks to too much, or to places outside itself.",
        "Pack only the paper's own files and upload that.",
    ),
    "not_the_same_paper": (
        "The PDF is not that of the source: their texts do not agree.",
        "Name the PDF that was made from this source, or leave it out.",
    ),
    "no_main_file": (
        f"The archive holds no {IN_ARCHIVES} file that could be the paper.",
        "Pack the paper's main file (in LaTeX, the one with \\documentclass) together with what it includes.",
    ),
}


def fault(code: str, detail: str = "", action: str = "") -> PaperFaultError:
    """Return the error of this code; `detail` and `action` replace its sentences where the case at hand says more."""
    sentence, usual = _FAULTS[code]
    return PaperFaultError(code, detail or sentence, action=action or usual)


def codes() -> tuple[str, ...]:
    """Return every code that reading can end with."""
    return tuple(_FAULTS)


def documented() -> str:
    """Return the rows of docs/errors.md about these codes."""
    return "".join(f"| `{code}` | {sentence} | {action} |\n" for code, (sentence, action) in _FAULTS.items())
