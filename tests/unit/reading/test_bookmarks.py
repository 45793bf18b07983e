"""Bookmarks nested deeper than MuPDF's stack cost no paper, since nobody reads them."""

from __future__ import annotations

from pathlib import Path

from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.ports.reading import PaperSource

DEPTH = 100_000


def test_a_paper_with_deeply_nested_bookmarks_is_read(tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    path.write_bytes(nested_bookmarks(DEPTH))
    source = PaperSource(path=path, filename=path.name, media_type="application/pdf")

    content = SandboxedReader(ReadLimits(wall_s=60.0, cpu_s=40)).read(source, lambda _done, _pages: None)

    assert any("The bees of hive 7 dance" in block.text for block in content.blocks)


def nested_bookmarks(depth: int) -> bytes:
    lines = (f"BT /F1 11 Tf 72 {780 - 14 * n} Td (The bees of hive {n} dance in the light.) Tj ET" for n in range(30))
    drawn = "\n".join(lines)
    font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    objects = [
        "<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 {font}>>>>>>",
        f"<</Length {len(drawn)}>>\nstream\n{drawn}\nendstream",
        "<</Type/Outlines/First 6 0 R/Last 6 0 R/Count 1>>",
    ]
    for number in range(6, 6 + depth):
        below = f"/First {number + 1} 0 R/Last {number + 1} 0 R/Count 1" if number < 5 + depth else ""
        objects.append(f"<</Title(b)/Parent {number - 1} 0 R{below}/Dest[3 0 R/Fit]>>")
    return _file(objects)


def _file(objects: list[str]) -> bytes:
    body, starts = bytearray(b"%PDF-1.4\n"), []
    for number, text in enumerate(objects, start=1):
        starts.append(len(body))
        body += f"{number} 0 obj\n{text}\nendobj\n".encode()
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    size = len(objects) + 1
    trailer = (
        f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{len(body)}\n%%EOF"
    )
    return bytes(body) + trailer.encode()
