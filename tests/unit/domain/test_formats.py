"""The table of formats: what a name means, what bytes show, and that every reader is there."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest

from scholarai.adapters.reading.formats import read_file
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.sniff import sniff
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import PaperFaultError
from scholarai.domain.formats import ENDINGS, FORMATS, listed, media_type_of
from scholarai.domain.plugins import Format, load

LATEX = b"\\documentclass{article}\\title{Tides}\\begin{document}\\section{One}The sea rises.\\end{document}"


def read(path: Path) -> PaperContent:
    return read_file(path, path.name, ReadLimits(), lambda *_: None)


@pytest.mark.parametrize("kind", FORMATS, ids=lambda kind: kind.name)
def test_the_reader_of_a_format_is_there(kind: Format) -> None:
    assert callable(load(kind.reader))


def test_no_two_formats_share_an_ending() -> None:
    assert len(set(ENDINGS)) == len(ENDINGS)


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("A.PDF", "application/pdf"),
        ("a.ltx", "application/x-tex"),
        ("a.mkd", "text/markdown"),
        ("a.txt", "text/plain"),
        ("a.HTM", "text/html"),
        ("a.xml", "application/jats+xml"),
        ("a.tar.gz", "application/gzip"),
        ("2401.00001.gz", "application/gzip"),
        ("a.exe", None),
        ("pdf", None),
    ],
)
def test_an_ending_means_a_media_type(name: str, media_type: str | None) -> None:
    assert media_type_of(name) == media_type


@pytest.mark.parametrize(
    ("head", "name", "expected"),
    [
        (b"\n%PDF-1.7", "a.tex", "pdf"),
        (b"PK\x03\x04", "a.pdf", "zip"),
        (b"Some words", "a.mkd", "markdown"),
        (b"Some words", "a.ltx", "latex"),
        (b"\\begin{document}", "a.md", "latex"),
        (b"---\ntitle: Tides", "paper", "markdown"),
        (b"\n% a comment", "paper", "latex"),
        (b'<?xml version="1.0"?><article>', "paper", "jats"),
        (b'<?xml version="1.0"?><article>', "a.md", "markdown"),
        (b"<article><tex-math>\\documentclass{minimal}\\begin{document}$a$\\end{document}", "a.xml", "jats"),
        (b"\n<!DOCTYPE html><html>", "paper", "html"),
        (b"Write `<!DOCTYPE html>` first.", "a.md", "markdown"),
        (b"Some words", "a.txt", "text"),
    ],
)
def test_bytes_say_more_than_names(head: bytes, name: str, expected: str) -> None:
    found = sniff(head, name)

    assert found is not None
    assert found.name == expected


@pytest.mark.parametrize(("head", "name"), [(b"Some words", "a.pdf"), (b"a\x00b", "a.tex")])
def test_neither_unmarked_text_nor_binary_data_is_a_paper(head: bytes, name: str) -> None:
    assert sniff(head, name) is None


@pytest.mark.parametrize(
    ("name", "head", "is_called"),
    [
        ("a.ps", b"%!PS-Adobe-3.0\n%%Title: (\\begin{document})", "PostScript"),
        ("a.rtf", b"{\\rtf1\\ansi Tides}", "RTF"),
        ("a.odt", b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.textPK", ".odt"),
        ("a.epub", b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/epub+zipPK", "EPUB"),
        ("a.djvu", b"AT&TFORM\0\0\0\1DJVM", "DjVu"),
        ("a.ipynb", b'{\n "cells": [{"cell_type": "markdown"}]', "notebook"),
        ("a.ipynb", b'{"metadata": {}, "nbformat": 4, "cells": []}', "notebook"),
        ("a.xml", b"<converted-article><item-info/></converted-article>", "Elsevier"),
        ("a.xml", b"<article><fm/><bdy><p>Tides.</p></bdy></article>", "<article>"),
        ("a.xml", b"<us-patent-grant><claim/></us-patent-grant>", "patent"),
    ],
)
def test_a_file_of_another_format_is_called_what_it_is(tmp_path: Path, name: str, head: bytes, is_called: str) -> None:
    (tmp_path / name).write_bytes(head)

    with pytest.raises(PaperFaultError, match=r"unsupported_format.*" + is_called) as caught:
        read(tmp_path / name)
    assert any(way in caught.value.action for way in ("PDF", ".docx", "HTML"))


def test_plain_text_in_markdown_is_read_as_that(tmp_path: Path) -> None:
    (tmp_path / "paper.txt").write_text("# Tides\n\nThe sea rises.\n")

    assert read(tmp_path / "paper.txt").title == "Tides"


def test_a_compressed_latex_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "2401.00001.gz").write_bytes(gzip.compress(LATEX))

    assert read(tmp_path / "2401.00001.gz").source_format == "latex"


def test_a_text_file_in_an_archive_is_not_taken_for_its_paper(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "paper.zip", "w") as archive:
        archive.writestr("README.txt", "Long notes. " * 100)
        archive.writestr("text/manuscript.mkd", "# Tides\n\nThe sea rises.\n")

    assert read(tmp_path / "paper.zip").title == "Tides"


@pytest.mark.parametrize(("words", "sentence"), [(("a",), "a"), (("a", "b"), "a or b"), (("a", "b", "c"), "a, b or c")])
def test_words_are_listed_as_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert listed(words) == sentence
