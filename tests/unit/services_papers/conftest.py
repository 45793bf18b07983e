"""The services around one paper, in a folder of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.services_papers.system import System


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)
