"""The page without a browser: its own tests, its lint floors, and types that are those of the API's schemas."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from web.browser import WEB, weights_of_page

pytestmark = pytest.mark.slow

# What the whole page may weigh, the worker of pdf.js left aside.
MOST_BYTES = 250_000


@pytest.fixture(scope="module")
def npm(built: None) -> str:
    return shutil.which("npm") or str(Path(sys.executable).with_name("npm"))


@pytest.mark.parametrize("script", ["test", "check"])
def test_the_page_passes_its_own(npm: str, script: str) -> None:
    done = subprocess.run(
        [npm, "run", "--silent", script], cwd=WEB, capture_output=True, text=True, timeout=600, check=False
    )

    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]


def test_the_whole_page_weighs_little(built: None) -> None:
    weights = {name: weight for name, weight in weights_of_page().items() if "worker" not in name}

    assert sum(weights.values()) <= MOST_BYTES, weights
