"""PyMuPDF 2 reads what the pinned 1.28 reads; it would cost a cold start a third of a second, so it is not the default."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from papers import sample

ROOT = Path(__file__).parents[2]
# Lettering inside figures is left aside: version 2 tells larger areas for stroked curves, so fewer letters count as it.
READ = """
import json, sys
from pathlib import Path
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.pdf import load_pymupdf
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.ports.reading import PaperSource

source = PaperSource(path=Path(sys.argv[1]), filename="sample.pdf", media_type="application/pdf")
content = SandboxedReader(ReadLimits()).read(source, lambda *_: None)
prose = [block for block in content.blocks if len(block.text) > 60]
print(json.dumps({
    "version": load_pymupdf().__version__,
    "title": content.title,
    "sections": [section.title for section in content.sections],
    "captions": [figure.caption for figure in content.figures],
    "tables": [table.rows for table in content.tables],
    "prose": [block.text for block in prose],
    "boxes": [[round(edge) for box in block.boxes for edge in box] for block in prose],
}))
"""


def read_with(paper: Path, packages: Path | None) -> dict[str, object]:
    """Read a paper in a process of its own, with packages of that folder before the installed ones."""
    environment = {"PATH": "/usr/bin:/bin"} | ({} if packages is None else {"PYTHONPATH": str(packages)})
    done = subprocess.run(
        [sys.executable, "-c", READ, str(paper)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    result: dict[str, object] = json.loads(done.stdout)
    return result


@pytest.mark.slow
def test_the_next_pymupdf_reads_the_same(tmp_path: Path) -> None:
    packages = tmp_path / "pymupdf-2"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "--target"]
    subprocess.run(
        [*install, str(packages), "-r", str(ROOT / "requirements" / "pymupdf-2.txt")], timeout=300, check=True
    )
    sample.make(tmp_path / "sample.pdf")

    pinned, following = read_with(tmp_path / "sample.pdf", None), read_with(tmp_path / "sample.pdf", packages)

    assert (str(pinned.pop("version"))[:2], str(following.pop("version"))[:2]) == ("1.", "2.")
    assert pinned == following
