"""What was built of the page, and what its files weigh."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"


def build_page() -> str | None:
    """Build the page and its packages, and return None, or why that could not be done."""
    done = subprocess.run(
        [sys.executable, str(WEB / "build.py"), "--must"], capture_output=True, text=True, timeout=900, check=False
    )
    return None if done.returncode == 0 else done.stderr.strip()


def weights_of_page() -> dict[str, int]:
    """Return the bytes of each script and style sheet of the built page, as a server that compresses sends them."""
    files = [file for file in (WEB / "dist" / "assets").iterdir() if file.suffix in {".js", ".css", ".mjs"}]
    return {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in files}


def first_files_of_page() -> set[str]:
    """Return the names of the scripts and style sheets that come before the library can be used."""
    index = (WEB / "dist" / "index.html").read_text(encoding="utf-8")
    return set(re.findall(r'(?:src|href)="/assets/([^"]+\.(?:js|css))"', index))
