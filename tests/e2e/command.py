"""The command line as a user runs it, over a library of the test's own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def scholarai(data: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    known = {name: value for name, value in os.environ.items() if not name.startswith(("SCHOLARAI_", "GEMINI_"))}
    return subprocess.run(
        [sys.executable, "-m", "scholarai", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=known | {"SCHOLARAI_DATA": str(data)},
    )
