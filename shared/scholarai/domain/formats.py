"""The formats that papers come in. A new format is a row and the reader that the row names; installed packages may add rows.

Uploads, events, the command line, archives, the page and the documents are made from these tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from scholarai.domain.plugins import Format, plugged_in


class Archive(Struct, frozen=True, kw_only=True):
    """A kind of archive, known by `magic` at byte `magic_at`. One without endings occurs only inside another archive."""

    name: Literal["zip", "gzip", "tar"]
    magic: bytes
    magic_at: int = 0
    endings: tuple[str, ...] = ()
    media_type: str = ""


# In the order in which an archive is searched for its paper.
FORMATS = (
    # A PDF may begin anywhere in its first 1,024 bytes (ISO 32000-1, implementation note 13 of annex H).
    Format(
        name="pdf",
        label="PDF",
        endings=(".pdf",),
        media_type="application/pdf",
        reader="scholarai.adapters.reading.formats:read_pdf",
        marks=(b"%PDF-",),
        marks_within=1_024,
    ),
    # An archive whose first entries tell it from others.
    Format(
        name="docx",
        label="Word",
        endings=(".docx",),
        media_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        reader="scholarai.adapters.reading.formats:read_docx",
        begins=b"PK\x03\x04",
        marks=(b"[Content_Types].xml", b"word/", b"_rels/.rels"),
    ),
    Format(
        name="latex",
        label="LaTeX",
        endings=(".tex", ".ltx", ".latex"),
        media_type="application/x-tex",
        reader="scholarai.adapters.reading.formats:read_latex",
        marks=(b"\\documentclass", b"\\documentstyle", b"\\begin{document}"),
        openings=(b"\\", b"%"),
        is_text=True,
        in_archives=True,
    ),
    Format(
        name="markdown",
        label="Markdown",
        endings=(".md", ".markdown", ".mkd"),
        media_type="text/markdown",
        reader="scholarai.adapters.reading.formats:read_markdown",
        openings=(b"---\n",),
        is_text=True,
        in_archives=True,
    ),
    # As PubMed Central, eLife, PLOS and bioRxiv give it out. Other programs' archives are full of `.xml`.
    Format(
        name="jats",
        label="JATS XML",
        endings=(".nxml",),
        only_alone=(".xml",),
        media_type="application/jats+xml",
        reader="scholarai.adapters.reading.formats:read_jats",
        openings=(b"<?xml", b"\xef\xbb\xbf<?xml", b"<!DOCTYPE article", b"<article"),
        is_text=True,
        in_archives=True,
    ),
    # As arXiv, bioRxiv and PubMed Central show papers, saved from a browser. In an archive it is documentation.
    Format(
        name="html",
        label="HTML",
        endings=(".html", ".htm", ".xhtml"),
        media_type="text/html",
        reader="scholarai.adapters.reading.formats:read_html",
        openings=(b"<!DOCTYPE html", b"<!doctype html", b"<html", b"<HTML"),
        is_text=True,
    ),
    # In an archive it is a README or data, not the paper.
    Format(
        name="text",
        label="plain text",
        endings=(".txt",),
        media_type="text/plain",
        reader="scholarai.adapters.reading.formats:read_text",
        is_text=True,
    ),
    *plugged_in("scholarai.formats", Format).values(),
)
# arXiv serves a project of one file as that file compressed: `.gz` without `.tar`.
ARCHIVES = (
    Archive(name="zip", magic=b"PK\x03\x04", endings=(".zip",), media_type="application/zip"),
    Archive(name="gzip", magic=b"\x1f\x8b", endings=(".tar.gz", ".tgz", ".gz"), media_type="application/gzip"),
    Archive(name="tar", magic=b"ustar", magic_at=257),
)

MEDIA_TYPES = (
    *(kind.media_type for kind in FORMATS),
    *(kind.media_type for kind in ARCHIVES if kind.endings),
)
ENDINGS = (
    *(ending for kind in FORMATS for ending in kind.all_endings),
    *(ending for kind in ARCHIVES for ending in kind.endings),
)

# An archive's entry that a person has named as the PDF of the paper whose source is beside it.
NAMED_PDF = "pages-of-the-paper.pdf"
# Below it is the file of an archive that was attached to that PDF as its source, as it was given: it may be an archive itself.
ATTACHED_SOURCE = "source-of-the-paper/"

if TYPE_CHECKING:
    SourceFormat: TypeAlias = str
    MediaType: TypeAlias = str
else:  # what msgspec checks values against, and writes into schemas
    SourceFormat = Literal[tuple(kind.name for kind in FORMATS)]
    MediaType = Literal[MEDIA_TYPES]


def listed(words: tuple[str, ...]) -> str:
    """Return words as a list in a sentence: `a, b or c`."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


KINDS = listed(tuple(kind.label for kind in FORMATS))
# What a PDF may have been made from, and can be read together with.
SOURCE_KINDS = listed(tuple(kind.label for kind in FORMATS if kind.name != "pdf"))
IN_ARCHIVES = listed(tuple(kind.label for kind in FORMATS if kind.in_archives))
ARCHIVE_ENDINGS = listed(tuple(kind.endings[0] for kind in ARCHIVES if kind.endings))


def media_type_of(filename: str) -> MediaType | None:
    """Return the media type of a file's name, None for an unsupported ending."""
    name = filename.lower()
    for kind in FORMATS:
        if name.endswith(kind.all_endings):
            return kind.media_type
    return next((kind.media_type for kind in ARCHIVES if kind.endings and name.endswith(kind.endings)), None)


def format_of(name: SourceFormat) -> Format:
    """Return the format of this name."""
    return next(kind for kind in FORMATS if kind.name == name)
