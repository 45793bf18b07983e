"""The page without a browser: its own tests, its lint floors, and types that are those of the API's schemas."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from web.browser import WEB

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def npm(built: None) -> str:
    return shutil.which("npm") or str(Path(sys.executable).with_name("npm"))


@pytest.mark.parametrize("script", ["test", "check"])
def test_the_page_passes_its_own(npm: str, script: str) -> None:
    done = subprocess.run(
        [npm, "run", "--silent", script], cwd=WEB, capture_output=True, text=True, timeout=600, check=False
    )

    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]
