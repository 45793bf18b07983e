"""Files made for tests: small papers, and files that no paper should be."""

from __future__ import annotations

import io
import tarfile
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

import pymupdf
from attacks.files import pdf

SENTENCES = (
    "We study how papers are read by machines and by people.",
    "The method finds columns, headings and captions without a model.",
    "Its results agree with the sources of the papers that we tested.",
)


def text_pdf(path: Path, pages: Sequence[str], **options: object) -> Path:
    """Write one page per text, in plain type."""
    document = pymupdf.open()
    for text in pages:
        page = document.new_page()
        page.insert_textbox(pymupdf.Rect(72, 72, 523, 770), text, fontsize=10)
    document.save(path, **options)
    return path


def encrypted_pdf(path: Path) -> Path:
    return text_pdf(
        path, [" ".join(SENTENCES)], encryption=pymupdf.mupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="more"
    )


def picture_of_text(text: str) -> bytes:
    """Return a page with this text as a PNG, as a scanner would give it."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_textbox(pymupdf.Rect(72, 72, 523, 770), text, fontsize=14)
    png: bytes = page.get_pixmap(dpi=150).tobytes("png")
    return png


def scan_pdf(path: Path, picture: bytes, stamp: str = "", pages: int = 1) -> Path:
    """Write pages that are one picture each, with a stamp as their only text."""
    document = pymupdf.open()
    for _ in range(pages):
        page = document.new_page()
        page.insert_image(page.rect, stream=picture)
        if stamp:
            page.insert_text((150, 30), stamp, fontsize=8)
    document.save(path)
    return path


def blank_picture() -> bytes:
    pixmap = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 300, 400))
    pixmap.clear_with(230)
    png: bytes = pixmap.tobytes("png")
    return png


def raw_pdf(path: Path, objects: Sequence[bytes]) -> Path:
    """Write numbered objects, the first being the catalog, with a cross-reference table."""
    path.write_bytes(pdf(objects))
    return path


def page_tree_loop(path: Path) -> Path:
    return raw_pdf(
        path,
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>",
        ],
    )


def inflating_pdf(path: Path, *, megabytes: int) -> Path:
    """Write a page whose text, packed twice over, unpacks to so many megabytes of words."""
    words = b"(word ) Tj " * (megabytes * 1_048_576 // 11)
    packed = zlib.compress(zlib.compress(b"BT /F1 9 Tf 72 700 Td " + words + b"ET", 9), 9)
    return raw_pdf(
        path,
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
            b"<< /Length %d /Filter [/FlateDecode /FlateDecode] >>\nstream\n%s\nendstream" % (len(packed), packed),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ],
    )


def zip_of(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def tar_of(path: Path, files: dict[str, bytes], link: tuple[str, str] | None = None) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
        if link is not None:
            entry = tarfile.TarInfo(link[0])
            entry.type, entry.linkname = tarfile.SYMTYPE, link[1]
            archive.addfile(entry)
    return path
